"""What one plan has of another one no more, and what of it a change mentions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from benchmarks.transactions.doors import Payload
from travelagent.briefs.party import head_count
from travelagent.briefs.wire import brief_from_wire
from travelagent.plans.words import REST

STOPS_A_DAY = 1
"""Maximum number of stops that a change may cost a day that it touches without mentioning them."""


@dataclass(frozen=True, slots=True)
class Lost:
    """`stops`: those of each day of the plan before that stand nowhere in the plan after; `held`: how many it had."""

    days: int
    cities: frozenset[str]
    people: int
    stops: Mapping[int, frozenset[str]]
    held: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Mentioned:
    """What a change may take away since its arguments name it.

    `fewer_days`, `fewer_people`: by how many; `named_days`: how many of these days it names; `cities`, `stops`: which;
    `days`: those it touches, for each of which one more stop may go.
    """

    fewer_days: int = 0
    named_days: int = 0
    fewer_people: int = 0
    cities: frozenset[str] = frozenset()
    stops: frozenset[str] = frozenset()
    days: frozenset[int] = frozenset()


def stops_of(day: Mapping[str, Any]) -> list[str]:
    """Return the stops of a day: ids of sights, names of own places; a rest is none."""
    named = (visit for visit in day["visits"] if visit["name"]["en"] != REST.en and not visit.get("marker"))
    return [visit["sight"] or visit["name"]["en"] for visit in named]


def cities_of(plan: Payload) -> list[str]:
    """Return the city of each day."""
    return [day["city"] for day in plan["days"]]


def people_of(plan: Payload) -> int:
    """Return how many people the plan counts."""
    return int(plan["request"].get("travellers") or 1)


def lost(before: Payload, after: Payload) -> Lost:
    """Return what the plan after lacks of the plan before."""
    stand = {stop for day in after["days"] for stop in stops_of(day)}
    heads = [head_count(brief_from_wire(plan["brief"]).party) for plan in (before, after)]
    return Lost(
        days=max(len(before["days"]) - len(after["days"]), 0),
        cities=frozenset(cities_of(before)) - frozenset(cities_of(after)),
        people=max(people_of(before) - people_of(after), heads[0] - heads[1], 0),
        stops={day["day"]: frozenset(stops_of(day)) - stand for day in before["days"]},
        held={day["day"]: len(stops_of(day)) for day in before["days"]},
    )


def unmentioned(found: Lost, mentioned: Mentioned) -> Iterator[str]:
    """Yield in words what was lost although the change does not mention it."""
    if found.days > mentioned.fewer_days:
        yield f"{found.days - mentioned.fewer_days} days"
    yield from (f"city {city}" for city in sorted(found.cities - mentioned.cities))
    if found.people > mentioned.fewer_people:
        yield f"{found.people - mentioned.fewer_people} people"
    over = {day: sorted(stops - mentioned.stops) for day, stops in found.stops.items()}
    gone = max(min(found.days, mentioned.fewer_days) - mentioned.named_days, 0)
    for day, stops in excess(over, found.held, mentioned.days, gone).items():
        yield f"day {day}: {', '.join(stops)}"


def excess(
    missing: Mapping[int, Collection[str]],
    held: Mapping[int, int],
    touched: Collection[int],
    gone: int,
    needs: Callable[[int], int] = lambda day: 0,
) -> dict[int, list[str]]:
    """Return the stops that are missing by day where they are more than a change may cost.

    A day may lose one, and as many more as the effect `needs`; all days together as much for each that is touched.
    Where some days are `gone`, no matter which, all days together may lose as many as the fullest of them `held`, too.
    """
    lacking = {day: sorted(stops) for day, stops in missing.items() if stops}
    room = STOPS_A_DAY * len(touched) + sum(map(needs, touched)) + sum(sorted(held.values(), reverse=True)[:gone])
    if sum(map(len, lacking.values())) > room:
        return lacking
    return {} if gone else {day: stops for day, stops in lacking.items() if len(stops) > STOPS_A_DAY + needs(day)}
