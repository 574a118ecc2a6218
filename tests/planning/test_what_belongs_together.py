"""A far gate is entered once, of alternatives one is seen, and one goes on from sight to sight in their order."""

from __future__ import annotations

from datetime import date

import pytest

from tests.planning.cast import SIGHTS, request, sight
from travelagent.catalog import source
from travelagent.catalog.adapter import city_stay, planning_sights
from travelagent.planning.engine import plan
from travelagent.plans.values import Itinerary, PlanRequest

GATE = tuple(
    sight(slug, 48.4 + north, 11.0, minutes=minutes, score=9.0, area="valley", hours="07:00-19:00")
    for slug, north, minutes in (("falls", 0.0, 240), ("lake", 0.01, 120), ("temple", 0.02, 90))
)
DECKS = tuple(
    sight(slug, 48.0, 11.0 + east, minutes=60, score=9.0, category="tower", alternative="deck", hours="09:00-21:00")
    for slug, east in (("north-deck", 0.004), ("south-deck", 0.008), ("east-deck", 0.012))
)


def days_of(itinerary: Itinerary, ids: set[str]) -> list[int]:
    return [day.day for day in itinerary.days if any(visit.sight in ids for visit in day.visits)]


def seen(itinerary: Itinerary, ids: set[str]) -> list[str]:
    return [visit.sight for visit in itinerary.visits if visit.sight in ids]


@pytest.mark.parametrize("days", [2, 3, 4])
def test_a_far_gate_is_entered_on_one_day(days: int) -> None:
    found = plan(request(days=days), (*SIGHTS, *GATE))
    assert len(days_of(found, {here.id for here in GATE})) == 1


def test_a_gate_is_entered_again_for_what_is_demanded() -> None:
    longer = tuple(
        sight(f"peak-{number}", 48.4 + number / 100, 11.0, minutes=290, area="massif", hours="07:00-19:00")
        for number in range(2)
    )
    found = plan(request(days=2, must_see=tuple(here.id for here in longer)), (*SIGHTS, *longer))
    assert len(days_of(found, {here.id for here in longer})) == 2


@pytest.mark.parametrize(
    ("city", "days", "start", "gate"),
    [
        ("lijiang", 4, date(2027, 4, 12), "jade-dragon"),
        ("huangshan", 3, date(2027, 5, 10), "huangshan-summit"),
    ],
)
def test_the_gates_of_the_catalogue_are_entered_once(city: str, days: int, start: date, gate: str) -> None:
    sights = planning_sights([city])
    found = plan(PlanRequest((city_stay(source.cities()[city]),), days, start_date=start), sights)
    behind = {here.id for here in sights if here.area == gate}
    assert len(behind) > 1
    assert len(days_of(found, behind)) == 1


def test_of_alternatives_one_is_seen() -> None:
    found = plan(request(days=3), (*SIGHTS, *DECKS))
    assert len(seen(found, {deck.id for deck in DECKS})) == 1


def test_all_alternatives_that_are_demanded_are_seen() -> None:
    ids = {deck.id for deck in DECKS}
    assert set(seen(plan(request(days=3, must_see=tuple(sorted(ids))), (*SIGHTS, *DECKS)), ids)) == ids


def test_every_alternative_of_the_catalogue_has_another() -> None:
    groups: dict[tuple[str, str], int] = {}
    for id, group in source.alternatives().items():
        key = source.sights()[id].city, group
        groups[key] = groups.get(key, 0) + 1
    assert groups
    assert min(groups.values()) > 1


def test_a_climb_leads_to_the_summit_and_not_back() -> None:
    peaks = ("taian/mount-tai-climb", "taian/south-gate-to-heaven", "taian/bixia-temple", "taian/jade-emperor-peak")
    plan_request = PlanRequest((city_stay(source.cities()["taian"]),), 3, start_date=date(2027, 5, 10), must_see=peaks)
    found = plan(plan_request, planning_sights(["taian"]))
    assert seen(found, set(peaks)) == list(peaks)
