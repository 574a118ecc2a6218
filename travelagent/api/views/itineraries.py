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
    """The base of the views of the planning engine, which store nothing."""

    scope = Scope.TOOLS
    parser_classes = [LargeJson]
    post_in_transaction = False
    post_cost = Cost.RUN


class ItineraryPlan(EngineView):
    """Planning without a stored trip."""

    @extend_schema(request=PlanBody, responses=PlannedSerializer)
    def post(self, request: Request) -> Response:
        """Plan the best verified itinerary for a request; 422 `infeasible` names the clash and the cheapest way out."""
        given = self.body(PlanBody)
        found = stateless.planned(given["request"], given.get("sights"), owner=self.actor.owner)
        return Response(found)


class ItineraryVerify(EngineView):
    """Verification without a stored trip."""

    @extend_schema(request=CheckBody, responses=CertificateSerializer)
    def post(self, request: Request) -> Response:
        """Verify any itinerary: the certificate holds every constraint against every visit."""
        given = self.body(CheckBody)
        owner = self.actor.owner
        return Response(stateless.certified(given["itinerary"], given.get("request"), given.get("sights"), owner=owner))
