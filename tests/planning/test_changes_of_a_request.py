"""A change of a request is applied as written, priced by what it costs the traveller, and put into words."""

from __future__ import annotations

import dataclasses
from datetime import date, timedelta

import pytest

from tests.planning.cast import SIGHTS, TOWN, TUESDAY, edits_of, request, text
from travelagent.planning.edits.apply import demand, price, requested
from travelagent.planning.engine import plan
from travelagent.plans.errors import InvalidRequest
from travelagent.plans.requests import day_hours
from travelagent.plans.values import DayWindow, FixedVisit, Pin, Point, Refusal
from travelagent.verifier import verify
from travelagent.wire.change import change_from_wire, change_to_wire
from travelagent.wire.request import request_from_wire, request_to_wire

STATION = Point(text("Station"), 48.02, 11.02)
KNOWN = {sight.id: sight for sight in SIGHTS}
BOOKINGS = (FixedVisit(text("Opera"), 48.0, 11.0, 1140, 90, 1), FixedVisit(text("Ballet"), 48.0, 11.0, 1140, 90, 2))
EVERYTHING = edits_of(
    insist=("town/zoo",),
    drop=("town/castle", "fixed/1"),
    windows=(DayWindow(1, start=480, origin=STATION),),
    pins=(Pin("town/tower", 2, 600),),
    pace="packed",
    extra_days=1,
    city="town",
    start_date=date(2026, 5, 1),
    rainy_days=(2,),
    thrift=1.5,
)


def test_what_is_dropped_is_neither_demanded_nor_visited_and_what_is_insisted_on_no_longer_avoided():
    plan_request = request(must_see=("town/castle",), pinned=(Pin("town/castle"),), avoid=("town/zoo",), fixed=BOOKINGS)
    after = requested(plan_request, EVERYTHING, SIGHTS)
    assert after.must_see == ("town/zoo",)
    assert after.avoid == ("town/castle",)
    assert after.pinned == (Pin("town/tower", 2, 600),)
    assert [booking.name.en for booking in after.fixed] == ["Ballet"]
    assert (after.days, after.pace, after.thrift) == (3, "packed", 1.5)
    assert after.start_date == date(2026, 5, 1)


def test_nothing_changes_nothing():
    plan_request = request(fixed=BOOKINGS, day_windows=(DayWindow(2, end=700),))
    assert requested(plan_request, edits_of()) == plan_request


@pytest.mark.parametrize(("extra", "last"), [(1, 3), (-1, 1)])
def test_the_hour_of_departure_stays_with_the_last_day(extra, last):
    windows = (DayWindow(2, start=600, end=11 * 60, destination=STATION),)
    after = requested(request(day_windows=windows), edits_of(extra_days=extra))
    assert after.day_windows[-1] == DayWindow(last, end=11 * 60, destination=STATION)
    assert DayWindow(2, start=600) in after.day_windows or last == 1


def test_a_departure_at_dawn_takes_its_day_along():
    dawn = DayWindow(2, start=4 * 60, end=6 * 60, destination=STATION)
    assert requested(request(day_windows=(dawn,)), edits_of(extra_days=1)).day_windows == (
        DayWindow(3, start=4 * 60, end=6 * 60, destination=STATION),
    )


@pytest.mark.parametrize("extra", [1, -1])
def test_an_end_that_every_day_has_stays_with_all_of_them(extra):
    windows = (DayWindow(1, end=20 * 60), DayWindow(2, end=20 * 60))
    after = requested(request(day_windows=windows), edits_of(extra_days=extra))
    assert after.day_windows == (*windows, DayWindow(3, end=20 * 60))[: 2 + extra]


def test_a_window_changes_only_what_it_names():
    plan_request = request(day_windows=(DayWindow(1, start=900, origin=STATION),))
    after = requested(plan_request, edits_of(windows=(DayWindow(1, end=1200),)))
    assert after.day_windows == (DayWindow(1, start=900, end=1200, origin=STATION),)


def test_given_nights_grow_in_the_named_city():
    other = dataclasses.replace(TOWN, id="other", days=1)
    plan_request = request(days=3, cities=(dataclasses.replace(TOWN, days=2), other))
    assert [stay.days for stay in requested(plan_request, edits_of(extra_days=1, city="town")).cities] == [3, 1]
    assert [stay.days for stay in requested(plan_request, edits_of(extra_days=1)).cities] == [2, 2]


def test_what_is_bound_to_days_behind_the_city_that_grows_goes_with_them():
    plan_request = request(
        days=4,
        cities=(dataclasses.replace(TOWN, days=2), dataclasses.replace(TOWN, id="other", days=2)),
        pinned=(Pin("town/zoo", 2), Pin("other/zoo", 3)),
        day_windows=(DayWindow(2, end=1100), DayWindow(4, end=900)),
        rainy_days=(1, 3),
        avoid_on=(Refusal(4, "museum"),),
        fixed=(FixedVisit(text("Show"), 48.0, 11.0, 1140, 90, day=4), FixedVisit(text("Talk"), 48.0, 11.0, 600, 60)),
    )
    longer = requested(plan_request, edits_of(extra_days=2, city="town"))
    assert longer.pinned == (Pin("town/zoo", 2), Pin("other/zoo", 5))
    assert longer.day_windows == (DayWindow(2, end=1100), DayWindow(6, end=900))
    assert longer.rainy_days == (1, 5)
    assert longer.avoid_on == (Refusal(6, "museum"),)
    assert [booking.day for booking in longer.fixed] == [6, None]
    shorter = requested(plan_request, edits_of(extra_days=-1, city="town"))
    assert shorter.pinned == (Pin("town/zoo", None), Pin("other/zoo", 2))
    assert shorter.day_windows == (DayWindow(3, end=900),)
    assert shorter.rainy_days == (1, 2)


@pytest.mark.parametrize(("rainy", "stays"), [((2,), ()), ((1, 2, 3), (1, 2, 3))])
def test_rain_falls_on_a_date_unless_the_whole_trip_is_planned_for_it(rainy: tuple[int, ...], stays: tuple[int, ...]):
    plan_request = request(days=3, rainy_days=rainy)
    assert requested(plan_request, edits_of(start_date=TUESDAY)).rainy_days == rainy
    assert requested(plan_request, edits_of(start_date=TUESDAY + timedelta(days=9))).rainy_days == stays


def test_more_costs_more():
    def cost(change, **changes):
        return price(change, request(**changes), KNOWN)

    early, earlier = (edits_of(windows=(DayWindow(1, start=at),)) for at in (510, 480))
    assert 0 == cost(edits_of(insist=("town/zoo",))) < cost(early) < cost(earlier) < cost(edits_of(extra_days=1))
    assert cost(edits_of(drop=("town/church",))) < cost(edits_of(drop=("town/castle",)))
    assert cost(edits_of(start_date=TUESDAY), start_date=None) < cost(edits_of(start_date=TUESDAY))
    assert cost(edits_of(pace="packed"), pace="relaxed") == 2 * cost(edits_of(pace="packed"), pace="normal")


def test_it_is_said_in_both_languages():
    change = edits_of(drop=("town/castle",), windows=(DayWindow(2, start=480),), extra_days=1)
    wish = demand(change, {"town/castle": text("Castle")})
    assert wish.en == "add a day and drop Castle and start at 08:00 on day 2"
    assert wish.zh == "增加一天，去掉Castle（中），第 2 天 08:00 出发"


def test_changes_and_requests_survive_the_wire():
    assert change_from_wire(change_to_wire(EVERYTHING)) == EVERYTHING
    assert change_to_wire(edits_of()) == {}
    plan_request = request(
        fixed=BOOKINGS, day_windows=(DayWindow(1, start=900, origin=STATION),), home=STATION, any_order=True
    )
    assert request_from_wire(request_to_wire(plan_request)) == plan_request


def test_a_booking_on_a_day_that_goes_is_named():
    plan_request = request(days=3, fixed=(FixedVisit(text("Opera"), 48.0, 11.0, 1140, 90, 3),))
    with pytest.raises(InvalidRequest, match="Opera is booked for a day that a trip of 2 days does not have"):
        plan(requested(plan_request, edits_of(extra_days=-1)), SIGHTS)


@pytest.mark.parametrize(("start", "minutes", "hours"), [(1260, 120, (540, 1440)), (420, 60, (360, 1320))])
def test_a_day_is_as_long_as_its_bookings_need(start, minutes, hours):
    concert = FixedVisit(text("Concert"), 48.0, 11.0, start, minutes, 2)
    plan_request = request(fixed=(concert,))
    assert day_hours(plan_request, DayWindow(2)) == hours
    assert day_hours(plan_request, DayWindow(1)) == (540, 1320)
    assert day_hours(plan_request, DayWindow(2, start=600, end=1200)) == (600, 1200)
    found = plan(plan_request, SIGHTS)
    assert verify(found, plan_request, SIGHTS).failures == ()
    assert [visit.name.en for visit in found.days[1].visits if visit.sight is None] == ["Concert"]
