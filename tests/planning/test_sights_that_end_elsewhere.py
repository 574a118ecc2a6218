"""A boat or a walk that ends elsewhere is left from there: in plans, by hand, under way and in certificates."""

from __future__ import annotations

import dataclasses
from datetime import date

import pytest

from travelagent.catalog import source
from travelagent.catalog.adapter import city_stay, planning_sights
from travelagent.planning.editing import edit_plan
from travelagent.planning.edits.sights import Move
from travelagent.planning.edits.under_way import GoOn
from travelagent.planning.engine import plan
from travelagent.planning.onward import onward
from travelagent.plans.values import DayPlan, Itinerary, Leg, Pin, PlanRequest, Sight
from travelagent.travel.legs import WALK_KMH, km_between
from travelagent.verifier import verify
from travelagent.wire.itinerary import itinerary_from_wire, itinerary_to_wire

RIDES = ("guilin/li-river-cruise", "sydney/bondi-beach-coastal-walk-to-coogee", "santorini/fira-to-oia-caldera-hike",
         "yangshuo/yangdi-xingping-raft", "beijing/forbidden-city")  # fmt: skip


def request_for(id: str) -> PlanRequest:
    city = source.cities()[id.partition("/")[0]]
    return PlanRequest((city_stay(city),), 3, start_date=date(2026, 5, 12), must_see=(id,), deadline_seconds=60.0)


def planned(id: str) -> tuple[Itinerary, PlanRequest, tuple[Sight, ...]]:
    request, sights = request_for(id), planning_sights([id.partition("/")[0]])
    return plan(request, sights), request, sights


def day_with(itinerary: Itinerary, id: str) -> DayPlan:
    return next(day for day in itinerary.days if any(visit.sight == id for visit in day.visits))


def leaving(day: DayPlan, id: str) -> Leg:
    return next(leg for leg in day.legs if leg.origin == id)


def km_from_exit(day: DayPlan, id: str) -> float:
    """The straight line from the exit to where the day goes on."""
    number = next(n for n, visit in enumerate(day.visits) if visit.id == id)
    exit = day.visits[number].exit
    assert exit is not None
    return float(km_between([exit, [*day.visits, day.destination][number + 1]])[0, 1])


@pytest.mark.parametrize("id", RIDES)
def test_one_goes_on_from_where_it_ends(id: str) -> None:
    itinerary, _, _ = planned(id)
    day = day_with(itinerary, id)
    leg, km = leaving(day, id), km_from_exit(day, id)
    assert leg.origin_name == source.exits()[id].name
    assert leg.km >= round(km, 1)
    assert leg.mode != "walk" or leg.minutes >= km / WALK_KMH * 60
    assert itinerary.certificate.feasible


def test_the_boat_to_yangshuo_leaves_no_town_at_once() -> None:
    itinerary, _, _ = planned("guilin/li-river-cruise")
    leg = leaving(day_with(itinerary, "guilin/li-river-cruise"), "guilin/li-river-cruise")
    assert leg.km >= 55
    assert leg.minutes >= 70


def test_a_leg_too_fast_from_where_the_boat_ends_fails() -> None:
    id = "guilin/li-river-cruise"
    sights = planning_sights(["guilin"])
    unaware = tuple(dataclasses.replace(sight, exit=None) for sight in sights)
    pins = (Pin(id, day=2, when="morning"), Pin("guilin/daxu-ancient-town", day=2))
    request = dataclasses.replace(request_for(id), must_see=(), pinned=pins)
    found = plan(request, unaware)
    assert leaving(found.days[1], id).destination == "guilin/daxu-ancient-town"
    assert verify(found, request, unaware).feasible
    failures = {check.constraint for check in verify(found, request, sights).failures}
    assert "leg_speed" in failures


@pytest.mark.parametrize("id", RIDES[:4])
def test_by_hand_one_goes_on_from_where_it_ends(id: str) -> None:
    itinerary, request, sights = planned(id)
    day = day_with(itinerary, id)
    after = edit_plan(itinerary, request, [Move(id, day.day, 0)], sights, mend=False).itinerary
    moved = day_with(after, id)
    assert moved.visits[0].id == id
    assert leaving(moved, id).km >= round(km_from_exit(moved, id), 1)


def test_under_way_one_stands_where_the_boat_ended() -> None:
    id = "guilin/li-river-cruise"
    itinerary, request, sights = planned(id)
    day = day_with(itinerary, id)
    visit = next(visit for visit in day.visits if visit.id == id)
    after = onward(itinerary, request, GoOn("late", day.day, visit.depart + 5, 10), sights)
    marker = next(visit for visit in after.itinerary.days[day.day - 1].visits if visit.marker)
    assert (marker.lat, marker.lon) == (source.exits()[id].lat, source.exits()[id].lon)


def test_an_exit_is_kept_on_the_wire() -> None:
    itinerary, _, _ = planned("guilin/li-river-cruise")
    payload = itinerary_to_wire(itinerary)
    assert itinerary_from_wire(payload) == itinerary
    exits = [visit for day in payload["days"] for visit in day["visits"] if "exit" in visit]
    assert [visit["sight"] for visit in exits] == ["guilin/li-river-cruise"]
