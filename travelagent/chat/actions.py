"""Everything that changes a conversation, one function each, called alike by socket, API, admin and command line.

All of them are synchronous and take the actor; what is not the actor's own raises NotFound.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from agent_core.events import Decision
from agent_core.proposals import CannotDecide
from agent_core.runtime import CancelWhen
from travelagent.accounts.actors import Actor
from travelagent.assistant.language import language_of
from travelagent.assistant.model_registry import UnknownModel
from travelagent.chat.assent import verdict
from travelagent.chat.decisions import decide, waiting_in
from travelagent.chat.models import ACTIVE, OPEN, ChatSession, Message, Mode, Proposal, Run, RunStatus, Style
from travelagent.chat.modelset import check_offered
from travelagent.chat.versions import lock_session
from travelagent.trips.models import Trip

MESSAGE_CHARS = 5000
TITLE_CHARS = 60


class Refused(Exception):
    """A wish that cannot be granted: a stable code and a sentence."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class NotFound(Refused):
    """Nothing of that id, or nothing that the actor owns."""

    def __init__(self) -> None:
        super().__init__("not_found", _("There is nothing here by that name, or it is not yours."))


class Invalid(Refused):
    """Bad input; `field` is the name of the wrong field."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__("invalid", message)
        self.field = field


@dataclass(frozen=True, slots=True)
class Choice:
    """How a run is to be worked; empty fields are taken from the session."""

    mode: str = ""
    style: str = ""
    model: str = ""


def find_session(actor: Actor, session: str) -> ChatSession:
    """Return the actor's session. Raises NotFound."""
    row = ChatSession.objects.filter(actor.owned(), pk=session).first()
    if row is None:
        raise NotFound
    return row


def find_run(actor: Actor, run: str) -> Run:
    """Return the actor's run. Raises NotFound."""
    row = Run.objects.select_related("session").filter(actor.owned("session__person"), pk=run).first()
    if row is None:
        raise NotFound
    return row


def create_session(
    actor: Actor,
    *,
    choice: Choice | None = None,
    title: str = "",
    locale: str = "en",
    region: str = "",
    end_user: str = "",
) -> ChatSession:
    """Create a conversation of the actor, or of a partner's traveller `end_user`. Raises Invalid."""
    choice = choice or Choice()
    _check(choice)
    return ChatSession.objects.create(
        person=actor.person_for(end_user),
        title=title.strip()[:80],
        mode=choice.mode or Mode.AUTO,
        style=choice.style or Style.AUTO,
        model=choice.model,
        locale=locale,
        region=region,
    )


def update_session(actor: Actor, session: str, changes: dict[str, str]) -> ChatSession:
    """Change the named fields alone (title, mode, style, model). Raises NotFound, Invalid."""
    row = find_session(actor, session)
    _check(Choice(changes.get("mode", ""), changes.get("style", ""), changes.get("model", "")))
    for field, value in changes.items():
        setattr(row, field, value.strip()[:80] if field == "title" else value)
    row.save(update_fields=list(changes))
    return row


def delete_session(actor: Actor, session: str) -> None:
    """Delete a conversation and everything in it. Raises NotFound, Refused `run_active`."""
    require_idle(row := find_session(actor, session))
    Trip.objects.filter(session=row.pk).update(session="")
    row.delete()


def clear_session(actor: Actor, session: str) -> None:
    """Empty a conversation, keeping its settings. Raises NotFound, Refused `run_active`."""
    require_idle(row := find_session(actor, session))
    row.runs.all().delete()


def answer_question(actor: Actor, run: Run, message: str) -> Run | None:
    """Let a mere yes or no decide on the one proposal of a run that is open; return the run, which goes on.

    None for any other message, and where the run proposes nothing. Raises NotFound, Invalid, Refused as `start_run`.
    """
    find_run(actor, run.pk)
    text = check_message(message)
    decision = verdict(text)
    return _decided_by_word(actor, waiting_in(run), text, decision) if decision else None


def start_run(actor: Actor, session: str, message: str, choice: Choice | None = None) -> Run:
    """Queue a message to be worked on. A mere yes or no decides on the one proposal that is open, and its run goes on.

    Raises NotFound, Invalid for a blank or too long message, Refused `run_active` while another run is at work,
    `which_proposal` for a yes or no to several proposals, `limit` when the actor has too many runs under way, `busy`
    when too many of all wait.
    """
    row = find_session(actor, session)
    text = check_message(message)
    if (decision := verdict(text)) and (decided := _decided_by_word(actor, waiting_in(row), text, decision)):
        return decided
    choice = choice or Choice()
    _check(choice)
    model = choice.model or row.model
    locale = language_of(text, row.locale)
    require_room(actor)
    try:
        with transaction.atomic():
            lock_session(row.pk)  # an edit of the trip at hand comes before or after the run, never beside its start
            run = Run.objects.create(
                session=row,
                message=text,
                mode=choice.mode or row.mode,
                style=choice.style or row.style,
                model=model,
                locale=locale,
                share=actor.owner,
            )
            Message.objects.create(session=row, run=run, role=Message.Role.USER, text=text)
            row.last_active_at = timezone.now()
            if not row.title:
                row.title = title_of(text)
            row.save(update_fields=["last_active_at", "title"])
    except IntegrityError as error:
        if not row.runs.filter(status__in=ACTIVE).exists():
            raise
        raise Refused("run_active", _("The previous message is still being worked on.")) from error
    return run


def title_of(message: str) -> str:
    """Return what a conversation is called after its first message: its beginning, no word of it cut in the middle."""
    text = " ".join(message.split())
    if len(text) <= TITLE_CHARS:
        return text
    begun = text[: TITLE_CHARS - 1]
    head, _space, _rest = begun.rpartition(" ")
    words = begun if text[TITLE_CHARS - 1] == " " or len(head) < TITLE_CHARS // 2 else head
    return f"{words.rstrip(' ,;:，；：、')}…"


def cancel_run(actor: Actor, run: str, when: CancelWhen = "immediate") -> Run:
    """Ask a run to end; a run that has ended stays as it is. Raises NotFound."""
    row = find_run(actor, run)
    if row.status == RunStatus.AWAITING_CONFIRMATION:
        for proposal in row.proposals.filter(status=Proposal.Status.OPEN):
            decide(proposal.pk, "reject", _name(actor))
    Run.objects.filter(pk=row.pk, status__in=ACTIVE).update(cancel_when=when)
    return row


def decide_proposal(actor: Actor, run: str, proposal: str, decision: Any) -> Proposal:
    """Approve or reject what a run proposes; the same decision again changes nothing.

    Raises NotFound, Invalid, Refused `expired` and `already_decided`.
    """
    row = find_run(actor, run)
    if decision not in ("approve", "reject"):
        raise Invalid("decision", _("A decision is approve or reject."))
    if not row.proposals.filter(pk=proposal).exists():
        raise NotFound
    try:
        return decide(proposal, "approve" if decision == "approve" else "reject", _name(actor))
    except CannotDecide as error:
        if error.problem == "expired":
            raise Refused("expired", _("This proposal has expired; nothing was changed.")) from error
        raise Refused("already_decided", _("This proposal was already decided the other way.")) from error


def _decided_by_word(actor: Actor, waiting: Sequence[Proposal], text: str, decision: Decision) -> Run | None:
    """Return the run whose proposal, the only one that waits, a word decides on; None when nothing waits.

    Raises Refused `which_proposal`.
    """
    if not waiting:
        return None
    if len(waiting) > 1:
        listed = "; ".join(f"{n}) {p.calls[0]['summary']}" for n, p in enumerate(waiting, 1))
        raise Refused(
            "which_proposal",
            _("Several changes wait for a decision: %(listed)s. Decide each on its card.") % {"listed": listed},
        )
    run = waiting[0].run
    decide(waiting[0].pk, decision, _name(actor))
    Message.objects.create(session_id=run.session_id, run=run, role=Message.Role.USER, text=text)
    return run


def _name(actor: Actor) -> str:
    """Return who decided, as the record names them."""
    return f"key:{actor.key}" if actor.key else f"person:{actor.person}"


def check_message(message: Any) -> str:
    """Return the message, trimmed. Raises Invalid for one that is no text, empty, too long or holds a NUL."""
    if not isinstance(message, str) or not message.strip():
        raise Invalid("message", _("The message is empty."))
    if "\x00" in message:
        raise Invalid("message", _("The message holds a NUL character."))
    if len(message) > MESSAGE_CHARS:
        limit = {"limit": MESSAGE_CHARS, "length": len(message)}
        raise Invalid("message", _("The message has %(length)s characters; at most %(limit)s are taken.") % limit)
    return message.strip()


def active_runs(session: ChatSession) -> list[Run]:
    """Return the runs of a session that have not ended, oldest first."""
    return list(session.runs.filter(status__in=OPEN).prefetch_related("proposals").order_by("created_at"))


def require_room(actor: Actor) -> None:
    """Check that the actor may start another run. Raises Refused `limit` or `busy`.

    Runs that start in the same instant may exceed a limit by their own number.
    """
    own = settings.RUNS_PER_PERSON if actor.partner is None else settings.RUNS_PER_PARTNER
    if Run.objects.filter(actor.owned("session__person"), status__in=ACTIVE).count() >= own:
        raise Refused("limit", _("Too many of your messages are being worked on; wait for one of them."))
    if Run.objects.filter(status=RunStatus.QUEUED).count() >= settings.RUNS_WAITING:
        raise Refused("busy", _("The server is busy. Please try again in a few seconds."))


def require_idle(session: ChatSession) -> None:
    """Check that no run of the session is at work. Raises Refused `run_active`."""
    if session.runs.filter(status__in=ACTIVE).exists():
        raise Refused("run_active", _("A message is still being worked on; stop it first."))


def _check(choice: Choice) -> None:
    if choice.mode and choice.mode not in Mode.values:
        raise Invalid("mode", _("Unknown mode; known are %(known)s.") % {"known": ", ".join(Mode.values)})
    if choice.style and choice.style not in Style.values:
        raise Invalid("style", _("Unknown style; known are %(known)s.") % {"known": ", ".join(Style.values)})
    try:
        check_offered(choice.model)
    except UnknownModel as error:
        raise Invalid("model", str(error)) from error
