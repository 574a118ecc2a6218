"""A day of a stay may be spent in another city: there and back from the hotel, with what that city has."""

from __future__ import annotations

import dataclasses

import pytest

from tests.planning.cast import SIGHTS, TOWN, request, sight, text
from travelagent.planning.day_trips import journey
from travelagent.planning.editing import edit_plan
from travelagent.planning.edits.day_trip import GoTo, GoToCity
from travelagent.planning.engine import plan
from travelagent.planning.frame import frame, hotel_of
from travelagent.plans.errors import InvalidRequest
from travelagent.plans.requests import with_days_renumbered, within_days
from travelagent.plans.values import CityStay, DayTrip, Itinerary, PlanRequest
from travelagent.travel.legs import EstimatedLegs
from travelagent.verifier import verify

LAKE = CityStay("lake", text("Lake"), 48.35, 11.1)
OF_LAKE = tuple(
    dataclasses.replace(sight(f"pier-{n}", 48.35 + n / 300, 11.1, minutes=75), id=f"lake/pier-{n}", excursion="lake")
    for n in range(4)
)
ALL = (*SIGHTS, *OF_LAKE)
TRIP = DayTrip(2, LAKE, "town")


@pytest.fixture(scope="module")
def before() -> Itinerary:
    return plan(request(days=3), ALL)


def test_the_day_is_spent_there_and_one_is_back_for_the_night(before: Itinerary) -> None:
    assert {visit.city for visit in before.visits} == {"town"}
    assert not {left.sight for left in before.left_out} & {pier.id for pier in OF_LAKE}
    after = edit_plan(before, request(days=3), [GoTo(2, LAKE)], ALL)
    first, second, third = after.itinerary.days

    for now, was in ((first, before.days[0]), (third, before.days[2])):
        assert [(visit.id, visit.arrive) for visit in now.visits] == [(visit.id, visit.arrive) for visit in was.visits]
    assert {visit.city for visit in second.visits} == {"lake"}
    assert (second.city, second.origin, second.destination) == ("town", hotel_of(TOWN), hotel_of(TOWN))
    there = journey(EstimatedLegs(), hotel_of(TOWN), TRIP, None)
    for leg in (second.legs[0], second.legs[-1]):
        assert leg.mode == there.mode
        assert leg.minutes >= there.minutes
    assert all(leg.minutes < there.minutes for leg in second.legs[1:-1])
    assert after.itinerary.city_names["lake"] == LAKE.name
    assert after.itinerary.certificate.feasible

    wrong = dataclasses.replace(second, visits=first.visits, legs=first.legs, start=first.start, end=first.end)
    spoilt = dataclasses.replace(after.itinerary, days=(first, wrong, third))
    assert "city" in {check.constraint for check in verify(spoilt, after.request, ALL).failures}
    elsewhere = dataclasses.replace(second, destination=dataclasses.replace(second.destination, lat=48.35))
    spoilt = dataclasses.replace(after.itinerary, days=(first, elsewhere, third))
    assert "day_ends" in {check.constraint for check in verify(spoilt, after.request, ALL).failures}

    back = edit_plan(after.itinerary, after.request, [GoToCity(2)], ALL)
    assert back.request.day_trips == ()
    assert {visit.city for visit in back.itinerary.visits} == {"town"}


def test_a_day_trip_moves_with_its_day() -> None:
    wanted = request(days=3, day_trips=(TRIP,))
    assert with_days_renumbered(wanted, {1: 3, 2: 1, 3: 2}).day_trips == (dataclasses.replace(TRIP, day=1),)
    assert within_days(dataclasses.replace(wanted, days=1)).day_trips == ()


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        (request(day_trips=(dataclasses.replace(TRIP, day=3),)), "no day 3"),
        (request(day_trips=(dataclasses.replace(TRIP, city=TOWN),)), "already"),
        (request(day_trips=(dataclasses.replace(TRIP, base="village"),)), "already"),
        (request(day_trips=(dataclasses.replace(TRIP, city=dataclasses.replace(LAKE, lat=40.0)),)), "too far"),
        (
            request(
                days=2,
                cities=(dataclasses.replace(TOWN, days=1), CityStay("hill", text("Hill"), 48.2, 11.4, days=1)),
                day_trips=(dataclasses.replace(TRIP, base="hill"),),
            ),
            "begins with a move",
        ),
    ],
)
def test_what_cannot_be_a_day_trip_is_refused(wanted: PlanRequest, why: str) -> None:
    with pytest.raises(InvalidRequest, match=why):
        frame(wanted, ALL, EstimatedLegs())
