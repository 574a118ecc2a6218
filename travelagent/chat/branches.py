"""A conversation that goes on from an earlier run than its last, as a session of its own: neither loses what is the
other's.

A client that keeps the history itself takes back an answer, or has it made again, by sending the history up to there.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from travelagent.chat.actions import Refused
from travelagent.chat.models import OPEN, ChatSession, Message, Run, RunEvent, RunKind, RunStatus, SessionVersion


def is_newest(run: Run) -> bool:
    """Return whether the conversation stands where that run has left it: no later message was answered or has changed
    the trip."""
    later = run.session.runs.filter(kind=RunKind.MESSAGE, created_at__gt=run.created_at)
    counts = Q(status__in=(*OPEN, RunStatus.SUCCEEDED)) | Q(versions__isnull=False)
    return not later.filter(counts).exists()


@transaction.atomic
def branch(run: Run) -> ChatSession:
    """Return a new session of the same person that stands where the run's session stood before its next message.

    It begins with one run of the kind "edit" that holds the messages until then, and the trip at hand with the version
    that an undo brings back. Raises Refused `history_forgotten` where that version is no longer kept.
    """
    source = run.session
    following = source.runs.filter(kind=RunKind.MESSAGE, created_at__gt=run.created_at).order_by("created_at").first()
    until = timezone.now() if following is None else following.created_at
    versions = _versions_until(source, until)
    copy = ChatSession.objects.create(
        person=source.person,
        title=source.title,
        mode=source.mode,
        style=source.style,
        model=source.model,
        locale=source.locale,
        region=source.region,
    )
    copy.ancestors.set([source, *source.ancestors.all()])
    seed = Run.of_edit(copy)
    seed.started_at = seed.finished_at = timezone.now()
    seed.save(force_insert=True)
    Message.objects.bulk_create(
        Message(session=copy, run=seed, role=message.role, text=message.text, html=message.html)
        for message in source.messages.filter(run__created_at__lt=until)
    )
    _copy_trip(versions, seed)
    return copy


def _versions_until(session: ChatSession, until: datetime) -> list[SessionVersion]:
    """Return the version that held at that time, and before it the one that an undo of it brings back."""
    kept = SessionVersion.objects.filter(session=session)
    at_hand = kept.filter(run__created_at__lt=until).order_by("-number").first()
    if at_hand is None:
        first = kept.order_by("number").first()
        if first is not None and first.number > 1:
            raise Refused("history_forgotten", _("What this conversation was so long ago is not kept any more."))
        return []
    before = [] if at_hand.undo_to is None else kept.filter(number=at_hand.undo_to)
    return [*before, at_hand]


def _copy_trip(versions: list[SessionVersion], seed: Run) -> None:
    """Copy versions with the artifacts of their plans to the run and its session."""
    shown = RunEvent.objects.filter(run__in=[row.plan_run_id for row in versions], type="artifact").order_by("pk")
    plans = {event.data["id"]: event for event in shown if event.data["id"] in {row.plan for row in versions}}
    RunEvent.objects.bulk_create(
        RunEvent(run=seed, seq=seq, type=event.type, at=event.at, data=event.data)
        for seq, event in enumerate(plans.values(), 1)
    )
    Run.objects.filter(pk=seed.pk).update(last_seq=len(plans))
    SessionVersion.objects.bulk_create(
        SessionVersion(
            session_id=seed.session_id,
            number=row.number,
            brief=row.brief,
            plan=row.plan,
            plan_run=seed if row.plan else None,
            source=row.source,
            undo_to=row.undo_to,
            run=seed,
        )
        for row in versions
    )
