"""Where a plan's travel times come from: the settings' routing service, kept in Django's cache, or the estimate."""

from functools import lru_cache

from django.conf import settings
from django.core.cache import caches
from django.utils.connection import ConnectionProxy

from travelagent.travel.legs import EstimatedLegs, LegProvider


def leg_provider() -> LegProvider:
    """Return the provider of `ROUTING_PROVIDER` at `ROUTING_URL`, one a process; the estimate where none is set."""
    return _provider(settings.ROUTING_PROVIDER, settings.ROUTING_URL)


@lru_cache(maxsize=1)
def _provider(name: str, url: str) -> LegProvider:
    if not name:
        return EstimatedLegs()
    from travelagent.travel.routing import SERVICES, RoutedLegs

    return RoutedLegs(SERVICES[name](url), cache=ConnectionProxy(caches, "legs"))
