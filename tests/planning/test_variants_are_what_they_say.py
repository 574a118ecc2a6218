"""Fuller, calmer, cheaper, for rain; and what each visit could be exchanged for."""

from __future__ import annotations

import dataclasses
from decimal import Decimal

import pytest

from tests.planning.cast import SIGHTS, edits_of, request, sight
from travelagent.planning import variants
from travelagent.planning.edits.days import KeepIndoors
from travelagent.planning.engine import plan
from travelagent.planning.replan import replan, replan_unexplained
from travelagent.planning.variants import alternatives
from travelagent.plans.errors import Unverified
from travelagent.plans.values import Itinerary, LocalizedText, Pin
from travelagent.verifier import verify

INDOORS = tuple(
    sight(f"hall-{n}", 48.001 + n / 300, 11.002, category="museum", indoor=True, score=5.0 + n / 10, price=Decimal(n))
    for n in range(6)
)
SHOWS = tuple(
    sight(f"show-{n}", 48.003, 11.001 + n / 300, score=7.5, price=Decimal(90), booking="required") for n in range(4)
)
TOWN_SIGHTS = (*SIGHTS, *INDOORS, *SHOWS)
PLAN_REQUEST = request(days=2)


@pytest.fixture(scope="module")
def itinerary() -> Itinerary:
    return plan(PLAN_REQUEST, TOWN_SIGHTS)


@pytest.fixture(scope="module")
def found(itinerary):
    return {alternative.kind: alternative for alternative in alternatives(itinerary, PLAN_REQUEST, TOWN_SIGHTS)}


def test_every_variant_is_there_and_verified(found):
    assert set(found) == {"fuller", "calmer", "cheaper", "rainy"}
    assert all(alternative.itinerary.certificate.feasible for alternative in found.values())


def test_the_figures_differ_as_the_names_say(found):
    def of(kind):
        return found[kind].difference.before, found[kind].difference.after

    before, after = of("fuller")
    assert after.visits > before.visits
    before, after = of("calmer")
    assert after.visits < before.visits
    before, after = of("cheaper")
    assert after.tickets["EUR"] < before.tickets["EUR"]


def test_the_plan_for_rain_is_more_indoors(itinerary, found):
    roofed = {s.id for s in TOWN_SIGHTS if s.indoor}

    def share(plan: Itinerary) -> float:
        return sum(visit.minutes for visit in plan.visits if visit.sight in roofed) / sum(
            v.minutes for v in plan.visits
        )

    assert share(found["rainy"].itinerary) > share(itinerary)


def test_taking_a_variant_gives_what_was_shown(itinerary, found):
    for alternative in found.values():
        assert replan(itinerary, PLAN_REQUEST, alternative.edits, TOWN_SIGHTS).itinerary == alternative.itinerary


def test_a_variant_that_is_none_is_left_out():
    small = SIGHTS[:2]
    kinds = {alternative.kind for alternative in alternatives(plan(PLAN_REQUEST, small), PLAN_REQUEST, small)}
    assert "fuller" not in kinds
    assert "calmer" not in kinds


def test_a_variant_that_fails_its_verification_is_left_out_and_logged(itinerary, monkeypatch, caplog):
    def failing(before, request, edits, *args, **kwargs):
        if edits == (KeepIndoors(1), KeepIndoors(2)):
            raise Unverified(LocalizedText("no dinner", "没有晚餐"))
        return replan_unexplained(before, request, edits, *args, **kwargs)

    monkeypatch.setattr(variants, "replan_unexplained", failing)
    assert {each.kind for each in alternatives(itinerary, PLAN_REQUEST, TOWN_SIGHTS)} == {"fuller", "calmer", "cheaper"}
    assert [record.alternative for record in caplog.records] == ["rainy"]


def test_every_alternate_really_fits_in_the_visits_stead(itinerary):
    tried = 0
    for day in itinerary.days:
        for visit in day.visits:
            for alternate in visit.alternates:
                change = edits_of(drop=(visit.id,), pins=(Pin(alternate.sight, day.day),))
                after = replan(itinerary, PLAN_REQUEST, change, TOWN_SIGHTS).itinerary
                assert alternate.sight in {v.sight for v in after.days[day.day - 1].visits}
                tried += 1
    assert tried >= len(itinerary.visits)


def test_a_plan_for_rain_is_indoors_and_one_against_sold_out_needs_no_booking(itinerary):
    known = {s.id: s for s in TOWN_SIGHTS}
    kinds = set()
    for visit in itinerary.visits:
        for alternate in visit.alternates:
            kinds.add(alternate.kind)
            if alternate.kind == "rain":
                assert known[alternate.sight].indoor
                assert not known[visit.sight].indoor
            if alternate.kind == "sold_out":
                assert known[alternate.sight].booking == "none"
                assert known[visit.sight].booking != "none"
    assert kinds == {"swap", "rain", "sold_out"}


def test_what_is_demanded_is_not_offered_for_exchange():
    demanding = dataclasses.replace(PLAN_REQUEST, must_see=("town/castle",))
    castle = next(v for v in plan(demanding, TOWN_SIGHTS).visits if v.sight == "town/castle")
    assert "swap" not in {alternate.kind for alternate in castle.alternates}
    assert verify(plan(demanding, TOWN_SIGHTS), demanding, TOWN_SIGHTS).feasible
