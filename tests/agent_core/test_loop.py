"""The think–act loop: what a run does with a model's replies."""

import asyncio

import pytest

from agent_core.agent import Overrides
from agent_core.guards import Limits
from agent_core.messages import (
    AssistantMessage,
    Finish,
    HumanMessage,
    Message,
    TextDelta,
    ThoughtDelta,
    ToolCall,
    ToolCallDelta,
    ToolMessage,
    call,
    repair,
)
from agent_core.model import ModelError
from agent_core.testing import ScriptedModel, calls, text
from agent_core.tools import ToolContext, ToolRegistry, ToolResult, tool
from tests.agent_core.cast import Recorder, add, agent_with, conclude, model_of, task


def assert_valid_history(messages: tuple[Message, ...]) -> None:
    """What every provider demands: each call answered right behind it, no answer without its call."""
    waiting: list[str] = []
    for message in messages:
        if isinstance(message, ToolMessage):
            assert message.call_id in waiting
            waiting.remove(message.call_id)
            continue
        assert not waiting, f"unanswered before {message}"
        if isinstance(message, AssistantMessage):
            waiting = [c.id for c in message.tool_calls]
    assert not waiting


async def test_b01_without_a_tool_call_there_is_one_model_call() -> None:
    result = await agent_with(text("Three.")).run(task())

    assert result.final_reply == "Three."
    metadata = {key: result.metadata[key] for key in ("steps_taken", "tools_used", "llm_calls", "stop_reason")}
    assert metadata == {"steps_taken": 0, "tools_used": [], "llm_calls": 1, "stop_reason": "answered"}


async def test_b02_a_call_is_answered_and_the_next_request_carries_the_result() -> None:
    sink = Recorder()
    agent = agent_with(calls(call("c1", "add", a=1, b=2)), text("Three."))

    result = await agent.run(task(), sink=sink)

    nodes = [e.node for e in sink.of("node_start")]
    assert nodes[4:] == ["agent", "prepare_tool_input", "tools", "update_state", "agent", "finalize"]
    assert model_of(agent).requests[1].messages[-1] == ToolMessage("c1", "add", "3")
    assert (result.steps_completed, result.successful_steps, result.metadata["tools_used"]) == (1, 1, ["add"])


async def test_b03_at_the_step_limit_the_last_request_has_no_tools() -> None:
    agent = agent_with(*(calls(call(f"c{n}", "add", a=n, b=n)) for n in range(10)), text("Enough."))

    result = await agent.run(task())

    requests = model_of(agent).requests
    assert requests[-1].tools == ()
    assert all(request.tools for request in requests[:-1])
    assert (result.metadata["stop_reason"], result.final_reply) == ("max_steps", "Enough.")


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        ({"a": 1, "b": 2}, "loop_detected"),
        ({"b": 2, "a": 1}, "loop_detected"),
        ({"a": 1, "b": 3}, "answered"),
    ],
)
async def test_b04_the_same_call_with_the_same_result_is_a_loop(second: dict[str, int], expected: str) -> None:
    agent = agent_with(calls(call("c1", "add", a=1, b=2)), calls(call("c2", "add", **second)), text("Well."))

    assert (await agent.run(task())).metadata["stop_reason"] == expected


async def test_b04_the_same_call_with_another_result_is_no_loop() -> None:
    results = iter([10, 20])

    @tool
    def draw() -> int:
        """Draw a number."""
        return next(results)

    agent = agent_with(calls(call("c1", "draw")), calls(call("c2", "draw")), text("Done."), tools=(draw,))

    assert (await agent.run(task())).metadata["stop_reason"] == "answered"


async def test_b04_arguments_that_differ_in_case_and_spaces_are_the_same_wish() -> None:
    @tool
    def find(query: str) -> str:
        """Find."""
        return "nothing"

    first, second = call("c1", "find", query="West Lake"), call("c2", "find", query="west  lake")
    agent = agent_with(calls(first), calls(second), text("Well."), tools=(find,))

    assert (await agent.run(task())).metadata["stop_reason"] == "loop_detected"


async def test_b04_another_tool_with_the_same_result_is_no_loop() -> None:
    @tool
    def plus(a: int, b: int) -> int:
        """Add as well."""
        return a + b

    first, second = call("c1", "add", a=1, b=2), call("c2", "plus", a=1, b=2)
    agent = agent_with(calls(first), calls(second), text("Three."), tools=(add, plus))

    assert (await agent.run(task())).metadata["stop_reason"] == "answered"


async def test_b05_open_calls_of_a_stopped_run_are_answered() -> None:
    sink, never = Recorder(), asyncio.Event()

    @tool
    async def wait() -> None:
        """Wait for ever."""
        await never.wait()

    agent = agent_with(calls(call("c1", "wait")), text("Hi again."), tools=(wait,))
    running = asyncio.create_task(agent.run(task(run="r1"), sink=sink))
    await sink.wait_for("tool_start")
    agent.cancel("r1")
    await running

    checkpoint = await agent.parts.checkpointer.load("r1")
    assert checkpoint is not None
    assert_valid_history(checkpoint.state.messages)
    await agent.run(task("And now?", history=checkpoint.state.messages, run="r2"))
    assert_valid_history(model_of(agent).requests[-1].messages)


CALLING, BOTH = AssistantMessage("", (ToolCall("c1", "add"),)), (ToolCall("c1", "add"), ToolCall("c2", "add"))
ANSWER, STRAY = ToolMessage("c1", "add", "3"), ToolMessage("c9", "add", "9")
ANY = HumanMessage("and?")


@pytest.mark.parametrize(
    ("dangling", "roles"),
    [
        ((CALLING, ANY, STRAY), ["assistant", "tool", "human"]),
        ((CALLING, ANY), ["assistant", "tool", "human"]),
        ((CALLING, ANY, AssistantMessage("Well.")), ["assistant", "tool", "human", "assistant"]),
        ((CALLING,), ["assistant", "tool"]),
        ((ANY, STRAY, AssistantMessage("Three.")), ["human", "assistant"]),
        ((CALLING, ANSWER, ANSWER, ANY), ["assistant", "tool", "human"]),
        ((AssistantMessage("", BOTH), ANSWER, ANY), ["assistant", "tool", "tool", "human"]),
    ],
)
def test_b05_dangling_calls_are_repaired(dangling: tuple[Message, ...], roles: list[str]) -> None:
    repaired = repair(dangling)

    assert [m.role for m in repaired] == roles
    assert_valid_history(repaired)


def test_b05_a_whole_history_stays_as_it_is() -> None:
    swapped = (AssistantMessage("", BOTH), ToolMessage("c2", "add", "4"), ANSWER, ANY)

    assert repair((CALLING, ANSWER, ANY)) == (CALLING, ANSWER, ANY)
    assert repair(swapped) == swapped


WHOLE = (ANY, CALLING, ANSWER)


@pytest.mark.parametrize(
    ("messages", "roles"),
    [
        (WHOLE, ["human", "assistant", "tool"]),
        ((*WHOLE, CALLING, ANSWER), ["human", "assistant", "tool", "assistant", "tool"]),
        ((*WHOLE, CALLING), ["human", "assistant", "tool", "assistant", "tool"]),
        ((*WHOLE, STRAY), ["human", "assistant", "tool"]),
        ((*WHOLE, ANSWER), ["human", "assistant", "tool"]),
        (WHOLE[1:], ["assistant", "tool"]),
        ((ANY, CALLING), ["human", "assistant", "tool"]),
        ((CALLING, ANY, ANSWER, ANY), ["assistant", "tool", "human", "human"]),
    ],
)
def test_b05_a_history_that_was_whole_is_repaired_where_it_has_changed(
    messages: tuple[Message, ...], roles: list[str]
) -> None:
    repaired = repair(messages, WHOLE)

    assert [m.role for m in repaired] == roles
    assert repaired == repair(messages)


async def test_b05_what_a_rewriter_breaks_after_a_whole_request_is_repaired() -> None:
    def forget_answers(messages: tuple[Message, ...]) -> tuple[Message, ...]:
        return tuple(m for m in messages if not isinstance(m, ToolMessage)) if len(messages) > 4 else messages

    step = calls(call("c1", "add", a=1, b=2)), calls(call("c2", "add", a=2, b=2))
    agent = agent_with(*step, text("Four."), rewriter=forget_answers)

    await agent.run(task())

    for request in model_of(agent).requests:
        assert_valid_history(request.messages)


async def test_b06_a_second_turn_starts_with_clean_counters_and_the_kept_messages() -> None:
    agent = agent_with(calls(call("c1", "add", a=1, b=2)), text("Three."), text("Still three."))
    await agent.run(task(run="r1"))
    checkpoint = await agent.parts.checkpointer.load("r1")
    assert checkpoint is not None

    result = await agent.run(task("Sure?", history=checkpoint.state.messages, run="r2"))

    assert (result.metadata["steps_taken"], result.metadata["llm_calls"], result.history) == (0, 1, ())
    roles = [m.role for m in model_of(agent).requests[-1].messages]
    assert roles == ["human", "assistant", "tool", "assistant", "human"]


async def test_b06_a_turn_begins_at_its_message_whatever_was_repaired_before_it() -> None:
    result = await agent_with(text("Three.")).run(task("And now?", history=(ANY, STRAY)))

    assert result.task == "And now?"


async def test_b09_independent_calls_run_side_by_side_and_keep_their_order() -> None:
    both = asyncio.Barrier(2)

    @tool
    async def meet(name: str) -> str:
        """Wait for the other one."""
        await both.wait()
        return name

    agent = agent_with(calls(call("c1", "meet", name="a"), call("c2", "meet", name="b")), text("Met."), tools=(meet,))

    await asyncio.wait_for(agent.run(task()), 10)

    answers = [m for m in model_of(agent).requests[1].messages if isinstance(m, ToolMessage)]
    assert [(m.call_id, m.text) for m in answers] == [("c1", '"a"'), ("c2", '"b"')]


async def test_b09_a_sequential_tool_runs_alone() -> None:
    inside = 0
    most = 0

    @tool(sequential=True)
    async def alone() -> int:
        """Count who is inside."""
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        await asyncio.sleep(0)
        inside -= 1
        return most

    agent = agent_with(calls(call("c1", "alone"), call("c2", "alone")), text("Done."), tools=(alone,))
    await agent.run(task())

    assert most == 1


async def test_b09_calls_behind_a_sequential_one_see_what_it_did() -> None:
    written: list[str] = []

    @tool(sequential=True)
    async def write(text: str) -> str:
        """Write it down, after a while."""
        await asyncio.sleep(0)
        written.append(text)
        return text

    @tool
    async def read() -> str:
        """Read what is written."""
        return ", ".join(written)

    step = calls(call("c1", "read"), call("c2", "write", text="a"), call("c3", "read"), call("c4", "write", text="b"))
    agent = agent_with(step, text("Done."), tools=(write, read))
    await agent.run(task())

    answers = [m.text for m in model_of(agent).requests[1].messages if isinstance(m, ToolMessage)]
    assert answers == ['""', '"a"', '"a"', '"b"']


@pytest.mark.parametrize("runtime", [False, True])
async def test_b12_a_final_tool_is_the_answer_and_no_model_follows(runtime: bool) -> None:
    @tool
    def decide_now(text: str) -> ToolResult:
        """Say at run time that this is final."""
        return ToolResult({"text": text}, final=True, reply=text)

    name = "decide_now" if runtime else "conclude"
    sink = Recorder()
    agent = agent_with(
        calls(call("c1", name, text="That is all."), call("c2", "add", a=1, b=1)), tools=(decide_now, conclude, add)
    )

    result = await agent.run(task(), sink=sink)

    assert (result.final_reply, result.metadata["stop_reason"]) == ("That is all.", "final_tool")
    assert result.metadata["llm_calls"] == 1
    assert [e.id for e in sink.of("tool_end")] == ["c1", "c2"]
    assert "".join(e.token for e in sink.of("llm_token")) == "That is all."


async def test_b12_a_final_tool_may_say_at_run_time_that_it_is_not() -> None:
    @tool(final=True)
    def not_yet() -> ToolResult:
        """Need more."""
        return ToolResult("more", final=False)

    result = await agent_with(calls(call("c1", "not_yet")), text("Now."), tools=(not_yet,)).run(task())

    assert (result.final_reply, result.metadata["stop_reason"]) == ("Now.", "answered")


async def test_b13_text_before_a_call_does_not_hide_the_call() -> None:
    sink = Recorder()
    remark = [TextDelta("Let me add. "), *calls(call("c1", "add", a=1, b=2))]

    result = await agent_with(remark, text("Three.")).run(task(), sink=sink)

    assert [e.result for e in sink.of("tool_end")] == [3]
    assert result.final_reply == "Three."


async def test_b13_the_check_for_calls_is_replaceable() -> None:
    sink = Recorder()
    remark = [TextDelta("Three."), *calls(call("c1", "add", a=1, b=2))]

    result = await agent_with(remark, acts=lambda text, calls: bool(calls) and not text).run(task(), sink=sink)

    assert (result.final_reply, sink.of("tool_start")) == ("Three.", [])


async def test_b14_the_rewriter_persists_and_the_modifier_does_not() -> None:
    def rewritten(messages: tuple[Message, ...]) -> tuple[Message, ...]:
        return tuple(HumanMessage(m.text.upper()) if isinstance(m, HumanMessage) else m for m in messages)

    def modified(messages: tuple[Message, ...]) -> tuple[Message, ...]:
        return (*messages, HumanMessage(f"seen after {messages[-1].text}"))

    agent = agent_with(text("Yes."), rewriter=rewritten, modifier=modified)
    await agent.run(task("hello", run="r1"))

    sent = [m.text for m in model_of(agent).requests[0].messages]
    assert sent == ["HELLO", "seen after HELLO"]
    checkpoint = await agent.parts.checkpointer.load("r1")
    assert checkpoint is not None
    assert [m.text for m in checkpoint.state.messages] == ["HELLO", "Yes."]


async def test_b14_what_the_rewriter_made_is_kept_also_when_the_model_fails() -> None:
    def rewritten(messages: tuple[Message, ...]) -> tuple[Message, ...]:
        return (HumanMessage("short"),)

    agent = agent_with([ModelError("down", retryable=False)], rewriter=rewritten)
    await agent.run(task("a long story", run="r1"))

    checkpoint = await agent.parts.checkpointer.load("r1")
    assert checkpoint is not None
    assert checkpoint.state.messages[0] == HumanMessage("short")


async def test_b16_overrides_reach_their_own_run_alone() -> None:
    @tool
    def slow() -> str:
        """Only here."""
        return "slow"

    own = ScriptedModel(calls(call("c1", "slow")), text("Own."), name="own")
    agent = agent_with(calls(call("c1", "add", a=1, b=2)), text("Common."))
    overrides = Overrides(model=own, tools=ToolRegistry([slow]), timeouts={"slow": 7.0}, temperature=0.3)

    first, second = await asyncio.gather(
        agent.run(task(run="r1", overrides=overrides)),
        agent.run(task(run="r2")),
    )

    assert (first.final_reply, second.final_reply) == ("Own.", "Common.")
    assert [t.name for t in own.requests[0].tools] == ["slow"]
    assert "slow" not in [t.name for t in model_of(agent).requests[0].tools]
    assert (own.requests[0].temperature, model_of(agent).requests[0].temperature) == (0.3, None)
    assert add.timeout_s == 30.0


async def test_b16_a_timeout_of_one_run_holds_in_that_run() -> None:
    never = asyncio.Event()

    @tool
    async def hang() -> None:
        """Hang."""
        await never.wait()

    sink = Recorder()
    agent = agent_with(calls(call("c1", "hang")), text("Gave up."), tools=(hang,))

    await asyncio.wait_for(agent.run(task(overrides=Overrides(timeouts={"hang": 0.01})), sink=sink), 10)

    assert sink.of("tool_end")[0].status == "timeout"


async def test_calls_without_ids_get_one_each() -> None:
    sink = Recorder()
    reply = [
        ToolCallDelta(0, "", "add", '{"a": 1,'),
        ToolCallDelta(0, "", "", ' "b": 2}'),
        ToolCallDelta(1, "", "add", '{"a": 2, "b": 2}'),
    ]

    await agent_with(reply, text("Done.")).run(task(), sink=sink)

    assert [e.result for e in sink.of("tool_end")] == [3, 4]
    assert len({e.id for e in sink.of("tool_end")}) == 2


async def test_b22_a_tool_that_asks_gets_the_conversation_without_the_noise() -> None:
    seen: list[str] = []

    @tool(wants_history=True)
    def recall(query: str, *, context: ToolContext) -> str:
        """Read the conversation."""
        seen.extend(m.text for m in context.history)
        return "ok"

    history = (
        HumanMessage("What is 1 + 1?"),
        AssistantMessage("", (ToolCall("c0", "add"),)),
        ToolMessage("c0", "add", "2"),
        AssistantMessage("Two."),
    )
    agent = agent_with(calls(call("c1", "recall", query="sum")), text("Yes."), tools=(recall,))
    await agent.run(task("And before?", history=history, run="r1"))

    assert seen == ["What is 1 + 1?", "Two.", "And before?"]
    checkpoint = await agent.parts.checkpointer.load("r1")
    assert checkpoint is not None
    assert checkpoint.state.tool_call_history[0].args == {"query": "sum"}


async def test_confident_thoughts_end_a_run() -> None:
    sink = Recorder()
    thought = ThoughtDelta("decision", "It is three, by definition.", confidence=0.95)

    result = await agent_with([thought]).run(task(), sink=sink)

    assert (result.metadata["stop_reason"], result.final_reply) == ("confident", "It is three, by definition.")


async def test_thoughts_without_an_action_end_at_the_depth_limit() -> None:
    thought = ThoughtDelta("inference", "Hm.", confidence=0.4)

    result = await agent_with(*([thought] for _ in range(5))).run(task())

    assert (result.metadata["stop_reason"], result.metadata["llm_calls"]) == ("max_steps", 5)
    assert result.final_reply


async def test_the_limits_are_settings() -> None:
    agent = agent_with(calls(call("c1", "add", a=1, b=1)), text("Enough."), limits=Limits(max_steps=1))

    assert (await agent.run(task())).metadata["stop_reason"] == "max_steps"


async def test_an_answer_that_reaches_the_longest_length_is_said_to_be_cut_off() -> None:
    sink = Recorder()

    result = await agent_with([TextDelta("It is three and"), Finish("length")]).run(task(), sink=sink)

    assert result.final_reply == "It is three and"
    assert [event.code for event in sink.of("notice")] == ["cut_off"]
