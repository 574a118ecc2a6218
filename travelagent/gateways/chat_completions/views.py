"""`/v1/chat/completions` and `/v1/models` for partners' keys, their errors in OpenAI's form."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from django.db import transaction
from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from travelagent.accounts.models import Scope
from travelagent.accounts.rate_limits import Cost
from travelagent.api.authentication import KeyAuthentication
from travelagent.api.event_stream import MEDIA_TYPE, UNBUFFERED
from travelagent.api.parsers import LargeJson
from travelagent.api.problems import Problem
from travelagent.api.views.base import ActorView
from travelagent.assistant.language import language_of
from travelagent.chat import actions, runtime
from travelagent.chat.hub import hub
from travelagent.chat.models import ChatSession
from travelagent.chat.run_stream import cancelled_when_left, follow_run, may_read, on_the_loop
from travelagent.gateways.chat_completions.completion import Completion, chunks, whole
from travelagent.gateways.chat_completions.requests import ChatRequest, CompletionBody, model_names, parse_chat_request
from travelagent.gateways.conversations import (
    Place,
    StartedRun,
    answered_question,
    cancel_left_run,
    find_place,
    lost_run,
    session_at,
)

NAME_CHARS = 64
CONVERSATION_HEADERS = ("X-Conversation-Id", "X-OpenWebUI-Chat-Id")
END_USER_HEADERS = ("X-End-User", "X-OpenWebUI-User-Id")
KINDS = {401: "authentication_error", 403: "permission_error", 404: "not_found_error", 429: "rate_limit_error"}
BAD_REQUEST, FAULT = "invalid_request_error", "server_error"


class GatewayView(ActorView):
    """A view of OpenAI's protocol."""

    authentication_classes = [KeyAuthentication]
    parser_classes = [LargeJson]
    scope = Scope.RUNS

    def handle_exception(self, error: Exception) -> Response:
        """Return a problem as `{"error": {message, type, param, code}}`."""
        response = super().handle_exception(error)
        problem = response.data if isinstance(response.data, dict) else {}
        faults = problem.get("errors", {})
        field = next(iter(faults), None)
        message = " ".join(faults[field]) if field else problem.get("detail", "")
        kind = KINDS.get(response.status_code) or (FAULT if response.status_code >= 500 else BAD_REQUEST)
        response.data = {"error": {"message": message, "type": kind, "param": field, "code": problem.get("code")}}
        response.content_type = "application/json"
        return response


class ChatCompletions(GatewayView):
    """Chat completions."""

    post_in_transaction = False
    post_takes_key = False
    post_cost = Cost.RUN

    def post(self, request: Request) -> HttpResponseBase:
        """Answer the last message of a conversation."""
        body = CompletionBody(data=request.data)
        body.is_valid(raise_exception=True)
        names = (_first_header(request, of) for of in (CONVERSATION_HEADERS, END_USER_HEADERS))
        chat_request = parse_chat_request(body.validated_data, *names)
        if chat_request.model and chat_request.model not in {name.partition("/")[2] for name in model_names()}:
            raise Problem(404, "model_not_found", _("There is no model %(name)s.") % {"name": chat_request.model})
        started = self._start(chat_request)
        run = started.run
        completion = Completion(run, body.validated_data["model"], request.build_absolute_uri("/"))
        readable = partial(may_read, self.actor, None, run.pk)
        events = follow_run(hub, run.session_id, run.pk, started.after, readable)
        if chat_request.streams:
            frames, media_type = chunks(completion, events, with_usage=chat_request.with_usage), MEDIA_TYPE
        else:
            frames, media_type = whole(completion, events), "application/json"
        content = on_the_loop(cancelled_when_left(self.actor, run.pk, frames))
        return StreamingHttpResponse(content, content_type=media_type, headers=UNBUFFERED)

    def _start(self, chat_request: ChatRequest) -> StartedRun:
        """Return the run that answers: the one that a client has lost sight of and asks for again, else a new one."""
        with transaction.atomic():
            place = self._place(chat_request)
        lost = lost_run(place, chat_request.text)
        if lost is not None:
            return StartedRun(lost, 0)
        if place.session is not None:
            cancel_left_run(self.actor, place.session)
        with transaction.atomic():
            run = answered_question(self.actor, place, chat_request.text)
            if run is None:
                locale = language_of(chat_request.text, self.locale)
                session = session_at(self.actor, place, chat_request.end_user, locale)
                choice = actions.Choice(model=chat_request.model)
                run = actions.start_run(self.actor, session.pk, chat_request.text, choice)
            transaction.on_commit(partial(runtime.hint, run.pk))
        return StartedRun(run, run.last_seq)

    def _place(self, chat_request: ChatRequest) -> Place:
        """Return where the history stands: behind the run of its last answer, else at the end of the session that the
        client names or, where it names none, that an answer without its run was given in."""
        person = self.actor.person_for(chat_request.end_user)
        name = f"id:{chat_request.conversation}" if chat_request.conversation else ""
        place = find_place(person, name, chat_request.run, is_first=chat_request.is_first, text=chat_request.text)
        if place.session is None and not name:
            session = ChatSession.objects.filter(person=person, pk=chat_request.session).first()
            place = replace(place, session=session)
        return place


def _first_header(request: Request, names: Sequence[str]) -> str:
    return next((found for name in names if (found := request.headers.get(name, "")[:NAME_CHARS])), "")


class ModelNames(GatewayView):
    """The models for completions."""

    def get(self, request: Request) -> Response:
        """List the models by the names that a completion takes."""
        return Response({"object": "list", "data": [described(name) for name in model_names()]})


class ModelName(GatewayView):
    """One model for completions."""

    def get(self, request: Request, name: str) -> Response:
        """Get a model."""
        if name not in model_names():
            raise Problem(404, "model_not_found", _("There is no model %(name)s.") % {"name": name})
        return Response(described(name))


def described(name: str) -> dict[str, Any]:
    """Return a model as an object of OpenAI's API."""
    return {"id": name, "object": "model", "created": 0, "owned_by": "travelagent"}
