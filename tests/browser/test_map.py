"""The map shows what lies together at a size that can be read, and leads to what lies far away."""

import copy
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.trip_page import long_trip, open_trip, reach
from tests.support.server import Server

pytestmark = pytest.mark.browser

IN_VIEW = """all => all.filter((each) => {
  const at = each.getBoundingClientRect(), map = each.closest('.ground').getBoundingClientRect();
  return at.left >= map.left && at.right <= map.right && at.top >= map.top && at.bottom <= map.bottom;
}).map((each) => each.dataset.number)"""


def excursion() -> dict[str, Any]:
    """A day of eight stops beside each other, of which the last lies some 70 km away."""
    trip = copy.deepcopy(long_trip(1, 8))
    trip["itinerary"]["days"][0]["visits"][-1]["lat"] += 0.63
    return trip


def in_view(page: Page) -> list[str]:
    """The numbers of the stops that the map shows."""
    found: list[str] = page.get_by_test_id("stop-marker").evaluate_all(IN_VIEW)
    return found


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
@pytest.mark.sampled
def test_a_far_stop_is_out_of_the_picture_until_it_is_asked_for(
    offline_server: Server, open_page: OpenPage, locale: str
) -> None:
    page = open_trip(open_page, offline_server, excursion(), locale=locale)
    aside = page.get_by_test_id("map-aside")

    away = {"en-US": "Stop 1-7, 71 km as the crow flies", "zh-CN": "第 1-7 站，直线 71 公里"}
    expect(aside).to_have_text(away[locale])
    assert in_view(page) == list("1234567")

    reach(page, "map-aside")
    page.keyboard.press("Enter")
    expect(aside).to_have_text({"en-US": "Zoom in on the rest", "zh-CN": "只看其余各处"}[locale])
    expect(aside).to_be_focused()
    page.wait_for_function("document.querySelector('[data-number=\"8\"]').getBoundingClientRect().top > 60")
    assert in_view(page) == list("12345678")

    page.keyboard.press("Enter")
    expect(aside).to_contain_text("71")


def test_stops_that_lie_together_need_no_way_to_others(offline_server: Server, open_page: OpenPage) -> None:
    page = open_trip(open_page, offline_server, long_trip(1, 8))

    expect(page.get_by_test_id("stop-marker")).to_have_count(8)
    assert in_view(page) == list("12345678")
    expect(page.get_by_test_id("map-aside")).to_be_hidden()


HIDDEN = """all => all.filter((each) => {
  const at = each.getBoundingClientRect();
  return [...each.closest('.ground').querySelectorAll('.leaflet-control-zoom, .map-aside')].some((control) => {
    const over = control.getBoundingClientRect();
    return at.left < over.right && over.left < at.right && at.top < over.bottom && over.top < at.bottom;
  });
}).map((each) => each.dataset.number)"""


@pytest.mark.parametrize("corner", [(0.34, -1), (0.34, 1)])
@pytest.mark.sampled
def test_no_stop_lies_behind_the_buttons_of_the_map(
    offline_server: Server, open_page: OpenPage, corner: tuple[float, float]
) -> None:
    trip = excursion()
    north, east = corner
    for n, stop in enumerate(trip["itinerary"]["days"][0]["visits"][:-1]):
        stop |= {"lat": 35.0 + north * n / 500, "lon": 135.7 + east * n / 500}
    page = open_trip(open_page, offline_server, trip, width=390, height=844)
    expect(page.get_by_test_id("map-aside")).to_be_visible()
    shown = in_view(page)

    assert set("1234567") <= set(shown)
    assert not set(page.get_by_test_id("stop-marker").evaluate_all(HIDDEN)) & set(shown)
