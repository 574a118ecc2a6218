"""The planning engine, stateless: an itinerary for a request, a certificate for an itinerary."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from travelagent.accounts.models import Scope
from travelagent.accounts.rate_limits import Cost
from travelagent.api.parsers import LargeJson
from travelagent.api.serializers.itineraries import CheckBody, PlanBody, PlannedSerializer
from travelagent.api.serializers.trips import CertificateSerializer
from travelagent.api.views.base import ActorView
from travelagent.trips import stateless


class EngineView(ActorView):
    scope = Scope.TOOLS
    parser_classes = [LargeJson]
    post_in_transaction = False
    post_cost = Cost.RUN


class ItineraryPlan(EngineView):
    @extend_schema(request=PlanBody, responses=PlannedSerializer)
    def post(self, request: Request) -> Response:
        """The best itinerary for a request, verified; 422 `infeasible` names the clash and the cheapest way out."""
        given = self.body(PlanBody)
        found = stateless.planned(given["request"], given.get("sights"), owner=self.actor.owner)
        return Response(found)


class ItineraryVerify(EngineView):
    @extend_schema(request=CheckBody, responses=CertificateSerializer)
    def post(self, request: Request) -> Response:
        """The certificate of any itinerary: every constraint, held against every visit."""
        given = self.body(CheckBody)
        return Response(stateless.certified(given["itinerary"], given.get("request"), given.get("sights")))
