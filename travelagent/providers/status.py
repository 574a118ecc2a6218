"""How each service is doing, from what is kept: nothing is asked for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count
from django.utils import timezone

from travelagent.plans.values import LocalizedText
from travelagent.providers.gate import Breaker, breaker
from travelagent.providers.models import ProviderAnswer, ProviderHost
from travelagent.providers.services import SERVICES, Service, ServiceKey

BREAKER_WORDS: dict[Breaker, LocalizedText] = {
    "closed": LocalizedText("ready", "正常"),
    "open": LocalizedText("left alone for a while after failures", "多次失败，暂停使用"),
    "half_open": LocalizedText("about to be tried again", "即将重试"),
}


@dataclass(frozen=True, slots=True)
class HostStatus:
    """One host: its breaker, the times of its last success and failure, and the failure's reason in English."""

    host: str
    breaker: Breaker
    last_success: datetime | None
    last_failure: datetime | None
    last_reason: str


@dataclass(frozen=True, slots=True)
class ServiceStatus:
    """One service with the hosts that it is asked at, none where it is off, and how many of its answers are kept."""

    service: Service
    is_on: bool
    hosts: tuple[HostStatus, ...]
    kept_answers: int

    @property
    def key(self) -> ServiceKey:
        """The key of the service."""
        return self.service.key


def status() -> Sequence[ServiceStatus]:
    """Return the status of every service, in the order of SERVICES."""
    now = timezone.now()
    rows = {row.host: row for row in ProviderHost.objects.all()}
    counts = dict(ProviderAnswer.objects.order_by().values_list("service").annotate(Count("pk")))
    return [
        ServiceStatus(
            service,
            service.is_on,
            tuple(_host(host, rows.get(host), now) for host in service.hosts) if service.is_on else (),
            counts.get(service.key, 0),
        )
        for service in SERVICES
    ]


def _host(host: str, row: ProviderHost | None, now: datetime) -> HostStatus:
    if row is None:
        return HostStatus(host, "closed", None, None, "")
    return HostStatus(host, breaker(row, now), row.last_success, row.last_failure, row.last_reason)
