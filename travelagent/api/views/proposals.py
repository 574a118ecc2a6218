"""Decisions on what a run proposes."""

from functools import partial

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from travelagent.accounts.models import Scope
from travelagent.api.problems import Problem
from travelagent.api.serializers.conversations import DecisionBody, ProposalSerializer
from travelagent.api.views.base import ActorView
from travelagent.chat import actions, runtime


class ProposalDetail(ActorView):
    """One proposal of a run."""

    scope = Scope.RUNS

    @extend_schema(request=DecisionBody, responses=ProposalSerializer)
    def post(self, request: Request, run: str, proposal: str) -> Response:
        """Approve or reject what a run proposes; the same decision again is no error, the other 409, expired 410."""
        actions.find_run(self.actor, run)
        decision = self.body(DecisionBody)["decision"]
        try:
            row = actions.decide_proposal(self.actor, run, proposal, decision)
        except actions.Refused as error:
            if error.code == "expired":
                raise Problem(410, error.code, str(error)) from error
            raise
        finally:
            transaction.on_commit(partial(runtime.hint, run))
        return Response(ProposalSerializer(row).data)
