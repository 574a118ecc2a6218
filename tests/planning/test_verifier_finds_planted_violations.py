"""One violation is planted at a time into a sound plan; the verifier must name exactly that constraint."""

from __future__ import annotations

import dataclasses

import pytest

from tests.planning.cast import SIGHTS, request, text, with_day, with_visit
from travelagent.planning.engine import plan
from travelagent.planning.values import DayWindow, FixedVisit, Itinerary, Meal, Pin, PlanRequest
from travelagent.planning.verify import verify

ASKED = request()
KNOWN = {sight.id: sight for sight in SIGHTS}


@pytest.fixture(scope="module")
def sound() -> Itinerary:
    return plan(ASKED, SIGHTS)


def failed(itinerary: Itinerary, asked: PlanRequest = ASKED) -> set[str]:
    return {check.constraint for check in verify(itinerary, asked, SIGHTS).failures}


def day_of(itinerary: Itinerary, sight: str):
    return next(day for day in itinerary.days for visit in day.visits if visit.sight == sight)


def test_a_sound_plan_passes_every_check(sound):
    certificate = verify(sound, ASKED, SIGHTS)
    assert certificate.feasible
    assert {"opening_hours", "last_entry", "travel_time", "day_window", "no_overlap", "lunch", "dinner"} <= {
        check.constraint for check in certificate.checks
    }


def test_outside_the_opening_hours(sound):
    assert "opening_hours" in failed(with_visit(sound, "town/museum", arrive=8 * 60, depart=10 * 60))


def test_across_the_midday_closing(sound):
    assert "opening_hours" in failed(with_visit(sound, "town/castle", arrive=11 * 60, depart=14 * 60))


def test_after_the_last_entry_with_evidence(sound):
    late = with_visit(sound, "town/museum", arrive=16 * 60 + 40, depart=17 * 60)
    check = next(c for c in verify(late, ASKED, SIGHTS).failures if c.constraint == "last_entry")
    assert check.evidence.en == "arrives 16:40, last entry 16:15"
    assert check.visit == "town/museum"


def test_no_time_for_the_way(sound):
    day = next(day for day in sound.days if len(day.visits) > 1)
    first, second = day.visits[:2]
    meals = tuple(meal for meal in day.meals if not first.depart <= meal.start < second.arrive)
    crowded = with_day(with_visit(sound, str(second.sight), arrive=first.depart), day.day, meals=meals)
    assert "travel_time" in failed(crowded)


def test_no_time_for_the_way_when_no_leg_is_stated(sound):
    day = day_of(sound, "town/castle")
    assert "travel_time" not in failed(with_day(sound, day.day, legs=()))
    visit = next(visit for visit in day.visits if visit.sight == "town/castle")
    assert "travel_time" in failed(with_day(sound, day.day, legs=(), visits=(visit,), start=visit.arrive))


def test_a_leg_faster_than_its_mode(sound):
    day = day_of(sound, "town/castle")
    legs = tuple(dataclasses.replace(leg, mode="walk", minutes=1) if leg.km > 3 else leg for leg in day.legs)
    assert "leg_speed" in failed(with_day(sound, day.day, legs=legs))


def test_visits_that_overlap(sound):
    day = next(day for day in sound.days if len(day.visits) > 1)
    assert "no_overlap" in failed(with_visit(sound, str(day.visits[1].sight), arrive=day.visits[0].arrive + 5))


def test_a_meal_in_the_middle_of_a_visit(sound):
    day = next(day for day in sound.days if any(meal.visit is None and meal.kind == "dinner" for meal in day.meals))
    visit = day.visits[0]
    meal = Meal("dinner", visit.arrive, visit.depart)
    assert "no_overlap" in failed(with_day(sound, day.day, meals=(meal,)))


def test_lunch_at_the_wrong_time_and_no_lunch(sound):
    dinner = tuple(meal for meal in sound.days[0].meals if meal.kind == "dinner")
    assert "lunch" in failed(with_day(sound, 1, meals=(Meal("lunch", 15 * 60, 16 * 60), *dinner)))
    assert "lunch" in failed(with_day(sound, 1, meals=dinner))


def test_dinner_at_the_wrong_time(sound):
    lunch = tuple(meal for meal in sound.days[0].meals if meal.kind == "lunch")
    assert "dinner" in failed(with_day(sound, 1, meals=(*lunch, Meal("dinner", 22 * 60, 23 * 60))))


def test_outside_the_day_window(sound):
    narrow = dataclasses.replace(ASKED, day_windows=(DayWindow(1, start=11 * 60, end=14 * 60),))
    assert "day_window" in failed(sound, narrow)


def test_past_midnight(sound):
    assert "midnight" in failed(with_day(sound, 1, end=24 * 60 + 10))


def test_more_sights_than_the_pace_allows(sound):
    full = next(day for day in sound.days if len(day.visits) > 3)
    check = next(c for c in verify(sound, request(pace="relaxed"), SIGHTS).failures if c.constraint == "pace")
    assert check.day == full.day


def test_a_sight_twice(sound):
    assert "once" in failed(with_day(sound, 2, visits=sound.days[0].visits))


def test_a_must_see_missing(sound):
    without = with_day(sound, day_of(sound, "town/castle").day, visits=())
    assert "must_see" in failed(without, request(must_see=("town/castle",)))


@pytest.mark.parametrize("term", ["town/castle", "castle", "art"])
def test_an_avoided_sight_category_or_tag(sound, term):
    assert failed(sound, request(avoid=(term,))) == {"avoid"}


def test_a_pin_not_kept(sound):
    other = 3 - day_of(sound, "town/castle").day
    assert failed(sound, request(pinned=(Pin("town/castle", day=other),))) == {"pinned"}


def test_a_booking_not_kept(sound):
    assert failed(sound, request(fixed=(FixedVisit(text("Opera"), 48.0, 11.0, 1170, 90),))) == {"fixed"}


def test_days_missing_or_dates_that_jump(sound):
    assert "days" in failed(dataclasses.replace(sound, days=sound.days[:1]))
    assert "dates" in failed(with_day(sound, 2, date=sound.days[0].date))


def test_an_unknown_sight_or_one_moved_elsewhere(sound):
    assert "known_sight" in failed(with_visit(sound, "town/castle", sight="town/nothing"))
    assert "known_sight" in failed(with_visit(sound, "town/castle", lat=48.5))


def test_a_sight_of_another_city(sound):
    assert "city" in failed(with_day(sound, 1, city="other"))


def test_every_evidence_is_in_both_languages(sound):
    checks = verify(with_visit(sound, "town/museum", arrive=0), ASKED, SIGHTS).checks
    assert all(check.evidence.en and check.evidence.zh for check in checks)
