"""get_city_info: a city's facts, climate by month, costs, food, best months."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from agent_core.tools import Shown, ToolContext, ToolResult, tool
from travelagent.assistant.places import both, called, cited, localize, name_of
from travelagent.assistant.plannable_cities import FETCH_SECONDS, plannable_city
from travelagent.assistant.results.city import CityFacts
from travelagent.assistant.results.parsing import dumped, parsed
from travelagent.assistant.views.catalogue import city_view
from travelagent.catalog.search import CityInfo, city_info
from travelagent.catalog.spectacles import spectacles_as_json
from travelagent.catalog.values import TIERS

SIGHTS = 5


def _label(args: Mapping[str, Any], locale: str) -> str:
    city = called(args.get("city", ""), locale)
    return f"正在查询{city}概况…" if locale == "zh" else f"Looking up {city}…"


@tool(category="catalogue", tags=("cities", "climate", "costs"), timeout_s=FETCH_SECONDS, label=_label, view=city_view)
def get_city_info(
    city: Annotated[str, Field(description="By any name in Chinese or English.")],
    *,
    context: ToolContext,
) -> ToolResult:
    """Tell a city's facts: why one goes, climate of each month, costs by tier, signature dishes, best months, and when
    cherry blossom and autumn leaves are usually at their best."""
    info = city_info(plannable_city(city, context.locale).id)
    payload = _shown(info)
    return ToolResult(
        dumped(_read(info, payload, context.locale)),
        (Shown("city", payload),),
        sources=cited(context.locale, "curated", "climate", places=[info.city.id]),
    )


def _shown(info: CityInfo) -> dict[str, Any]:
    city, station = info.city, info.climate.station
    return {
        "id": city.id,
        "name": both(city.name_en, city.name_zh),
        "region": both(city.region_en, city.region_zh),
        "country": city.country,
        "lat": city.lat,
        "lon": city.lon,
        "timezone": city.timezone,
        "elevation_m": info.elevation_m,
        "summary": both(city.summary_en, city.summary_zh),
        "tags": list(city.tags),
        "best_months": list(city.best_months),
        "days_min": city.days_min,
        "days_max": city.days_max,
        "food": [both(en, zh) for en, zh in zip(city.food_en, city.food_zh, strict=True)],
        "costs": {
            "currency": city.currency,
            "lodging": {tier: str(city.lodging.of(tier)) for tier in TIERS},
            "meals": {tier: str(city.meals.of(tier)) for tier in TIERS},
            "transit_day": str(city.transit_day),
            "daily": {tier: str(info.daily[tier]) for tier in TIERS},
        },
        "climate": [
            {
                "month": m.month,
                "t_mean": m.t_mean,
                "t_max": m.t_max,
                "t_min": m.t_min,
                "precip_mm": m.precip_mm,
                "rain_days": m.rain_days,
                "sun_hours": m.sun_hours,
            }
            for m in info.climate.months
        ],
        "spectacles": spectacles_as_json(info.spectacles),
        "climate_station": {"name": station.name, "distance_km": round(info.climate.distance_km)},
        "notes": [both(note.en, note.zh) for note in info.notes],
        "sights": [{"id": s.id, "name": both(s.name_en, s.name_zh), "score": s.score} for s in info.sights[:SIGHTS]],
    }


def _read(info: CityInfo, payload: dict[str, Any], locale: str) -> CityFacts:
    """The same facts in the run's language."""
    city, zh = info.city, locale == "zh"
    facts = {
        **payload,
        "name": name_of(city, locale),
        "region": city.region_zh if zh else city.region_en,
        "summary": city.summary_zh if zh else city.summary_en,
        "food": list(city.food_zh if zh else city.food_en),
        "notes": [localize(note, locale) for note in info.notes],
        "sights": [
            {"id": s.id, "name": s.name_zh if zh else s.name_en, "score": s.score} for s in info.sights[:SIGHTS]
        ],
    }
    return parsed(CityFacts, facts)
