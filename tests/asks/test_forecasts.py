"""Questions about the weather are answered from the forecast where it reaches the days, with its age."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from tests.asks.trips import LOCALES, route, trip_context, without_plan
from tests.support.language import is_badly_set
from travelagent.assistant.asks.registry import answer
from travelagent.assistant.asks.values import CityForecast, TopicAnswer, TripContext
from travelagent.assistant.asks.wording import fits
from travelagent.briefs.acts import Ask
from travelagent.catalog.weather import DayWeather
from travelagent.plans.values import LocalizedText

SOURCE = LocalizedText("Open-Meteo", "Open-Meteo")
FIRST = date(2026, 12, 7)
AGE_MINUTES = 95


def forecast(days: int, wet: int = -1) -> CityForecast:
    """So many days from the trip's first on; the one with the index `wet` brings rain."""
    rows = [
        DayWeather(
            date=FIRST + timedelta(days=n), basis="forecast", t_min=1.2, t_max=9.4,
            rain_percent=85 if n == wet else 10, rain_mm=7.5 if n == wet else 0.0, sky="rain" if n == wet else "cloudy",
        )
        for n in range(days)
    ]  # fmt: skip
    return CityForecast({row.date: row for row in rows}, SOURCE, AGE_MINUTES)


def family(locale: str, found: CityForecast) -> TripContext:
    """Three days in Xi'an from the seventh of December on."""
    return replace(trip_context("family", locale), forecasts={"xian": found})


def tell(trip: TripContext, topic: str, **more: Any) -> TopicAnswer:
    reply = answer(Ask(topic, **more), trip)
    assert fits(reply.text, trip.locale), reply.text
    assert trip.locale == "en" or not is_badly_set(reply.text), reply.text
    return reply


@pytest.fixture(params=LOCALES)
def locale(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("topic", ["weather", "rain"])
def test_answer_gives_rain_chance_and_forecast_age(topic: str, locale: str) -> None:
    text = tell(family(locale, forecast(3, wet=1)), topic, days=(2,)).text
    expected = {
        "en": ("day 2 (Tue 8 Dec)", "85% chance of rain", "1 to 9 °C", "Open-Meteo", "1 h 35 min ago", "day 2 indoors"),
        "zh": ("第 2 天", "降水概率 85%", "1～9 °C", "Open-Meteo", "1 小时 35 分钟前", "第 2 天改为室内"),
    }[locale]
    assert [part for part in expected if part not in text] == [], text


@pytest.mark.parametrize("topic", ["weather", "rain"])
def test_a_dry_day_offers_nothing(topic: str, locale: str) -> None:
    text = tell(family(locale, forecast(3)), topic, days=(2,)).text
    assert {"en": "10% chance of rain", "zh": "降水概率 10%"}[locale] in text
    assert {"en": "indoors", "zh": "改为室内"}[locale] not in text


def test_rain_is_no_matter_where_none_is_forecast(locale: str) -> None:
    reply = tell(family(locale, forecast(3)), "rain")
    assert {"en": "not likely", "zh": "不太会下雨"}[locale] in reply.text
    assert [day["wet"] for day in reply.facts["forecasts"][0]["days"]] == [False] * 3


def test_answer_names_the_rainy_day_of_several(locale: str) -> None:
    reply = tell(family(locale, forecast(3, wet=2)), "rain")
    assert {"en": "day 3", "zh": "第 3 天"}[locale] in reply.text
    assert {"en": "day 2", "zh": "第 2 天"}[locale] not in reply.text


def test_days_beyond_the_forecast_fall_back_to_climate(locale: str) -> None:
    reply = tell(family(locale, forecast(1)), "weather")
    assert [day["date"] for day in reply.facts["forecasts"][0]["days"]] == [FIRST]
    assert reply.facts["cities"][0]["months"][0]["month"] == 12
    assert {"en": "averages", "zh": "多年平均"}[locale] in reply.text


def test_a_forecast_of_all_days_leaves_the_climate_out(locale: str) -> None:
    reply = tell(family(locale, forecast(3, wet=0)), "weather")
    assert reply.facts["cities"] == []
    assert {"en": "averages", "zh": "多年平均"}[locale] not in reply.text


@pytest.mark.parametrize("topic", ["weather", "rain"])
def test_without_a_forecast_the_answer_is_as_before(topic: str, locale: str) -> None:
    trip = trip_context("family", locale)
    elsewhere = replace(trip, forecasts={"kyoto": forecast(3, wet=1)})
    assert answer(Ask(topic), elsewhere) == answer(Ask(topic), trip)
    assert "forecasts" not in tell(trip, topic).facts


@pytest.mark.parametrize("topic", ["weather", "rain"])
def test_a_date_without_a_plan_has_its_forecast(topic: str, locale: str) -> None:
    trip = replace(without_plan(locale), forecasts={"xian": forecast(3, wet=1)})
    text = tell(trip, topic, about=("xian",), dates=(FIRST + timedelta(days=1),)).text
    assert "85%" in text
    assert {"en": "indoors", "zh": "改为室内"}[locale] not in text


def test_the_trip_begins_on_the_first_day_of_the_forecast(locale: str) -> None:
    assert route(trip_context("family", locale)).days[0].date == FIRST
