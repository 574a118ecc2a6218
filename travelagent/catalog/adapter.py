"""From the catalogue to the planning engine: sights, stays, costs and rates in the shapes that planning takes."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import time

from travelagent.catalog import source
from travelagent.catalog.bases import bases_of
from travelagent.catalog.climate import elevation_of
from travelagent.catalog.coaches import coach_of
from travelagent.catalog.concessions import concessions_of
from travelagent.catalog.ground import (
    Tariff,
    area_of,
    crossing_of,
    is_on_foot,
    land_of,
    suburban_train_of,
    taxi_of,
    train_of,
)
from travelagent.catalog.mealtimes import mealtimes_of
from travelagent.catalog.open_data import world_cities
from travelagent.catalog.origins import estimated_fields
from travelagent.catalog.values import TIERS, BestHours, Catalogue, City, Sight, WorldCity
from travelagent.costs.budget import taxi_fare
from travelagent.costs.values import CityCosts, TaxiFare, TrainFare
from travelagent.plans import values as planning
from travelagent.plans.strain import HIGH_METRES
from travelagent.plans.values import CitySize, CityStay, LocalizedText, Point

CURATED_SOURCE = "TravelAgent catalogue, estimates"
ADDED_SOURCE = "estimated from the nearest cities of the catalogue"
CURATED_AS_OF = "2025"
SIZES: tuple[tuple[int, CitySize], ...] = ((2_000_000, "large"), (250_000, "medium"))
SIZE_RADIUS_KM = 40
ANY_HOUR = BestHours(None, None)


def city_name(city: City) -> LocalizedText:
    """Return the city's name in both languages."""
    return LocalizedText(city.name_en, city.name_zh)


def planning_sight(sight: Sight, currency: str) -> planning.Sight:
    """Return one sight as a candidate of the optimiser; only what is wholly under a roof counts as indoor."""
    climb, altitude = source.climb_of(sight)
    best = source.best_hours().get(sight.id, ANY_HOUR)
    return planning.Sight(
        id=sight.id,
        city=sight.city,
        name=LocalizedText(sight.name_en, sight.name_zh),
        lat=sight.lat,
        lon=sight.lon,
        category=sight.category,
        minutes=sight.minutes,
        score=float(sight.score),
        tags=sight.tags,
        hours=sight.hours,
        price=sight.price,
        currency=currency,
        booking=sight.booking,
        indoor=source.is_under_roof(sight),
        last_entry_minutes=sight.last_entry_minutes,
        estimated=tuple(name for name in estimated_fields(sight.id) if name in ("hours", "price")),
        shared_ticket=sight.ticket,
        ticket_days=sight.ticket_days,
        area=area_of(sight.id),
        crossing=crossing_of(sight.id),
        begin_from=_minutes(best.begin_from),
        begin_by=_minutes(best.begin_by),
        station=sight.id in source.stations(),
        rail_minutes=source.stations().get(sight.id, 0),
        season_prices=sight.season_prices,
        strains=source.strains_of(sight),
        onward=source.onward().get(sight.id, ""),
        on_foot=is_on_foot(sight.id),
        exit=source.exits().get(sight.id),
        lit=sight.id in source.lit(),
        alternative=source.alternatives().get(sight.id, ""),
        climb=climb,
        altitude=altitude,
        closed_on=sight.closed_on,
        sessions=sight.sessions,
        concessions=concessions_of(sight),
        coach=coach_of(sight.id),
    )


def _minutes(hour: time | None) -> int | None:
    return None if hour is None else hour.hour * 60 + hour.minute


def planning_sights(city_ids: Iterable[str], catalogue: Catalogue | None = None) -> tuple[planning.Sight, ...]:
    """Return every sight of these curated cities as candidates, city by city. An unknown id raises `KeyError`."""
    catalogue = catalogue or source.packaged_catalogue()
    return tuple(
        planning_sight(sight, catalogue.cities[city].currency)
        for city in dict.fromkeys(city_ids)
        for sight in catalogue.sights_of(catalogue.cities[city].id)
    )


def with_day_trips(sights: Iterable[planning.Sight], trips: Iterable[planning.DayTrip]) -> tuple[planning.Sight, ...]:
    """Return the sights with those of the cities of day trips, as seen from the stays that the trips begin at."""
    bases = {trip.city.id: trip.base for trip in trips}
    others = tuple(sight for sight in sights if sight.lies_in not in bases)
    visited = planning_sights(city for city in bases if city in source.cities())
    return (*others, *(replace(sight, city=bases[sight.city], excursion=sight.city) for sight in visited))


def city_size(city: City) -> CitySize:
    """Return how large the city's traffic is, by the largest settlement within 40 km.

    2 million and 250,000 people part the sizes; that of a village where no bus goes is none.
    """
    if city.id in source.villages():
        return "village"
    people = max(
        (
            place.population
            for place in world_cities()
            if place.country == city.country
            and abs(place.lat - city.lat) < 1
            and source.distance_km(city.lat, city.lon, place.lat, place.lon) <= SIZE_RADIUS_KM
        ),
        default=0,
    )
    return next((size for least, size in SIZES if people >= least), "small")


def city_stay(city: City, days: int | None = None, hotel: Point | None = None) -> CityStay:
    """Return the city as a stop of a trip."""
    costs = city_costs(city)
    return CityStay(
        id=city.id,
        name=city_name(city),
        lat=city.lat,
        lon=city.lon,
        days=days,
        hotel=hotel,
        size=city_size(city),
        timezone=city.timezone,
        country=city.country,
        land=land_of(city.country, city.lat, city.lon),
        meals=mealtimes_of(city.country, city.region_en),
        taxi_km=taxi_fare(costs).per_km,
        high=elevation_of(city.id) >= HIGH_METRES,
        altitude=elevation_of(city.id),
        bases=bases_of(city),
    )


def home_point(city: City | WorldCity) -> Point:
    """Return the point of the city that one sets out from, in the catalogue or not."""
    name = LocalizedText(city.name_en, city.name_zh or city.name_en)
    return Point(name, city.lat, city.lon, land_of(city.country, city.lat, city.lon))


def city_costs(city: City) -> CityCosts:
    """Return the city's usual costs, as the budget takes them."""
    added = source.addition_of(city.id)
    return CityCosts(
        city=city.id,
        name=city_name(city),
        lat=city.lat,
        lon=city.lon,
        currency=city.currency,
        lodging={tier: city.lodging.of(tier) for tier in TIERS},
        meals={tier: city.meals.of(tier) for tier in TIERS},
        transit_day=city.transit_day,
        source=ADDED_SOURCE if added else CURATED_SOURCE,
        as_of=CURATED_AS_OF,
        land=land_of(city.country, city.lat, city.lon),
        taxi=_taxi(city),
        train=_train(city, train_of(city.country)),
        suburban_train=_train(city, suburban_train_of(city.country)),
    )


def _taxi(city: City) -> TaxiFare | None:
    """The taxi prices of the city's country, where they are known in its currency."""
    taxi = taxi_of(city.country)
    return TaxiFare(taxi.base, taxi.per_km) if taxi and taxi.currency == city.currency else None


def _train(city: City, train: Tariff | None) -> TrainFare | None:
    """The train fare of the city's country, where it is known in its currency."""
    return TrainFare(train.base, train.per_km) if train and train.currency == city.currency else None


def costs_of(city_ids: Iterable[str], catalogue: Catalogue | None = None) -> Mapping[str, CityCosts]:
    """Return the costs of these curated cities by id. An unknown id raises `KeyError`."""
    catalogue = catalogue or source.packaged_catalogue()
    return {city: city_costs(catalogue.cities[city]) for city in city_ids}
