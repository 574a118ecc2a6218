"""Reminders of the evening before: asked for by trip, and the browsers that take them."""

from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from travelagent.accounts.models import Scope
from travelagent.api.parsers import BoundedJson
from travelagent.api.serializers.reminders import BrowserBody, BrowserSerializer, ReminderBody, ReminderSerializer
from travelagent.api.views.base import ActorView
from travelagent.api.views.trips import TripView
from travelagent.reminders import actions
from travelagent.reminders.push import public_vapid_key

CHANNELS = ("mail", "push", "mentions_mail", "mentions_push")


class TripReminders(TripView):
    """The caller's reminders of a trip."""

    parser_classes = [BoundedJson]

    @extend_schema(responses=ReminderSerializer)
    def get(self, request: Request, trip: str) -> Response:
        """Get the reminders that the caller asked for."""
        row = self.trip(trip)
        return self._response(actions.wish_of(self.person(row), row.pk))

    @extend_schema(request=ReminderBody, responses=ReminderSerializer)
    def patch(self, request: Request, trip: str) -> Response:
        """Switch reminders on or off: at 18:00 the evening before each day of the trip, and when a comment mentions the
        caller.
        """
        row, given = self.trip(trip), self.body(ReminderBody)
        now = actions.wish_of(self.person(row), row.pk)
        wanted = {name: given.get(name, getattr(now, name)) for name in CHANNELS}
        return self._response(actions.set_wish(self.person(row), row.pk, given.get("locale") or self.locale, **wanted))

    def _response(self, wish: actions.Wish) -> Response:
        return Response({**asdict(wish), "push_key": public_vapid_key()})


class PushBrowsers(ActorView):
    """The browsers that receive the caller's notifications."""

    scope = Scope.TRIPS
    parser_classes = [BoundedJson]

    @extend_schema(request=BrowserBody, responses={201: BrowserSerializer})
    def post(self, request: Request) -> Response:
        """Keep the browser that takes the caller's notifications; its address is a public one over https."""
        given = self.body(BrowserBody)
        keys = given["keys"]
        person = self.actor.person_for().pk
        row = actions.subscribe(person, given["endpoint"], keys["p256dh"], keys["auth"])
        return Response({"id": row.pk}, status.HTTP_201_CREATED)
