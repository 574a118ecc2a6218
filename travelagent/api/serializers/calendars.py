"""Live calendars over REST."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from travelagent.api.serializers.base import Body
from travelagent.trips.models import CalendarFeed


class CalendarBody(Body):
    """`all_trips`: the calendar holds every trip of the traveller, not this one alone; `notes`: their notes, too."""

    all_trips = serializers.BooleanField(required=False, default=False)
    notes = serializers.BooleanField(required=False, default=False)
    locale = serializers.ChoiceField(["en", "zh"], required=False, help_text="The caller's by default.")


class CalendarSerializer(serializers.ModelSerializer[CalendarFeed]):
    """A calendar that programs fetch by its secret address."""

    all_trips = serializers.SerializerMethodField()
    notes = serializers.BooleanField(source="with_notes")
    locale = serializers.CharField()

    class Meta:
        model = CalendarFeed
        fields: ClassVar = ["id", "all_trips", "notes", "locale", "created_at"]
        read_only_fields: ClassVar = fields

    @extend_schema_field(bool)
    def get_all_trips(self, row: CalendarFeed) -> bool:
        """State whether the calendar holds all trips of its owner."""
        return row.trip_id is None


class NewCalendarSerializer(CalendarSerializer):
    """`url` holds the token, which is shown only once; `webcal` is the same address for calendar programs."""

    url = serializers.CharField()
    webcal = serializers.CharField()

    class Meta(CalendarSerializer.Meta):
        fields: ClassVar[list[str]] = [*CalendarSerializer.Meta.fields, "url", "webcal"]
        read_only_fields: ClassVar[list[str]] = fields


def address_fields(url: str) -> dict[str, Any]:
    """Return the address as it is and with the scheme that opens calendar programs."""
    return {"url": url, "webcal": f"webcal{url[url.index(':') :]}"}
