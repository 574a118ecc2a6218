"""Trips as the contract names them."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from travelagent.api.serializers.base import Body, BothLanguages, Text
from travelagent.api.serializers.itineraries import ItinerarySerializer
from travelagent.planning.edits.registry import MOST_EDITS, edit_fields
from travelagent.plans.fields import MAX_DAYS
from travelagent.trips.content import NOTES_CHARS, TITLE_CHARS
from travelagent.trips.history import by_wire
from travelagent.trips.membership import Role, role_of
from travelagent.trips.models import Trip, TripShare, TripVersion
from travelagent.trips.sharing import MOST_SHARE_DAYS

MOST_VERSIONS = 10**9


class TripSerializer(serializers.ModelSerializer[Trip]):
    """A saved trip; its certificate is the itinerary's. `notes` are for those who belong to it, never for its links.
    `role`: what the caller may do with it; `session` is shown to its owner alone.
    """

    session = serializers.SerializerMethodField()
    role = serializers.SerializerMethodField()
    itinerary = ItinerarySerializer(read_only=True)
    budget = serializers.DictField(read_only=True, allow_null=True)
    certificate = serializers.SerializerMethodField()

    class Meta:
        model = Trip
        fields: ClassVar = [
            *("id", "title", "session", "role", "itinerary", "budget", "notes", "version", "certificate"),
            *("created_at", "updated_at"),
        ]
        read_only_fields: ClassVar = fields

    def get_session(self, trip: Trip) -> str:
        """Name the session that the trip was planned in; empty for anybody but its owner."""
        return trip.session if role_of(trip) is Role.OWNER else ""

    @extend_schema_field(serializers.ChoiceField([role.wire for role in Role]))
    def get_role(self, trip: Trip) -> str:
        """State the caller's role in the trip."""
        return role_of(trip).wire

    def get_certificate(self, trip: Trip) -> dict[str, Any] | None:
        """Show the certificate of the itinerary; null where it has none."""
        found: dict[str, Any] | None = trip.itinerary.get("certificate")
        return found


class TripChanges(Body):
    """What is named is changed. A new itinerary without a budget has the old budget worked out anew."""

    title = Text(required=False, max_length=TITLE_CHARS)
    itinerary = serializers.DictField(required=False)
    budget = serializers.DictField(required=False)
    notes = Text(required=False, allow_blank=True, max_length=NOTES_CHARS)


class NewTrip(TripChanges):
    """A plan to be kept. `end_user` is the partner's own id of its traveller; of a `session` it is the session's."""

    title = Text(max_length=TITLE_CHARS)
    itinerary = serializers.DictField()
    session = Text(required=False, allow_blank=True, max_length=40)
    end_user = Text(required=False, allow_blank=True, max_length=200)


class TripDocument(serializers.Serializer[Any]):
    """A trip as `export?format=json` writes it."""

    format = serializers.CharField()
    format_version = serializers.IntegerField()
    title = serializers.CharField()
    itinerary = serializers.DictField()
    budget = serializers.DictField(allow_null=True)
    notes = serializers.CharField(allow_blank=True)


class PreviewStopSerializer(serializers.Serializer[Any]):
    """A stop that would be imported. `sight` null: a place of one's own."""

    day = serializers.IntegerField()
    date = serializers.DateField()
    start = serializers.CharField()
    name = BothLanguages()
    sight = serializers.CharField(allow_null=True)


class PreviewRideSerializer(serializers.Serializer[Any]):
    """The ride there or home; `mode` null: the mode of transport is not known."""

    at = serializers.CharField()
    mode = serializers.CharField(allow_null=True)


class NotReadSerializer(serializers.Serializer[Any]):
    """Something in the file that is left out, and why, in the caller's language."""

    what = serializers.CharField()
    why = serializers.CharField()


class ImportCountsSerializer(serializers.Serializer[Any]):
    """How many of each there are; `sights` are in the catalogue, `own_places` are not."""

    days = serializers.IntegerField()
    sights = serializers.IntegerField()
    own_places = serializers.IntegerField()
    rides = serializers.IntegerField()
    hotels = serializers.IntegerField()
    notes = serializers.IntegerField()
    not_read = serializers.IntegerField()


class ImportPreviewSerializer(serializers.Serializer[Any]):
    """A file as it would be imported; `document` is what `trips/import/` takes. `date_assumed`: it has no dates."""

    format = serializers.CharField()
    title = serializers.CharField()
    date_assumed = serializers.BooleanField()
    counts = ImportCountsSerializer()
    cities = BothLanguages(many=True)
    stops = PreviewStopSerializer(many=True)
    arrival = PreviewRideSerializer(allow_null=True)
    departure = PreviewRideSerializer(allow_null=True)
    hotels = BothLanguages(many=True)
    notes = serializers.ListField(child=serializers.CharField())
    not_read = NotReadSerializer(many=True)
    document = TripDocument()


class TripEdits(Body):
    """Edits of the plan, made in their order. What spells out the order of a day is kept whether it holds or not."""

    edits = serializers.ListField(
        child=serializers.DictField(),
        max_length=MOST_EDITS,
        help_text=" · ".join(f"`{{{', '.join([f'op: {tag}', *fields])}}}`" for tag, fields in edit_fields().items()),
    )


class UndoBody(Body):
    """The older `version` to be brought back, or `mine` for one's own newest change alone; without both, what stood
    before the newest change."""

    version = serializers.IntegerField(required=False, min_value=1, max_value=MOST_VERSIONS)
    mine = serializers.BooleanField(required=False, default=False)


class VerifyBody(Body):
    """Without an itinerary the trip's own is verified."""

    itinerary = serializers.DictField(required=False)


class ReplanBody(Body):
    """What is to be different: `edits` of the plan, `days` to be planned anew, or a `situation` under way; `change` is
    the form that edits had before release 0.2."""

    edits = serializers.ListField(
        child=serializers.DictField(), max_length=MOST_EDITS, required=False, help_text="As of `edits/`."
    )
    change = serializers.DictField(
        required=False,
        help_text="`{insist, drop, day_windows, pins, pace, interests, extra_days, start_date, rainy_days, thrift}`",
    )
    days = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MAX_DAYS), max_length=MAX_DAYS, required=False
    )
    situation = serializers.DictField(
        required=False, help_text="`{kind: late|rain|skip|here, day, now, minutes?, visit?, place?}`"
    )


class ShareBody(Body):
    """For how many days the link opens the trip."""

    days = serializers.IntegerField(required=False, min_value=1, max_value=MOST_SHARE_DAYS, default=30)


class CertificateSerializer(serializers.Serializer[Any]):
    """Every constraint that was held against the plan, with its evidence."""

    feasible = serializers.BooleanField()
    checks = serializers.ListField(child=serializers.DictField())


class ReplannedSerializer(serializers.Serializer[Any]):
    """A plan that is not yet kept: to keep it, PATCH the trip with `itinerary` and `If-Match: "base"`."""

    base = serializers.IntegerField()
    itinerary = serializers.DictField()
    budget = serializers.DictField(allow_null=True)
    difference = serializers.DictField()


class AlternativesSerializer(serializers.Serializer[Any]):
    """Other plans in short; replanning with one's `change` gives that plan."""

    base = serializers.IntegerField()
    alternatives = serializers.ListField(child=serializers.DictField())


class BySerializer(serializers.Serializer[Any]):
    """Who did something: their name in this trip, and whether that is the caller."""

    name = serializers.CharField()
    me = serializers.BooleanField()


class VersionSerializer(serializers.ModelSerializer[TripVersion]):
    """A version: who made it (`by`, null where it is not known), and what changed with it. `content_of`: the version
    that an undo brought back; `takes_back`: the one whose change alone was taken back."""

    version = serializers.IntegerField(source="number")
    told = serializers.SerializerMethodField()
    by = serializers.SerializerMethodField()

    class Meta:
        model = TripVersion
        fields: ClassVar = ["version", "content_of", "takes_back", "title", "author", "by", "told", "created_at"]
        read_only_fields: ClassVar = fields

    @extend_schema_field(BothLanguages(many=True))
    def get_told(self, row: TripVersion) -> list[dict[str, str]]:
        """Return what changed in this version, as sentences in both languages."""
        return list(row.told)

    @extend_schema_field(BySerializer(allow_null=True))
    def get_by(self, row: TripVersion) -> dict[str, Any] | None:
        """Return who made the change; null where it is not known."""
        return by_wire(row.person_id, self.context["names"], self.context["reader"])


class DifferenceSerializer(serializers.Serializer[Any]):
    """What became of the plan from one version to another."""

    difference = serializers.DictField()


class ShareSerializer(serializers.ModelSerializer[TripShare]):
    """A link by which the trip may be read."""

    class Meta:
        model = TripShare
        fields: ClassVar = ["id", "created_at", "expires_at", "revoked_at"]
        read_only_fields: ClassVar = fields


class NewShareSerializer(ShareSerializer):
    """`url` holds the token, which is shown only once."""

    url = serializers.CharField()

    class Meta(ShareSerializer.Meta):
        fields: ClassVar = [*ShareSerializer.Meta.fields, "url"]
        read_only_fields: ClassVar = fields
