"""The tiles of the map, from services that ask who shows them and cannot give all of them."""

import base64
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.trip_page import long_trip, open_trip, post, show_trip
from tests.support.server import Server
from tests.support.trips import kyoto

pytestmark = pytest.mark.browser

PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)
ATTRIBUTION = 'Tiles by <a href="https://tiles.example/licence">someone</a>'


@dataclass
class Tiles:
    """A tile service; `missing`: how many of its answers, from the first on, are none."""

    url: str = ""
    referrers: list[str] = field(default_factory=list)
    missing: int = 0

    def answers(self, referrer: str) -> bool:
        self.referrers.append(referrer)
        return bool(referrer) and len(self.referrers) > self.missing


@pytest.fixture(scope="module")
def tiles() -> Iterator[Tiles]:
    service = Tiles()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = service.answers(self.headers.get("Referer", ""))
            self.send_response(200 if found else 403)
            self.send_header("Content-Type", "image/png")
            self.end_headers()
            if found:
                self.wfile.write(PICTURE)

        def log_message(self, *args: object) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield service
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def server(tiles: Tiles, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = {"MAP_TILE_URL": f"{tiles.url}/{{z}}/{{x}}/{{y}}.png", "MAP_TILE_ATTRIBUTION": ATTRIBUTION}
    found = Server(tmp_path_factory.mktemp("tiles"), ("-m", "tests.support.entry_point"), settings=settings)
    found.prepare()
    found.start()
    yield found
    assert found.stop() == 0, found.log()


@pytest.fixture(autouse=True)
def _clear_referrers(tiles: Tiles) -> None:
    tiles.referrers.clear()


def ground_of(page: Page) -> str:
    """The detail of the ground that the map shows, once all of it is drawn."""
    drawn = page.get_by_test_id("ground-drawn")
    expect(drawn).to_have_attribute("data-drawn", re.compile("world|region|town"))
    return drawn.get_attribute("data-drawn") or ""


def test_tile_requests_send_the_site_as_referrer(server: Server, tiles: Tiles, open_page: OpenPage) -> None:
    tiles.missing = 0
    page = open_trip(open_page, server, kyoto())
    expect(page.locator(".leaflet-tile-loaded").first).to_be_visible()
    assert set(tiles.referrers) == {f"{server.url}/"}
    link = page.get_by_role("link", name="someone")
    expect(link).to_have_attribute("href", "https://tiles.example/licence")

    tiles.referrers.clear()
    page.goto(post(page, f"trips/{page.url.rsplit('/', 1)[-1]}/share/", {"days": 1})["url"])
    expect(page.locator(".leaflet-tile-loaded").first).to_be_visible()
    assert set(tiles.referrers) == {f"{server.url}/"}


def test_missing_tiles_leave_the_others_and_show_the_ground(server: Server, tiles: Tiles, open_page: OpenPage) -> None:
    tiles.missing = 3
    page = open_trip(open_page, server, kyoto(), expected=re.compile("403"))
    expect(page.locator(".leaflet-tile-loaded:visible").first).to_be_visible()
    expect(page.locator("img.leaflet-tile[hidden]")).to_have_count(3)
    assert ground_of(page) == "town"


def test_a_service_that_gives_nothing_leaves_the_ground_and_is_asked_again(
    server: Server, tiles: Tiles, open_page: OpenPage
) -> None:
    tiles.missing = 10_000
    page = open_trip(open_page, server, kyoto(), expected=re.compile("403"))
    assert ground_of(page) == "town"
    expect(page.locator(".ground-land").first).to_be_attached()
    expect(page.locator("img.leaflet-tile:not([hidden])")).to_have_count(0)

    tiles.missing = 0
    page.get_by_role("button", name="Zoom in").click()
    expect(page.locator("img.leaflet-tile-loaded:not([hidden])").first).to_be_visible()


FILTER = "node => getComputedStyle(node).filter"


def test_tiles_are_darkened_with_the_theme(server: Server, tiles: Tiles, open_page: OpenPage) -> None:
    tiles.missing = 0
    page = open_trip(open_page, server, kyoto())
    tile = page.locator(".leaflet-tile-loaded").first
    expect(tile).to_be_visible()
    assert tile.evaluate(FILTER) == "none"
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert "invert" in tile.evaluate(FILTER)


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
