"""What the evidence knows, as slots: an attribute of one thing, with every value that any result gave it.

A slot is what a claim can be about: the ticket of a sight, the time of a visit, the leg between two stops, the line of
a budget. A claim contradicts the evidence where it is about a slot and agrees with none of the slot's values.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from travelagent.assistant.grounding.evidence import Evidence, Fact
from travelagent.assistant.quantities.values import Kind
from travelagent.catalog import source
from travelagent.catalog.search import opening_windows
from travelagent.plans.fields import minutes_of

Attribute: TypeAlias = Literal[
    "ticket", "total", "per_person", "per_day", "lodging", "meals", "transport", "tickets", "intercity", "reserve",
    "daily_rate", "lodging_rate", "meals_rate", "transit_rate",
    "opens", "closes", "arrive", "depart", "sets_out", "meal", "day_start", "day_end",
    "stay", "ride", "door_to_door", "sunshine", "way", "journey", "elevation",
    "day_date", "visit_date", "city_dates", "deadline", "closed", "day_weekday", "visit_weekday",
    "temperature", "rainfall", "rain_days", "length", "score", "best_months", "share",
]  # fmt: skip
YEAR: Final = 10_000
MID_MONTH: Final = 11
"""The first day of the week that stands for a month."""
RATES: Final[Mapping[str, Attribute]] = {
    "daily": "daily_rate", "lodging": "lodging_rate", "meals": "meals_rate", "transit_day": "transit_rate",
}  # fmt: skip
LINES: Final[tuple[Attribute, ...]] = ("lodging", "meals", "transport", "tickets", "intercity", "reserve")
SEASONAL: Final = frozenset({"opens", "closes"})


@dataclass(frozen=True, slots=True)
class Slot:
    """An attribute of sights, of a city, of the way between `ends`, of a day or a month; of the trip where all are
    empty. Two `sights` are the ends of a way."""

    attribute: Attribute
    kind: Kind
    sights: frozenset[str] = frozenset()
    city: str = ""
    ends: frozenset[str] = frozenset()
    day: int = 0
    month: int = 0


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a slot, in the unit of its kind; `currency` is empty for any, and for what is no money."""

    value: float
    currency: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A slot that a claim may be about, with its values, and whether one of them agrees with the claim."""

    slot: Slot
    values: tuple[Value, ...]
    fits: bool


Slots: TypeAlias = Mapping[Slot, tuple[Value, ...]]


def slots_of(evidence: Evidence) -> Mapping[Kind, Slots]:
    """Return the slots of the evidence by the kind of their values."""
    slots: defaultdict[Slot, list[Value]] = defaultdict(list)
    for facts in evidence.facts.values():
        for fact in facts:
            for slot in _slots_of_fact(fact):
                slots[slot].append(Value(fact.value, fact.currency if slot.kind == "money" else ""))
    for slot, value in (*_costs(evidence), *_plan(evidence)):
        slots[slot].append(value)
    _open_daily(slots)
    by_kind: defaultdict[Kind, dict[Slot, tuple[Value, ...]]] = defaultdict(dict)
    for slot, values in slots.items():
        by_kind[slot.kind][slot] = tuple(dict.fromkeys(values))
    return by_kind


def _slots_of_fact(fact: Fact) -> Iterable[Slot]:
    """Yield the slots whose value a fact gives; none where it is a mere text or stems from the traveller."""
    sights, ends, city = fact.sights, fact.ends, fact.city
    match fact.kind, fact.role:
        case "clock", "opens" | "closes" if sights:
            yield Slot("opens" if fact.role == "opens" else "closes", "clock", sights, day=fact.day)
        case "clock", "hours" | "text" if sights:
            yield from (Slot(attribute, "clock", sights) for attribute in ("opens", "closes"))
        case "clock", "arrive" | "depart" if len(sights) == 1:
            yield Slot("arrive" if fact.role == "arrive" else "depart", "clock", sights, day=fact.day)
        case "clock", "depart":
            yield Slot("sets_out", "clock", sights, ends=ends, day=fact.day)
        case "clock", "meal":
            yield Slot("meal", "clock", day=fact.day)
        case "clock", "start" | "end":
            yield Slot("day_start" if fact.role == "start" else "day_end", "clock", day=fact.day)
        case "money", _ if sights:
            yield Slot("ticket", "money", sights)
        case "money", "daily" | "lodging" | "meals" | "transit_day" if city:
            yield Slot(RATES[fact.role], "money", city=city)
        case "money", "total":
            yield Slot("total", "money")
        case "money", "per_person_day":
            yield Slot("per_day", "money")
        case "minutes", "minutes" if len(sights) == 1:
            yield Slot("stay", "minutes", sights, day=fact.day)
        case "minutes", "leg":
            yield Slot("ride", "minutes", sights, ends=ends, day=fact.day)
        case "minutes", "door":
            yield Slot("door_to_door", "minutes", ends=ends)
        case "minutes", "sun_hours":
            yield Slot("sunshine", "minutes", city=city, month=fact.month)
        case "metres", "km":
            yield Slot("way", "metres", sights, ends=ends, day=fact.day)
        case "metres", "elevation_m":
            yield Slot("elevation", "metres", city=city)
        case "metres", "text" if ends:
            yield Slot("journey", "metres", ends=ends)
        case "date", "deadline":
            yield Slot("deadline", "date", sights)
        case "weekday", "closed":
            yield Slot("closed", "weekday", sights)
        case "celsius", "t_max" | "t_min" | "t_mean":
            yield Slot("temperature", "celsius", city=city, month=fact.month)
        case "millimetres", "precip_mm":
            yield Slot("rainfall", "millimetres", city=city, month=fact.month)
        case "days", "rain_days":
            yield Slot("rain_days", "days", city=city, month=fact.month)
        case "score", "score":
            yield Slot("score", "score", sights)
        case "month", "best_months":
            yield Slot("best_months", "month", city=city)


def _costs(evidence: Evidence) -> Iterable[tuple[Slot, Value]]:
    """The lines of the newest budget, its total, their shares, and what each traveller pays."""
    total, currency = evidence.costs.get("total", (0.0, ""))
    people = {f.value for f in evidence.facts["count"] if f.role == "travellers" and f.value > 1}
    for line in LINES:
        if line in evidence.costs:
            amount = evidence.costs[line][0]
            yield Slot(line, "money"), Value(amount, currency)
            if total:
                yield Slot("share", "percent"), Value(amount / total * 100)
    for end in ("total", "low", "high"):
        if end in evidence.costs:
            yield Slot("total", "money"), Value(*evidence.costs[end])
    for count in people if total else ():
        yield Slot("per_person", "money"), Value(total / count, currency)


def _plan(evidence: Evidence) -> Iterable[tuple[Slot, Value]]:
    """The dates and weekdays of the plan's days, of its visits, and of its days in each city; how long it is."""
    plan = evidence.plan
    weekdays = {day: _date(value).weekday() for day, value in plan.dates.items()}
    for day, date in plan.dates.items():
        yield Slot("day_date", "date", day=day), Value(date)
        yield Slot("day_weekday", "weekday", day=day), Value(weekdays[day])
    for sight, day in plan.sights.items():
        if day in plan.dates:
            yield Slot("visit_date", "date", frozenset({sight})), Value(plan.dates[day])
            yield Slot("visit_weekday", "weekday", frozenset({sight})), Value(weekdays[day])
    for day, city in plan.cities.items():
        if city and day in plan.dates:
            dates = {plan.dates[day], plan.dates.get(day + 1, plan.dates[day])}
            yield from ((Slot("city_dates", "date", city=city), Value(date)) for date in dates)
    if plan.dates:
        yield from ((Slot("length", "days"), Value(length)) for length in (len(plan.dates), len(plan.dates) - 1))


def _open_daily(slots: defaultdict[Slot, list[Value]]) -> None:
    """Add slots without a value for sights whose hours are known: one that no closing day of theirs is named for, and
    those of their hours on any day."""
    opened = {slot.sights for slot in slots if slot.attribute == "opens"}
    for sights in opened:
        slots.setdefault(Slot("closed", "weekday", sights), [])
        slots.setdefault(Slot("opens", "clock", sights), [])
        slots.setdefault(Slot("closes", "clock", sights), [])


def in_season(slot: Slot, months: set[float], evidence: Evidence, known: Slots) -> tuple[Value, ...]:
    """Return the opening or closing times of a sight as of the months named, of its day in the plan, or of any day."""
    (sight, *_) = slot.sights
    day = evidence.plan.sights.get(sight, 0)
    planned = known.get(Slot(slot.attribute, "clock", slot.sights, day=day), ()) if day else ()
    here = float(evidence.plan.dates.get(day, 0) % YEAR // 100)
    if months - {here} and sight in source.sights():
        return tuple(value for month in sorted(months) for value in _in_month(slot, int(month), evidence))
    if planned and not months - {here}:
        return planned
    like = (
        values for other, values in known.items() if (other.sights, other.attribute) == (slot.sights, slot.attribute)
    )
    return tuple(value for values in like for value in values)


def _in_month(slot: Slot, month: int, evidence: Evidence) -> Iterable[Value]:
    (sight, *_) = slot.sights
    years = (int(fact.value) // YEAR for fact in evidence.facts["date"])
    year = max(years, default=0) or dt.date.today().year
    for day in range(MID_MONTH, MID_MONTH + 7):
        for window in opening_windows(source.sights()[sight], dt.date(year, month, day)):
            yield Value(minutes_of(window[0 if slot.attribute == "opens" else -1]))


def _date(value: int) -> dt.date:
    return dt.date(value // YEAR, value % YEAR // 100, value % 100)
