"""Everything that changes a partner's webhooks, one function each."""

from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from travelagent.api.models import Webhook
from travelagent.api.sealing import encrypt
from travelagent.api.webhooks.secrets import new_secret
from travelagent.targets import check_target


class TooMany(Exception):
    """The partner has as many webhooks as it may have."""


def webhooks_of(partner: int) -> QuerySet[Webhook]:
    """Return a partner's webhooks, newest first."""
    return Webhook.objects.filter(partner_id=partner)


def create_webhook(partner: int, url: str, events: Sequence[str]) -> tuple[Webhook, str]:
    """Create a webhook; return it and its secret. Raises Forbidden, TooMany."""
    check_target(url)
    if webhooks_of(partner).count() >= settings.WEBHOOKS_PER_PARTNER:
        raise TooMany
    secret = new_secret()
    row = Webhook.objects.create(
        partner_id=partner, url=url, events=sorted(set(events)), secret=encrypt(secret.encode()).decode()
    )
    return row, secret


def rotate_secret(webhook: Webhook) -> str:
    """Replace the secret and return the new one.

    Deliveries are signed with the one before as well for WEBHOOK_ROTATION_HOURS.
    """
    secret = new_secret()
    webhook.old_secret, webhook.secret = webhook.secret, encrypt(secret.encode()).decode()
    webhook.old_until = timezone.now() + timedelta(hours=settings.WEBHOOK_ROTATION_HOURS)
    webhook.save(update_fields=["secret", "old_secret", "old_until"])
    return secret
