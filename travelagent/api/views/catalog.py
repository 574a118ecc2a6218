"""The catalogue: cities and their sights."""

from decimal import Decimal, InvalidOperation

from django.db.models import Q
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from travelagent.accounts.models import Scope
from travelagent.api.pagination import BestFirst, ByName
from travelagent.api.problems import Problem
from travelagent.api.serializers import CitySerializer, SightSerializer
from travelagent.api.views.base import ActorView
from travelagent.catalog.matches import CityMatch
from travelagent.catalog.models import City
from travelagent.catalog.names import resolve_city
from travelagent.catalog.search import MAX_LIMIT, CityQuery, InvalidQuery, search_cities
from travelagent.chat.actions import NotFound
from travelagent.planning.errors import MissingRate

FILTERS = [
    OpenApiParameter("q", str, description="A name, in either language, typing errors forgiven."),
    OpenApiParameter("country", str, description="ISO code or any name."),
    OpenApiParameter("region", str, description="Any name of a province, state or larger region."),
    OpenApiParameter("tag", str, many=True, description="An interest the city serves."),
    OpenApiParameter("month", int, description="A month that suits, 1–12."),
    OpenApiParameter("budget_max", float, description="One person's day at most, in `currency`."),
    OpenApiParameter("currency", str, description="ISO 4217, USD unless said."),
]


class CityList(ActorView):
    scope = Scope.CATALOG

    @extend_schema(responses=CitySerializer(many=True), parameters=FILTERS)
    def get(self, request: Request) -> Response:
        """The cities that pass every filter, by name."""
        rows = City.objects.all()
        if text := request.query_params.get("q", "").strip():
            rows = rows.filter(_named(text))
        if any(request.query_params.get(name) for name in ("country", "region", "tag", "month", "budget_max")):
            rows = rows.filter(pk__in=self._fitting())
        return self.page(rows, CitySerializer, ByName())

    def _fitting(self) -> list[str]:
        """The ids that the ranked search lets pass. Raises Problem naming the bad filter."""
        given = self.request.query_params
        try:
            query = CityQuery(
                interests=given.getlist("tag"),  # type: ignore[arg-type]  # an unknown one is refused by the search
                budget_max=Decimal(given["budget_max"]) if given.get("budget_max") else None,
                currency=given.get("currency") or "USD",
                month=int(given["month"]) if given.get("month") else None,
                country=given.get("country") or None,
                region=given.get("region") or None,
                limit=MAX_LIMIT,
            )
            return [hit.city.id for hit in search_cities(query)]
        except InvalidQuery as error:
            text = error.text.zh if self.locale == "zh" else error.text.en
            raise Problem(400, "invalid", text, errors={error.field: [text]}) from error
        except (MissingRate, ValueError, InvalidOperation) as error:
            raise Problem(400, "invalid", f"A filter is wrong: {error}") from error


class CityDetail(ActorView):
    scope = Scope.CATALOG

    @extend_schema(responses=CitySerializer)
    def get(self, request: Request, city: str) -> Response:
        return Response(CitySerializer(_city(city)).data)


class CitySights(ActorView):
    scope = Scope.CATALOG

    @extend_schema(responses=SightSerializer(many=True))
    def get(self, request: Request, city: str) -> Response:
        """A city's sights, best first."""
        return self.page(_city(city).sights.all(), SightSerializer, BestFirst())


def _named(text: str) -> Q:
    found = resolve_city(text)
    part = Q(name_en__icontains=text) | Q(name_zh__icontains=text)
    return part | Q(pk=found.id) if isinstance(found, CityMatch) else part


def _city(city: str) -> City:
    row = City.objects.filter(pk=city).first()
    if row is None:
        raise NotFound
    return row
