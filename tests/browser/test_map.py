"""The map shows what lies together at a size that can be read, and leads to what lies far away; below is ground."""

import copy
import math
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.trip_page import at_rest, long_trip, open_tab, open_trip, reach, show_trip
from tests.support.server import Server

pytestmark = pytest.mark.browser

IN_VIEW = """all => all.filter((each) => {
  const at = each.getBoundingClientRect(), map = each.closest('.ground').getBoundingClientRect();
  return at.left >= map.left && at.right <= map.right && at.top >= map.top && at.bottom <= map.bottom;
}).map((each) => each.dataset.number)"""
HIDDEN = """all => all.filter((each) => {
  const at = each.getBoundingClientRect();
  return [...each.closest('.ground').querySelectorAll('.leaflet-control-zoom, .map-aside')].some((control) => {
    const over = control.getBoundingClientRect();
    return at.left < over.right && over.left < at.right && at.top < over.bottom && over.top < at.bottom;
  });
}).map((each) => each.dataset.number)"""
CORNERS = "all => all.map((each) => each.getBoundingClientRect()).map(({x, y}) => [x, y])"
COLOURS = """() => {
  const [land] = document.querySelectorAll(".ground-land");
  return [getComputedStyle(land).fill, getComputedStyle(land.closest(".ground")).backgroundColor];
}"""
SHOWN = "[data-testid=stop-marker]:not(.gathered)"


def excursion() -> dict[str, Any]:
    """A day of eight stops beside each other, of which the last lies some 70 km away."""
    trip = copy.deepcopy(long_trip(1, 8))
    trip["itinerary"]["days"][0]["visits"][-1]["lat"] += 0.63
    return trip


def spread_to(north: float, east: float) -> dict[str, Any]:
    """That excursion, with the other stops spread towards a corner of the map."""
    trip = excursion()
    for n, stop in enumerate(trip["itinerary"]["days"][0]["visits"][:-1]):
        stop |= {"lat": 35.0 + north * n / 500, "lon": 135.7 + east * n / 500}
    return trip


def tour() -> dict[str, Any]:
    """Two days in each of two cities, with a train between them."""
    trip = copy.deepcopy(long_trip(4, 5))
    names = {"rome": {"en": "Rome", "zh": "罗马"}, "venice": {"en": "Venice", "zh": "威尼斯"}}
    trip["itinerary"] |= {"cities": [*names], "city_names": names}
    for day in trip["itinerary"]["days"]:
        city, lat, lon = ("rome", 41.89, 12.47) if day["day"] < 3 else ("venice", 45.43, 12.32)
        day["city"] = city
        for n, stop in enumerate(day["visits"]):
            stop |= {"lat": lat + n / 400, "lon": lon + day["day"] / 400}
    return trip


def in_view(page: Page) -> list[str]:
    """The numbers of the stops that the map shows."""
    found: list[str] = page.get_by_test_id("stop-marker").evaluate_all(IN_VIEW)
    return found


def drawn(page: Page, detail: str) -> None:
    """Wait until the map shows all of the ground in this detail."""
    expect(page.get_by_test_id("ground-drawn")).to_have_attribute("data-drawn", detail)


@pytest.mark.parametrize(
    ("locale", "away", "back", "title"),
    [
        ("en-US", "Stop 1-7, 71 km as the crow flies", "Zoom in on the rest", "Rome · 2 days"),
        ("zh-CN", "第 1-7 站，直线 71 公里", "只看其余各处", "罗马 · 2 天"),
    ],
)
@pytest.mark.sampled
def test_what_lies_far_away_is_gathered_or_out_of_the_picture(
    offline_server: Server, open_page: OpenPage, locale: str, away: str, back: str, title: str
) -> None:
    page = open_trip(open_page, offline_server, excursion(), locale=locale)
    aside = page.get_by_test_id("map-aside")
    expect(aside).to_have_text(away)
    assert in_view(page) == list("1234567")
    reach(page, "map-aside")
    page.keyboard.press("Enter")
    expect(aside).to_have_text(back)
    expect(aside).to_be_focused()
    page.wait_for_function("document.querySelector('[data-number=\"8\"]').getBoundingClientRect().top > 60")
    assert in_view(page) == list("12345678")
    page.keyboard.press("Enter")
    expect(aside).to_contain_text("71")

    show_trip(page, offline_server.url, tour())
    cities = page.get_by_test_id("city-disc")
    expect(cities).to_have_count(2)
    expect(page.locator(SHOWN)).to_have_count(0)
    expect(page.locator("path.route-other").first).to_be_attached()
    expect(page.locator(".ground-name").first).to_be_attached()
    rome = page.get_by_role("img", name=title)
    expect(rome).to_be_visible()
    at_rest(page)
    middle = rome.evaluate(
        "node => { const at = node.getBoundingClientRect(); return [at.x + at.width / 2, at.y + at.height / 2]; }"
    )
    page.mouse.click(*middle)
    expect(cities).to_have_count(0)
    expect(page.locator(SHOWN)).to_have_count(20)
    page.wait_for_function(f"({IN_VIEW})([...document.querySelectorAll('[data-testid=stop-marker]')]).length === 10")


def test_stops_that_lie_together_are_all_seen_and_parted(offline_server: Server, open_page: OpenPage) -> None:
    page = open_trip(open_page, offline_server, long_trip(1, 8))
    drawn(page, "town")
    expect(page.get_by_test_id("stop-marker")).to_have_count(8)
    assert in_view(page) == list("12345678")
    expect(page.get_by_test_id("map-aside")).to_be_hidden()
    page.get_by_role("button", name="Stop 1-3", exact=True).click()
    page.get_by_test_id("stop-map").click()
    page.mouse.move(700, 20)  # what the pointer is over is lit, too
    expect(page.locator("[data-testid=stop-marker].lit")).to_have_attribute("data-number", "4")
    assert "4" in in_view(page)
    expect(page.get_by_test_id("map")).to_be_in_viewport()
    expect_ground(page)

    trip = long_trip(1, 6)
    for stop in trip["itinerary"]["days"][0]["visits"][2:]:
        stop |= {"lat": 35.005, "lon": 135.7}
    show_trip(page, offline_server.url, trip)
    expect(page.locator(".stop-icon .leader").first).to_be_visible()
    corners = page.get_by_test_id("stop-marker").evaluate_all(CORNERS)
    assert min(math.dist(one, other) for one, other in combinations(corners, 2)) > 15

    trip = long_trip(1, 6)
    for n, stop in enumerate(trip["itinerary"]["days"][0]["visits"]):
        stop |= {"lat": -17.0 + n / 10, "lon": (179.4 + n / 5 + 180) % 360 - 180}  # over ±180°
    show_trip(page, offline_server.url, trip)
    drawn(page, "town")
    assert in_view(page) == list("123456")
    lefts = page.get_by_test_id("stop-marker").evaluate_all(CORNERS)
    assert lefts == sorted(lefts)

    page.set_viewport_size({"width": 390, "height": 844})
    for corner in ((0.34, -1), (0.34, 1)):
        show_trip(page, offline_server.url, spread_to(*corner))
        open_tab(page, "map")
        expect(page.get_by_test_id("map-aside")).to_be_visible()
        shown = in_view(page)
        assert set("1234567") <= set(shown)
        assert not set(page.get_by_test_id("stop-marker").evaluate_all(HIDDEN)) & set(shown)


def expect_ground(page: Page) -> None:
    """The ground needs no tiles and no network, names its sources, and follows the theme."""
    expect(page.locator(".ground-land").first).to_be_attached()
    expect(page.get_by_role("link", name="Natural Earth · GSHHG")).to_have_attribute("href", "/attribution/#map_world")
    page.context.set_offline(True)
    page.get_by_role("button", name="Zoom in").click()
    expect(page.locator(".ground-land").first).to_be_attached()
    drawn(page, "town")
    page.context.set_offline(False)
    light = page.evaluate(COLOURS)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    dark = page.evaluate(COLOURS)
    assert len({*light, *dark}) == 4
