"""What goes over the wire: rows as the contract names them, and the bodies that are taken."""

from typing import Any, ClassVar

from rest_framework import serializers

from travelagent.catalog.models import City, Sight
from travelagent.chat.envelopes import Envelope
from travelagent.chat.models import ChatSession, Message, Mode, Run, RunEvent, RunStatus, Style


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses fields that it does not know, naming them."""

    def to_internal_value(self, data: Any) -> Any:
        known = {name for name, field in self.fields.items() if not field.read_only}
        if isinstance(data, dict) and (unknown := sorted(set(data) - known)):
            raise serializers.ValidationError({name: ["Unknown field."] for name in unknown})
        return super().to_internal_value(data)


class ChoiceFields(StrictSerializer):
    mode = serializers.ChoiceField(Mode.choices, required=False)
    style = serializers.ChoiceField(Style.choices, required=False)  # type: ignore[assignment]  # Field.style: hints for forms
    model = serializers.CharField(required=False, allow_blank=True, max_length=100)


class NewSession(ChoiceFields):
    title = serializers.CharField(required=False, allow_blank=True, max_length=80)
    locale = serializers.ChoiceField(["en", "zh"], required=False)
    end_user = serializers.CharField(required=False, allow_blank=True, max_length=200)


class SessionChanges(ChoiceFields):
    title = serializers.CharField(required=False, max_length=80)


class NewRun(ChoiceFields):
    message = serializers.CharField(allow_blank=True, trim_whitespace=False, max_length=None)


class CancelBody(StrictSerializer):
    when = serializers.ChoiceField(["immediate", "after_step"], required=False, default="immediate")


class ToolCallBody(StrictSerializer):
    arguments = serializers.DictField(required=False, default=dict)


class SessionSerializer(serializers.ModelSerializer[ChatSession]):
    end_user = serializers.CharField(source="person.end_user", read_only=True)
    message_count = serializers.IntegerField(read_only=True)

    class Meta:
        model = ChatSession
        fields: ClassVar = [
            *("id", "title", "mode", "style", "model", "locale", "end_user"),
            *("created_at", "last_active_at", "message_count"),
        ]


class MessageSerializer(serializers.ModelSerializer[Message]):
    class Meta:
        model = Message
        fields: ClassVar = ["id", "role", "text", "html", "run", "created_at"]


class RunSerializer(serializers.ModelSerializer[Run]):
    needs_confirmation = serializers.SerializerMethodField()
    proposals = serializers.SerializerMethodField()

    class Meta:
        model = Run
        fields: ClassVar = [
            *("id", "session", "status", "step_status", "needs_confirmation", "proposals", "message", "answer"),
            *("mode", "style", "model", "metadata", "created_at", "finished_at"),
        ]

    def get_needs_confirmation(self, run: Run) -> bool:
        return run.status == RunStatus.AWAITING_CONFIRMATION

    def get_proposals(self, run: Run) -> list[str]:
        return []


class EventSerializer(serializers.ModelSerializer[RunEvent]):
    """The event envelope."""

    class Meta:
        model = RunEvent
        fields: ClassVar = ["seq", "run", "type", "at", "data"]

    def to_representation(self, row: RunEvent) -> dict[str, Any]:
        return Envelope(row.seq, row.run_id, row.type, row.at, row.data, row.parent).as_dict()


class CitySerializer(serializers.ModelSerializer[City]):
    class Meta:
        model = City
        fields = "__all__"


class SightSerializer(serializers.ModelSerializer[Sight]):
    class Meta:
        model = Sight
        fields = "__all__"
