"""What to pack: from the usual weather of each day's city, the length, the children and what is visited."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from travelagent.checklists.messages import message
from travelagent.checklists.values import Stop, Suggestion, TripDay, TripFacts, Weather
from travelagent.plans.values import LocalizedText
from travelagent.plans.words import MONTHS, listed

FREEZING_C, COLD_C, COOL_C = 0, 8, 15
SUNNY_C, HOT_C = 24, 30
"""From these highs on the sun burns, and heat strains."""
WET_SHARE = 0.25
WASH_DAYS = 7
INFANT_UNTIL = 4
MOST_NAMES = 3
HIKING: Final = frozenset({"hiking", "mountain", "canyon", "glacier"})
SWIMMING: Final = frozenset({"beach", "hot_spring"})
SNOW: Final = frozenset({"snow", "ski", "glacier"})
WORSHIP: Final = frozenset({"temple", "church", "mosque", "shrine"})


def packing_list(facts: TripFacts) -> tuple[Suggestion, ...]:
    """Return what to pack, what is needed on every trip first; each key once."""
    return (*_always(facts), *_for_weather(facts), *_for_party(facts), *_for_sights(facts))


def _always(facts: TripFacts) -> Iterator[Suggestion]:
    for key in ("documents", "medicine", "charger"):
        yield _item(key, message("reason.always"))
    days = len(facts.days)
    yield _item("changes", message("reason.days", days=days), min(days, WASH_DAYS))
    yield _item("underwear", message("reason.nights", nights=days - 1), min(days, WASH_DAYS) + 1)
    if days > WASH_DAYS:
        yield _item("wash", message("reason.wash"))


def _for_weather(facts: TripFacts) -> Iterator[Suggestion]:
    known = [(day, day.weather) for day in facts.days if day.weather is not None]
    if not known:
        return
    coldest, cold = min(known, key=lambda row: row[1].low)
    hottest, hot = max(known, key=lambda row: row[1].high)
    wettest, wet = max(known, key=lambda row: row[1].rain_share)
    if cold.low < COOL_C:
        key = "coat" if cold.low < FREEZING_C else "jacket" if cold.low < COLD_C else "layer"
        yield _item(key, _degrees("cold", coldest, cold.low))
    if hot.high >= SUNNY_C:
        yield _item("sun", _degrees("hot", hottest, hot.high))
    if hot.high >= HOT_C:
        yield _item("heat", _degrees("hot", hottest, hot.high))
    if wet.rain_share >= WET_SHARE:
        yield _item("rain", _rain(wettest, wet))


def _for_party(facts: TripFacts) -> Iterator[Suggestion]:
    if facts.children:
        yield _item("child", message("reason.child"), len(facts.children))
    if any(age is not None and age < INFANT_UNTIL for age in facts.children):
        yield _item("infant", message("reason.infant", age=INFANT_UNTIL))


def _for_sights(facts: TripFacts) -> Iterator[Suggestion]:
    wanted = (
        ("boots", "hiking", HIKING),
        ("swim", "swim", SWIMMING),
        ("snow", "snow", SNOW),
        ("cover", "cover", WORSHIP),
    )
    for key, reason, kinds in wanted:
        stops = [stop for stop in facts.stops if stop.kinds & kinds and _fits(key, stop, facts)]
        if stops:
            names = dict.fromkeys(stop.name for stop in stops)
            yield _item(key, message(f"reason.{reason}", names=listed(list(names)[:MOST_NAMES])))


def _fits(key: str, stop: Stop, facts: TripFacts) -> bool:
    """Whether the season fits: no snow where the nights are mild, no bathing in the sea where the days are cold."""
    weather = next((day.weather for day in facts.days if day.date == stop.date), None)
    if weather is None:
        return True
    if key == "snow":
        return weather.low < COLD_C or "glacier" in stop.kinds
    return key != "swim" or weather.high >= SUNNY_C or "hot_spring" in stop.kinds


def _item(key: str, reason: LocalizedText, quantity: int = 1) -> Suggestion:
    return Suggestion(key, message(f"pack.{key}"), reason, quantity)


def _degrees(reason: str, day: TripDay, degrees: float) -> LocalizedText:
    return message(f"reason.{reason}", city=day.city_name, degrees=round(degrees), month=_month(day))


def _rain(day: TripDay, weather: Weather) -> LocalizedText:
    count = max(round(weather.rain_share * 10), 1)
    return message("reason.rain", city=day.city_name, count=count, of=10, month=_month(day))


def _month(day: TripDay) -> LocalizedText:
    return LocalizedText(MONTHS[day.date.month - 1], f"{day.date.month}月")
