"""A run for a host: begun, followed to its end or to what it proposes, and returned as the result of a tool."""

from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override
from mcp.server.context import ServerRequestContext
from mcp_types import CallToolResult, TextContent

from travelagent.assistant.language import language_of
from travelagent.chat import actions, runtime
from travelagent.chat.assent import verdict
from travelagent.chat.decisions import waiting_in
from travelagent.chat.envelopes import Envelope
from travelagent.chat.hub import hub
from travelagent.chat.models import ChatSession, Run
from travelagent.chat.run_stream import cancelled_when_left, follow_run, may_read
from travelagent.gateways.conversations import Place, cancel_left_run, lost_run
from travelagent.gateways.mcp.callers import DECIDE, Caller
from travelagent.trips.exports.markdown import itinerary_to_markdown

LONG = frozenset({"alternatives", "request", "brief"})


@dataclass(slots=True)
class RunResult:
    """What has come of a run so far. `status`: "" while it works."""

    run: Run
    status: str = ""
    answer: str = ""
    itinerary: Mapping[str, Any] | None = None
    sources: list[Any] = field(default_factory=list)
    follow_ups: list[Any] = field(default_factory=list)
    artifacts: list[dict[str, str]] = field(default_factory=list)
    proposals: list[dict[str, Any]] = field(default_factory=list)

    def take(self, envelope: Envelope) -> str:
        """Take an event; return its progress message, "" for nothing."""
        data = envelope.data
        match envelope.type:
            case "phase":
                return str(data["title"])
            case "tool_start":
                return str(data["label"])
            case "artifact":
                self.artifacts.append({"id": data["id"], "kind": data["kind"]})
                if data["kind"] == "itinerary":
                    self.itinerary = data["payload"]
            case "answer":
                self.answer, self.sources, self.follow_ups = data["text"], data["sources"], data["follow_ups"]
            case "confirmation_required":
                calls = [{"tool": call["tool"], "summary": call["summary"]} for call in data["calls"]]
                self.proposals.append({"id": data["proposal"], "expires_at": data["expires_at"], "calls": calls})
            case "confirmation_resolved":
                self.proposals = []
            case "error" if not self.answer:
                self.answer = data["message"]
            case "run_paused":
                self.status = "confirmation_required"
            case "run_finished":
                self.status = data["status"]
        return ""

    @property
    def structured(self) -> dict[str, Any]:
        """Return the structured content of the result."""
        return {
            "conversation": self.run.session_id,
            "run": self.run.pk,
            "status": self.status,
            "answer": self.answer,
            "itinerary": None if self.itinerary is None else short(self.itinerary),
            "artifacts": self.artifacts,
            "proposals": self.proposals,
            "sources": self.sources,
            "follow_ups": self.follow_ups,
        }

    @property
    def summary(self) -> str:
        """What is to be confirmed, a line a change."""
        return "\n".join(call["summary"] for proposal in self.proposals for call in proposal["calls"])

    def result(self) -> CallToolResult:
        """Return the result of the call that the run was worked on for."""
        with override(self.run.locale):
            parts = [self._text()]
            if self.itinerary is not None and self.status == "succeeded":
                parts.append(itinerary_to_markdown(self.itinerary, self.run.locale))
            values = {"conversation": self.run.session_id}
            parts.append(_("To go on, call ask_assistant with conversation “%(conversation)s”.") % values)
        return CallToolResult(
            content=[TextContent(text="\n\n".join(filter(None, parts)))],
            structured_content=self.structured,
            is_error=self.status in ("failed", "cancelled"),
        )

    def _text(self) -> str:
        if self.status == "cancelled":
            return _("This was stopped before its end.")
        if self.status != "confirmation_required":
            return self.answer
        prompt = _("Nothing has been changed yet. Ask the user, then call %(tool)s with proposal “%(proposal)s”.")
        lines = [prompt % {"tool": DECIDE, "proposal": proposal["id"]} for proposal in self.proposals]
        return "\n".join([self.summary, *lines])


def short(itinerary: Mapping[str, Any]) -> dict[str, Any]:
    """Return a plan for a host's model, which reads all of it: without the single checks, the alternative plans and
    the wishes that are kept.

    As a whole it is the artifact of its id, and the trip that it is saved as.
    """
    kept = {name: value for name, value in itinerary.items() if name not in LONG}
    if "ledger" in itinerary:
        kept["ledger"] = [entry for entry in itinerary["ledger"] if entry["verdict"] != "kept"]
    return {**kept, "certificate": {"feasible": itinerary.get("certificate", {}).get("feasible", False)}}


def start(caller: Caller, message: str, conversation: str) -> tuple[Run, int]:
    """Begin a run: it, and the event behind which it begins.

    A mere yes or no is no decision here: what waits is returned again, to be confirmed by the user. Raises Refused.
    """
    text = actions.check_message(message)
    session = session_of(caller, conversation) if conversation else None
    lost = lost_run(Place(caller.actor.person_for(caller.end_user), session=session), text)
    if lost is not None:
        return lost, 0
    if session is not None:
        cancel_left_run(caller.actor, session)
    with transaction.atomic():
        session = session or _new_session(caller, text)
        waiting = waiting_in(session) if verdict(text) else ()
        if waiting:
            run = waiting[-1].run
            return run, seq_before_confirmation(run)
        run = actions.start_run(caller.actor, session.pk, text)
        transaction.on_commit(partial(runtime.hint, run.pk))
    return run, run.last_seq


def session_of(caller: Caller, conversation: str) -> ChatSession:
    """Return the caller's session. Raises NotFound."""
    session = actions.find_session(caller.actor, conversation)
    if caller.end_user and session.person.end_user != caller.end_user:
        raise actions.NotFound
    return session


def _new_session(caller: Caller, text: str) -> ChatSession:
    locale = language_of(text, caller.locale)
    return actions.create_session(caller.actor, locale=locale, end_user=caller.end_user)


def seq_before_confirmation(run: Run) -> int:
    """Return the sequence number after which a waiting run states what it waits for."""
    return max(_newest(run, "confirmation_required") - 1, 0)


def seq_of_pause(run: Run) -> int:
    """Return the sequence number after which a paused run goes on."""
    return _newest(run, "run_paused")


def _newest(run: Run, kind: str) -> int:
    return run.events.filter(type=kind).order_by("-seq").values_list("seq", flat=True).first() or 0


async def follow(context: ServerRequestContext[Any, Any], caller: Caller, run: Run, after: int) -> RunResult:
    """Follow a run to its end or its next proposal, telling how it goes. A call that is cancelled cancels the run.

    Raises NotFound when it may no longer be read.
    """
    run_result = RunResult(run)
    frames = cancelled_when_left(caller.actor, run.pk, _progress(caller, run_result, after))
    steps = 0
    async with aclosing(frames) as notes:  # type: ignore[type-var]  # an asynchronous generator
        async for note in notes:
            steps += 1
            await context.session.report_progress(steps, None, note)
    if not run_result.status:
        raise actions.NotFound
    return run_result


async def _progress(caller: Caller, run_result: RunResult, after: int) -> AsyncIterator[str]:
    run = run_result.run
    readable = partial(may_read_run, caller, run.pk)
    async for envelope in follow_run(hub, run.session_id, run.pk, after, readable):
        if envelope is None:
            continue
        if note := run_result.take(envelope):
            yield note
        if run_result.status:
            return


def may_read_run(caller: Caller, run: str) -> bool:
    """Return whether the run is still the caller's; one with a key needs a key that is still usable."""
    if caller.actor.key is None:
        return Run.objects.filter(caller.actor.owned("session__person"), pk=run).exists()
    return may_read(caller.actor, None, run)
