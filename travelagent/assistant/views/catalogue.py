"""Cities and sights as models read them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from travelagent.assistant.results.cities import FoundCities, FoundCity
from travelagent.assistant.results.city import CityFacts, Month
from travelagent.assistant.results.comparison import Cell, Comparison
from travelagent.assistant.results.parsing import parsed
from travelagent.assistant.results.sights import FoundSight, FoundSights
from travelagent.assistant.results.values import Money
from travelagent.assistant.views.lines import amount, artifact_ids, joined, section


def cities_view(value: Mapping[str, Any]) -> str:
    """Return the view of the cities that search_cities found."""
    found = parsed(FoundCities, value)
    names = ", ".join(city.name for city in found.cities) or "no city fits"
    near = (f"{city.id} {city.name}, {city.km} km" for city in found.near)
    return "\n".join(
        [
            f"{artifact_ids(value)}{names}",
            *(line for city in found.cities for line in _city(city)),
            *section("nearest covered cities", near),
        ]
    )


def _city(city: FoundCity) -> Iterator[str]:
    cost = city.daily_cost
    journey = f"{city.journey.mode} {city.journey.minutes} min door to door" if city.journey else ""
    yield joined(
        f"{city.id} {city.name} ({city.region}, {city.country})",
        f"{cost.tier} day {amount(cost.amount, cost.currency)} per person",
        f"best months {_numbers(city.best_months)}",
        f"{city.days_min}-{city.days_max} days",
        journey,
    )
    yield f"  {city.summary} {'; '.join(city.match_reasons)}"


def city_view(value: Mapping[str, Any]) -> str:
    """Return the view of a city's facts."""
    city = parsed(CityFacts, value)
    costs, where = city.costs, joined(city.region, city.country, by=", ")
    tiers = ", ".join(f"{tier} {amount(each)}" for tier, each in costs.daily.items())
    rooms = ", ".join(f"{tier} {amount(each)}" for tier, each in costs.lodging.items())
    seen = (
        f"{each.spectacle} usually {each.first.month}/{each.first.day}-{each.last.month}/{each.last.day}"
        for each in city.spectacles
    )
    return "\n".join(
        [
            f"{artifact_ids(value)}{city.id} {city.name} ({where}): {city.summary}",
            joined(
                f"stay {city.days_min}-{city.days_max} days",
                f"best months {_numbers(city.best_months)}",
                f"timezone {city.timezone}",
                f"{city.elevation_m} m high" if city.elevation_m else "",
            ),
            f"a person's day in {costs.currency}: {tiers}; double room: {rooms}",
            f"transit a day {amount(costs.transit_day)}",
            f"food: {', '.join(city.food)}",
            f"sights, best first: {', '.join(f'{sight.id} {sight.name}' for sight in city.sights)}",
            "climate by month (high/low °C, rainy days): " + "; ".join(map(_month, city.climate)),
            *seen,
            *section("notes", city.notes),
        ]
    )


def _month(month: Month) -> str:
    high, low = (f"{t:.0f}" if t is not None else "?" for t in (month.t_max, month.t_min))
    rain = f" {month.rain_days:.0f}d" if month.rain_days is not None else ""
    return f"{month.month}: {high}/{low}{rain}"


def sights_view(value: Mapping[str, Any]) -> str:
    """Return the view of the sights that query_attractions found."""
    found = parsed(FoundSights, value)
    cities = ", ".join(f"{len(city.sights)} sights of {city.name}" for city in found.cities)
    return "\n".join([f"{artifact_ids(value)}{cities}", *map(_sight, found.sights)])


def _sight(sight: FoundSight) -> str:
    ticket = amount(sight.price, sight.currency) if sight.price else "free"
    open_on = "" if sight.open_on is None else "that day " + (_windows(sight.open_on) or "closed")
    return joined(
        f"{sight.id} {sight.name}",
        f"score {sight.score}/10",
        f"{sight.minutes} min",
        f"hours {sight.hours}",
        open_on,
        ticket,
        "" if sight.booking == "none" else f"booking {sight.booking}",
        sight.note,
    )


def _windows(windows: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{opens}-{closes}" for opens, closes in windows)


def comparison_view(value: Mapping[str, Any]) -> str:
    """Return the view of cities side by side."""
    compared = parsed(Comparison, value)
    rows = (f"{row.label}: {' / '.join(map(_cell, row.values))}" for row in compared.rows)
    names = " / ".join(f"{city.id} {city.name}" for city in compared.cities)
    return "\n".join([f"{artifact_ids(value)}{names}", *rows, compared.verdict, *compared.left_out])


def _cell(cell: Cell) -> str:
    if isinstance(cell, Money):
        return amount(cell.amount, cell.currency)
    return "–" if cell is None else str(cell)


def _numbers(months: Iterable[int]) -> str:
    return ",".join(map(str, months))
