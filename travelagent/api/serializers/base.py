"""What bodies and rows share."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers


class Text(serializers.CharField):
    """A JSON string; DRF's own field would take numbers for text."""

    default_error_messages = {"invalid": serializers.CharField.default_error_messages["invalid"]}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Body(serializers.Serializer[Any]):
    """A body that refuses fields it does not know, together with every other fault."""

    def to_internal_value(self, data: Any) -> Any:
        known = {name for name, field in self.fields.items() if not field.read_only}
        faults: dict[str, Any] = {}
        if isinstance(data, dict):
            faults = {name: [_("Unknown field.")] for name in sorted(set(data) - known)}
        try:
            value = super().to_internal_value(data)
        except serializers.ValidationError as error:
            faults = (
                {**faults, **error.detail} if isinstance(error.detail, dict) else {"non_field_errors": error.detail}
            )
        if faults:
            raise serializers.ValidationError(faults)
        return value


class BothLanguages(serializers.Serializer[Any]):
    """A text in English and in Simplified Chinese."""

    en = serializers.CharField(read_only=True)
    zh = serializers.CharField(read_only=True)


def both(en: str, zh: str) -> dict[str, str]:
    """Return a text in both languages as an object for the wire."""
    return {"en": en, "zh": zh}


@extend_schema_field(BothLanguages)
class Bilingual(serializers.Field[Any, Any, Any, Any]):
    """`{"en", "zh"}` of the row's columns `{prefix}_en` and `{prefix}_zh`."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        super().__init__(source="*", read_only=True)

    def to_representation(self, row: Any) -> dict[str, str]:
        return both(getattr(row, f"{self.prefix}_en"), getattr(row, f"{self.prefix}_zh"))


class ProblemSerializer(serializers.Serializer[Any]):
    """An RFC 9457 problem. `errors` holds every wrong field with its faults; further members depend on `code`."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField()
    errors = serializers.DictField(  # type: ignore[assignment]  # the contract's word
        child=serializers.ListField(child=serializers.CharField()), required=False
    )
