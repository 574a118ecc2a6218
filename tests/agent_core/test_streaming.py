"""What a run emits while it goes: events in order, callbacks, messages, the way it ends."""

import asyncio
import logging

import pytest

from agent_core.events import Event, wire_data
from agent_core.messages import TextDelta, call
from agent_core.model import ModelError
from agent_core.observers import Callbacks, GraphHandler, ModelHandler, ToolHandler
from agent_core.state import Result
from agent_core.testing import calls, text
from agent_core.tools import tool
from tests.agent_core.cast import Recorder, agent_with, model_of, task


async def test_b07_starts_pair_with_ends_and_tokens_concatenate_to_the_reply() -> None:
    sink = Recorder()
    agent = agent_with(calls(call("c1", "add", a=1, b=2), call("c2", "add", a=2, b=2)), text("Th", "ree", "."))

    result = await agent.run(task(), sink=sink)

    assert "".join(e.token for e in sink.of("llm_token")) == result.final_reply == "Three."
    assert [e.id for e in sink.of("tool_start")] == [e.id for e in sink.of("tool_end")] == ["c1", "c2"]
    depth = 0
    for event in sink.events:
        depth += {"node_start": 1, "node_end": -1}.get(event.type, 0)
        assert depth in (0, 1)
    assert [e.node for e in sink.of("node_start")] == [e.node for e in sink.of("node_end")]


async def test_phases_are_entered_in_order() -> None:
    sink = Recorder()

    await agent_with(calls(call("c1", "add", a=1, b=2)), text("Three.")).run(task(), sink=sink)

    phases = [(e.phase, e.index) for e in sink.of("phase")]
    assert phases == [("understanding", 1), ("planning", 2), ("execution", 3), ("generation", 4)]


async def test_a_remark_before_a_call_is_not_yet_the_answer() -> None:
    sink = Recorder()
    remark = [TextDelta("Let me add. "), *calls(call("c1", "add", a=1, b=2))]

    await agent_with(remark, text("Three.")).run(task(), sink=sink)

    types = [e.type if e.type != "phase" else e.phase for e in sink.events]
    assert types.index("generation") > types.index("tool_end")


async def test_a_text_that_outgrows_a_remark_is_the_answer() -> None:
    sink = Recorder()

    await agent_with(text("a" * 100, "b" * 100, "c")).run(task(), sink=sink)

    emitted = [
        e.token[0] if e.type == "llm_token" else e.phase for e in sink.events if e.type in ("llm_token", "phase")
    ]
    assert emitted == ["understanding", "planning", "a", "generation", "b", "c"]


async def test_every_event_is_json() -> None:
    import json

    sink = Recorder()
    await agent_with(calls(call("c1", "add", a=1, b=2)), text("Three.")).run(task(), sink=sink)

    for event in sink.events:
        json.dumps(wire_data(event), allow_nan=False)
    thought = wire_data(sink.of("thought")[0])
    assert set(thought) == {"id", "type", "phase", "content", "confidence", "decision", "elapsed_s", "understanding"}
    assert "understanding" not in wire_data(sink.of("thought")[1])


async def ended(running: asyncio.Task[Result]) -> Result:
    """The result of a run that has to end of itself; waiting for it any longer would cancel it once more."""
    done, _ = await asyncio.wait([running], timeout=2)
    assert done
    return await running


@pytest.mark.parametrize("when", ["immediate", "after_step"])
async def test_b23_a_cancel_ends_the_run_and_no_later_tool_runs(when: str) -> None:
    sink, go_on, ran = Recorder(), asyncio.Event(), []

    @tool
    async def work(n: int) -> int:
        """Work."""
        ran.append(n)
        await go_on.wait()
        return n

    agent = agent_with(calls(call("c1", "work", n=1)), calls(call("c2", "work", n=2)), tools=(work,))
    running = asyncio.create_task(agent.run(task(run="r1"), sink=sink))
    await sink.wait_for("tool_start")
    assert agent.cancel("r1", when)
    if when == "after_step":
        go_on.set()

    result = await ended(running)

    assert (result.status, ran, result.metadata["stop_reason"]) == ("cancelled", [1], "cancelled")
    assert len(sink.of("tool_end")) == (1 if when == "after_step" else 0)
    assert result.final_reply
    assert sink.events[-1].type == "run_finished"


async def test_b23_the_partial_text_is_kept_and_marked() -> None:
    sink, never = Recorder(), asyncio.Event()
    agent = agent_with([TextDelta("Thr"), never])
    running = asyncio.create_task(agent.run(task(run="r1"), sink=sink))
    await sink.wait_for("llm_token")

    agent.cancel("r1")
    result = await ended(running)

    assert result.final_reply == "".join(e.token for e in sink.of("llm_token")) == "Thr"
    checkpoint = await agent.parts.checkpointer.load("r1")
    assert checkpoint is not None
    assert checkpoint.state.messages[-1].partial


async def test_b23_the_text_of_a_failed_attempt_is_not_kept() -> None:
    sink, never = Recorder(), asyncio.Event()
    agent = agent_with([TextDelta("Thr"), ModelError("cut", retryable=True)], [TextDelta("Fo"), never])
    running = asyncio.create_task(agent.run(task(run="r1"), sink=sink))
    await model_of(agent).wait_for_requests(2)
    await sink.wait_for("run_resumed")

    agent.cancel("r1")
    result = await ended(running)

    assert result.final_reply == "Fo"


async def test_b25_callbacks_hear_their_moments() -> None:
    seen: list[str] = []
    callbacks = Callbacks(
        on_thinking=lambda content, elapsed: seen.append(f"thinking:{elapsed >= 0}"),
        graph=GraphHandler(lambda e: seen.append("start"), lambda e: seen.append(f"end:{e.status}")),
        model=ModelHandler(lambda e: seen.append("model")),
        tool=ToolHandler(lambda e: seen.append(f"tool:{e.tool}")),
    )

    await agent_with(calls(call("c1", "add", a=1, b=2)), text("Three."), observers=(callbacks,)).run(task())

    assert seen == [
        *("start", "thinking:True", "model", "thinking:True", "tool:add", "model", "thinking:True", "end:succeeded"),
    ]


async def test_b25_a_graph_error_is_heard_and_raised() -> None:
    class Broken:
        async def understand(self, messages: object, locale: str) -> object:
            raise KeyError("understanding")

    errors: list[str] = []
    sink = Recorder()
    callbacks = Callbacks(graph=GraphHandler(on_error=lambda e: errors.append(e.code)))
    agent = agent_with(text("Hi."), understander=Broken(), observers=(callbacks,))

    with pytest.raises(KeyError):
        await agent.run(task(), sink=sink)

    assert errors == ["internal"]
    assert sink.events[-1].type == "run_finished"


async def test_b26_messages_come_in_order_with_their_own_text() -> None:
    agent = agent_with(
        [TextDelta("Let me "), TextDelta("add."), *calls(call("c1", "add", a=1, b=2))], text("Th", "ree.")
    )
    stream = agent.stream(task())
    seen = []

    async for message in stream.messages():
        pieces = [piece async for piece in message]
        seen.append((message.kind, "".join(pieces)))

    assert seen == [("assistant", "Let me add."), ("tool", "3"), ("final", "Three.")]
    assert stream.result is not None
    assert stream.result.final_reply == "Three."


async def test_b26_message_streams_end_on_errors_too() -> None:
    class Exploding:
        name = "exploding"

        async def stream(self, request: object):
            yield TextDelta("Thr")
            raise OSError("wire cut")

    from agent_core.agent import Agent
    from agent_core.runtime import Parts

    pieces: list[str] = []

    async def read() -> None:
        async for message in Agent(Parts(Exploding())).stream(task()).messages():
            pieces.extend([piece async for piece in message])

    with pytest.raises(OSError, match="wire cut"):
        await asyncio.wait_for(read(), 5)
    assert pieces == ["Thr"]


async def test_b26_events_can_be_iterated() -> None:
    events: list[Event] = [event async for event in agent_with(text("Hi.")).stream(task())]

    assert (events[0].type, events[-1].type) == ("run_started", "run_finished")


async def test_b30_every_node_is_one_log_line_with_run_and_step(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "agent_core.graph"):
        await agent_with(calls(call("c1", "add", a=1, b=2)), text("Three.")).run(task(run="r1"))

    rows = [(r.node, r.route, r.run, r.step) for r in caplog.records]
    assert rows[4] == ("agent", "prepare_tool_input", "r1", 0)
    assert rows[-1] == ("finalize", "END", "r1", 1)


async def test_b30_a_thousand_runs_go_on_side_by_side() -> None:
    from agent_core.agent import Agent
    from agent_core.runtime import Parts

    gate = asyncio.Barrier(1000)

    class Waiting:
        name = "waiting"

        async def stream(self, request):
            await gate.wait()
            yield TextDelta(request.messages[-1].text)

    agent = Agent(Parts(Waiting()))
    results = await asyncio.gather(*(agent.run(task(f"run {n}", run=f"r{n}")) for n in range(1000)))

    assert [r.final_reply for r in results] == [f"run {n}" for n in range(1000)]
