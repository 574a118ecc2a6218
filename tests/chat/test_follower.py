"""A follower delivers every event once, whatever was lost on the way to it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import pytest

from tests.chat.scripted import Listener
from tests.chat.test_runs import begin
from travelagent.chat import follower as following
from travelagent.chat.envelopes import Envelope, Newest
from travelagent.chat.follower import Follower
from travelagent.chat.hub import BACKLOG, Hub
from travelagent.chat.models import Run, RunEvent
from travelagent.chat.threads import in_db_thread

pytestmark = pytest.mark.django_db(transaction=True)


def envelope(run: Run, seq: int, type: str = "llm_token") -> Envelope:
    return Envelope(seq, run.pk, type, datetime.now(UTC), {"token": f"{seq} "})


async def store(run: Run, first: int, last: int, end: bool = False) -> list[Envelope]:
    """Append events to the log as another process would."""
    envelopes = [
        envelope(run, seq, "run_finished" if end and seq == last else "llm_token") for seq in range(first, last + 1)
    ]
    await RunEvent.objects.abulk_create(
        [RunEvent(run=run, seq=e.seq, type=e.type, at=e.at, data=e.data) for e in envelopes]
    )
    await Run.objects.filter(pk=run.pk).aupdate(last_seq=last)
    return envelopes


@asynccontextmanager
async def followed(hub: Hub, run: Run, *, attached: bool = True) -> AsyncIterator[Listener]:
    listener = Listener()
    with hub.listen(run.session_id) as mailbox:
        follower = Follower(run.session_id, mailbox, listener.deliver)
        if attached:
            await follower.attach(run.pk, 0)
        task = asyncio.create_task(follower.work())
        try:
            yield listener
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def test_a_listener_that_slept_while_its_mailbox_overflowed_catches_up() -> None:
    hub, run = Hub(), await in_db_thread(begin)
    many = BACKLOG + 500
    async with followed(hub, run) as listener:
        hub.publish(run.session_id, await store(run, 1, many, end=True))
        await listener.wait_for("run_finished")

    assert [e.seq for e in listener.envelopes] == list(range(1, many + 1))


async def test_a_hint_without_the_events_is_enough() -> None:
    hub, run = Hub(), await in_db_thread(begin)
    async with followed(hub, run) as listener:
        await store(run, 1, 5, end=True)
        hub.deliver(run.session_id, [Newest(run.pk, 5)])
        await listener.wait_for("run_finished")

    assert [e.seq for e in listener.envelopes] == [1, 2, 3, 4, 5]


async def test_lost_doubled_and_swapped_on_the_way_it_is_delivered_once_and_in_order() -> None:
    hub, run = Hub(), await in_db_thread(begin)
    async with followed(hub, run) as listener:
        events = await store(run, 1, 6, end=True)
        hub.deliver(run.session_id, [events[1], events[0], events[1], events[4], events[3], events[5], events[5]])
        await listener.wait_for("run_finished")

    assert [e.seq for e in listener.envelopes] == [1, 2, 3, 4, 5, 6]


async def test_where_every_word_is_lost_the_log_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "POLL_S", 0.05)
    hub, run = Hub(), await in_db_thread(begin)
    async with followed(hub, run) as listener:
        await store(run, 1, 3)
        while len(listener.envelopes) < 3:
            await asyncio.wait_for(listener.changed(), 20)
        await store(run, 4, 6, end=True)
        await listener.wait_for("run_finished")

    assert [e.seq for e in listener.envelopes] == [1, 2, 3, 4, 5, 6]


async def test_a_run_begun_elsewhere_is_found_though_nobody_told_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "IDLE_POLL_S", 0.05)
    hub, earlier = Hub(), await in_db_thread(begin)
    await store(earlier, 1, 2, end=True)
    await Run.objects.filter(pk=earlier.pk).aupdate(status="succeeded")
    async with followed(hub, earlier, attached=False) as listener:
        later = await Run.objects.acreate(session_id=earlier.session_id, message="more", locale="en")
        await store(later, 1, 2, end=True)
        await listener.wait_for("run_finished")

    assert [(e.run, e.seq) for e in listener.envelopes] == [(later.pk, 1), (later.pk, 2)]
