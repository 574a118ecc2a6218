"""What a conversation brought: facts from tools' results, the user's own words and memories.

A result is read by the keys of the wire contract, never by the tool's name: under `arrive` stands a time of day, under
`price` money, under `km` a length. Every string is read as a text, so that a note which says “last entry 16:00” is a
fact as well. A fact knows what it is about: the sight, the city, the day and the month of the objects it stands in.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

from agent_core.messages import AssistantMessage, HumanMessage, Message, ToolMessage
from travelagent.assistant.grounding.quantity import Kind
from travelagent.assistant.grounding.reading import quantities
from travelagent.catalog import source
from travelagent.catalog.text import fold
from travelagent.wire.itinerary import stop_count

CLOCK_KEYS: Final = frozenset({"arrive", "depart", "start", "end", "opens", "closes"})
OPENING: Final = frozenset({"opens", "closes", "hours", "text"})
MONEY_KEYS: Final = frozenset(
    {"price", "amount", "unit_price", "total", "low", "high", "per_person_day", "transit_day"}
    | {"lodging", "meals", "daily"}
)
# Prices of a tier, and a day's cost, go by the name of the object that holds them.
GROUPED: Final[Mapping[str, str]] = {"lodging": "lodging", "meals": "meals", "daily": "daily", "daily_cost": "daily"}
KIND_OF: Final[Mapping[str, Kind]] = {
    "minutes": "minutes", "slack_minutes": "minutes", "elevation_m": "metres", "t_mean": "celsius", "t_max": "celsius",
    "t_min": "celsius", "precip_mm": "millimetres", "rain_days": "days", "score": "score", "days": "days",
    "days_min": "days", "days_max": "days",
}  # fmt: skip
LENGTHS: Final = frozenset({"km", "distance_km"})
DAY_OF_YEAR: Final = frozenset({"month", "day"})
"""What an object holds that is a date of any year."""
SKIPPED: Final = frozenset({"artifacts", "id", "from", "to", "lat", "lon", "source", "swap", "visit", "timezone"})


@dataclass(frozen=True, slots=True)
class Fact:
    """`role` is the key it stood under, or `meal`, `leg`, `text`, `said`; money has its `currency` where known."""

    kind: Kind
    value: float
    role: str
    sights: frozenset[str] = frozenset()
    city: str = ""
    day: int = 0
    month: int = 0
    currency: str = ""
    noun: str = ""


@dataclass(frozen=True, slots=True)
class Subject:
    """What the object at hand, and those around it, are about; `leg` is how one travels on it."""

    sights: frozenset[str] = frozenset()
    city: str = ""
    day: int = 0
    month: int = 0
    currency: str = ""
    meal: bool = False
    leg: str = ""


@dataclass(slots=True)
class Evidence:
    """All facts by kind, the ids of places, the strings (folded, with their sights), and the budgets' items."""

    facts: dict[Kind, list[Fact]] = field(default_factory=lambda: defaultdict(list))
    places: set[str] = field(default_factory=set)
    strings: list[tuple[str, frozenset[str]]] = field(default_factory=list)
    budgets: list[tuple[float, ...]] = field(default_factory=list)

    def add(self, kind: Kind, value: float, role: str, about: Subject, noun: str = "") -> None:
        role = "meal" if about.meal and kind == "clock" else "leg" if about.leg and role == "minutes" else role
        noun = noun or about.leg
        self.facts[kind].append(
            Fact(kind, value, role, about.sights, about.city, about.day, about.month, about.currency, noun)
        )


def evidence_of(messages: Sequence[Message], memories: Iterable[str] = ()) -> Evidence:
    """The evidence of a conversation: results, failed ones too, what the user said, and what is remembered."""
    evidence = Evidence()
    arguments: dict[str, Mapping[str, Any]] = {}
    for message in messages:
        match message:
            case HumanMessage(text=text):
                _read_text(evidence, text, "said", Subject())
            case AssistantMessage(tool_calls=calls):
                arguments.update((call.id, call.args) for call in calls)
            case ToolMessage(call_id=call, text=text):
                _read_result(evidence, text, arguments.get(call, {}))
            case _:
                pass
    for text in memories:
        _read_text(evidence, text, "said", Subject())
    return evidence


def _read_result(evidence: Evidence, text: str, arguments: Mapping[str, Any]) -> None:
    try:
        value = json.loads(text)
    except json.JSONDecodeError:
        value = text
    # An error may be about another city than the call's: one that has no sights here.
    failed = isinstance(value, Mapping) and "error" in value
    about = Subject(city="" if failed else _only_city(arguments))
    if about.city:
        evidence.places.add(about.city)
    visits = {visit["id"]: str(visit.get("sight") or "") for visit in _visits(value)}
    evidence.add("count", len(visits), "stops", about)
    if visits:
        evidence.add("count", stop_count(value["days"]), "stops", about)
    _walk(evidence, value, "", about, visits)
    if isinstance(value, Mapping) and isinstance(value.get("items"), list):
        amounts = (_amount(item.get("amount")) for item in value["items"] if isinstance(item, Mapping))
        evidence.budgets.append(tuple(amount for amount in amounts if amount is not None))


def _only_city(arguments: Mapping[str, Any]) -> str:
    """The city that a call is about, "" for several."""
    itinerary, others = arguments.get("itinerary"), arguments.get("cities")
    days = itinerary.get("days", ()) if isinstance(itinerary, Mapping) else ()
    named = {str(day.get("city", "")) for day in days if isinstance(day, Mapping)}
    named |= {str(arguments.get("city", "")), *(map(str, others) if isinstance(others, list) else ())}
    named.discard("")
    city = named.pop() if len(named) == 1 else ""
    return city if city in source.cities() else ""


def _visits(value: Any) -> Iterator[Mapping[str, Any]]:
    days = value.get("days") if isinstance(value, Mapping) else None
    for day in days if isinstance(days, list) else ():
        yield from (visit for visit in day.get("visits", ()) if "id" in visit)


def _walk(evidence: Evidence, value: Any, key: str, about: Subject, visits: Mapping[str, str]) -> None:
    if isinstance(value, Mapping) and "columns" in value and "rows" in value:
        _walk_table(evidence, value, about)
    elif isinstance(value, Mapping) and value.keys() == DAY_OF_YEAR:
        evidence.add("date", 100 * value["month"] + value["day"], key, about)
    elif isinstance(value, Mapping):
        about = _about(evidence, value, about, visits)
        for name, item in value.items():
            if name not in SKIPPED:
                _walk(evidence, item, GROUPED.get(key, name), about, visits)
    elif isinstance(value, list):
        evidence.add("count", len(value), key, about)
        for item in value:
            _walk(evidence, item, key, about, visits)
    elif isinstance(value, str):
        _read_string(evidence, value, key, about)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        _read_number(evidence, float(value), key, about)


def _walk_table(evidence: Evidence, table: Mapping[str, Any], about: Subject) -> None:
    """The cells of a table, each under its column's key; a column with a currency holds prices."""
    rows = table["rows"]
    evidence.add("count", len(rows), "rows", about)
    for column, *cells in zip(table["columns"], *rows, strict=False):
        currency = column.get("currency")
        own = replace(about, currency=currency) if currency else about
        for cell in cells:
            _walk(evidence, cell, "price" if currency else str(column.get("key", "")), own, {})


def _about(evidence: Evidence, value: Mapping[str, Any], about: Subject, visits: Mapping[str, str]) -> Subject:
    """What an object is about: itself if it is a place, a day, a month or a leg, else what it stands in."""
    sights, city, day, month = about.sights, about.city, about.day, about.month
    for name in ("id", "sight", "city"):
        place = value.get(name)
        if not isinstance(place, str):
            continue
        if place in source.sights():
            evidence.places.add(place)
            sights, city = frozenset({place}), place.partition("/")[0]
        elif place in source.cities() and name != "sight":
            evidence.places.add(place)
            city = place
    if "from" in value and "to" in value:
        sights = frozenset(filter(None, (visits.get(str(value["from"])), visits.get(str(value["to"])))))
    if isinstance(value.get("day"), int):
        day = value["day"]
    if isinstance(value.get("month"), int):
        month = value["month"]
    currency = value.get("currency")
    meal = value.get("kind") in ("lunch", "dinner")
    own = currency if isinstance(currency, str) else about.currency
    return Subject(
        sights, city, day, month, own, meal, str(value.get("mode", "leg")) if "from" in value and "to" in value else ""
    )


def _read_number(evidence: Evidence, value: float, key: str, about: Subject) -> None:
    if key in LENGTHS:
        evidence.add("metres", value * 1000, key, about)
    elif key == "sun_hours":
        evidence.add("minutes", value * 60, key, about)
        evidence.add("bare", value, key, about)
    elif key in ("best_months", "month"):
        evidence.add("month", value, key, about)
    elif key in MONEY_KEYS:
        evidence.add("money", value, key, about)
    else:
        evidence.add(KIND_OF.get(key, "count"), value, key, about)


def _read_string(evidence: Evidence, text: str, key: str, about: Subject) -> None:
    if key in MONEY_KEYS and (amount := _amount(text)) is not None:
        evidence.add("money", amount, key, about)
        return
    _read_text(evidence, text, key if key in CLOCK_KEYS or key == "hours" else "text", about)


def _read_text(evidence: Evidence, text: str, role: str, about: Subject) -> None:
    evidence.strings.append((_folded(text), about.sights))
    for quantity in quantities(text):
        own = about if quantity.kind != "money" else replace(about, currency=_one(quantity.currencies))
        evidence.add(quantity.kind, quantity.value, role, own, quantity.noun)
    if "24/7" in text:
        evidence.add("clock", 0.0, role, about)
        evidence.add("clock", 1440.0, role, about)


def _one(currencies: frozenset[str]) -> str:
    """The currency that a sign means, empty where it may mean several."""
    return next(iter(currencies)) if len(currencies) == 1 else ""


@lru_cache(maxsize=8192)
def _folded(text: str) -> str:
    return fold(text)


def _amount(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None
