"""Itineraries that nobody keeps, over the wire."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from travelagent.api.serializers.base import Body
from travelagent.trips import stateless


class ItinerarySerializer(serializers.Serializer[Any]):
    """An itinerary as its artifact has it. `ledger`: what became of each wish of its brief; itineraries of releases
    up to 0.2 and those without a brief have none.
    """

    def to_representation(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        return dict(payload)


SIGHTS = "The caller's own sights; without them the catalogue's."


class PlanBody(Body):
    """What is asked of the planning engine."""

    request = serializers.DictField(
        help_text="`{cities, days, start_date?, interests?, pace?, must_see?, avoid?, pinned?, day_windows?, fixed?, "
        "travellers?, rainy_days?, any_order?, home?, arrival?, departure?}`; "
        "a city is an id of the catalogue, or `{id, name, lat, lon, …}`."
    )
    sights = serializers.ListField(
        child=serializers.DictField(), max_length=stateless.MOST_SIGHTS, required=False, help_text=SIGHTS
    )


class CheckBody(Body):
    """An itinerary to be verified, against another request than its own if one is given."""

    itinerary = serializers.DictField()
    request = serializers.DictField(required=False)
    sights = serializers.ListField(
        child=serializers.DictField(), max_length=stateless.MOST_SIGHTS, required=False, help_text=SIGHTS
    )


class PlannedSerializer(serializers.Serializer[Any]):
    """The itinerary with its certificate; `request` is what it answers, complete."""

    cities = serializers.ListField(child=serializers.CharField())
    days = serializers.ListField(child=serializers.DictField())
    left_out = serializers.ListField(child=serializers.DictField())
    assumptions = serializers.ListField(child=serializers.DictField())
    score = serializers.FloatField()
    bound = serializers.FloatField(allow_null=True)
    certificate = serializers.DictField()
    request = serializers.DictField()
