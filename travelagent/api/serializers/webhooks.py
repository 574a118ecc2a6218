"""Webhooks over the wire."""

from typing import ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from travelagent.api.models import Webhook, WebhookDelivery, WebhookEvent
from travelagent.api.serializers.base import Body, Text
from travelagent.targets import URL_CHARS


class NewWebhook(Body):
    """Where to tell of which events; all of them by default."""

    url = Text(max_length=URL_CHARS, help_text="An https address that is public.")
    events = serializers.ListField(
        child=serializers.ChoiceField(WebhookEvent.choices),
        max_length=len(WebhookEvent.values),
        required=False,
        allow_empty=False,
        default=list(WebhookEvent.values),
    )


class WebhookSerializer(serializers.ModelSerializer[Webhook]):
    """A webhook. `failing_since`: no delivery has succeeded since then; once `disabled_at`, none is tried any more."""

    events = serializers.ListField(child=serializers.ChoiceField(WebhookEvent.choices), read_only=True)

    class Meta:
        model = Webhook
        fields: ClassVar = ["id", "url", "events", "failing_since", "disabled_at", "created_at"]
        read_only_fields: ClassVar = fields


class WebhookWithSecret(WebhookSerializer):
    """`secret` is shown only once."""

    secret = serializers.SerializerMethodField()

    class Meta(WebhookSerializer.Meta):
        fields: ClassVar = [*WebhookSerializer.Meta.fields, "secret"]
        read_only_fields: ClassVar = fields

    @extend_schema_field(str)
    def get_secret(self, webhook: Webhook) -> str:
        """Show the secret that deliveries are signed with."""
        return str(self.context["secret"])


class WebhookDeliverySerializer(serializers.ModelSerializer[WebhookDelivery]):
    """An event on its way; `id` is the header `webhook-id`, `response_code` what the last attempt was answered with."""

    type = serializers.ChoiceField(WebhookEvent.choices, source="event", read_only=True)

    class Meta:
        model = WebhookDelivery
        fields: ClassVar = [
            *("id", "type", "data", "status", "attempts", "response_code", "error"),
            *("next_attempt_at", "delivered_at", "created_at"),
        ]
        read_only_fields: ClassVar = fields
