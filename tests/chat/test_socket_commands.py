"""What a socket takes, and what it answers; a refusal leaves it open."""

import asyncio
import json
import re
import time
from functools import partial
from weakref import WeakValueDictionary

import pytest
from django.utils import translation
from pytest_django import Settings

from agent_core.testing import ScriptedModel, text
from tests.chat.sockets import SECONDS, Socket, browser, greeted, new_session, working
from tests.conftest import Visitor, make_visitor
from tests.support.language import untranslated
from travelagent.chat import actions, budget
from travelagent.chat.models import Message, Run, RunStatus
from travelagent.chat.threads import in_db_thread

QUOTED = re.compile(r"“[^”]*”|(?<=可用：).*|(?<=须为 ).*")
"""Names of fields, and what may be sent."""
pytestmark = pytest.mark.django_db(transaction=True)


async def _page(**choices: str) -> tuple[Visitor, str]:
    visitor = await in_db_thread(make_visitor)
    return visitor, await new_session(visitor.actor, **choices)


async def test_a_message_is_accepted_and_its_events_follow_without_a_gap() -> None:
    """Another page of the session sees the run too; finished, it is replayed from where one asks."""
    visitor, session = await _page()
    async with (
        working(ScriptedModel(text("Hel", "lo."))),
        greeted(session, browser(visitor)) as socket,
        greeted(session, browser(visitor)) as second,
    ):
        accepted = await socket.ask(type="run.start", message=" Hello? ", style="warm", ref="r-1")
        finished = await socket.until("run_finished")
        await second.until("run_finished")
        run = await Run.objects.aget()
        whole = socket.envelopes(run.pk)
        socket.frames.clear()
        await socket.send_json_to({"type": "run.attach", "run": run.pk, "after_seq": 3})
        await socket.until("run_finished")

    assert accepted == {"type": "accepted", "ref": "r-1", "run": run.pk}
    assert (run.message, run.style, run.status) == ("Hello?", "warm", "succeeded")
    assert finished["data"]["status"] == "succeeded"
    assert [e["seq"] for e in whole] == list(range(1, run.last_seq + 1))
    assert whole[0]["type"] == "run_started"
    assert second.envelopes(run.pk) == whole
    assert socket.envelopes(run.pk) == whole[3:]


async def test_a_disconnect_ends_nothing_and_hello_tells_the_true_state() -> None:
    visitor, session = await _page()
    go_on = asyncio.Event()
    async with working(ScriptedModel([*text("one ")[:1], go_on, *text("two")])):
        async with greeted(session, browser(visitor)) as socket:
            run = (await socket.ask(type="run.start", message="Hello?"))["run"]
            await socket.until("llm_token")
        seen = socket.frames[-1]["seq"]

        again = Socket(session, browser(visitor))
        await again.connect()
        hello = await again.next()
        go_on.set()
        await again.send_json_to({"type": "run.attach", "run": run, "after_seq": seen})
        await again.until("run_finished")
        await again.disconnect()

    (state,) = hello["active_runs"]
    assert (state["run"], state["status"], state["needs_confirmation"], state["proposals"]) == (
        run,
        "running",
        False,
        [],
    )
    assert state["last_seq"] >= seen
    last = (await Run.objects.aget()).last_seq
    assert [e["seq"] for e in again.envelopes(run)] == list(range(seen + 1, last + 1))


async def test_a_cancel_ends_the_run() -> None:
    visitor, session = await _page()
    model = ScriptedModel([*text("part")[:1], asyncio.Event()])
    async with working(model), greeted(session, browser(visitor)) as socket:
        run = (await socket.ask(type="run.start", message="Hello?"))["run"]
        await socket.until("llm_token")
        await socket.send_json_to({"type": "run.cancel", "run": run, "when": "immediate"})
        assert (await socket.until("run_finished"))["data"]["status"] == "cancelled"


WRONG = [
    ("{", "bad_message"),
    (" ", "bad_message"),
    ("[]", "bad_message"),
    ('"ping"', "bad_message"),
    ("[" * 60_000, "bad_message"),
    ("9" * 5000, "bad_message"),
    ('{"type": "ping", "ref": "\\ud800"}', "bad_message"),
    (json.dumps({"type": "ping", "ref": "x" * 65_536}), "bad_message"),
    (json.dumps({"type": "ping", "ref": "京" * 22_000}, ensure_ascii=False), "bad_message"),
    ("{}", "unknown_type"),
    ('{"type": "run.fly"}', "unknown_type"),
    ('{"type": ["ping"]}', "unknown_type"),
    ('{"type": "run.start"}', "bad_message"),
    ('{"type": "run.start", "message": " \\n "}', "bad_message"),
    ('{"type": "run.start", "message": "a\\u0000b"}', "bad_message"),
    ('{"type": "run.start", "message": 5}', "bad_message"),
    (json.dumps({"type": "run.start", "message": "x" * 5001}), "bad_message"),
    ('{"type": "run.start", "message": "Hi", "mode": "fast"}', "bad_message"),
    ('{"type": "run.start", "message": "Hi", "style": 5}', "bad_message"),
    ('{"type": "run.start", "message": "Hi", "model": "hal"}', "bad_message"),
    ('{"type": "run.cancel"}', "not_found"),
    ('{"type": "run.cancel", "run": "run_x", "when": "later"}', "bad_message"),
    ('{"type": "run.attach", "run": "run_x"}', "not_found"),
    ('{"type": "run.attach", "run": ["run_x"]}', "bad_message"),
    ('{"type": "run.attach", "run": "run_x", "after_seq": -1}', "bad_message"),
    ('{"type": "run.attach", "run": "run_x", "after_seq": "1"}', "bad_message"),
]
"""Frames that are refused, and the code."""


async def test_what_is_wrong_is_rejected_in_the_language_of_the_conversation_and_the_socket_kept(
    monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    monkeypatch.setattr(budget, "SOCKET_BURST", 4 * len(WRONG))
    errors: dict[str, list[str]] = {"en": [], "zh": []}
    for locale, messages in errors.items():
        visitor, session = await _page(locale=locale)
        async with greeted(session, browser(visitor)) as socket:
            for frame, code in WRONG:
                with subtests.test(locale=locale, frame=frame[:60]):
                    await socket.send_to(text_data=frame)
                    rejected = await socket.next()
                    assert (rejected["type"], rejected["code"]) == ("rejected", code)
                    assert rejected["message"]
                    messages.append(rejected["message"])
                    assert await socket.ask(type="ping") == {"type": "pong"}
            await socket.send_to(bytes_data=b'{"type": "ping"}')
            assert (await socket.next())["code"] == "bad_message"
    assert not await Message.objects.aexists()
    assert untranslated([QUOTED.sub("", text) for text in errors["zh"]], "zh") == []


async def test_the_second_message_at_once_is_rejected_with_its_ref() -> None:
    visitor, session = await _page()
    await in_db_thread(partial(actions.start_run, visitor.actor, session, "one"))
    async with greeted(session, browser(visitor)) as socket:
        rejected = await socket.ask(type="run.start", message="two", ref=7)
        assert (rejected["type"], rejected["ref"], rejected["code"]) == ("rejected", 7, "run_active")
        assert await socket.ask(type="ping") == {"type": "pong"}


async def test_a_run_of_another_session_cannot_be_attached() -> None:
    visitor, session = await _page()
    stranger, theirs = await _page()
    other = await new_session(visitor.actor)
    own = await in_db_thread(partial(actions.start_run, visitor.actor, other, "one"))
    foreign = await in_db_thread(partial(actions.start_run, stranger.actor, theirs, "one"))
    async with greeted(session, browser(visitor)) as socket:
        for run in (own, foreign):
            assert (await socket.ask(type="run.attach", run=run.pk))["code"] == "not_found"
        assert (await socket.ask(type="run.cancel", run=foreign.pk))["code"] == "not_found"
    assert not await Run.objects.exclude(cancel_when="").aexists()


async def test_a_run_that_waits_for_a_confirmation_stands_in_hello() -> None:
    visitor, session = await _page()
    run = await in_db_thread(partial(actions.start_run, visitor.actor, session, "one"))
    await Run.objects.aupdate(status=RunStatus.AWAITING_CONFIRMATION)
    socket = Socket(session, browser(visitor))
    await socket.connect()
    (state,) = (await socket.next())["active_runs"]
    await socket.disconnect()
    assert (state["run"], state["needs_confirmation"]) == (run.pk, True)


async def test_database_work_speaks_the_callers_language() -> None:
    with translation.override("zh-hans"):
        assert await in_db_thread(translation.get_language) == "zh-hans"


async def test_commands_beyond_the_budget_are_refused_and_many_close_the_socket(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(budget, "SOCKET_BURST", 3)
    monkeypatch.setattr(budget, "SOCKET_PER_S", 0)
    visitor, session = await _page()
    async with greeted(session, browser(visitor)) as socket:
        answers = [(await socket.ask(type="ping"))["type"] for _ in range(3)]
        refused = await socket.ask(type="ping", ref="r-4")
        for _ in range(budget.ABUSE - 1):
            await socket.send_json_to({"type": "ping"})
        closed = await socket.receive_output(timeout=SECONDS)

    assert answers == ["pong"] * 3
    assert (refused["type"], refused["code"], refused["message"]) == (
        "rejected",
        "limit",
        "Too many commands; wait a moment.",
    )
    assert (closed["type"], closed["code"]) == ("websocket.close", 4429)


async def test_a_persons_sockets_share_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "_shared", WeakValueDictionary())
    monkeypatch.setattr(budget, "PERSON_BURST", 2)
    monkeypatch.setattr(budget, "PERSON_PER_S", 0)
    visitor, session = await _page()
    other = await in_db_thread(make_visitor)
    async with greeted(session, browser(visitor)) as first, greeted(session, browser(visitor)) as second:
        assert (await first.ask(type="ping"))["type"] == "pong"
        assert (await second.ask(type="ping"))["type"] == "pong"
        assert (await second.ask(type="ping"))["code"] == "limit"
        async with greeted(await new_session(other.actor), browser(other)) as another:
            assert (await another.ask(type="ping"))["type"] == "pong"


async def test_the_people_at_one_address_share_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "_shared", WeakValueDictionary())
    monkeypatch.setattr(budget, "PEOPLE_AT_ADDRESS", 1)
    monkeypatch.setattr(budget, "PERSON_BURST", 2)
    monkeypatch.setattr(budget, "PERSON_PER_S", 0)
    visitor, session = await _page()
    other = await in_db_thread(make_visitor)
    async with (
        greeted(session, browser(visitor)) as first,
        greeted(await new_session(other.actor), browser(other)) as second,
    ):
        assert [(await socket.ask(type="ping"))["type"] for socket in (first, second)] == ["pong", "pong"]
        assert [(await socket.ask(type="ping"))["type"] for socket in (first, second)] == ["rejected", "rejected"]


async def test_a_visitor_opens_so_many_sockets_and_then_none_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "PERSON_SOCKETS", 1)
    monkeypatch.setattr(budget, "_barred", {})
    visitor, session = await _page()
    other = await in_db_thread(make_visitor)
    async with greeted(session, browser(visitor)) as first:
        assert (await Socket(session, browser(visitor)).connect())[0] is False
        assert (await first.ask(type="ping"))["type"] == "pong"
        async with greeted(await new_session(other.actor), browser(other)):
            pass
    assert (await Socket(session, browser(visitor)).connect())[0] is False
    monkeypatch.setattr(budget, "_barred", {})
    async with greeted(session, browser(visitor)):
        pass


async def test_messages_are_counted_with_the_calls_of_the_api(settings: Settings) -> None:
    settings.THROTTLE_RUNS = 1
    visitor, session = await _page()
    async with greeted(session, browser(visitor)) as socket:
        assert (await socket.ask(type="run.start", message="Hello"))["type"] == "accepted"
        refused = await socket.ask(type="run.start", ref="r-2", message="Hello")

    assert (refused["type"], refused["ref"], refused["code"]) == ("rejected", "r-2", "limit")
    assert "seconds" in refused["message"]


def test_a_budget_fills_up_again_to_its_burst(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    found = budget.Budget(burst=2, per_second=4)
    assert [found.take() for _ in range(3)] == [True, True, False]
    now = 0.25
    assert [found.take() for _ in range(2)] == [True, False]
    now = 60.0
    assert [found.take() for _ in range(3)] == [True, True, False]


def test_a_partners_key_is_never_barred(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "_barred", {})
    key, cookie = budget.Claim("tk_x", is_key=True), budget.Claim("x", is_key=False)
    budget.bar(key)
    budget.bar(cookie)
    assert [budget.is_barred(claim) for claim in (key, cookie)] == [False, True]


def test_a_bar_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(budget, "_barred", {})
    claim = budget.Claim("x", is_key=False)
    budget.bar(claim)
    now = budget.BARRED_S - 0.1
    assert budget.is_barred(claim)
    now = budget.BARRED_S
    assert not budget.is_barred(claim)
