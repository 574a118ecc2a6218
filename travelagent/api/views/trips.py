"""Saved trips, read."""

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from travelagent.accounts.models import Scope
from travelagent.api.pagination import NewestChanged
from travelagent.api.serializers.trips import TripSerializer
from travelagent.api.views.base import ActorView
from travelagent.chat.actions import NotFound
from travelagent.trips.models import Trip


class TripView(ActorView):
    scope = Scope.TRIPS

    def trips(self) -> QuerySet[Trip]:
        return Trip.objects.filter(self.actor.owned())


class TripList(TripView):
    pagination_class = NewestChanged

    @extend_schema(responses=TripSerializer(many=True), parameters=[OpenApiParameter("end_user", str)])
    def get(self, request: Request) -> Response:
        """The caller's trips, the one changed last first; `end_user` keeps those of one traveller."""
        rows = self.trips()
        if (end_user := request.query_params.get("end_user")) is not None:
            rows = rows.filter(person__end_user=end_user)
        return self.page(rows, TripSerializer)


class TripDetail(TripView):
    @extend_schema(responses=TripSerializer)
    def get(self, request: Request, trip: str) -> Response:
        row = self.trips().filter(pk=trip).first()
        if row is None:
            raise NotFound
        return Response(TripSerializer(row).data)
