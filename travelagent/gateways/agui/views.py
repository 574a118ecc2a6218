"""`/agui`: a run for a message, or the answer to a confirmation, streamed as AG-UI's events."""

from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from ag_ui.core import AssistantMessage, RunAgentInput, UserMessage
from ag_ui.encoder import EventEncoder
from django.db import transaction
from django.db.models import Q
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from pydantic import ValidationError
from rest_framework.request import Request

from travelagent.accounts.models import Scope
from travelagent.accounts.rate_limits import Cost
from travelagent.api.event_stream import PING, event_response
from travelagent.api.parsers import LargeJson
from travelagent.api.problems import Problem, wrong_field
from travelagent.api.views.base import ActorView
from travelagent.assistant.language import language_of
from travelagent.briefs.wire import brief_to_wire
from travelagent.chat import actions, runtime
from travelagent.chat.envelopes import Envelope
from travelagent.chat.hub import hub
from travelagent.chat.models import Run
from travelagent.chat.run_stream import cancelled_when_left, follow_run, may_read
from travelagent.chat.trip_state import read_trip
from travelagent.gateways.agui.events import Translation, run_of
from travelagent.gateways.conversations import (
    Place,
    StartedRun,
    answered_question,
    cancel_left_run,
    find_place,
    go_on_in,
    session_at,
)
from travelagent.gateways.models import ClientConversation, ClientRun

NAME_CHARS = 60
RUN_CHARS = 200


class AgentRun(ActorView):
    """Runs for AG-UI clients."""

    scope = Scope.RUNS
    parser_classes = [LargeJson]
    post_in_transaction = False
    post_takes_key = False
    post_cost = Cost.RUN

    def post(self, request: Request) -> HttpResponseBase:
        """Work on the last message of a thread, or go on after a confirmation; the same run id is the same run."""
        agent_input = _input(request.data)
        with transaction.atomic():
            place = self._place(agent_input)
            started = _known_run(place, agent_input.run_id)
        if started is None:
            if place.session is not None:
                cancel_left_run(self.actor, place.session)
            with transaction.atomic():
                started = self._new_run(place, agent_input)
        session = started.run.session_id
        at_hand = read_trip(self.actor, session).at_hand
        state = {"brief": brief_to_wire(at_hand.brief), "itinerary": at_hand.itinerary}
        readable = partial(may_read, self.actor, request.session.session_key, started.run.pk)
        events = follow_run(hub, session, started.run.pk, started.after, readable)
        frames = encoded(Translation(agent_input.thread_id, agent_input.run_id, state), events)
        return event_response(cancelled_when_left(self.actor, started.run.pk, frames))

    def _place(self, agent_input: RunAgentInput) -> Place:
        end_user = _property(agent_input, "end_user")
        if end_user and self.actor.partner is None:
            raise wrong_field("forwardedProps.end_user", _("Only a partner's key has travellers of its own."))
        text = _last_message(agent_input)
        answers = [message for message in agent_input.messages if isinstance(message, AssistantMessage)]
        run = next((found for message in reversed(answers) if (found := run_of(message.id))), "")
        name = f"agui:{agent_input.thread_id}"
        return find_place(self.actor.person_for(end_user), name, run, is_first=bool(text) and not answers, text=text)

    def _new_run(self, place: Place, agent_input: RunAgentInput) -> StartedRun:
        started = self._resume_run(place, agent_input) if agent_input.resume else self._start_run(place, agent_input)
        run = started.run
        ClientRun.objects.create(session=run.session, name=agent_input.run_id, run=run, after_seq=started.after)
        transaction.on_commit(partial(runtime.hint, started.run.pk))
        return started

    def _start_run(self, place: Place, agent_input: RunAgentInput) -> StartedRun:
        text = _last_message(agent_input)
        run = answered_question(self.actor, place, text)
        if run is None:
            locale = language_of(text, self.locale)
            session = session_at(self.actor, place, _property(agent_input, "end_user"), locale)
            choice = actions.Choice(*(_property(agent_input, name) for name in ("mode", "style", "model")))
            run = actions.start_run(self.actor, session.pk, text, choice)
        return StartedRun(run, run.last_seq)

    def _resume_run(self, place: Place, agent_input: RunAgentInput) -> StartedRun:
        """Decide on what the thread waits for."""
        runs: dict[str, Run] = {}
        for entry in agent_input.resume or ():
            run = Run.objects.filter(session=place.session, proposals__pk=entry.interrupt_id).first()
            if run is None:
                raise wrong_field("resume", _("This conversation waits for no such decision."))
            runs.setdefault(run.pk, run)
            approved = entry.status == "resolved" and isinstance(entry.payload, dict) and entry.payload.get("approved")
            decision = "approve" if approved is True else "reject"
            actions.decide_proposal(self.actor, run.pk, entry.interrupt_id, decision)
        if len(runs) != 1:
            raise wrong_field("resume", _("All decisions of one request are of one run."))
        (run,) = runs.values()
        go_on_in(place, run.session)
        return StartedRun(run, run.last_seq)


async def encoded(translation: Translation, events: AsyncIterator[Envelope | None]) -> AsyncIterator[str]:
    """Yield the frames of a run until it has ended or waits for a confirmation."""
    encoder = EventEncoder()
    for event in translation.opening():
        yield encoder.encode(event)
    async for envelope in events:
        if envelope is None:
            yield PING
            continue
        for event in translation.translate(envelope):
            yield encoder.encode(event)
        if translation.has_ended:
            return


def _input(data: Any) -> RunAgentInput:
    """Return the validated input. Raises Problem with every fault by its field."""
    try:
        found = RunAgentInput.model_validate(data)
    except ValidationError as error:
        faults: dict[str, list[str]] = {}
        for fault in error.errors(include_url=False, include_input=False):
            faults.setdefault(".".join(map(str, fault["loc"])) or "body", []).append(fault["msg"])
        raise Problem(400, "invalid", _("Some fields are wrong."), errors=faults) from error
    for name, value, most in (("threadId", found.thread_id, NAME_CHARS), ("runId", found.run_id, RUN_CHARS)):
        if not value or len(value) > most or "\x00" in value:
            raise wrong_field(name, _("From 1 to %(most)s characters.") % {"most": most})
    return found


def _known_run(place: Place, name: str) -> StartedRun | None:
    """Return the run that the client has given this name before, in this place or in what its thread has become."""
    threads = ClientConversation.objects.filter(person=place.person, name=place.name).values("session")
    known = ClientRun.objects.select_related("run").filter(name=name)
    row = known.filter(Q(session=place.session) | Q(session__in=threads)).first()
    return None if row is None else StartedRun(row.run, row.after_seq)


def _last_message(agent_input: RunAgentInput) -> str:
    """Return the text of the user's last message, "" where a run only goes on. Raises Problem for what is no text."""
    last = agent_input.messages[-1] if agent_input.messages else None
    if not isinstance(last, UserMessage):
        if agent_input.resume:
            return ""
        raise wrong_field("messages", _("The last message is the one to be answered, of the role user."))
    if isinstance(last.content, str):
        return last.content
    texts = [part.text for part in last.content if part.type == "text"]
    if len(texts) != len(last.content):
        raise wrong_field("messages", _("Only text is read; no pictures, sounds or files."))
    return "\n".join(texts)


def _property(agent_input: RunAgentInput, name: str) -> str:
    """Return a forwarded property that is a text, else ""."""
    given = agent_input.forwarded_props if isinstance(agent_input.forwarded_props, dict) else {}
    value = given.get(name, "")
    return value[:RUN_CHARS] if isinstance(value, str) else ""
