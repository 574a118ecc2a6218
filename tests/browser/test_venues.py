"""The sheet of a stop names stored places to eat near it that are open when it ends, and the choice of a hotel those
near the middle of the stops; without data they say nothing (test_weather.py)."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.inspection import overflow
from tests.browser.scenes.stage import LANGUAGES
from tests.browser.trip_page import open_trip
from tests.support.server import Server

pytestmark = pytest.mark.browser

HEADING = {"en": "Places to eat near here", "zh": "附近餐饮"}
FACTS = {"en": ("Vegetarian · open at {time}", "hours not known"), "zh": ("素食 · {time} 营业", "营业时间未知")}
SOURCE = {
    "en": "OpenStreetMap contributors, ODbL 1.0, as of 2026-11-01 Not checked by us.",
    "zh": "OpenStreetMap 贡献者，ODbL 1.0，数据截至 2026-11-01 本站尚未核实。",
}


HOTEL = {
    "en": ("Inn of the Middle 0 m · 3 stars as tagged", "Inn of the Middle"),
    "zh": ("中心旅馆 0 米 · 标注 3 星", "中心旅馆"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.sampled
def test_places_that_are_open_are_named_and_a_hotel_near_the_middle_is_taken(
    scripted_server: Server,
    open_page: OpenPage,
    saved: dict[str, Any],
    language: str,
    screenshot: Callable[..., None],
) -> None:
    page = open_trip(open_page, scripted_server, saved, locale=LANGUAGES[language], width=360)
    page.get_by_test_id("visit").first.get_by_test_id("stop").click()
    section = page.get_by_test_id("places-to-eat")
    depart = saved["itinerary"]["days"][0]["visits"][0]["depart"]
    expect(section.get_by_role("heading")).to_have_text(HEADING[language])
    rows = section.get_by_test_id("venue")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("Always Noodles")
    expect(rows.nth(0)).to_contain_text(FACTS[language][0].format(time=depart))
    expect(rows.nth(1)).to_contain_text(FACTS[language][1])
    expect(section).to_contain_text(SOURCE[language])
    assert overflow(page) == []
    screenshot(page, "-eat")
    page.keyboard.press("Escape")

    page.get_by_test_id("hotel").first.click()
    dialog = page.get_by_test_id("hotel-dialog")
    row = dialog.get_by_test_id("places-to-sleep").get_by_test_id("venue")
    label, name = HOTEL[language]
    expect(row).to_contain_text(label)
    assert overflow(page) == []
    screenshot(page, "-sleep")
    row.get_by_test_id("take-hotel").click()
    expect(dialog.get_by_test_id("name")).to_have_value(name)
    dialog.get_by_test_id("submit").click()
    expect(page.get_by_test_id("hotel").first).to_contain_text(name)
