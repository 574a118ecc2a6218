"""A town outside the catalogue: found by its name, filled with the sights of OpenStreetMap, kept, and planned like any.

Waits for up to half a minute: call it from worker threads, outside of transactions. What was fetched once is a place of
the catalogue from then on (catalog/additions.py), in every process.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from django.utils import timezone

from travelagent.catalog import additions, names, overlay, source
from travelagent.catalog.values import WorldCity
from travelagent.osm.cities import TooFewSights, free_id, known_place, place_of
from travelagent.osm.elements import Element
from travelagent.osm.places import RADIUS_KM, Town
from travelagent.plans.values import LocalizedText
from travelagent.providers.access import Around, elements_around, find_place, texts_of
from travelagent.providers.answers import Answer
from travelagent.providers.failures import Failure
from travelagent.providers.geocoding import FoundPlace, Language
from travelagent.providers.services import OVERPASS
from travelagent.providers.venues import fetch_venues
from travelagent.providers.wikidata import Entity

MOST_FETCHED: Final = 300
"""So many places are fetched for an installation; every process holds all of them."""
MOST_NAMED: Final = 100
"""The names of so many elements are completed from Wikidata."""
DEFAULT_RADIUS_KM: Final = 8.0
LARGE_TOWN: Final = 200_000
TOWNS: Final = frozenset({"place", "boundary", "natural", "leisure", "tourism"})
"""The keys of OpenStreetMap under which destinations stand; a shop or a road of the name is none."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class NothingFound:
    """No place of that name is known to the geocoder."""

    name: str

    @property
    def text(self) -> LocalizedText:
        """The failure in both languages."""
        return LocalizedText(
            f"OpenStreetMap knows no place called {self.name}.", f"OpenStreetMap 上没有叫“{self.name}”的地方。"
        )


@dataclass(frozen=True, slots=True)
class TooLittle:
    """The place has too few sights on the map to plan a day with."""

    name: LocalizedText

    @property
    def text(self) -> LocalizedText:
        """The failure in both languages."""
        return LocalizedText(
            f"OpenStreetMap has too few sights around {self.name.en} for a plan.",
            f"OpenStreetMap 上{self.name.zh}一带的景点太少，排不出行程。",
        )


@dataclass(frozen=True, slots=True)
class Full:
    """As many places as this installation takes are fetched already."""

    @property
    def text(self) -> LocalizedText:
        """The failure in both languages."""
        return LocalizedText("No more places can be added here.", "这里不能再添加新的地点了。")


Unplannable: TypeAlias = Failure | NothingFound | TooLittle | Full


def are_fetched() -> bool:
    """Return whether places outside the catalogue are fetched at all."""
    return bool(OVERPASS.address)


def town_called(name: str, language: Language) -> Town | Unplannable:
    """Return the place of that name; a text that can be no name is one of nowhere."""
    try:
        found = find_place(name, language)
    except ValueError:
        return NothingFound(name)
    if not isinstance(found, Answer):
        return found
    place = next((each for each in found.value if each.category in TOWNS), None)
    return NothingFound(name) if place is None else _town(place)


def town_of(city: WorldCity) -> Town:
    """Return a city of the world's list as a town."""
    return Town(
        reference=f"geonames/{city.geoname_id}",
        name=LocalizedText(city.name_en, city.name_zh or city.name_en),
        local_name="",
        lat=city.lat,
        lon=city.lon,
        population=city.population,
        elevation_m=None,
        country=city.country,
        radius_km=RADIUS_KM["city" if city.population >= LARGE_TOWN else "town"],
    )


def town_at(area: str, lat: float, lon: float) -> Town:
    """Return an area of the gazetteer that has no city of its own, such as a mountain, as a town."""
    name = LocalizedText(area, names.region_name(area, "zh"))
    return Town(f"area/{area}", name, "", lat, lon, None, None, "", DEFAULT_RADIUS_KM)


def make_plannable(town: Town) -> str | Unplannable:
    """Return the id of the catalogue's city that this town is or becomes."""
    if known := known_place(town):
        return known
    if sum(each.origin.how == "fetched" for each in source.additions().values()) >= MOST_FETCHED:
        log.warning("no more places are fetched", extra={"fetched": MOST_FETCHED})
        return Full()
    found = elements_around(Around(town.lat, town.lon, round(town.radius_km * 1000)), "sights")
    if not isinstance(found, Answer):
        return found
    try:
        place = place_of(town, _named(found.value), timezone.localdate(found.as_of), "fetched", free_id(town))
    except TooFewSights:
        return TooLittle(town.name)
    additions.add(place)
    overlay.publish_place(place.city.id)
    fetch_venues(place.city)
    return place.city.id


def _town(place: FoundPlace) -> Town:
    english = place.name_en or place.name
    return Town(
        reference=f"{place.osm_kind}/{place.osm_id}",
        name=LocalizedText(english, place.name_zh or english),
        local_name=place.name,
        lat=place.lat,
        lon=place.lon,
        population=place.population,
        elevation_m=None,
        country=place.country,
        radius_km=RADIUS_KM.get(place.kind, DEFAULT_RADIUS_KM),
    )


def _named(elements: Sequence[Element]) -> list[Element]:
    """The elements, those without an English or a Chinese name with that of Wikidata, as far as it is to be had."""
    unnamed = [each.tags["wikidata"] for each in elements if "wikidata" in each.tags and not _has_names(each)]
    labels = texts_of([id for id in dict.fromkeys(unnamed) if id.startswith("Q") and id[1:].isdigit()][:MOST_NAMED])
    entities = {id: each.value for id, each in labels.items() if isinstance(each, Answer)}
    return [_labelled(element, entities.get(element.tags.get("wikidata", ""))) for element in elements]


def _has_names(element: Element) -> bool:
    return "name:en" in element.tags and any(key.startswith("name:zh") for key in element.tags)


def _labelled(element: Element, label: object) -> Element:
    if not isinstance(label, Entity):
        return element
    names = {"name:en": label.name_en, "name:zh": label.name_zh}
    return replace(element, tags={**{key: name for key, name in names.items() if name}, **element.tags})
