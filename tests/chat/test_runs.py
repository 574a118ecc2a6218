"""A message becomes a run, and the run's events are in the log before anybody sees them."""

import asyncio
from functools import partial

import pytest

from agent_core.messages import call
from agent_core.testing import ScriptedModel, calls, text
from tests.chat.scripted import listening, supervised
from tests.conftest import make_visitor
from travelagent.chat import actions
from travelagent.chat.envelopes import Envelope
from travelagent.chat.hub import Hub
from travelagent.chat.models import Message, Run, RunEvent, RunStatus
from travelagent.chat.threads import in_db_thread

pytestmark = pytest.mark.django_db(transaction=True)


def begin(message: str = "What is Kyoto like?") -> Run:
    actor = make_visitor().actor
    session = actions.create_session(actor)
    return actions.start_run(actor, session.pk, message)


async def test_it_works() -> None:
    hub, run = Hub(), await in_db_thread(begin)

    async with supervised(hub, ScriptedModel(text("Hel", "lo."))), listening(hub, run.session_id, run.pk) as listener:
        await listener.wait_for("run_finished")

    assert listener.of("answer")[0].data["text"] == "Hello."
    assert [e.seq for e in listener.envelopes] == list(range(1, len(listener.envelopes) + 1))
    row = await Run.objects.aget(pk=run.pk)
    assert (row.status, row.answer, row.last_seq) == ("succeeded", "Hello.", len(listener.envelopes))
    assert row.metadata["stop_reason"] == "answered"
    messages = [(m.role, m.text) async for m in Message.objects.filter(run=run.pk)]
    assert messages == [("user", "What is Kyoto like?"), ("assistant", "Hello.")]


async def test_an_event_is_committed_before_it_is_seen() -> None:
    hub, run = Hub(), await in_db_thread(begin)
    unseen: list[Envelope] = []

    def is_stored(envelope: Envelope) -> bool:
        return RunEvent.objects.filter(run_id=envelope.run, seq=envelope.seq, type=envelope.type).exists()

    model = ScriptedModel(calls(call("c1", "get_city_info", city="Kyoto")), text("Kyoto ", "it ", "is."))
    with hub.listen(run.session_id) as mailbox:
        async with supervised(hub, model):
            while True:
                envelope = await mailbox.get()
                if not await in_db_thread(partial(is_stored, envelope)):
                    unseen.append(envelope)
                if envelope.type == "run_finished":
                    break

    assert unseen == []


async def test_a_late_listener_gets_what_it_missed_and_nothing_twice() -> None:
    hub, run = Hub(), await in_db_thread(begin)
    go_on = asyncio.Event()
    model = ScriptedModel([*text("one ")[:1], go_on, *text("two")])

    async with supervised(hub, model), listening(hub, run.session_id, run.pk) as first:
        await first.wait_for("llm_token")
        half = len(first.envelopes) // 2
        async with listening(hub, run.session_id, run.pk, after=half) as late:
            go_on.set()
            await late.wait_for("run_finished")
            await first.wait_for("run_finished")

    assert [e.seq for e in late.envelopes] == list(range(half + 1, len(first.envelopes) + 1))
    assert [e.as_dict() for e in late.envelopes] == [e.as_dict() for e in first.envelopes[half:]]


async def test_a_session_has_one_active_run() -> None:
    run = await in_db_thread(begin)

    def again() -> str:
        actor = actions.Actor(person=run.session.person_id)
        with pytest.raises(actions.Refused) as refused:
            actions.start_run(actor, run.session_id, "Another")
        return refused.value.code

    assert await in_db_thread(again) == "run_active"


async def test_a_cancel_ends_the_run_and_keeps_the_partial_text() -> None:
    hub, run = Hub(), await in_db_thread(begin)
    never = asyncio.Event()

    async with (
        supervised(hub, ScriptedModel([*text("part")[:1], never])) as supervisor,
        listening(hub, run.session_id, run.pk) as listener,
    ):
        await listener.wait_for("llm_token")
        actor = actions.Actor(person=run.session.person_id)
        await in_db_thread(partial(actions.cancel_run, actor, run.pk))
        supervisor.hint()
        finished = await listener.wait_for("run_finished")

    assert finished.data["status"] == "cancelled"
    assert (await Run.objects.aget(pk=run.pk)).answer == "part"


async def test_a_run_left_by_a_dead_process_goes_on_from_its_checkpoint() -> None:
    hub, run = Hub(), await in_db_thread(begin)
    never = asyncio.Event()
    first = ScriptedModel(calls(call("c1", "get_city_info", city="Kyoto")), [never])

    async with supervised(hub, first), listening(hub, run.session_id, run.pk) as before:
        await before.wait_for("evaluation")
        await asyncio.wait_for(first.wait_for_requests(2), 20)
    assert (await Run.objects.aget(pk=run.pk)).status == RunStatus.RUNNING

    second = ScriptedModel(text("Kyoto it is."))
    async with supervised(hub, second, take_over=True), listening(hub, run.session_id, run.pk) as after:
        await after.wait_for("run_finished")

    assert [e.seq for e in after.envelopes] == list(range(1, len(after.envelopes) + 1))
    assert [e.type for e in after.envelopes].count("tool_start") == 1
    assert len(after.of("run_resumed")) == 1
    assert (await Run.objects.aget(pk=run.pk)).answer == "Kyoto it is."


async def test_the_next_turn_knows_the_tool_results_of_the_last() -> None:
    hub, run = Hub(), await in_db_thread(begin)
    model = ScriptedModel(calls(call("c1", "get_city_info", city="Kyoto")), text("Kyoto."), text("Yes."))
    async with supervised(hub, model) as supervisor:
        async with listening(hub, run.session_id, run.pk) as listener:
            await listener.wait_for("run_finished")
        actor = actions.Actor(person=run.session.person_id)
        second = await in_db_thread(partial(actions.start_run, actor, run.session_id, "Sure?"))
        supervisor.hint()
        async with listening(hub, run.session_id, second.pk) as listener:
            await listener.wait_for("run_finished")

    roles = [m.role for m in model.requests[-1].messages if m.role != "system"]
    assert roles == ["human", "assistant", "tool", "assistant", "human"]
    assert listener.of("run_finished")[0].data["metadata"]["steps_taken"] == 0


async def test_a_switched_off_tool_is_not_offered() -> None:
    from travelagent.chat.models import ToolSetting
    from travelagent.chat.toolset import sync_tools

    hub, run = Hub(), await in_db_thread(begin)
    await in_db_thread(sync_tools)
    await ToolSetting.objects.filter(name="calculate_budget").aupdate(enabled=False)
    model = ScriptedModel(text("Fine."))

    async with supervised(hub, model), listening(hub, run.session_id, run.pk) as listener:
        await listener.wait_for("run_finished")

    offered = [tool.name for tool in model.requests[0].tools]
    assert "generate_route" in offered
    assert "calculate_budget" not in offered


async def test_an_operators_timeout_reaches_the_next_run() -> None:
    from travelagent.chat.models import ToolSetting
    from travelagent.chat.toolset import enabled_tools, sync_tools

    await in_db_thread(sync_tools)
    await ToolSetting.objects.filter(name="generate_route").aupdate(timeout_s=7.5)
    await in_db_thread(sync_tools)

    tools = await in_db_thread(enabled_tools)

    assert tools.get("generate_route").timeout_s == 7.5
    assert tools.get("calculate_budget").timeout_s == 30.0


@pytest.mark.parametrize(
    ("message", "title"),
    [
        ("Plan 3 days\nin Rome", "Plan 3 days in Rome"),
        (
            "Plan 3 days in Kyoto in April for two with a five-year-old, we are vegetarian",
            "Plan 3 days in Kyoto in April for two with a five-year-old…",
        ),
        ("x" * 70, "x" * 59 + "…"),
        ("去京都 " + "玩" * 70, "去京都 " + "玩" * 55 + "…"),
    ],
)
def test_a_conversation_is_called_after_its_first_words_none_of_them_cut(message: str, title: str) -> None:
    assert actions.title_of(message) == title
