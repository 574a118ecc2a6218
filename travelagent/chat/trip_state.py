"""The trip at hand of a session, read and changed without a message: by the page and the API.

Every function takes the actor; what is not the actor's own raises NotFound. A change is a run of the kind "edit" that
has ended when it is stored, so that whoever follows the session gets its events like those of any other run.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from agent_core.events import Artifact, CustomEvent, Event, RunFinished, wire_data
from agent_core.tools import artifact_id
from travelagent.accounts.actors import Actor
from travelagent.assistant.budgets import budget_of_plan
from travelagent.assistant.tools.trip_at_hand import changes_of
from travelagent.assistant.trip_planner import edit_trip, resolved
from travelagent.assistant.trip_planner import plan_trip as plan_of_brief
from travelagent.briefs.apply import apply
from travelagent.briefs.at_hand import TripAtHand
from travelagent.briefs.events import BRIEF_CHANGED, PLAN_CHANGED
from travelagent.briefs.values import FieldSource, TripBrief
from travelagent.briefs.wire import brief_to_wire, patch_from_wire
from travelagent.chat.actions import NotFound, Refused, find_session, require_idle
from travelagent.chat.envelopes import Envelope
from travelagent.chat.hub import hub
from travelagent.chat.models import ChatSession, Run, RunEvent, SessionVersion
from travelagent.chat.versions import (
    add_change,
    add_restored,
    lock_session,
    newest_version,
    trip_at_hand,
    version_to_restore,
)
from travelagent.compute.pool import Terms
from travelagent.planning.diff import diff
from travelagent.plans.values import LocalizedText
from travelagent.trips.errors import VersionConflict
from travelagent.wire.itinerary import itinerary_from_wire
from travelagent.wire.outcomes import difference_to_wire

STOP_REASON = "edited"


@dataclass(frozen=True, slots=True)
class TripState:
    """The trip at hand, and whether a change can be taken back or made again."""

    at_hand: TripAtHand
    can_undo: bool = False
    can_redo: bool = False


def source_of(actor: Actor) -> FieldSource:
    """Return who fills the fields that this actor changes: the page's form, or a partner."""
    return "form" if actor.partner is None else "api"


def read_trip(actor: Actor, session: str) -> TripState:
    """Return where the trip of a session stands. Raises NotFound."""
    return _state(newest_version(find_session(actor, session).pk))


def change_brief(
    actor: Actor, session: str, patch: Mapping[str, Any], base: int | None, source: FieldSource, locale: str
) -> TripState:
    """Change fields of the brief; a patch that changes none makes no version.

    `base` is the version that the change is made upon. Raises NotFound, VersionConflict, Refused `run_active`,
    InvalidRequest for a bad patch, ToolError for names that are not known.
    """
    began = time.monotonic()
    find_session(actor, session)
    with transaction.atomic():
        row, now = _locked(session, base)
        before = trip_at_hand(now)
        brief = resolved(_patched(before.brief, patch, source), locale)
        if not changes_of(before.brief, brief):
            return _state(now)
        edit = _Edit(row, before, source, began)
        edit.store(TripAtHand(before.version + 1, brief, before.plan, before.itinerary), shows_plan=False)
        return _state(add_change(session, edit.run.pk, source, brief=brief_to_wire(brief)))


def plan_trip(
    actor: Actor,
    session: str,
    patch: Mapping[str, Any] | None,
    base: int | None,
    source: FieldSource,
    locale: str,
    edits: Sequence[Mapping[str, Any]] = (),
    *,
    is_preview: bool = False,
) -> TripState:
    """Change fields of the brief and plan from it, or make `edits` of the plan; all of it or nothing.

    A plan that stands follows the brief, with all that the patch does not mention; without a patch it is made anew.
    A preview is only returned: nothing is written.

    The plan is made before the session is locked, so a change in the meantime is a VersionConflict. Raises what
    `change_brief` does, and ToolError for what cannot be planned.
    """
    began = time.monotonic()
    row = find_session(actor, session)
    require_idle(row)
    before = trip_at_hand(newest_version(row.pk))
    _require_version(before.version, base)
    brief = _patched(before.brief, patch, source) if patch else None
    if edits or (brief and before.itinerary is not None):
        planned = edit_trip(before, edits, locale, Terms(actor.owner), source, brief)
    else:
        planned = plan_of_brief(brief or before.brief, locale, Terms(actor.owner))
    if is_preview:
        return TripState(TripAtHand(before.version, planned.brief, "", planned.payload))
    with transaction.atomic():
        row, _unchanged = _locked(session, before.version)
        edit = _Edit(row, before, source, began)
        plan = artifact_id(edit.run.pk, 1)
        after = TripAtHand(before.version + 1, planned.brief, plan, planned.payload)
        edit.store(after, shows_plan=True, given_up=planned.given_up)
        return _state(add_change(session, edit.run.pk, source, brief=brief_to_wire(planned.brief), plan=plan))


def undo(actor: Actor, session: str) -> TripState:
    """Go back by one change. Raises NotFound, Refused `run_active`, `nothing_to_undo`."""
    return _restore(actor, session, is_redo=False)


def redo(actor: Actor, session: str) -> TripState:
    """Make the change again that was undone last. Raises NotFound, Refused `run_active`, `nothing_to_redo`."""
    return _restore(actor, session, is_redo=True)


def _restore(actor: Actor, session: str, *, is_redo: bool) -> TripState:
    began, source = time.monotonic(), source_of(actor)
    find_session(actor, session)
    with transaction.atomic():
        row, now = _locked(session, None)
        to = version_to_restore(now, is_redo=is_redo)
        if now is None or to is None:
            if is_redo:
                raise Refused("nothing_to_redo", _("There is no change that was undone."))
            raise Refused("nothing_to_undo", _("There is no earlier version to go back to."))
        before, after = trip_at_hand(now), trip_at_hand(to)
        edit = _Edit(row, before, source, began)
        edit.store(TripAtHand(now.number + 1, after.brief, after.plan, after.itinerary), shows_plan=True)
        added = add_restored(now, to, edit.run.pk, source, is_redo=is_redo)
        return _state(added)


class _Edit:
    """The run of one change, inside the transaction that makes it."""

    def __init__(self, session: ChatSession, before: TripAtHand, source: FieldSource, began: float) -> None:
        """`began`: when the work on the change did, on the monotonic clock."""
        self.run = Run.of_edit(session)
        self._before, self._source, self._began = before, source, began

    def store(self, after: TripAtHand, *, shows_plan: bool, given_up: tuple[LocalizedText, ...] = ()) -> None:
        """Store the run with its events, which are published once the transaction is committed.

        `given_up`: what had been requested and could not be kept.
        """
        run, now = self.run, timezone.now()
        run.duration_ms = round((time.monotonic() - self._began) * 1000)
        run.metadata = {
            "steps_taken": 0,
            "tools_used": [],
            "stop_reason": STOP_REASON,
            "llm_calls": 0,
            "duration_ms": run.duration_ms,
            "tokens": {},
        }
        events = [
            *self._changes(after, shows_plan=shows_plan, given_up=given_up),
            RunFinished("succeeded", run.metadata),
        ]
        envelopes = [Envelope(seq, run.pk, event.type, now, wire_data(event)) for seq, event in enumerate(events, 1)]
        run.started_at = run.finished_at = now
        run.last_seq = len(envelopes)
        run.save(force_insert=True)
        RunEvent.objects.bulk_create(RunEvent(run=run, seq=e.seq, type=e.type, at=e.at, data=e.data) for e in envelopes)
        ChatSession.objects.filter(pk=run.session_id).update(last_active_at=now)
        transaction.on_commit(partial(hub.publish_from_thread, run.session_id, envelopes))

    def _changes(self, after: TripAtHand, *, shows_plan: bool, given_up: tuple[LocalizedText, ...]) -> Iterator[Event]:
        before = self._before
        if changes := changes_of(before.brief, after.brief):
            data = {"version": after.version, "source": self._source, "changes": changes}
            yield CustomEvent(BRIEF_CHANGED, {**data, "brief": brief_to_wire(after.brief)})
        if shows_plan and after.itinerary is not None:
            yield Artifact(after.plan, "itinerary", after.itinerary)
            if (budget := budget_of_plan(after.brief, after.itinerary)) is not None:
                yield Artifact(artifact_id(self.run.pk, 2), "budget", budget)
        if after.plan != before.plan:
            difference = _difference(before.itinerary, after.itinerary, given_up)
            yield CustomEvent(
                PLAN_CHANGED, {"version": after.version, "artifact": after.plan, "difference": difference}
            )


def _locked(session: str, base: int | None) -> tuple[ChatSession, SessionVersion | None]:
    """Lock the session until the transaction ends; return it and its newest version.

    Raises NotFound, Refused `run_active`, VersionConflict.
    """
    row = lock_session(session)
    if row is None:
        raise NotFound
    require_idle(row)
    now = newest_version(session)
    _require_version(now.number if now else 0, base)
    return row, now


def _require_version(version: int, base: int | None) -> None:
    """Raise VersionConflict where the trip has another version than `base`."""
    if base is not None and base != version:
        raise VersionConflict(version)


def _patched(brief: TripBrief, patch: Mapping[str, Any], source: FieldSource) -> TripBrief:
    """Return the brief after a patch in its wire form. Raises InvalidRequest."""
    return apply(brief, [patch_from_wire(patch)], source).brief


def _state(version: SessionVersion | None) -> TripState:
    if version is None:
        return TripState(TripAtHand())
    kept = _kept(version)
    return TripState(trip_at_hand(version), version.undo_to in kept, version.redo_to in kept)


def _kept(version: SessionVersion) -> Sequence[int]:
    """Return which of the versions that an undo or a redo would go to still exist."""
    wanted = (version.undo_to, version.redo_to)
    rows = SessionVersion.objects.filter(session_id=version.session_id, number__in=[n for n in wanted if n is not None])
    return list(rows.values_list("number", flat=True))


def _difference(
    before: Mapping[str, Any] | None, after: Mapping[str, Any] | None, given_up: tuple[LocalizedText, ...]
) -> dict[str, Any] | None:
    """Return the difference of two plans, None where one of the two is none."""
    if not before or not after:
        return None
    found = diff(itinerary_from_wire(before), itinerary_from_wire(after))
    return difference_to_wire(replace(found, given_up=given_up))
