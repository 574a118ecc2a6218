"""One violation is planted at a time into a sound plan; the verifier must name that constraint, with its evidence."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable

import pytest

from tests.planning.cast import SIGHTS, TOWN, request, text, with_day, with_visit
from travelagent.planning.engine import plan
from travelagent.plans.values import Check, DayWindow, FixedVisit, Itinerary, Meal, Pin, PlanRequest, Point, Ride
from travelagent.verifier import CONSTRAINTS, verify

PLAN_REQUEST = request()
ELSEWHERE = Point(text("Station"), 48.2, 11.2)
OPERA = FixedVisit(text("Opera"), 48.0, 11.0, 19 * 60 + 30, 90)
HIGH_UP = dataclasses.replace(TOWN, altitude=4_000)
Planted = tuple[Itinerary, PlanRequest]


@pytest.fixture(scope="module")
def sound() -> Itinerary:
    return plan(PLAN_REQUEST, SIGHTS)


def failures(itinerary: Itinerary, plan_request: PlanRequest = PLAN_REQUEST) -> tuple[Check, ...]:
    return verify(itinerary, plan_request, SIGHTS).failures


def failed(itinerary: Itinerary, plan_request: PlanRequest = PLAN_REQUEST) -> set[str]:
    return {check.constraint for check in failures(itinerary, plan_request)}


def day_of(itinerary: Itinerary, sight: str):
    return next(day for day in itinerary.days for visit in day.visits if visit.sight == sight)


def busy_day(itinerary: Itinerary):
    return max(itinerary.days, key=lambda day: len(day.visits))


def no_time_for_the_way(sound: Itinerary) -> Planted:
    day = busy_day(sound)
    first, second = day.visits[:2]
    meals = tuple(meal for meal in day.meals if not first.depart <= meal.start < second.arrive)
    return with_day(with_visit(sound, str(second.sight), arrive=first.depart), day.day, meals=meals), PLAN_REQUEST


def too_fast(sound: Itinerary) -> Planted:
    day = day_of(sound, "town/castle")
    legs = tuple(dataclasses.replace(leg, mode="walk", minutes=1) if leg.km > 3 else leg for leg in day.legs)
    return with_day(sound, day.day, legs=legs), PLAN_REQUEST


def overlapping(sound: Itinerary) -> Planted:
    first, second = busy_day(sound).visits[:2]
    return with_visit(sound, str(second.sight), arrive=first.arrive + 5), PLAN_REQUEST


def meals_of(itinerary: Itinerary, kind: str) -> tuple[Meal, ...]:
    return tuple(meal for meal in itinerary.days[0].meals if meal.kind == kind)


def pinned_elsewhere(sound: Itinerary) -> Planted:
    return sound, request(pinned=(Pin("town/castle", day=3 - day_of(sound, "town/castle").day),))


PLANTED: dict[str, tuple[Callable[[Itinerary], Planted], str]] = {
    "days": (lambda s: (dataclasses.replace(s, days=s.days[:1]), PLAN_REQUEST), "1 days planned, 2 asked"),
    "dates": (
        lambda s: (with_day(s, 2, date=s.days[0].date), PLAN_REQUEST),
        "first day 14 April 2026, dates follow on",
    ),
    "day_window": (
        lambda s: (s, request(day_windows=(DayWindow(1, start=11 * 60, end=14 * 60),))),
        r"day runs \d\d:\d\d–\d\d:\d\d, window 11:00–14:00",
    ),
    "midnight": (lambda s: (with_day(s, 1, end=24 * 60 + 10), PLAN_REQUEST), "would last until 00:10 of the next day"),
    "day_ends": (
        lambda s: (s, request(day_windows=(DayWindow(1, origin=ELSEWHERE),))),
        r"origin is Station, the plan's is 26\.\d km from it",
    ),
    "leg_speed": (too_fast, r"walk over \d+\.\d km in 1 min, at least \d+ min"),
    "travel_time": (no_time_for_the_way, r"leaves \d\d:\d\d, .*, due \d\d:\d\d: -\d+ min"),
    "no_overlap": (overlapping, r"\d\d:\d\d–\d\d:\d\d, the stop before ends \d\d:\d\d"),
    "lunch": (
        lambda s: (with_day(s, 1, meals=(Meal("lunch", 15 * 60, 16 * 60), *meals_of(s, "dinner"))), PLAN_REQUEST),
        "Lunch 15:00–16:00, window 11:30–13:30",
    ),
    "dinner": (
        lambda s: (with_day(s, 1, meals=meals_of(s, "lunch")), PLAN_REQUEST),
        "no dinner: nothing stands in its way",
    ),
    "pace": (lambda s: (s, request(pace="relaxed")), r"\d sights, at most 3 at this pace"),
    "strain": (
        lambda s: (s, request(pace="relaxed", walkers=("senior", "wheelchair"), cities=(HIGH_UP,))),
        r"\d\.\d of 3\.1 on the first day at 4,000 m — .*",
    ),
    "known_sight": (lambda s: (with_visit(s, "town/castle", lat=48.5), PLAN_REQUEST), r"52\.\d+ km from the sight"),
    "city": (lambda s: (with_day(s, 1, city="other"), PLAN_REQUEST), "lies in Town, day in other"),
    "opening_hours": (
        lambda s: (with_visit(s, "town/castle", arrive=11 * 60, depart=14 * 60), PLAN_REQUEST),
        r"\w+day 1\d April 2026: open 09:00–12:30, 13:30–18:00; visit 11:00–14:00",
    ),
    "last_entry": (
        lambda s: (with_visit(s, "town/museum", arrive=16 * 60 + 40, depart=17 * 60), PLAN_REQUEST),
        "arrives 16:40, last entry 16:15",
    ),
    "once": (lambda s: (with_day(s, 2, visits=s.days[0].visits), PLAN_REQUEST), "visited 2×"),
    "must_see": (
        lambda s: (with_day(s, day_of(s, "town/castle").day, visits=()), request(must_see=("town/castle",))),
        "Castle: missing",
    ),
    "avoid": (lambda s: (s, request(avoid=("castle",))), "avoided: castle"),
    "pinned": (pinned_elsewhere, r"town/castle: day \d \d\d:\d\d"),
    "fixed": (lambda s: (s, request(fixed=(OPERA,))), "Opera 19:30–21:00: not kept"),
    "journey": (
        lambda s: (s, request(arrival=Ride(13 * 60 + 5), departure=Ride(14 * 60))),
        r"day (begins \d\d:\d\d, you arrive at 13:05|ends \d\d:\d\d, you leave at 14:00)",
    ),
}  # fmt: skip


def test_every_kind_of_constraint_is_planted():
    # sessions: test_sights_are_open_and_shows_on_time.py, coaches: test_coaches_are_caught.py,
    # daylight: test_visits_in_the_dark_are_caught.py, on_the_way: tests/planning/test_stops_on_drives.py
    assert {*PLANTED, "session", "coach", "daylight", "on_the_way"} == CONSTRAINTS


@pytest.mark.parametrize("constraint", PLANTED)
def test_the_planted_violation_is_found_with_its_evidence(sound, constraint):
    plant, evidence = PLANTED[constraint]
    found = [check for check in failures(*plant(sound)) if check.constraint == constraint]
    assert any(re.fullmatch(evidence, check.evidence.en) for check in found), [check.evidence.en for check in found]
    assert all(check.evidence.zh for check in found)


def test_a_sound_plan_passes_every_check(sound):
    certificate = verify(sound, PLAN_REQUEST, SIGHTS)
    assert certificate.feasible
    assert {"opening_hours", "last_entry", "travel_time", "day_window", "no_overlap", "lunch", "dinner"} <= {
        check.constraint for check in certificate.checks
    }


def test_the_failed_check_names_its_visit_and_day(sound):
    late = with_visit(sound, "town/museum", arrive=16 * 60 + 40, depart=17 * 60)
    check = next(check for check in failures(late) if check.constraint == "last_entry")
    assert (check.visit, check.day) == ("town/museum", day_of(sound, "town/museum").day)


def test_no_time_for_the_way_when_no_leg_is_stated(sound):
    day = day_of(sound, "town/castle")
    assert "travel_time" not in failed(with_day(sound, day.day, legs=()))
    visit = next(visit for visit in day.visits if visit.sight == "town/castle")
    assert "travel_time" in failed(with_day(sound, day.day, legs=(), visits=(visit,), start=visit.arrive))


def test_a_meal_in_the_middle_of_a_visit(sound):
    day = next(day for day in sound.days if any(meal.visit is None and meal.kind == "dinner" for meal in day.meals))
    visit = day.visits[0]
    meal = Meal("dinner", visit.arrive, visit.depart)
    assert "no_overlap" in failed(with_day(sound, day.day, meals=(meal,)))


def test_a_day_without_its_lunch_and_a_dinner_too_late(sound):
    lunch, dinner = meals_of(sound, "lunch"), meals_of(sound, "dinner")
    assert "lunch" in failed(with_day(sound, 1, meals=dinner))
    assert "dinner" in failed(with_day(sound, 1, meals=(*lunch, Meal("dinner", 22 * 60, 23 * 60))))


def test_a_sight_that_nobody_knows(sound):
    assert "known_sight" in failed(with_visit(sound, "town/castle", sight="town/nothing"))


@pytest.mark.parametrize("term", ["town/castle", "castle", "art"])
def test_an_avoided_sight_category_or_tag_is_all_that_fails(sound, term):
    assert failed(sound, request(avoid=(term,))) == {"avoid"}


def test_a_pin_and_a_booking_not_kept_are_all_that_fails(sound):
    assert failed(*pinned_elsewhere(sound)) == {"pinned"}
    assert failed(sound, request(fixed=(OPERA,))) == {"fixed"}


def test_a_visit_of_another_length_than_its_pin_is_all_that_fails(sound):
    minutes = next(visit.minutes for visit in sound.visits if visit.sight == "town/castle")
    assert failed(sound, request(pinned=(Pin("town/castle", minutes=minutes),))) == set()
    assert failed(sound, request(pinned=(Pin("town/castle", minutes=minutes + 15),))) == {"pinned"}


def test_every_evidence_is_in_both_languages(sound):
    checks = verify(with_visit(sound, "town/museum", arrive=0), PLAN_REQUEST, SIGHTS).checks
    assert all(check.evidence.en and check.evidence.zh for check in checks)
