"""Answers with their source, licence and age, kept in the database until they expire.

A key is the service and the normalised query. Only valid answers are kept; the answer that there is nothing is kept for
a shorter time. One that has expired stands in while the service fails, and is marked. What is kept is the value that
was read, so an answer that a newer release reads otherwise counts as unknown.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar

from django.db.models import Q
from django.utils import timezone
from pydantic import TypeAdapter, ValidationError

from travelagent.plans.values import LocalizedText
from travelagent.providers.models import ProviderAnswer, ProviderHost
from travelagent.providers.services import SERVICES, Service

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
MOST_ROWS = 50_000
"""More are kept of no installation: the oldest go."""
HOSTS_KEPT_FOR = timedelta(days=90)

Query = Mapping[str, str | int | float]


@dataclass(frozen=True, slots=True)
class Answer(Generic[T_co]):
    """A value with whom it is owed to.

    `as_of`: when it was fetched; `is_stale`: it has expired, and the service did not answer when it was asked again.
    """

    value: T_co
    source: LocalizedText
    source_url: str
    licence: LocalizedText
    licence_url: str
    as_of: datetime
    is_stale: bool = False

    def age(self) -> timedelta:
        """Return the time since it was fetched."""
        return timezone.now() - self.as_of


@dataclass(frozen=True, slots=True)
class Known(Generic[T]):
    """A kept answer, and whether it still holds."""

    answer: Answer[T]
    is_fresh: bool


def known(service: Service, query: Query, shape: TypeAdapter[T]) -> Known[T] | None:
    """Return the answer that is kept, None where there is none that may be shown."""
    row = ProviderAnswer.objects.filter(service=service.key, key=digest(query), source=service.address[:300]).first()
    now = timezone.now()
    if row is None or row.expires_at + service.stale < now:
        return None
    try:
        value = shape.validate_python(row.body)
    except ValidationError:
        return None
    is_fresh = row.expires_at > now
    return Known(_answer(service, value, row.fetched_at, is_stale=not is_fresh), is_fresh)


def keep(service: Service, query: Query, shape: TypeAdapter[T], value: T, is_empty: bool) -> Answer[T]:
    """Keep a valid answer and return it."""
    now = timezone.now()
    fields: dict[str, Any] = {
        "query": dict(query),
        "body": shape.dump_python(value, mode="json"),
        "is_empty": is_empty,
        "fetched_at": now,
        "expires_at": now + (service.empty if is_empty else service.fresh),
        "licence": service.licence.en,
        "source": service.address[:300],
    }
    ProviderAnswer.objects.update_or_create(service=service.key, key=digest(query), defaults=fields)
    return _answer(service, value, now)


def forget_old_answers() -> int:
    """Delete answers that are too old to stand in for their service, and hosts long unasked. Return how many."""
    now = timezone.now()
    too_old = Q()
    for service in SERVICES:
        too_old |= Q(service=service.key, expires_at__lt=now - service.stale)
    unknown = ~Q(service__in=[service.key for service in SERVICES])
    deleted, _ = ProviderAnswer.objects.filter(too_old | unknown).delete()
    last_kept = ProviderAnswer.objects.order_by("-fetched_at", "-pk").values_list("fetched_at", flat=True)[MOST_ROWS:]
    if (bound := last_kept.first()) is not None:
        deleted += ProviderAnswer.objects.filter(fetched_at__lte=bound).delete()[0]
    ProviderHost.objects.filter(next_at__lt=now - HOSTS_KEPT_FOR).delete()
    return deleted


def digest(query: Query) -> str:
    """Return the key of a query, whatever the order of its parts."""
    return hashlib.sha256(json.dumps(dict(query), sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def _answer(service: Service, value: T, as_of: datetime, *, is_stale: bool = False) -> Answer[T]:
    return Answer(value, service.source, service.source_url, service.licence, service.licence_url, as_of, is_stale)
