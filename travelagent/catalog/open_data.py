"""Open data beside the curated places: the world's cities, exchange rates, heritage, per diems. Imports no Django."""

import csv
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal
from functools import cache

from travelagent.catalog.files import DATA, csv_rows, opened
from travelagent.catalog.values import (
    HeritageSite,
    PerDiem,
    RateRow,
    ScenicArea,
    WorldCity,
)


@cache
def world_cities() -> tuple[WorldCity, ...]:
    """Return every city over 15,000 people, largest first.

    Without a Chinese name of GeoNames, under the one listed here.
    """
    listed = _chinese_names()
    with opened(DATA / "open/cities15000.csv.gz") as file:
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
    """Return the world city of this GeoNames id, or `None`."""
    return next((city for city in world_cities() if city.geoname_id == geoname_id), None)


@cache
def rate_rows() -> tuple[RateRow, ...]:
    """Return every known currency once: the European Central Bank's where it publishes one, else the supplement's
    estimate.
    """
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
    with opened(DATA / "open/ecb_2026-10-30.csv") as file:
        for row in csv.DictReader(file, skipinitialspace=True):
            yield {key.strip(): value.strip() for key, value in row.items() if key.strip()}


@cache
def heritage_sites() -> tuple[HeritageSite, ...]:
    """Return the World Heritage list of 2023."""
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
    """Return China's 5A scenic areas of 2020."""
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
    """Return the US government's lodging and meals ceilings abroad, April 2026."""
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
