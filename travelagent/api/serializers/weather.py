"""The weather of days over the wire: °C, millimetres, per cent, and whether it is forecast or usual."""

from datetime import date
from typing import Any, get_args

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from travelagent.api.serializers.base import BothLanguages, both
from travelagent.catalog.weather import SKIES, Basis, DayWeather
from travelagent.providers.answers import Answer
from travelagent.providers.open_meteo import Forecast
from travelagent.providers.weather import CityWeather

MOST_DAYS = 31
FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2100, 1, 1)


class WeatherQuery(serializers.Serializer[Any]):
    """The query string."""

    start = serializers.DateField(help_text="The first day, as an ISO date.")
    days = serializers.IntegerField(
        required=False, default=1, min_value=1, max_value=MOST_DAYS, help_text="How many days from `start` on."
    )

    def validate_start(self, start: date) -> date:
        """Return the first day; raise ValidationError for a date out of range."""
        if not FIRST_DAY <= start < LAST_DAY:
            raise serializers.ValidationError(_("This date is out of range."))
        return start


class DayWeatherSerializer(serializers.Serializer[DayWeather]):
    """One day. `basis`: `forecast`, or `climate`, the means of the month. `rain_percent`: the chance of rain, of the
    climate the share of the month's days with 1 mm or more. `wet`: rain or snow is forecast with a chance of 60 % or
    more, so that the day is better spent indoors. `sky`, `sky_text`, `rain_mm`: of a forecast, null where unknown."""

    date = serializers.DateField()
    basis = serializers.ChoiceField(get_args(Basis))
    t_min = serializers.FloatField()
    t_max = serializers.FloatField()
    rain_percent = serializers.IntegerField(allow_null=True)
    rain_mm = serializers.FloatField(allow_null=True)
    sky = serializers.ChoiceField(tuple(SKIES), allow_null=True)
    sky_text = serializers.SerializerMethodField()
    wet = serializers.BooleanField(source="is_wet")

    @extend_schema_field(BothLanguages(allow_null=True))
    def get_sky_text(self, day: DayWeather) -> dict[str, str] | None:
        """Return the state of the sky in both languages; null where it is not known."""
        return both(SKIES[day.sky].en, SKIES[day.sky].zh) if day.sky else None


class ForecastSourceSerializer(serializers.Serializer[Answer[Forecast]]):
    """Whose the forecast is, under which licence, and when it was fetched; `stale`: a newer one could not be had."""

    source = serializers.SerializerMethodField()  # type: ignore[assignment]  # a field of the wire, not the attribute
    source_url = serializers.CharField()
    licence = serializers.SerializerMethodField()
    licence_url = serializers.CharField()
    as_of = serializers.DateTimeField()
    stale = serializers.BooleanField(source="is_stale")

    @extend_schema_field(BothLanguages)
    def get_source(self, answer: Answer[Forecast]) -> dict[str, str]:
        """Return the name of the service in both languages."""
        return both(answer.source.en, answer.source.zh)

    @extend_schema_field(BothLanguages)
    def get_licence(self, answer: Answer[Forecast]) -> dict[str, str]:
        """Return the licence of the forecast in both languages."""
        return both(answer.licence.en, answer.licence.zh)


class CityWeatherSerializer(serializers.Serializer[CityWeather]):
    """The weather of the days asked for, in their order. `forecast` is null where no day has one; `pending`: a forecast
    is being fetched, ask again in some seconds."""

    days = DayWeatherSerializer(many=True)
    forecast = ForecastSourceSerializer(allow_null=True)
    pending = serializers.BooleanField(source="is_pending")
