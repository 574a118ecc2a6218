"""Webhooks in the admin: read without their secrets, tried again, switched off and on."""

import pytest
from django.contrib.admin.utils import quote
from django.test import Client
from django.utils import timezone

from tests.conftest import PartnerKey
from travelagent.accounts.models import Partner, User
from travelagent.api.models import Webhook, WebhookDelivery

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("ada", password="x"))
    return client


@pytest.fixture
def delivery(partner: PartnerKey) -> WebhookDelivery:
    webhook = Webhook.objects.create(
        partner=Partner.objects.get(pk=partner.actor.partner),
        url="https://partner.example/hooks",
        events=["run.finished"],
        secret="sealed-secret",
        disabled_at=timezone.now(),
        failing_since=timezone.now(),
    )
    return WebhookDelivery.objects.create(
        webhook=webhook, event="run.finished", data={"run": "run_1"}, status="dead", attempts=9, response_code=500
    )


def test_it_works(staff: Client, delivery: WebhookDelivery) -> None:
    pages = ["webhook/", "webhookdelivery/", f"webhook/{quote(delivery.webhook_id)}/change/"]
    pages.append(f"webhookdelivery/{quote(delivery.pk)}/change/")
    for page in pages:
        answer = staff.get(f"/admin/api/{page}")
        assert answer.status_code == 200
        assert "partner.example" in answer.content.decode()
        assert "sealed-secret" not in answer.content.decode()


def test_a_delivery_is_tried_again(staff: Client, delivery: WebhookDelivery) -> None:
    staff.post("/admin/api/webhookdelivery/", {"action": "try_again", "_selected_action": [delivery.pk]})
    delivery.refresh_from_db()
    assert (delivery.status, delivery.attempts) == ("pending", 0)
    assert delivery.next_attempt_at is not None


def test_a_webhook_is_switched_on_and_off(staff: Client, delivery: WebhookDelivery) -> None:
    for action, disabled in (("enable", False), ("disable", True)):
        staff.post("/admin/api/webhook/", {"action": action, "_selected_action": [delivery.webhook_id]})
        assert (Webhook.objects.get().disabled_at is not None) == disabled


def test_nothing_is_made_or_deleted_here(staff: Client, delivery: WebhookDelivery) -> None:
    for page in ("webhook/add/", f"webhook/{quote(delivery.webhook_id)}/delete/"):
        assert staff.post(f"/admin/api/{page}", {"post": "yes"}).status_code == 403
