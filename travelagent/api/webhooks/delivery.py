"""Delivers the outbox: signed, with retries, at least once; several processes may do it at once.

Whoever takes deliveries puts their next attempt off for LEASE, so that nobody else sends them meanwhile and a process
that dies has them sent later. A delivery that fails waits WEBHOOK_BACKOFF_S and is dead after the last of them. A
webhook at which nothing has succeeded for WEBHOOK_DISABLE_AFTER_DAYS, or that answers 410, is disabled.
"""

import asyncio
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import httpcore
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from travelagent.api.models import Webhook, WebhookDelivery
from travelagent.api.sealing import Unreadable, decrypt
from travelagent.api.webhooks.secrets import signatures
from travelagent.targets import Forbidden, network

AT_ONCE = 50
AT_ONCE_A_WEBHOOK = 10
LEASE = timedelta(seconds=60)
GONE = 410
ERROR_CHARS = 200


@dataclass(frozen=True, slots=True)
class Attempt:
    """One request to be sent: the `number`th for its delivery."""

    delivery: str
    webhook: str
    number: int
    url: str
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it was answered; `code` None when it was not."""

    code: int | None
    error: str = ""

    @property
    def delivered(self) -> bool:
        """Whether the receiver answered with a status of 200 to 299."""
        return self.code is not None and 200 <= self.code < 300


def deliver_webhooks() -> int:
    """Send what is due; how many were sent."""
    attempts = [_attempt(row) for row in _taken()]
    if not attempts:
        return 0
    for attempt, outcome in zip(attempts, asyncio.run(_sent(attempts)), strict=True):
        _record(attempt, outcome)
    return len(attempts)


def forget_old_deliveries() -> int:
    """Delete deliveries that were settled WEBHOOK_RETENTION_DAYS ago; how many."""
    kept_for = timedelta(days=settings.WEBHOOK_RETENTION_DAYS)
    old = WebhookDelivery.objects.exclude(status=WebhookDelivery.Status.PENDING)
    return old.filter(created_at__lt=timezone.now() - kept_for).delete()[0]


def _taken() -> Sequence[WebhookDelivery]:
    """Deliveries that are due, now ours for LEASE; not too many of one webhook, which may be slow."""
    now = timezone.now()
    due = WebhookDelivery.objects.filter(status=WebhookDelivery.Status.PENDING, next_attempt_at__lte=now)
    skip_locked = connection.features.has_select_for_update_skip_locked
    with transaction.atomic():
        rows = due.select_for_update(skip_locked=skip_locked, of=("self",) if skip_locked else ())
        chosen = _fairly(rows.select_related("webhook").order_by("next_attempt_at")[: 4 * AT_ONCE])
        WebhookDelivery.objects.filter(pk__in=[row.pk for row in chosen]).update(next_attempt_at=now + LEASE)
    return chosen


def _fairly(rows: Iterable[WebhookDelivery]) -> Sequence[WebhookDelivery]:
    chosen: list[WebhookDelivery] = []
    counts: dict[str, int] = {}
    for row in rows:
        counts[row.webhook_id] = counts.get(row.webhook_id, 0) + 1
        if counts[row.webhook_id] <= AT_ONCE_A_WEBHOOK and len(chosen) < AT_ONCE:
            chosen.append(row)
    return chosen


def _attempt(row: WebhookDelivery) -> Attempt:
    """Return the signed request. Its time is that of the attempt, its body the same at every one."""
    at = row.created_at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    body = json.dumps({"type": row.event, "timestamp": at, "data": row.data}, ensure_ascii=False).encode()
    now = timezone.now()
    timestamp = int(now.timestamp())
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "TravelAgent-Webhooks",
        "webhook-id": row.pk,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": signatures(_secrets(row.webhook, now), row.pk, timestamp, body),
    }
    return Attempt(row.pk, row.webhook_id, row.attempts + 1, row.webhook.url, headers, body)


def _secrets(webhook: Webhook, now: datetime) -> Sequence[str]:
    """Return the secrets that are valid, the newest first; none that was encrypted with a SECRET_KEY which is gone."""
    tokens = [webhook.secret]
    if webhook.old_until is not None and webhook.old_until > now:
        tokens.append(webhook.old_secret)
    found = []
    for token in tokens:
        try:
            found.append(decrypt(token.encode()).decode())
        except Unreadable:
            continue
    return found


async def _sent(attempts: Sequence[Attempt]) -> Sequence[Outcome]:
    async with httpcore.AsyncConnectionPool(network_backend=network(), max_connections=AT_ONCE) as pool:
        return await asyncio.gather(*(_send(pool, attempt) for attempt in attempts))


async def _send(pool: httpcore.AsyncConnectionPool, attempt: Attempt) -> Outcome:
    """Send one request. Its answer's status counts; the body is not read, a redirect not followed."""
    if not attempt.headers["webhook-signature"]:
        return Outcome(None, "the secret cannot be decrypted; rotate it")
    try:
        async with (
            asyncio.timeout(settings.WEBHOOK_TIMEOUT_S),
            pool.stream("POST", attempt.url, headers=list(attempt.headers.items()), content=attempt.body) as response,
        ):
            return Outcome(response.status)
    except Forbidden as error:
        return Outcome(None, str(error))
    except TimeoutError:
        return Outcome(None, "timeout")
    except (OSError, httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException) as error:
        return Outcome(None, f"{type(error).__name__}: {error}"[:ERROR_CHARS])


def _record(attempt: Attempt, outcome: Outcome) -> None:
    """Note how an attempt ended, and what that means for its delivery and its webhook."""
    now = timezone.now()
    mine = WebhookDelivery.objects.filter(
        pk=attempt.delivery, attempts=attempt.number - 1, status=WebhookDelivery.Status.PENDING
    )
    seen = {"attempts": attempt.number, "response_code": outcome.code, "error": outcome.error}
    webhook = Webhook.objects.filter(pk=attempt.webhook)
    if outcome.delivered:
        mine.update(**seen, status=WebhookDelivery.Status.DELIVERED, delivered_at=now, next_attempt_at=None)
        webhook.update(failing_since=None)
        return
    waits = settings.WEBHOOK_BACKOFF_S
    if attempt.number > len(waits):
        mine.update(**seen, status=WebhookDelivery.Status.DEAD, next_attempt_at=None)
    else:
        mine.update(**seen, next_attempt_at=now + timedelta(seconds=waits[attempt.number - 1]))
    webhook.filter(failing_since=None).update(failing_since=now)
    long_ago = now - timedelta(days=settings.WEBHOOK_DISABLE_AFTER_DAYS)
    if outcome.code == GONE or webhook.filter(failing_since__lte=long_ago).exists():
        _disable(attempt.webhook, now)


def _disable(webhook: str, now: datetime) -> None:
    Webhook.objects.filter(pk=webhook, disabled_at=None).update(disabled_at=now)
    waiting = WebhookDelivery.objects.filter(webhook=webhook, status=WebhookDelivery.Status.PENDING)
    waiting.update(status=WebhookDelivery.Status.DEAD, next_attempt_at=None)
