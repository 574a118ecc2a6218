"""The addresses of the live services, from the environment; an empty one switches its service off."""

from collections.abc import Mapping
from typing import Final

from travelagent.environment import Environment

DEFAULT_ADDRESSES: Final[Mapping[str, str]] = {
    "nominatim": "https://nominatim.openstreetmap.org",
    "photon": "https://photon.komoot.io",
    "overpass": "https://overpass-api.de/api/interpreter",
    "wikipedia": "https://{language}.wikipedia.org",
    "wikidata": "https://www.wikidata.org/w/api.php",
    "commons": "https://commons.wikimedia.org/w/api.php",
    "open_meteo": "https://api.open-meteo.com",
    "rates": "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml",
}
"""Public services that need no key, by the names of `providers.services`."""


def provider_addresses(env: Environment) -> dict[str, str]:
    """Return the address of each service. Raises ImproperlyConfigured for a bad one."""
    default = DEFAULT_ADDRESSES
    return {
        "nominatim": env.address("NOMINATIM_URL", default["nominatim"]),
        "photon": env.address("PHOTON_URL", default["photon"]),
        "overpass": env.address("OVERPASS_URL", default["overpass"]),
        "wikipedia": env.address("WIKIPEDIA_URL", default["wikipedia"]),
        "wikidata": env.address("WIKIDATA_API_URL", default["wikidata"]),
        "commons": env.address("COMMONS_API_URL", default["commons"]),
        "open_meteo": env.address("OPEN_METEO_URL", default["open_meteo"]),
        "rates": env.address("RATES_URL", default["rates"]),
    }
