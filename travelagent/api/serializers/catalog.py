"""Cities and sights over the wire: names in both languages, money as decimal strings beside its currency."""

from decimal import Decimal
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from travelagent.api.serializers.base import Bilingual, BothLanguages, both
from travelagent.catalog import source
from travelagent.catalog.hours_words import opening_text
from travelagent.catalog.models import City, ClimateMonth, Sight
from travelagent.catalog.names import country_name
from travelagent.catalog.origins import provenance_of
from travelagent.catalog.spectacles import SPECTACLES, spectacles_as_json, spectacles_of
from travelagent.catalog.values import TAGS, TIERS

CENT = Decimal("0.01")


class TierAmounts(serializers.Serializer[Any]):
    """One amount for each tier of comfort."""

    budget = serializers.CharField()
    mid = serializers.CharField()
    luxury = serializers.CharField()


@extend_schema_field(TierAmounts)
class Tiers(serializers.Field[Any, Any, Any, Any]):
    """The row's columns `{prefix}_budget`, `_mid` and `_luxury`."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        super().__init__(source="*", read_only=True)

    def to_representation(self, row: City) -> dict[str, str]:
        return {tier: str(getattr(row, f"{self.prefix}_{tier}")) for tier in TIERS}


class CostsSerializer(serializers.Serializer[City]):
    """Usual costs in the city's currency: `lodging` a double room a night; `meals`, `transit_day` and `daily` (half a
    room, meals and local transport) one person's day."""

    currency = serializers.CharField()
    lodging = Tiers("lodging")
    meals = Tiers("meals")
    transit_day = serializers.CharField()
    daily = serializers.SerializerMethodField()

    @extend_schema_field(TierAmounts)
    def get_daily(self, row: City) -> dict[str, str]:
        """Return the cost of a day by tier, in the city's currency."""
        city = row.value()
        return {tier: str(city.daily_cost(tier).quantize(CENT)) for tier in TIERS}


class ClimateMonthSerializer(serializers.ModelSerializer[ClimateMonth]):
    """Means of a month at the city's height: °C, mm, days, hours."""

    class Meta:
        model = ClimateMonth
        fields: ClassVar = ["month", "t_mean", "t_max", "t_min", "precip_mm", "rain_days", "sun_hours"]
        read_only_fields: ClassVar = fields


class StationSerializer(serializers.Serializer[City]):
    """Where the climate was measured."""

    id = serializers.CharField(source="station_id")
    name = serializers.CharField(source="station_name")
    distance_km = serializers.FloatField(source="station_km")


class ProvenanceSerializer(serializers.Serializer[Any]):
    """Where the facts come from. `kind`: `curated` with the package, `corrected` by an operator, `added` from another
    source; `as_of` a day or a year; `estimated` the fields that are estimates; `checked` false where nobody of this
    service has looked at them; `reference_url` the element at the source, empty without one."""

    kind = serializers.ChoiceField(("curated", "corrected", "added"))
    notice = BothLanguages()
    licence = BothLanguages()
    url = serializers.CharField()
    as_of = serializers.CharField()
    estimated = serializers.ListField(child=serializers.CharField())
    checked = serializers.BooleanField()
    reference_url = serializers.CharField()


def provenance_rows(place: str) -> dict[str, Any]:
    """Return the provenance of a city or a sight as an object for the wire."""
    found = provenance_of(place)
    return {
        "kind": found.kind,
        "notice": both(found.notice.en, found.notice.zh),
        "licence": both(found.licence.en, found.licence.zh),
        "url": found.url,
        "as_of": found.as_of,
        "estimated": list(found.estimated),
        "checked": found.checked,
        "reference_url": found.reference_url,
    }


class CitySerializer(serializers.ModelSerializer[City]):
    """A city as lists carry it. `country` is its ISO code, `best_months` are 1–12, `sights_score` the sum of the scores
    of its sights: how much there is to see."""

    name = Bilingual("name")
    country_name = serializers.SerializerMethodField()
    region = Bilingual("region")
    summary = Bilingual("summary")
    tags = serializers.ListField(child=serializers.ChoiceField(TAGS))
    best_months = serializers.ListField(child=serializers.IntegerField())
    costs = CostsSerializer(source="*", read_only=True)
    sights_score = serializers.SerializerMethodField()
    provenance = serializers.SerializerMethodField()

    class Meta:
        model = City
        fields: ClassVar = [
            *("id", "name", "country", "country_name", "region", "lat", "lon", "timezone", "elevation_m", "currency"),
            *("summary", "tags", "best_months", "days_min", "days_max", "costs"),
            *("sights_score", "provenance"),
        ]
        read_only_fields: ClassVar = fields

    @extend_schema_field(BothLanguages)
    def get_country_name(self, row: City) -> dict[str, str]:
        """Return the name of the country in both languages."""
        return both(*country_name(row.country))

    @extend_schema_field(ProvenanceSerializer)
    def get_provenance(self, row: City) -> dict[str, Any]:
        """Return where the city's data comes from, and its licence."""
        return provenance_rows(row.pk)

    def get_sights_score(self, row: City) -> int:
        """Sum the scores of the city's sights."""
        return sum(sight.score for sight in source.sights_of(row.pk))


class DayOfYearSerializer(serializers.Serializer[Any]):
    """A day of any year."""

    month = serializers.IntegerField(min_value=1, max_value=12)
    day = serializers.IntegerField(min_value=1, max_value=31)


class SpectacleSerializer(serializers.Serializer[Any]):
    """From when to when blossom or leaves are usually at their best; a year may be a week or two early or late."""

    spectacle = serializers.ChoiceField(tuple(SPECTACLES))
    first = DayOfYearSerializer()
    last = DayOfYearSerializer()


class CityDetailSerializer(CitySerializer):
    """A city with its other names, dishes, the climate of the twelve months and the weeks of blossom and leaves."""

    aliases = serializers.ListField(child=serializers.CharField())
    food = serializers.SerializerMethodField()
    climate = ClimateMonthSerializer(many=True, read_only=True)
    climate_station = StationSerializer(source="*", read_only=True)
    spectacles = serializers.SerializerMethodField()

    class Meta(CitySerializer.Meta):
        fields: ClassVar = [*CitySerializer.Meta.fields, "aliases", "food", "climate", "climate_station", "spectacles"]
        read_only_fields: ClassVar = fields

    @extend_schema_field(BothLanguages(many=True))
    def get_food(self, row: City) -> list[dict[str, str]]:
        """Return the city's dishes in both languages."""
        return [both(en, zh) for en, zh in zip(row.food_en, row.food_zh, strict=True)]

    @extend_schema_field(SpectacleSerializer(many=True))
    def get_spectacles(self, row: City) -> list[dict[str, Any]]:
        """Return the seasonal spectacles of the city, with the days of the year on which they are usually seen."""
        return spectacles_as_json(spectacles_of(row.id))


class MoneySerializer(serializers.Serializer[Any]):
    """A decimal amount in a currency (ISO 4217)."""

    amount = serializers.CharField()
    currency = serializers.CharField()


class SightSerializer(serializers.ModelSerializer[Sight]):
    """A sight. `hours` in the opening_hours syntax, `hours_text` the same in words, with the sessions at which it
    begins and holidays on which it is closed, `minutes` a usual visit, `score` 1–10."""

    city = serializers.CharField(source="city_id")
    name = Bilingual("name")
    tags = serializers.ListField(child=serializers.ChoiceField(TAGS))
    hours_text = serializers.SerializerMethodField()
    ticket = serializers.SerializerMethodField()
    note = Bilingual("note")
    provenance = serializers.SerializerMethodField()

    class Meta:
        model = Sight
        fields: ClassVar = [
            *("id", "city", "name", "lat", "lon", "category", "tags", "minutes", "score", "hours"),
            *("hours_text", "ticket", "booking", "indoor", "last_entry_minutes", "note", "provenance"),
        ]
        read_only_fields: ClassVar = fields

    @extend_schema_field(BothLanguages)
    def get_hours_text(self, row: Sight) -> dict[str, str]:
        """Return the opening hours as a text in both languages."""
        hours = opening_text(row.value())
        return both(hours.en, hours.zh)

    @extend_schema_field(ProvenanceSerializer)
    def get_provenance(self, row: Sight) -> dict[str, Any]:
        """Return where the sight's data comes from, and its licence."""
        return provenance_rows(row.pk)

    @extend_schema_field(MoneySerializer)
    def get_ticket(self, row: Sight) -> dict[str, str]:
        """Return the price of an adult's ordinary ticket."""
        return {"amount": str(row.price), "currency": row.city.currency}
