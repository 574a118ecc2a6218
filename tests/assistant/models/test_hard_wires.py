"""What goes wrong on the way to a model and back, each on the wire: a narrow window, refusals, silence, odd calls."""

import asyncio
import json
from typing import Any

import pytest

from agent_core.models.window import Windowed
from agent_core.runtime import RetryPolicy
from tests.assistant.asking import Memory
from tests.assistant.models.test_what_a_model_is_sent import IN_CHINESE, ITALY, REPLY, ROUTE, tokens
from tests.assistant.models.wired import conversed_with
from tests.support.wire import Endpoint, Reply, called, delta, text_reply

WISH = "Italy for ten days from 5 April 2027, please"
EMPTY = Reply([delta(finish="stop")])


def planning(brief: dict[str, Any], turns: int) -> list[Reply]:
    """A plan, and turns that change it."""
    replies = [
        called(("c1", "set_brief", {"brief": brief})),
        called(("c2", "generate_route", ROUTE)),
        text_reply(REPLY),
    ]
    for turn in range(1, turns):
        pace = "relaxed" if turn % 2 else "normal"
        replies += [called((f"d{turn}", "change_route", {"edits": [{"op": "pace", "pace": pace}]})), text_reply(REPLY)]
    return replies


def routed(arguments: str) -> Reply:
    """A call of generate_route with its arguments as they come."""
    function = {"name": "generate_route", "arguments": arguments}
    begin = {"index": 0, "id": "c1", "type": "function", "function": function}
    return Reply([delta(tool_calls=[begin]), delta(finish="tool_calls")])


@pytest.mark.parametrize("window", [8_000, 32_000])
@pytest.mark.parametrize(
    ("brief", "wish", "change"), [(ITALY, WISH, "other pace"), (IN_CHINESE, "意大利十天", "换个节奏")]
)
@pytest.mark.sampled
async def test_a_long_conversation_fits_into_a_narrow_window(
    window: int, brief: dict[str, Any], wish: str, change: str
) -> None:
    async with Endpoint(*planning(brief, 6)).serving() as endpoint:
        turns = await conversed_with(
            endpoint, [wish, *[change] * 5], window=lambda model: Windowed(model, window, reply=1_000)
        )

    assert max(map(tokens, endpoint.requests)) <= window - 1_000
    assert [outcome.status for turn in turns for outcome in turn.state.tool_result_history] == ["success"] * 7
    for request in endpoint.requests:
        roles = [message["role"] for message in request["messages"]]
        assert roles.count("system") == 1
        assert request["messages"][0]["content"] == endpoint.requests[0]["messages"][0]["content"]
        called_ids = {call["id"] for m in request["messages"] for call in m.get("tool_calls", ())}
        assert {m["tool_call_id"] for m in request["messages"] if m["role"] == "tool"} == called_ids


async def test_an_endpoint_that_says_the_context_is_too_long_hands_over() -> None:
    async with Endpoint(Reply(status=400)).serving() as endpoint:
        (turn,) = await conversed_with(endpoint, ["Plan 3 days in Kyoto"])

    assert [notice.code for notice in turn.sink.of("notice")] == ["fallback_model"]
    assert len(endpoint.requests) == 1
    assert "Kyoto" in turn.state.reply


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503, 529])
async def test_a_passing_failure_is_tried_again(status: int) -> None:
    async with Endpoint(Reply(status=status), text_reply("Where to?")).serving() as endpoint:
        (turn,) = await conversed_with(endpoint, ["hello"])

    assert (turn.state.reply, len(endpoint.requests)) == ("Where to?", 2)
    assert not turn.sink.of("notice")


@pytest.mark.parametrize("status", [401, 403, 404])
async def test_a_refusal_is_not(status: int) -> None:
    async with Endpoint(Reply(status=status)).serving() as endpoint:
        (turn,) = await conversed_with(endpoint, ["Plan 3 days in Kyoto"])

    assert len(endpoint.requests) == 1
    assert [notice.code for notice in turn.sink.of("notice")] == ["fallback_model"]


async def test_a_read_and_a_write_side_by_side_the_write_waits() -> None:
    save = ("c2", "create_trip", {"title": "Kyoto", "itinerary": "c0_a1"})
    replies = [
        called(("c0", "generate_route", {"city": "Kyoto", "days": 2})),
        called(("c1", "get_city_info", {"city": "Kyoto"}), save),
    ]
    async with Endpoint(*replies).serving() as endpoint:
        (turn,) = await conversed_with(endpoint, ["Plan 2 days in Kyoto and save it"])

    assert [(o.call.name, o.status) for o in turn.state.tool_result_history] == [
        ("generate_route", "success"),
        ("get_city_info", "success"),
    ]
    assert turn.state.proposal is not None
    assert [call.tool for call in turn.state.proposal.calls] == ["create_trip"]
    assert turn.state.stop is None


@pytest.mark.parametrize(
    "arguments",
    ['{"city": "Kyoto", "days": 2,}', "{'city': 'Kyoto', 'days': 2}", '```json\n{"city": "Kyoto", "days": 2}\n```'],
)
async def test_a_call_with_a_small_fault_is_made(arguments: str) -> None:
    async with Endpoint(routed(arguments), text_reply("Done.")).serving() as endpoint:
        (turn,) = await conversed_with(endpoint, ["Plan 2 days in Kyoto"])

    assert [outcome.status for outcome in turn.state.tool_result_history] == ["success"]
    assert turn.artifact("itinerary")["cities"] == ["kyoto"]


@pytest.mark.parametrize("arguments", ['{"city": ', "[1, 2]", "Kyoto, 2 days"])
async def test_a_call_that_is_none_is_answered_by_an_error(arguments: str) -> None:
    async with Endpoint(routed(arguments), text_reply("Sorry.")).serving() as endpoint:
        (turn,) = await conversed_with(endpoint, ["Plan 2 days in Kyoto"])

    (content,) = [m["content"] for m in endpoint.requests[-1]["messages"] if m["role"] == "tool"]
    assert json.loads(content)["error"]["code"] == "invalid_arguments"
    assert turn.state.reply == "Sorry."


async def test_an_empty_reply_after_a_long_silence_is_asked_for_again() -> None:
    """The clock of patience counts what is lost without a reply: 110 s of a model's own thinking are none of it."""
    now = [0.0]

    async def wait(seconds: float) -> None:
        now[0] += seconds

    class Slow(Endpoint):
        async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            now[0] += 110.0
            await super()._serve(reader, writer)

    policy = RetryPolicy(attempts=3, patience_s=6.0, sleep=wait, jitter=lambda: 0.0, clock=lambda: now[0])
    async with Slow(EMPTY, text_reply("Where to?")).serving() as endpoint:
        (turn,) = await conversed_with(endpoint, ["hello"], memory=Memory(), retries=policy)

    assert turn.state.reply == "Where to?"
    assert not turn.sink.of("notice")
    assert now[0] >= 220.0


@pytest.mark.parametrize(
    "raw",
    [
        'set_brief({"stays": [{"place": "kyoto"}]})',
        '好的：\n{"stays": [{"place": "kyoto"}], "dates": {"days": 2}}',
        'I call generate_route (city="Kyoto", days=2).',
    ],
)
async def test_a_call_that_is_written_out_is_never_shown_as_the_answer(raw: str) -> None:
    async with Endpoint(text_reply(raw)).serving() as endpoint:
        (turn,) = await conversed_with(endpoint, ["Plan 2 days in Kyoto"])

    assert [notice.code for notice in turn.sink.of("notice")] == ["fallback_model"]
    assert "no answer" in turn.sink.of("notice")[0].message
    assert raw not in turn.state.reply
    assert "Kyoto" in turn.state.reply
