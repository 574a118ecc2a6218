"""Runs: read, followed, cancelled."""

from functools import partial

from django.db import transaction
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from agent_core.state import dump_history
from travelagent.accounts.models import Scope
from travelagent.api.event_stream import MEDIA_TYPE, EventStream, streamed
from travelagent.api.pagination import BySeq, Whole
from travelagent.api.problems import wrong_field
from travelagent.api.serializers.conversations import CancelBody, EventSerializer, HistoryRowSerializer, RunSerializer
from travelagent.api.views.base import ActorView
from travelagent.chat import actions, runtime
from travelagent.chat.models import OPEN
from travelagent.chat.writer import newest_checkpoint

SEQ_DIGITS = 9


class RunView(ActorView):
    """The base of the views of runs."""

    scope = Scope.RUNS


class RunDetail(RunView):
    """One run."""

    @extend_schema(responses=RunSerializer)
    def get(self, request: Request, run: str) -> Response:
        """Get a run: its status and its answer."""
        return Response(RunSerializer(actions.find_run(self.actor, run)).data)


class RunHistory(RunView):
    """The history of a run."""

    pagination_class = Whole

    @extend_schema(responses=HistoryRowSerializer(many=True))
    def get(self, request: Request, run: str) -> Response:
        """List the run's history rows, step by step."""
        checkpoint = newest_checkpoint(actions.find_run(self.actor, run).pk)
        return Whole().get_paginated_response(dump_history(checkpoint.state.history) if checkpoint else [])


AFTER = OpenApiParameter("after", int, description="The last `seq` that is known already.")
LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID", int, OpenApiParameter.HEADER, description="As `after`, of a stream that is taken up again."
)


class RunEvents(RunView):
    """The events of a run, as a list or as a stream."""

    pagination_class = BySeq
    renderer_classes = [JSONRenderer, EventStream]

    @extend_schema(
        responses={
            (200, "application/json"): EventSerializer(many=True),
            (200, MEDIA_TYPE): OpenApiTypes.STR,
            204: OpenApiResponse(description="A stream of a run that has ended, all of which is known already."),
        },
        parameters=[AFTER, LAST_EVENT_ID],
    )
    def get(self, request: Request, run: str) -> HttpResponseBase:
        """List the run's events after `after`, in order; as `text/event-stream` they continue until the run ends."""
        row = actions.find_run(self.actor, run)
        after = _seq("after", request.query_params.get("after", "0"))
        if not isinstance(request.accepted_renderer, EventStream):
            return self.page(row.events.filter(seq__gt=after), EventSerializer)
        if last := request.headers.get("Last-Event-ID"):
            after = _seq("Last-Event-ID", last)
        if row.status not in OPEN and after >= row.last_seq:
            return HttpResponse(status=status.HTTP_204_NO_CONTENT)  # an EventSource does not reconnect after 204
        if request.method == "HEAD":
            return HttpResponse(content_type=MEDIA_TYPE)
        return streamed(self.actor, request.session.session_key, row, after)


def _seq(name: str, given: str) -> int:
    """Return the number of an event. Raises Problem for anything else."""
    if not (given.isascii() and given.isdigit() and len(given) <= SEQ_DIGITS):
        raise wrong_field(name, _("A whole number from 0."))
    return int(given)


class RunCancel(RunView):
    """The cancellation of a run."""

    @extend_schema(request=CancelBody, responses={202: RunSerializer})
    def post(self, request: Request, run: str) -> Response:
        """Ask the run to end: at once, or after the step at work. A run that has ended stays as it is."""
        actions.find_run(self.actor, run)
        row = actions.cancel_run(self.actor, run, self.body(CancelBody)["when"])
        transaction.on_commit(partial(runtime.hint, row.pk))
        return Response(RunSerializer(row).data, status.HTTP_202_ACCEPTED)
