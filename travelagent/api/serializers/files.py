"""The files and the journal of a trip as the contract names them."""

from typing import Any, ClassVar

from rest_framework import serializers

from travelagent.api.serializers.base import Body, Text
from travelagent.attachments import journal
from travelagent.attachments.models import TARGET_CHARS, BelongsTo, TripFile

NAME_CHARS = 500
"""Of a name as it is sent; as it is kept it has 255 bytes at most."""


class TripFileSerializer(serializers.ModelSerializer[TripFile]):
    """A file. `media_type`: what its content is; `bytes` and `sha256`: of what is kept; `width` and `height`: null for
    documents; `target`: the id of what it belongs to, the date of a day, empty for the trip itself."""

    belongs_to = serializers.ChoiceField(BelongsTo.choices, read_only=True)
    target = serializers.CharField(read_only=True)

    class Meta:
        model = TripFile
        fields: ClassVar = [
            *("id", "name", "media_type", "bytes", "sha256", "width", "height", "belongs_to", "target", "uploaded_at"),
        ]
        read_only_fields: ClassVar = fields


class FileChanges(Body):
    """What is named is changed."""

    name = Text(required=False, max_length=NAME_CHARS)
    belongs_to = serializers.ChoiceField(BelongsTo.choices, required=False)
    target = Text(required=False, allow_blank=True, max_length=TARGET_CHARS)


class NewFile(Body):
    """A form with a file: a PDF or a JPEG, PNG or WebP picture, recognized by its content, of at most 15 MB."""

    file = serializers.FileField(use_url=False, allow_empty_file=True)
    name = serializers.CharField(required=False, max_length=NAME_CHARS)
    belongs_to = serializers.ChoiceField(BelongsTo.choices, required=False, default=BelongsTo.TRIP)
    target = serializers.CharField(required=False, allow_blank=True, default="", max_length=TARGET_CHARS)


class JournalDaySerializer(serializers.Serializer[Any]):
    """A day of the journal: its note and its pictures, the oldest first."""

    day = serializers.DateField(source="entry.day")
    text = serializers.CharField(source="entry.text")
    pictures = TripFileSerializer(many=True)
    version = serializers.IntegerField(source="entry.version")
    created_at = serializers.DateTimeField(source="entry.created_at")
    updated_at = serializers.DateTimeField(source="entry.updated_at")


class JournalBody(Body):
    """The note of a day; it takes the place of what was there."""

    text: Any = Text(allow_blank=True, max_length=journal.TEXT_CHARS, trim_whitespace=False)
