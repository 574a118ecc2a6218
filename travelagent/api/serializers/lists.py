"""The lists of a trip as the contract names them."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from travelagent.api.serializers.base import Body, BothLanguages, Text
from travelagent.trips import lists
from travelagent.trips.models import List, ListItem


class ListItemSerializer(serializers.ModelSerializer[ListItem]):
    """An entry to be ticked off. `reason`: why it was proposed, null for one's own; `due`: the day by which it should
    be done; `proposed_for`: the version of the trip that it was proposed for."""

    text = serializers.SerializerMethodField()
    reason = serializers.SerializerMethodField()

    class Meta:
        model = ListItem
        fields: ClassVar = [
            *("id", "list", "key", "text", "reason", "quantity", "due", "done", "edited", "proposed_for"),
            "created_at",
        ]
        read_only_fields: ClassVar = fields

    @extend_schema_field(BothLanguages)
    def get_text(self, row: ListItem) -> dict[str, str]:
        """Return the entry's text in both languages."""
        return dict(row.text)

    @extend_schema_field(BothLanguages(allow_null=True))
    def get_reason(self, row: ListItem) -> dict[str, str] | None:
        """Return why the entry was proposed, in both languages; null for an own entry."""
        return None if row.reason is None else dict(row.reason)


class ListItemChanges(Body):
    """What is named is changed."""

    text = Text(required=False, max_length=lists.TEXT_CHARS)
    quantity = serializers.IntegerField(required=False, min_value=1, max_value=lists.MOST_OF_ONE)
    due = serializers.DateField(required=False, allow_null=True)
    done = serializers.BooleanField(required=False)


class NewListItem(ListItemChanges):
    """An entry of one's own."""

    list = serializers.ChoiceField(List.choices)
    text = Text(max_length=lists.TEXT_CHARS)


class ListItems(serializers.Serializer[Any]):
    """Both lists as they were brought to the trip."""

    items = ListItemSerializer(many=True)
