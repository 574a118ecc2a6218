"""What the documentation takes from the code is up to date with the code."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest
from jsonschema import Draft202012Validator

from agent_core.events import CORE_TYPES, CustomEvent, Event, wire_data
from agent_core.messages import ReasoningDelta, ToolCallDelta, call
from agent_core.proposals import InMemoryProposals
from agent_core.testing import calls, text
from tests.agent_core.cast import Ledger, Recorder, add, agent_with, fail, task
from tests.docs.renew import (
    ARCHITECTURE,
    BRIEFS,
    COMMAND,
    DOCS,
    PLANNING,
    SCHEMA,
    schema_text,
    with_diagram,
    with_edits,
    with_rules,
)
from travelagent.assistant import tools
from travelagent.assistant.artifact_kinds import ArtifactKind
from travelagent.assistant.tools.trip_at_hand import trip_events
from travelagent.briefs.at_hand import TripAtHand
from travelagent.briefs.events import EVENTS
from travelagent.briefs.values import Dates, TripBrief


def test_the_diagram_is_the_graph() -> None:
    page = ARCHITECTURE.read_text("utf-8")
    assert with_diagram(page) == page, f"if the graph is meant to have changed: {COMMAND}"


def test_the_rules_of_travel_are_those_of_the_code() -> None:
    page = BRIEFS.read_text("utf-8")
    assert with_rules(page) == page, f"if the rules are meant to have changed: {COMMAND}"


def test_the_kinds_of_edit_are_those_of_the_code() -> None:
    page = PLANNING.read_text("utf-8")
    assert with_edits(page) == page, f"if the edits are meant to have changed: {COMMAND}"


def test_the_events_schema_is_the_released_one() -> None:
    """Fields may be added, none removed or renamed: look at the difference before renewing the file."""
    assert schema_text() == SCHEMA.read_text("utf-8"), f"if the change is meant: {COMMAND}"


VALIDATOR = Draft202012Validator(json.loads(SCHEMA.read_text("utf-8")))


def envelope(event: Event, seq: int) -> dict[str, object]:
    return {"seq": seq, "run": "run_1", "type": event.type, "at": "2026-01-31T10:00:00.123Z", "data": wire_data(event)}


async def test_what_runs_tell_holds_to_the_schema() -> None:
    sink, ledger, proposals = Recorder(), Ledger(), InMemoryProposals()
    replies = [
        [ReasoningDelta("Hm."), *calls(call("c1", "add", a=1, b=2), ToolCallDelta(1, "c2", "fail", "{}"))],
        calls(call("w", "book", seat=7)),
        text("Seat 7 is yours."),
    ]
    agent = agent_with(*replies, tools=(add, fail, ledger.book), proposals=proposals)
    paused = await agent.run(task(run="run_1", owner="ann"), sink=sink)
    proposals.decide(paused.waits_for[0], "approve", "ann")
    await agent.resume("run_1", sink=sink)

    for seq, event in enumerate(sink.events, 1):
        VALIDATOR.validate(envelope(event, seq))
    types = {event.type for event in sink.events}
    assert {"thought", "tool_end", "confirmation_required", "run_paused", "run_resumed"} <= types


def test_what_tools_tell_of_the_trip_holds_to_the_schema() -> None:
    events = trip_events(TripAtHand(), TripBrief(dates=Dates(days=3)), "model", plan="c1_a1")

    assert [event.type for event in events] == list(EVENTS)
    for seq, event in enumerate(events, 1):
        VALIDATOR.validate(envelope(event, seq))


@pytest.mark.parametrize(
    ("type", "data"),
    [
        ("brief_changed", {"version": 1, "source": "guessed", "changes": [], "brief": {}}),
        ("brief_changed", {"version": 1, "source": "form", "changes": [{"field": "pace"}], "brief": {}}),
        ("plan_changed", {"version": 1, "artifact": "c1_a1"}),
        ("price_changed", {}),
    ],
)
def test_the_schema_refuses_events_that_are_not_declared(type: str, data: dict[str, object]) -> None:
    assert not VALIDATOR.is_valid(envelope(CustomEvent(type, data), 1))


def test_tools_show_the_kinds_of_artifacts_that_are_declared() -> None:
    sources = "".join(path.read_text("utf-8") for path in Path(tools.__file__).parent.glob("*.py"))

    assert set(re.findall(r'Shown\(\s*"(\w+)"', sources)) == set(get_args(ArtifactKind))


@pytest.mark.parametrize(
    "spoilt",
    [
        {"type": "tool_finish"},
        {"seq": 0},
        {"data": {"id": "c1", "tool": "add", "args": {}}},
        {"data": {"id": 1, "tool": "add", "args": {}, "label": ""}},
    ],
)
def test_the_schema_refuses_what_is_no_event(spoilt: dict[str, object]) -> None:
    good = {
        "seq": 1,
        "run": "run_1",
        "type": "tool_start",
        "at": "2026-01-31T10:00:00.123Z",
        "data": {"id": "c1", "tool": "add", "args": {}, "label": "Adding"},
    }
    assert VALIDATOR.is_valid(good)
    assert not VALIDATOR.is_valid({**good, **spoilt})


def test_the_contract_names_every_event_with_its_fields() -> None:
    rows = {
        line.split("|")[1].strip(" `"): line
        for line in (DOCS / "contract.md").read_text("utf-8").splitlines()
        if line.startswith("| `")
    }
    definitions = json.loads(schema_text())["$defs"]
    for type in [*CORE_TYPES, *EVENTS]:
        for name in definitions[type]["properties"]:
            assert f"`{name}`" in rows[type], f"{type}.{name}"
