"""The public services as those of a test's settings."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from tests.support.public_services.server import PublicServices
from tests.support.waiting import wait_for_idle_services
from travelagent.providers.http import Limits
from travelagent.providers.services import Service


@contextmanager
def switched_on(settings: Any, patience: Mapping[Service, float] | None = None) -> Iterator[PublicServices]:
    """All live services on, answered on this machine, until none is asked any more. `patience`: the seconds that some
    of them have for an answer."""
    usual = {service: service.limits for service in patience or ()}
    for service, seconds in (patience or {}).items():
        object.__setattr__(service, "limits", Limits(seconds, service.limits.size))
    try:
        with PublicServices().serving() as found:
            settings.PROVIDERS = True
            settings.PROVIDER_ADDRESSES = found.addresses
            yield found
            found.released.set()
            wait_for_idle_services()
    finally:
        for service, limits in usual.items():
            object.__setattr__(service, "limits", limits)
