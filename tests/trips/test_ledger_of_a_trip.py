"""A saved trip with a brief has its ledger made anew whenever its plan is verified or edited."""

import dataclasses
from datetime import date
from functools import cache
from typing import Any

import pytest

from travelagent.briefs.compile import compile_request
from travelagent.briefs.values import Dates, Stay, TripBrief
from travelagent.briefs.wire import brief_to_wire
from travelagent.catalog.adapter import planning_sights
from travelagent.compute.pool import Terms
from travelagent.planning.edits.sights import Remove
from travelagent.planning.engine import plan
from travelagent.trips import actions
from travelagent.trips.plans import edited, payload_of, verified

PANTHEON = "rome/pantheon"
BRIEF = TripBrief(stays=(Stay("rome"),), dates=Dates(start=date(2027, 5, 11), days=1), must_see=(PANTHEON,))


@cache
def saved() -> dict[str, Any]:
    sights = planning_sights(BRIEF.places)
    request = dataclasses.replace(compile_request(BRIEF, sights, date(2026, 12, 1)).request, iterations=300)
    return {**payload_of(plan(request, sights), request), "brief": brief_to_wire(BRIEF)}


def verdicts(payload: dict[str, Any]) -> dict[tuple[str, str], str]:
    return {(entry["field"], entry["key"]): entry["verdict"] for entry in payload["ledger"]}


def test_it_works() -> None:
    forged = {**saved(), "ledger": [{"field": "must_see", "verdict": "given_up"}]}
    assert verdicts(verified(forged)) == {
        ("stays", "rome"): "kept",
        ("dates", "days"): "kept",
        ("dates", "start"): "kept",
        ("must_see", PANTHEON): "kept",
    }
    (day,) = saved()["days"]
    without = {**day, "visits": [visit for visit in day["visits"] if visit["sight"] != PANTHEON]}
    assert verdicts(verified({**saved(), "days": [without]}))["must_see", PANTHEON] == "given_up"


def test_a_plan_without_a_brief_has_none() -> None:
    plain = {name: value for name, value in saved().items() if name != "brief"}
    assert "ledger" not in verified({**plain, "ledger": []})


def test_an_edit_recomputes_the_ledger() -> None:
    payload, _ = edited(saved(), [Remove(PANTHEON)], Terms(""), mend=False)
    assert verdicts(payload)["avoid", PANTHEON] == "kept"
    assert ("must_see", PANTHEON) not in verdicts(payload)


@pytest.mark.django_db
def test_the_notes_of_the_brief_are_those_of_the_saved_trip(person: int) -> None:
    brief = brief_to_wire(dataclasses.replace(BRIEF, notes=("Her birthday", "Room with a lift")))
    plan = {**saved(), "brief": brief}
    assert actions.create_trip(person, "Rome", plan).notes == "Her birthday\nRoom with a lift"
    assert actions.create_trip(person, "Rome", plan, notes="Passport!").notes == "Passport!"
