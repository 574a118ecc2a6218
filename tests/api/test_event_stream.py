"""A run's events as server-sent events: the log, then what comes, taken up again where a connection was cut."""

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.test import AsyncClient
from django.utils import timezone

from tests.api.caller import as_partner, problem
from tests.chat.test_follower import store
from tests.conftest import PartnerKey, make_partner
from travelagent.accounts.actors import Actor, new_visitor
from travelagent.accounts.models import ApiKey
from travelagent.api.event_stream import PING, RETRY, follow, frame
from travelagent.chat import actions
from travelagent.chat.envelopes import Envelope
from travelagent.chat.hub import Hub, hub
from travelagent.chat.models import Run, RunStatus
from travelagent.chat.run_stream import may_read, on_the_loop
from travelagent.chat.threads import in_db_thread

pytestmark = pytest.mark.django_db(transaction=True)

SSE = "text/event-stream"


def _begun() -> tuple[PartnerKey, Run]:
    key = make_partner("acme")
    session = actions.create_session(key.actor)
    return key, actions.start_run(key.actor, session.pk, "Hello")


async def begun() -> tuple[PartnerKey, Run]:
    """A partner and its run."""
    return await in_db_thread(_begun)


async def ended(events: int) -> tuple[PartnerKey, Run]:
    """A partner and its run that has ended after so many events."""
    key, run = await begun()
    await store(run, 1, events, end=True)
    await Run.objects.filter(pk=run.pk).aupdate(status=RunStatus.SUCCEEDED)
    return key, run


async def get_events(key: PartnerKey, run: Run, query: str = "", accept: str = SSE, **headers: str) -> Any:
    sent = {**key.headers, "Accept": accept, **{name.replace("_", "-"): value for name, value in headers.items()}}
    return await AsyncClient().get(f"/api/v1/runs/{run.pk}/events/{query}", headers=sent)


async def read(stream: AsyncIterator[Any]) -> list[tuple[int, str, dict[str, Any]]]:
    """The frames of a stream that ends: id, event, data."""
    frames = []
    async with asyncio.timeout(20):
        async for part in stream:
            text = part.decode() if isinstance(part, bytes) else part
            lines = dict(line.split(": ", 1) for line in text.strip().splitlines() if not line.startswith(":"))
            if "id" in lines:
                frames.append((int(lines["id"]), lines["event"], json.loads(lines["data"])))
    return frames


async def test_the_log_of_an_ended_run() -> None:
    """It comes whole, goes on behind the last event that a client has, and is not another's."""
    key, run = await ended(5)
    response = await get_events(key, run)
    assert response.status_code == 200
    assert response["Content-Type"] == SSE
    assert response["Cache-Control"] == "no-store"
    frames = await read(response.streaming_content)
    logged = (await in_db_thread(partial(as_partner(key).get, f"runs/{run.pk}/events/"))).json()["results"]
    assert [data for _, _, data in frames] == logged
    tokens = [(seq, "llm_token") for seq in (1, 2, 3, 4)]
    assert [(seq, event) for seq, event, _ in frames] == [*tokens, (5, "run_finished")]

    by_header = await read((await get_events(key, run, Last_Event_ID="3")).streaming_content)
    by_query = await read((await get_events(key, run, "?after=3")).streaming_content)
    by_both = await read((await get_events(key, run, "?after=1", Last_Event_ID="3")).streaming_content)
    assert [seq for seq, _, _ in by_header] == [4, 5]
    assert by_header == by_query == by_both

    response = await get_events(key, run, Last_Event_ID="5")
    assert (response.status_code, response.content) == (204, b"")
    stranger = await in_db_thread(partial(make_partner, "mallory"))
    assert problem(await get_events(stranger, run)) == (404, "not_found")


@pytest.mark.django_db
async def test_a_frame_is_one_line_of_data() -> None:
    envelope = Envelope(7, "run_1", "llm_token", datetime(2026, 1, 31, tzinfo=UTC), {"token": "京\n\nid: 9"})
    lines = frame(envelope).split("\n")
    assert lines[:2] == ["id: 7", "event: llm_token"]
    assert json.loads(lines[2].removeprefix("data: ")) == envelope.as_dict()
    assert lines[3:] == ["", ""]


async def test_what_is_committed_meanwhile_follows_until_the_run_ends() -> None:
    key, run = await begun()
    await store(run, 1, 2)
    response = await get_events(key, run)
    reading = asyncio.create_task(read(response.streaming_content))
    hub.publish(run.session_id, await store(run, 3, 5, end=True))

    assert [seq for seq, _, _ in await reading] == [1, 2, 3, 4, 5]


async def test_only_the_runs_own_events_come() -> None:
    key, run = await ended(2)
    other = await in_db_thread(partial(actions.start_run, key.actor, run.session_id, "Again"))
    response = await get_events(key, other)
    reading = asyncio.create_task(read(response.streaming_content))
    hub.publish(run.session_id, await store(other, 1, 2, end=True))
    assert {data["run"] for _, _, data in await reading} == {other.pk}


async def test_a_paused_run_is_pinged_and_then_goes_on() -> None:
    _, run = await begun()
    await store(run, 1, 2)
    own = Hub()
    stream = follow(own, run.session_id, run.pk, 0, lambda: True, ping_s=0.05)
    assert await anext(stream) == RETRY
    received = [await anext(stream) for _ in range(4)]
    assert [part.startswith("id: ") for part in received[:2]] == [True, True]
    assert received[2:] == [PING, PING]

    own.publish(run.session_id, await store(run, 3, 3, end=True))
    assert [seq for seq, _, _ in await read(stream)] == [3]


@pytest.mark.django_db
async def test_a_stream_that_breaks_ends_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def broken() -> AsyncIterator[str]:
        yield PING
        raise RuntimeError("no such event")

    assert [each async for each in on_the_loop(broken())] == [PING]
    assert "no such event" in caplog.text


def _visited() -> tuple[SessionStore, Actor, Run]:
    cookie = SessionStore()
    actor = new_visitor(cookie)
    cookie.save()
    return cookie, actor, actions.start_run(actor, actions.create_session(actor).pk, "Hello")


async def test_a_stream_ends_with_the_right_to_read_it() -> None:
    """After a logout of that browser, a deletion of the run, a revocation of the key."""
    cookie, actor, run = await in_db_thread(_visited)
    permitted = partial(may_read, actor, cookie.session_key, run.pk)
    stream = follow(Hub(), run.session_id, run.pk, 0, permitted, ping_s=0.05)
    assert [await anext(stream) for _ in range(3)] == [RETRY, PING, PING]
    await in_db_thread(cookie.flush)
    assert await read(stream) == []

    key, run = await begun()
    stream = follow(Hub(), run.session_id, run.pk, 0, partial(may_read, key.actor, None, run.pk), ping_s=0.05)
    await in_db_thread(run.delete)
    assert await read(stream) == []

    key, run = await begun()
    await ApiKey.objects.filter(pk=key.actor.key).aupdate(revoked_at=timezone.now())
    stream = follow(Hub(), run.session_id, run.pk, 0, partial(may_read, key.actor, None, run.pk), ping_s=0.05)
    assert await read(stream) == []


async def test_the_headers_decide_on_form_and_begin(subtests: pytest.Subtests) -> None:
    key, run = await ended(1)
    for value in ("-1", "x", "1.5", "9" * 50):
        with subtests.test(last_event_id=value):
            response = await get_events(key, run, Last_Event_ID=value)
            assert problem(response) == (400, "invalid")
            assert list(response.json()["errors"]) == ["Last-Event-ID"]
    for accept, form in (
        ("text/event-stream", SSE),
        ("application/json", "application/json"),
        ("*/*", "application/json"),
        ("text/*", SSE),
        ("application/json;q=0.5, text/event-stream", SSE),
        ("application/json, text/event-stream;q=0.9", "application/json"),
        ("text/event-stream;q=0.1, application/*;q=0.2", "application/json"),
        ("application/json;q=0, */*", SSE),
    ):
        with subtests.test(accept=accept):
            response = await get_events(key, run, accept=accept)
            assert (response.status_code, response["Content-Type"]) == (200, form)
    for accept in ("text/html", "application/xml, image/*", "application/json;q=0", "*/*;q=0"):
        with subtests.test(accept=accept):
            assert problem(await get_events(key, run, accept=accept)) == (406, "not_acceptable")
