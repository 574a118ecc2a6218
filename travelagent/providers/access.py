"""What the other rooms ask live services: every function returns an answer or one of the closed failures.

All are synchronous and may wait for seconds: call them from worker threads and outside of transactions. What is kept
and fresh is answered without a request. See `failures` for why there may be no answer, and for its words.
"""

import re
from collections.abc import Sequence
from functools import partial
from typing import TypeAlias, TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings

from travelagent.osm.elements import Element
from travelagent.providers.answers import Answer, Query
from travelagent.providers.asking import ask, ask_each
from travelagent.providers.commons import PICTURE, Commons, Picture
from travelagent.providers.failures import Failure
from travelagent.providers.geocoding import FOUND, FoundPlace, Geocoder, Language, Nominatim, Photon, normalised
from travelagent.providers.open_meteo import FORECAST, Forecast, OpenMeteo
from travelagent.providers.overpass import ELEMENTS, Around, Overpass, What, rounded
from travelagent.providers.rates import DAILY_RATES, DailyRates, ReferenceRates
from travelagent.providers.services import COMMONS, NOMINATIM, OPEN_METEO, OVERPASS, PHOTON, RATES, WIKIDATA, WIKIPEDIA
from travelagent.providers.status import ServiceStatus, status
from travelagent.providers.wikidata import AT_ONCE, ENTITY, ID, Entity, Wikidata
from travelagent.providers.wikipedia import SUMMARY, Summary, Wikipedia

T = TypeVar("T")
Result: TypeAlias = Answer[T] | Failure
PlaceText: TypeAlias = Entity | Summary

__all__ = [
    "Around",
    "PlaceText",
    "Result",
    "ServiceStatus",
    "elements_around",
    "find_place",
    "forecast",
    "picture_of",
    "rates_today",
    "status",
    "summary_of",
    "texts_of",
]

_ARTICLE = re.compile(r"(en|zh):(.{1,200})", re.DOTALL)


def find_place(text: str, language: Language) -> Result[tuple[FoundPlace, ...]]:
    """Return the places that a name or an address in any language may mean, best first; an empty tuple for none.

    `language`: of the addresses in the answer. Raises ValueError for a text that is empty or too long.
    """
    query = normalised(text)
    service, geocoder = (PHOTON, Photon()) if settings.GEOCODER == "photon" else (NOMINATIM, Nominatim())
    chosen: Geocoder = geocoder
    key = {"text": query.casefold(), "language": language}
    return ask(service, key, FOUND, lambda: chosen.find(query, language), lambda found: not found)


def elements_around(place: Around, what: What, *, wait: bool = True) -> Result[tuple[Element, ...]]:
    """Return the named elements of OpenStreetMap around a point: sights, places to eat, or places to sleep.

    `wait`: as for `forecast`.
    """
    around = rounded(place, what)
    key = {"lat": around.lat, "lon": around.lon, "radius_m": around.radius_m, "what": what}
    fetch = partial(Overpass().elements, around, what)
    return ask(OVERPASS, key, ELEMENTS, fetch, lambda found: not found, wait=wait)


def texts_of(ids: Sequence[str]) -> dict[str, Result[PlaceText | None]]:
    """Return for each id what is written of it: a Wikidata id `Q90` gives an Entity, an article as OpenStreetMap names
    it (`en:Lake Bled`, `zh:布莱德湖`) a Summary; None where there is nothing.

    Ids of Wikidata cost one request for many, articles one each. Raises ValueError for an id of another form.
    """
    items = [id for id in ids if ID.fullmatch(id)]
    articles = {id: _ARTICLE.fullmatch(id) for id in ids if id not in items}
    found: dict[str, Result[PlaceText | None]] = {}
    for id, article in articles.items():
        if article is None:
            raise ValueError(f"{id!r}: neither Q90 nor en:Paris")
        found[id] = summary_of(article[2], "zh" if article[1] == "zh" else "en")
    entities = ask_each(WIKIDATA, items, ENTITY, Wikidata().entities, AT_ONCE)
    return {**found, **entities}


def summary_of(title: str, language: Language) -> Result[Summary | None]:
    """Return the beginning of an article of Wikipedia, None where there is no such article."""
    key = {"title": title.replace("_", " ").strip(), "language": language}
    return ask(
        WIKIPEDIA, key, SUMMARY, lambda: Wikipedia().summary(key["title"], language), lambda found: found is None
    )


def picture_of(file: str) -> Result[Picture | None]:
    """Return the thumbnail of a file of Commons with author and licence, None where none may be shown."""
    name = file.removeprefix("File:").replace("_", " ").strip()
    return ask(COMMONS, {"file": name}, PICTURE, lambda: Commons().picture(name), lambda found: found is None)


def forecast(lat: float, lon: float, timezone: str = "", *, wait: bool = True) -> Result[Forecast]:
    """Return the weather of up to 16 days from today at a point, in °C, mm and km/h, by the clock of an IANA zone.

    Without a zone it is that of the place, which the answer names. Without `wait` only what is kept is answered, old or
    not, else TooSlow; it is fetched meanwhile for the next time. Raises ValueError for an unknown zone.
    """
    if timezone:
        try:
            ZoneInfo(timezone)
        except (ZoneInfoNotFoundError, OSError) as error:
            raise ValueError(f"{timezone!r}: no time zone") from error
    lat, lon = round(lat, 2), round(lon, 2)
    key: Query = {"lat": lat, "lon": lon, "timezone": timezone}
    fetch = partial(OpenMeteo().forecast, lat, lon, timezone)
    return ask(OPEN_METEO, key, FORECAST, fetch, lambda found: not found.days, wait=wait)


def rates_today(*, wait: bool = True) -> Result[DailyRates]:
    """Return the newest euro reference rates; `DailyRates.table` makes the catalogue's table of them.

    `wait`: as for `forecast`.
    """
    return ask(RATES, {}, DAILY_RATES, ReferenceRates().today, lambda found: False, wait=wait)
