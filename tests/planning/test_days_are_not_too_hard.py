"""No plan has a day that is harder than those who go can bear, but for what they asked for by name."""

from __future__ import annotations

import dataclasses
import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.planning import worlds
from tests.planning.cast import SIGHTS, TOWN, request, sight
from travelagent.planning.editing import edit_plan
from travelagent.planning.edits.sights import Add, Remove
from travelagent.planning.engine import plan
from travelagent.planning.hardship import TOO_HARD
from travelagent.plans.day_strain import DayStrain, strained_days
from travelagent.plans.errors import Infeasible, InvalidRequest
from travelagent.plans.strain import LIMITS
from travelagent.plans.values import Assumption, Check, Itinerary, Pin, PlanRequest, Sight
from travelagent.verifier import verify
from travelagent.wire.request import request_from_wire, request_to_wire

PEAKS = tuple(
    sight(f"peak-{n}", 48.01 + n / 200, 11.0, category="mountain", minutes=180, score=9.0 - n / 10, climb=1_500)
    for n in range(4)
)
WALKERS = ("adult", "senior", "small_child", "wheelchair")


def plan_request(**changes: Any) -> PlanRequest:
    return request(**{"walkers": ("adult",), "iterations": 2_000, **changes})


def days_of(found: Itinerary, plan_request: PlanRequest, sights: tuple[Sight, ...]) -> list[DayStrain]:
    return list(strained_days(found.days, plan_request, {each.id: each for each in sights}))


def checks_of(found: Itinerary) -> list[Check]:
    return [check for check in found.certificate.checks if check.constraint == "strain"]


def peaks_a_day(found: Itinerary) -> list[int]:
    return [sum("peak" in (visit.sight or "") for visit in day.visits) for day in found.days]


def test_two_peaks_are_climbed_on_one_day_only_where_it_is_not_known_who_goes() -> None:
    assert max(peaks_a_day(plan(plan_request(walkers=()), PEAKS))) == 2
    found = plan(plan_request(), PEAKS)
    assert peaks_a_day(found) == [1, 1]
    assert not any(day.is_over for day in days_of(found, plan_request(), PEAKS))


def test_a_faster_pace_may_be_harder_and_seniors_have_less() -> None:
    assert max(peaks_a_day(plan(plan_request(pace="packed", days=1), PEAKS))) == 2
    assert peaks_a_day(plan(plan_request(walkers=("senior",), pace="relaxed", days=1), PEAKS)) == [0]


def test_every_day_is_proved_in_both_languages_with_its_parts() -> None:
    *days, trip = checks_of(plan(plan_request(), PEAKS))
    assert [check.day for check in days] == [1, 2]
    assert all(check.status == "pass" for check in (*days, trip))
    assert all(f"of {LIMITS['normal']:.1f} — " in check.evidence.en for check in days)
    assert all("3 h of visits, 1,500 m of climbing" in check.evidence.en for check in days)
    assert all("游览 3 小时、爬升 1,500 米" in check.evidence.zh for check in days)
    assert "the whole trip: " in trip.evidence.en
    assert "全程" in trip.evidence.zh


def test_what_is_left_out_for_it_says_so() -> None:
    left = {row.sight: row for row in plan(plan_request(days=1), PEAKS).left_out}
    assert len(left) == 3
    assert {row.reason.en for row in left.values()} == {
        "It would make the days on which it fits harder than is good for you."
    }
    assert "Fits if you drop" in next(iter(left.values())).relaxation.en


def test_what_was_asked_for_by_name_stays_and_the_plan_says_that_it_is_hard() -> None:
    must_see = tuple(peak.id for peak in PEAKS[:2])
    wanted = plan_request(days=1, must_see=must_see)
    found = plan(wanted, (*PEAKS, *SIGHTS))
    assert {visit.sight for visit in found.visits} == set(must_see)
    assert found.certificate.feasible
    (day, _) = checks_of(found)
    assert "over the limit of 8.0, for what you asked for" in day.evidence.en
    assert "超过上限 8.0" in day.evidence.zh
    (note,) = [note for note in found.assumptions if "harder than is good for you" in note.en]
    assert note.en.startswith("Day 1 is harder than is good for you, ")
    assert "Peak-0" in note.en
    assert "偏累" in note.zh


def test_what_is_insisted_on_for_the_traveller_does_not_exceed_it() -> None:
    with pytest.raises(Infeasible):
        plan(plan_request(days=1, held=tuple(peak.id for peak in PEAKS[:2])), PEAKS)


def test_a_hard_day_is_followed_by_a_lighter_one() -> None:
    harder = tuple(dataclasses.replace(peak, climb=3_200) for peak in PEAKS)
    found = plan(plan_request(days=3), harder)
    days = days_of(found, plan_request(days=3), harder)
    assert any(day.is_hard for day in days)
    assert not any(before.is_hard and after.is_hard for before, after in itertools.pairwise(days))
    assert all(day.limit == (6.0 if day.rests else 8.0) for day in days)


def test_the_first_day_high_up_is_light() -> None:
    high = dataclasses.replace(TOWN, altitude=3_650)
    wanted = plan_request(cities=(high,), days=2)
    low, found = plan(plan_request(days=2), SIGHTS), plan(wanted, SIGHTS)
    first, second = days_of(found, wanted, SIGHTS)
    assert first.acclimatises
    assert first.strain.total <= first.limit == pytest.approx(0.6 * LIMITS["normal"])
    assert second.limit == LIMITS["normal"]
    assert "on the first day at 3,650 m" in checks_of(found)[0].evidence.en
    assert "第一天到海拔 3,650 米" in checks_of(found)[0].evidence.zh
    assert "You sleep at 3,650 m from the first night on: coming from low down, keep day 1 light." in {
        note.en for note in found.assumptions
    }
    assert not any("sleep at" in note.en for note in low.assumptions)


def test_the_verifier_finds_a_day_that_is_too_hard() -> None:
    wanted = plan_request()
    found = plan(plan_request(walkers=()), PEAKS)
    failures = [check for check in verify(found, wanted, PEAKS).failures if check.constraint == "strain"]
    assert failures
    assert all(check.evidence.en and check.evidence.zh for check in failures)


def test_a_sight_that_is_added_to_a_full_day_is_kept_and_the_answer_says_that_it_is_hard() -> None:
    wanted = plan_request(days=1)
    before = plan(wanted, PEAKS)
    other = next(left.sight for left in before.left_out)
    added = edit_plan(before, wanted, [Add(other)], PEAKS)
    assert other in {visit.sight for visit in added.itinerary.visits}
    assert added.itinerary.certificate.feasible


def test_who_goes_comes_back_from_the_wire() -> None:
    wanted = plan_request(cities=(dataclasses.replace(TOWN, altitude=2_640),), walkers=("adult", "senior"))
    wire = request_to_wire(wanted)
    assert wire["walkers"] == ["adult", "senior"]
    assert request_from_wire(wire) == wanted
    assert "walkers" not in request_to_wire(request())


@st.composite
def hard_worlds(draw) -> tuple[PlanRequest, tuple[Sight, ...]]:
    """Random towns with climbs and random wishes of a random party, high up or not."""
    sights = tuple(dataclasses.replace(each, climb=draw(st.integers(0, 2_500))) for each in draw(worlds.sights()))
    wanted = draw(worlds.requests(sights))
    party = draw(st.lists(st.sampled_from(WALKERS), min_size=1, max_size=3, unique=True).map(tuple))
    height = draw(st.sampled_from([0, 2_600, 3_700]))
    cities = tuple(dataclasses.replace(stay, altitude=height) for stay in wanted.cities)
    return dataclasses.replace(wanted, walkers=party, cities=cities), sights


@given(hard_worlds())
@settings(max_examples=60, deadline=None)
def test_no_random_plan_has_a_day_that_is_too_hard(world: tuple[PlanRequest, tuple[Sight, ...]]) -> None:
    wanted, sights = world
    try:
        found = plan(wanted, sights)
    except (Infeasible, InvalidRequest):
        return
    assert all(day.requested or not day.is_over for day in days_of(found, wanted, sights))


def test_a_day_that_becomes_too_hard_by_hand_is_told_until_it_is_not() -> None:
    wanted = plan_request(days=1, pinned=tuple(Pin(peak.id, 1) for peak in PEAKS[:2]))
    hard = plan(wanted, PEAKS)
    assert [note.rule for note in hard.assumptions if isinstance(note, Assumption)] == [TOO_HARD]
    easier = edit_plan(hard, wanted, [Remove(PEAKS[0].id)], PEAKS, mend=False)
    assert easier.itinerary.certificate.feasible
    assert not [note for note in easier.itinerary.assumptions if isinstance(note, Assumption)]
    again = edit_plan(easier.itinerary, easier.request, [Add(PEAKS[0].id, 1, 0)], PEAKS, mend=False)
    assert [note.rule for note in again.itinerary.assumptions if isinstance(note, Assumption)] == [TOO_HARD]
    assert any("harder than is good for you" in done.en for done in again.done)
