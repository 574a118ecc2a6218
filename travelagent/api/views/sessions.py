"""Sessions, their messages and runs."""

from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from travelagent.accounts.models import Scope
from travelagent.accounts.rate_limits import Cost
from travelagent.api.pagination import InOrder, NewestActive
from travelagent.api.problems import wrong_field
from travelagent.api.serializers.conversations import (
    MessageSerializer,
    NewRun,
    NewSession,
    RunSerializer,
    SessionChanges,
    SessionSerializer,
)
from travelagent.api.views.base import ActorView
from travelagent.chat import actions, runtime
from travelagent.chat.models import ChatSession

FILTERS = [
    OpenApiParameter("q", str, description="Words of the title or of a message."),
    OpenApiParameter("end_user", str, description="The sessions of one of the partner's travellers."),
]
LOCATION = OpenApiParameter("Location", str, OpenApiParameter.HEADER, response=[201, 202], description="What was made.")


class SessionView(ActorView):
    """The base of the views of sessions."""

    scope = Scope.RUNS

    def sessions(self) -> QuerySet[ChatSession]:
        """Return the caller's sessions with their `message_count`."""
        rows = ChatSession.objects.filter(self.actor.owned()).select_related("person")
        return rows.annotate(message_count=Count("messages"))

    def shown(self, session: str) -> dict[str, Any]:
        """Return a session as a row for the wire."""
        return dict(SessionSerializer(self.sessions().get(pk=session)).data)


class SessionList(SessionView):
    """The caller's sessions."""

    pagination_class = NewestActive

    @extend_schema(responses=SessionSerializer(many=True), parameters=FILTERS)
    def get(self, request: Request) -> Response:
        """List the caller's sessions, the one used last first; `q` searches titles and messages."""
        rows = self.sessions()
        if query := self.query_text("q"):
            found = ChatSession.objects.filter(Q(title__icontains=query) | Q(messages__text__icontains=query))
            rows = rows.filter(pk__in=found.values("pk"))
        return self.page(self.of_traveller(rows), SessionSerializer)

    @extend_schema(request=NewSession, responses={201: SessionSerializer}, parameters=[LOCATION])
    def post(self, request: Request) -> Response:
        """Begin a conversation; `end_user` parts what belongs to a partner's travellers."""
        given = self.body(NewSession)
        if given.get("end_user") and self.actor.partner is None:
            raise wrong_field("end_user", _("Only a partner's key has travellers of its own."))
        session = actions.create_session(
            self.actor,
            choice=_choice(given),
            title=given.get("title", ""),
            locale=given.get("locale") or self.locale,
            region=self.region,
            end_user=given.get("end_user", ""),
        )
        location = reverse("api-session", args=[session.pk])
        return Response(self.shown(session.pk), status.HTTP_201_CREATED, headers={"Location": location})


class SessionDetail(SessionView):
    """One session."""

    @extend_schema(responses=SessionSerializer)
    def get(self, request: Request, session: str) -> Response:
        """Get a session."""
        actions.find_session(self.actor, session)
        return Response(self.shown(session))

    @extend_schema(request=SessionChanges, responses=SessionSerializer)
    def patch(self, request: Request, session: str) -> Response:
        """Change the named fields of a session alone."""
        actions.find_session(self.actor, session)
        changes = self.body(SessionChanges)
        if "locale" in changes:
            changes["region"] = self.region
        actions.update_session(self.actor, session, changes)
        return Response(self.shown(session))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, session: str) -> Response:
        """Delete a conversation and everything in it; 409 `run_active` while a run is at work."""
        actions.delete_session(self.actor, session)
        return Response(status=status.HTTP_204_NO_CONTENT)


class SessionClear(SessionView):
    """The clearing of a session."""

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, session: str) -> Response:
        """Empty a conversation, keeping its settings; 409 `run_active` while a run is at work."""
        actions.clear_session(self.actor, session)
        return Response(status=status.HTTP_204_NO_CONTENT)


class SessionMessages(SessionView):
    """The messages of a session."""

    pagination_class = InOrder

    @extend_schema(responses=MessageSerializer(many=True))
    def get(self, request: Request, session: str) -> Response:
        """List the messages of the session, the oldest first."""
        row = actions.find_session(self.actor, session)
        return self.page(row.messages.all(), MessageSerializer)


class SessionRuns(SessionView):
    """The runs of a session."""

    post_cost = Cost.RUN

    @extend_schema(responses=RunSerializer(many=True))
    def get(self, request: Request, session: str) -> Response:
        """List the session's runs, newest first."""
        row = actions.find_session(self.actor, session)
        return self.page(row.runs.prefetch_related("proposals"), RunSerializer)

    @extend_schema(request=NewRun, responses={202: RunSerializer}, parameters=[LOCATION])
    def post(self, request: Request, session: str) -> Response:
        """Send a message; the run works on, its events are read or followed. 409 `run_active` while another works."""
        actions.find_session(self.actor, session)
        given = self.body(NewRun)
        run = actions.start_run(self.actor, session, given["message"], _choice(given))
        transaction.on_commit(partial(runtime.hint, run.pk))
        location = reverse("api-run", args=[run.pk])
        return Response(RunSerializer(run).data, status.HTTP_202_ACCEPTED, headers={"Location": location})


def _choice(given: dict[str, Any]) -> actions.Choice:
    return actions.Choice(*(given.get(name, "") for name in ("mode", "style", "model")))
