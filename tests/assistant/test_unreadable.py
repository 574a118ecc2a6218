"""A message that its reader fails at, or takes too long over, costs one answer and no conversation."""

import asyncio
import logging
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from agent_core.messages import AssistantMessage, HumanMessage, SystemMessage
from agent_core.state import AgentState
from tests.assistant.asking import conversed
from travelagent.assistant import readers
from travelagent.assistant.embedded import understanding
from travelagent.assistant.embedded.answers.texts import message_text
from travelagent.assistant.language import requested_language
from travelagent.assistant.questions.numerals import amount, count
from travelagent.catalog.names import find_places
from travelagent.compute.forkserver import ForkServer
from travelagent.compute.worker import serve_jobs

NUMERALS = "零一二三四五六七八九十百千万亿两点半负0123456789.廿"


class Broken(Exception):
    """The reader's own fault."""


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every message with this word is one that its reader fails at, and so is a `slow` one until it is interrupted."""
    read = understanding.read

    def failing(text: str, *args: Any, **more: Any) -> object:
        if "xyzzy" in text:
            raise Broken(text)
        while "endless" in text:
            pass
        return read(text, *args, **more)

    monkeypatch.setattr(understanding, "read", failing)


@pytest.fixture
def worker_processes() -> Iterator[None]:
    """Readers in processes of their own, as a server has them."""
    forkserver = ForkServer(serve_jobs, lambda: None)
    forkserver.start()
    readers.pool.start(forkserver)
    yield
    readers.pool.stop()
    forkserver.stop()


def days_of(state: AgentState) -> int:
    """The length of the plan that a turn made or changed."""
    plans = [o.result for o in state.tool_result_history if o.call.name in ("generate_route", "change_route")]
    return len(plans[-1]["days"])


@pytest.mark.usefixtures("broken")
def test_reader_failure_gets_an_answer_and_the_conversation_continues(caplog: pytest.LogCaptureFixture) -> None:
    planned, unread, longer = asyncio.run(conversed(["成都两日游", "xyzzy 太赶了", "改成三天"]))

    assert days_of(planned) == 2
    assert unread.reply == message_text("talk.nothing", "zh")
    assert days_of(longer) == 3
    assert {record.levelno for record in caplog.records if "cannot be read" in record.message} == {logging.ERROR}


@pytest.mark.usefixtures("broken", "worker_processes")
def test_one_that_takes_too_long_is_interrupted(caplog: pytest.LogCaptureFixture) -> None:
    planned, unread, longer = asyncio.run(conversed(["成都两日游", "endless", "改成三天"]))

    assert days_of(planned) == 2
    assert unread.reply == message_text("talk.nothing", "en")
    assert days_of(longer) == 3
    assert any("takes too long" in record.message for record in caplog.records)


def test_the_last_turn_keeps_what_the_system_says() -> None:
    system, question, answered, now = SystemMessage("s"), HumanMessage("1"), AssistantMessage("a"), HumanMessage("2")

    assert readers.last_turn((system, question, answered, now)) == (system, now)


@pytest.mark.parametrize("text", ["九十零", "五十十一", "玩五十十一天", "零", "十十", "万万", "百零"])
def test_numerals_that_are_none(text: str) -> None:
    assert amount(text) is None or isinstance(amount(text), float | int)
    assert count(text) is None or isinstance(count(text), int)


def test_no_string_of_numerals_is_an_error() -> None:
    drawn = random.Random(23)
    for _ in range(2_000):
        text = "".join(drawn.choices(NUMERALS, k=drawn.randint(1, 8)))
        amount(text)
        count(text)


@pytest.mark.parametrize("text", ["改成", "换成", "改成" * 50, "把"])
def test_a_text_may_end_behind_any_word(text: str) -> None:
    assert all(re.search(re.escape(mention.surface), text) for mention in find_places(text))


def test_a_long_message_asks_for_no_language() -> None:
    assert requested_language("please, in English") == "en"
    assert requested_language("," * 5_000 + "in English") is None
