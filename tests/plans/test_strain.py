"""How hard a day is: its parts sum, more of anything never makes it easier, and its limit goes by pace and party."""

from __future__ import annotations

import dataclasses
from datetime import date
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from travelagent.plans.day_strain import strained_days
from travelagent.plans.strain import (
    CLIMB_METRES,
    EARLY,
    FACTORS,
    LIMITS,
    Load,
    Strain,
    has_to_acclimatise,
    load_of_begin,
    load_of_sight,
    load_of_way,
    sleeps_too_high,
    strain_of,
    usual_limit,
)
from travelagent.plans.strain_words import load_text
from travelagent.plans.values import CityStay, DayPlan, Leg, LocalizedText, PlanRequest, Point, Sight, Visit, Walker

PARTS = [field.name for field in dataclasses.fields(Strain)]
QUANTITIES = [field.name for field in dataclasses.fields(Load)]
WALKERS: tuple[Walker, ...] = get_args(Walker)
amounts = st.floats(0, 2_000, allow_nan=False)
loads = st.builds(Load, **dict.fromkeys(QUANTITIES, amounts))
parties = st.lists(st.sampled_from(WALKERS), max_size=4).map(tuple)
NAME = LocalizedText("Peak", "山峰")
TOWN = CityStay("town", NAME, 48.0, 11.0)
PEAK = Sight("town/peak", "town", NAME, 48.1, 11.1, "mountain", 300, 9.0, climb=1_200)


@given(loads, parties)
def test_the_parts_sum_to_the_figure(load: Load, party: tuple[Walker, ...]) -> None:
    strain = strain_of(load, party)
    assert strain.total == pytest.approx(sum(getattr(strain, part) for part in PARTS))
    assert all(getattr(strain, part) >= 0 for part in PARTS)


@given(loads, parties, st.sampled_from([name for name in QUANTITIES if name not in ("km", "seen")]), amounts)
def test_more_of_anything_never_makes_a_day_easier(
    load: Load, party: tuple[Walker, ...], quantity: str, more: float
) -> None:
    harder = dataclasses.replace(load, **{quantity: getattr(load, quantity) + more})
    assert strain_of(harder, party).total >= strain_of(load, party).total
    if more > 1:
        assert strain_of(harder, party).total > strain_of(load, party).total


@given(loads, parties, st.sampled_from(WALKERS))
def test_another_walker_never_makes_a_day_easier(load: Load, party: tuple[Walker, ...], walker: Walker) -> None:
    alone, joined = strain_of(load, party), strain_of(load, (*party, walker))
    assert all(getattr(joined, part) >= getattr(alone, part) for part in PARTS)
    assert usual_limit("normal", (*party, walker)) <= usual_limit("normal", party)


@given(loads, st.sampled_from(WALKERS))
def test_nobody_bears_more_than_a_fit_adult(load: Load, walker: Walker) -> None:
    assert strain_of(load, (walker,)).total >= strain_of(load, ("adult",)).total
    assert strain_of(load, (walker,)).total >= strain_of(load, ()).total


@given(st.integers(0, 1_000), st.integers(0, 400), st.integers(0, 5_000), st.integers(0, 5_000))
def test_who_sets_out_earlier_or_sleeps_higher_has_it_harder(leaves: int, sooner: int, height: int, rise: int) -> None:
    def begun(leaves: int, height: int) -> float:
        return strain_of(load_of_begin(leaves, 0, height, 1_000), ("adult",)).total

    assert begun(max(leaves - sooner, 0), height + rise) >= begun(leaves, height)


def test_an_hour_is_an_hours_walk_or_six_hundred_metres_of_climbing() -> None:
    assert strain_of(Load(walked=60), ()).total == 1
    assert strain_of(Load(climbed=CLIMB_METRES), ()).total == 1
    assert strain_of(load_of_begin(EARLY - 60, 0, 0, 0), ()).early_start == 1
    assert strain_of(load_of_begin(EARLY, 0, 0, 0), ()).total == 0


@pytest.mark.parametrize(
    ("frailer", "fitter"),
    [("senior", "adult"), ("small_child", "child"), ("child", "teenager"), ("wheelchair", "adult"),
     ("pregnant", "adult"), ("little_walking", "adult")],
)  # fmt: skip
def test_a_frailer_walker_has_it_harder_in_no_part_easier(frailer: Walker, fitter: Walker) -> None:
    assert all(getattr(FACTORS[frailer], part) >= getattr(FACTORS[fitter], part) for part in PARTS)
    assert FACTORS[frailer].climbing > FACTORS[fitter].climbing


def test_the_limit_grows_with_the_pace_and_falls_with_a_need() -> None:
    assert LIMITS["relaxed"] < LIMITS["normal"] < LIMITS["packed"]
    assert usual_limit("normal", ("adult", "senior")) == LIMITS["normal"]
    assert all(
        usual_limit("normal", (need,)) < LIMITS["normal"] for need in ("little_walking", "wheelchair", "pregnant")
    )


def test_a_ride_that_one_waits_for_tires_more_than_a_taxi() -> None:
    by_bus, by_taxi = (strain_of(load_of_way(mode, 30, 9.0), ()).total for mode in ("bus", "taxi"))
    assert 0 < by_taxi < by_bus < strain_of(load_of_way("walk", 30, 2.5), ()).total


def test_a_hike_tires_more_than_a_museum_and_that_more_than_a_show() -> None:
    at = {kind: dataclasses.replace(PEAK, category=kind, climb=0) for kind in ("mountain", "museum", "show")}
    hours = [strain_of(load_of_sight(sight, 120), ()).total for sight in at.values()]
    assert hours == sorted(hours, reverse=True)
    assert len(set(hours)) == 3


@pytest.mark.parametrize(
    ("height", "before", "light", "steep"),
    [(3_650, 0, True, True), (2_640, 0, True, False), (3_840, 3_650, False, False), (3_280, 2_410, True, True),
     (2_410, 500, False, False), (2_850, 2_640, False, False)],
)  # fmt: skip
def test_the_first_day_high_up_is_light_and_a_night_too_high_is_told(
    height: int, before: int, light: bool, steep: bool
) -> None:
    assert has_to_acclimatise(height, before) == light
    assert sleeps_too_high(height, before) == steep


def test_what_makes_a_day_hard_is_told_in_both_languages() -> None:
    load = Load(walked=108, km=9, climbed=600, early=60, moves=1, seated=150, seen=270)
    assert load_text(load) == LocalizedText(
        "9.0 km on foot, 4 h 30 min of visits, 600 m of climbing, start 06:30, a move to another hotel,"
        " 2 h 30 min of rides",
        "步行 9.0 公里、游览 4 小时 30 分钟、爬升 600 米、06:30 出发、换酒店、乘车 2 小时 30 分钟",
    )
    assert load_text(Load()) == LocalizedText("nothing that tires", "没有费力的安排")


def climbing_day(day: int, metres: int) -> tuple[DayPlan, Sight]:
    """A day with a peak of that many metres, an hour by train away."""
    peak = dataclasses.replace(PEAK, id=f"town/peak-{day}", climb=metres)
    hotel = Point(NAME, 48.0, 11.0)
    visit = Visit(peak.id, peak.id, "town", NAME, peak.lat, peak.lon, 600, 900, 300, None, 0, 1440, 0, NAME)
    leg = Leg("start", peak.id, NAME, NAME, "train", 60, 40.0, True, 540)
    return DayPlan(day, "town", date(2026, 4, 13 + day), 540, 960, hotel, hotel, (visit,), (), (leg,)), peak


def strained(request: PlanRequest, *metres: int):
    days, peaks = zip(*(climbing_day(day, climb) for day, climb in enumerate(metres, 1)), strict=True)
    return list(strained_days(days, request, {peak.id: peak for peak in peaks}))


def test_a_day_of_rest_follows_a_hard_one() -> None:
    request = PlanRequest((TOWN,), 3, start_date=date(2026, 4, 14), walkers=("adult",))
    hard, rest, usual = strained(request, 2_400, 1_000, 1_000)
    assert hard.is_hard
    assert not hard.is_over
    assert rest.rests
    assert rest.limit == 0.75 * LIMITS["normal"]
    assert not usual.rests
    assert usual.limit == LIMITS["normal"]


def test_what_was_asked_for_by_name_may_be_too_hard_and_is_wished() -> None:
    request = PlanRequest((TOWN,), 1, start_date=date(2026, 4, 14), walkers=("senior",), pace="relaxed")
    (unasked,) = strained(request, 2_000)
    (requested,) = strained(dataclasses.replace(request, must_see=("town/peak-1",)), 2_000)
    (held,) = strained(dataclasses.replace(request, held=("town/peak-1",)), 2_000)
    assert unasked.is_over
    assert requested.is_over
    assert held.is_over
    assert (unasked.requested, requested.requested, held.requested) == (False, True, False)


def test_no_day_is_limited_where_it_is_not_known_who_goes() -> None:
    (day,) = strained(PlanRequest((TOWN,), 1, start_date=date(2026, 4, 14)), 9_000)
    assert day.limit is None
    assert not day.is_over
