"""A trip that was exported comes back from its file; the same file again leads to the trip that is there."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.inspection import overflow
from tests.browser.trip_page import long_trip, post
from tests.support.axe import violations
from tests.support.server import Server

pytestmark = pytest.mark.browser

FILES = Path(__file__).parents[1] / "trips" / "files"
REFUSED = re.compile(r"status of 400")
OTHERS = {
    "map": b'{"type": "FeatureCollection", "features": "' + b"x" * 5_000_000 + b'"}',
    "photo": b"\xff\xd8\xff",
    "list": b"[]",
    "null": b"null",
    "empty": b"",
}
"""Files by what they are."""


def exported(page: Page, trip: str, format: str) -> str:
    """The export of a trip of the page's visitor."""
    path = f"/api/v1/trips/{trip}/export/?format={format}"
    found: str = page.evaluate("async (path) => (await fetch(path)).text()", path)
    return found


def choose(page: Page, content: bytes, name: str = "trip.json") -> None:
    """Pick a file with that content on the list of trips."""
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    page.get_by_test_id("import").set_input_files(file)


def keep(page: Page) -> None:
    """Agree to what the preview shows."""
    page.get_by_test_id("import-confirm").click()


@pytest.mark.parametrize(
    ("locale", "kept", "lost", "own"),
    [
        ("en-US", "among yours already: “Long”", "It has no position.", "own place"),
        ("zh-CN", "你已经有了：“Long”", "没有坐标。", "自己的地点"),
    ],
)
@pytest.mark.sampled
def test_what_was_read_is_shown_kept_and_known_again(
    offline_server: Server, open_page: OpenPage, locale: str, kept: str, lost: str, own: str
) -> None:
    """A map of another program, then a trip of somebody else's in the formats that we export."""
    somebody = open_page(offline_server, "/trips/")
    trip = post(somebody, "trips/", long_trip(2, 3))["id"]
    page = open_page(offline_server, "/trips/", locale=locale)
    choose(page, (FILES / "my-maps.kml").read_bytes(), "my-maps.kml")
    expect(page.get_by_test_id("import-not-read")).to_contain_text(lost)
    expect(page.get_by_test_id("import-sights")).to_have_text("2")
    expect(page.get_by_test_id("import-own")).to_have_text("1")
    expect(page.get_by_test_id("import-stops").get_by_role("listitem").nth(1)).to_contain_text(own)
    page.get_by_test_id("import-cancel").click()
    expect(page.get_by_test_id("import-preview")).to_have_count(0)
    assert page.evaluate("async () => (await (await fetch('/api/v1/trips/')).json()).results") == []

    content = exported(somebody, trip, "json").encode()
    assert json.loads(content)
    choose(page, content)
    keep(page)
    page.wait_for_url("**/trips/trip_*")
    first = page.url
    page.goto(f"{offline_server.url}/trips/")
    choose(page, content)
    keep(page)
    expect(page.get_by_test_id("import-told")).to_contain_text(kept)
    expect(page.get_by_test_id("trip")).to_have_count(1)
    page.get_by_test_id("open-kept").click()
    page.wait_for_url(first)

    page.goto(f"{offline_server.url}/trips/")
    for format in ("gpx", "ics", "geojson", "json"):
        choose(page, exported(page, first.rpartition("/")[2], format).encode(), f"trip.{format}")
        keep(page)
        expect(page.get_by_test_id("import-told")).to_contain_text(kept)
    page.get_by_test_id("import-again").click()
    page.wait_for_url(lambda url: "/trips/trip_" in url and url != first)


def test_a_file_that_is_no_trip_is_told_as_such_and_bookings_of_an_email_are_kept(
    offline_server: Server, open_page: OpenPage
) -> None:
    page = open_page(offline_server, "/trips/", expected=REFUSED)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    message = page.get_by_test_id("import-told")
    choose(page, b"%PDF-1.7" + b"x" * 5_000_000, "large.pdf")
    expect(message).to_contain_text("larger than 4 MB")
    for content in OTHERS.values():
        message.evaluate("node => { node.textContent = ''; }")
        choose(page, content)
        expect(message).to_contain_text("This file is not a trip.")
    assert [url for url in sent if "/api/" in url] == []
    choose(page, b"BEGIN:VCALENDAR\r\nEND:VEVENT", "trip.ics")
    expect(message).to_contain_text("The file has no places")

    choose(page, (FILES / "booking.eml").read_bytes(), "booking.eml")
    expect(page.get_by_test_id("import-ride").first).to_contain_text("11:50")
    expect(page.get_by_test_id("import-hotel")).to_have_text("Hotel Example Kyoto")
    keep(page)
    page.wait_for_url("**/trips/trip_*")
    expect_visited_on_map(page, offline_server.url)


def expect_visited_on_map(page: Page, url: str) -> None:
    """The account's page has a map of the cities where one has been, once there is one."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{url}/account/")
    expect(page.get_by_test_id("visited")).to_have_count(0)
    trip: Any = long_trip(2, 2)
    post(page, "trips/", trip)
    page.reload()
    expect(page.get_by_test_id("visited-city")).to_have_text("Kyoto")
    expect(page.get_by_test_id("map").locator(".stop-dot")).to_have_count(1)
    assert violations(page) == []
    assert overflow(page) == []
    page.get_by_test_id("visited-city").click()
    page.wait_for_url("**/cities/kyoto")
