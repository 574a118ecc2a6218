"""Trips as the contract names them."""

from typing import Any, ClassVar

from rest_framework import serializers

from travelagent.trips.models import Trip


class TripSerializer(serializers.ModelSerializer[Trip]):
    """A saved trip; its certificate is the itinerary's."""

    itinerary = serializers.DictField(read_only=True)
    budget = serializers.DictField(read_only=True, allow_null=True)
    certificate = serializers.SerializerMethodField()

    class Meta:
        model = Trip
        fields: ClassVar = [
            *("id", "title", "session", "itinerary", "budget", "version", "certificate", "created_at", "updated_at"),
        ]
        read_only_fields: ClassVar = fields

    def get_certificate(self, trip: Trip) -> dict[str, Any] | None:
        found: dict[str, Any] | None = trip.itinerary.get("certificate")
        return found
