"""The tiles of the map, from services that ask who shows them and cannot give all of them."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.tile_service import PICTURE, Tiles
from tests.browser.trip_page import long_trip, open_trip, post, show_trip
from tests.support.server import Server

pytestmark = pytest.mark.browser

FILTER = "node => getComputedStyle(node).filter"


@pytest.fixture(autouse=True)
def _all_tiles(tiles: Tiles) -> Iterator[None]:
    tiles.begin()
    yield
    tiles.begin()


def expect_town(page: Page) -> None:
    """The map shows the ground in its finest detail, once all of it is drawn."""
    expect(page.get_by_test_id("ground-drawn")).to_have_attribute("data-drawn", "town")


def test_tiles_are_asked_for_by_the_site_darkened_and_done_without(
    scripted_server: Server, tiles: Tiles, open_page: OpenPage, saved: dict[str, Any]
) -> None:
    page = open_trip(open_page, scripted_server, saved, expected=re.compile("403"))
    tile = page.locator(".leaflet-tile-loaded").first
    expect(tile).to_be_visible()
    assert set(tiles.referrers) == {f"{scripted_server.url}/"}
    expect(page.get_by_role("link", name="someone")).to_have_attribute("href", "https://tiles.example/licence")
    assert tile.evaluate(FILTER) == "none"
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert "invert" in tile.evaluate(FILTER)

    tiles.begin()
    page.goto(post(page, f"trips/{page.url.rsplit('/', 1)[-1]}/share/", {"days": 1})["url"])
    expect(tile).to_be_visible()
    assert set(tiles.referrers) == {f"{scripted_server.url}/"}

    tiles.begin(missing=3)
    show_trip(page, scripted_server.url, saved)
    expect(page.locator(".leaflet-tile-loaded:visible").first).to_be_visible()
    expect(page.locator("img.leaflet-tile[hidden]")).to_have_count(3)
    expect_town(page)

    tiles.begin(missing=10_000)
    show_trip(page, scripted_server.url, saved)
    expect_town(page)
    expect(page.locator(".ground-land").first).to_be_attached()
    expect(page.locator("img.leaflet-tile:not([hidden])")).to_have_count(0)
    tiles.begin()
    page.get_by_role("button", name="Zoom in").click()
    expect(page.locator("img.leaflet-tile-loaded:not([hidden])").first).to_be_visible()


AMAP = re.compile(r"https://webrd0[1-4]\.is\.autonavi\.com/")


@pytest.fixture(scope="module")
def amap_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(
        tmp_path_factory.mktemp("amap"),
        ("-m", "tests.support.entry_point"),
        settings={"MAP_TILES": "amap", "MAP_TILE_URL": ""},
    )
    found.prepare()
    found.start()
    yield found
    assert found.stop() == 0, found.log()


def answer_with_picture(context: BrowserContext, requested: list[str]) -> None:
    def answer(route: Route) -> None:
        requested.append(route.request.url)
        route.fulfill(body=PICTURE, content_type="image/png")

    context.route(AMAP, answer)


POSITION = """() => {
  const stop = document.querySelector("[data-testid=base-marker]")?.getBoundingClientRect();
  if (!stop) return null;
  const [x, y] = [stop.left + stop.width / 2, stop.top + stop.height / 2];
  for (const tile of document.querySelectorAll("img.leaflet-tile-loaded")) {
    const at = tile.getBoundingClientRect();
    if (x < at.left || x >= at.right || y < at.top || y >= at.bottom) continue;
    const [column, row, zoom] = ["x", "y", "z"].map((name) => Number(new URL(tile.src).searchParams.get(name)));
    const north = Math.PI * (1 - (2 * (row + (y - at.top) / at.height)) / 2 ** zoom);
    return [Math.atan(Math.sinh(north)) * 180 / Math.PI, (column + (x - at.left) / at.width) / 2 ** zoom * 360 - 180];
  }
  return null;
}"""
METRE = 1 / 111_200
PIXELS = 25 * METRE
"""A marker stands on a whole pixel, of up to 10 metres here."""


@pytest.mark.full
def test_amap_shows_places_where_its_tiles_have_them(amap_server: Server, open_page: OpenPage) -> None:
    wgs84, gcj02 = (39.911954, 116.377817), (39.91334545536069, 116.38404722455657)
    trip = long_trip(1, 2)
    (day,) = trip["itinerary"]["days"]
    for visit in day["visits"]:
        visit |= {"lat": wgs84[0], "lon": wgs84[1]}
    day["origin"] = day["destination"] = {"name": {"en": "Here", "zh": "这里"}, "lat": wgs84[0], "lon": wgs84[1]}
    requested: list[str] = []
    page = open_page(amap_server, "/trips/")
    answer_with_picture(page.context, requested)
    show_trip(page, amap_server.url, trip)
    page.wait_for_function(f"() => ({POSITION})() !== null")
    shown = page.evaluate(POSITION)

    assert shown == pytest.approx(gcj02, abs=PIXELS)
    assert shown != pytest.approx(wgs84, abs=10 * PIXELS)
    assert requested
    expect(page.get_by_role("link", name="高德地图")).to_have_attribute("href", "https://www.amap.com/")
