"""Webhooks: the addresses to which a partner has events delivered. They are for partners alone."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from travelagent.accounts.models import Scope
from travelagent.api.models import Webhook
from travelagent.api.problems import Problem, wrong_field
from travelagent.api.serializers.webhooks import (
    NewWebhook,
    WebhookDeliverySerializer,
    WebhookSerializer,
    WebhookWithSecret,
)
from travelagent.api.views.base import ActorView
from travelagent.api.webhooks import actions
from travelagent.chat.actions import NotFound
from travelagent.targets import Forbidden


class WebhookView(ActorView):
    """The base of the views of webhooks; 403 `partners_only` for anybody without a partner's key."""

    scope = Scope.WEBHOOKS

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if self.actor.partner is None:
            raise Problem(403, "partners_only", _("Only a partner's key has webhooks."))

    @property
    def partner(self) -> int:
        """The id of the caller's partner."""
        return self.actor.partner or 0

    def webhook(self, webhook: str) -> Webhook:
        """Return one of the partner's webhooks. Raises NotFound."""
        row = actions.webhooks_of(self.partner).filter(pk=webhook).first()
        if row is None:
            raise NotFound
        return row


class WebhookList(WebhookView):
    """The partner's webhooks."""

    post_in_transaction = False  # a name server may be slow

    @extend_schema(responses=WebhookSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the partner's webhooks, newest first."""
        return self.page(actions.webhooks_of(self.partner), WebhookSerializer)

    @extend_schema(request=NewWebhook, responses={201: WebhookWithSecret})
    def post(self, request: Request) -> Response:
        """Subscribe to events at an https address; the secret that deliveries are signed with is shown only once."""
        given = self.body(NewWebhook)
        try:
            row, secret = actions.create_webhook(self.partner, given["url"], given["events"])
        except Forbidden as error:
            raise wrong_field("url", str(error)) from error
        except actions.TooMany as error:
            raise Problem(409, "too_many_webhooks", _("The limit of webhooks is reached.")) from error
        return Response(WebhookWithSecret(row, context={"secret": secret}).data, status.HTTP_201_CREATED)


class WebhookDetail(WebhookView):
    """One webhook."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, webhook: str) -> Response:
        """End a webhook; what waits to be delivered is dropped."""
        self.webhook(webhook).delete()
        return Response(status=status.HTTP_204_NO_CONTENT)


class WebhookRotate(WebhookView):
    """The rotation of a webhook's secret."""

    @extend_schema(request=None, responses=WebhookWithSecret)
    def post(self, request: Request, webhook: str) -> Response:
        """Replace a webhook's secret, shown only once; for a day deliveries carry signatures of the new and the old
        one.
        """
        row = self.webhook(webhook)
        secret = actions.rotate_secret(row)
        return Response(WebhookWithSecret(row, context={"secret": secret}).data)


class WebhookDeliveries(WebhookView):
    """The deliveries of a webhook."""

    @extend_schema(responses=WebhookDeliverySerializer(many=True))
    def get(self, request: Request, webhook: str) -> Response:
        """List what a webhook was sent or is to be sent, newest first, and how it was answered."""
        return self.page(self.webhook(webhook).deliveries.all(), WebhookDeliverySerializer)
