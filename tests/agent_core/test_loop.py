"""The think–act loop: what a run does with a model's replies."""

import asyncio

import pytest

from agent_core.messages import AssistantMessage, ToolMessage, call, repair
from agent_core.model import ModelError
from agent_core.testing import calls, text
from tests.agent_core.cast import Recorder, add, agent_with, task


async def test_it_works() -> None:
    agent = agent_with(text("Three."))

    result = await agent.run(task())

    assert result.final_reply == "Three."
    assert result.metadata | {"duration_ms": 0, "tokens": {}} == {
        "steps_taken": 0,
        "tools_used": [],
        "stop_reason": "answered",
        "llm_calls": 1,
        "duration_ms": 0,
        "tokens": {},
    }


async def test_a_call_is_answered_and_the_next_request_carries_the_result() -> None:
    agent = agent_with(calls(call("c1", "add", a=1, b=2)), text("Three."))

    result = await agent.run(task())

    assert result.metadata["steps_taken"] == 1
    second = agent.parts.model.requests[1]  # type: ignore[attr-defined]
    assert second.messages[-1] == ToolMessage("c1", "add", "3")


async def test_tokens_concatenate_to_the_reply_and_starts_pair_with_ends() -> None:
    sink = Recorder()
    agent = agent_with(calls(call("c1", "add", a=1, b=2), call("c2", "add", a=2, b=2)), text("Th", "ree", "."))

    result = await agent.run(task(), sink=sink)

    assert "".join(e.token for e in sink.of("llm_token")) == result.final_reply == "Three."
    assert [e.id for e in sink.of("tool_start")] == [e.id for e in sink.of("tool_end")] == ["c1", "c2"]
    assert [e.node for e in sink.of("node_start")] == [e.node for e in sink.of("node_end")]
    assert [e.type for e in sink.events].count("run_finished") == 1
    assert sink.events[-1].type == "run_finished"


async def test_phases_are_entered_in_order() -> None:
    sink = Recorder()

    await agent_with(calls(call("c1", "add", a=1, b=2)), text("Three.")).run(task(), sink=sink)

    assert [(e.phase, e.index) for e in sink.of("phase")] == [
        ("understanding", 1),
        ("planning", 2),
        ("execution", 3),
        ("generation", 4),
    ]


async def test_at_the_step_limit_the_last_request_has_no_tools() -> None:
    replies = [calls(call(f"c{n}", "add", a=n, b=n)) for n in range(10)]
    agent = agent_with(*replies, text("Enough."))

    result = await agent.run(task())

    requests = agent.parts.model.requests  # type: ignore[attr-defined]
    assert requests[-1].tools == ()
    assert all(request.tools for request in requests[:-1])
    assert (result.metadata["stop_reason"], result.final_reply) == ("max_steps", "Enough.")


async def test_the_same_call_with_the_same_result_twice_is_a_loop() -> None:
    agent = agent_with(
        calls(call("c1", "add", a=1, b=2)), calls(call("c2", "add", a=1, b=2)), text("I am stuck at three.")
    )

    assert (await agent.run(task())).metadata["stop_reason"] == "loop_detected"


async def test_another_result_is_no_loop() -> None:
    agent = agent_with(calls(call("c1", "add", a=1, b=2)), calls(call("c2", "add", a=1, b=3)), text("Four."))

    assert (await agent.run(task())).metadata["stop_reason"] == "answered"


@pytest.mark.parametrize(
    ("chunk", "code"),
    [
        (call("c1", "multiply", a=1), "unknown_tool"),
        (call("c1", "add", a="one"), "invalid_arguments"),
        (call("c1", "add", a=1, b=2, c=3), "invalid_arguments"),
        (call("c1", "fail", code="closed"), "closed"),
    ],
)
async def test_a_bad_call_becomes_an_error_message_and_the_loop_goes_on(chunk: object, code: str) -> None:
    sink = Recorder()
    agent = agent_with(calls(chunk), calls(call("c2", "add", a=1, b=2)), text("Three."))  # type: ignore[arg-type]

    result = await agent.run(task(), sink=sink)

    assert sink.of("tool_end")[0].error["code"] == code
    assert result.final_reply == "Three."
    assert [e.kind for e in sink.of("thought")] == ["analysis", "planning", "reflection", "decision"]


async def test_a_hidden_argument_comes_from_the_server_alone() -> None:
    sink = Recorder()
    agent = agent_with(calls(call("c1", "whoami", user="mallory")), text("You are ann."))

    await agent.run(task(injected={"user": "ann"}), sink=sink)

    assert sink.of("tool_end")[0].result == "ann"
    specs = {spec.name: spec for spec in agent.parts.tools.specs}
    assert "user" not in specs["whoami"].parameters["properties"]


async def test_transient_failures_of_the_model_are_retried() -> None:
    agent = agent_with([ModelError("busy", retryable=True)], text(""), text("Three."))

    result = await agent.run(task())

    assert (result.final_reply, result.metadata["llm_calls"]) == ("Three.", 3)


async def test_an_exhausted_model_leaves_a_reply_made_from_the_results() -> None:
    sink = Recorder()
    agent = agent_with(calls(call("c1", "add", a=1, b=2)), [ModelError("bad key", retryable=False)])

    result = await agent.run(task(), sink=sink)

    assert (result.status, result.final_reply) == ("failed", "3")
    assert sink.of("error")[0].code == "model_failed"
    assert "bad key" not in "".join(e.token for e in sink.of("llm_token"))


async def test_an_immediate_cancel_keeps_the_partial_text() -> None:
    sink, never = Recorder(), asyncio.Event()
    agent = agent_with([*text("Thr")[:1], never])
    running = asyncio.create_task(agent.run(task(run="r1"), sink=sink))
    await sink.heard("llm_token")

    assert agent.cancel("r1")
    result = await running

    assert (result.status, result.final_reply) == ("cancelled", "Thr")
    assert sink.events[-1].type == "run_finished"


async def test_a_write_is_proposed_and_not_executed() -> None:
    done: list[int] = []

    from agent_core.tools import tool

    @tool(writes=True)
    def book(seat: int) -> str:
        """Book a seat."""
        done.append(seat)
        return "booked"

    sink = Recorder()
    agent = agent_with(calls(call("r", "add", a=1, b=1), call("w", "book", seat=7)), text("Booked."), tools=(add, book))

    paused = await agent.run(task(run="r1"), sink=sink)

    assert (paused.status, done) == ("awaiting_confirmation", [])
    assert [e.tool for e in sink.of("tool_end")] == ["add"]
    assert sink.of("confirmation_required")[0].calls[0].args == {"seat": 7}
    assert not sink.of("run_finished")


def test_dangling_calls_are_answered_before_the_next_message() -> None:
    from agent_core.messages import HumanMessage, ToolCall

    history = (AssistantMessage("", (ToolCall("c1", "add"),)), HumanMessage("and?"))

    assert [m.role for m in repair(history)] == ["assistant", "tool", "human"]
