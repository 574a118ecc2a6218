"""The weather of a plan on its pages: forecast and climate are distinct; a wet day is taken indoors by one press."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenPage
from tests.browser.inspection import overflow
from tests.browser.plan_page import choose_model, say
from tests.browser.scenes.stage import LANGUAGES
from tests.browser.trip_page import day, expect_version, open_trip, show_trip
from tests.support.server import Server
from tests.support.trips import made
from travelagent.assistant.tools.generate_route import generate_route

pytestmark = pytest.mark.browser

WET = 1
"""The day of the plan with rain: the second of the forecast, for the trip begins tomorrow."""
FORECAST = {"en": re.compile(r"Forecast of \d+ \w+, Open-Meteo"), "zh": re.compile(r"\d+月\d+日预报，Open-Meteo")}
FIGURES = {"en": "1 to 9 °C · 93% rain", "zh": "1～9 °C · 降水概率 93%"}
OFFER = {"en": "93% rain: keep day 1 indoors", "zh": "降水概率 93%：第 1 天改为室内"}
USUAL = {"en": "Usual for May", "zh": "5月常年水平"}
WISH = {"en": "Plan 3 days in Kyoto from {on:%-d %B %Y}", "zh": "{on.year}年{on.month}月{on.day}日出发，规划京都三日游"}


def tomorrow() -> date:
    """The second day of the forecast, a wet one. A trip that begins today would open on that day alone."""
    return datetime.now(UTC).date() + timedelta(days=1)


def trip(start: date) -> dict[str, Any]:
    plan = made(generate_route, city="Kyoto", days=3, start_date=start.isoformat(), travellers=2)
    return {"title": "Kyoto", "itinerary": plan}


@pytest.fixture(scope="module")
def near() -> dict[str, Any]:
    return trip(tomorrow())


def line(within: Locator) -> Locator:
    return within.get_by_test_id("day-weather")


def expect_forecast(within: Locator, language: str) -> None:
    """The forecast of the wet day, marked as one, with its source as a link."""
    expect(line(within)).to_have_attribute("data-basis", "forecast")
    expect(line(within)).to_contain_text(FIGURES[language])
    source = line(within).get_by_role("link")
    expect(source).to_have_text(FORECAST[language])
    expect(source).to_have_attribute("href", "https://open-meteo.com/")
    assert "CC BY 4.0" in str(source.get_attribute("title"))


@pytest.mark.parametrize("width", [1440, 360])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.sampled
def test_a_wet_day_of_a_trip_goes_indoors_by_one_press(
    scripted_server: Server, open_page: OpenPage, near: dict[str, Any], language: str, width: int,
    screenshot: Callable[..., None],
) -> None:  # fmt: skip
    """Later days show their climate instead of a forecast, and no day to be kept indoors."""
    page = open_trip(open_page, scripted_server, near, locale=LANGUAGES[language], width=width)
    wet = day(page, WET)
    expect_forecast(wet, language)
    expect(page.get_by_test_id("keep-indoors")).to_have_count(1)
    assert overflow(page) == []
    screenshot(page)
    before = wet.get_by_test_id("visit").evaluate_all("(rows) => rows.map((row) => row.dataset.visit)")
    wet.get_by_role("button", name=OFFER[language]).click()
    expect_version(page, 2)
    expect(page.get_by_test_id("keep-indoors")).to_have_count(0)
    expect_forecast(day(page, WET), language)
    after = day(page, WET).get_by_test_id("visit").evaluate_all("(rows) => rows.map((row) => row.dataset.visit)")
    assert after != before

    show_trip(page, scripted_server.url, trip(date(tomorrow().year + 1, 5, 10)))
    for number in (1, 2, 3):
        expect(line(day(page, number))).to_have_attribute("data-basis", "climate")
        expect(line(day(page, number))).to_contain_text(USUAL[language])
    expect(page.get_by_test_id("keep-indoors")).to_have_count(0)
    assert overflow(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.sampled
@pytest.mark.full
def test_the_plan_and_its_card_tell_the_weather(scripted_server: Server, open_page: OpenPage, language: str) -> None:
    page = open_page(scripted_server, locale=LANGUAGES[language])
    choose_model(page, "offline")
    say(page, WISH[language].format(on=tomorrow()))
    strip = page.get_by_test_id("plan-card").get_by_test_id("plan-weather")
    expect(strip.locator(f"[data-day='{WET}']")).to_have_attribute("data-basis", "forecast")
    expect(strip.locator(".weather-basis")).to_have_text(FORECAST[language])
    expect_forecast(day(page, WET), language)

    day(page, WET).get_by_role("button", name=OFFER[language]).click()
    expect(page.get_by_test_id("plan-later")).to_be_visible()
    expect(page.get_by_test_id("keep-indoors")).to_have_count(0)


def test_without_services_the_climate_stands_and_no_venue_is_named(
    offline_server: Server, open_page: OpenPage, near: dict[str, Any]
) -> None:
    page = open_trip(open_page, offline_server, near)
    expect(line(day(page, WET))).to_have_attribute("data-basis", "climate")
    expect(page.get_by_test_id("keep-indoors")).to_have_count(0)
    with page.expect_response(lambda response: "/venues/" in response.url):
        page.get_by_test_id("visit").first.get_by_test_id("stop").click()
    expect(page.get_by_test_id("stop-map")).to_be_visible()
    expect(page.get_by_test_id("places-to-eat")).to_be_hidden()
    page.keyboard.press("Escape")
    with page.expect_response(lambda response: "purpose=sleep" in response.url):
        page.get_by_test_id("hotel").first.click()
    expect(page.get_by_test_id("hotel-dialog").get_by_test_id("places-to-sleep")).to_be_hidden()
