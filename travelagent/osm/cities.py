"""A town of OpenStreetMap as a place that can be planned: its sights, and estimates of what the map does not tell."""

from collections import Counter
from collections.abc import Iterable
from datetime import date

from travelagent.catalog import source
from travelagent.catalog.estimates import estimate_city, ticket_estimates
from travelagent.catalog.provenance import OSM_COPYRIGHT_URL, OSM_LICENCE_URL, AddedPlace, AddedSight, How, Origin
from travelagent.catalog.text import key
from travelagent.catalog.values import City, Tag
from travelagent.catalog.venues import LICENCE, SOURCE
from travelagent.osm.elements import Element
from travelagent.osm.names import slug_of
from travelagent.osm.places import Town
from travelagent.osm.sights import sights_of
from travelagent.plans.values import LocalizedText

FEWEST_SIGHTS = 4
"""A place with fewer sights than this is no destination of its own."""
DAY_MINUTES = 330
"""So many minutes of visits fill a day."""
MOST_DAYS = 4
CITY_TAGS = 6
ESTIMATED = ("lodging", "meals", "transit_day", "currency", "best_months", "days_min", "days_max", "tags", "region")
SUMMARY = LocalizedText(
    "From OpenStreetMap, not yet checked by us; costs are estimates.",
    "资料来自 OpenStreetMap，本站尚未核实；花费为估计。",
)


SAME_PLACE_KM = 20.0
"""Farther apart, two places of one name are two places."""


class TooFewSights(Exception):
    """The elements hold too little to plan a day with."""

    def __init__(self, name: str, found: int) -> None:
        super().__init__(f"{name}: {found} sights, at least {FEWEST_SIGHTS} are needed")
        self.found = found


def origin_of(as_of: date, how: How) -> Origin:
    """Return OpenStreetMap as the origin of data of that day."""
    return Origin(SOURCE.en, LICENCE, OSM_COPYRIGHT_URL, OSM_LICENCE_URL, as_of, how)


def place_of(town: Town, elements: Iterable[Element], as_of: date, how: How, id: str = "") -> AddedPlace:
    """Return the town with the best sights among the elements, under this id, else one made of its name.

    Raises TooFewSights.
    """
    id = id or slug_of(town.name.en) or town.reference.replace("/", "-")
    estimates = estimate_city(town.name.en, town.lat, town.lon, town.country, town.elevation_m)
    tickets = ticket_estimates(town.lat, town.lon, estimates.country, estimates.currency)
    sights = sights_of(elements, id, estimates.currency, tickets)
    if len(sights) < FEWEST_SIGHTS:
        raise TooFewSights(town.name.en, len(sights))
    days = _days(sights)
    name_zh = town.name.zh if town.name.zh != town.name.en else estimates.name_zh or town.name.en
    aliases = (town.local_name,) if town.local_name not in (town.name.en, name_zh, "") else ()
    city = City(
        id=id,
        name_en=town.name.en,
        name_zh=name_zh,
        aliases=tuple(alias.replace("|", " ") for alias in aliases),
        country=estimates.country,
        region_en=estimates.region_en,
        region_zh=estimates.region_zh,
        lat=round(town.lat, 6),
        lon=round(town.lon, 6),
        timezone=estimates.timezone,
        currency=estimates.currency,
        tags=_tags(sights),
        best_months=estimates.best_months,
        days_min=max(1, days - 1),
        days_max=days,
        summary_en=SUMMARY.en,
        summary_zh=SUMMARY.zh,
        food_en=(),
        food_zh=(),
        lodging=estimates.lodging,
        meals=estimates.meals,
        transit_day=estimates.transit_day,
    )
    estimated = ESTIMATED if town.elevation_m is not None else (*ESTIMATED, "elevation_m")
    return AddedPlace(city, sights, origin_of(as_of, how), estimates.elevation_m, estimated)


def names_of_place(id: str) -> frozenset[str]:
    """Return the names of a city of the catalogue, folded."""
    city = source.cities()[id]
    return frozenset(key(name) for name in (city.name_en, city.name_zh, *city.aliases))


def packaged_city(town: Town) -> str | None:
    """Return the id of the packaged city that this town is; None of any other."""
    return next((id for id in source.packaged_ids() if _is_at(town, id)), None)


def known_place(town: Town) -> str | None:
    """Return the id of the city that this town is, packaged or added; None of any other."""
    return packaged_city(town) or next((id for id in source.additions() if _is_at(town, id)), None)


def free_id(town: Town) -> str:
    """Return an id by the town's name; with its reference where another place has that."""
    slug, reference = slug_of(town.name.en), town.reference.replace("/", "-")
    stays = slug not in source.cities() or (slug in source.additions() and _is_near(town, slug))
    return slug if slug and stays else f"{slug[:40]}-{reference}".strip("-")


def _is_at(town: Town, id: str) -> bool:
    return _is_near(town, id) and not town.names.isdisjoint(names_of_place(id))


def _is_near(town: Town, id: str) -> bool:
    city = source.cities()[id]
    return source.distance_km(town.lat, town.lon, city.lat, city.lon) <= SAME_PLACE_KM


def _days(sights: Iterable[AddedSight]) -> int:
    """The days that the sights worth most fill, at least one."""
    minutes = sum(added.sight.minutes for added in sights if added.sight.score >= 4)
    return max(1, min(MOST_DAYS, round(minutes / DAY_MINUTES)))


def _tags(sights: Iterable[AddedSight]) -> tuple[Tag, ...]:
    counted: Counter[Tag] = Counter()
    for added in sights:
        for tag in added.sight.tags:
            counted[tag] += added.sight.score
    return tuple(tag for tag, _ in counted.most_common(CITY_TAGS))
