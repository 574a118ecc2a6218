"""The tiles of the map, from a service that asks who shows them and cannot give all of them."""

import base64
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.trip_page import open_trip, post
from tests.support.server import Server
from tests.support.trips import kyoto

pytestmark = pytest.mark.browser

PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)
ATTRIBUTION = 'Tiles by <a href="https://tiles.example/licence">someone</a>'


@dataclass
class Tiles:
    """A tile service; `missing` says which of its answers are none, by their number."""

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


@pytest.mark.parametrize(("missing", "left"), [(3, 1), (1_000, 0)])
def test_one_missing_tile_takes_no_map_away(
    server: Server, tiles: Tiles, open_page: OpenPage, missing: int, left: int
) -> None:
    tiles.missing = missing
    page = open_trip(open_page, server, kyoto(), expected=re.compile("403"))
    if left:
        expect(page.locator(".leaflet-tile-loaded").first).to_be_visible()
    else:
        expect(page.locator(".leaflet-tile")).to_have_count(0)
