"""The weather of places: the forecast of the days that it reaches, else the climate of the months that are meant, the
best months, what one wears."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from travelagent.assistant.asks.forecasts import forecast_days, forecast_facts, forecast_texts, offer_indoors
from travelagent.assistant.asks.subjects import area_name, cities_of, dates_of, months_of
from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.wording import compose_answer, in_locale, joined, month_range, name_of, say
from travelagent.briefs.acts import Ask
from travelagent.catalog.climate import climate_of, nearest_climate
from travelagent.catalog.open_data import world_city
from travelagent.catalog.spectacles import SPECTACLES, spectacles_of
from travelagent.catalog.values import City, CityClimate, MonthNormals

FELT: Final = ((0.0, "freezing"), (9.0, "cold"), (15.0, "cool"), (21.0, "mild"), (26.0, "warm"))
"""Mean degrees below which a month feels so."""
SEASON: Final = 3
"""The most months that are described one by one."""


@dataclass(frozen=True, slots=True)
class Normals:
    """Means over several months: daily low and high in °C, rain days a month."""

    low: float
    high: float
    rain_days: float

    @property
    def felt(self) -> str:
        """How it feels, by the middle of low and high."""
        return next((name for below, name in FELT if (self.low + self.high) / 2 < below), "hot")


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell the forecast of the days that are meant, and the climate of the months of those that it does not reach;
    without a month the best ones."""
    if towns := [id for id in question.about if id.startswith("geonames:")]:
        return _of_town(towns[0], question, trip)
    cities = cities_of(question, trip)
    forecasts: list[dict[str, Any]] = []
    texts: list[str] = []
    facts: list[dict[str, Any]] = []
    usual: list[str] = []
    for city in cities:
        dates = dates_of(question, trip, city.id)
        days = forecast_days(trip, city.id, dates)
        texts += forecast_texts(trip, city.id, name_of(trip, city), days)
        if days:
            forecasts.append(forecast_facts(trip, city.id, days))
            texts += offer_indoors(trip, city.id, days)
        if not days or len(days) < len(dates):
            spoken, figures = _of_city(city, months_of(question, trip, city.id), trip)
            usual.append(spoken)
            facts.append(figures)
    first = months_of(question, trip, cities[0].id)
    wear = [_wear(_felt(question, trip, cities[0]), trip)] if first else []
    shown = [line for city in cities for line in _spectacles(city, first, trip)]
    averages = [say(trip, "weather.no_forecast")] if usual else []
    details = {"cities": facts, **({"forecasts": forecasts} if forecasts else {})}
    return compose_answer(trip, [*texts, *usual, *wear, *averages, *shown], details)


def _felt(question: Ask, trip: TripContext, city: City) -> str:
    """How the days that are meant feel in a city: by their forecast, else by the climate of their months."""
    days = forecast_days(trip, city.id, dates_of(question, trip, city.id))
    if not days:
        return normals_of(climate_of(city.id), months_of(question, trip, city.id)).felt
    low, high = (sum(values) / len(days) for values in zip(*((day.t_min, day.t_max) for day in days), strict=True))
    return Normals(low, high, 0).felt


def normals_of(climate: CityClimate, months: Sequence[int]) -> Normals:
    """Return the means of these months (1 to 12); at least one."""
    rows: list[MonthNormals] = [climate.months[month - 1] for month in months]
    return Normals(
        *(sum(values) / len(rows) for values in zip(*((r.t_min, r.t_max, r.rain_days) for r in rows), strict=True))
    )


def _of_city(city: City, months: Sequence[int], trip: TripContext) -> tuple[str, dict[str, Any]]:
    best, climate = month_range(trip, city.best_months), climate_of(city.id)
    facts: dict[str, Any] = {"city": city.id, "best_months": list(city.best_months), "months": _facts(climate, months)}
    if not months:
        cold, hot = climate.months[0], climate.months[6]
        figures = {
            "january": f"{round(cold.t_min)}–{round(cold.t_max)}",
            "july": f"{round(hot.t_min)}–{round(hot.t_max)}",
        }
        facts["months"] = _facts(climate, (1, 7))
        return say(trip, "weather.best", city=name_of(trip, city), best=best, **figures), facts
    is_best = set(months) <= set(city.best_months)
    facts["is_best"] = is_best
    text = _spoken(climate, months, name_of(trip, city), trip)
    verdict = say(trip, "weather.is_best") if is_best else say(trip, "weather.better", best=best)
    return joined(trip, text, verdict), facts


def _spoken(climate: CityClimate, months: Sequence[int], name: str, trip: TripContext) -> str:
    means = normals_of(climate, months)
    figures = {"low": round(means.low), "high": round(means.high), "rain": round(means.rain_days)}
    return say(trip, "weather.months", city=name, months=month_range(trip, months), **figures)


def _wear(felt: str, trip: TripContext) -> str:
    return say(trip, f"wear.{felt}")


def _facts(climate: CityClimate, months: Sequence[int]) -> list[dict[str, Any]]:
    rows = [climate.months[month - 1] for month in months]
    return [
        {
            "month": m.month,
            "t_min": m.t_min,
            "t_max": m.t_max,
            "rain_days": m.rain_days,
            "precip_mm": m.precip_mm,
            "station": climate.station.name,
        }
        for m in rows
    ]


def _spectacles(city: City, months: Sequence[int], trip: TripContext) -> list[str]:
    """When blossom and leaves are usually at their best, of those that fall into these months; of none all."""
    return [
        say(
            trip, "weather.spectacle", what=in_locale(trip, SPECTACLES[kind]), city=name_of(trip, city),
            first=_day_of_year(days.first, trip), last=_day_of_year(days.last, trip),
        )
        for kind, days in spectacles_of(city.id).items()
        if not months or {days.first.month, days.last.month} & set(months)
    ]  # fmt: skip


def _day_of_year(day: tuple[int, int], trip: TripContext) -> str:
    return say(trip, "month.day", month=month_range(trip, day[:1]), day=day[1])


def _of_town(town: str, question: Ask, trip: TripContext) -> TopicAnswer:
    """The climate of a town outside of the catalogue, by its nearest station."""
    place = world_city(int(town.removeprefix("geonames:")))
    if place is None:
        return compose_answer(
            trip, [say(trip, "place.unknown", place=area_name(town, trip))], {"place": town}, known=False
        )
    climate, months = nearest_climate(place.lat, place.lon), months_of(question, trip) or (1, 7)
    texts = [_spoken(climate, (month,), area_name(town, trip), trip) for month in months[:SEASON]]
    facts = {"cities": [{"city": town, "months": _facts(climate, months)}]}
    return compose_answer(trip, [*texts, say(trip, "weather.no_forecast")], facts)
