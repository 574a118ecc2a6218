"""Reader of the packaged data: CSV files (the large ones gzipped) into frozen values, each file read once a process.

An operator's corrections lie over the curated places (`correct`); names and keys stay as packaged.
Imports no Django, so that the understanding, the planner's command line and the tests work without a database.
The files are written by `check`ed hands and covered by the data tests: a malformed row raises `ValueError` naming it.
"""

import csv
import gzip
import hashlib
import io
import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime, time
from decimal import Decimal
from functools import cache
from pathlib import Path
from statistics import median
from types import MappingProxyType
from typing import TypeAlias, cast

from travelagent.catalog.values import (
    TAGS,
    Booking,
    Catalogue,
    Category,
    City,
    CityClimate,
    ClimateStation,
    HeritageSite,
    MonthNormals,
    PerDiem,
    RateRow,
    ScenicArea,
    Sight,
    Tag,
    Tiers,
    WorldCity,
)
from travelagent.planning.values import Strain

DATA = Path(__file__).parent / "data"
EARTH_DIAMETER_KM = 12742.0
# How many kilometres farther a station may be for standing 100 m nearer to the city's height, and the fall of
# temperature with height in the standard atmosphere.
KM_PER_100_M = 10.0
LAPSE_C_PER_100_M = 0.65
AROUND_KM = 120
IN_TOWN_KM = 8
LOWLAND_METRES = 20
REPORTED = ("t_mean", "t_max", "t_min", "precip_mm", "rain_days_ge1mm")
FAR_STATION_KM = 50


def distance_km(lat_a: float, lon_a: float, lat_b: float, lon_b: float) -> float:
    """Great-circle distance between two points in degrees, in kilometres (haversine, spherical Earth)."""
    a, b, c, d = map(math.radians, (lat_a, lon_a, lat_b, lon_b))
    h = math.sin((c - a) / 2) ** 2 + math.cos(a) * math.cos(c) * math.sin((d - b) / 2) ** 2
    return EARTH_DIAMETER_KM * math.asin(math.sqrt(h))


def _open(path: Path) -> io.TextIOBase:
    if path.suffix == ".gz":
        return io.StringIO(gzip.decompress(path.read_bytes()).decode("utf-8"), newline="")
    return path.open(encoding="utf-8", newline="")


def csv_rows(path: Path) -> Iterator[dict[str, str]]:
    """The rows of a packaged CSV file by column. `ValueError` for a row whose cells do not match the header."""
    with _open(path) as file:
        for number, row in enumerate(csv.DictReader(file, strict=True), 2):
            if None in row or None in row.values():
                raise ValueError(f"{path.name}:{number}: the cells do not match the header")
            yield row


def _many(cell: str) -> tuple[str, ...]:
    return tuple(cell.split("|")) if cell else ()


def _tags(cell: str) -> tuple[Tag, ...]:
    tags = _many(cell)
    if unknown := set(tags) - set(TAGS):
        raise ValueError(f"unknown tags {sorted(unknown)}")
    return cast(tuple[Tag, ...], tags)


def _optional(cell: str) -> float | None:
    return float(cell) if cell else None


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


Cells: TypeAlias = Mapping[str, str]
"""Cells of a row by column, as they stand in the files."""

CITY_COLUMNS = (
    *(f"{kind}_{tier}" for kind in ("lodging", "meals") for tier in ("budget", "mid", "luxury")),
    *("transit_day", "best_months", "days_min", "days_max", "summary_en", "summary_zh"),
)
SIGHT_COLUMNS = ("hours", "price", "minutes", "score", "booking", "lat", "lon", "note_en", "note_zh")
"""What can be corrected."""

_corrections: Mapping[str, Cells] = {}


def corrections() -> Mapping[str, Cells]:
    """What lies over the packaged rows, by a city's or a sight's id."""
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
    """A city with these cells instead of its packaged ones. `ValueError` for a bad cell, `KeyError` for no city."""
    return _city(_city_rows()[city] | dict(cells))


def sight_with(sight: str, cells: Cells) -> Sight:
    """A sight with these cells instead of its packaged ones. `ValueError` for a bad cell, `KeyError` for no sight."""
    return _sight(_sight_rows()[sight] | dict(cells))


@cache
def _city_rows() -> Mapping[str, dict[str, str]]:
    rows = (row for path in sorted((DATA / "curated/cities").glob("*.csv")) for row in csv_rows(path))
    return {row["id"]: row for row in rows}


@cache
def _sight_rows() -> Mapping[str, dict[str, str]]:
    rows = (row for path in sorted((DATA / "curated/sights").glob("*.csv")) for row in csv_rows(path))
    return {f"{row['city']}/{row['id']}": row for row in rows}


@cache
def cities() -> Mapping[str, City]:
    """The curated cities by id, in the order of the files."""
    return MappingProxyType({id: city_with(id, _corrections.get(id, {})) for id in _city_rows()})


@cache
def sights() -> Mapping[str, Sight]:
    """The curated sights by their global id `city/slug`, in the order of the files.

    One without a price of its own that is entered on another's ticket has that ticket's price.
    """
    found = {id: sight_with(id, _corrections.get(id, {})) for id in _sight_rows()}
    for id, ticket in shared_tickets().items():
        found[id] = replace(found[id], ticket=ticket, price=found[id].price or found[ticket].price)
    return MappingProxyType(found)


@cache
def shared_tickets() -> Mapping[str, str]:
    """The sights that are entered on another's ticket: their id to that one's."""
    return MappingProxyType({row["sight"]: row["ticket"] for row in csv_rows(DATA / "curated/tickets.csv")})


@cache
def best_hours() -> Mapping[str, time]:
    """The sights that are best visited early: their id to the hour by which a visit is best begun."""
    rows = csv_rows(DATA / "curated/best_hours.csv")
    return MappingProxyType({row["sight"]: time.fromisoformat(row["begin_by"]) for row in rows})


@cache
def stations() -> Mapping[str, int]:
    """The sights out of town that have a railway station of their own: their id to the minutes of the train from town,
    door to door, where no road leads to them, else to 0."""
    return MappingProxyType({r["sight"]: int(r["minutes"] or 0) for r in csv_rows(DATA / "curated/stations.csv")})


@cache
def _strains() -> Mapping[str, tuple[Strain, ...]]:
    found: dict[str, tuple[Strain, ...]] = {}
    for row in csv_rows(DATA / "curated/strains.csv"):
        found[row["sight"]] = (*found.get(row["sight"], ()), cast(Strain, row["strain"]))
    return MappingProxyType(found)


def strains_of(sight: Sight) -> tuple[Strain, ...]:
    """What a sight asks of a body: what is known of it, and a climb of every mountain and hike."""
    uphill: tuple[Strain, ...] = ("climb",) if sight.category == "mountain" or "hiking" in sight.tags else ()
    return (*_strains().get(sight.id, ()), *uphill)


@cache
def roofs() -> frozenset[str]:
    """The ids of markets and stations that are under a roof, though most of their category are not."""
    return frozenset(row["sight"] for row in csv_rows(DATA / "curated/roofs.csv"))


@cache
def dishes() -> Mapping[str, frozenset[str]]:
    """What the cities' dishes are usually made with, by their names in both languages; dishes of one name together.

    `varies` is among it where the name says little of what is in it.
    """
    made_with = {row["dish"]: _many(row["contains"]) for row in csv_rows(DATA / "curated/dishes.csv")}
    found: dict[str, set[str]] = {}
    for city in cities().values():
        for english, chinese in zip(city.food_en, city.food_zh, strict=True):
            for name in (english, chinese):
                found.setdefault(name, set()).update(made_with[english])
    return MappingProxyType({name: frozenset(contents) for name, contents in found.items()})


@cache
def packaged_catalogue() -> Catalogue:
    """The curated cities and sights as packaged, without a database."""
    return Catalogue(cities(), sights())


def sights_of(city: str) -> tuple[Sight, ...]:
    """The packaged sights of a curated city. An id that is not curated raises `KeyError`."""
    return packaged_catalogue().sights_of(city)


@cache
def world_cities() -> tuple[WorldCity, ...]:
    """Every city over 15,000 people, largest first; without a Chinese name of GeoNames, under the one listed here."""
    listed = _chinese_names()
    with _open(DATA / "open/cities15000.csv.gz") as file:
        reader = csv.reader(file)
        next(reader)
        return tuple(
            WorldCity(
                int(i),
                en,
                zh or listed.get((en, country), ""),
                country,
                admin,
                float(lat),
                float(lon),
                int(people),
                zone,
            )
            for i, en, zh, country, admin, lat, lon, people, zone in reader
        )


def _chinese_names() -> Mapping[tuple[str, str], str]:
    """The first Chinese alias of each city of `names/cities.csv`, by its English name and country."""
    rows = ((row, row["aliases"].split("|")) for row in csv_rows(DATA / "names/cities.csv"))
    chinese = ((row, next((alias for alias in aliases if "\u4e00" <= alias <= "\u9fff"), "")) for row, aliases in rows)
    return {(row["name"], row["country"]): name for row, name in chinese if name}


@cache
def world_city(geoname_id: int) -> WorldCity | None:
    """The world city of this GeoNames id, or `None`."""
    return next((city for city in world_cities() if city.geoname_id == geoname_id), None)


def _station(rows: list[dict[str, str]]) -> ClimateStation:
    first = rows[0]
    return ClimateStation(
        wmo_id=first["wmo_id"],
        name=first["name"],
        country=first["country"],
        lat=float(first["lat"]),
        lon=float(first["lon"]),
        elevation_m=float(first["elev_m"]),
        months=tuple(
            MonthNormals(
                month=int(row["month"]),
                t_mean=float(row["t_mean"]),
                t_max=float(row["t_max"]),
                t_min=float(row["t_min"]),
                precip_mm=float(row["precip_mm"]),
                rain_days=float(row["rain_days_ge1mm"]),
                sun_hours=_optional(row["sun_hours"]),
                years=int(row["years"]),
            )
            for row in rows
        ),
    )


@cache
def climate_stations() -> tuple[ClimateStation, ...]:
    """The weather stations that report temperature and rain in all twelve months (2,939 of 3,136)."""
    grouped: dict[str, list[dict[str, str]]] = {}
    for row in csv_rows(DATA / "open/climate_monthly.csv.gz"):
        grouped.setdefault(row["wmo_id"], []).append(row)
    reporting = (rows for rows in grouped.values() if all(row[column] for row in rows for column in REPORTED))
    return tuple(_station(sorted(rows, key=lambda row: int(row["month"]))) for rows in reporting)


@cache
def _elevations() -> Mapping[str, int]:
    return {row["city"]: int(row["metres"]) for row in csv_rows(DATA / "curated/elevations.csv")}


def elevation_of(city: str) -> int:
    """A curated city's height in metres, estimated; cities not listed lie below 100 m and count as lowland."""
    return _elevations().get(city, LOWLAND_METRES)


def nearest_climate(lat: float, lon: float, elevation_m: float | None = None) -> CityClimate:
    """The station that stands best for a place: near, and at its height.

    With a height given, the temperatures are moved to it by the standard lapse rate, and the shift is named in the
    result; without one, the place is taken to lie as high as the middle one of the stations within `AROUND_KM`, so that
    no mountain's station stands for a town, and no higher than one in the town itself.
    """

    reach = 8.0
    around: list[CityClimate] = []
    while not around:
        around = [
            CityClimate(station, distance_km(lat, lon, station.lat, station.lon), 0.0)
            for station in climate_stations()
            if abs(station.lat - lat) < reach
        ]
        reach *= 2
    nearest = min(around, key=lambda climate: climate.distance_km)
    near = [climate for climate in around if climate.distance_km < AROUND_KM] or [nearest]
    in_town = [climate.station.elevation_m for climate in near if climate.distance_km < IN_TOWN_KM]
    supposed = min([median(climate.station.elevation_m for climate in near), *in_town])
    height = supposed if elevation_m is None else elevation_m

    def badness(climate: CityClimate) -> float:
        return climate.distance_km + abs(climate.station.elevation_m - height) / 100 * KM_PER_100_M

    best = min(around, key=badness)
    if elevation_m is None:
        return best
    return replace(best, shift_c=round((best.station.elevation_m - elevation_m) / 100 * LAPSE_C_PER_100_M, 1))


@cache
def climate_of(city: str) -> CityClimate:
    """The climate that stands for a curated city. An id that is not curated raises `KeyError`."""
    place = cities()[city]
    return nearest_climate(place.lat, place.lon, elevation_of(city))


@cache
def rate_rows() -> tuple[RateRow, ...]:
    """Every known currency once: the European Central Bank's where it publishes one, else the supplement's estimate."""
    (published,) = _rows_of_rates()
    as_of = datetime.strptime(published.pop("Date"), "%d %B %Y").date()
    per_euro = {code: Decimal(rate) for code, rate in published.items()}
    dollars = per_euro["USD"]
    rows = [RateRow("EUR", 1 / dollars, as_of, "ecb", "")]
    rows += [RateRow(code, rate / dollars, as_of, "ecb", "") for code, rate in per_euro.items()]
    for row in csv_rows(DATA / "open/fx_supplement.csv"):
        rows.append(RateRow(row["currency"], Decimal(row["per_usd"]), None, "supplement", row["note"]))
    return tuple(rows)


def _rows_of_rates() -> Iterator[dict[str, str]]:
    with _open(DATA / "open/ecb_2026-10-30.csv") as file:
        for row in csv.DictReader(file, skipinitialspace=True):
            yield {key.strip(): value.strip() for key, value in row.items() if key.strip()}


@cache
def heritage_sites() -> tuple[HeritageSite, ...]:
    """The World Heritage list of 2023."""
    return tuple(
        HeritageSite(
            id_no=row["id_no"],
            name_en=row["name_en"],
            name_zh=row["name_zh"],
            category=row["category"],
            year=int(row["date_inscribed"]),
            in_danger=row["danger"] == "1",
            lat=float(row["lat"]),
            lon=float(row["lon"]),
            criteria=row["criteria"],
            countries=tuple(code.strip() for code in row["iso2"].split(",") if code.strip()),
        )
        for row in csv_rows(DATA / "open/unesco_2023.csv.gz")
    )


@cache
def scenic_areas() -> tuple[ScenicArea, ...]:
    """China's 5A scenic areas of 2020."""
    return tuple(
        ScenicArea(
            province=row["province"],
            city=row["city"],
            name_zh=row["name_zh"],
            year_rated=int(row["year_rated"]),
            lat=float(row["lat_wgs84"]),
            lon=float(row["lon_wgs84"]),
        )
        for row in csv_rows(DATA / "open/china_5a_2020.csv")
    )


@cache
def per_diems() -> tuple[PerDiem, ...]:
    """The US government's lodging and meals ceilings abroad, April 2026."""
    return tuple(
        PerDiem(
            country=row["Country"].title(),
            location=row["Location"],
            season_start=date.fromisoformat(row["Season Start Date"]),
            season_end=date.fromisoformat(row["Season End Date"]),
            lodging=Decimal(row["Lodging"]),
            meals=Decimal(row["Meals & Incidentals"]),
        )
        for row in csv_rows(DATA / "open/us_state_per_diem_2026-04.csv.gz")
    )


@cache
def data_hash() -> str:
    """SHA-256 over every packaged file, the corrections and this room's reading rules: what the loader compares."""
    digest = hashlib.sha256(json.dumps(_corrections, sort_keys=True).encode())
    here = Path(__file__).parent
    files = [path for path in DATA.rglob("*") if path.suffix in {".csv", ".gz", ".toml"}]
    for path in sorted([*files, here / "values.py", here / "source.py", here / "loader.py"]):
        digest.update(path.relative_to(here).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
