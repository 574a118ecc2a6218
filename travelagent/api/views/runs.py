"""Runs: read, followed, cancelled."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from agent_core.state import dump_history
from travelagent.accounts.models import Scope
from travelagent.api.pagination import BySeq
from travelagent.api.problems import Problem
from travelagent.api.serializers import CancelBody, EventSerializer, RunSerializer
from travelagent.api.views.base import ActorView
from travelagent.chat import actions, runtime
from travelagent.chat.writer import newest_checkpoint


class RunDetail(ActorView):
    scope = Scope.RUNS

    @extend_schema(responses=RunSerializer)
    def get(self, request: Request, run: str) -> Response:
        return Response(RunSerializer(actions.find_run(self.actor, run)).data)


class RunHistory(ActorView):
    scope = Scope.RUNS

    @extend_schema(responses={200: {"type": "object", "properties": {"results": {"type": "array", "items": {}}}}})
    def get(self, request: Request, run: str) -> Response:
        """The run's history rows {step, phase, thought, action, evaluation, timestamp}."""
        checkpoint = newest_checkpoint(actions.find_run(self.actor, run).pk)
        rows = dump_history(checkpoint.state.history) if checkpoint else []
        return Response({"next": None, "previous": None, "results": rows})


class RunEvents(ActorView):
    scope = Scope.RUNS

    @extend_schema(responses=EventSerializer(many=True), parameters=[OpenApiParameter("after", int)])
    def get(self, request: Request, run: str) -> Response:
        """The run's events behind `after`, in order."""
        row = actions.find_run(self.actor, run)
        after = request.query_params.get("after", "0")
        if not after.isascii() or not after.isdigit():
            raise Problem(400, "invalid", "after is a whole number from 0", errors={"after": ["a whole number from 0"]})
        return self.page(row.events.filter(seq__gt=int(after)), EventSerializer, BySeq())


class RunCancel(ActorView):
    scope = Scope.RUNS

    @extend_schema(request=CancelBody, responses={202: RunSerializer})
    def post(self, request: Request, run: str) -> Response:
        """Ask the run to end: at once, or after the step at work."""
        actions.find_run(self.actor, run)
        row = actions.cancel_run(self.actor, run, self.body(CancelBody)["when"])
        runtime.hint()
        return Response(RunSerializer(row).data, status.HTTP_202_ACCEPTED)
