"""Finds the session and the run that a client means, which names its conversations itself and loses connections."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, Q
from django.utils import timezone

from travelagent.accounts.actors import Actor
from travelagent.accounts.models import Person
from travelagent.chat import actions
from travelagent.chat.branches import branch, is_newest
from travelagent.chat.models import ACTIVE, ChatSession, Run, RunKind, RunStatus
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


@dataclass(frozen=True, slots=True)
class Place:
    """Where in which conversation a client's history stands. `name`: what the client calls the conversation; `session`:
    None before its first message; `run`: the one whose answer the history ends with, None where that is not known."""

    person: Person
    name: str = ""
    session: ChatSession | None = None
    run: Run | None = None


def find_place(person: Person, name: str, run: str, *, is_first: bool, text: str) -> Place:
    """Return where a history stands that ends with the answer of `run`, "" where it has no answer of ours.

    The run decides, where it is known, and not the name. A history that has no answer yet (`is_first`), and whose
    message is the only one that the named conversation has had, has that one answered again.
    """
    known = Run.objects.select_related("session__person").filter(session__person=person, pk=run).first()
    if known is not None:
        return Place(person, name, known.session, known)
    session = _find_session(person, name) if name else None
    if session is not None and is_first:
        messages = list(session.runs.filter(kind=RunKind.MESSAGE).values_list("message", flat=True)[:2])
        if messages == [text]:
            return Place(person, name)
    return Place(person, name, session)


def session_at(actor: Actor, place: Place, end_user: str, locale: str) -> ChatSession:
    """Return the session in which a conversation goes on: its own, where it stands at its end, else a branch.

    The client's name stands for that session from now on. Raises Refused `history_forgotten`. To be called in the
    transaction that starts the run.
    """
    session = place.session
    if session is None:
        session = create_session(actor, end_user, locale)
    elif place.run is not None and not is_newest(place.run):
        session = branch(place.run)
        _name_session(place.person, _branch_name(place.run), session)
    go_on_in(place, session)
    return session


def go_on_in(place: Place, session: ChatSession) -> None:
    """Let the name that the client gave its conversation, if any, stand for this session from now on."""
    if place.name:
        _name_session(place.person, place.name, session)


def answered_question(actor: Actor, place: Place, text: str) -> Run | None:
    """Return the run whose question a history ends in, where the text is a mere yes or no to it, else None.

    It decides on no other question of the conversation, which may have gone on since. The client's name stands for that
    conversation from now on. Raises Refused. To be called in the transaction that starts the run.
    """
    run = None if place.run is None else actions.answer_question(actor, place.run, text)
    if run is not None:
        go_on_in(place, run.session)
    return run


def lost_run(place: Place, text: str) -> Run | None:
    """Return the run of this message that its client has left before its end, and now asks for again.

    Without a session, of a conversation that the client cannot name yet, it is the only run of its own; while that
    works on, NOTICE_S are waited for its connection's end to be noticed. To be called outside of a transaction.
    """
    person, session = place.person, place.session
    runs = Run.objects.filter(session__person=person, message=text, created_at__gte=timezone.now() - LOST_FOR)
    if session is None:
        runs = runs.annotate(beside=Count("session__runs")).filter(beside=1)
    elif place.run is None:
        runs = runs.filter(session=session)
    else:
        runs = runs.filter(pk__in=_next_runs(place.run))
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


def _next_runs(run: Run) -> list[str]:
    """Return the runs that came next after a run, in its session and in its newest branch."""
    names = ClientConversation.objects.filter(person=run.session.person, name=_branch_name(run))
    later = Run.objects.exclude(status__in=(RunStatus.CANCELLED, RunStatus.FAILED)).filter(
        Q(session=run.session) | Q(session__in=names.values("session")),
        kind=RunKind.MESSAGE,
        created_at__gt=run.created_at,
    )
    first: dict[str, str] = {}
    for pk, session in later.order_by("created_at").values_list("pk", "session"):
        first.setdefault(session, pk)
    return list(first.values())


def _branch_name(run: Run) -> str:
    return f"after:{run.pk}"


def _name_session(person: Person, name: str, session: ChatSession) -> None:
    ClientConversation.objects.update_or_create(person=person, name=name, defaults={"session": session})


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
