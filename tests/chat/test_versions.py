"""The versions of a session's trip at hand: from the events of a run, and the algebra of change, undo and redo."""

import dataclasses
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent_core.events import CustomEvent
from agent_core.messages import call
from agent_core.testing import ScriptedModel, calls, text
from agent_core.tools import ToolContext
from tests.chat.scripted import listening, supervised
from tests.chat.test_runs import begin
from tests.conftest import Visitor, make_visitor
from tests.support.examples import examples
from travelagent.assistant.tools import TOOLS
from travelagent.briefs.at_hand import TripAtHand
from travelagent.briefs.events import EVENTS
from travelagent.chat import actions, trip_state
from travelagent.chat import versions as chat_versions
from travelagent.chat.hub import Hub
from travelagent.chat.models import Run, RunStatus, SessionVersion
from travelagent.chat.threads import in_db_thread
from travelagent.chat.trip_state import TripState
from travelagent.chat.versions import add_change, newest_version, read_trip_at_hand
from travelagent.chat.writer import LogWriter, RunLog

ONE_DAY = {"city": "Kyoto", "days": 1}


def versions(session: str) -> list[tuple[int, str, str, int | None, int | None]]:
    """Number, plan, run, undo_to, redo_to of every version, oldest first."""
    rows = SessionVersion.objects.filter(session=session).order_by("number")
    return list(rows.values_list("number", "plan", "run", "undo_to", "redo_to"))


async def worked(model: ScriptedModel, run: Run | None = None) -> Run:
    """A run that is worked by this model to its end."""
    hub, run = Hub(), run or await in_db_thread(begin)
    async with supervised(hub, model), listening(hub, run.session_id, run.pk) as listener:
        await listener.wait_for("run_finished")
    for type, data in EVENTS.items():
        for envelope in listener.of(type):
            data.model_validate(envelope.data)
    return run


@pytest.mark.django_db(transaction=True)
async def test_it_works() -> None:
    model = ScriptedModel(
        calls(call("c1", "set_brief", brief={"pace": "relaxed"})),
        calls(call("c2", "generate_route", **ONE_DAY)),
        text("Done."),
    )
    run = await worked(model)

    assert await in_db_thread(partial(versions, run.session_id)) == [
        (1, "", run.pk, None, None),
        (2, "c2_a1", run.pk, 1, None),
    ]
    trip = await in_db_thread(partial(read_trip_at_hand, run.session_id))
    assert (trip.version, trip.brief.places, trip.brief.pace) == (2, ("kyoto",), "relaxed")
    assert trip.itinerary is not None
    assert len(trip.itinerary["days"]) == 1


@pytest.mark.django_db(transaction=True)
async def test_a_change_of_the_plan_alone_keeps_the_brief() -> None:
    run = await worked(ScriptedModel(calls(call("c1", "generate_route", **ONE_DAY)), text("Done.")))
    again = await in_db_thread(
        partial(actions.start_run, actions.Actor(person=run.session.person_id), run.session_id, run.message)
    )
    await worked(ScriptedModel(calls(call("d1", "generate_route", **ONE_DAY)), text("Done.")), again)

    first, second = await in_db_thread(partial(versions, run.session_id))
    assert (first[1], second) == ("c1_a1", (2, "d1_a1", again.pk, 1, None))
    briefs = SessionVersion.objects.filter(session=run.session_id)
    assert [row.brief["stays"] async for row in briefs] == [[{"place": "kyoto"}]] * 2


@pytest.mark.django_db(transaction=True)
async def test_a_tool_sees_what_its_run_has_just_changed() -> None:
    """The second call names no pace: it plans with the one that the first has set in the same step."""
    model = ScriptedModel(
        calls(call("c1", "set_brief", brief={"pace": "packed"}), call("c2", "generate_route", **ONE_DAY)),
        text("Done."),
    )
    run = await worked(model)
    trip = await in_db_thread(partial(read_trip_at_hand, run.session_id))
    assert trip.itinerary is not None
    assert trip.itinerary["request"]["pace"] == "packed"


@asynccontextmanager
async def open_log(run: Run) -> AsyncIterator[RunLog]:
    writer = LogWriter(Hub())
    writer.start()
    try:
        yield writer.open(run.pk, run.session_id, run.lease_fence, run.last_seq)
    finally:
        await writer.stop()


def brief_changed(version: int, **brief: Any) -> CustomEvent:
    changes = [{"field": name, "from": None, "to": value} for name, value in brief.items()]
    return CustomEvent("brief_changed", {"version": version, "source": "model", "changes": changes, "brief": brief})


def plan_changed(version: int, artifact: str) -> CustomEvent:
    return CustomEvent("plan_changed", {"version": version, "artifact": artifact, "difference": None})


def stored(session: str) -> list[tuple[int, Any, str]]:
    rows = SessionVersion.objects.filter(session=session).order_by("number")
    return [(row.number, row.brief, row.plan) for row in rows]


@pytest.mark.django_db(transaction=True)
async def test_brief_and_plan_of_one_change_are_one_version() -> None:
    run = await in_db_thread(begin)
    async with open_log(run) as log:
        log.emit(brief_changed(1, pace="packed"))
        await log.commit()
        log.emit(plan_changed(1, "a1"))
        log.emit(plan_changed(2, "a2"))
        log.emit(brief_changed(3, pace="relaxed"))
        log.emit(plan_changed(3, ""))
        await log.commit()
    assert await in_db_thread(partial(stored, run.session_id)) == [
        (1, {"pace": "packed"}, "a1"),
        (2, {"pace": "packed"}, "a2"),
        (3, {"pace": "relaxed"}, ""),
    ]


@pytest.mark.django_db(transaction=True)
async def test_changes_of_calls_side_by_side_are_all_kept() -> None:
    """Both were made upon the same version."""
    run = await in_db_thread(begin)
    async with open_log(run) as log:
        for event in (
            brief_changed(1, pace="packed"),
            plan_changed(1, "a1"),
            brief_changed(1, pace="relaxed"),
            plan_changed(1, "b1"),
        ):
            log.emit(event)
        await log.commit()
    assert await in_db_thread(partial(stored, run.session_id)) == [
        (1, {"pace": "packed"}, "a1"),
        (2, {"pace": "relaxed"}, "b1"),
    ]


@pytest.mark.django_db(transaction=True)
async def test_a_number_that_another_run_has_taken_is_not_overwritten() -> None:
    run = await in_db_thread(begin)
    other = await Run.objects.acreate(session_id=run.session_id, status=RunStatus.SUCCEEDED, locale="en")
    await in_db_thread(partial(add_change, run.session_id, other.pk, "form", brief={"tier": "mid"}))
    async with open_log(run) as log:
        log.emit(brief_changed(1, pace="packed"))
        log.emit(plan_changed(1, "a1"))
        await log.commit()
    assert await in_db_thread(partial(versions, run.session_id)) == [
        (1, "", other.pk, None, None),
        (2, "a1", run.pk, 1, None),
    ]


@pytest.mark.django_db(transaction=True)
async def test_a_batch_that_is_tried_again_makes_no_second_version() -> None:
    run = await in_db_thread(begin)
    async with open_log(run) as log:
        log.emit(brief_changed(1, pace="packed"))
        await log.commit()
    async with open_log(run) as log:  # seq 1 is emitted anew, as after a connection that broke behind its commit
        log.emit(brief_changed(1, pace="packed"))
        await log.commit()
    assert len(await in_db_thread(partial(stored, run.session_id))) == 1


@pytest.fixture
def session(owner: Visitor) -> str:
    return actions.create_session(owner.actor).pk


def changed(owner: Visitor, session: str, near: str) -> TripState:
    return trip_state.change_brief(owner.actor, session, {"lodging": {"near": near}}, None, "form", "en")


def near_of(state: TripState) -> str:
    return state.at_hand.brief.lodging.near


def test_a_change_after_an_undo_forgets_what_was_undone(owner: Visitor, session: str) -> None:
    for near in ("a", "b", "c"):
        changed(owner, session, near)
    undone = trip_state.undo(owner.actor, session)
    assert (undone.at_hand.version, near_of(undone), undone.can_undo, undone.can_redo) == (4, "b", True, True)

    state = changed(owner, session, "d")
    assert (near_of(state), state.can_undo, state.can_redo) == ("d", True, False)
    with pytest.raises(actions.Refused) as refused:
        trip_state.redo(owner.actor, session)
    assert refused.value.code == "nothing_to_redo"
    back = trip_state.undo(owner.actor, session)
    assert (near_of(back), back.can_undo) == ("b", True)
    assert near_of(trip_state.undo(owner.actor, session)) == "a"


def test_the_first_version_cannot_be_undone(owner: Visitor, session: str) -> None:
    for make in (lambda: None, lambda: changed(owner, session, "a")):
        make()
        with pytest.raises(actions.Refused) as refused:
            trip_state.undo(owner.actor, session)
        assert refused.value.code == "nothing_to_undo"


class Editor:
    """What an editor with two stacks would hold: the reference for every sequence of changes, undos and redos."""

    def __init__(self) -> None:
        self.past: list[str] = []
        self.future: list[str] = []
        self.now = ""

    def do(self, step: str) -> bool:
        """Do one step; whether it could be done."""
        if step == "undo":
            if not self.past:
                return False
            self.future.append(self.now)
            self.now = self.past.pop()
        elif step == "redo":
            if not self.future:
                return False
            self.past.append(self.now)
            self.now = self.future.pop()
        else:
            if self.now:
                self.past.append(self.now)
            self.future.clear()
            self.now = step
        return True


@pytest.mark.django_db
@settings(max_examples=examples(25), deadline=None, database=None)
@given(steps=st.lists(st.sampled_from(["change", "undo", "undo", "redo"]), max_size=14))
def test_undo_and_redo_are_those_of_any_editor(steps: list[str]) -> None:
    visitor, editor = make_visitor(), Editor()
    session = actions.create_session(visitor.actor).pk
    for number, kind in enumerate(steps):
        step = f"place {number}" if kind == "change" else kind
        possible = editor.do(step)
        try:
            match kind:
                case "change":
                    state = changed(visitor, session, step)
                case "undo":
                    state = trip_state.undo(visitor.actor, session)
                case _:
                    state = trip_state.redo(visitor.actor, session)
        except actions.Refused:
            assert not possible
            state = trip_state.read_trip(visitor.actor, session)
        assert (near_of(state), state.can_undo, state.can_redo) == (editor.now, bool(editor.past), bool(editor.future))


def test_older_versions_are_forgotten(owner: Visitor, session: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert chat_versions.KEPT_VERSIONS == 50
    monkeypatch.setattr(chat_versions, "KEPT_VERSIONS", 4)
    for number in range(4 + 5):
        changed(owner, session, f"place {number}")
    rows = SessionVersion.objects.filter(session=session)
    assert sorted(rows.values_list("number", flat=True)) == [6, 7, 8, 9]
    oldest = rows.get(number=6)
    newest = newest_version(session)
    assert newest is not None
    SessionVersion.objects.filter(pk=newest.pk).update(undo_to=oldest.undo_to)
    assert not trip_state.read_trip(owner.actor, session).can_undo
    with pytest.raises(actions.Refused):
        trip_state.undo(owner.actor, session)


def test_a_tool_call_outside_of_a_conversation_has_no_trip_at_hand() -> None:
    tool = TOOLS.get("set_brief")
    assert tool is not None
    values = tool.validated({"brief": {"pace": "packed"}}, {"person": 1})
    assert values["trip"]() == TripAtHand()
    result = tool.bind(values, ToolContext("", "", "en", lambda fraction, note: None))()
    assert result.value["brief"]["pace"] == "packed"
    assert dataclasses.asdict(result.events[0])["data"]["version"] == 1
