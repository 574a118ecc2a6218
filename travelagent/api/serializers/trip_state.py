"""The trip at hand of a session over the wire."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from travelagent.api.serializers.base import Body
from travelagent.api.serializers.itineraries import ItinerarySerializer
from travelagent.briefs.values import TripBrief
from travelagent.briefs.wire import brief_to_wire
from travelagent.chat.trip_state import TripState
from travelagent.planning.edits.registry import MOST_EDITS


class BriefSerializer(serializers.Serializer[TripBrief]):
    """A brief in its wire form: unset fields are left out, `sources` states who filled each field."""

    def to_representation(self, brief: TripBrief) -> dict[str, Any]:
        return brief_to_wire(brief)


@extend_schema_field(BriefSerializer)
class PatchField(serializers.DictField):
    """Fields of the brief to be set; `null` makes one unsaid."""


class PlanTripBody(Body):
    """The patch that is applied before the trip is planned, or `edits` of the plan; without either the brief is planned
    from as it stands."""

    brief = PatchField(required=False)
    edits = serializers.ListField(
        child=serializers.DictField(),
        max_length=MOST_EDITS,
        required=False,
        help_text="As of `trips/{trip}/edits/`; names may stand for ids.",
    )

    preview = serializers.BooleanField(
        required=False, default=False, help_text="Only what the trip would become: nothing is changed, `plan` is empty."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the attributes; raise ValidationError where both a brief and edits are sent."""
        if attrs.get("edits") and "brief" in attrs:
            raise serializers.ValidationError({"edits": _("Send either a brief or edits.")})
        return attrs


class TripStateSerializer(serializers.Serializer[TripState]):
    """The trip at hand: `version` 0 before the first change, `plan` the id of the itinerary's artifact or empty."""

    version = serializers.IntegerField(source="at_hand.version")
    brief = BriefSerializer(source="at_hand.brief")
    plan = serializers.CharField(source="at_hand.plan")
    can_undo = serializers.BooleanField()
    can_redo = serializers.BooleanField()


class ShownTripSerializer(TripStateSerializer):
    """The trip at hand with the itinerary that stands now, null without one."""

    itinerary = ItinerarySerializer(source="at_hand.itinerary", allow_null=True)
