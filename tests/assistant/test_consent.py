"""Changes by a language model that take away what nobody mentioned wait for the traveller's word."""

import asyncio
from typing import Any

import pytest

from agent_core.agent import Agent, Task
from agent_core.events import Decision
from agent_core.messages import call
from agent_core.testing import ScriptedModel, calls, text
from tests.agent_core.cast import Recorder
from tests.assistant.asking import Memory, conversed
from tests.assistant.models.wired import parts
from travelagent.assistant.language import language_of
from travelagent.briefs.at_hand import TripAtHand
from travelagent.briefs.party import head_count

PLANNED = "Beijing and Xi'an, 5 days, four adults"


@pytest.fixture(scope="module")
def planned() -> Memory:
    memory = Memory()
    asyncio.run(conversed([PLANNED], memory=memory))
    return memory


def facts(trip: TripAtHand) -> tuple[int, int, int]:
    """How many days, cities and people the trip at hand has."""
    assert trip.itinerary is not None
    return len(trip.itinerary["days"]), len(trip.itinerary["cities"]), head_count(trip.brief.party)


async def changed(planned: Memory, message: str, args: Any, decision: Decision | None) -> tuple[Recorder, TripAtHand]:
    """Return the events of a message that a model answers by change_route, and the trip after it."""
    memory = Memory(planned.sinks)
    trip, sink = memory.trip(), Recorder()
    model = ScriptedModel(calls(call("c", "change_route", **args)), text("So it is."))
    agent = Agent(parts(model, trip))
    injected = memory.injected(sink)
    task = Task(message, run="run9", owner="ann", locale=language_of(message), injected=injected)
    paused = await agent.run(task, sink=sink)
    if decision is not None:
        agent.parts.proposals.decide(paused.waits_for[0], decision, "ann")
        await agent.resume("run9", sink=sink, injected=injected)
    return sink, memory.trip()


@pytest.mark.parametrize(
    ("message", "args", "summary", "decision", "after"),
    [
        ("Is there a good noodle shop near the hotel?", {"days": 3}, "5 → 3 days", "approve", (3, 2, 4)),
        ("兵马俑人多吗？", {"brief": {"party": {"adults": 2}}}, "4 人 → 2 人", "reject", (5, 2, 4)),
        ("有翅膀吗？", {"brief": {"needs": ["wheelchair", "wings"]}}, "个没有提到的景点会去掉", "reject", (5, 2, 4)),
    ],
)
async def test_what_nobody_mentioned_waits_for_a_decision(
    planned: Memory, message: str, args: Any, summary: str, decision: Decision, after: tuple[int, int, int]
) -> None:
    sink, trip = await changed(planned, message, args, decision)

    (required,) = sink.of("confirmation_required")
    assert summary in required.calls[0].summary
    assert sink.of("answer")[-1].text == ("So it is." if decision == "approve" else "行程保持原样。")
    assert facts(trip) == after


async def test_what_the_message_speaks_of_is_done(planned: Memory) -> None:
    sink, trip = await changed(planned, "西安不去了", {"brief": {"stays": [{"place": "beijing", "days": 5}]}}, None)

    assert sink.of("confirmation_required") == []
    assert facts(trip) == (5, 1, 4)
