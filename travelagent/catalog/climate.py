"""The climate of places: of the weather stations, that which stands best for one. Imports no Django."""

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from statistics import median

from travelagent.catalog.derived import follows_places
from travelagent.catalog.files import DATA, csv_rows
from travelagent.catalog.source import addition_of, cities, distance_km
from travelagent.catalog.values import CityClimate, ClimateStation, MonthNormals

# How many kilometres farther a station may be for standing 100 m nearer to the city's height, and the fall of
# temperature with height in the standard atmosphere.
KM_PER_100_M = 10.0
LAPSE_C_PER_100_M = 0.65
AROUND_KM = 120
IN_TOWN_KM = 8
LOWLAND_METRES = 20
REPORTED = ("t_mean", "t_max", "t_min", "precip_mm", "rain_days_ge1mm")
FAR_STATION_KM = 50


def _optional(cell: str) -> float | None:
    return float(cell) if cell else None


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
    """Return the weather stations that report temperature and rain in all twelve months (2,939 of 3,136)."""
    grouped: dict[str, list[dict[str, str]]] = {}
    for row in csv_rows(DATA / "open/climate_monthly.csv.gz"):
        grouped.setdefault(row["wmo_id"], []).append(row)
    reporting = (rows for rows in grouped.values() if all(row[column] for row in rows for column in REPORTED))
    return tuple(_station(sorted(rows, key=lambda row: int(row["month"]))) for rows in reporting)


@cache
def _elevations() -> Mapping[str, int]:
    return {row["city"]: int(row["metres"]) for row in csv_rows(DATA / "curated/elevations.csv")}


def elevation_of(city: str) -> int:
    """Return a city's height in metres, estimated; packaged cities not listed lie below 100 m and count as lowland."""
    if added := addition_of(city):
        return added.elevation_m
    return _elevations().get(city, LOWLAND_METRES)


def nearest_climate(lat: float, lon: float, elevation_m: float | None = None) -> CityClimate:
    """Return the climate of the station that stands best for a place: near, and at its height.

    With a height given, the temperatures are moved to it by the standard lapse rate, and the shift is named in the
    result; without one, the place is taken to lie as high as the middle one of the stations within `AROUND_KM`, so that
    no mountain's station stands for a town, and no higher than one in the town itself.
    """

    reach = 8.0
    around: list[CityClimate] = []
    while not around:
        wide = reach / max(math.cos(math.radians(lat)), 0.1)
        around = [
            CityClimate(station, distance_km(lat, lon, station.lat, station.lon), 0.0)
            for station in climate_stations()
            if abs(station.lat - lat) < reach and abs((station.lon - lon + 180) % 360 - 180) < wide
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


@follows_places
@cache
def climate_of(city: str) -> CityClimate:
    """Return the climate that stands for a curated city. An id that is not curated raises `KeyError`."""
    place = cities()[city]
    return nearest_climate(place.lat, place.lon, elevation_of(city))
