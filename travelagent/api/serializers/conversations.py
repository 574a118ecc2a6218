"""Sessions, messages, runs and events over the wire."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from travelagent.api.serializers.base import Body, Text
from travelagent.assistant.model_registry import UnknownModel
from travelagent.chat import actions
from travelagent.chat.envelopes import Envelope
from travelagent.chat.models import ChatSession, Message, Mode, Proposal, Run, RunEvent, RunStatus, Style
from travelagent.chat.modelset import check_offered

LOCALES = ("en", "zh")


class ChoiceFields(Body):
    """The choices of a session or a run: mode, style and model."""

    mode = serializers.ChoiceField(Mode.choices, required=False)
    style = serializers.ChoiceField(Style.choices, required=False)  # type: ignore[assignment]  # Field.style: hints for forms
    model = Text(required=False, allow_blank=True, max_length=100)

    def validate_model(self, name: str) -> str:
        """Return the name of a model that is offered; raise ValidationError for any other."""
        try:
            check_offered(name)
        except UnknownModel as error:
            raise serializers.ValidationError(str(error)) from error
        return name


class NewSession(ChoiceFields):
    """All may be left out. An empty `model` is the default one."""

    title = Text(required=False, allow_blank=True, max_length=80)
    locale = serializers.ChoiceField(LOCALES, required=False)
    end_user = Text(required=False, allow_blank=True, max_length=200)


class SessionChanges(ChoiceFields):
    """What is named is changed."""

    title = Text(required=False, max_length=80)
    locale = serializers.ChoiceField(LOCALES, required=False)


class NewRun(ChoiceFields):
    """A message; what is left out is taken from the session."""

    message = Text(allow_blank=True, trim_whitespace=False, max_length=actions.MESSAGE_CHARS, help_text="Not blank.")

    def validate_message(self, message: str) -> str:
        """Return the message as it is stored; raise ValidationError for an empty or too long one."""
        try:
            return actions.check_message(message)
        except actions.Invalid as error:
            raise serializers.ValidationError(str(error)) from error


class CancelBody(Body):
    """`immediate` keeps what was written so far; `after_step` lets the step at work finish."""

    when = serializers.ChoiceField(["immediate", "after_step"], required=False, default="immediate")


class SessionSerializer(serializers.ModelSerializer[ChatSession]):
    """A conversation and its settings."""

    end_user = serializers.CharField(source="person.end_user", read_only=True)
    message_count = serializers.IntegerField(read_only=True)

    class Meta:
        model = ChatSession
        fields: ClassVar = [
            *("id", "title", "mode", "style", "model", "locale", "end_user"),
            *("created_at", "last_active_at", "message_count"),
        ]
        read_only_fields: ClassVar = fields


class MessageSerializer(serializers.ModelSerializer[Message]):
    """A message of the traveller or the assistant; `html` is an answer's sanitised form."""

    html = serializers.CharField(read_only=True)

    class Meta:
        model = Message
        fields: ClassVar = ["id", "role", "text", "html", "run", "created_at"]
        read_only_fields: ClassVar = fields


class DecisionBody(Body):
    """What the owner of the proposal decided."""

    decision = serializers.ChoiceField(["approve", "reject"])


class ProposedCallSerializer(serializers.Serializer[Any]):
    """One write that is proposed: the exact arguments, and the change in words."""

    id = serializers.CharField()
    tool = serializers.CharField()
    args = serializers.DictField()
    summary = serializers.CharField()


class ProposalSerializer(serializers.Serializer[Proposal]):
    """Writes that wait, or waited, for a decision."""

    id = serializers.CharField()
    status = serializers.ChoiceField(Proposal.Status.choices)
    expires_at = serializers.DateTimeField()
    calls = ProposedCallSerializer(many=True)


class RunSerializer(serializers.ModelSerializer[Run]):
    """One message being worked on, or one edit of the session's trip, which has no message and has ended."""

    needs_confirmation = serializers.SerializerMethodField()
    proposals = serializers.SerializerMethodField()
    metadata = serializers.DictField(read_only=True)

    class Meta:
        model = Run
        fields: ClassVar = [
            *("id", "session", "kind", "status", "step_status", "needs_confirmation", "proposals", "message", "answer"),
            *("mode", "style", "model", "metadata", "created_at", "finished_at"),
        ]
        read_only_fields: ClassVar = fields

    def get_needs_confirmation(self, run: Run) -> bool:
        """State whether the run waits for the decision of a proposal."""
        return run.status == RunStatus.AWAITING_CONFIRMATION

    @extend_schema_field(ProposalSerializer(many=True))
    def get_proposals(self, run: Run) -> list[dict[str, Any]]:
        """List the proposals that wait for a decision."""
        return [p.as_wire() for p in run.proposals.all() if p.status == Proposal.Status.OPEN]


class HistoryRowSerializer(serializers.Serializer[Any]):
    """One step of the loop, as the agent core keeps it."""

    step = serializers.IntegerField()
    phase = serializers.CharField()
    thought = serializers.DictField(allow_null=True)
    action = serializers.DictField(allow_null=True)
    evaluation = serializers.DictField(allow_null=True)
    timestamp = serializers.CharField()


class EventSerializer(serializers.Serializer[RunEvent]):
    """The event envelope; `parent` only for the events of a nested agent."""

    seq = serializers.IntegerField()
    run = serializers.CharField()
    type = serializers.CharField()
    at = serializers.DateTimeField()
    data = serializers.DictField()  # type: ignore[assignment]  # the envelope's own word
    parent = serializers.CharField(required=False)  # type: ignore[assignment]  # the envelope's own word

    def to_representation(self, row: RunEvent) -> dict[str, Any]:
        return Envelope(row.seq, row.run_id, row.type, row.at, row.data, row.parent).as_dict()
