"""Tools and models that fail: the run goes on, or ends with a reply."""

import threading
from typing import Annotated, Any

import pytest

from agent_core.events import Event
from agent_core.messages import TextDelta, call
from agent_core.model import ModelError
from agent_core.testing import calls, text
from agent_core.tools import HIDDEN, tool
from tests.agent_core.cast import NO_WAIT, Recorder, agent_with, model_of, task


@tool
def crash() -> None:
    """Raise."""
    raise RuntimeError("secret detail")


@tool
def nonsense() -> object:
    """Return what is no JSON."""
    return object()


@tool
def endless() -> float:
    """Return what JSON has no word for."""
    return float("inf")


@pytest.mark.parametrize(
    ("name", "code"), [("crash", "tool_failed"), ("nonsense", "bad_result"), ("endless", "bad_result")]
)
async def test_b10_a_bad_tool_gives_an_error_message_and_a_reflection(name: str, code: str) -> None:
    sink = Recorder()
    agent = agent_with(
        calls(call("c1", name)), calls(call("c2", "crash")), text("Sorry."), tools=(crash, nonsense, endless)
    )

    result = await agent.run(task(), sink=sink)

    assert sink.of("tool_end")[0].error["code"] == code
    assert "secret detail" not in model_of(agent).requests[1].messages[-1].text
    assert [e.kind for e in sink.of("thought")] == ["analysis", "planning", "reflection", "decision"]
    assert result.final_reply == "Sorry."


@pytest.mark.parametrize("kind", ["async", "sync"])
async def test_b10_a_tool_that_hangs_is_left_behind_within_its_limit(kind: str) -> None:
    import asyncio

    release = threading.Event()
    never = asyncio.Event()

    @tool(name="hang", timeout_s=0.05)
    def hang_sync() -> str:
        """Hang in a thread."""
        release.wait(20)
        return "late"

    @tool(name="hang", timeout_s=0.05)
    async def hang_async() -> None:
        """Hang on the loop."""
        await never.wait()

    sink = Recorder()
    hang = hang_sync if kind == "sync" else hang_async
    try:
        agent = agent_with(calls(call("c1", "hang")), text("Moving on."), tools=(hang,))
        result = await asyncio.wait_for(agent.run(task(), sink=sink), 10)
    finally:
        release.set()

    assert sink.of("tool_end")[0].status == "timeout"
    assert result.final_reply == "Moving on."


def test_b10_the_default_limit_is_thirty_seconds() -> None:
    assert crash.timeout_s == 30.0


@pytest.mark.parametrize(
    ("chunk", "code", "listed"),
    [
        (call("c1", "multiply", a=1), "unknown_tool", "add"),
        (call("c1", "add", a="one"), "invalid_arguments", "b"),
        (call("c1", "add", a=1, b=2, c=3), "invalid_arguments", "a"),
    ],
)
async def test_b11_a_bad_call_is_told_what_there_is_and_nothing_runs(chunk: Any, code: str, listed: str) -> None:
    sink = Recorder()
    agent = agent_with(calls(chunk), text("I see."))

    await agent.run(task(), sink=sink)

    ended = sink.of("tool_end")[0]
    assert (ended.status, ended.error["code"]) == ("refused", code)
    assert listed in ended.error.get("tools", ended.error.get("expected"))


async def test_b11_arguments_that_are_no_json_are_refused() -> None:
    from agent_core.messages import ToolCallDelta

    sink = Recorder()
    await agent_with([ToolCallDelta(0, "c1", "add", '{"a": 1,')], text("Oh.")).run(task(), sink=sink)

    assert sink.of("tool_end")[0].error["code"] == "invalid_arguments"


async def test_b11_a_hidden_argument_comes_from_the_server_alone() -> None:
    sink = Recorder()
    agent = agent_with(calls(call("c1", "whoami", user="mallory")), calls(call("c2", "whoami", bad=1)), text("Ann."))

    await agent.run(task(injected={"user": "ann"}), sink=sink)

    first, second = sink.of("tool_end")
    assert first.result == "ann"
    assert "ann" not in str(second.error)
    assert "user" not in str(second.error)
    specs = {spec.name: spec for spec in agent.parts.tools.specs}
    assert "user" not in specs["whoami"].parameters["properties"]


@pytest.mark.parametrize(("injected", "expected"), [({}, "a guest"), ({"user": "ann"}, "ann")])
async def test_b11_a_hidden_argument_may_have_a_default(injected: dict[str, str], expected: str) -> None:
    @tool
    def greet(user: Annotated[str, HIDDEN] = "a guest") -> str:
        """Greet the user."""
        return user

    sink = Recorder()
    agent = agent_with(calls(call("c1", "greet", user="mallory")), text("Hello."), tools=(greet,))

    await agent.run(task(injected=injected), sink=sink)

    assert sink.of("tool_end")[0].result == expected


async def test_b24_transient_failures_and_empty_replies_are_retried_with_backoff() -> None:
    import dataclasses

    waits: list[float] = []

    async def note(seconds: float) -> None:
        waits.append(seconds)

    retries = dataclasses.replace(NO_WAIT, sleep=note, jitter=lambda: 1.0)
    agent = agent_with(
        [ModelError("busy", retryable=True)],
        [ModelError("slow down", retryable=True, retry_after=7.0)],
        text("Three."),
        retries=retries,
    )

    result = await agent.run(task())

    assert waits == [0.5, 7.0]
    assert (result.final_reply, result.metadata["llm_calls"]) == ("Three.", 3)
    assert (await agent_with(text(" "), text("Three.")).run(task())).final_reply == "Three."


async def test_b24_an_exhausted_model_leaves_a_reply_made_from_the_results() -> None:
    sink = Recorder()
    failing = [ModelError("status 500: key sk-123", retryable=True)]
    agent = agent_with(calls(call("c1", "add", a=1, b=2)), failing, failing, failing)

    result = await agent.run(task(), sink=sink)

    assert (result.status, result.final_reply, result.metadata["stop_reason"]) == ("failed", "3", "model_failed")
    assert [e.code for e in sink.of("error")] == ["model_failed"]
    assert "sk-123" not in "".join(e.token for e in sink.of("llm_token"))
    assert [e.type for e in sink.events].count("run_finished") == 1


async def test_b25_an_observer_that_raises_harms_nothing() -> None:
    def bad(event: Event) -> None:
        raise ValueError("not my day")

    result = await agent_with(text("Three."), observers=(bad,)).run(task())

    assert result.success


async def test_b07_tokens_of_a_failed_attempt_are_told_apart() -> None:
    sink = Recorder()
    cut = [TextDelta("Thr"), ModelError("connection lost", retryable=True)]

    result = await agent_with(cut, text("Three.")).run(task(), sink=sink)

    tokens = [e for e in sink.events if e.type in ("llm_token", "run_resumed")]
    resumed = next(at for at, e in enumerate(tokens) if e.type == "run_resumed")
    assert "".join(e.token for e in tokens[resumed + 1 :]) == result.final_reply == "Three."
