"""What a conversation brought: facts from tools' results, the user's own words and memories.

A result is read by the keys of the wire contract, never by the tool's name; every string is read as a text, so that a
note with “last entry 16:00” is a fact as well. A fact knows the sight, city, day and month it is about.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final

from agent_core.messages import HumanMessage, Message, ToolMessage
from travelagent.assistant.grounding.lexicon import cue
from travelagent.assistant.quantities.read import quantities
from travelagent.assistant.quantities.values import Kind
from travelagent.catalog import source
from travelagent.catalog.derived import follows_places
from travelagent.catalog.text import fold
from travelagent.wire.itinerary import stop_count

OPENING: Final = frozenset({"opens", "closes", "hours", "text"})
"""The roles of facts about opening hours."""
MONEY_KEYS: Final = frozenset(
    {"price", "amount", "unit_price", "total", "low", "high", "per_person_day", "transit_day"}
    | {"lodging", "meals", "daily"}
)
# Prices of a tier, and a day's cost, go by the name of the object that holds them.
GROUPED: Final[Mapping[str, str]] = {"lodging": "lodging", "meals": "meals", "daily": "daily", "daily_cost": "daily"}
KIND_OF: Final[Mapping[str, Kind]] = {
    "minutes": "minutes", "slack_minutes": "minutes", "elevation_m": "metres", "t_mean": "celsius", "t_max": "celsius",
    "t_min": "celsius", "precip_mm": "millimetres", "rain_days": "days", "score": "score", "days": "days",
    "days_min": "days", "days_max": "days", "km": "metres", "distance_km": "metres", "sun_hours": "minutes",
    "best_months": "month", "month": "month", **dict.fromkeys(MONEY_KEYS, "money"),
}  # fmt: skip
FACTOR: Final[Mapping[str, float]] = {"km": 1000.0, "distance_km": 1000.0, "sun_hours": 60.0}
OWN_ROLES: Final = frozenset({"arrive", "depart", "start", "end", "opens", "closes", "hours"})
"""The keys whose times keep them as their role; other strings are mere texts."""
ROW_ROLES: Final[Mapping[str, str]] = {"costs": "daily", "getting_around": "transit_day"}
"""What the amounts of a comparison's rows are."""
SKIPPED: Final = frozenset({"artifacts", "id", "from", "to", "lat", "lon", "source", "swap", "visit", "timezone"})
WEEKDAYS: Final = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
_DAYS: Final = re.compile(rf"\b({'|'.join(WEEKDAYS)})(?:-({'|'.join(WEEKDAYS)}))?\b")

# What a budget calls a journey: `London to Lisbon, flight, 1586 km …`, 上海至东京，飞机，…
_JOURNEY: Final = re.compile(r"(?:([^,，]{2,40}) to ([^,，]{2,40}), |([^,，]{2,20})至([^,，]{2,20})，)")

# In a rule on what to book: `Colosseum by Mon 3 Aug`, 故宫博物院最晚 11月19日.
_BOOKED_BY: Final = re.compile(
    r"(?:(?<=[:;] )(?P<en>[^:;.]{2,80}?) by [^;.]{4,16}|(?<=[：；])(?P<zh>[^：；。]{2,40}?)最晚[^；。]{4,14})"
)


@follows_places
@cache
def _city_names() -> Mapping[str, str]:
    """Return the ids of cities by their folded names in both languages."""
    return {fold(name): city.id for city in source.cities().values() for name in (city.name_en, city.name_zh)}


@dataclass(frozen=True, slots=True)
class About:
    """What the object at hand, and those around it, are about; `leg` is how one travels on it, `ends` the two cities
    that it joins."""

    sights: frozenset[str] = frozenset()
    city: str = ""
    day: int = 0
    month: int = 0
    currency: str = ""
    meal: bool = False
    leg: str = ""
    ends: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Fact(About):
    """A value with its role: the key it stood under, or one of `meal`, `leg`, `text`, `closed` and the user's own
    words.
    """

    kind: Kind = "count"
    value: float = 0.0
    role: str = ""
    noun: str = ""


@dataclass(frozen=True, slots=True)
class Planned:
    """The newest plan: the dates of its days, YYYYMMDD, the day of each sight, and the times of its
    visit, and the city of each day."""

    dates: Mapping[int, int] = field(default_factory=dict)
    sights: Mapping[str, int] = field(default_factory=dict)
    times: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    cities: Mapping[int, str] = field(default_factory=dict)


@dataclass(slots=True)
class Evidence:
    """Facts by kind, ids of places, folded strings with their sights, budgets' items, successful calls by tool, the
    newest budget's amounts by kind, with their currency, and the plan that stands."""

    facts: dict[Kind, list[Fact]] = field(default_factory=lambda: defaultdict(list))
    places: set[str] = field(default_factory=set)
    strings: list[tuple[str, frozenset[str]]] = field(default_factory=list)
    budgets: list[tuple[float, ...]] = field(default_factory=list)
    calls: Counter[str] = field(default_factory=Counter)
    costs: dict[str, tuple[float, str]] = field(default_factory=dict)
    plan: Planned = field(default_factory=Planned)

    def named(self, name: str) -> frozenset[str]:
        """Return the sight of the evidence that goes by this full name."""
        sights = source.sights()
        known = (id for id in self.places if id in sights)
        return frozenset(id for id in known if fold(name) in (fold(sights[id].name_en), fold(sights[id].name_zh)))

    def add(self, kind: Kind, value: float, role: str, about: About, noun: str = "") -> None:
        """Add a fact; a time at a meal and the minutes of a leg have roles of their own."""
        role = "meal" if about.meal and kind == "clock" else "leg" if about.leg and role == "minutes" else role
        own = {name: getattr(about, name) for name in About.__slots__}
        self.facts[kind].append(Fact(**own, kind=kind, value=value, role=role, noun=noun or about.leg))


def evidence_of(messages: Sequence[Message], memories: Iterable[str] = ()) -> Evidence:
    """Return the evidence of a conversation: results, failed ones too, the user's own words, and what is remembered."""
    evidence = Evidence()
    for message in messages:
        if isinstance(message, HumanMessage):
            _read_text(evidence, message.text, "said", About())
        elif isinstance(message, ToolMessage):
            evidence.calls[message.name] += message.status == "success"
            _read_result(evidence, message.text)
    for text in memories:
        _read_text(evidence, text, "said", About())
    return evidence


def _read_result(evidence: Evidence, text: str) -> None:
    try:
        value = json.loads(text)
    except json.JSONDecodeError:
        value = text
    result = value if isinstance(value, Mapping) else {}
    days = result["days"] if isinstance(result.get("days"), list) else []
    visits = {
        visit["id"]: str(visit.get("sight") or "") for day in days for visit in day.get("visits", ()) if "id" in visit
    }
    if visits:
        evidence.plan = _planned(days)
    for stops in {len(visits), stop_count(days) if visits else 0}:
        evidence.add("count", stops, "stops", About())
    _walk(evidence, value, "", About(), visits)
    if isinstance(result.get("items"), list):
        amounts = (_amount(item.get("amount")) for item in result["items"] if isinstance(item, Mapping))
        evidence.budgets.append(tuple(amount for amount in amounts if amount is not None))
        evidence.costs = _costs(result)


def _costs(budget: Mapping[str, Any]) -> dict[str, tuple[float, str]]:
    """The amounts of a budget by the kind of its items, its total, and between what that may lie."""
    costs: dict[str, float] = {}
    for item in budget["items"]:
        kind, amount = str(item.get("kind", "")), _amount(item.get("amount"))
        if kind and amount is not None:
            costs[kind] = costs.get(kind, 0.0) + amount
    for end in ("total", "low", "high"):
        if (amount := _amount(budget.get(end))) is not None:
            costs[end] = amount
    return {kind: (amount, str(budget.get("currency", ""))) for kind, amount in costs.items()}


def _planned(days: Iterable[Mapping[str, Any]]) -> Planned:
    visits = [(day["day"], visit) for day in days for visit in day.get("visits", ()) if visit.get("sight")]
    return Planned(
        {day["day"]: int(day["date"].replace("-", "")) for day in days if day.get("date")},
        {visit["sight"]: day for day, visit in visits},
        {visit["sight"]: (visit["arrive"], visit["depart"]) for _, visit in visits},
        {day["day"]: str(day.get("city", "")) for day in days},
    )


def _walk(evidence: Evidence, value: Any, key: str, about: About, visits: Mapping[str, str]) -> None:
    match value:
        case {"columns": columns, "rows": rows}:
            evidence.add("count", len(rows), "rows", about)
            for column, *cells in zip(columns, *rows, strict=False):
                currency = column.get("currency")
                own = replace(about, currency=currency) if currency else about
                for cell in cells:
                    _walk(evidence, cell, "price" if currency else str(column.get("key", "")), own, {})
        case {"cities": list(cities), "rows": rows} if rows and "values" in rows[0]:
            _compared(evidence, value, cities, about)
        case {"month": month, "day": day, **others} if not others:
            evidence.add("date", 100 * month + day, key, about)
        case Mapping():
            about = _about(evidence, value, about, visits)
            for name, item in value.items():
                if name not in SKIPPED:
                    _walk(evidence, item, GROUPED.get(key, name), about, visits)
        case list():
            evidence.add("count", len(value), key, about)
            for item in value:
                _walk(evidence, item, key, about, visits)
        case str() if key in MONEY_KEYS and (amount := _amount(value)) is not None:
            evidence.add("money", amount, key, about)
        case str():
            _read_text(evidence, value, key if key in OWN_ROLES else "text", about)
        case int() | float() if not isinstance(value, bool):
            evidence.add(KIND_OF.get(key, "count"), float(value) * FACTOR.get(key, 1.0), key, about)
            if key == "sun_hours":
                evidence.add("bare", float(value), key, about)


def _compared(evidence: Evidence, value: Mapping[str, Any], cities: Sequence[Any], about: About) -> None:
    """Read cities side by side: each figure is of the city in whose place it stands."""
    for name, item in value.items():
        if name not in SKIPPED and name != "rows":
            _walk(evidence, item, name, about, {})
    for row in value["rows"]:
        _read_text(evidence, row["label"], "text", about)
        months = [quantity.value for quantity in quantities(row["label"]) if quantity.kind == "month"]
        for city, cell in zip(cities, row["values"], strict=False):
            own = replace(about, city=city["id"], month=int(months[0]) if months else 0)
            _walk(evidence, cell, ROW_ROLES.get(row["aspect"], ""), own, {})


def _about(evidence: Evidence, value: Mapping[str, Any], about: About, visits: Mapping[str, str]) -> About:
    """Return what an object is about: itself if it is a place, a day, a month or a leg, else what it stands in."""
    sights, city = about.sights, about.city
    for name in ("id", "sight", "city"):
        place = value.get(name)
        if isinstance(place, str) and place in source.sights():
            evidence.places.add(place)
            sights, city = frozenset({place}), place.partition("/")[0]
        elif isinstance(place, str) and place in source.cities() and name != "sight":
            evidence.places.add(place)
            city = place
    leg, ends = "", frozenset[str]()
    if "from" in value and "to" in value:
        joined = (str(value[end]).removeprefix("city:") for end in ("from", "to"))
        ends = frozenset(end for end in joined if end in source.cities())
        sights = frozenset(filter(None, (visits.get(str(value["from"])), visits.get(str(value["to"])))))
        leg = str(value.get("mode", "leg"))
    own = {"day": int, "month": int, "currency": str}
    kept = {name: value[name] for name, form in own.items() if isinstance(value.get(name), form)}
    meal = value.get("kind") in ("lunch", "dinner")
    return replace(about, sights=sights, city=city, meal=meal, leg=leg, ends=ends, **kept)


def _read_text(evidence: Evidence, text: str, role: str, about: About) -> None:
    if journey := _JOURNEY.match(text):
        ends = frozenset(_city_names().get(fold(name), name) for name in journey.groups() if name)
        evidence.places |= ends & source.cities().keys()
        about = replace(about, ends=ends)
    evidence.strings.append((fold(text), about.sights))
    for deadline in _BOOKED_BY.finditer(text) if cue("booking").search(text) else ():
        sights = evidence.named(deadline["en"] or deadline["zh"] or "")
        for quantity in quantities(deadline[0]) if sights else ():
            if quantity.kind == "date":
                evidence.add("date", quantity.value, "deadline", replace(about, sights=sights))
    for quantity in quantities(text):
        if quantity.kind == "minutes" and cue("door_to_door").search(text):
            role = "door"
        # A sign that may mean several currencies does not decide which.
        currency = next(iter(quantity.currencies)) if len(quantity.currencies) == 1 else ""
        own = replace(about, currency=currency) if quantity.kind == "money" else about
        evidence.add(quantity.kind, quantity.value, role, own, quantity.noun)
    for part in cue("clause_end").split(text) if cue("closed").search(text) else ():
        if cue("closed").search(part):
            for day in (quantity.value for quantity in quantities(part) if quantity.kind == "weekday"):
                evidence.add("weekday", day, "closed", about)
    for day in _closing_days(text) if role == "hours" else ():
        evidence.add("weekday", day, "closed", about)
    for time in (0.0, 1440.0) if "24/7" in text else ():
        evidence.add("clock", time, role, about)


def _closing_days(hours: str) -> set[int]:
    """Return the weekdays, Monday 0, that hours leave out in the syntax of OpenStreetMap: `Tu-Su 09:00-17:00`."""
    days: dict[bool, set[int]] = {True: set(), False: set()}
    for rule in hours.split(";"):
        spans = [(WEEKDAYS.index(first), WEEKDAYS.index(last or first)) for first, last in _DAYS.findall(rule)]
        own = {(first + step) % 7 for first, last in spans for step in range((last - first) % 7 + 1)}
        is_open = not rule.strip().endswith("off")
        days[is_open] |= own or ({*range(7)} if is_open else set())
    return days[False] | ({*range(7)} - days[True] if days[True] else set())


def _amount(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None
