"""The public services on this machine, and each service's question."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.support.public_services.server import PublicServices
from tests.support.public_services.switched import switched_on
from travelagent.providers import access
from travelagent.providers.http import Limits
from travelagent.providers.overpass import Around
from travelagent.providers.services import SERVICES

Ask = Callable[[], Any]
LJUBLJANA = Around(46.05, 14.5069)
ASKS: dict[str, Ask] = {
    "nominatim": lambda: access.find_place("Ljubljana", "en"),
    "photon": lambda: access.find_place("Ljubljana", "en"),
    "overpass": lambda: access.elements_around(LJUBLJANA, "sights"),
    "wikipedia": lambda: access.summary_of("Ljubljana", "en"),
    "wikidata": lambda: access.texts_of(["Q437"])["Q437"],
    "commons": lambda: access.picture_of("Ljubljana old town.jpg"),
    "open_meteo": lambda: access.forecast(46.05, 14.51, "Europe/Ljubljana"),
    "rates": access.rates_today,
}
"""One question to each service, through the entry that the other rooms use."""


@pytest.fixture
def services(settings: Any, db: None) -> Iterator[PublicServices]:
    """All services switched on, on this machine."""
    with switched_on(settings) as found:
        settings.PROVIDER_CONTACT = "ops@travel.example"
        yield found


@pytest.fixture
def impatient() -> Iterator[None]:
    """Every service with half a second for an answer."""
    usual = {service.key: service.limits for service in SERVICES}
    for service in SERVICES:
        object.__setattr__(service, "limits", Limits(0.5, service.limits.size))
    yield
    for service in SERVICES:
        object.__setattr__(service, "limits", usual[service.key])


@pytest.fixture
def query_service(settings: Any) -> Callable[[str], Any]:
    """Ask a service by its key."""

    def ask(service: str) -> Any:
        settings.GEOCODER = "photon" if service == "photon" else "nominatim"
        return ASKS[service]()

    return ask
