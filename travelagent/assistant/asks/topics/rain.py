"""What rain does to the plan: which days suffer, and what is kept under a roof in their place."""

from collections.abc import Sequence
from typing import Any, Final

from travelagent.assistant.asks.forecasts import forecast_days, forecast_facts, forecast_texts, offer_indoors
from travelagent.assistant.asks.subjects import (
    cities_of,
    dates_of,
    days_of,
    is_on_plan,
    months_of,
    named_sights,
    visits_by_sight,
)
from travelagent.assistant.asks.topics.weather import normals_of
from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.wording import compose_answer, counted, day_label, listed, month_range, name_of, say
from travelagent.assistant.results.route import Day, Visit
from travelagent.briefs.acts import Ask
from travelagent.catalog import source
from travelagent.catalog.climate import climate_of
from travelagent.catalog.values import Indoor, Sight

OFFERED: Final = 2
"""So many sights under a roof are named that could take the place of those in the open."""


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell which of the named days, of all where none is, suffer from rain; without a plan what is indoors."""
    if sights := named_sights(question):
        return _of_sights(sights, trip)
    if not is_on_plan(question, trip):
        return _of_cities(question, trip)
    days = days_of(question, trip)
    forecast, figures, dry = _forecasts(days, trip)
    open_air = {day.day: [visit for visit in day.visits if is_in_the_open(visit)] for day in days}
    facts = {"days": [_facts(day, open_air[day.day]) for day in days], **figures}
    if len(dry) == len(days):
        return compose_answer(trip, [*forecast, say(trip, "rain.none_forecast")], facts)
    exposed = [day for day in days if open_air[day.day] and day.day not in dry]
    wet = sorted(exposed, key=lambda day: -sum(visit.minutes for visit in open_air[day.day]))
    if not wet:
        return compose_answer(trip, [*forecast, say(trip, "rain.dry")], facts)
    worst = wet[0]
    texts = [
        *forecast,
        say(
            trip, "rain.day" if len(days) == 1 else "rain.worst", day=day_label(trip, worst.day, worst.date),
            names=listed(trip, (visit.name for visit in open_air[worst.day])),
        ),
        *_under_roof(trip, worst, open_air[worst.day]),
        *_instead(trip, worst.city, open_air[worst.day]),
    ]  # fmt: skip
    if len(days) > 1 and (roofed := [day for day in days if day.visits and not open_air[day.day]]):
        texts.append(say(trip, "rain.roofed", days=listed(trip, (str(day.day) for day in roofed))))
    usual = [] if forecast_days(trip, worst.city, (worst.date,)) else [_rain_days(worst, trip)]
    return compose_answer(trip, [*texts, *usual], facts)


def _forecasts(days: Sequence[Day], trip: TripContext) -> tuple[list[str], dict[str, Any], set[int]]:
    """What is forecast for these days, the wet ones first, with the figures, and the days that stay dry."""
    texts: list[str] = []
    figures: list[dict[str, Any]] = []
    dry: set[int] = set()
    for city in dict.fromkeys(day.city for day in days):
        there = [day for day in days if day.city == city]
        if not (found := forecast_days(trip, city, (day.date for day in there))):
            continue
        ranked = sorted(found, key=lambda day: not day.is_wet)
        named = ranked if len(days) == 1 else [day for day in ranked if day.is_wet] or ranked[:1]
        texts += forecast_texts(trip, city, name_of(trip, source.cities()[city]), named)
        texts += offer_indoors(trip, city, found)
        figures.append(forecast_facts(trip, city, found))
        without_rain = {day.date for day in found if not day.is_wet}
        dry |= {day.day for day in there if day.date in without_rain}
    return texts, {"forecasts": figures} if figures else {}, dry


def is_in_the_open(visit: Visit) -> bool:
    """Return whether a visit is to a sight without any shelter."""
    sight = source.sights().get(visit.sight or "")
    return sight is not None and _shelter(sight) == "none"


def _under_roof(trip: TripContext, day: Day, wet: Sequence[Visit]) -> list[str]:
    """The stops of a day that rain does not touch."""
    dry = [visit.name for visit in day.visits if visit.sight and visit not in wet]
    return [say(trip, "rain.under_roof", names=listed(trip, dry))] if dry else []


def _instead(trip: TripContext, city: str, visits: Sequence[Visit]) -> list[str]:
    """What the plan keeps ready under a roof in place of these visits, else what there is of that in the city."""
    replaced: dict[str, list[str]] = {}
    for visit in (visit for visit in visits if visit.instead.get("rain")):
        replaced.setdefault(visit.instead["rain"], []).append(visit.name)
    if not replaced:
        others = [sight for sight in _roofed(city) if sight.id not in visits_by_sight(trip)]
        free = [sight for sight in others if not {sight.id, sight.category, *sight.tags} & set(trip.brief.avoid)]
        if not free:
            return [say(trip, "rain.no_instead")]
        return [say(trip, "rain.could", names=listed(trip, (name_of(trip, sight) for sight in free[:OFFERED])))]
    pairs = (say(trip, "rain.pair", names=listed(trip, names, 3), other=other) for other, names in replaced.items())
    return [say(trip, "rain.instead", pairs=listed(trip, pairs, 2))]


def _roofed(city: str) -> list[Sight]:
    """A city's sights under a roof, the best first."""
    roofed = (sight for sight in source.sights_of(city) if _shelter(sight) == "fully")
    return sorted(roofed, key=lambda sight: (-sight.score, sight.id))


def _rain_days(day: Day, trip: TripContext) -> str:
    if day.city not in source.cities():
        return ""
    rain = round(normals_of(climate_of(day.city), (day.date.month,)).rain_days)
    months, days = month_range(trip, (day.date.month,)), counted(trip, "days", rain)
    return say(trip, "rain.usual", city=name_of(trip, source.cities()[day.city]), months=months, days=days)


def _facts(day: Day, visits: Sequence[Visit]) -> dict[str, Any]:
    return {
        "day": day.day,
        "date": day.date,
        "outdoors": [{"sight": v.sight, "minutes": v.minutes, "instead": v.instead.get("rain")} for v in visits],
    }


def _of_sights(sights: Sequence[Sight], trip: TripContext) -> TopicAnswer:
    """Whether these sights are under a roof, and what the plan keeps ready in their place."""
    texts = [say(trip, f"rain.{_shelter(sight)}", name=name_of(trip, sight)) for sight in sights]
    held = [visits_by_sight(trip)[sight.id][1] for sight in sights if sight.id in visits_by_sight(trip)]
    wet = [visit for visit in held if is_in_the_open(visit)]
    facts = {"sights": [{"sight": sight.id, "indoors": _shelter(sight)} for sight in sights]}
    return compose_answer(trip, [*texts, *(_instead(trip, sights[0].city, wet) if wet else [])], facts)


def _shelter(sight: Sight) -> Indoor:
    return "fully" if sight.id in source.roofs() else sight.indoor


def _of_cities(question: Ask, trip: TripContext) -> TopicAnswer:
    """What is forecast, the best sights under a roof, and how often it rains."""
    texts, facts = [], []
    for city in cities_of(question, trip):
        days = forecast_days(trip, city.id, dates_of(question, trip, city.id))
        texts += forecast_texts(trip, city.id, name_of(trip, city), days)
        best = _roofed(city.id)[:4]
        months = months_of(question, trip, city.id)
        rain = round(normals_of(climate_of(city.id), months).rain_days) if months else None
        texts.append(
            say(
                trip,
                "rain.city",
                city=name_of(trip, city),
                names=listed(trip, (name_of(trip, s) for s in best)),
            )
            if best
            else say(trip, "rain.city_none", city=name_of(trip, city))
        )
        if rain is not None and not days:
            usual = {"months": month_range(trip, months), "days": counted(trip, "days", rain)}
            texts.append(say(trip, "rain.usual", city=name_of(trip, city), **usual))
        facts.append(
            {"city": city.id, "indoors": [sight.id for sight in best], "rain_days": rain}
            | ({"forecast": forecast_facts(trip, city.id, days)} if days else {})
        )
    return compose_answer(trip, texts, {"cities": facts})
