"""What is stored and sent of an event: one text, made once; of a tool's progress, the newest."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from agent_core.events import CustomEvent, Token, ToolProgressed
from tests.chat.test_runs import begin
from travelagent.chat.envelopes import Envelope, read_envelopes
from travelagent.chat.hub import Hub
from travelagent.chat.models import RunEvent
from travelagent.chat.threads import in_db_thread
from travelagent.chat.writer import LogWriter

AT = datetime(2026, 5, 4, 3, 2, 1, 123456, tzinfo=UTC)


@pytest.mark.parametrize("data", [{}, {"text": '“京都” \\ "\n'}, {"n": [1, 2.5, None, True], "deep": {"é": {}}}])
@pytest.mark.parametrize("parent", ["", 'call "1"'])
def test_the_text_is_the_envelope_as_json(data: dict[str, Any], parent: str) -> None:
    envelope = Envelope(7, "run_1", "notice", AT, data, parent)

    assert json.loads(envelope.text) == envelope.as_dict()
    assert Envelope.from_dict(json.loads(envelope.text)).text == envelope.text


def test_half_a_surrogate_pair_can_be_sent() -> None:
    text = Envelope(1, "run_1", "llm_token", AT, {"token": "a\ud83d"}).text

    assert json.loads(text.encode())["data"] == {"token": "a?"}


@pytest.mark.django_db(transaction=True)
async def test_of_a_tools_progress_in_an_instant_the_newest_is_told() -> None:
    run, writer = await in_db_thread(begin), LogWriter(Hub())
    writer.start()
    log = writer.open(run.pk, run.session_id, run.lease_fence, 0)
    for percent in range(100):
        log.emit(ToolProgressed("c1", percent / 100, ""))
        log.emit(ToolProgressed("c2", percent / 200, ""))
    log.emit(Token("京都"))
    await log.commit()
    await writer.stop()

    kept = [(e.seq, e.type, e.data) async for e in RunEvent.objects.filter(run=run.pk).order_by("seq")]
    assert kept == [
        (1, "tool_progress", {"id": "c1", "fraction": 0.99, "note": ""}),
        (2, "tool_progress", {"id": "c2", "fraction": 0.495, "note": ""}),
        (3, "llm_token", {"token": "京都", "reasoning_token": ""}),
    ]


@pytest.mark.django_db(transaction=True)
async def test_an_event_of_the_application_is_stored_and_sent_like_any_other() -> None:
    run, writer = await in_db_thread(begin), LogWriter(Hub())
    writer.start()
    log = writer.open(run.pk, run.session_id, run.lease_fence, 0)
    log.emit(CustomEvent("shelf_changed", {"titles": ["Emma"], "left": None}), "c9")
    await log.commit()
    await writer.stop()

    (envelope,) = await in_db_thread(lambda: read_envelopes(run.pk))
    assert envelope.as_dict() == {
        "seq": 1,
        "run": run.pk,
        "type": "shelf_changed",
        "at": envelope.at_text,
        "data": {"titles": ["Emma"], "left": None},
        "parent": "c9",
    }
    assert json.loads(envelope.text) == envelope.as_dict()
