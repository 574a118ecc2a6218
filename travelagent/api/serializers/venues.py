"""Places to eat and to sleep over the wire: what their source tags, and nothing else."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, get_args

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from travelagent.api.serializers.base import BothLanguages, both
from travelagent.catalog.venues import DIETS, PLACES_TO_EAT, PLACES_TO_SLEEP, SERVED, NearVenue, VenueKind

PURPOSES: Final[Mapping[str, tuple[VenueKind, ...]]] = {
    "eat": PLACES_TO_EAT,
    "sleep": PLACES_TO_SLEEP,
}
MOST_METRES = 3000
FIRST_YEAR, LAST_YEAR = 2000, 2100


class VenueQuery(serializers.Serializer[Any]):
    """The query string."""

    lat = serializers.FloatField(min_value=-90, max_value=90, help_text="The point around which to look, in degrees.")
    lon = serializers.FloatField(min_value=-180, max_value=180, help_text="The point around which to look, in degrees.")
    radius_m = serializers.IntegerField(
        required=False, default=800, min_value=1, max_value=MOST_METRES, help_text="Metres around the point."
    )
    purpose = serializers.ChoiceField(
        tuple(PURPOSES), required=False, default="eat", help_text="Places to eat or to sleep."
    )
    at = serializers.DateTimeField(
        required=False,
        default=None,
        default_timezone=None,
        help_text="A local time without a zone: places closed then are left out.",
    )
    diet = serializers.ChoiceField(DIETS, required=False, help_text="Only places tagged to serve it.")
    limit = serializers.IntegerField(
        required=False, default=10, min_value=1, max_value=50, help_text="At most so many places."
    )

    def validate_at(self, at: datetime | None) -> datetime | None:
        """Return the time; raise ValidationError for a year out of range."""
        if at is not None and not FIRST_YEAR <= at.year < LAST_YEAR:
            raise serializers.ValidationError(_("This date is out of range."))
        return at


class NearVenueSerializer(serializers.Serializer[NearVenue]):
    """A place with the metres to it as the crow flies. `open`: whether it is open at `at`, null where its hours are not
    known. `hours` in the opening_hours syntax. `cuisine`, the diets it `serves` and `stars` are as tagged, empty or
    null where nothing is. `url`: the place at its source, as of the day `as_of`."""

    name = serializers.SerializerMethodField()
    kind = serializers.ChoiceField(get_args(VenueKind), source="venue.kind")
    lat = serializers.FloatField(source="venue.lat")
    lon = serializers.FloatField(source="venue.lon")
    metres = serializers.IntegerField()
    open = serializers.BooleanField(source="is_open", allow_null=True)
    hours = serializers.CharField(source="venue.hours", allow_null=True)
    cuisine = serializers.ListField(child=serializers.CharField(), source="venue.cuisine")
    serves = serializers.SerializerMethodField()
    stars = serializers.FloatField(source="venue.stars", allow_null=True)
    address = serializers.CharField(source="venue.address")
    url = serializers.SerializerMethodField()
    as_of = serializers.DateField(source="venue.as_of")

    @extend_schema_field(BothLanguages)
    def get_name(self, near: NearVenue) -> dict[str, str]:
        """Return the name in both languages."""
        return both(near.venue.name.en, near.venue.name.zh)

    @extend_schema_field(serializers.ListField(child=serializers.ChoiceField(DIETS)))
    def get_serves(self, near: NearVenue) -> list[str]:
        """List the diets that the venue serves, according to its tags."""
        return [diet for diet in DIETS if near.venue.diet.get(diet, "unknown") in SERVED]

    def get_url(self, near: NearVenue) -> str:
        """Link to the venue at OpenStreetMap."""
        return f"https://www.openstreetmap.org/{near.venue.reference}"


class VenuesSerializer(serializers.Serializer[Any]):
    """Places near a point, the nearest first, those of unknown hours last where a time is given; empty where none is
    stored. `pending`: they are being fetched; ask again. Whose the data is, and under which licence."""

    venues = NearVenueSerializer(many=True)
    pending = serializers.BooleanField()
    attribution = BothLanguages()
    licence = serializers.CharField()
    licence_url = serializers.CharField()
