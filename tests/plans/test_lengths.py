"""How long who goes stays at a sight: half a day at most where children or elders walk through it from end to end."""

from __future__ import annotations

import pytest

from tests.planning.cast import TUESDAY, request, sight
from travelagent.catalog import source
from travelagent.catalog.adapter import city_stay, planning_sights
from travelagent.planning.engine import plan
from travelagent.plans.requests import QUIET_MINUTES, TOURED_CATEGORIES, TOURED_MINUTES, with_visit_minutes
from travelagent.plans.values import PACES, Pin, PlanRequest, Walker


@pytest.mark.parametrize(
    ("category", "walkers", "minutes"),
    [
        ("museum", ("adult",), 270),
        ("museum", ("adult", "teenager"), 270),
        ("museum", ("adult", "child"), QUIET_MINUTES),
        ("museum", ("adult", "senior"), TOURED_MINUTES),
        ("palace", ("adult", "child"), TOURED_MINUTES),
        ("palace", ("senior",), TOURED_MINUTES),
        ("palace", ("adult",), 270),
        ("zoo", ("adult", "small_child", "senior"), 270),
        ("theme_park", ("adult", "child"), 270),
        ("mountain", ("adult", "senior"), 270),
    ],
)
def test_who_goes_says_how_long(category: str, walkers: tuple[Walker, ...], minutes: int) -> None:
    place = sight("place", 48.0, 11.0, category=category, minutes=270)
    (lasting,) = with_visit_minutes((place,), request(walkers=walkers))
    assert lasting.minutes == minutes


def test_what_lies_in_thin_air_is_a_day_out() -> None:
    abbey = sight("abbey", 48.0, 11.0, category="temple", minutes=270, strains=("altitude",))
    (lasting,) = with_visit_minutes((abbey,), request(walkers=("adult", "senior")))
    assert lasting.minutes == 270


def test_short_visits_and_wished_lengths_stay() -> None:
    short, long = (sight(name, 48.0, 11.0, category="palace", minutes=m) for name, m in (("hut", 60), ("court", 270)))
    plan_request = request(walkers=("child", "senior"), pinned=(Pin(long.id, minutes=300),))
    assert [each.minutes for each in with_visit_minutes((short, long), plan_request)] == [60, 300]


def test_a_family_is_in_no_palace_or_museum_for_longer() -> None:
    sights = planning_sights(["beijing"])
    stay = city_stay(source.cities()["beijing"])
    plan_request = PlanRequest(
        (stay,), 3, start_date=TUESDAY, walkers=("adult", "child", "senior"), deadline_seconds=60.0
    )
    toured = {each.id for each in sights if each.category in TOURED_CATEGORIES}
    found = [visit for visit in plan(plan_request, sights).visits if visit.sight in toured]
    assert "beijing/forbidden-city" in {visit.sight for visit in found}
    assert max(visit.minutes for visit in found) <= TOURED_MINUTES + PACES["normal"].meal_minutes
