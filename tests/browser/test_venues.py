"""The sheet of a stop names stored places to eat near it that are open when it ends, and the choice of a hotel those
near the middle of the stops; without data they say nothing."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.inspection import overflow
from tests.browser.scenes.stage import LANGUAGES
from tests.browser.trip_page import open_trip
from tests.support.server import Server
from tests.support.trips import kyoto

pytestmark = pytest.mark.browser

STORE = """
from datetime import date
from travelagent.catalog.additions import replace_venues
from travelagent.catalog.venues import Venue
from travelagent.plans.values import LocalizedText
def venue(number, name, hours, **more):
    text = LocalizedText(name, name)
    return Venue("restaurant", f"node/{{number}}", text, {lat}, {lon}, date(2026, 11, 1), hours, **more)
replace_venues("kyoto", [
    venue(1, "Always Noodles", "24/7", diet={{"vegetarian": "yes"}}),
    venue(2, "Night Bar", "03:00-04:00"),
    venue(3, "Unsure", None),
    Venue("hotel", "node/4", LocalizedText("Inn of the Middle", "中心旅馆"), {middle}, date(2026, 11, 1), stars=3.0),
])
"""
HEADING = {"en": "Places to eat near here", "zh": "附近餐饮"}
FACTS = {"en": ("Vegetarian · open at {time}", "hours not known"), "zh": ("素食 · {time} 营业", "营业时间未知")}
SOURCE = {
    "en": "OpenStreetMap contributors, ODbL 1.0, as of 2026-11-01 Not checked by us.",
    "zh": "OpenStreetMap 贡献者，ODbL 1.0，数据截至 2026-11-01 本站尚未核实。",
}


@pytest.fixture(scope="module")
def body() -> dict[str, Any]:
    return kyoto()


@pytest.fixture(scope="module")
def stocked_server(tmp_path_factory: pytest.TempPathFactory, body: dict[str, Any]) -> Iterator[Server]:
    """A server with places to eat at the first stop of the trip."""
    server = Server(tmp_path_factory.mktemp("venues"))
    server.prepare()
    first = body["itinerary"]["days"][0]["visits"][0]
    server.manage("shell", "-c", STORE.format(lat=first["lat"], lon=first["lon"], middle=middle(body)))
    server.start()
    yield server
    assert server.stop() == 0, server.log()


def middle(body: dict[str, Any]) -> str:
    """The latitude and longitude of the middle of all stops."""
    days = body["itinerary"]["days"]
    stops = [days[0]["origin"], *(visit for day in days for visit in day["visits"])]
    return ", ".join(str(sum(stop[axis] for stop in stops) / len(stops)) for axis in ("lat", "lon"))


def open_first_sheet(page: Page) -> None:
    page.get_by_test_id("visit").first.get_by_test_id("stop").click()
    expect(page.get_by_test_id("stop-map")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_names_those_that_are_open_then(
    stocked_server: Server, open_page: OpenPage, body: dict[str, Any], language: str, screenshot: Callable[..., None]
) -> None:
    page = open_trip(open_page, stocked_server, body, locale=LANGUAGES[language], width=360)
    open_first_sheet(page)
    section = page.get_by_test_id("places-to-eat")
    depart = body["itinerary"]["days"][0]["visits"][0]["depart"]
    expect(section.get_by_role("heading")).to_have_text(HEADING[language])
    rows = section.get_by_test_id("venue")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("Always Noodles")
    expect(rows.nth(0)).to_contain_text(FACTS[language][0].format(time=depart))
    expect(rows.nth(1)).to_contain_text(FACTS[language][1])
    expect(section).to_contain_text(SOURCE[language])
    assert overflow(page) == []
    screenshot(page)


def test_it_says_nothing_without_data(offline_server: Server, open_page: OpenPage, body: dict[str, Any]) -> None:
    page = open_trip(open_page, offline_server, body)
    with page.expect_response(lambda response: "/venues/" in response.url):
        open_first_sheet(page)
    expect(page.get_by_test_id("places-to-eat")).to_be_hidden()


@pytest.mark.parametrize(
    ("language", "expected", "name"),
    [
        ("en", "Inn of the Middle 0 m · 3 stars as tagged", "Inn of the Middle"),
        ("zh", "中心旅馆 0 米 · 标注 3 星", "中心旅馆"),
    ],
)
def test_a_hotel_near_the_middle_is_taken(
    stocked_server: Server,
    open_page: OpenPage,
    body: dict[str, Any],
    language: str,
    expected: str,
    name: str,
    screenshot: Callable[..., None],
) -> None:
    page = open_trip(open_page, stocked_server, body, locale=LANGUAGES[language], width=360)
    page.get_by_test_id("hotel").first.click()
    dialog = page.get_by_test_id("hotel-dialog")
    row = dialog.get_by_test_id("places-to-sleep").get_by_test_id("venue")
    expect(row).to_contain_text(expected)
    assert overflow(page) == []
    screenshot(page)
    row.get_by_test_id("take-hotel").click()
    expect(dialog.get_by_test_id("name")).to_have_value(name)
    dialog.get_by_test_id("submit").click()
    expect(page.get_by_test_id("hotel").first).to_contain_text(name)


def test_no_hotel_is_named_without_data(offline_server: Server, open_page: OpenPage, body: dict[str, Any]) -> None:
    page = open_trip(open_page, offline_server, body)
    with page.expect_response(lambda response: "purpose=sleep" in response.url):
        page.get_by_test_id("hotel").first.click()
    expect(page.get_by_test_id("hotel-dialog").get_by_test_id("places-to-sleep")).to_be_hidden()
