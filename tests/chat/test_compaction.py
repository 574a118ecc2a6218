"""What is kept of a run that has ended: its events and history; of the newest, the messages that the next continues."""

from functools import partial

import pytest

from agent_core.messages import call
from agent_core.state import AgentState
from agent_core.testing import ScriptedModel, calls, text
from tests.chat.scripted import listening, supervised
from tests.conftest import make_visitor
from travelagent.accounts.actors import Actor
from travelagent.chat import actions
from travelagent.chat.fields import packed, unpacked
from travelagent.chat.hub import Hub
from travelagent.chat.models import Run, RunCheckpoint, RunEvent, RunStatus
from travelagent.chat.supervisor import Supervisor
from travelagent.chat.threads import in_db_thread
from travelagent.chat.writer import newest_checkpoint

pytestmark = pytest.mark.django_db(transaction=True)
PLAN = calls(call("plan", "generate_route", city="Kyoto", days=1))
SAVE = calls(call("save", "create_trip", title="One day in Kyoto", itinerary="plan_a1"))


async def send_message(supervisor: Supervisor, hub: Hub, actor: Actor, session: str, message: str, until: str) -> Run:
    run = await in_db_thread(partial(actions.start_run, actor, session, message))
    supervisor.hint()
    async with listening(hub, session, run.pk) as listener:
        await listener.wait_for(until)
    return run


async def state_of(run: Run) -> AgentState:
    checkpoint = await in_db_thread(partial(newest_checkpoint, run.pk))
    assert checkpoint is not None
    return checkpoint.state


async def begun() -> tuple[Actor, str]:
    actor = (await in_db_thread(make_visitor)).actor
    return actor, (await in_db_thread(partial(actions.create_session, actor))).pk


async def test_ended_runs_keep_their_history_and_the_newest_its_messages() -> None:
    hub, (actor, session) = Hub(), await begun()
    turns = [calls(call(f"c{n}", "get_city_info", city="Kyoto")) if n % 2 else text("Kyoto.") for n in range(1, 7)]
    async with supervised(hub, ScriptedModel(*turns)) as supervisor:
        runs = [await send_message(supervisor, hub, actor, session, f"Kyoto {n}?", "run_finished") for n in range(3)]

    states = [await state_of(run) for run in runs]
    assert [len(state.history) for state in states] == [1, 1, 1]
    assert [len(state.messages) for state in states] == [0, 0, 12]
    assert {state.tool_result_history for state in states} == {()}


async def test_a_run_that_waits_for_a_decision_keeps_all_it_needs() -> None:
    hub, (actor, session) = Hub(), await begun()
    model = ScriptedModel(PLAN, SAVE, text("Hi."), text("Saved."), text("Yes."))
    async with supervised(hub, model) as supervisor:
        waiting = await send_message(supervisor, hub, actor, session, "Plan and save a day in Kyoto", "run_paused")
        between = await send_message(supervisor, hub, actor, session, "Hello", "run_finished")
        assert len((await state_of(waiting)).tool_result_history) == 1
        proposal = await waiting.proposals.aget()
        await in_db_thread(partial(actions.decide_proposal, actor, waiting.pk, proposal.pk, "approve"))
        supervisor.hint()
        async with listening(hub, session, waiting.pk, after=waiting.last_seq) as listener:
            await listener.wait_for("run_finished")
        after = await send_message(supervisor, hub, actor, session, "Sure?", "run_finished")

    assert (await Run.objects.aget(pk=waiting.pk)).status == RunStatus.SUCCEEDED
    assert [len((await state_of(run)).messages) for run in (waiting, between)] == [0, 0]
    assert "Hello" in [message.text for message in (await state_of(after)).messages]


async def test_a_run_that_never_began_does_not_cut_off_the_conversation() -> None:
    hub, (actor, session) = Hub(), await begun()
    model = ScriptedModel(calls(call("c1", "get_city_info", city="Kyoto")), text("Kyoto."), text("Yes."))
    async with supervised(hub, model) as supervisor:
        await send_message(supervisor, hub, actor, session, "Kyoto?", "run_finished")
        dropped = await in_db_thread(partial(actions.start_run, actor, session, "Never mind"))
        await Run.objects.filter(pk=dropped.pk).aupdate(status=RunStatus.CANCELLED)
        await send_message(supervisor, hub, actor, session, "Sure?", "run_finished")

    assert [m.role for m in model.requests[-1].messages if m.role == "tool"] == ["tool"]
    assert await RunCheckpoint.objects.acount() == 2


@pytest.mark.django_db
def test_a_value_comes_back_as_it_was_stored(subtests: pytest.Subtests) -> None:
    actor = make_visitor().actor
    run = actions.start_run(actor, actions.create_session(actor).pk, "Hello")
    values: tuple[object, ...] = ({}, {"text": "短"}, {"text": "京都" * 500}, [], None, 1.5, "x" * 500)
    for seq, value in enumerate(values, 1):
        with subtests.test(value=str(value)[:20]):
            event = RunEvent.objects.create(run=run, seq=seq, type="x", at=run.created_at, data=value)
            assert RunEvent.objects.get(pk=event.pk).data == value


def test_long_values_are_stored_smaller() -> None:
    text = '{"text":"' + "京都很美。" * 500 + '"}'
    assert len(packed(text)) < len(text.encode()) / 20
    assert unpacked(packed(text)) == {"text": "京都很美。" * 500}
