"""Finds the session and the run that a client means, which names its conversations itself and loses connections."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count
from django.utils import timezone

from travelagent.accounts.actors import Actor
from travelagent.accounts.models import Person
from travelagent.chat import actions
from travelagent.chat.models import ACTIVE, ChatSession, Run, RunStatus
from travelagent.chat.run_stream import was_left
from travelagent.gateways.models import ClientConversation

LOST_FOR = timedelta(hours=1)
"""A run that began before then is not asked for again."""
NOTICE_S, GIVE_WAY_S, LOOK_S = 1.0, 5.0, 0.05


@dataclass(frozen=True, slots=True)
class StartedRun:
    """A run, and behind which of its events what a client asked for begins."""

    run: Run
    after: int


def named_session(actor: Actor, name: str, *, end_user: str, locale: str) -> ChatSession:
    """Return the session that the client calls so, a new one at the first time."""
    person = actor.person_for(end_user)
    return _find_session(person, name) or _remember_session(person, name, create_session(actor, end_user, locale))


def lost_run(person: Person, session: ChatSession | None, text: str) -> Run | None:
    """Return the run of this message that its client has left before its end, and now asks for again.

    Without a session, of a conversation that the client cannot name yet, it is the only run of its own; while that
    works on, NOTICE_S are waited for its connection's end to be noticed. To be called outside of a transaction.
    """
    runs = Run.objects.filter(session__person=person, message=text, created_at__gte=timezone.now() - LOST_FOR)
    if session is None:
        runs = runs.annotate(beside=Count("session__runs")).filter(beside=1)
    else:
        runs = runs.filter(session=session)
    newest = runs.exclude(status__in=(RunStatus.CANCELLED, RunStatus.FAILED)).order_by("-created_at").first()
    if newest is None:
        return None
    works_on = newest.status in ACTIVE
    if works_on and session is not None:
        return newest
    return newest if _comes_true(lambda: was_left(newest.pk), NOTICE_S if works_on else 0) else None


def cancel_left_run(actor: Actor, session: ChatSession) -> None:
    """Cancel the run that its client has left, so that its next message need not wait; return when it has ended.

    It waits NOTICE_S for a connection's end to be noticed, and GIVE_WAY_S for that of the run, at the latest. To be
    called outside of a transaction.
    """
    active = session.runs.filter(status__in=ACTIVE)
    run = active.first()
    if run is not None and _comes_true(lambda: was_left(run.pk), NOTICE_S):
        actions.cancel_run(actor, run.pk)
        _comes_true(lambda: not active.filter(pk=run.pk).exists(), GIVE_WAY_S)


def _comes_true(condition: Callable[[], bool], within_s: float) -> bool:
    ends = time.monotonic() + within_s
    while not (holds := condition()) and time.monotonic() < ends:
        time.sleep(LOOK_S)
    return holds


def _find_session(person: Person, name: str) -> ChatSession | None:
    row = ClientConversation.objects.select_related("session").filter(person=person, name=name).first()
    return None if row is None else row.session


def _remember_session(person: Person, name: str, session: ChatSession) -> ChatSession:
    """Return the session of that name: the one given, else the one that another request has named so meanwhile."""
    row, is_ours = ClientConversation.objects.get_or_create(person=person, name=name, defaults={"session": session})
    if not is_ours:
        session.delete()
    return row.session


def create_session(actor: Actor, end_user: str, locale: str) -> ChatSession:
    """Return a new session."""
    return actions.create_session(actor, locale=locale, end_user=end_user)
