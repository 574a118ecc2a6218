"""A day begins earlier for what is far or crowded later, and the day of arrival is a light one."""

from __future__ import annotations

import dataclasses
from datetime import date

import pytest

from tests.planning.cast import SIGHTS, TOWN, request, sight, text
from travelagent.catalog import source
from travelagent.catalog.adapter import city_stay, planning_sights
from travelagent.planning.editing import edit_plan
from travelagent.planning.edits.sights import Drop
from travelagent.planning.engine import plan
from travelagent.planning.frame import EARLIEST_FOR_BOOKING, hotel_of, way_to_booking
from travelagent.planning.taste import worth
from travelagent.plans.errors import Infeasible
from travelagent.plans.requests import WAY_TO_BOOKING
from travelagent.plans.rides import with_ride_windows
from travelagent.plans.values import EARLIER_MINUTES, PACES, DayWindow, FixedVisit, Pin, PlanRequest, Ride
from travelagent.plans.words import duration
from travelagent.travel.legs import EstimatedLegs
from travelagent.verifier import verify

USUAL = PACES["normal"].start
FAR = sight("wall", 48.45, 11.5, category="fortress", minutes=240, score=10.0, hours="07:00-18:00")
EARLY = sight("gates", 48.01, 11.0, minutes=90, score=10.0, hours="24/7", begin_by=USUAL - 30)


def day_with(itinerary, id: str):
    return next(day for day in itinerary.days if any(visit.sight == id for visit in day.visits))


def test_a_day_begins_earlier_for_what_is_crowded_later() -> None:
    found = plan(request(days=3, pinned=(Pin(EARLY.id, day=2),)), (*SIGHTS, EARLY))
    day = day_with(found, EARLY.id)
    assert day.visits[0].sight == EARLY.id
    assert USUAL - EARLIER_MINUTES <= day.start < USUAL
    assert all(other.start >= USUAL for other in found.days if other is not day)
    assert found.certificate.feasible


def test_a_day_begins_earlier_for_what_is_far() -> None:
    found = plan(request(days=1, must_see=(FAR.id,)), (*SIGHTS, FAR))
    assert found.days[0].start < USUAL


def test_a_day_opens_and_closes_around_a_booking_far_out() -> None:
    spa = FixedVisit(text("Spa"), 49.05, 11.0, 10 * 60, 660, 2)
    plan_request = request(fixed=(spa,))
    found = plan(plan_request, SIGHTS)
    day = found.days[1]
    out, back = day.legs[0].minutes, day.legs[-1].minutes

    assert min(out, back) > WAY_TO_BOOKING
    assert (day.start, day.end) == (spa.start - out, spa.start + spa.minutes + back)
    assert day.start < USUAL - EARLIER_MINUTES
    assert day.end > PACES["normal"].end
    assert found.certificate.feasible
    early = dataclasses.replace(day, start=day.start - 10)
    assert not verify(dataclasses.replace(found, days=(found.days[0], early)), plan_request, SIGHTS).feasible


def test_a_booking_too_far_for_its_hour_is_refused_with_the_minutes_that_are_missing() -> None:
    spa = FixedVisit(text("Spa"), 49.05, 11.0, 8 * 60, 300, 2)
    with pytest.raises(Infeasible) as refused:
        plan(request(fixed=(spa,)), SIGHTS)
    late = duration(EARLIEST_FOR_BOOKING + way_to_booking(spa, hotel_of(TOWN), TOWN, EstimatedLegs()) - spa.start)
    assert f"{late.en} too late" in str(refused.value.text.en)
    assert f"晚{late.zh}" in refused.value.text.zh


def test_an_hour_that_was_asked_for_is_kept() -> None:
    windows = tuple(DayWindow(day, start=USUAL) for day in (1, 2, 3))
    found = plan(request(days=3, day_windows=windows, must_see=(FAR.id,)), (*SIGHTS, FAR))
    assert all(day.start >= USUAL for day in found.days)


def test_no_day_begins_earlier_than_that_by_hand() -> None:
    plan_request = request(days=1, must_see=(FAR.id,))
    found = plan(plan_request, (*SIGHTS, FAR))
    [day] = found.days
    moved = dataclasses.replace(day, start=USUAL - EARLIER_MINUTES - 5)
    assert not verify(dataclasses.replace(found, days=(moved,)), plan_request, (*SIGHTS, FAR)).feasible


def test_a_change_of_a_later_stop_leaves_the_early_one_where_it_is() -> None:
    plan_request = request(days=1, must_see=(FAR.id,))
    before = plan(plan_request, (*SIGHTS, FAR))
    first, *others = before.days[0].visits
    after = edit_plan(before, plan_request, [Drop((others[-1].sight,))], (*SIGHTS, FAR), mend=False).itinerary
    assert after.days[0].visits[0].sight == first.sight
    assert abs(after.days[0].visits[0].arrive - first.arrive) <= 5


@pytest.mark.parametrize(
    ("city", "start", "id", "latest"),
    [
        ("kyoto", date(2027, 4, 6), "kyoto/fushimi-inari-taisha", 8 * 60 + 45),
        ("chengdu", date(2027, 4, 12), "chengdu/panda-base", 9 * 60 + 15),
    ],
)
def test_what_is_crowded_later_is_visited_early(city: str, start: date, id: str, latest: int) -> None:
    sights = planning_sights([city])
    plan_request = PlanRequest((city_stay(source.cities()[city]),), 3, start_date=start, must_see=(id,))
    found = plan(plan_request, sights)
    day = day_with(found, id)
    visit = next(visit for visit in day.visits if visit.sight == id)
    assert visit.arrive <= latest


def test_on_the_day_of_arrival_nothing_is_far_or_long() -> None:
    long = sight("palace", 48.004, 11.0, minutes=200, score=10.0)
    plan_request = with_ride_windows(request(days=3, arrival=Ride(at=11 * 60, minutes=60)))
    found = plan(plan_request, (*SIGHTS, FAR, long))
    first = {visit.sight for visit in found.days[0].visits}
    assert first
    assert not first & {FAR.id, long.id}
    assert {FAR.id, long.id} <= {visit.sight for visit in found.visits}


def test_zoos_of_no_great_fame_are_for_families() -> None:
    zoo = sight("zoo", 48.0, 11.0, category="zoo", score=6.0, tags=("wildlife", "family"))
    park = sight("park", 48.0, 11.0, category="park", score=6.0)
    assert worth(zoo, ()) < worth(park, ()) / 1.5
    assert worth(zoo, ("family",)) > worth(park, ("family",))
    assert worth(zoo, ("wildlife",)) > worth(park, ("wildlife",))
