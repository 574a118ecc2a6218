"""A model that fails for good hands over to its stand-in, for the rest of the run, with a note in the answer."""

import dataclasses
import itertools
from typing import Any

import pytest

from agent_core.agent import Agent
from agent_core.messages import Finish, TextDelta, call
from agent_core.model import ModelError
from agent_core.runtime import Parts
from agent_core.state import load_state
from agent_core.testing import ScriptedModel, Step, calls, text
from agent_core.tools import ToolRegistry
from tests.agent_core.cast import NO_WAIT, Recorder, add, task
from tests.agent_core.test_review import NoFour

DOWN = [ModelError("status 503", retryable=True)]
REFUSED = [ModelError("status 401", retryable=False)]


def pair(first: ScriptedModel, second: ScriptedModel, **more: Any) -> Agent:
    more.setdefault("retries", NO_WAIT)
    return Agent(Parts(first, ToolRegistry([add]), stand_ins=(second,), **more))


async def test_the_stand_in_goes_on_with_the_conversation_and_the_answer_says_so() -> None:
    sink = Recorder()
    first = ScriptedModel(calls(call("c1", "add", a=1, b=2)), DOWN, DOWN, DOWN, name="far")
    second = ScriptedModel(text("It is ", "3."), name="near")

    result = await pair(first, second).run(task(), sink=sink)

    assert result.success
    assert result.final_reply == "It is 3.\n\n(near answered in place of far.)"
    assert "".join(e.token for e in sink.of("llm_token")) == result.final_reply
    assert [e.code for e in sink.of("notice")] == ["fallback_model"]
    assert second.requests[0].messages[-1].role == "tool"
    assert [(e.model, e.finish_reason) for e in sink.of("model_call")] == [
        ("far", "tool_calls"), ("far", "error"), ("far", "error"), ("far", "error"), ("near", "stop"),
    ]  # fmt: skip
    assert result.metadata["llm_calls"] == 5


async def test_it_speaks_for_the_rest_of_the_run_without_asking_the_first_again() -> None:
    first = ScriptedModel(REFUSED, name="far")
    second = ScriptedModel(calls(call("c1", "add", a=1, b=2)), text("3"), name="near")

    result = await pair(first, second).run(task())

    assert result.final_reply.startswith("3")
    assert len(first.requests) == 1


async def test_the_text_of_the_one_that_broke_off_is_not_in_the_answer() -> None:
    sink = Recorder()
    cut = [TextDelta("It is th"), ModelError("cut", retryable=False)]

    result = await pair(ScriptedModel(cut, name="far"), ScriptedModel(text("3."), name="near")).run(task(), sink=sink)

    assert result.final_reply.startswith("3.")
    resumed = [e.type for e in sink.events].index("run_resumed")
    assert "".join(e.token for e in sink.events[resumed:] if e.type == "llm_token") == result.final_reply


async def test_when_all_have_failed_the_run_ends_as_without_stand_ins() -> None:
    sink = Recorder()

    result = await pair(ScriptedModel(REFUSED, name="far"), ScriptedModel(REFUSED, name="near")).run(task(), sink=sink)

    assert (result.status, result.metadata["stop_reason"]) == ("failed", "model_failed")
    assert [e.code for e in sink.of("error")] == ["model_failed"]


async def test_a_held_back_reply_is_not_asked_for_again() -> None:
    first = ScriptedModel([Finish("content_filter")], name="far")

    result = await pair(first, ScriptedModel(text("Fine."), name="near")).run(task())

    assert result.final_reply.startswith("Fine.")
    assert len(first.requests) == 1


async def test_nothing_is_tried_again_beyond_the_patience() -> None:
    slow = dataclasses.replace(NO_WAIT, patience_s=5.0)
    first = ScriptedModel([ModelError("busy", retryable=True, retry_after=30.0)], name="far")

    result = await pair(first, ScriptedModel(text("Here."), name="near"), retries=slow).run(task())

    assert result.final_reply.startswith("Here.")
    assert len(first.requests) == 1


@pytest.mark.parametrize(
    ("failure", "tried"),
    [([], 2), ([ModelError("broke off", retryable=True, replying=True)], 2), ([ModelError("late", retryable=True)], 1)],
    ids=["an empty reply", "a broken one", "none"],
)
async def test_the_time_of_a_reply_costs_no_patience(failure: list[Step], tried: int) -> None:
    now = itertools.count(step=110.0)
    slow = dataclasses.replace(NO_WAIT, patience_s=6.0, clock=lambda: next(now))
    first = ScriptedModel(failure, text("At last."), name="far")

    result = await pair(first, ScriptedModel(text("Here."), name="near"), retries=slow).run(task())

    assert len(first.requests) == tried
    assert result.final_reply.startswith("At last." if tried == 2 else "Here.")


async def test_a_plan_is_made_by_the_stand_in_as_well_and_counted() -> None:
    plan = '{"goal": "g", "steps": [{"step": 1, "action": "add", "params": {"a": 1, "b": 2}}]}'
    first, second = ScriptedModel(REFUSED, name="far"), ScriptedModel(text(plan), text("3."), name="near")

    result = await pair(first, second).run(task(mode="plan"))

    assert result.metadata["tools_used"] == ["add"]
    assert result.metadata["llm_calls"] == 3


async def test_a_reply_is_mended_by_the_model_that_made_it_or_not_at_all() -> None:
    first = ScriptedModel(text("It is four."), REFUSED, name="far")

    result = await pair(first, ScriptedModel(name="near"), reviewer=NoFour()).run(task())

    assert result.final_reply == "It is four."


def test_a_state_of_before_knows_no_speaker() -> None:
    assert load_state({"version": 1, "run": "r"}).model == ""
