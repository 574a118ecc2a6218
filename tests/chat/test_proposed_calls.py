"""Writes that are requested by tool and arguments, and writes that happen elsewhere: decided, journalled, logged as
any.
"""

import asyncio
from functools import partial
from typing import Any

import pytest

from agent_core.testing import ScriptedModel, text
from agent_core.tools import ToolError
from tests.chat.scripted import listening, supervised
from tests.conftest import make_visitor
from travelagent.accounts.actors import Actor
from travelagent.assistant.embedded.model import EmbeddedModel
from travelagent.assistant.tools import TOOLS
from travelagent.chat import actions
from travelagent.chat.hub import Hub
from travelagent.chat.journal import UNKNOWN, DatabaseJournal
from travelagent.chat.models import Proposal, Run, RunStatus
from travelagent.chat.proposed_calls import propose_call
from travelagent.chat.threads import in_db_thread
from travelagent.trips.actions import create_trip
from travelagent.trips.models import Trip

pytestmark = pytest.mark.django_db(transaction=True)

VISIT = {"name": {"en": "Harbour", "zh": "港口"}, "lat": 35.0, "lon": 135.7, "arrive": "10:00", "depart": "11:00"}
DAY = {"day": 1, "city": "kyoto", "date": "2026-12-06", "start": "09:00", "end": "18:00", "visits": [VISIT]}
PLAN = {"cities": ["kyoto"], "days": [DAY]}
DELETE = TOOLS.get("delete_trip")


def proposed(tool: Any = DELETE, **arguments: Any) -> tuple[Actor, Run]:
    """A run that proposes to delete the visitor's trip, or what else is named."""
    actor = make_visitor().actor
    person = actor.person_for().pk
    trip = create_trip(person, "2 days in Kyoto", PLAN, None)
    session = actions.create_session(actor)
    return actor, propose_call(actor, session, tool, arguments or {"id": trip.pk}, "en")


@pytest.mark.parametrize("model", [EmbeddedModel(), ScriptedModel(text("Done."))])
@pytest.mark.parametrize(("decision", "left"), [("approve", 0), ("reject", 1)])
async def test_nothing_is_written_before_it_is_approved(model: Any, decision: str, left: int) -> None:
    hub = Hub()
    actor, run = await in_db_thread(proposed)
    async with supervised(hub, model) as supervisor, listening(hub, run.session_id, run.pk) as listener:
        await listener.wait_for("run_paused")
        assert [event.type for event in listener.envelopes][:2] == ["run_started", "run_resumed"]
        proposal = await Proposal.objects.aget(run=run.pk)
        assert proposal.calls[0]["summary"] == run.message == "Delete the trip “2 days in Kyoto”, for good"
        assert await Trip.objects.acount() == 1
        await in_db_thread(partial(actions.decide_proposal, actor, run.pk, proposal.pk, decision))
        supervisor.hint()
        finished = await listener.wait_for("run_finished")
    assert finished.data["status"] == "succeeded"
    assert await Trip.objects.acount() == left
    assert not listener.of("artifact")


async def test_what_is_no_write_and_what_does_not_fit_is_refused() -> None:
    for tool, arguments in ((TOOLS.get("list_trips"), {"id": "trip_x"}), (DELETE, {"id": 3}), (DELETE, {"trip": "x"})):
        with pytest.raises(ToolError):
            await in_db_thread(partial(proposed, tool, **arguments))
    assert await Run.objects.acount() == 0


async def test_a_write_elsewhere_is_made_once_and_only_when_approved() -> None:
    _actor, run = await in_db_thread(proposed)
    journal, made = DatabaseJournal(), []

    async def write() -> dict[str, Any]:
        made.append(1)
        if len(made) == 1:
            raise ToolError("remote_failed", "no")
        return {"booked": len(made)}

    with pytest.raises(ToolError, match="not approved"):
        await journal.execute_once(run.pk, "c1", write)
    await Proposal.objects.acreate(
        pk="prop_1",
        run=run,
        person_id=run.session.person_id,
        calls=[{"id": "c1"}, {"id": "c2"}],
        digest="",
        expires_at=run.created_at,
        status=Proposal.Status.APPROVE,
    )
    with pytest.raises(ToolError, match="no"):
        await journal.execute_once(run.pk, "c1", write)
    first = await journal.execute_once(run.pk, "c1", write)
    again = await journal.execute_once(run.pk, "c1", write)
    assert first.value == again.value == {"booked": 2}
    assert len(made) == 2

    begun = asyncio.Event()

    async def hang() -> None:
        begun.set()
        await asyncio.Event().wait()

    killed = asyncio.create_task(journal.execute_once(run.pk, "c2", hang))
    await begun.wait()
    killed.cancel()
    with pytest.raises(asyncio.CancelledError):
        await killed
    assert (await journal.execute_once(run.pk, "c2", write)).value == UNKNOWN.value
    assert len(made) == 2
    assert (await Run.objects.aget(pk=run.pk)).status == RunStatus.QUEUED
