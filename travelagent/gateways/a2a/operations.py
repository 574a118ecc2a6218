"""What the protocol does to tasks, alike for both bindings: runs are found, begun, decided on and cancelled by the
chat's actions, and followed as their events come."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from functools import partial

from a2a.utils.errors import TaskNotCancelableError, UnsupportedOperationError
from django.db import transaction
from django.utils.translation import gettext as _

from travelagent.accounts.actors import Actor
from travelagent.assistant.language import language_of
from travelagent.chat import actions, runtime
from travelagent.chat.assent import verdict
from travelagent.chat.hub import hub
from travelagent.chat.models import OPEN, ChatSession, Run
from travelagent.chat.run_stream import follow_run, may_read
from travelagent.gateways.a2a.requests import SendParams, wrong_param
from travelagent.gateways.a2a.snapshots import NAMED, context_of, open_proposals, snapshot
from travelagent.gateways.a2a.tasks import Progress, Wire
from travelagent.gateways.conversations import named_session
from travelagent.gateways.models import ClientRun

FIRST = "a2a-first:"
"""Begins the names of conversations that the client has not named: a digest of their first message follows."""


def send(actor: Actor, params: SendParams, locale: str) -> Progress:
    """Begin a task for a message, or decide on what its task waits for. The same message again is not another one.

    Raises A2AError, and what the chat's actions raise.
    """
    with transaction.atomic():
        run = _decide(actor, params) if params.task else _start_run(actor, params, locale)
        transaction.on_commit(partial(runtime.hint, run.pk))
        return snapshot(run)


def cancel(actor: Actor, task: str) -> Progress:
    """Ask a task to end; what it has proposed is rejected. Raises TaskNotCancelableError, NotFound."""
    with transaction.atomic():
        run = actions.find_run(actor, task)
        if run.status not in OPEN:
            raise TaskNotCancelableError(_("This task has ended."))
        actions.cancel_run(actor, run.pk)
        transaction.on_commit(partial(runtime.hint, run.pk))
        return snapshot(run)


def subscribed(actor: Actor, task: str) -> Progress:
    """Return a task to be followed. Raises UnsupportedOperationError for one that has ended, NotFound."""
    progress = snapshot(actions.find_run(actor, task))
    if progress.is_terminal:
        raise UnsupportedOperationError(_("This task has ended."))
    return progress


async def updates(
    actor: Actor, progress: Progress, history: int | None = None, *, past_questions: bool = False
) -> AsyncIterator[Wire | None]:
    """Yield the task, then what becomes of it, until it has ended or waits for a decision; None while nothing happens.

    `past_questions`: one that waits already is followed nevertheless, for somebody else may decide.
    """
    yield {"task": await asyncio.to_thread(progress.task, history)}
    if progress.is_terminal or (progress.waits and not past_questions):
        return
    run = progress.run
    readable = partial(may_read, actor, None, run.pk)
    async for envelope in follow_run(hub, run.session_id, run.pk, run.last_seq, readable):
        if envelope is None:
            yield None
            continue
        responses = progress.take(envelope)
        if envelope.type == "artifact":  # the loop does not wait for a plan to be written out
            responses = iter(await asyncio.to_thread(list, responses))
        for each in responses:
            yield each
        if progress.rests:
            return


async def settled(actor: Actor, progress: Progress, history: int | None = None) -> AsyncIterator[Wire | None]:
    """Yield the task once it has ended or waits for a decision; until then None from time to time."""
    async for update in updates(actor, progress):
        if update is None:
            yield None
    yield await asyncio.to_thread(progress.task, history)


def _start_run(actor: Actor, params: SendParams, locale: str) -> Run:
    session = _session(actor, params, language_of(params.text, locale))
    known = ClientRun.objects.select_related("run").filter(session=session, name=params.message).first()
    if known is not None:
        return known.run
    run = actions.start_run(actor, session.pk, params.text, params.choice)
    _remember(session, params, run)
    return run


def _session(actor: Actor, params: SendParams, locale: str) -> ChatSession:
    """Return the conversation of a context, which is named by the client or by us, and else of its first message."""
    if params.context:
        person = actor.person_for(params.end_user)
        own = ChatSession.objects.filter(person=person, pk=params.context).first()
        if own is not None:
            return own
    first = f"{FIRST}{hashlib.sha256(params.message.encode()).hexdigest()}"
    name = f"{NAMED}{params.context}" if params.context else first
    return named_session(actor, name, end_user=params.end_user, locale=locale)


def _decide(actor: Actor, params: SendParams) -> Run:
    """Decide on what a task waits for. A message that means neither yes nor no leaves it waiting."""
    run = actions.find_run(actor, params.task)
    if params.end_user and run.session.person_id != actor.person_for(params.end_user).pk:
        raise actions.NotFound
    if params.context and params.context not in (context_of(run), run.session_id):
        raise wrong_param("message.contextId", _("The task is of another context."))
    if ClientRun.objects.filter(session=run.session_id, name=params.message, run=run).exists():
        return run
    waiting = open_proposals(run)
    if not waiting:
        state = _("This task is being worked on.") if run.status in OPEN else _("This task has ended.")
        raise UnsupportedOperationError(state)
    decision = params.decision or verdict(actions.check_message(params.text))
    if decision is None:
        return run
    named = [each for each in waiting if each == params.proposal] if params.proposal else waiting
    if len(named) != 1:
        raise wrong_param("message.parts", _("The task waits for no such decision."))
    actions.decide_proposal(actor, run.pk, named[0], decision)
    _remember(run.session, params, run)
    return run


def _remember(session: ChatSession, params: SendParams, run: Run) -> None:
    ClientRun.objects.get_or_create(
        session=session, name=params.message, defaults={"run": run, "after_seq": run.last_seq}
    )
