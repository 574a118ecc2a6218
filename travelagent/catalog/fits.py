"""How well a city serves a wish that no tag names: the weather, hot food, leaves or blossom in their month.

Every fit is between 0, not at all, and 1.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from travelagent.catalog import source
from travelagent.catalog.values import City, MonthNormals, Sight
from travelagent.planning.values import LocalizedText

Weather = Literal["sunny", "warm", "cool", "mild"]
"""`mild`: not too cold."""
Spectacle = Literal["autumn_leaves", "cherry_blossom"]

SPECTACLES: dict[Spectacle, LocalizedText] = {
    "autumn_leaves": LocalizedText("Autumn leaves", "红叶秋色"),
    "cherry_blossom": LocalizedText("Cherry blossom", "樱花"),
}
CHEAP_USD, DEAR_USD = 50, 190
"""One person's day of the middle tier: nine tenths of the cities cost more than the one, and less than the other."""
HOT_DISHES = 2
"""So many hot dishes make a kitchen that is known for them."""
_TELLS: dict[Spectacle, re.Pattern[str]] = {
    "autumn_leaves": re.compile(
        "红叶|枫叶|赏枫|秋叶(?!原)|彩林|秋色|金秋"
        "|\\b(?:(?:red|autumn|fall|golden|maple) leaves|foliage|(?:fall|autumn) colou?rs|autumn maples|maples)\\b",
        re.I,
    ),
    "cherry_blossom": re.compile("樱花|\\bcherry (?:blossoms?|trees)\\b", re.I),
}
_CLAUSE = re.compile("[，；。、]")
_MONTH = re.compile("(1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])(?:-(1[0-2]|[1-9]))?月")
_CHINESE = {**{zh: number for number, zh in enumerate("一二三四五六七八九十", 1)}, "十一": 11, "十二": 12}


def weather_fit(weather: Weather, climate: MonthNormals) -> float:
    """How well months serve the weather that is wished for."""
    match weather:
        case "warm":
            return _between(climate.t_max, 12, 22)
        case "cool":
            return _between(-climate.t_max, -32, -22)
        case "mild":
            return _between(climate.t_mean, -15, 0)
        case "sunny":
            return _between(sun_a_day(climate) or 8 - climate.rain_days / 2, 2, 8)


def sun_a_day(climate: MonthNormals) -> float | None:
    """Hours of sun a day, None where the station does not report them."""
    return None if climate.sun_hours is None else climate.sun_hours / 30.4


def price_fit(day_usd: float) -> float:
    """How little a day costs: 1 where it is among the tenth of the cities that cost least, 0 among that which costs
    most."""
    return _between(-day_usd, -DEAR_USD, -CHEAP_USD)


def _between(figure: float, worst: float, best: float) -> float:
    return min(1.0, max(0.0, (figure - worst) / (best - worst)))


def hot_dishes(city: City) -> tuple[LocalizedText, ...]:
    """The dishes of a city's kitchen that are usually hot."""
    made_with = source.dishes()
    named = zip(city.food_en, city.food_zh, strict=True)
    return tuple(LocalizedText(en, zh) for en, zh in named if "spice" in made_with.get(en, ()))


def spice_fit(city: City) -> float:
    """The share of hot dishes among those that a city is known for."""
    hot = len(hot_dishes(city))
    return hot / len(city.food_en) if hot >= HOT_DISHES else 0.0


@dataclass(frozen=True, slots=True)
class Shown:
    """A sight whose notes tell of a spectacle, and the months that they name for it."""

    sight: Sight
    months: frozenset[int]


def spectacle_at(city: str, spectacle: Spectacle, months: Sequence[int]) -> tuple[Shown, float] | None:
    """Where a city shows a spectacle best in these months, and how well; None where no note tells of it."""
    shown = [(each, _shown_fit(each, months)) for each in _shown(spectacle) if each.sight.city == city]
    return max(shown, key=lambda each: (each[1], each[0].sight.id), default=None)


def _shown_fit(shown: Shown, months: Sequence[int]) -> float:
    grade = 0.5 + shown.sight.score / 20
    if not months or not shown.months:
        return 0.7 * grade
    return grade if shown.months & set(months) else 0.2 * grade


@cache
def _shown(spectacle: Spectacle) -> tuple[Shown, ...]:
    return tuple(_told(spectacle))


def _told(spectacle: Spectacle) -> Iterator[Shown]:
    tells = _TELLS[spectacle]
    for sight in source.sights().values():
        if tells.search(f"{sight.name_en} {sight.name_zh} {sight.note_en} {sight.note_zh}"):
            clauses = (clause for clause in _CLAUSE.split(sight.note_zh) if tells.search(clause))
            yield Shown(sight, frozenset(month for clause in clauses for month in _months(clause)))


def _months(clause: str) -> Iterator[int]:
    """The months that a clause of a note names, each of a span."""
    named = [(_number(first), _number(last or first)) for first, last in _MONTH.findall(clause)]
    if len(named) == 2 and "至" in clause:
        named = [(named[0][0], named[1][1])]
    for first, last in named:
        yield from range(first, last + 1)


def _number(month: str) -> int:
    return _CHINESE.get(month) or int(month)
