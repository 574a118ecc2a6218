"""search_cities: ranked cities for interests, a month, a budget, an area."""

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import Field

from agent_core.tools import Shown, ToolContext, ToolError, ToolResult, tool
from travelagent.assistant.places import both, cited, home_of, localize
from travelagent.assistant.results import cities as results
from travelagent.assistant.results.cities import FoundCities, FoundCity
from travelagent.assistant.results.parsing import dumped, parsed
from travelagent.assistant.results.values import NearCity
from travelagent.assistant.views.catalogue import cities_view
from travelagent.catalog import labels
from travelagent.catalog.fits import Weather
from travelagent.catalog.journeys import Journey, Reach
from travelagent.catalog.money import usual_currency
from travelagent.catalog.names import country_name, nearest_to_area, place_name, region_name, with_article
from travelagent.catalog.search import CityHit, CityQuery, DailyCost, InvalidQuery
from travelagent.catalog.search import search_cities as ranked
from travelagent.catalog.spectacles import Spectacle
from travelagent.catalog.values import Tag
from travelagent.plans.errors import MissingRate
from travelagent.plans.values import IntercityMode, Strain

Season = Literal["spring", "summer", "autumn", "winter"]


OFFERS = (
    "interests", "budget_max", "currency", "month", "country", "region", "days", "origin", "way", "hours_max",
    "nearest", "weather", "avoid",
)  # fmt: skip
"""What a model gives."""


def _label(args: Mapping[str, Any], locale: str) -> str:
    english, chinese = country_name(str(args.get("country") or ""))
    country = chinese if locale == "zh" else with_article(english)
    area = region_name(str(args.get("region") or ""), locale) or country
    if locale == "zh":
        return f"正在搜索{area}城市…"
    return f"Searching cities in {area}…" if area else "Searching cities…"


@tool(category="catalogue", tags=("cities",), label=_label, view=cities_view, offers=OFFERS)
def search_cities(
    interests: Annotated[list[Tag], Field(description="What one likes.")] = [],  # noqa: B006
    budget_min: Annotated[float | None, Field(ge=0, description="One person's day, at least.")] = None,
    budget_max: Annotated[float | None, Field(gt=0, description="One person's day, at most.")] = None,
    currency: Annotated[str, Field(pattern="^([A-Z]{3})?$", description="Of the budget; default: the reader's.")] = "",
    season: Annotated[Season | None, Field(description="Of the northern hemisphere.")] = None,
    month: Annotated[int | None, Field(ge=1, le=12)] = None,
    country: Annotated[str | None, Field(description="Any name of it, or its ISO code.")] = None,
    region: Annotated[str | None, Field(description="A province, state or larger region, any name of it.")] = None,
    days: Annotated[int | None, Field(ge=1, le=30, description="Length of the stay.")] = None,
    origin: Annotated[str | None, Field(description="The city one sets out from; the journey is told.")] = None,
    way: Annotated[IntercityMode | None, Field(description="How one goes there from the origin.")] = None,
    hours_max: Annotated[float | None, Field(gt=0, description="Aboard the way, else door to door.")] = None,
    km_max: Annotated[float | None, Field(gt=0, description="From the origin, as the crow flies.")] = None,
    nearest: Annotated[bool, Field(description="Of what fits, the nearest to the origin first.")] = False,
    weather: Annotated[Weather | None, Field(description="In the month; mild is not too cold.")] = None,
    spicy: Annotated[bool, Field(description="Hot food is wished for.")] = False,
    cheap: Annotated[bool, Field(description="A day there is to cost little.")] = False,
    spectacle: Annotated[Spectacle | None, Field(description="What is to be seen in its month.")] = None,
    avoid: Annotated[list[Strain], Field(description="What sights must not ask of a body.")] = [],  # noqa: B006
    limit: Annotated[int, Field(ge=1, le=20)] = 6,
    *,
    context: ToolContext,
) -> ToolResult:
    """Find cities by interests, month or season, a person's daily budget, country or region, or how far they are from
    home; ranked with reasons. For "where should I go"; not for a city that is already chosen."""
    home = home_of(origin, context.locale) if origin else None
    query = CityQuery(
        interests=interests,
        budget_min=None if budget_min is None else Decimal(str(budget_min)),
        budget_max=None if budget_max is None else Decimal(str(budget_max)),
        currency=currency or usual_currency(context.locale),
        season=season,
        month=month,
        country=country,
        region=region,
        days=days,
        reach=Reach(home, way, hours_max, km_max, nearest) if home else None,
        weather=weather,
        spicy=spicy,
        cheap=cheap,
        spectacle=spectacle,
        spared=avoid,
        limit=limit,
    )
    try:
        hits = ranked(query)
    except InvalidQuery as error:
        raise ToolError(error.code, localize(error.text, context.locale), field=error.field) from error
    except MissingRate as error:
        raise ToolError(error.code, localize(error.text, context.locale), field="currency") from error
    value = FoundCities(
        count=len(hits),
        cities=tuple(read_hit(hit, context.locale) for hit in hits),
        reach=_reach(query.reach, context.locale) if query.reach else None,
        near=tuple(_near(region, country, context.locale)),
    )
    shown = Shown("cities", {"cities": [shown_hit(hit) for hit in hits]})
    return ToolResult(
        dumped(value),
        (shown,),
        outcome="ok" if hits else "empty",
        sources=cited(context.locale, "curated", "climate", "ecb", places=[hit.city.id for hit in hits]),
    )


def _reach(reach: Reach, locale: str) -> results.Reach:
    return results.Reach(
        origin=localize(reach.home.name, locale), way=reach.mode, hours_max=reach.hours, km_max=reach.km
    )


def _near(region: str | None, country: str | None, locale: str) -> Iterator[NearCity]:
    """The catalogue's cities nearest to an area that holds none of them; empty where it does or is not known."""
    near = (region and nearest_to_area("region", region)) or (country and nearest_to_area("country", country)) or ()
    return (NearCity(city, place_name(city, locale), km=round(km)) for city, km in near)


def read_hit(hit: CityHit, locale: str) -> FoundCity:
    """Return a hit in the run's language."""
    city, climate, zh = hit.city, hit.climate, locale == "zh"
    return FoundCity(
        city.id,
        city.name_zh if zh else city.name_en,
        region=city.region_zh if zh else city.region_en,
        country=city.country,
        score=round(hit.score, 2),
        summary=city.summary_zh if zh else city.summary_en,
        match_reasons=tuple(localize(reason.text, locale) for reason in hit.reasons),
        daily_cost=parsed(DailyCost, _daily(hit)),
        best_months=city.best_months,
        days_min=city.days_min,
        days_max=city.days_max,
        journey=_journey(hit.journey) if hit.journey else None,
        climate=results.Climate(climate.t_max, climate.rain_days) if climate else None,
        sights=tuple(sight.name_zh if zh else sight.name_en for sight in hit.top_sights),
    )


def _journey(journey: Journey) -> results.Journey:
    return results.Journey(journey.mode, journey.aboard, journey.minutes, round(journey.air_km))


def shown_hit(hit: CityHit) -> dict[str, Any]:
    """Return a hit as the artifact carries it: in both languages."""
    city = hit.city
    return {
        "id": city.id,
        "name": both(city.name_en, city.name_zh),
        "region": both(city.region_en, city.region_zh),
        "country": city.country,
        "lat": city.lat,
        "lon": city.lon,
        "score": round(hit.score, 2),
        "summary": both(city.summary_en, city.summary_zh),
        "match_reasons": [{"code": r.code, **both(r.text.en, r.text.zh)} for r in hit.reasons],
        "tags": [both((t := labels.tag_name(tag)).en, t.zh) for tag in city.tags],
        "daily_cost": _daily(hit),
        "best_months": list(city.best_months),
        "days_min": city.days_min,
        "days_max": city.days_max,
    }


def _daily(hit: CityHit) -> dict[str, Any]:
    daily = hit.daily
    as_of: date = daily.as_of
    return {
        "tier": daily.tier,
        "amount": str(daily.amount),
        "currency": daily.currency,
        "as_of": as_of.isoformat(),
        "approximate": daily.approximate,
    }
