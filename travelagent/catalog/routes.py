"""Regions and drives that are seen from several bases, one after the other: the usual stays of each, in their order.

A route belongs to an area that the gazetteer knows by its names; what it is called in a message is found there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import cast

from travelagent.catalog import gazetteer, source
from travelagent.catalog.files import DATA, csv_rows
from travelagent.catalog.text import key
from travelagent.plans.values import IntercityMode

AREAS = frozenset({"macro", "region"})
"""The kinds of areas that a route may belong to."""


@dataclass(frozen=True, slots=True)
class RouteStay:
    """A base of a route: its city, the days that it takes at least, and its rank: 1 is given up last."""

    city: str
    days: int
    rank: int


@dataclass(frozen=True, slots=True)
class Route:
    """The bases of an area in the order in which they are visited, how one gets from one to the next, and the days that
    the whole usually takes."""

    area: str
    mode: IntercityMode
    days: int
    stays: tuple[RouteStay, ...]

    def fitted(self, days: int) -> tuple[tuple[str, int], ...]:
        """Return the cities of a trip of that length with their days, in the route's order.

        Bases are taken by rank while their least days fit; a base that does not fit ends that, so that no lesser one is
        visited in its stead. Days to spare lengthen the stays by rank, each to its city's usual most, then the first.
        """
        by_rank = sorted(self.stays, key=lambda stay: stay.rank)
        taken = {by_rank[0].city: min(by_rank[0].days, days)}
        for stay in by_rank[1:]:
            if sum(taken.values()) + stay.days > days:
                break
            taken[stay.city] = stay.days
        spare = days - sum(taken.values())
        while spare:
            longer = [city for city in taken if taken[city] < source.cities()[city].days_max] or [by_rank[0].city]
            for city in longer[:spare]:
                taken[city] += 1
            spare -= len(longer[:spare])
        return tuple((stay.city, taken[stay.city]) for stay in self.stays if stay.city in taken)


@cache
def routes() -> Mapping[str, Route]:
    """Return the routes by the English name of their area. A malformed row raises ValueError that names it."""
    return MappingProxyType({row["area"]: _route(row) for row in csv_rows(DATA / "curated/routes.csv")})


def route_named(text: str) -> Route | None:
    """Return the route of the area of that name, in either language.

    None where it is first of all another place's, and for several areas under one name.
    """
    entry = gazetteer.known().entries.get(key(text))
    if entry is None or entry.readings[0].kind not in AREAS or len(entry.readings[0].ids) != 1:
        return None
    return routes().get(entry.readings[0].ids[0])


def _route(row: Mapping[str, str]) -> Route:
    stays = []
    for cell in row["stays"].split("|"):
        city, _, numbers = cell.partition(":")
        try:
            days, rank = map(int, numbers.split(":"))
        except ValueError as error:
            raise ValueError(f"routes.csv: {row['area']}: {cell!r} is no city:days:rank") from error
        stays.append(RouteStay(city, days, rank))
    return Route(row["area"], cast(IntercityMode, row["way"]), int(row["days"]), tuple(stays))
