"""The catalogue: cities and their sights."""

from django.db.models import Q
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from travelagent.accounts.models import Scope
from travelagent.api.filters import CityFilters, named, passing
from travelagent.api.pagination import BestFirst, ByName
from travelagent.api.problems import Problem
from travelagent.api.serializers.base import both
from travelagent.api.serializers.catalog import CityDetailSerializer, CitySerializer, SightSerializer
from travelagent.api.serializers.weather import CityWeatherSerializer, WeatherQuery
from travelagent.api.views.base import ActorView
from travelagent.catalog import overlay, source
from travelagent.catalog.matches import Choice, CityMatch, Unknown
from travelagent.catalog.models import City, Sight
from travelagent.catalog.names import choice, resolve_city
from travelagent.providers.weather import city_weather


class CatalogView(ActorView):
    """The base of the views of the catalogue."""

    scope = Scope.CATALOG


class CityList(CatalogView):
    """The cities of the catalogue."""

    pagination_class = ByName

    @extend_schema(responses=CitySerializer(many=True), parameters=[CityFilters])
    def get(self, request: Request) -> Response:
        """List the cities that pass every filter, by name; where none is called `q`, those with such a sight."""
        query = request.query_params.copy()
        for name in [name for name, value in query.items() if value == ""]:
            del query[name]  # as forms send what is left open
        given = CityFilters(data=query)
        given.is_valid(raise_exception=True)
        filters = given.validated_data
        rows = City.objects.filter(pk__in=passing(filters))
        if text := filters.get("q"):
            part = Q(name_en__icontains=text) | Q(name_zh__icontains=text)
            called_so = part | Q(pk__in=named(text))
            is_a_city = City.objects.filter(called_so).exists()
            rows = rows.filter(called_so if is_a_city else Q(pk__in=Sight.objects.filter(part).values("city")))
        return self.page(rows, CitySerializer)


class CityDetail(CatalogView):
    """One city."""

    @extend_schema(responses=CityDetailSerializer)
    def get(self, request: Request, city: str) -> Response:
        """Get a city by its id, with dishes and climate; 404 `unknown_city` names near matches."""
        return Response(CityDetailSerializer(_city(city)).data)


class CitySights(CatalogView):
    """The sights of a city."""

    pagination_class = BestFirst

    @extend_schema(responses=SightSerializer(many=True))
    def get(self, request: Request, city: str) -> Response:
        """List the sights of a city, best first."""
        return self.page(_city(city).sights.all(), SightSerializer)


class CityWeatherDays(CatalogView):
    """The weather of a city by days."""

    @extend_schema(responses=CityWeatherSerializer, parameters=[WeatherQuery])
    def get(self, request: Request, city: str) -> Response:
        """Get the weather of days in a city: the forecast for up to 16 days from today on, else what is usual in the
        month.

        It is answered at once, from what is known: `pending` is true while a forecast is being fetched.
        """
        place = _city(city)
        given = WeatherQuery(data=request.query_params)
        given.is_valid(raise_exception=True)
        found = city_weather(place.pk, given.validated_data["start"], given.validated_data["days"])
        return Response(CityWeatherSerializer(found).data)


def _city(city: str) -> City:
    """Return the city of an id. Raises Problem `unknown_city` with what may be meant."""
    row = City.objects.filter(pk=city).first()
    if row is not None and city not in source.cities():
        overlay.refresh()  # another process has just added it
    if row is None or city not in source.cities():
        near = [{"id": c.id, "name": both(c.name_en, c.name_zh)} for c in _near(city)]
        raise Problem(404, "unknown_city", _("No city has the id %(id)s.") % {"id": city}, near=near)
    return row


def _near(text: str) -> list[Choice]:
    match resolve_city(text):
        case CityMatch(id=city):
            return [choice(city)]
        case Unknown(near=near):
            return list(near)
        case found:
            return list(found.choices)
