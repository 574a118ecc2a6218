"""A plan edited with its brief: what rules took for granted stays as long as it still holds."""

import dataclasses

import pytest

from tests.planning.cast import SIGHTS, request
from travelagent.briefs.compile import ONE_TRAVELLER
from travelagent.briefs.editing import COUNTED_PARTY, TripPlan, edit_trip_plan
from travelagent.briefs.from_request import brief_of_request
from travelagent.briefs.plan import DirectEngine
from travelagent.planning.edits.trip import SetPace, SetTravellers
from travelagent.planning.engine import plan
from travelagent.plans.values import Assumption


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
