"""The lists of a trip: what to pack, what to book by when."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from travelagent.api.pagination import Whole
from travelagent.api.parsers import BoundedJson
from travelagent.api.problems import wrong_field
from travelagent.api.serializers.lists import ListItemChanges, ListItems, ListItemSerializer, NewListItem
from travelagent.api.views.trips import TripView
from travelagent.trips import lists
from travelagent.trips.membership import Role
from travelagent.trips.models import List

WHICH = OpenApiParameter("list", enum=List.values, description="One of the lists; both by default.")


class TripLists(TripView):
    """The lists of a trip: what to pack, what to book."""

    parser_classes = [BoundedJson]
    pagination_class = Whole

    @extend_schema(responses=ListItemSerializer(many=True), parameters=[WHICH])
    def get(self, request: Request, trip: str) -> Response:
        """List what to pack and what to book, as it was proposed, changed and ticked off."""
        which = self.query_text("list")
        if which and which not in List.values:
            raise wrong_field("list", _("One of %(formats)s.") % {"formats": ", ".join(List.values)})
        rows = lists.items_of(self.trip(trip), which)
        return Whole().get_paginated_response(ListItemSerializer(rows, many=True).data)

    @extend_schema(request=NewListItem, responses={201: ListItemSerializer})
    def post(self, request: Request, trip: str) -> Response:
        """Add an entry of one's own."""
        row = self.trip(trip, Role.EDITOR)
        made = lists.add_item(self.person(row), row.pk, self.body(NewListItem))
        return Response(ListItemSerializer(made).data, status.HTTP_201_CREATED)


class TripListProposal(TripView):
    """The proposal of a trip's lists."""

    parser_classes = [BoundedJson]

    @extend_schema(request=None, responses=ListItems)
    def post(self, request: Request, trip: str) -> Response:
        """Propose both lists from the trip as it stands; ticks, own entries and what was changed or taken out stay."""
        row = self.trip(trip, Role.EDITOR)
        renewed = lists.propose_items(self.person(row), row.pk)
        return Response({"items": ListItemSerializer(lists.items_of(renewed), many=True).data})


class TripListItem(TripView):
    """One entry of a list."""

    parser_classes = [BoundedJson]

    @extend_schema(request=ListItemChanges, responses=ListItemSerializer)
    def patch(self, request: Request, trip: str, item: str) -> Response:
        """Tick an entry off, or change the named fields of it."""
        row = self.trip(trip, Role.EDITOR)
        changed = lists.update_item(self.person(row), row.pk, item, self.body(ListItemChanges))
        return Response(ListItemSerializer(changed).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, trip: str, item: str) -> Response:
        """Take an entry out; one that was proposed is not proposed again."""
        row = self.trip(trip, Role.EDITOR)
        lists.remove_item(self.person(row), row.pk, item)
        return Response(status=status.HTTP_204_NO_CONTENT)
