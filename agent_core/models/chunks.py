"""The chunks of a chat completion as endpoints really stream them, read as far as they can be read.

Endpoints that call themselves compatible send null for a delta, for choices or for counts, arguments as an object,
content as a list of parts, whole messages in place of deltas, and their thinking between `<think>` and `</think>`. What
is not understood is passed over; nothing that comes raises.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from agent_core.messages import Chunk, Finish, ReasoningDelta, TextDelta, ToolCallDelta, Usage

REASONING_FIELDS: Final = ("reasoning_content", "reasoning")
"""Where endpoints put the tokens of their thinking."""
THINKING_PARTS: Final = ("thinking", "reasoning")
"""The types and the fields of parts of the content that hold it."""
OPENS, CLOSES = "<think>", "</think>"
MOST_TOKENS: Final = 10**9
MOST_CALLS: Final = 128


@dataclass
class ChunkReader:
    """Reads the chunks of one reply, in their order.

    `_thinks`: whether what comes is thinking, None as long as nothing but blanks and the beginning of `<think>` came;
    `_held`: text that may be the beginning of a tag; `_begun`: False from the end of the thinking to the first word.
    """

    _thinks: bool | None = None
    _held: str = ""
    _begun: bool = True

    def read(self, chunk: object) -> Iterator[Chunk]:
        """Yield what a chunk, decoded from JSON, brings."""
        if not isinstance(chunk, Mapping):
            return
        if isinstance(usage := chunk.get("usage"), Mapping):
            yield _usage(usage)
        choices = chunk.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        if not isinstance(choice, Mapping):
            return
        delta = next((part for name in ("delta", "message") if isinstance(part := choice.get(name), Mapping)), choice)
        yield from self._delta(delta)
        finish = choice.get("finish_reason")
        if isinstance(finish, str) and finish:
            yield from self.rest()
            yield Finish(finish)

    def rest(self) -> Iterator[Chunk]:
        """Yield what was held back at the end of a reply."""
        held, self._held = self._held, ""
        if held:
            yield ReasoningDelta(held) if self._thinks else TextDelta(held)

    def _delta(self, delta: Mapping[str, Any]) -> Iterator[Chunk]:
        thought = next((text for field in REASONING_FIELDS if isinstance(text := delta.get(field), str) and text), "")
        if thought:
            yield ReasoningDelta(thought)
        content = delta.get("content", delta.get("text"))
        for part in content if isinstance(content, list) else [content]:
            yield from self._part(part)
        if isinstance(refusal := delta.get("refusal"), str) and refusal:
            yield TextDelta(refusal)
        calls = delta.get("tool_calls") or delta.get("function_call")
        calls = [calls] if isinstance(calls, Mapping) else calls if isinstance(calls, list) else []
        yield from (
            _call(call, position) for position, call in enumerate(calls[:MOST_CALLS]) if isinstance(call, Mapping)
        )

    def _part(self, part: object) -> Iterator[Chunk]:
        """Yield what a piece of the content is: a string, or an object with its type."""
        if isinstance(part, str):
            yield from self._text_deltas(part)
        elif isinstance(part, Mapping):
            for name in THINKING_PARTS:
                if part.get("type") == name and (thought := _text(part.get(name, part.get("text")))):
                    yield ReasoningDelta(thought)
                    return
            yield from self._text_deltas(_text(part.get("text")))

    def _text_deltas(self, text: str) -> Iterator[Chunk]:
        """Yield a piece of text, what stands between the tags of thinking as such."""
        text, self._held = self._held + text, ""
        if self._thinks is None and text.strip():
            begin = text.lstrip()
            if OPENS.startswith(begin):
                self._held = text
                return
            self._thinks = begin.startswith(OPENS)
            text = begin.removeprefix(OPENS) if self._thinks else text
        if self._thinks is None:
            self._held = text
            return
        if self._thinks:
            thought, closed, text = text.partition(CLOSES)
            if not closed:
                kept = next((n for n in range(len(CLOSES) - 1, 0, -1) if thought.endswith(CLOSES[:n])), 0)
                thought, self._held = thought[: len(thought) - kept], thought[len(thought) - kept :]
            if thought:
                yield ReasoningDelta(thought)
            if not closed:
                return
            self._thinks, self._begun = False, False
        if not self._begun:
            text = text.lstrip()
        if text:
            self._begun = True
            yield TextDelta(text)


def _usage(usage: Mapping[str, Any]) -> Usage:
    details = usage.get("prompt_tokens_details")
    cached = details.get("cached_tokens") if isinstance(details, Mapping) else 0
    return Usage(_count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens")), _count(cached))


def _count(value: object) -> int:
    """Return a number of tokens; 0 for what is none."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MOST_TOKENS:
        return 0
    return int(value)


def _call(call: Mapping[str, Any], position: int) -> ToolCallDelta:
    """Return a piece of a call; some endpoints send it whole and without an index, or without `function` around it."""
    function = call.get("function")
    function = function if isinstance(function, Mapping) else call
    stated, arguments = call.get("index"), function.get("arguments")
    if isinstance(arguments, Mapping | list):
        arguments = json.dumps(arguments, ensure_ascii=False)
    index = stated if isinstance(stated, int) and 0 <= stated < MOST_CALLS else position
    return ToolCallDelta(index, _text(call.get("id")), _text(function.get("name")), _text(arguments))


def _text(value: object) -> str:
    """Return a text, or that of a list of parts; empty for anything else."""
    if isinstance(value, list):
        return "".join(_text(each.get("text") if isinstance(each, Mapping) else each) for each in value)
    return value if isinstance(value, str) else ""
