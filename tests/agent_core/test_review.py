"""A finished reply is reviewed: sentences that contradict the results are mended by the model once, or marked."""

import asyncio
import json
import re
from collections.abc import Sequence

import pytest

from agent_core.events import Claim, Mend, Notice
from agent_core.messages import AssistantMessage, HumanMessage, TextDelta, Usage, call
from agent_core.model import ModelError
from agent_core.policy import NoReview
from agent_core.state import AgentState, dump_state, load_state
from agent_core.testing import calls, text
from tests.agent_core.cast import Recorder, agent_with, model_of, task


class NoFour(NoReview):
    """Finds every `four` wrong, in the sentence that it stands in, and every `blue` unsupported."""

    async def review(self, state: AgentState, text: str) -> tuple[Claim, ...]:
        sentences = [sentence for sentence in re.split(r"(?<=\.)\s*", text) if sentence]
        wrong = [Claim("four", "number", "it is three", each) for each in sentences if "four" in each]
        return (*wrong, *([Claim("blue", "colour")] if "blue" in text else []))

    def request(self, state: AgentState, wrong: Sequence[Claim]) -> str:
        return f"Wrong: {[claim.sentence for claim in wrong]}"


ADD = calls(call("c1", "add", a=1, b=2))


def valid_tokens(sink: Recorder) -> str:
    """The streamed text, less what was declared void."""
    kept: list[tuple[int, str]] = []
    for number, event in enumerate(sink.events, 1):
        if event.type == "llm_token":
            kept.append((number, event.token))
        elif event.type == "run_resumed":
            kept = [(at, token) for at, token in kept if at <= event.discard_after]
    return "".join(token for _, token in kept)


async def test_a_supported_reply_costs_one_call() -> None:
    sink = Recorder()
    agent = agent_with(text("It is three."), reviewer=NoFour())

    result = await agent.run(task(), sink=sink)

    assert result.metadata["llm_calls"] == 1
    assert sink.of("answer")[0].untraced == ()
    assert not sink.of("notice")


async def test_only_the_wrong_sentence_is_mended() -> None:
    sink = Recorder()
    reply = text("The sky is clear. ", "It is four. ", "Well done.")
    agent = agent_with(ADD, reply, [*text('["It is three."]'), Usage(7, 3)], reviewer=NoFour())

    result = await agent.run(task(), sink=sink)

    model_request = model_of(agent).requests[-1]
    assert model_request.tools == ()
    assert model_request.messages == (HumanMessage("Wrong: ['It is four.']"),)
    mended = "The sky is clear. It is three. Well done."
    assert result.final_reply == sink.of("answer")[0].text == valid_tokens(sink) == mended
    assert (result.metadata["llm_calls"], result.metadata["tokens"]) == (3, {"prompt": 7, "completion": 3})
    assert sink.of("answer")[0].untraced == ()
    assert sink.of("answer")[0].mended == (Mend("It is four.", "It is three."),)
    assert [notice.code for notice in sink.of("notice")] == ["mended"]


async def test_what_is_only_unsupported_costs_no_call_and_no_notice() -> None:
    sink = Recorder()
    agent = agent_with(text("The sky is blue."), reviewer=NoFour())

    result = await agent.run(task(), sink=sink)

    assert (result.final_reply, result.metadata["llm_calls"]) == ("The sky is blue.", 1)
    assert sink.of("answer")[0].untraced == (Claim("blue", "colour"),)
    assert not sink.of("notice")


async def test_the_request_to_mend_is_no_part_of_the_conversation() -> None:
    agent = agent_with(text("It is four."), text('["It is three."]'), reviewer=NoFour())

    await agent.run(task(run="r1"))

    checkpoint = await agent.parts.checkpointer.load("r1")
    assert checkpoint is not None
    assert checkpoint.state.messages == (HumanMessage("What is 1 + 2?"), AssistantMessage("It is three."))


@pytest.mark.parametrize(
    "reply",
    [
        '["Really, it is four."]',
        '["It is three.", "And more."]',
        "[1]",
        '["It is three.\\nAnd here is all of it again."]',
        json.dumps(["It is three. " * 40]),
        "I would rather not [say].",
    ],
)
async def test_what_is_not_mended_is_marked(reply: str) -> None:
    sink = Recorder()
    agent = agent_with(text("It is four."), text(reply), reviewer=NoFour())

    result = await agent.run(task(run="r1"), sink=sink)

    wrong = Claim("four", "number", "it is three", "It is four.")
    assert result.final_reply == valid_tokens(sink) == "It is four."
    assert sink.of("answer")[0].untraced == (wrong,)
    assert sink.of("notice") == [Notice("untraced", "four")]
    assert len(model_of(agent).requests) == 2
    checkpoint = await agent.parts.checkpointer.load("r1")
    assert checkpoint is not None
    assert load_state(dump_state(checkpoint.state)).untraced == (wrong,)


@pytest.mark.parametrize(
    "reply", ["It is three.", '"It is three."', 'Here: ["It is three."]', '```json\n["It is three."]\n```']
)
async def test_one_sentence_may_come_in_any_form(reply: str) -> None:
    agent = agent_with(text("It is four."), text(reply), reviewer=NoFour())

    result = await agent.run(task())

    assert result.final_reply == "It is three."


async def test_a_reply_mended_in_part_is_taken_and_marked() -> None:
    sink = Recorder()
    mends = json.dumps(["It is three.", "Still four."])
    agent = agent_with(text("It is four. Surely four."), text(mends), reviewer=NoFour())

    result = await agent.run(task(), sink=sink)

    assert result.final_reply == valid_tokens(sink) == "It is three. Surely four."
    assert [claim.sentence for claim in sink.of("answer")[0].untraced] == ["Surely four."]
    assert sink.of("answer")[0].mended == (Mend("It is four.", "It is three."),)


async def test_a_model_that_fails_to_mend_leaves_the_first_reply() -> None:
    sink = Recorder()
    broken = [TextDelta("It is th"), ModelError("cut", retryable=False)]
    agent = agent_with(text("It is four."), broken, reviewer=NoFour())

    result = await agent.run(task(), sink=sink)

    assert (result.status, result.final_reply, valid_tokens(sink)) == ("succeeded", "It is four.", "It is four.")
    assert sink.of("answer")[0].untraced
    assert not sink.of("error")


async def test_a_cancel_during_the_mending_keeps_the_first_text() -> None:
    sink, never = Recorder(), asyncio.Event()
    agent = agent_with(text("It is four."), [TextDelta("It is th"), never], reviewer=NoFour())
    running = asyncio.create_task(agent.run(task(run="r1"), sink=sink))
    await model_of(agent).wait_for_requests(2)

    agent.cancel("r1")
    done, _ = await asyncio.wait([running], timeout=2)

    assert done
    assert (running.result().status, running.result().final_reply) == ("cancelled", "It is four.")


async def test_a_tools_own_reply_is_not_reviewed() -> None:
    sink = Recorder()
    agent = agent_with(calls(call("c1", "conclude", text="four")), reviewer=NoFour())

    result = await agent.run(task(), sink=sink)

    assert result.final_reply == "four"
    assert sink.of("answer")[0].untraced == ()


async def test_the_first_text_and_the_mended_one_are_messages_of_their_own() -> None:
    stream = agent_with(text("It is four."), text('["It is three."]'), reviewer=NoFour()).stream(task())

    seen = [(message.kind, "".join([piece async for piece in message])) async for message in stream.messages()]

    assert [reply for _, reply in seen] == ["It is four.", "It is three."]
