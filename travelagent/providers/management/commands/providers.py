"""Shows how the live services are doing; with `--check` each of them is asked for one small thing first."""

from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand

from travelagent.providers.commons import Commons
from travelagent.providers.failures import ProviderError
from travelagent.providers.geocoding import Nominatim, Photon
from travelagent.providers.open_meteo import OpenMeteo
from travelagent.providers.overpass import Around, Overpass
from travelagent.providers.rates import ReferenceRates
from travelagent.providers.services import ServiceKey
from travelagent.providers.status import status
from travelagent.providers.wikidata import Wikidata
from travelagent.providers.wikipedia import Wikipedia

BLED = Around(46.369, 14.113, 500)
CHECKS: dict[ServiceKey, Callable[[], object]] = {
    "nominatim": lambda: Nominatim().find("Bled", "en"),
    "photon": lambda: Photon().find("Bled", "en"),
    "overpass": lambda: Overpass().elements(BLED, "sights"),
    "wikipedia": lambda: Wikipedia().summary("Lake Bled", "en"),
    "wikidata": lambda: Wikidata().entities(["Q6468"]),
    "commons": lambda: Commons().picture("Lake Bled.jpg"),
    "open_meteo": lambda: OpenMeteo().forecast(BLED.lat, BLED.lon, "Europe/Ljubljana"),
    "rates": lambda: ReferenceRates().today(),
}


class Command(BaseCommand):
    """Shows how the live services are doing."""

    help = "Show how the live services are doing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="ask each service that is switched on, past its cache")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        for found in status():
            state = "on" if found.is_on else "off"
            if check and found.is_on:
                state = _checked(CHECKS[found.key])
            hosts = ", ".join(f"{host.host} ({host.breaker})" for host in found.hosts) or "–"
            self.stdout.write(
                f"{found.key:<12}{found.kept_answers:>7}  {hosts:<50} {found.service.setting:<17} {state}"
            )


def _checked(ask: Callable[[], object]) -> str:
    try:
        ask()
    except ProviderError as error:
        return str(error)
    return "answers"
