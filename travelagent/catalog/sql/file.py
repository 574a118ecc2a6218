"""The catalogue as one read-only SQLite file, derived from the packaged data, whatever database the project uses.

The file is named by a hash of the data and of the schema: a new release finds no file of its name and writes one. It is
written aside and moved into place, so that several processes may do so at once, and it is never changed afterwards.
"""

import hashlib
import os
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from travelagent.catalog import gazetteer, names, source
from travelagent.catalog.climate import climate_of, elevation_of
from travelagent.catalog.money import packaged_rates
from travelagent.catalog.sql.schema import TABLES, ddl
from travelagent.catalog.text import is_spaced
from travelagent.catalog.values import TIERS, City, Sight

READ_ONLY = 0o444


def catalogue_file(folder: Path) -> Path:
    """Return the path of the read-only catalogue in a folder, written first where it is missing."""
    path = folder / f"catalogue-{_version()}.sqlite3"
    if not path.exists():
        _write(path)
    return path


def _version() -> str:
    return hashlib.sha256(source.data_hash().encode() + _rules()).hexdigest()[:16]


@cache
def _rules() -> bytes:
    return Path(__file__).read_bytes() + "".join(ddl()).encode()


def _write(path: Path) -> None:
    handle, aside = tempfile.mkstemp(prefix=".catalogue-", dir=path.parent)
    os.close(handle)
    try:
        connection = sqlite3.connect(aside)
        try:
            _fill(connection)
        finally:
            connection.close()
        os.chmod(aside, READ_ONLY)
        os.replace(aside, path)
    finally:
        Path(aside).unlink(missing_ok=True)


def _fill(connection: sqlite3.Connection) -> None:
    with connection:
        for statement in ddl():
            connection.execute(statement)
        for table, rows in _tables():
            marks = ", ".join("?" * len(TABLES[table]))
            connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)


def _tables() -> Iterator[tuple[str, Iterable[tuple[Any, ...]]]]:
    cities, sights = source.cities().values(), source.sights().values()
    yield "cities", map(_city, cities)
    yield "sights", map(_sight, sights)
    yield "climate", (row for city in cities for row in _climate(city))
    yield "sight_tags", ((sight.id, tag) for sight in sights for tag in sight.tags)
    yield "city_tags", ((city.id, tag) for city in cities for tag in city.tags)
    yield "best_months", ((city.id, month) for city in cities for month in city.best_months)
    yield "areas", _areas()
    yield "rates", ((code, float(row.per_usd)) for code, row in packaged_rates().rows.items())


def _city(city: City) -> tuple[Any, ...]:
    costs = (
        *(city.lodging.of(tier) for tier in TIERS),
        *(city.meals.of(tier) for tier in TIERS),
        *(city.daily_cost(tier) for tier in TIERS),
        city.transit_day,
    )
    return (
        *(city.id, city.name_en, city.name_zh, city.country, *names.country_name(city.country)),
        *(city.region_en, city.region_zh, city.lat, city.lon, elevation_of(city.id)),
        *(city.currency, city.days_min, city.days_max),
        *(_usd(amount, city.currency) for amount in costs),
    )


def _sight(sight: Sight) -> tuple[Any, ...]:
    return (
        *(sight.id, sight.city, sight.name_en, sight.name_zh, sight.category, sight.minutes, sight.score),
        *(float(sight.price), _usd(sight.price, source.cities()[sight.city].currency)),
        *(sight.booking, sight.indoor, sight.hours, sight.lat, sight.lon),
    )


def _climate(city: City) -> Iterator[tuple[Any, ...]]:
    for m in climate_of(city.id).months:
        yield city.id, m.month, m.t_mean, m.t_max, m.t_min, m.precip_mm, m.rain_days, m.sun_hours


def _areas() -> Iterator[tuple[str, ...]]:
    for city in source.cities().values():
        yield "region", city.region_en, city.region_en, city.region_zh, city.id
        yield "country", city.country, *names.country_name(city.country), city.id
    for row in gazetteer.rows("macros.csv"):
        chinese = next((name for name in gazetteer.split(row["aliases"]) if not is_spaced(name)), row["name"])
        for member in names.expand_macro(row["name"]):
            yield "macro", row["name"], row["name"], chinese, member


def _usd(amount: Decimal, currency: str) -> float:
    return float(packaged_rates().convert(amount, currency, "USD").amount)
