"""Paces the requests to a host and leaves a failing host alone, for all threads and processes over the database.

A caller takes the host's next free moment and sleeps until then; whoever would sleep too long is refused. After
FAILURES_TO_OPEN failures in a row, or when the host itself asks to wait, nobody asks for a while (open); then one
caller may try (half-open), and its success lets everybody in again. An open host costs one query and no waiting.

Call outside of transactions: a moment that was taken must be visible to the others before the caller sleeps. The
intervals are those of the services' usage policies (`services`): Nominatim's is one request a second for the whole
installation, with an identifying User-Agent (https://operations.osmfoundation.org/policies/nominatim/); Overpass gives
an address two slots (https://dev.overpass-api.de/overpass-doc/en/preface/commons.html); Wikimedia asks for requests in
series and a contact (https://www.mediawiki.org/wiki/API:Etiquette); Open-Meteo allows 600 a minute, 10,000 a day and no
commercial use (https://open-meteo.com/en/terms).
"""

import time
from datetime import datetime, timedelta
from typing import Literal

from django.db import transaction
from django.utils import timezone

from travelagent.plans.values import LocalizedText
from travelagent.providers.failures import Failure, ProviderError, RateLimited, Unreachable
from travelagent.providers.models import ProviderHost

FAILURES_TO_OPEN = 3
OPEN_FOR = timedelta(seconds=60)
PROBE_FOR = timedelta(seconds=30)
"""So long the others wait for the one that tries."""
LONGEST_OPEN = timedelta(hours=1)
LONGEST_WAIT = timedelta(seconds=5)

Breaker = Literal["closed", "open", "half_open"]


def enter(service: LocalizedText, host: str, interval_s: float) -> None:
    """Wait for the host's next free moment. Raises ProviderError: Unreachable or RateLimited, at once."""
    known = ProviderHost.objects.filter(host=host).first()
    if known is not None:
        _check(service, known, timezone.now())
    with transaction.atomic():
        row = _locked(host)
        now = timezone.now()
        _check(service, row, now)
        moment = max(now, row.next_at or now)
        if moment - now > LONGEST_WAIT:
            raise ProviderError(RateLimited(service, (moment - now).total_seconds()))
        row.next_at = moment + timedelta(seconds=interval_s)
        if row.open_until is not None:
            row.open_until = moment + PROBE_FOR
        row.save(update_fields=["next_at", "open_until"])
    time.sleep((moment - now).total_seconds())


def succeeded(host: str) -> None:
    """Note that the host gave a usable answer."""
    ProviderHost.objects.filter(host=host).update(
        failures=0, open_until=None, is_limited=False, last_success=timezone.now()
    )


def failed(host: str, failure: Failure, reason: str) -> None:
    """Count a failure; open the breaker where it is one too many, or as long as the host asks."""
    with transaction.atomic():
        row = _locked(host)
        now = timezone.now()
        row.failures += 1
        row.last_failure, row.last_reason = now, reason[:240]
        row.is_limited = isinstance(failure, RateLimited)
        if isinstance(failure, RateLimited):
            row.open_until = now + min(timedelta(seconds=failure.retry_after), LONGEST_OPEN)
        elif row.failures >= FAILURES_TO_OPEN or row.open_until is not None:
            row.open_until = now + OPEN_FOR
        row.save()


def breaker(row: ProviderHost | None, now: datetime) -> Breaker:
    """Return the state of a host's breaker; an unknown host's is closed."""
    if row is None or row.open_until is None:
        return "closed"
    return "open" if row.open_until > now else "half_open"


def _check(service: LocalizedText, row: ProviderHost, now: datetime) -> None:
    """Raises ProviderError while the host is left alone."""
    if row.open_until is not None and row.open_until > now:
        seconds = (row.open_until - now).total_seconds()
        raise ProviderError((RateLimited if row.is_limited else Unreachable)(service, seconds))


def _locked(host: str) -> ProviderHost:
    ProviderHost.objects.get_or_create(host=host)
    return ProviderHost.objects.select_for_update().get(host=host)
