"""The money of a trip: who travels, what was spent, who owes whom.

A change of an expense takes `If-Match` with its own version, as returned in `ETag`: 412 `version_conflict` when it was
changed meanwhile.
"""

from urllib.parse import quote

from django.http import HttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from travelagent.api.pagination import NewestDay, Whole
from travelagent.api.parsers import BoundedJson
from travelagent.api.preconditions import ETAG, IF_MATCH, etag
from travelagent.api.problems import wrong_field
from travelagent.api.serializers.expenses import (
    ExpenseChanges,
    ExpenseSerializer,
    LedgerBody,
    LedgerSerializer,
    NewExpense,
    TravellerBody,
    TravellerSerializer,
)
from travelagent.api.views.trips import AnyForm, TripView
from travelagent.expenses.table import expense_table
from travelagent.trips import spending
from travelagent.trips.membership import Role
from travelagent.trips.models import TripExpense


class MoneyView(TripView):
    """The base of the views of a trip's expenses."""

    parser_classes = [BoundedJson]

    def shown_expense(self, row: TripExpense, code: int = status.HTTP_200_OK) -> Response:
        """Return the response with the expense and its version as `ETag`."""
        return Response(ExpenseSerializer(row).data, code, headers={"ETag": etag(row.version)})


class TravellerList(MoneyView):
    """The travellers who share the expenses of a trip."""

    @extend_schema(responses=TravellerSerializer(many=True))
    def get(self, request: Request, trip: str) -> Response:
        """List the travellers who share the expenses of a trip."""
        rows = TravellerSerializer(self.trip(trip).travellers.all(), many=True).data
        return Whole().get_paginated_response(rows)

    pagination_class = Whole

    @extend_schema(request=TravellerBody, responses={201: TravellerSerializer})
    def post(self, request: Request, trip: str) -> Response:
        """Add a traveller who shares the expenses."""
        row = self.trip(trip, Role.EDITOR)
        made = spending.add_traveller(self.person(row), row.pk, self.body(TravellerBody)["name"])
        return Response(TravellerSerializer(made).data, status.HTTP_201_CREATED)


class TravellerDetail(MoneyView):
    """One traveller who shares the expenses."""

    @extend_schema(request=TravellerBody, responses=TravellerSerializer)
    def patch(self, request: Request, trip: str, traveller: str) -> Response:
        """Rename a traveller."""
        row = self.trip(trip, Role.EDITOR)
        name = self.body(TravellerBody)["name"]
        return Response(TravellerSerializer(spending.rename_traveller(self.person(row), row.pk, traveller, name)).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, trip: str, traveller: str) -> Response:
        """Take a traveller out; 409 `traveller_in_use` for one who paid or shares an expense."""
        row = self.trip(trip, Role.EDITOR)
        spending.remove_traveller(self.person(row), row.pk, traveller)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ExpenseList(MoneyView):
    """The expenses of a trip."""

    pagination_class = NewestDay

    @extend_schema(responses=ExpenseSerializer(many=True))
    def get(self, request: Request, trip: str) -> Response:
        """List the expenses, the newest day first."""
        rows = self.trip(trip).expenses.prefetch_related("parts")
        return self.page(rows, ExpenseSerializer)

    @extend_schema(request=NewExpense, responses={201: ExpenseSerializer}, parameters=[ETAG])
    def post(self, request: Request, trip: str) -> Response:
        """Enter an expense; the exchange rate of the day is kept with it."""
        row = self.trip(trip, Role.EDITOR)
        made = spending.add_expense(self.person(row), row.pk, self.body(NewExpense))
        return self.shown_expense(made, status.HTTP_201_CREATED)


class ExpenseDetail(MoneyView):
    """One expense."""

    @extend_schema(responses=ExpenseSerializer, parameters=[ETAG])
    def get(self, request: Request, trip: str, expense: str) -> Response:
        """Get an expense."""
        return self.shown_expense(spending.find_expense(self.trip(trip), expense))

    @extend_schema(request=ExpenseChanges, responses=ExpenseSerializer, parameters=[IF_MATCH, ETAG])
    def patch(self, request: Request, trip: str, expense: str) -> Response:
        """Change the named fields of an expense alone; 412 `version_conflict` when it was changed meanwhile."""
        row = self.trip(trip, Role.EDITOR)
        changes = self.body(ExpenseChanges)
        return self.shown_expense(spending.update_expense(self.person(row), row.pk, expense, changes, self.base))

    @extend_schema(responses={204: None}, parameters=[IF_MATCH])
    def delete(self, request: Request, trip: str, expense: str) -> Response:
        """Take an expense out."""
        row = self.trip(trip, Role.EDITOR)
        spending.delete_expense(self.person(row), row.pk, expense, self.base)
        return Response(status=status.HTTP_204_NO_CONTENT)


class LedgerDetail(MoneyView):
    """The ledger of a trip."""

    @extend_schema(responses=LedgerSerializer)
    def get(self, request: Request, trip: str) -> Response:
        """Get who paid and owes how much, the fewest transfers that settle it, and planned beside actual costs."""
        return Response(LedgerSerializer(spending.ledger_of(self.trip(trip))).data)

    @extend_schema(request=LedgerBody, responses=LedgerSerializer)
    def patch(self, request: Request, trip: str) -> Response:
        """Settle in another currency; every expense is converted anew, at today's rates."""
        row = self.trip(trip, Role.EDITOR)
        changed = spending.settle_in(self.person(row), row.pk, self.body(LedgerBody)["currency"])
        return Response(LedgerSerializer(spending.ledger_of(changed)).data)


class LedgerTable(MoneyView):
    """The expenses of a trip as a file."""

    content_negotiation_class = AnyForm

    @extend_schema(
        responses={(200, "text/csv"): OpenApiTypes.BINARY},
        parameters=[OpenApiParameter("lang", enum=["en", "zh"], description="The caller's by default.")],
    )
    def get(self, request: Request, trip: str) -> HttpResponse:
        """Download the expenses as a table of comma-separated values, each traveller's share in the trip's currency."""
        row, lang = self.trip(trip), self.query_text("lang") or self.locale
        if lang not in ("en", "zh"):
            raise wrong_field("lang", _("One of %(formats)s.") % {"formats": "en, zh"})
        names = dict(row.travellers.values_list("id", "name"))
        table = expense_table(
            spending.expenses_of(row), names, spending.currency_of(row), "zh" if lang == "zh" else "en"
        )
        name = quote(f"{slugify(row.title, allow_unicode=True) or 'trip'}-expenses.csv")
        disposition = f"attachment; filename=\"expenses.csv\"; filename*=UTF-8''{name}"
        return HttpResponse(table, content_type="text/csv; charset=utf-8", headers={"Content-Disposition": disposition})
