"""Calls as endpoints send them: whole or in pieces, with and without ids, with JSON that is none."""

import pytest

from agent_core.arguments import parse_arguments
from agent_core.messages import ToolCall, ToolCallDelta, ToolMessage, assemble_calls, call
from agent_core.testing import calls, text
from tests.agent_core.cast import agent_with, task


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ('{"city": "北京", "days": 3}', {"city": "北京", "days": 3}),
        ("", {}),
        ("  ", {}),
        ('"{\\"days\\": 3}"', {"days": 3}),
        ('{"days": 3,}', {"days": 3}),
        ("{'city': 'Rome', 'free': True, 'x': None}", {"city": "Rome", "free": True, "x": None}),
        ('```json\n{"days": 3}\n```', {"days": 3}),
        ('{"days": 3', {"days": 3}),
        ('{"cities": ["rome", "milan"', {"cities": ["rome", "milan"]}),
    ],
)
def test_arguments_are_read_and_mended(text: str, arguments: dict[str, object]) -> None:
    assert parse_arguments(text) == arguments


@pytest.mark.parametrize("text", ['{"city": "Ro', "three days in Rome", "[1, 2]", "3", "null", '{"a": "b\\"'])
def test_what_breaks_off_or_is_no_object_stays_broken(text: str) -> None:
    assert parse_arguments(text) is None


def test_pieces_of_one_index_make_one_call() -> None:
    pieces = [ToolCallDelta(0, "c1", "add", '{"a": '), ToolCallDelta(0, "", "", "1}")]

    assert assemble_calls(pieces, "m_") == (ToolCall("c1", "add", {"a": 1}),)


def test_some_endpoints_repeat_id_and_name_with_every_piece() -> None:
    pieces = [ToolCallDelta(0, "c1", "add", "{}"[:1]), ToolCallDelta(0, "c1", "add", "}")]

    assert assemble_calls(pieces, "m_") == (ToolCall("c1", "add", {}),)


def test_some_send_every_call_whole_under_one_index() -> None:
    with_ids = [ToolCallDelta(0, "c1", "add", '{"a": 1}'), ToolCallDelta(0, "c2", "add", '{"a": 2}')]
    without = [ToolCallDelta(0, "", "add", '{"a": 1}'), ToolCallDelta(0, "", "add", '{"a": 2}')]

    assert assemble_calls(with_ids, "m_") == (ToolCall("c1", "add", {"a": 1}), ToolCall("c2", "add", {"a": 2}))
    assert assemble_calls(without, "m_") == (ToolCall("m_0", "add", {"a": 1}), ToolCall("m_1", "add", {"a": 2}))


def test_a_broken_call_keeps_its_text_and_its_neighbour_stands() -> None:
    broken, whole = assemble_calls([ToolCallDelta(0, "a", "add", '{"x": "y'), ToolCallDelta(1, "b", "add", "{}")], "")

    assert (broken.broken, broken.args) == ('{"x": "y', {})
    assert whole == ToolCall("b", "add", {})


async def test_call_ids_repeated_across_replies_are_made_unique() -> None:
    agent = agent_with(calls(call("call_0", "add", a=1, b=2)), calls(call("call_0", "add", a=3, b=4)), text("7"))

    result = await agent.run(task(run="r1"))

    checkpoint = await agent.parts.checkpointer.load("r1")
    assert checkpoint is not None
    done = checkpoint.state.tool_result_history
    assert [outcome.result for outcome in done] == [3, 7]
    assert len({outcome.call.id for outcome in done}) == 2
    answered = [m.call_id for m in checkpoint.state.messages if isinstance(m, ToolMessage)]
    assert answered == [outcome.call.id for outcome in done]
    assert result.final_reply == "7"
