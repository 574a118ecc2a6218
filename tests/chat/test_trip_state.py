"""The trip at hand is changed without a message: as a run of its own, seen by followers, in no conversation's way."""

import asyncio
import json
from functools import partial
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from agent_core.messages import HumanMessage, call
from agent_core.testing import ScriptedModel, calls, text
from tests.chat.scripted import Listener, listening, supervised
from tests.chat.sockets import browser, greeted, new_session
from tests.conftest import Visitor, make_visitor
from travelagent.briefs.events import EVENTS
from travelagent.chat import actions, feedback, trip_state
from travelagent.chat.follower import Follower
from travelagent.chat.hub import Hub, hub
from travelagent.chat.models import Feedback, Run, RunEvent, RunStatus, SessionVersion
from travelagent.chat.redaction import redact
from travelagent.chat.threads import in_db_thread
from travelagent.ops.dashboard import figures
from travelagent.trips.actions import VersionConflict

PLANNED = ("brief_changed", "artifact", "artifact", "plan_changed")
"""What a change that plans tells: the brief, the plan, what it costs, how the plan differs."""
KYOTO = {"stays": [{"place": "Kyoto"}], "dates": {"days": 1}}
SECRET = "the flat of Marie"


@pytest.fixture
def session(owner: Visitor) -> str:
    return actions.create_session(owner.actor).pk


def changed(owner: Visitor, session: str, base: int | None = None, **patch: Any) -> trip_state.TripState:
    return trip_state.change_brief(owner.actor, session, patch, base, "form", "en")


def planned(owner: Visitor, session: str, base: int | None = None, **patch: Any) -> trip_state.TripState:
    return trip_state.plan_trip(owner.actor, session, patch, base, "form", "en")


def events_of(run: Run) -> list[tuple[int, str]]:
    return list(RunEvent.objects.filter(run=run).order_by("seq").values_list("seq", "type"))


def artifacts_of(run: Run) -> list[dict[str, Any]]:
    return [event.data for event in RunEvent.objects.filter(run=run, type="artifact").order_by("seq")]


def test_it_works(owner: Visitor, session: str) -> None:
    state = planned(owner, session, **KYOTO)

    assert (state.at_hand.version, state.at_hand.brief.places, state.can_undo) == (1, ("kyoto",), False)
    assert state.at_hand.itinerary is not None
    run = Run.objects.get(session=session)
    assert (run.kind, run.status, run.message, run.last_seq) == ("edit", "succeeded", "", 5)
    assert run.metadata["stop_reason"] == "edited"
    assert events_of(run) == [*enumerate((*PLANNED, "run_finished"), 1)]
    for type, model in EVENTS.items():
        model.model_validate(RunEvent.objects.get(run=run, type=type).data)
    shown, cost = artifacts_of(run)
    assert (shown["id"], shown["kind"], shown["payload"]) == (state.at_hand.plan, "itinerary", state.at_hand.itinerary)
    assert (cost["kind"], cost["payload"]["days"]) == ("budget", 1)
    assert cost["id"] != shown["id"]


def test_a_change_of_the_brief_leaves_the_plan(owner: Visitor, session: str) -> None:
    plan = planned(owner, session, **KYOTO).at_hand.plan
    state = changed(owner, session, pace="relaxed")

    assert (state.at_hand.version, state.at_hand.plan, state.can_undo) == (2, plan, True)
    logged = RunEvent.objects.get(run=Run.objects.first(), type="brief_changed").data
    assert logged["changes"] == [{"field": "pace", "from": None, "to": "relaxed"}]
    assert (logged["version"], logged["source"], logged["brief"]["sources"]["pace"]) == (2, "form", {"source": "form"})
    assert [type for _seq, type in events_of(Run.objects.latest("created_at"))] == ["brief_changed", "run_finished"]


def test_what_changes_nothing_is_no_version(owner: Visitor, session: str) -> None:
    changed(owner, session, pace="relaxed")
    state = changed(owner, session, pace="relaxed")
    assert (state.at_hand.version, Run.objects.filter(session=session).count()) == (1, 1)


def test_a_second_plan_tells_the_difference_and_an_undo_shows_the_first_again(owner: Visitor, session: str) -> None:
    first = planned(owner, session, **KYOTO)
    second = planned(owner, session, pace="relaxed", must_see=["kyoto/kinkaku-ji"])
    logged = RunEvent.objects.get(run__session=session, type="plan_changed", run=Run.objects.latest("created_at")).data
    assert logged["artifact"] == second.at_hand.plan != first.at_hand.plan
    assert {"added", "removed", "told"} <= logged["difference"].keys()

    back = trip_state.undo(owner.actor, session)
    assert (back.at_hand.plan, back.at_hand.itinerary) == (first.at_hand.plan, first.at_hand.itinerary)
    run = Run.objects.latest("created_at")
    assert [type for _seq, type in events_of(run)] == [*PLANNED, "run_finished"]
    shown, cost = artifacts_of(run)
    assert (shown["id"], shown["payload"]) == (first.at_hand.plan, first.at_hand.itinerary)
    assert cost["payload"] == artifacts_of(Run.objects.earliest("created_at"))[1]["payload"]
    forth = trip_state.redo(owner.actor, session)
    assert (forth.at_hand.plan, forth.can_redo) == (second.at_hand.plan, False)


def test_an_undo_to_before_the_first_plan_takes_it_away(owner: Visitor, session: str) -> None:
    changed(owner, session, **KYOTO)
    planned(owner, session)
    state = trip_state.undo(owner.actor, session)
    assert (state.at_hand.plan, state.at_hand.itinerary) == ("", None)
    logged = RunEvent.objects.get(run=Run.objects.latest("created_at"), type="plan_changed").data
    assert (logged["artifact"], logged["difference"]) == ("", None)


def test_a_plan_that_fails_changes_nothing(owner: Visitor, session: str) -> None:
    changed(owner, session, **KYOTO)
    with pytest.raises(Exception, match="Atlantis"):
        planned(owner, session, must_see=["Atlantis"])
    state = trip_state.read_trip(owner.actor, session)
    assert (state.at_hand.version, state.at_hand.brief.must_see) == (1, ())


def test_a_version_that_is_not_the_newest_is_refused(owner: Visitor, session: str) -> None:
    changed(owner, session, base=0, **KYOTO)
    for change in (changed, planned):
        with pytest.raises(VersionConflict) as conflict:
            change(owner, session, base=0, pace="relaxed")
        assert conflict.value.version == 1
    assert changed(owner, session, base=1, pace="relaxed").at_hand.version == 2


def test_a_change_while_the_plan_is_made_is_kept(owner: Visitor, session: str, monkeypatch: pytest.MonkeyPatch) -> None:
    changed(owner, session, **KYOTO)
    real = trip_state.plan_of_brief

    def interrupted(*args: Any) -> Any:
        changed(owner, session, tier="luxury")
        return real(*args)

    monkeypatch.setattr(trip_state, "plan_of_brief", interrupted)
    with pytest.raises(VersionConflict):
        planned(owner, session, pace="relaxed")
    state = trip_state.read_trip(owner.actor, session)
    assert (state.at_hand.version, state.at_hand.brief.tier, state.at_hand.brief.pace) == (2, "luxury", None)


def test_nothing_is_changed_while_a_run_is_at_work(owner: Visitor, session: str) -> None:
    changed(owner, session, **KYOTO)
    run = actions.start_run(owner.actor, session, "Hello")
    edits = (
        partial(changed, owner, session, pace="relaxed"),
        partial(planned, owner, session),
        partial(trip_state.undo, owner.actor, session),
        partial(trip_state.redo, owner.actor, session),
    )
    for status in (RunStatus.QUEUED, RunStatus.RUNNING):
        Run.objects.filter(pk=run.pk).update(status=status)
        for edit in edits:
            with pytest.raises(actions.Refused) as refused:
                edit()
            assert refused.value.code == "run_active"
    Run.objects.filter(pk=run.pk).update(status=RunStatus.AWAITING_CONFIRMATION)
    assert changed(owner, session, pace="relaxed").at_hand.version == 2


def test_what_is_not_ones_own_is_not_there(owner: Visitor, stranger: Visitor, session: str) -> None:
    changed(owner, session, **KYOTO)
    for edit in (
        partial(trip_state.read_trip, stranger.actor, session),
        partial(changed, stranger, session, pace="relaxed"),
        partial(planned, stranger, session),
        partial(trip_state.undo, stranger.actor, session),
        partial(trip_state.redo, stranger.actor, session),
    ):
        with pytest.raises(actions.NotFound):
            edit()


@pytest.mark.django_db(transaction=True)
def test_changes_in_the_same_instant_are_all_kept() -> None:
    owner = make_visitor()
    session = actions.create_session(owner.actor).pk
    together = Barrier(4)

    def change(field: str, value: str) -> None:
        together.wait()
        changed(owner, session, **{field: value})
        connection.close()

    fields = {"pace": "relaxed", "tier": "mid", "thrift": "sparing", "currency": "EUR"}
    threads = [Thread(target=change, args=item) for item in fields.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    state = trip_state.read_trip(owner.actor, session)
    assert state.at_hand.version == 4
    assert {name: getattr(state.at_hand.brief, name) for name in fields} == fields


@pytest.mark.django_db(transaction=True)
async def test_an_open_page_gets_the_events_at_once() -> None:
    owner = await in_db_thread(make_visitor)
    session = await new_session(owner.actor)
    async with greeted(session, browser(owner)) as socket:
        for edit in (
            partial(planned, owner, session, **KYOTO),
            partial(changed, owner, session, pace="relaxed"),
            partial(trip_state.undo, owner.actor, session),
        ):
            await in_db_thread(edit)
            await socket.until("run_finished")
    runs = [run.pk async for run in Run.objects.filter(session=session).order_by("created_at")]
    for run in runs:
        seqs = [envelope["seq"] for envelope in socket.envelopes(run)]
        assert seqs == list(range(1, len(seqs) + 1))
    assert [frame["type"] for frame in socket.frames if "seq" in frame] == [
        *(*PLANNED, "run_finished"),
        *("brief_changed", "run_finished"),
        *("brief_changed", "artifact", "artifact", "run_finished"),
    ]


@pytest.mark.django_db(transaction=True)
async def test_what_is_rolled_back_is_not_published() -> None:
    owner = await in_db_thread(make_visitor)
    session = await new_session(owner.actor)
    listener = Listener()
    with hub.listen(session) as mailbox:
        following = asyncio.create_task(Follower(session, mailbox, listener.deliver).work())
        with pytest.raises(Exception, match="Atlantis"):
            await in_db_thread(partial(planned, owner, session, **KYOTO, must_see=["Atlantis"]))
        await in_db_thread(partial(changed, owner, session, pace="relaxed"))
        await listener.wait_for("run_finished")
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
    assert [envelope.type for envelope in listener.envelopes] == ["brief_changed", "run_finished"]


async def test_nobody_is_told_after_the_loop_has_ended() -> None:
    """A request may still be at work in its thread when the server goes down."""
    stopped, ended = Hub(), asyncio.new_event_loop()
    listening_there = stopped.listen("ses_1")

    async def listen() -> None:
        listening_there.__enter__()

    await asyncio.to_thread(ended.run_until_complete, listen())
    ended.close()
    stopped.publish_from_thread("ses_1", [])


@pytest.mark.django_db(transaction=True)
async def test_an_edit_between_two_messages_is_no_part_of_the_conversation() -> None:
    owner = await in_db_thread(make_visitor)
    session = await new_session(owner.actor)
    models = [
        ScriptedModel(calls(call("c1", "generate_route", city="Kyoto", days=1)), text("First answer.")),
        ScriptedModel(text("Second answer.")),
        ScriptedModel(calls(call("c2", "set_brief", brief={"tier": "mid"})), text("Third answer.")),
    ]
    own = Hub()
    for number, model in enumerate(models):
        run = await in_db_thread(partial(actions.start_run, owner.actor, session, f"Plan one day in Kyoto, {number}"))
        async with supervised(own, model), listening(own, session, run.pk) as listener:
            await listener.wait_for("run_finished")
        await in_db_thread(partial(changed, owner, session, lodging={"near": f"near {number}"}))

    texts = [m.text for m in models[1].requests[0].messages if isinstance(m, HumanMessage)]
    assert texts == ["Plan one day in Kyoto, 0", "Plan one day in Kyoto, 1"]
    assert any(getattr(m, "call_id", "") == "c1" or "c1" in str(m) for m in models[1].requests[0].messages)
    assert len([m for m in models[2].requests[0].messages if isinstance(m, HumanMessage)]) == 3
    state = await in_db_thread(partial(trip_state.read_trip, owner.actor, session))
    assert (state.at_hand.version, state.at_hand.brief.tier, state.at_hand.brief.lodging.near) == (5, "mid", "near 2")


def test_edits_are_no_messages_in_what_is_counted(owner: Visitor, session: str) -> None:
    actions.start_run(owner.actor, session, "Hello")
    Run.objects.update(status=RunStatus.SUCCEEDED, duration_ms=1000)
    for tier in ("mid", "luxury"):
        changed(owner, session, tier=tier)
    shown = figures(1)
    assert (shown["runs"], [row["count"] for row in shown["intents"]]) == (1, [1])
    edit = Run.objects.filter(kind="edit").first()
    assert edit is not None
    with pytest.raises(actions.Invalid):
        feedback.give(owner.actor, "up", run=edit.pk)
    assert feedback.give(owner.actor, "wrong_fact", run=edit.pk, text="Closed").run_id == edit.pk
    assert Feedback.objects.count() == 1


def test_a_redacted_session_keeps_no_trip_at_hand(owner: Visitor, session: str) -> None:
    changed(owner, session, **KYOTO, lodging={"near": SECRET})
    planned(owner, session)
    redact(session)
    assert trip_state.read_trip(owner.actor, session) == trip_state.TripState(trip_state.TripAtHand())
    assert not SessionVersion.objects.filter(session=session).exists()
    left = json.dumps([event.data for event in RunEvent.objects.filter(run__session=session)])
    assert SECRET not in left
    assert "kinkaku-ji" not in left
    logged = RunEvent.objects.filter(run__session=session, type="brief_changed").first()
    assert logged is not None
    assert (logged.data["version"], logged.data["source"], logged.data["changes"]) == (1, "form", [])


def test_a_cleared_session_begins_anew(owner: Visitor, session: str) -> None:
    planned(owner, session, **KYOTO)
    actions.clear_session(owner.actor, session)
    assert trip_state.read_trip(owner.actor, session).at_hand.version == 0
    assert changed(owner, session, pace="relaxed").at_hand.version == 1


WORDS = {
    "en": ("edit", "version 1, set on the page", "cities; dates", "version 2", "unsaid → relaxed"),
    "zh-hans": ("直接修改", "第 1 版，在页面上设置", "城市；日期", "第 2 版", "未说明 → relaxed"),
}


def test_the_admin_tells_an_edit_in_words(
    owner: Visitor, session: str, staff: Client, subtests: pytest.Subtests
) -> None:
    changed(owner, session, **KYOTO)
    planned(owner, session, pace="relaxed")
    paths = [f"/admin/chat/run/{run.pk}/change/" for run in Run.objects.all()]
    for language, words in WORDS.items():
        headers = {"Accept-Language": language}
        pages = [staff.get(path, headers=headers) for path in ("/admin/chat/run/?kind__exact=edit", *paths)]
        shown = "".join(page.content.decode() for page in pages)
        for word in words:
            with subtests.test(word=word):
                assert word in shown
    redact(session)
    for language in WORDS:
        assert all(staff.get(path, headers={"Accept-Language": language}).status_code == 200 for path in paths)


def test_what_an_edit_could_not_keep_leads_what_is_told_of_it(owner: Visitor, session: str) -> None:
    wish = {"day": 2, "kind": "visit", "value": "kyoto/kinkaku-ji"}
    planned(owner, session, stays=[{"place": "Kyoto"}], dates={"days": 2}, day_wishes=[wish])
    edits = [{"op": "add_days", "count": -1}]
    state = trip_state.plan_trip(owner.actor, session, None, None, "form", "en", edits)
    assert state.at_hand.itinerary is not None
    found = {entry["key"]: entry["verdict"] for entry in state.at_hand.itinerary["ledger"]}
    assert found == {"kyoto": "kept", "days": "kept", "every:visit:kyoto/kinkaku-ji": "kept"}
    logged = RunEvent.objects.get(type="plan_changed", run=Run.objects.latest("created_at")).data
    (given_up,) = logged["difference"]["given_up"]
    assert "day 2" in given_up["en"]
    assert given_up["zh"] in logged["difference"]["told"][0]["zh"]
