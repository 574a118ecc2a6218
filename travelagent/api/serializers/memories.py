"""Memories as the contract names them."""

from typing import ClassVar

from rest_framework import serializers

from travelagent.accounts.memories import TEXT_CHARS
from travelagent.accounts.models import Memory
from travelagent.api.serializers.base import Body, Text


class MemoryChange(Body):
    """The memory in other words."""

    text = Text(max_length=TEXT_CHARS)


class MemorySerializer(serializers.ModelSerializer[Memory]):
    """What a person asked to be remembered."""

    end_user = serializers.CharField(source="person.end_user", read_only=True)

    class Meta:
        model = Memory
        fields: ClassVar = ["id", "text", "end_user", "created_at", "updated_at"]
        read_only_fields: ClassVar = fields
