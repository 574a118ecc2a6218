"""Remembers what a person asks to be remembered: the one write that needs no confirmation.

Only the user's own message triggers it, and each thing stored or forgotten is announced; the page of memories undoes
it. A message is read in a worker: its patterns would hold up everybody else on the event loop.
"""

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from agent_core.events import Notice
from agent_core.runtime import RunSync
from agent_core.state import AgentState
from travelagent.accounts import memories
from travelagent.assistant.readers import in_reader
from travelagent.compute.pool import TimeLimitExceeded, WorkerDied
from travelagent.compute.queue import QueueFull

log = logging.getLogger(__name__)

_WORDS: Final = ("remember", "note", "keep", "forget", "记", "忘")
"""A message without any of them asks to remember or to forget nothing."""
_REMEMBER = re.compile(
    r"(?:请|帮我|麻烦)*(?:记住|记一下|记下来?|记得)[:：,，\s]*(?P<zh>.+)"
    r"|(?:please\s+)?(?:remember|note|keep in mind)(?:\s+that|\s*[:,])?\s+(?P<en>.+)"
    r"|(?P<before_zh>.{2,}?)[,，。;；\s](?:请|帮我|麻烦|你)*(?:记住|记一下|记下来?)(?:了|哦|吧|啊)?[。.!！]?"
    r"|(?P<before_en>.{4,}?)[,.;]\s*(?:please\s+|so\s+)?(?:remember (?:that|this|it)|keep (?:that|this|it) in mind)"
    r"(?:,? please)?[.!]?",
    re.IGNORECASE | re.DOTALL,
)
_FORGET = re.compile(
    r"(?:请|帮我)*(?:忘掉|忘记|忘了|别记)(?P<zh>.*)|(?:please\s+)?forget(?:\s+(?:that|about))?\s+(?P<en>.+)",
    re.IGNORECASE | re.DOTALL,
)
_COURTESY = re.compile(
    r"(?<![\s,，.。!！;；~～])[\s,，.。!！;；~～]*+"
    r"(?:many thanks|thanks?(?: you)?(?: so much| a lot| very much)?|thx|cheers|please"
    r"|多谢|谢谢(?:你|您|啦|了|哦)?|麻烦(?:你|您)?了|拜托(?:了|啦)?|辛苦(?:了|啦))[\s.。!！~～]*$",
    re.IGNORECASE,
)
"""What a wish ends with that is none of it."""
_EVERYTHING = re.compile(r"(?:关于我的)?(?:一切|所有|全部).*|everything.*|all (?:of it|that you know).*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class MemoryRequest:
    """What a message asks to remember, or to forget; an empty `text` is everything that is remembered."""

    text: str
    forgets: bool = False


class TravelMemory:
    """The core's Memory, in the database. The run's owner is the person's id."""

    def __init__(self, run_sync: RunSync) -> None:
        self._run_sync = run_sync

    async def trigger(self, state: AgentState) -> tuple[Notice, ...]:
        """Store or forget what the user's own words ask for; each change is announced by a notice."""
        found = await _read(state.task)
        if found is None:
            return ()
        if not found.forgets:
            return await self._remember(state, found.text)
        gone = await self._run_sync(partial(memories.forget_about, int(state.owner), found.text))
        return tuple(Notice("memory_forgotten", _notice_text(state, "Forgotten", "已忘记", old)) for old in gone)

    async def recall(self, state: AgentState) -> tuple[str, ...]:
        """Return the texts that are remembered of the run's owner."""
        rows = await self._run_sync(partial(_texts, int(state.owner)))
        return tuple(rows)

    async def _remember(self, state: AgentState, text: str) -> tuple[Notice, ...]:
        try:
            row = await self._run_sync(partial(memories.remember, int(state.owner), text))
        except memories.InvalidMemory as error:
            return (Notice("memory_refused", str(error)),)
        return (Notice("memory_stored", _notice_text(state, "Remembered", "已记住", row.text)),)


async def _read(message: str) -> MemoryRequest | None:
    """Return what a message asks of the memory; None for any other message, and for one that cannot be read in time."""
    if not any(word in message.lower() for word in _WORDS):
        return None
    try:
        return await in_reader(memory_request, message)
    except (QueueFull, TimeLimitExceeded, WorkerDied):
        log.exception("a message cannot be read for what to remember")
        return None


def memory_request(message: str) -> MemoryRequest | None:
    """Return what a message asks to remember or to forget; None for any other message."""
    message = _COURTESY.sub("", message.strip())
    if text := _subject(_REMEMBER.fullmatch, message):
        return MemoryRequest(text)
    if (text := _subject(_FORGET.fullmatch, message)) is None:
        return None
    return MemoryRequest("" if _EVERYTHING.fullmatch(text) else text, forgets=True)


def _subject(matched: Callable[[str], re.Match[str] | None], message: str) -> str | None:
    """Return what a message that matches is about; None for one that does not."""
    found = matched(message)
    if found is None:
        return None
    return next((part for part in found.groups() if part is not None), "").strip(" 。.!！,，;；")


def _texts(person: int) -> list[str]:
    return list(memories.memories_of(person).values_list("text", flat=True))


def _notice_text(state: AgentState, en: str, zh: str, text: str) -> str:
    return f"{zh}：{text}" if state.locale == "zh" else f"{en}: {text}"
