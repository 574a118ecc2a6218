"""Streams as endpoints really send them: read as far as they can be read, over the wire, and never a fault of ours."""

from __future__ import annotations

from typing import Any, Final

import pytest

from agent_core.messages import Chunk, Finish, ReasoningDelta, TextDelta, ToolCallDelta, Usage, assemble_calls
from agent_core.model import ModelError
from tests.agent_core.test_openai_model import streamed
from tests.support.wire import Reply, delta

STOP: Final = delta(finish="stop")
CALL: Final = {"name": "get_city_info", "arguments": '{"city": "lisbon"}'}


def choice(**fields: Any) -> dict[str, Any]:
    return {**delta(), "choices": [{"index": 0, **fields}]}


def chunk(**fields: Any) -> dict[str, Any]:
    return {**delta(), **fields}


def counts(**fields: Any) -> dict[str, Any]:
    return {**delta(), "choices": [], "usage": fields}


HI: Final = delta(content="Hi")
TEXTS: Final[dict[str, tuple[list[Any], str, str]]] = {
    "null delta": ([choice(delta=None), HI, STOP], "Hi", ""),
    "no delta": ([choice(), HI, STOP], "Hi", ""),
    "delta of another type": ([choice(delta="x"), choice(delta=3), HI, STOP], "Hi", ""),
    "null choices": ([chunk(choices=None), HI, STOP], "Hi", ""),
    "no choices": ([{"id": "c"}, HI, STOP], "Hi", ""),
    "choices as an object": ([chunk(choices={"delta": {"content": "x"}}), HI, STOP], "Hi", ""),
    "a null choice": ([chunk(choices=[None]), HI, STOP], "Hi", ""),
    "an empty object": ([{}, HI, STOP], "Hi", ""),
    "null content": ([delta(content=None), HI, STOP], "Hi", ""),
    "content as a number": ([delta(content=7), HI, STOP], "Hi", ""),
    "content in parts": ([delta(content=[{"type": "text", "text": each} for each in "Hi"]), STOP], "Hi", ""),
    "content of strings": ([delta(content=["H", "i"]), STOP], "Hi", ""),
    "one part": ([delta(content={"type": "text", "text": "Hi"}), STOP], "Hi", ""),
    "parts of other types": ([delta(content=[{"type": "image"}, None, 3]), HI, STOP], "Hi", ""),
    "thinking parts": (
        [delta(content=[{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}]), HI, STOP],
        "Hi", "hm",
    ),
    "reasoning parts": ([delta(content=[{"type": "reasoning", "text": "hm"}]), HI, STOP], "Hi", "hm"),
    "a whole message": ([choice(message={"role": "assistant", "content": "Hi"}, finish_reason="stop")], "Hi", ""),
    "text of old completions": ([choice(text="Hi", finish_reason="stop")], "Hi", ""),
    "a refusal": ([delta(refusal="No."), STOP], "No.", ""),
    "reasoning": ([delta(reasoning="hm"), HI, STOP], "Hi", "hm"),
    "reasoning as an object": ([delta(reasoning={"text": "hm"}), HI, STOP], "Hi", ""),
    "think tags": ([delta(content="<think>pondering"), delta(content="</think>\n\nHi"), STOP], "Hi", "pondering"),
    "tags in pieces": (
        [*(delta(content=piece) for piece in (" ", "<th", "ink", ">a<", "b</th", "ink>", " Hi")), STOP],
        "Hi", "a<b",
    ),
    "thinking without an end": ([delta(content="<think>on and on </"), STOP], "", "on and on </"),
    "a tag amid the text": ([delta(content="Write <think> so"), STOP], "Write <think> so", ""),
    "the beginning of a tag alone": ([delta(content="<thi"), STOP], "<thi", ""),
    "blanks alone": ([delta(content="  "), STOP], "  ", ""),
    "null counts": ([HI, STOP, counts(prompt_tokens=None, completion_tokens=None)], "Hi", ""),
    "counts of other types": ([HI, STOP, counts(prompt_tokens="many", completion_tokens=-4)], "Hi", ""),
    "counts beyond counting": ([HI, STOP, counts(prompt_tokens=10**30, completion_tokens=1e300)], "Hi", ""),
    "usage as a list": ([HI, STOP, chunk(choices=[], usage=[1, 2])], "Hi", ""),
    "null calls": ([delta(tool_calls=None, content="Hi"), STOP], "Hi", ""),
    "calls of other types": ([delta(tool_calls="x"), delta(tool_calls=[None, 3]), HI, STOP], "Hi", ""),
}  # fmt: skip
"""What is sent, the text and the thinking that come of it."""
CALLS: Final[dict[str, list[Any]]] = {
    "arguments as an object": [{"index": 0, "id": "a", "function": {**CALL, "arguments": {"city": "lisbon"}}}],
    "no index": [{"id": "a", "function": CALL}],
    "an index of another type": [{"index": "0", "id": "a", "function": CALL}],
    "an index beyond counting": [{"index": 10**9, "id": "a", "function": CALL}],
    "no function around it": [{"index": 0, "id": "a", **CALL}],
    "an id of another type": [{"index": 0, "id": 7, "function": CALL}],
    "null id": [{"index": 0, "id": None, "type": None, "function": CALL}],
}
BROKEN: Final[dict[str, list[Any]]] = {
    "a list for a chunk": [[1, 2]],
    "a number for a chunk": [5],
    "an error amid the stream": [HI, {"error": {"message": "overloaded", "code": 529}}],
    "an error of another type": [HI, {"error": "overloaded"}],
    "a finish of another type": [HI, choice(delta={}, finish_reason=3)],
}
"""Streams that end without an answer: the model is asked again, or another one."""


def text_of(chunks: list[Chunk]) -> str:
    return "".join(each.text for each in chunks if isinstance(each, TextDelta))


async def test_odd_streams_end_in_an_answer(subtests: pytest.Subtests) -> None:
    for name, (events, text, thought) in TEXTS.items():
        with subtests.test(stream=name):
            chunks, _ = await streamed(Reply(events))
            assert text_of(chunks) == text
            assert "".join(each.text for each in chunks if isinstance(each, ReasoningDelta)) == thought
            assert Finish("stop") in chunks
            counted = [each for each in chunks if isinstance(each, Usage)]
            assert counted in ([], [Usage()])


async def test_odd_calls_are_made(subtests: pytest.Subtests) -> None:
    for name, calls in CALLS.items():
        with subtests.test(stream=name):
            chunks, _ = await streamed(Reply([delta(tool_calls=calls), delta(finish="tool_calls")]))
            [made] = assemble_calls([each for each in chunks if isinstance(each, ToolCallDelta)], "x")
            assert (made.name, dict(made.args), made.broken) == ("get_city_info", {"city": "lisbon"}, "")
    whole = choice(message={"function_call": CALL}, finish_reason="function_call")
    with subtests.test(stream="a function's call of old"):
        chunks, _ = await streamed(Reply([whole]))
        assert [each.name for each in chunks if isinstance(each, ToolCallDelta)] == ["get_city_info"]


async def test_what_cannot_be_read_is_a_stream_that_broke_off(subtests: pytest.Subtests) -> None:
    for name, events in BROKEN.items():
        with subtests.test(stream=name), pytest.raises(ModelError):
            await streamed(Reply(events))
