"""A run is worked on by one process: the one that holds its lease, until it is taken over or given back."""

import asyncio
from functools import partial
from typing import Any

import pytest

from agent_core.agent import Agent
from agent_core.messages import Usage, call
from agent_core.testing import ScriptedModel, calls, text
from tests.chat.scripted import build, listening, supervised
from tests.chat.test_runs import begin
from travelagent.assistant.assembly import Wiring
from travelagent.chat import writer
from travelagent.chat.hub import Hub
from travelagent.chat.models import Message, Run, RunEvent
from travelagent.chat.supervisor import MOST_ATTEMPTS, Supervisor
from travelagent.chat.threads import in_db_thread

pytestmark = pytest.mark.django_db(transaction=True)

STEP = calls(call("c1", "get_city_info", city="Kyoto"))


async def test_a_stop_gives_the_lease_back_and_another_process_goes_on_at_once() -> None:
    hub, run = Hub(), await in_db_thread(begin)
    slow = ScriptedModel(STEP, [asyncio.Event()])
    async with supervised(hub, slow):
        await asyncio.wait_for(slow.wait_for_requests(2), 20)
    row = await Run.objects.aget(pk=run.pk)
    assert (row.status, row.lease_until) == ("running", None)

    async with supervised(hub, ScriptedModel(text("Kyoto."))), listening(hub, run.session_id, run.pk) as listener:
        await listener.wait_for("run_finished")

    assert [e.seq for e in listener.envelopes] == list(range(1, len(listener.envelopes) + 1))
    assert len(listener.of("tool_start")) == len(listener.of("tool_end")) == 1
    assert (await Run.objects.aget(pk=run.pk)).answer == "Kyoto."


async def test_a_process_lets_go_of_a_run_that_another_has_taken() -> None:
    run = await in_db_thread(begin)
    go_on = asyncio.Event()
    slow = ScriptedModel([go_on, *text("Too late.")])
    async with supervised(Hub(), slow):
        await asyncio.wait_for(slow.wait_for_requests(1), 20)
        await Run.objects.filter(pk=run.pk).aupdate(lease_fence=7)
        known = await RunEvent.objects.filter(run=run.pk).acount()
        go_on.set()
    row = await Run.objects.aget(pk=run.pk)

    assert (row.status, row.lease_fence, row.answer) == ("running", 7, "")
    assert row.lease_until is not None
    assert await RunEvent.objects.filter(run=run.pk).acount() == known


async def test_an_event_that_cannot_be_stored_ends_its_run_and_no_other() -> None:
    hub, run = Hub(), await in_db_thread(begin)
    model = ScriptedModel([*text("Kyoto."), Usage(float("inf"), 1)])  # type: ignore[arg-type]  # as one endpoint counts
    async with supervised(hub, model), listening(hub, run.session_id, run.pk) as listener:
        await listener.wait_for("run_finished")

    assert [event.type for event in listener.envelopes[-2:]] == ["error", "run_finished"]
    assert (await Run.objects.aget(pk=run.pk)).status == "failed"
    assert len(model.requests) == 1


@pytest.mark.parametrize(
    ("row", "status"),
    [({"lease_fence": MOST_ATTEMPTS}, "failed"), ({"cancel_when": "immediate"}, "cancelled")],
    ids=["taken up too often", "cancelled before"],
)
async def test_a_run_is_not_worked_on_for_ever(row: dict[str, Any], status: str) -> None:
    hub, run = Hub(), await in_db_thread(begin)
    await Run.objects.filter(pk=run.pk).aupdate(**row)
    model = ScriptedModel(text("Kyoto."))
    async with supervised(hub, model), listening(hub, run.session_id, run.pk) as listener:
        await listener.wait_for("run_finished")

    assert (await Run.objects.aget(pk=run.pk)).status == status
    assert model.requests == []


async def test_what_was_committed_before_the_connection_broke_is_not_stored_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hub, run = Hub(), await in_db_thread(begin)
    commit, broken = writer._commit, 0

    def commit_without_answer(batch: object) -> set[str]:
        nonlocal broken
        lost = commit(batch)
        if broken < 3:
            broken += 1
            raise writer.DATABASE_GONE[0]("the connection broke behind the commit")
        return lost

    monkeypatch.setattr(writer, "_commit", commit_without_answer)
    monkeypatch.setattr(writer, "AGAIN_S", 0.01)
    async with supervised(hub, ScriptedModel(text("Hel", "lo."))), listening(hub, run.session_id, run.pk) as listener:
        await listener.wait_for("run_finished")

    assert broken == 3
    assert [e.seq for e in listener.envelopes] == list(range(1, len(listener.envelopes) + 1))
    assert await Message.objects.filter(run=run.pk, role="assistant").acount() == 1
    assert (await Run.objects.aget(pk=run.pk)).status == "succeeded"


async def test_a_run_that_cannot_begin_fails_instead_of_coming_back() -> None:
    hub, run = Hub(), await in_db_thread(begin)

    def broken(wiring: Wiring) -> Agent:
        raise LookupError(wiring.model)

    supervisor = Supervisor(hub, broken)
    await supervisor.start()
    async with listening(hub, run.session_id, run.pk) as listener:
        finished = await listener.wait_for("run_finished")
    await supervisor.stop()

    assert finished.data["status"] == "failed"
    assert (await Run.objects.aget(pk=run.pk)).status == "failed"


async def test_no_more_runs_are_taken_than_there_is_room_for() -> None:
    first, second = [await in_db_thread(begin) for _ in range(2)]
    go_on = asyncio.Event()
    model = ScriptedModel([go_on, *text("One.")], text("Two."))
    hub = Hub()
    supervisor = Supervisor(hub, partial(build, model), capacity=1)
    await supervisor.start()
    async with listening(hub, first.session_id, first.pk) as one, listening(hub, second.session_id, second.pk) as two:
        await asyncio.wait_for(model.wait_for_requests(1), 20)
        supervisor.hint(second.pk)
        await one.wait_for("node_start")
        assert (await Run.objects.aget(pk=second.pk)).status == "queued"
        go_on.set()
        await one.wait_for("run_finished")
        await two.wait_for("run_finished")
    await supervisor.stop()
