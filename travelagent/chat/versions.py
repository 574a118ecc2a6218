"""The versions of a session's trip at hand: how changes, undo and redo become rows, and the content of the newest row.

Every change is a new row. A change can be undone to the row before it. An undo is a row with the content of the row it
goes back to, and can itself be undone to where that row could; so several undos in a row walk back, and redos walk
forth again until another change is made. Whoever writes holds the session's lock (`lock_session`).
"""

from collections.abc import Iterable, Mapping
from typing import Any

from travelagent.briefs.at_hand import TripAtHand
from travelagent.briefs.events import BRIEF_CHANGED, EVENTS, PLAN_CHANGED
from travelagent.briefs.from_request import brief_of_request
from travelagent.briefs.values import EMPTY
from travelagent.briefs.wire import brief_from_wire
from travelagent.chat.envelopes import Envelope
from travelagent.chat.models import ChatSession, RunEvent, SessionVersion
from travelagent.wire.request import request_from_wire

KEPT_VERSIONS = 50
"""A session's older versions are forgotten."""
NEWEST = 20
"""Among so many of its newest artifacts the plan of an older conversation is looked for."""
PLAN_SOURCE = "model"
"""Who changes the plan in a run without changing the brief: the event does not say, and only tools do."""


def lock_session(session: str) -> ChatSession | None:
    """Return the session, locked until the transaction ends; None where there is none.

    The lock leaves other transactions free to insert rows that refer to the session.
    """
    return ChatSession.objects.select_for_update(no_key=True).filter(pk=session).first()


def newest_version(session: str) -> SessionVersion | None:
    """Return the newest version of the session's trip at hand, None before the first."""
    return SessionVersion.objects.filter(session_id=session).order_by("-number").first()


def read_trip_at_hand(session: str) -> TripAtHand:
    """Return the trip at hand as the newest version has it, with the payload of its plan. Of a conversation that was
    held before there were versions, it is its newest itinerary, and what that was asked for."""
    version = newest_version(session)
    return _newest_plan(session) if version is None else trip_at_hand(version)


def _newest_plan(session: str) -> TripAtHand:
    shown = RunEvent.objects.filter(run__session_id=session, type="artifact").order_by("-pk")[:NEWEST]
    payload, id = next(((e.data["payload"], e.data["id"]) for e in shown if e.data["kind"] == "itinerary"), (None, ""))
    if payload is None or "request" not in payload:
        return TripAtHand()
    return TripAtHand(0, brief_of_request(request_from_wire(payload["request"])), id, payload)


def trip_at_hand(version: SessionVersion | None) -> TripAtHand:
    """Return what a version holds as values; None: nothing yet."""
    if version is None:
        return TripAtHand()
    brief = brief_from_wire(version.brief) if version.brief else EMPTY
    return TripAtHand(version.number, brief, version.plan, plan_payload(version))


def plan_payload(version: SessionVersion) -> Mapping[str, Any] | None:
    """Return the payload of a version's itinerary, None where it has none."""
    if not version.plan:
        return None
    shown = RunEvent.objects.filter(run_id=version.plan_run_id, type="artifact").order_by("-seq")
    return next((event.data["payload"] for event in shown if event.data["id"] == version.plan), None)


def add_change(
    session: str, run: str, source: str, *, brief: Mapping[str, Any] | None = None, plan: str | None = None
) -> SessionVersion:
    """Add the version of a change; a brief or plan that is not given stays as it is."""
    before = newest_version(session)
    row = SessionVersion(
        session_id=session,
        number=before.number + 1 if before else 1,
        brief=(before.brief if before else {}) if brief is None else brief,
        source=source,
        undo_to=before.number if before else None,
        run_id=run,
    )
    if plan is not None:
        _set_plan(row, plan)
    elif before is not None:
        row.plan, row.plan_run_id = before.plan, before.plan_run_id
    return _added(row)


def add_restored(now: SessionVersion, to: SessionVersion, run: str, source: str, *, is_redo: bool) -> SessionVersion:
    """Add the version of an undo from `now` to the content of `to`, or of a redo."""
    return _added(
        SessionVersion(
            session_id=now.session_id,
            number=now.number + 1,
            brief=to.brief,
            plan=to.plan,
            plan_run_id=to.plan_run_id,
            source=source,
            undo_to=to.undo_to,
            redo_to=to.redo_to if is_redo else now.number,
            run_id=run,
        )
    )


def add_changes_of_run(session: str, run: str, envelopes: Iterable[Envelope]) -> None:
    """Add the versions that the events of a run make.

    A `plan_changed` belongs to the version that the `brief_changed` of the same change has made. What has been taken
    meanwhile is not overwritten: a change gets the next number, whatever number its event names.
    """
    for envelope in envelopes:
        if envelope.type in EVENTS and envelope.data.get("restores") is not None:
            _restore(session, run, envelope.data)
        elif envelope.type == BRIEF_CHANGED:
            add_change(session, run, envelope.data["source"], brief=envelope.data["brief"])
        elif envelope.type == PLAN_CHANGED:
            row, plan = newest_version(session), envelope.data["artifact"]
            if row is not None and _awaits_plan(row, run, envelope.data["version"]):
                _set_plan(row, plan)
                row.save(update_fields=["plan", "plan_run"])
            else:
                add_change(session, run, PLAN_SOURCE, plan=plan)


def _restore(session: str, run: str, data: Mapping[str, Any]) -> None:
    """Add the version of an undo or redo that a run makes; its plan stands in an artifact of its own."""
    row, to = newest_version(session), _version(session, data["restores"])
    if row is None or to is None:
        return
    if (row.run_id, row.number) != (run, data["version"]):
        row = add_restored(row, to, run, PLAN_SOURCE, is_redo=data["forth"])
    if "artifact" in data:
        _set_plan(row, data["artifact"])
        row.save(update_fields=["plan", "plan_run"])


def version_to_restore(now: SessionVersion | None, *, is_redo: bool, whole_runs: bool = False) -> SessionVersion | None:
    """Return the version whose content an undo or a redo would bring back, None where there is none any more.

    `whole_runs`: skip versions that a run made before its last one.
    """
    if now is None:
        return None
    to = _version(now.session_id, now.redo_to if is_redo else now.undo_to)
    while to is not None and whole_runs and not is_redo:
        behind = _version(to.session_id, to.number + 1)
        if behind is None or behind.run_id != to.run_id:
            break
        to = _version(to.session_id, to.undo_to)
    return to


def _version(session: str, number: int | None) -> SessionVersion | None:
    return None if number is None else SessionVersion.objects.filter(session_id=session, number=number).first()


def _awaits_plan(row: SessionVersion, run: str, version: int) -> bool:
    """Return whether the row still has its plan from before the run's change with that number.

    The row is of that change, or of a later one of the same run.
    """
    if row.run_id != run or row.number < version:
        return False
    before = SessionVersion.objects.filter(session_id=row.session_id, number=row.number - 1).first()
    return row.plan == (before.plan if before else "")


def _set_plan(row: SessionVersion, plan: str) -> None:
    """Give a row its plan; an artifact that was the plan before is found where it was found then."""
    held = SessionVersion.objects.filter(session_id=row.session_id, plan=plan).order_by("-number").first()
    row.plan = plan
    row.plan_run_id = None if not plan else held.plan_run_id if held else row.run_id


def _added(row: SessionVersion) -> SessionVersion:
    row.save(force_insert=True)
    SessionVersion.objects.filter(session_id=row.session_id, number__lte=row.number - KEPT_VERSIONS).delete()
    return row
