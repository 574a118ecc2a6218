"""Trips as the contract names them."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from travelagent.api.serializers.base import Body, BothLanguages, Text
from travelagent.planning.edits.registry import edit_fields
from travelagent.trips import actions
from travelagent.trips.models import Trip, TripShare, TripVersion


class TripSerializer(serializers.ModelSerializer[Trip]):
    """A saved trip; its certificate is the itinerary's. `notes` are its owner's own, shown to nobody else."""

    itinerary = serializers.DictField(read_only=True)
    budget = serializers.DictField(read_only=True, allow_null=True)
    certificate = serializers.SerializerMethodField()

    class Meta:
        model = Trip
        fields: ClassVar = [
            *("id", "title", "session", "itinerary", "budget", "notes", "version", "certificate"),
            *("created_at", "updated_at"),
        ]
        read_only_fields: ClassVar = fields

    def get_certificate(self, trip: Trip) -> dict[str, Any] | None:
        found: dict[str, Any] | None = trip.itinerary.get("certificate")
        return found


class TripChanges(Body):
    """What is named is changed. A new itinerary without a budget has the old budget worked out anew."""

    title = Text(required=False, max_length=actions.TITLE_CHARS)
    itinerary = serializers.DictField(required=False)
    budget = serializers.DictField(required=False)
    notes = Text(required=False, allow_blank=True, max_length=actions.NOTES_CHARS)


class NewTrip(TripChanges):
    """A plan to be kept. `end_user` is the partner's own id of its traveller; of a `session` it is the session's."""

    title = Text(max_length=actions.TITLE_CHARS)
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
    """The ride there or home; `mode` null: it is not told how."""

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
        help_text=" · ".join(f"`{{{', '.join([f'op: {tag}', *fields])}}}`" for tag, fields in edit_fields().items()),
    )


class UndoBody(Body):
    """The older version to be brought back; without one, what stood before the newest change."""

    version = serializers.IntegerField(required=False, min_value=1)


class VerifyBody(Body):
    """Without an itinerary the trip's own is verified."""

    itinerary = serializers.DictField(required=False)


class ReplanBody(Body):
    """What is to be different: `edits` of the plan, `days` to be planned anew, or a `situation` under way; `change` is
    the form that edits had before release 0.2."""

    edits = serializers.ListField(child=serializers.DictField(), required=False, help_text="As of `edits/`.")
    change = serializers.DictField(
        required=False,
        help_text="`{insist, drop, day_windows, pins, pace, interests, extra_days, start_date, rainy_days, thrift}`",
    )
    days = serializers.ListField(child=serializers.IntegerField(min_value=1, max_value=30), required=False)
    situation = serializers.DictField(
        required=False, help_text="`{kind: late|rain|skip|here, day, now, minutes?, visit?, place?}`"
    )


class ShareBody(Body):
    """For how many days the link opens the trip."""

    days = serializers.IntegerField(required=False, min_value=1, max_value=actions.MOST_SHARE_DAYS, default=30)


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


class VersionSerializer(serializers.ModelSerializer[TripVersion]):
    """A version: who made it, and what changed with it. `content_of`: the version that an undo brought back."""

    version = serializers.IntegerField(source="number")
    told = serializers.SerializerMethodField()

    class Meta:
        model = TripVersion
        fields: ClassVar = ["version", "content_of", "title", "author", "told", "created_at"]
        read_only_fields: ClassVar = fields

    @extend_schema_field(BothLanguages(many=True))
    def get_told(self, row: TripVersion) -> list[dict[str, str]]:
        return list(row.told)


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
    """`url` holds the token, which is told this once."""

    url = serializers.CharField()

    class Meta(ShareSerializer.Meta):
        fields: ClassVar = [*ShareSerializer.Meta.fields, "url"]
        read_only_fields: ClassVar = fields
