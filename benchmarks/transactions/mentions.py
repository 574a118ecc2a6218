"""What a call of `change_route` mentions of a plan: read from its arguments alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Final

from benchmarks.transactions.doors import Payload
from benchmarks.transactions.losses import Mentioned, cities_of, people_of, stops_of
from travelagent.catalog.adapter import planning_sights
from travelagent.plans.words import CHINESE

SIGHTS: Final = ("sight", "visit", "term", "value")
"""Arguments that name a sight or a kind."""
OF_A_DAY: Final = frozenset(
    {"start_at", "end_by", "hours", "free", "indoors", "without", "only", "remove_day", "swap_days", "add_place"}
)
"""Edits that touch no day but those they name."""
OF_A_SIGHT: Final = frozenset({"move", "remove", "swap", "pin", "minutes", "visit"})
"""Edits that touch the days they name, and the day of the sight."""


def mentioned_by(call: Mapping[str, Any], plan: Payload) -> Mentioned:
    """Return what the call mentions."""
    numbers = [day["day"] for day in plan["days"]]
    found = [*(_of_edit(edit, plan) for edit in call.get("edits", ()) if isinstance(edit, Mapping))]
    if others := {name: value for name, value in call.items() if name not in ("edits", "brief")}:
        found.append(_of_arguments(others, plan))
    if isinstance(call.get("brief"), Mapping):
        found.append(_of_brief(call["brief"], plan))
    return Mentioned(
        fewer_days=sum(each.fewer_days for each in found),
        named_days=sum(each.named_days for each in found),
        fewer_people=sum(each.fewer_people for each in found),
        cities=frozenset().union(*(each.cities for each in found)),
        stops=frozenset().union(*(each.stops for each in found)),
        days=frozenset().union(*(each.days for each in found)) & frozenset(numbers),
    )


def _of_edit(edit: Mapping[str, Any], plan: Payload) -> Mentioned:
    op, days = edit.get("op"), len(plan["days"])
    stops = frozenset(stop for name in _terms(edit) for stop in _stops_named(name, plan))
    named = {edit.get(key) for key in ("day", "first", "second")} | set(_list(edit, "days"))
    touched = frozenset(day for day in named if isinstance(day, int))
    standing = frozenset(day["day"] for day in plan["days"] if stops & set(stops_of(day)))
    fewer, people, cities = 0, 0, frozenset[str]()
    if op in ("add_days", "city_days") and isinstance(edit.get("city"), str):
        cities = frozenset({edit["city"]})
    if op == "add_days" and isinstance(edit.get("count"), int):
        fewer = max(-edit["count"], 0)
    elif op == "city_days" and isinstance(edit.get("days"), int):
        fewer = max(cities_of(plan).count(str(edit.get("city"))) - edit["days"], 0)
    elif op == "remove_day":
        fewer = 1
    elif op == "travellers" and isinstance(edit.get("count"), int):
        people = max(people_of(plan) - edit["count"], 0)
    if op in ("free", "remove_day"):
        stops |= {stop for day in plan["days"] if day["day"] in touched for stop in stops_of(day)}
    elif op == "only":
        stops |= _of_other_kinds(edit, plan)
    if op == "arrival":
        touched = frozenset({1})
    elif op == "departure":
        touched = frozenset({days})
    elif op in OF_A_SIGHT or (op == "add" and touched):
        touched |= standing
    elif op not in OF_A_DAY and not (op == "rest" and touched):
        touched = frozenset(range(1, days + 1))
    return Mentioned(fewer, int(op == "remove_day"), people, cities, stops, touched)


def _list(edit: Mapping[str, Any], name: str) -> list[Any]:
    return edit[name] if isinstance(edit.get(name), list) else []


def _terms(edit: Mapping[str, Any]) -> Iterator[str]:
    for value in [*(edit.get(name) for name in SIGHTS), *_list(edit, "terms")]:
        if isinstance(value, str):
            yield value


def _stops_named(name: str, plan: Payload) -> Iterator[str]:
    """Yield the stops that are the sight, or are of the kind, of that name."""
    known = {sight.id: sight for sight in planning_sights(dict.fromkeys(cities_of(plan)))}
    for day in plan["days"]:
        for visit in day["visits"]:
            sight = known.get(visit["sight"] or "")
            if name in (visit["id"], visit["name"]["en"], visit["name"]["zh"]) or (sight and name in sight.terms):
                yield visit["sight"] or visit["name"]["en"]


def _of_other_kinds(edit: Mapping[str, Any], plan: Payload) -> set[str]:
    """Return the stops of a day that is to hold certain kinds alone; a kind that does not exist excludes none."""
    kinds = [kind for kind in _list(edit, "kinds") if kind in CHINESE]
    if not kinds:
        return set()
    kept = {stop for kind in kinds for stop in _stops_named(kind, plan)}
    return {stop for day in plan["days"] if day["day"] == edit.get("day") for stop in stops_of(day)} - kept


def _of_arguments(call: Mapping[str, Any], plan: Payload) -> Mentioned:
    """Return what the arguments of the whole trip mention."""
    every = frozenset(day["day"] for day in plan["days"])
    fewer = max(len(every) - call["days"], 0) if isinstance(call.get("days"), int) else 0
    people = max(people_of(plan) - call["travellers"], 0) if isinstance(call.get("travellers"), int) else 0
    cities = frozenset({call["city"]}) if isinstance(call.get("city"), str) else frozenset[str]()
    return Mentioned(fewer_days=fewer, fewer_people=people, cities=cities, days=every)


def _of_brief(patch: Mapping[str, Any], plan: Payload) -> Mentioned:
    """Return what a patch of the brief mentions; a field that is cleared mentions nothing of the plan."""
    days = len(plan["days"])
    dates, stays, party = patch.get("dates") or {}, patch.get("stays") or [], patch.get("party") or {}
    lengths = [days]
    if isinstance(dates, Mapping) and isinstance(dates.get("days"), int):
        lengths.append(dates["days"])
    if isinstance(dates, Mapping) and isinstance(dates.get("end"), str):
        first = dates.get("start") or plan["days"][0]["date"]
        lengths.append((date.fromisoformat(dates["end"]) - date.fromisoformat(first)).days + 1)
    each = [stay.get("days") for stay in stays if isinstance(stay, Mapping)] if isinstance(stays, list) else []
    if each and all(isinstance(count, int) for count in each):
        lengths.append(sum(each))
    stops = frozenset(stop for name in _strings(patch) for stop in _stops_named(name, plan))
    return Mentioned(
        fewer_days=max(days - min(lengths), 0),
        fewer_people=_fewer_people(party, plan) if isinstance(party, Mapping) else 0,
        stops=stops,
        days=frozenset(range(1, days + 1)),
    )


def _fewer_people(party: Mapping[str, Any], plan: Payload) -> int:
    before = plan["brief"].get("party", {})
    fewer = 0
    for part in ("adults", "seniors"):
        if isinstance(party.get(part), int):
            fewer += max((before.get(part) or 0) - party[part], 0)
    if isinstance(party.get("children"), list):
        fewer += max(len(before.get("children", ())) - len(party["children"]), 0)
    return fewer


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)
