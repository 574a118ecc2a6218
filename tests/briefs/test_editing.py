"""A plan edited with its brief: what rules took for granted stays as long as it still holds."""

import dataclasses
from datetime import date

import pytest

from tests.planning.cast import SIGHTS, FewStops, request
from travelagent.briefs.compile import ONE_TRAVELLER, compile_request
from travelagent.briefs.editing import COUNTED_PARTY, TripPlan, edit_trip_plan
from travelagent.briefs.from_request import brief_of_request
from travelagent.briefs.plan import NO_REST, DirectEngine, plan_brief
from travelagent.briefs.values import Dates, DayWish, Stay, TripBrief
from travelagent.briefs.wire import brief_from_wire, brief_to_wire
from travelagent.catalog.adapter import planning_sights
from travelagent.planning.edits.constrain import Constrain
from travelagent.planning.edits.days import FreeDay, ReorderCities
from travelagent.planning.edits.lift import Lift
from travelagent.planning.edits.trip import SetPace, SetTravellers
from travelagent.planning.engine import plan
from travelagent.planning.rests import is_far
from travelagent.plans.values import Assumption, Itinerary


@pytest.mark.parametrize("rule", [COUNTED_PARTY, ""])
def test_a_counted_party_is_assumed_until_its_number_is_given(rule: str) -> None:
    wanted = request()
    counted = Assumption(ONE_TRAVELLER.en, ONE_TRAVELLER.zh, rule)
    before = dataclasses.replace(plan(wanted, SIGHTS), assumptions=(counted,))
    trip = TripPlan(brief_of_request(wanted), wanted, before)

    calmer = edit_trip_plan(trip, [SetPace("relaxed")], SIGHTS, DirectEngine(), "api").plan
    counted_now = edit_trip_plan(trip, [SetTravellers(3)], SIGHTS, DirectEngine(), "api").plan

    assert counted in calmer.itinerary.assumptions
    assert counted not in counted_now.itinerary.assumptions
    assert (calmer.brief.pace, counted_now.brief.party.adults) == ("relaxed", 3)


def test_a_day_that_cannot_hold_its_rest_is_named_after_every_change() -> None:
    brief = TripBrief(
        stays=(Stay("beijing"),), dates=Dates(start=date(2027, 5, 10), days=3), day_wishes=(DayWish("every", "rest"),)
    )
    sights = planning_sights(["beijing"])
    made = plan_brief(brief, compile_request(brief, sights, date(2026, 12, 1)), sights, DirectEngine())
    trip = TripPlan(brief, made.request, made.itinerary)
    far = [day.day for day in made.itinerary.days if is_far(day)]

    calmer = edit_trip_plan(trip, [SetPace("relaxed")], sights, DirectEngine(), "api").plan
    freed = edit_trip_plan(trip, [FreeDay(day) for day in far], sights, DirectEngine(), "api").plan

    assert far
    assert all(str(day) in text for text in without_rest(made.itinerary) for day in far)
    assert len(without_rest(calmer.itinerary)) == 1
    assert not any(str(day) in text for text in without_rest(freed.itinerary) for day in far)


def without_rest(itinerary: Itinerary) -> list[str]:
    return [note.en for note in itinerary.assumptions if isinstance(note, Assumption) and note.rule == NO_REST]


def test_what_an_edit_adds_is_in_the_next_plan() -> None:
    """A constraint that an edit has added, and an order of cities that one has set, are wanted from then on."""
    few = FewStops(1)
    wanted = request()
    trip = TripPlan(brief_of_request(wanted), wanted, plan(wanted, SIGHTS))
    constrained = edit_trip_plan(trip, [Constrain(few)], SIGHTS, DirectEngine(), "api").plan
    assert constrained.brief.constraints == (few,)
    assert brief_from_wire(brief_to_wire(constrained.brief)) == constrained.brief
    lifted = edit_trip_plan(constrained, [Lift(few.kind)], SIGHTS, DirectEngine(), "api").plan
    assert lifted.brief.constraints == ()

    today = date(2026, 12, 1)
    brief = TripBrief(stays=(Stay("rome"), Stay("venice")), order_free=True, dates=Dates(date(2027, 5, 10), days=3))
    sights = planning_sights(brief.places)
    made = plan_brief(brief, compile_request(brief, sights, today), sights, DirectEngine())
    turned = ReorderCities(tuple(reversed(made.itinerary.cities)))
    after = edit_trip_plan(
        TripPlan(brief, made.request, made.itinerary), [turned, Constrain(few)], sights, DirectEngine(), "api"
    )
    again = compile_request(after.plan.brief, sights, today).request
    assert again.constraints == (few,)
    assert not again.any_order
    assert tuple(stay.id for stay in again.cities) == turned.cities
