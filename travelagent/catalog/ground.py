"""Getting about on the ground: which land a place lies on, and what a taxi costs there.

A land is what roads, rails, bridges and tunnels join, so that Great Britain belongs to the mainland of Europe, Asia and
Africa, and Japan's main islands are one. `lands.csv` names it by country, and by a circle for islands of a country that
lies elsewhere; what it does not name is that mainland. `taxis.csv` has a flag-fall and a kilometre price a country.
"""

from decimal import Decimal
from functools import cache
from typing import NamedTuple

from travelagent.catalog.source import DATA, csv_rows, distance_km

MAINLAND = "mainland"


class _Island(NamedTuple):
    land: str
    countries: tuple[str, ...]
    lat: float
    lon: float
    radius_km: float


class Taxi(NamedTuple):
    """What a ride costs in `currency`: `base` and `per_km` for every kilometre, time in traffic included."""

    currency: str
    base: Decimal
    per_km: Decimal


def land_of(country: str, lat: float, lon: float) -> str:
    """The land that a place of that country (ISO code) lies on."""
    for island in _islands():
        if country in island.countries and distance_km(lat, lon, island.lat, island.lon) <= island.radius_km:
            return island.land
    return _lands().get(country, MAINLAND)


def taxi_of(country: str) -> Taxi | None:
    """The taxi prices of a country (ISO code), None where they are not known."""
    return _taxis().get(country)


@cache
def _islands() -> tuple[_Island, ...]:
    return tuple(
        _Island(row["land"], _codes(row), float(row["lat"]), float(row["lon"]), float(row["radius_km"]))
        for row in csv_rows(DATA / "curated/lands.csv")
        if row["radius_km"]
    )


@cache
def _lands() -> dict[str, str]:
    found = [row for row in csv_rows(DATA / "curated/lands.csv") if not row["radius_km"]]
    return {code: row["land"] for row in found for code in _codes(row)}


def _codes(row: dict[str, str]) -> tuple[str, ...]:
    return tuple(row["countries"].split("|"))


@cache
def _taxis() -> dict[str, Taxi]:
    return {
        row["country"]: Taxi(row["currency"], Decimal(row["base"]), Decimal(row["per_km"]))
        for row in csv_rows(DATA / "curated/taxis.csv")
    }
