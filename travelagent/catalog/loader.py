"""Writes the packaged data into the catalogue's tables.

Each table is brought to the packaged state in one transaction: rows that are gone are deleted, all others are written
by one bulk upsert, so that keys and what hangs on them stay. An unchanged catalogue is recognized by a hash over the
data; then nothing is written.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeVar

from django.db import models, transaction

from travelagent.catalog import source, values
from travelagent.catalog.climate import climate_of, elevation_of
from travelagent.catalog.models import CatalogueVersion, City, ClimateMonth, ExchangeRate, Sight
from travelagent.catalog.open_data import rate_rows

BATCH = 400
RowT = TypeVar("RowT", bound=models.Model)


@dataclass(frozen=True, slots=True)
class LoadResult:
    """What stands in the tables after a load; `changed` is false where the hash was already there."""

    changed: bool
    data_hash: str
    counts: dict[str, int]


def load(force: bool = False) -> LoadResult:
    """Write the packaged data to the tables. Idempotent; `force` writes even when the hash is unchanged."""
    digest = source.data_hash()
    stored = CatalogueVersion.objects.filter(data_hash=digest).exists()
    if stored and not force:
        return LoadResult(False, digest, _counts())
    with transaction.atomic():
        _replace(City, [city_row(city) for city in source.cities().values()])
        _replace(Sight, [sight_row(sight) for sight in source.sights().values()])
        _replace(ClimateMonth, [row for city in source.cities() for row in _climate(city)])
        _replace(ExchangeRate, [_rate(row) for row in rate_rows()])
        CatalogueVersion.objects.update_or_create(
            pk=1,
            defaults={"data_hash": digest, "cities": len(source.cities()), "sights": len(source.sights())},
        )
    return LoadResult(True, digest, _counts())


def load_place(city: str, before: str) -> bool:
    """Write the rows of one city from the catalogue, with its sights and climate; return whether that was enough.

    It is not where the tables do not hold the data of the hash `before`: then nothing is written.
    """
    with transaction.atomic():
        if not CatalogueVersion.objects.select_for_update().filter(data_hash=before).exists():
            return False
        if (place := source.cities().get(city)) is None:
            City.objects.filter(pk=city).delete()
        else:
            sights = [sight_row(sight) for sight in source.sights_of(city)]
            Sight.objects.filter(city=city).exclude(pk__in=[row.pk for row in sights]).delete()
            _write(City, [city_row(place)])
            _write(Sight, sights)
            _write(ClimateMonth, _climate(city))
        CatalogueVersion.objects.filter(pk=1).update(
            data_hash=source.data_hash(), cities=len(source.cities()), sights=len(source.sights())
        )
    return True


def _counts() -> dict[str, int]:
    return {"cities": City.objects.count(), "sights": Sight.objects.count()}


def _replace(table: type[RowT], rows: Sequence[RowT]) -> None:
    manager = table._default_manager
    stored = set(manager.values_list("pk", flat=True))
    gone = list(stored - {row.pk for row in rows})
    for start in range(0, len(gone), BATCH):
        manager.filter(pk__in=gone[start : start + BATCH]).delete()
    _write(table, rows)


def _write(table: type[RowT], rows: Sequence[RowT]) -> None:
    columns = [field.name for field in table._meta.concrete_fields if not field.primary_key]
    key = table._meta.pk
    assert key is not None
    table._default_manager.bulk_create(
        rows, batch_size=BATCH, update_conflicts=True, update_fields=columns, unique_fields=[key.name]
    )


def city_row(city: values.City) -> City:
    """Return a city as its row."""
    climate = climate_of(city.id)
    return City(
        id=city.id,
        name_en=city.name_en,
        name_zh=city.name_zh,
        lat=city.lat,
        lon=city.lon,
        tags=list(city.tags),
        aliases=list(city.aliases),
        country=city.country,
        region_en=city.region_en,
        region_zh=city.region_zh,
        timezone=city.timezone,
        currency=city.currency,
        best_months=list(city.best_months),
        days_min=city.days_min,
        days_max=city.days_max,
        summary_en=city.summary_en,
        summary_zh=city.summary_zh,
        food_en=list(city.food_en),
        food_zh=list(city.food_zh),
        lodging_budget=city.lodging.budget,
        lodging_mid=city.lodging.mid,
        lodging_luxury=city.lodging.luxury,
        meals_budget=city.meals.budget,
        meals_mid=city.meals.mid,
        meals_luxury=city.meals.luxury,
        transit_day=city.transit_day,
        elevation_m=elevation_of(city.id),
        station_id=climate.station.wmo_id,
        station_name=climate.station.name,
        station_km=round(climate.distance_km, 1),
        station_elevation_m=climate.station.elevation_m,
        station_shift_c=climate.shift_c,
    )


def sight_row(sight: values.Sight) -> Sight:
    """Return a sight as its row."""
    return Sight(
        id=sight.id,
        city_id=sight.city,
        name_en=sight.name_en,
        name_zh=sight.name_zh,
        lat=sight.lat,
        lon=sight.lon,
        tags=list(sight.tags),
        category=sight.category,
        minutes=sight.minutes,
        score=sight.score,
        hours=sight.hours,
        price=sight.price,
        booking=sight.booking,
        note_en=sight.note_en,
        note_zh=sight.note_zh,
        indoor=sight.indoor,
        last_entry_minutes=sight.last_entry_minutes,
    )


def _climate(city: str) -> list[ClimateMonth]:
    return [
        ClimateMonth(
            id=f"{city}/{month.month}",
            city_id=city,
            month=month.month,
            t_mean=month.t_mean,
            t_max=month.t_max,
            t_min=month.t_min,
            precip_mm=month.precip_mm,
            rain_days=month.rain_days,
            sun_hours=month.sun_hours,
            years=month.years,
        )
        for month in climate_of(city).months
    ]


def _rate(row: values.RateRow) -> ExchangeRate:
    return ExchangeRate(
        currency=row.currency,
        per_usd=row.per_usd.quantize(Decimal("1E-12")),
        as_of=row.as_of,
        source=row.source,
        note=row.note,
        approximate=row.approximate,
    )
