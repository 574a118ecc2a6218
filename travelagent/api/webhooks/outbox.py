"""The outbox of webhooks: writes what partners are to be sent, in the transaction of the change that it is about."""

from typing import Any

from django.utils import timezone

from travelagent.api.models import Webhook, WebhookDelivery, WebhookEvent
from travelagent.chat.models import Run
from travelagent.chat.signals import run_settled
from travelagent.trips.models import Trip
from travelagent.trips.signals import trip_changed


def connect() -> None:
    """Listen to the other rooms; again is once."""
    run_settled.connect(_run_settled, dispatch_uid="webhooks")
    trip_changed.connect(_trip_changed, dispatch_uid="webhooks")


def _run_settled(sender: Any, run: str, paused: bool, **_: Any) -> None:
    rows = Run.objects.filter(pk=run, session__person__partner__isnull=False)
    found = rows.values_list("status", "session_id", "session__person__end_user", "session__person__partner_id").first()
    if found is None:
        return
    status, session, end_user, partner = found
    event = WebhookEvent.RUN_PAUSED if paused else WebhookEvent.RUN_FINISHED
    _record(partner, event, {"id": run, "session": session, "end_user": end_user, "status": status})


def _trip_changed(sender: Any, trip: Trip, change: str, **_: Any) -> None:
    person = trip.person
    if person.partner_id is not None:
        data = {"id": trip.pk, "end_user": person.end_user, "version": trip.version, "change": change}
        _record(person.partner_id, WebhookEvent.TRIP_CHANGED, data)


def _record(partner: int, event: WebhookEvent, data: dict[str, Any]) -> None:
    webhooks = Webhook.objects.filter(partner_id=partner, disabled_at=None)
    now = timezone.now()
    WebhookDelivery.objects.bulk_create(
        WebhookDelivery(webhook=webhook, event=event, data=data, next_attempt_at=now)
        for webhook in webhooks
        if event in webhook.events
    )
