"""The ledger in what tools return: with the cost held against the limit, and as a model reads it."""

import dataclasses
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Any

import pytest

from travelagent.assistant.ledgers import plan_ledger
from travelagent.assistant.tools.itineraries import compact, result_of
from travelagent.assistant.views.plan import plan_view
from travelagent.briefs.compile import compile_request
from travelagent.briefs.values import BudgetLimit, Dates, Party, Stay, TripBrief, Unserved
from travelagent.catalog.adapter import planning_sights
from travelagent.planning.engine import plan
from travelagent.plans.values import Itinerary, PlanRequest
from travelagent.wire.itinerary import itinerary_to_wire

BRIEF = TripBrief(
    stays=(Stay("rome", 2),),
    dates=Dates(start=date(2027, 5, 11)),
    party=Party(adults=2),
    budget=BudgetLimit(Decimal(100), "EUR"),
    must_see=("rome/colosseum", "rome/pantheon"),
    unserved=(Unserved("a pony", "there are none"),),
)


@cache
def made() -> tuple[PlanRequest, Itinerary]:
    sights = planning_sights(BRIEF.places)
    request = dataclasses.replace(compile_request(BRIEF, sights, date(2026, 12, 1)).request, iterations=300)
    return request, plan(request, sights)


def payload(brief: TripBrief = BRIEF) -> dict[str, Any]:
    request, itinerary = made()
    written = itinerary_to_wire(itinerary)
    return {**written, "ledger": plan_ledger(brief, request, itinerary, written)}


def verdicts(payload: dict[str, Any]) -> dict[str, str]:
    return {entry["field"]: entry["verdict"] for entry in payload["ledger"]}


@pytest.mark.parametrize(
    ("limit", "verdict"),
    [(BudgetLimit(Decimal(100), "EUR"), "given_up"), (BudgetLimit(Decimal(90_000), "CNY"), "kept"), (None, None)],
)
def test_the_limit_is_held_against_what_the_plan_costs_in_its_own_currency(
    limit: BudgetLimit | None, verdict: str | None
) -> None:
    found = payload(dataclasses.replace(BRIEF, budget=limit))
    assert verdicts(found).get("budget") == verdict
    (words,) = [entry["evidence"]["en"] for entry in found["ledger"] if entry["field"] == "budget"] or [""]
    assert limit is None or str(limit.currency) in words


@pytest.mark.parametrize(
    ("locale", "lines"),
    [
        ("en", ["- 5 kept", "- a pony (not understood): there are none"]),
        ("zh", ["- 5 kept", "- a pony (not understood): there are none"]),
    ],
)
def test_a_model_reads_how_many_wishes_are_kept_and_each_that_is_not(locale: str, lines: list[str]) -> None:
    request, itinerary = made()
    shown = plan_view(compact(payload(), itinerary, locale)).splitlines()
    begins = shown.index("what was asked for:")
    first, over, pony = shown[begins + 1 : begins + 4]
    assert [first, pony] == lines
    assert over.startswith("- 100 EUR in all (given up): " if locale == "en" else "- 总预算 100 EUR (given up): ")
    result = result_of(itinerary, request, BRIEF, (), locale)
    (artifact,) = result.shown
    assert artifact.payload["ledger"] == payload()["ledger"]
    assert artifact.payload["brief"]["must_see"] == list(BRIEF.must_see)


def test_a_plan_of_an_earlier_release_has_none() -> None:
    _, itinerary = made()
    assert "what was asked for:" not in plan_view(compact(itinerary_to_wire(itinerary), itinerary, "en"))
