"""Runs: read, followed, cancelled."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from agent_core.state import dump_history
from travelagent.accounts.models import Scope
from travelagent.api.pagination import BySeq, Whole
from travelagent.api.problems import wrong_field
from travelagent.api.serializers.conversations import CancelBody, EventSerializer, HistoryRowSerializer, RunSerializer
from travelagent.api.views.base import ActorView
from travelagent.chat import actions, runtime
from travelagent.chat.writer import newest_checkpoint

SEQ_DIGITS = 9


class RunView(ActorView):
    scope = Scope.RUNS


class RunDetail(RunView):
    @extend_schema(responses=RunSerializer)
    def get(self, request: Request, run: str) -> Response:
        """Where a run stands, and its answer."""
        return Response(RunSerializer(actions.find_run(self.actor, run)).data)


class RunHistory(RunView):
    pagination_class = Whole

    @extend_schema(responses=HistoryRowSerializer(many=True))
    def get(self, request: Request, run: str) -> Response:
        """The run's history rows, step by step."""
        checkpoint = newest_checkpoint(actions.find_run(self.actor, run).pk)
        return Whole().get_paginated_response(dump_history(checkpoint.state.history) if checkpoint else [])


class RunEvents(RunView):
    pagination_class = BySeq

    @extend_schema(
        responses=EventSerializer(many=True),
        parameters=[OpenApiParameter("after", int, description="The last `seq` that is known already.")],
    )
    def get(self, request: Request, run: str) -> Response:
        """The run's events behind `after`, in order."""
        row = actions.find_run(self.actor, run)
        after = request.query_params.get("after", "0")
        if not (after.isascii() and after.isdigit() and len(after) <= SEQ_DIGITS):
            raise wrong_field("after", _("A whole number from 0."))
        return self.page(row.events.filter(seq__gt=int(after)), EventSerializer)


class RunCancel(RunView):
    @extend_schema(request=CancelBody, responses={202: RunSerializer})
    def post(self, request: Request, run: str) -> Response:
        """Ask the run to end: at once, or after the step at work. A run that has ended stays as it is."""
        actions.find_run(self.actor, run)
        row = actions.cancel_run(self.actor, run, self.body(CancelBody)["when"])
        runtime.hint(row.pk)
        return Response(RunSerializer(row).data, status.HTTP_202_ACCEPTED)
