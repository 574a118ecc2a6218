"""Cities and sights as cells of the packaged files: the inverse of the readers of `source`."""

from collections.abc import Mapping

from travelagent.catalog.values import TIERS, City, Sight, Tiers


def city_cells(city: City) -> dict[str, str]:
    """Return a city as a row of `curated/cities`. Raises ValueError where a list holds the separator."""
    return {
        "id": city.id,
        "name_en": city.name_en,
        "name_zh": city.name_zh,
        "aliases": _joined(city.aliases),
        "country": city.country,
        "region_en": city.region_en,
        "region_zh": city.region_zh,
        "lat": repr(city.lat),
        "lon": repr(city.lon),
        "timezone": city.timezone,
        "currency": city.currency,
        "tags": _joined(city.tags),
        "best_months": _joined(tuple(map(str, city.best_months))),
        "days_min": str(city.days_min),
        "days_max": str(city.days_max),
        "summary_en": city.summary_en,
        "summary_zh": city.summary_zh,
        "food_en": _joined(city.food_en),
        "food_zh": _joined(city.food_zh),
        **_tiers("lodging", city.lodging),
        **_tiers("meals", city.meals),
        "transit_day": f"{city.transit_day:f}",
    }


def sight_cells(sight: Sight) -> dict[str, str]:
    """Return a sight as a row of `curated/sights`. What other files hold of sights (tickets, sessions) is not kept."""
    return {
        "city": sight.city,
        "id": sight.slug,
        "name_en": sight.name_en,
        "name_zh": sight.name_zh,
        "lat": repr(sight.lat),
        "lon": repr(sight.lon),
        "category": sight.category,
        "tags": _joined(sight.tags),
        "minutes": str(sight.minutes),
        "score": str(sight.score),
        "hours": sight.hours,
        "price": f"{sight.price:f}",
        "booking": sight.booking,
        "note_en": sight.note_en,
        "note_zh": sight.note_zh,
    }


def _tiers(kind: str, tiers: Tiers) -> Mapping[str, str]:
    return {f"{kind}_{tier}": f"{tiers.of(tier):f}" for tier in TIERS}


def _joined(values: tuple[str, ...]) -> str:
    if any("|" in value for value in values):
        raise ValueError(f"a value holds the separator: {values}")
    return "|".join(values)
