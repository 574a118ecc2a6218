"""Reader of the curated places: CSV files into frozen values, each file read once a process.

Added places lie beside the curated ones (`add_places`), an operator's corrections over both (`correct`); names and keys
stay as they came. Imports no Django, so that the understanding, the planner's command line and the tests work without a
database. The files are written by `check`ed hands and covered by the data tests: a malformed row raises `ValueError`
that names it.
"""

import hashlib
import json
import math
from collections.abc import Callable, Mapping, Set
from dataclasses import replace
from datetime import time
from decimal import Decimal
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar, cast

from travelagent.catalog.derived import clear_derived, follows_places
from travelagent.catalog.files import DATA, csv_rows
from travelagent.catalog.provenance import Addition, Cells
from travelagent.catalog.values import (
    TAGS,
    BestHours,
    Catalogue,
    Category,
    City,
    Sight,
    Tag,
    Tiers,
)
from travelagent.plans.booking import Booking
from travelagent.plans.closures import Closure, read_closures
from travelagent.plans.sessions import Session, read_sessions
from travelagent.plans.values import LocalizedText, Point, SeasonPrices, Strain

ValueT = TypeVar("ValueT")
EARTH_DIAMETER_KM = 12742.0
DISHES = DATA / "curated/dishes.csv"
READERS = ("values.py", "files.py", "source.py", "open_data.py", "loader.py")
"""The modules of this room whose rules decide what the database holds."""


def distance_km(lat_a: float, lon_a: float, lat_b: float, lon_b: float) -> float:
    """Return the great-circle distance between two points in degrees, in kilometres (haversine, spherical Earth)."""
    a, b, c, d = map(math.radians, (lat_a, lon_a, lat_b, lon_b))
    h = math.sin((c - a) / 2) ** 2 + math.cos(a) * math.cos(c) * math.sin((d - b) / 2) ** 2
    return EARTH_DIAMETER_KM * math.asin(math.sqrt(h))


def _many(cell: str) -> tuple[str, ...]:
    return tuple(cell.split("|")) if cell else ()


def _tags(cell: str) -> tuple[Tag, ...]:
    tags = _many(cell)
    if unknown := set(tags) - set(TAGS):
        raise ValueError(f"unknown tags {sorted(unknown)}")
    return cast(tuple[Tag, ...], tags)


def _tiers(row: Mapping[str, str], kind: str) -> Tiers:
    return Tiers(*(Decimal(row[f"{kind}_{tier}"]) for tier in ("budget", "mid", "luxury")))


def _city(row: Mapping[str, str]) -> City:
    return City(
        id=row["id"],
        name_en=row["name_en"],
        name_zh=row["name_zh"],
        aliases=_many(row["aliases"]),
        country=row["country"],
        region_en=row["region_en"],
        region_zh=row["region_zh"],
        lat=float(row["lat"]),
        lon=float(row["lon"]),
        timezone=row["timezone"],
        currency=row["currency"],
        tags=_tags(row["tags"]),
        best_months=tuple(int(month) for month in _many(row["best_months"])),
        days_min=int(row["days_min"]),
        days_max=int(row["days_max"]),
        summary_en=row["summary_en"],
        summary_zh=row["summary_zh"],
        food_en=_many(row["food_en"]),
        food_zh=_many(row["food_zh"]),
        lodging=_tiers(row, "lodging"),
        meals=_tiers(row, "meals"),
        transit_day=Decimal(row["transit_day"]),
    )


def _sight(row: Mapping[str, str]) -> Sight:
    return Sight(
        id=f"{row['city']}/{row['id']}",
        city=row["city"],
        name_en=row["name_en"],
        name_zh=row["name_zh"],
        lat=float(row["lat"]),
        lon=float(row["lon"]),
        category=cast(Category, row["category"]),
        tags=_tags(row["tags"]),
        minutes=int(row["minutes"]),
        score=int(row["score"]),
        hours=row["hours"],
        price=Decimal(row["price"]),
        booking=cast(Booking, row["booking"]),
        note_en=row["note_en"],
        note_zh=row["note_zh"],
    )


CITY_COLUMNS = (
    *(f"{kind}_{tier}" for kind in ("lodging", "meals") for tier in ("budget", "mid", "luxury")),
    *("transit_day", "best_months", "days_min", "days_max", "summary_en", "summary_zh"),
)
SIGHT_COLUMNS = ("hours", "price", "minutes", "score", "booking", "lat", "lon", "note_en", "note_zh")
"""What can be corrected."""

_corrections: Mapping[str, Cells] = {}
_additions: Mapping[str, Addition] = {}


def additions() -> Mapping[str, Addition]:
    """Return the added places by the ids of their cities."""
    return _additions


def add_places(added: Mapping[str, Addition]) -> None:
    """Lay these places beside the packaged ones, in place of those that lay there before.

    One with the id of a packaged city is left out. Whoever holds values that were read earlier keeps those.
    """
    global _additions
    _additions = {id: place for id, place in sorted(added.items()) if id not in packaged_ids()}
    clear_derived()


def packaged_ids() -> Set[str]:
    """Return the ids of the packaged cities."""
    return _packaged_cities().keys()


def addition_of(place: str) -> Addition | None:
    """Return the added place that a city or a sight belongs to, None of packaged ones."""
    return _additions.get(place.partition("/")[0])


def corrections() -> Mapping[str, Cells]:
    """Return what lies over the packaged rows, by a city's or a sight's id."""
    return _corrections


def correct(corrected: Mapping[str, Cells]) -> None:
    """Lay these cells over the packaged rows, in place of what lay there before.

    Whoever holds values that were read earlier keeps those.
    """
    global _corrections
    _corrections = {place: dict(cells) for place, cells in sorted(corrected.items())}
    for derived in (cities, sights, packaged_catalogue, data_hash):
        derived.cache_clear()


def city_with(city: str, cells: Cells) -> City:
    """Return a city with these cells instead of its packaged ones.

    `ValueError` for a bad cell, `KeyError` for no city.
    """
    return _city({**_city_rows()[city], **cells})


def sight_with(sight: str, cells: Cells) -> Sight:
    """Return a sight with these cells instead of its packaged ones.

    `ValueError` for a bad cell, `KeyError` for no sight.
    """
    return _sight({**_sight_rows()[sight], **cells})


@follows_places
@cache
def _city_rows() -> Mapping[str, Cells]:
    return {**_packaged_cities(), **{id: added.city for id, added in _additions.items()}}


@follows_places
@cache
def _sight_rows() -> Mapping[str, Cells]:
    return {**_packaged_sights(), **{id: row for added in _additions.values() for id, row in added.sights.items()}}


@cache
def _packaged_cities() -> Mapping[str, Cells]:
    rows = (row for path in sorted((DATA / "curated/cities").glob("*.csv")) for row in csv_rows(path))
    return {row["id"]: row for row in rows}


@cache
def _packaged_sights() -> Mapping[str, Cells]:
    rows = (row for path in sorted((DATA / "curated/sights").glob("*.csv")) for row in csv_rows(path))
    return {f"{row['city']}/{row['id']}": row for row in rows}


@follows_places
@cache
def cities() -> Mapping[str, City]:
    """Return the cities by id: the curated ones in the order of the files, then the added ones."""
    return MappingProxyType({id: city_with(id, _corrections.get(id, {})) for id in _city_rows()})


@follows_places
@cache
def sights() -> Mapping[str, Sight]:
    """Return the sights by their global id `city/slug`: the curated ones in the order of the files, then the added
    ones.

    One without a price of its own that is entered on another's ticket has that ticket's price. A corrected price is
    that of the whole year.
    """
    found = {id: sight_with(id, _corrections.get(id, {})) for id in _sight_rows()}
    for id, seasons in _season_prices().items():
        if "price" not in _corrections.get(id, {}):
            found[id] = replace(found[id], season_prices=seasons)
    for id, ticket in shared_tickets().items():
        entered = found[id] if found[id].price else found[ticket]
        found[id] = replace(found[id], ticket=ticket, price=entered.price, season_prices=entered.season_prices)
    for id, days in ticket_days().items():
        found[id] = replace(found[id], ticket_days=days)
    for id, closed in closures().items():
        found[id] = replace(found[id], closed_on=closed)
    for id, held in sessions().items():
        found[id] = replace(found[id], sessions=held)
    return MappingProxyType(found)


def season_prices_of(sight: str) -> SeasonPrices:
    """Return the months in which a ticket costs something else, none for what is no sight of the catalogue."""
    known = sights().get(sight)
    return known.season_prices if known else ()


@cache
def _season_prices() -> Mapping[str, SeasonPrices]:
    found: dict[str, SeasonPrices] = {}
    for row in csv_rows(DATA / "curated/season_prices.csv"):
        months = tuple(int(month) for month in row["months"].split("|"))
        found[row["sight"]] = (*found.get(row["sight"], ()), (months, Decimal(row["price"])))
    return found


@cache
def shared_tickets() -> Mapping[str, str]:
    """Return the sights that are entered on another's ticket: their id to that one's."""
    return MappingProxyType({row["sight"]: row["ticket"] for row in csv_rows(DATA / "curated/tickets.csv")})


@cache
def onward() -> Mapping[str, str]:
    """Return the sights at which one comes out of another, or goes on to: by the id of that other one."""
    return MappingProxyType({row["sight"]: row["onward"] for row in csv_rows(DATA / "curated/onward.csv")})


@cache
def lit() -> frozenset[str]:
    """Return the ids of the sights that are lit up and as fine after dark as by day."""
    return frozenset(row["sight"] for row in csv_rows(DATA / "curated/lit.csv"))


@cache
def villages() -> frozenset[str]:
    """Return the ids of the places that have no public transport of their own."""
    return frozenset(row["city"] for row in csv_rows(DATA / "curated/villages.csv"))


@cache
def exits() -> Mapping[str, Point]:
    """Return where one leaves the sights that end elsewhere than where one comes in, by their ids."""
    return MappingProxyType(
        {
            row["sight"]: Point(
                LocalizedText(row["name_en"], row["name_zh"]), float(row["exit_lat"]), float(row["exit_lon"])
            )
            for row in csv_rows(DATA / "curated/exits.csv")
        }
    )


@cache
def alternatives() -> Mapping[str, str]:
    """Return the sights of which one usually does: their id to a word that those of a city have in common."""
    return MappingProxyType({row["sight"]: row["group"] for row in csv_rows(DATA / "curated/alternatives.csv")})


@cache
def ticket_days() -> Mapping[str, int]:
    """Return how many days on end a shared ticket is valid that may run out: by the ids of all sights entered on it."""
    rows = [row for row in csv_rows(DATA / "curated/tickets.csv") if row["days"]]
    return MappingProxyType({id: int(row["days"]) for row in rows for id in (row["ticket"], row["sight"])})


@cache
def best_hours() -> Mapping[str, BestHours]:
    """Return the hours between which visits are best begun, by the ids of the sights that have any."""
    rows = csv_rows(DATA / "curated/best_hours.csv")
    return MappingProxyType({r["sight"]: BestHours(_hour(r["begin_from"]), _hour(r["begin_by"])) for r in rows})


def _hour(cell: str) -> time | None:
    return time.fromisoformat(cell) if cell else None


@cache
def closures() -> Mapping[str, tuple[Closure, ...]]:
    """Return the days on which sights are closed whatever their hours, by their ids."""
    return _by_sight("closures", "closed_on", read_closures)


@cache
def sessions() -> Mapping[str, tuple[Session, ...]]:
    """Return the times at which visits begin to what begins at no other, by the ids of the sights."""
    return _by_sight("sessions", "sessions", read_sessions)


def _by_sight(name: str, column: str, read: Callable[[str], ValueT]) -> Mapping[str, ValueT]:
    """What a column of a curated file holds, by the ids of the sights. Raises ValueError that names file and sight."""
    found: dict[str, ValueT] = {}
    for row in csv_rows(DATA / f"curated/{name}.csv"):
        if row["sight"] in found:
            raise ValueError(f"{name}.csv: {row['sight']} stands there twice")
        try:
            found[row["sight"]] = read(row[column])
        except ValueError as error:
            raise ValueError(f"{name}.csv: {row['sight']}: {error}") from error
    return MappingProxyType(found)


@cache
def stations() -> Mapping[str, int]:
    """Return the sights out of town that have a railway station of their own.

    Their id to the minutes of the train from town, door to door, where no road leads to them, else to 0.
    """
    return MappingProxyType({r["sight"]: int(r["minutes"] or 0) for r in csv_rows(DATA / "curated/stations.csv")})


@cache
def _strains() -> Mapping[str, tuple[Strain, ...]]:
    found: dict[str, tuple[Strain, ...]] = {}
    for row in csv_rows(DATA / "curated/strains.csv"):
        found[row["sight"]] = (*found.get(row["sight"], ()), cast(Strain, row["strain"]))
    return MappingProxyType(found)


def is_under_roof(sight: Sight) -> bool:
    """Return whether a sight is wholly under a roof."""
    return sight.indoor == "fully" or sight.id in roofs()


def strains_of(sight: Sight) -> tuple[Strain, ...]:
    """Return what a sight asks of a body: what is known of it, and a climb of every mountain and hike."""
    uphill: tuple[Strain, ...] = ("climb",) if sight.category == "mountain" or "hiking" in sight.tags else ()
    return (*_strains().get(sight.id, ()), *uphill)


STEP_METRES = 0.17
"""The height of a step of stairs."""
STRAIN_METRES: Mapping[Strain, int] = {"stairs": 40, "climb": 100}
"""Metres of climbing where no more is known than that there are stairs (some 230 of them) or a climb: judgement."""


@cache
def climbs() -> Mapping[str, tuple[int, int]]:
    """Return what the well-known hard sights ask for, by their ids: (metres climbed, height in metres).

    Climbed on foot, without those that a cable car or a lift that most take spares; the height that they lead to is 0
    where it does not matter.
    """
    return MappingProxyType({row["sight"]: _climb(row) for row in csv_rows(DATA / "curated/climbs.csv")})


def _climb(row: Mapping[str, str]) -> tuple[int, int]:
    ascent = max(int(row["metres"]), round(int(row["steps"]) * STEP_METRES))
    return max(ascent - int(row["spared"]), 0), int(row["altitude"])


def climb_of(sight: Sight) -> tuple[int, int]:
    """Return the metres that one climbs at a sight on foot, and the height that it leads to: as known, else by its
    strains.
    """
    usual = max((STRAIN_METRES.get(strain, 0) for strain in strains_of(sight)), default=0)
    return climbs().get(sight.id, (usual, 0))


@cache
def roofs() -> frozenset[str]:
    """Return the ids of markets and stations that are under a roof, though most of their category are not."""
    return frozenset(row["sight"] for row in csv_rows(DATA / "curated/roofs.csv"))


@follows_places
@cache
def dishes() -> Mapping[str, frozenset[str]]:
    """Return what the cities' dishes are usually made with, by their names in both languages.

    Dishes of one name together. `varies` is among it where the name is no evidence of what is in it.
    """
    made_with = {row["dish"]: _many(row["contains"]) for row in csv_rows(DISHES)}
    found: dict[str, set[str]] = {}
    for city in cities().values():
        for english, chinese in zip(city.food_en, city.food_zh, strict=True):
            for name in (english, chinese):
                found.setdefault(name, set()).update(made_with[english])
    return MappingProxyType({name: frozenset(contents) for name, contents in found.items()})


@cache
def drinks() -> frozenset[str]:
    """Return what cities are known for that one drinks, by the names in English."""
    return frozenset(row["dish"] for row in csv_rows(DISHES) if row["kind"] == "drink")


@follows_places
@cache
def packaged_catalogue() -> Catalogue:
    """Return the packaged and the added cities and sights, as this process holds them."""
    return Catalogue(cities(), sights())


def sights_of(city: str) -> tuple[Sight, ...]:
    """Return the sights of a city of the catalogue. Another id raises `KeyError`."""
    return packaged_catalogue().sights_of(city)


@follows_places
@cache
def data_hash() -> str:
    """Return the SHA-256 over every packaged file, the corrections, the added places and the rules by which this
    package reads them, by which the loader finds that nothing changed.
    """
    digest = hashlib.sha256(json.dumps(_corrections, sort_keys=True).encode())
    for added in _additions.values():
        digest.update(added.digest.encode())
    here = Path(__file__).parent
    files = [path for path in DATA.rglob("*") if path.suffix in {".csv", ".gz", ".toml"}]
    for path in sorted([*files, *(here / name for name in READERS)]):
        digest.update(path.relative_to(here).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
