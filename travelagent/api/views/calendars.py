"""The live calendars in which a trip stands: made, listed, revoked."""

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from travelagent.api.pagination import Whole
from travelagent.api.parsers import BoundedJson
from travelagent.api.serializers.calendars import (
    CalendarBody,
    CalendarSerializer,
    NewCalendarSerializer,
    address_fields,
)
from travelagent.api.views.trips import TripView
from travelagent.trips import feeds


class TripCalendars(TripView):
    """The live calendars of a trip."""

    parser_classes = [BoundedJson]
    pagination_class = Whole

    @extend_schema(responses=CalendarSerializer(many=True))
    def get(self, request: Request, trip: str) -> Response:
        """List the live calendars that hold the trip, those of all trips among them."""
        row = self.trip(trip)
        rows = CalendarSerializer(feeds.feeds_of(self.person(row), row.pk), many=True).data
        return Whole().get_paginated_response(rows)

    @extend_schema(request=CalendarBody, responses={201: NewCalendarSerializer})
    def post(self, request: Request, trip: str) -> Response:
        """Create a secret address under which calendar programs follow the trip; it is shown only once."""
        row, given = self.trip(trip), self.body(CalendarBody)
        feed, token = feeds.make_feed(
            self.person(row),
            row.pk,
            given.get("locale") or self.locale,
            all_trips=given["all_trips"],
            with_notes=given["notes"],
        )
        url = request.build_absolute_uri(reverse("calendar-feed", args=[token]))
        return Response({**CalendarSerializer(feed).data, **address_fields(url)}, status.HTTP_201_CREATED)


class TripCalendarDetail(TripView):
    """One live calendar of a trip."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, trip: str, feed: str) -> Response:
        """Revoke a calendar's address."""
        row = self.trip(trip)
        feeds.revoke_feed(self.person(row), row.pk, feed)
        return Response(status=status.HTTP_204_NO_CONTENT)
