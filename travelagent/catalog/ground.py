"""Getting about on the ground: which land a place lies on, and what taxis and trains cost there.

A land is what roads, rails, bridges and tunnels join, so that Great Britain belongs to the mainland of Europe, Asia and
Africa, and Japan's main islands are one. `lands.csv` names it by country, and by a circle for islands of a country that
lies elsewhere; what it does not name is that mainland. `taxis.csv`, `trains.csv` and `suburban_trains.csv` have a base
and a kilometre price a country. `shuttles.csv` names the sights of scenic areas that are closed to taxis, `ferries.csv`
those that one reaches by boat, with the island that they lie on and the minutes that boarding and the crossing take
beside the way.
"""

from decimal import Decimal
from functools import cache
from typing import NamedTuple

from travelagent.catalog.files import DATA, csv_rows
from travelagent.catalog.source import distance_km

MAINLAND = "mainland"


class _Island(NamedTuple):
    land: str
    countries: tuple[str, ...]
    lat: float
    lon: float
    radius_km: float


class Tariff(NamedTuple):
    """What a ride costs in `currency`: `base` and `per_km` for every kilometre, a taxi's time in traffic included."""

    currency: str
    base: Decimal
    per_km: Decimal


def land_of(country: str, lat: float, lon: float) -> str:
    """Return the land that a place of that country (ISO code) lies on."""
    for island in _islands():
        if country in island.countries and distance_km(lat, lon, island.lat, island.lon) <= island.radius_km:
            return island.land
    return _lands().get(country, MAINLAND)


def taxi_of(country: str) -> Tariff | None:
    """Return the taxi prices of a country (ISO code), None where they are not known."""
    return _tariffs("taxis").get(country)


def train_of(country: str) -> Tariff | None:
    """Return one person's usual train fare between cities of a country (ISO code), None where it is not known."""
    return _tariffs("trains").get(country)


def suburban_train_of(country: str) -> Tariff | None:
    """Return one person's usual fare of a country's suburban trains (ISO code), None where it is not known."""
    return _tariffs("suburban_trains").get(country)


def area_of(sight: str) -> str:
    """Return the scenic area or the island on which a sight (`city/slug`) lies, where no taxi goes.

    Empty without one.
    """
    crossing = _crossings().get(sight)
    return crossing["area"] if crossing else _areas().get(sight, "")


def crossing_of(sight: str) -> int:
    """Return the minutes of the boat to a sight's island; 0 where one needs none."""
    crossing = _crossings().get(sight)
    return int(crossing["minutes"]) if crossing else 0


@cache
def _crossings() -> dict[str, dict[str, str]]:
    return {row["sight"]: row for row in csv_rows(DATA / "curated/ferries.csv")}


def is_on_foot(sight: str) -> bool:
    """Return whether nothing drives within the area of a sight, so that one goes there by paths and steps."""
    return sight in _on_foot()


@cache
def _areas() -> dict[str, str]:
    return {row["sight"]: row["area"] for row in csv_rows(DATA / "curated/shuttles.csv")}


@cache
def _on_foot() -> frozenset[str]:
    return frozenset(row["sight"] for row in csv_rows(DATA / "curated/shuttles.csv") if row["on_foot"])


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
def _tariffs(kind: str) -> dict[str, Tariff]:
    return {
        row["country"]: Tariff(row["currency"], Decimal(row["base"]), Decimal(row["per_km"]))
        for row in csv_rows(DATA / f"curated/{kind}.csv")
    }
