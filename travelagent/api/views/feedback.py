"""What people think of answers, and what they report as wrong."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from travelagent.accounts.models import Scope
from travelagent.api.serializers.feedback import FeedbackBody, FeedbackSerializer
from travelagent.api.views.base import ActorView
from travelagent.chat import feedback


class FeedbackList(ActorView):
    """Feedback on answers and facts."""

    scope = Scope.RUNS

    @extend_schema(request=FeedbackBody, responses={201: FeedbackSerializer})
    def post(self, request: Request) -> Response:
        """Say whether an answer was helpful, or that a fact is wrong. A second thumb for a run replaces the first."""
        given = self.body(FeedbackBody)
        row = feedback.give(self.actor, given.pop("kind"), **given)
        return Response(FeedbackSerializer(row).data, status=201)
