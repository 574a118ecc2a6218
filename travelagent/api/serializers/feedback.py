"""Feedback as the contract names it."""

from typing import ClassVar

from rest_framework import serializers

from travelagent.api.serializers.base import Body, Text
from travelagent.chat.feedback import TEXT_CHARS
from travelagent.chat.models import Feedback


class FeedbackBody(Body):
    """A thumb needs its `run`; a wrong fact a `run`, a `sight`, or both."""

    kind = serializers.ChoiceField(choices=Feedback.Kind.choices)
    run = serializers.CharField(required=False, default="", max_length=40)
    sight = serializers.CharField(required=False, default="", max_length=140)
    text = Text(required=False, default="", allow_blank=True, max_length=TEXT_CHARS)


class FeedbackSerializer(serializers.ModelSerializer[Feedback]):
    """Feedback as it was given, and whether it has been looked into."""

    run = serializers.CharField(source="run_id", allow_null=True, read_only=True)

    class Meta:
        model = Feedback
        fields: ClassVar = ["id", "kind", "run", "sight", "text", "status", "created_at"]
        read_only_fields: ClassVar = fields
