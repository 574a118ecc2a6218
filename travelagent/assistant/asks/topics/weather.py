"""The weather of places: the forecast of the days that it reaches, else the climate of the months that are meant, the
best months, what one wears."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from travelagent.assistant.asks.forecasts import forecast_days, forecast_facts, forecast_texts, offer_indoors
from travelagent.assistant.asks.subjects import area_name, cities_of, dates_of, months_of
from travelagent.assistant.asks.values import Asked, TopicAnswer
from travelagent.assistant.asks.wording import compose_answer, in_locale, joined, month_range, name_of, say
from travelagent.briefs.acts import Ask
from travelagent.catalog.climate import climate_of, nearest_climate
from travelagent.catalog.open_data import world_city
from travelagent.catalog.spectacles import SPECTACLES, spectacles_of
from travelagent.catalog.values import City, CityClimate, MonthNormals

FELT: Final = ((0.0, "freezing"), (9.0, "cold"), (15.0, "cool"), (21.0, "mild"), (26.0, "warm"))
"""Mean degrees below which a month feels so."""
SEASON: Final = 3
"""So many months are told of one by one."""


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


def answer(question: Ask, asked: Asked) -> TopicAnswer:
    """Tell the forecast of the days that are meant, and the climate of the months of those that it does not reach;
    without a month the best ones."""
    if towns := [id for id in question.about if id.startswith("geonames:")]:
        return _of_town(towns[0], question, asked)
    cities = cities_of(question, asked)
    forecasts: list[dict[str, Any]] = []
    texts: list[str] = []
    facts: list[dict[str, Any]] = []
    usual: list[str] = []
    for city in cities:
        dates = dates_of(question, asked, city.id)
        days = forecast_days(asked, city.id, dates)
        texts += forecast_texts(asked, city.id, name_of(asked, city), days)
        if days:
            forecasts.append(forecast_facts(asked, city.id, days))
            texts += offer_indoors(asked, city.id, days)
        if not days or len(days) < len(dates):
            spoken, figures = _of_city(city, months_of(question, asked, city.id), asked)
            usual.append(spoken)
            facts.append(figures)
    first = months_of(question, asked, cities[0].id)
    wear = [_wear(_felt(question, asked, cities[0]), asked)] if first else []
    shown = [line for city in cities for line in _spectacles(city, first, asked)]
    averages = [say(asked, "weather.no_forecast")] if usual else []
    told = {"cities": facts, **({"forecasts": forecasts} if forecasts else {})}
    return compose_answer(asked, [*texts, *usual, *wear, *averages, *shown], told)


def _felt(question: Ask, asked: Asked, city: City) -> str:
    """How the days that are meant feel in a city: by their forecast, else by the climate of their months."""
    days = forecast_days(asked, city.id, dates_of(question, asked, city.id))
    if not days:
        return normals_of(climate_of(city.id), months_of(question, asked, city.id)).felt
    low, high = (sum(values) / len(days) for values in zip(*((day.t_min, day.t_max) for day in days), strict=True))
    return Normals(low, high, 0).felt


def normals_of(climate: CityClimate, months: Sequence[int]) -> Normals:
    """Return the means of these months (1 to 12); at least one."""
    rows: list[MonthNormals] = [climate.months[month - 1] for month in months]
    return Normals(
        *(sum(values) / len(rows) for values in zip(*((r.t_min, r.t_max, r.rain_days) for r in rows), strict=True))
    )


def _of_city(city: City, months: Sequence[int], asked: Asked) -> tuple[str, dict[str, Any]]:
    best, climate = month_range(asked, city.best_months), climate_of(city.id)
    facts: dict[str, Any] = {"city": city.id, "best_months": list(city.best_months), "months": _facts(climate, months)}
    if not months:
        cold, hot = climate.months[0], climate.months[6]
        figures = {
            "january": f"{round(cold.t_min)}–{round(cold.t_max)}",
            "july": f"{round(hot.t_min)}–{round(hot.t_max)}",
        }
        facts["months"] = _facts(climate, (1, 7))
        return say(asked, "weather.best", city=name_of(asked, city), best=best, **figures), facts
    is_best = set(months) <= set(city.best_months)
    facts["is_best"] = is_best
    text = _spoken(climate, months, name_of(asked, city), asked)
    verdict = say(asked, "weather.is_best") if is_best else say(asked, "weather.better", best=best)
    return joined(asked, text, verdict), facts


def _spoken(climate: CityClimate, months: Sequence[int], name: str, asked: Asked) -> str:
    means = normals_of(climate, months)
    figures = {"low": round(means.low), "high": round(means.high), "rain": round(means.rain_days)}
    return say(asked, "weather.months", city=name, months=month_range(asked, months), **figures)


def _wear(felt: str, asked: Asked) -> str:
    return say(asked, f"wear.{felt}")


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


def _spectacles(city: City, months: Sequence[int], asked: Asked) -> list[str]:
    """When blossom and leaves are usually at their best, of those that fall into these months; of none all."""
    return [
        say(
            asked, "weather.spectacle", what=in_locale(asked, SPECTACLES[kind]), city=name_of(asked, city),
            first=_day_of_year(days.first, asked), last=_day_of_year(days.last, asked),
        )
        for kind, days in spectacles_of(city.id).items()
        if not months or {days.first.month, days.last.month} & set(months)
    ]  # fmt: skip


def _day_of_year(day: tuple[int, int], asked: Asked) -> str:
    return say(asked, "month.day", month=month_range(asked, day[:1]), day=day[1])


def _of_town(town: str, question: Ask, asked: Asked) -> TopicAnswer:
    """The climate of a town outside of the catalogue, by its nearest station."""
    place = world_city(int(town.removeprefix("geonames:")))
    if place is None:
        return compose_answer(
            asked, [say(asked, "place.unknown", place=area_name(town, asked))], {"place": town}, known=False
        )
    climate, months = nearest_climate(place.lat, place.lon), months_of(question, asked) or (1, 7)
    texts = [_spoken(climate, (month,), area_name(town, asked), asked) for month in months[:SEASON]]
    facts = {"cities": [{"city": town, "months": _facts(climate, months)}]}
    return compose_answer(asked, [*texts, say(asked, "weather.no_forecast")], facts)
