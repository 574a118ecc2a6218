"""A trip that was exported comes back from its file; the same file again leads to the trip that is there."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.trip_page import SLOW_MS, long_trip, post
from tests.support.server import Server

pytestmark = pytest.mark.browser

LOCALES = {"en-US": "among yours already: “Long”", "zh-CN": "你已经有了：“Long”"}


def exported(page: Page) -> dict[str, Any]:
    """What the export of a new trip of the page's visitor holds."""
    trip = post(page, "trips/", long_trip(1, 2))
    path = f"/api/v1/trips/{trip['id']}/export/?format=json"
    found: dict[str, Any] = page.evaluate("async (path) => (await fetch(path)).json()", path)
    return found


def choose(page: Page, content: bytes, name: str = "trip.json") -> None:
    """Pick a file with that content on the list of trips."""
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    page.get_by_test_id("import").set_input_files(file)


def keep(page: Page) -> None:
    """Agree to what the preview shows."""
    page.get_by_test_id("import-confirm").click(timeout=SLOW_MS)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.sampled
def test_the_same_file_again_leads_to_the_trip_that_is_there(
    offline_server: Server, open_page: OpenPage, locale: str
) -> None:
    page = open_page(offline_server, "/trips/", locale=locale)
    content = json.dumps(exported(open_page(offline_server, "/trips/"))).encode()
    choose(page, content)
    keep(page)
    page.wait_for_url("**/trips/trip_*", timeout=SLOW_MS)
    first = page.url

    page.goto(f"{offline_server.url}/trips/")
    choose(page, content)
    keep(page)
    expect(page.get_by_test_id("import-told")).to_contain_text(LOCALES[locale])
    expect(page.get_by_test_id("trip")).to_have_count(1)
    page.get_by_test_id("open-kept").click()
    page.wait_for_url(first)

    page.goto(f"{offline_server.url}/trips/")
    choose(page, content)
    keep(page)
    page.get_by_test_id("import-again").click()
    page.wait_for_url(lambda url: "/trips/trip_" in url and url != first, timeout=SLOW_MS)


@pytest.mark.parametrize("format", ["gpx", "ics", "geojson"])
@pytest.mark.sampled
def test_a_file_of_another_format_that_we_exported_is_known_and_a_trip_again(
    offline_server: Server, open_page: OpenPage, format: str
) -> None:
    page = open_page(offline_server, "/trips/")
    trip = post(page, "trips/", long_trip(2, 3))
    fetched = "async (path) => (await fetch(path)).text()"
    text = page.evaluate(fetched, f"/api/v1/trips/{trip['id']}/export/?format={format}")
    choose(page, text.encode(), f"trip.{format}")
    keep(page)
    expect(page.get_by_test_id("import-told")).to_contain_text(LOCALES["en-US"])
    page.get_by_test_id("import-again").click()
    page.wait_for_url("**/trips/trip_*", timeout=SLOW_MS)
    assert trip["id"] not in page.url


def test_a_broken_file_shows_the_error_message_of_the_server(offline_server: Server, open_page: OpenPage) -> None:
    refused = re.compile(r"status of 400")
    page = open_page(offline_server, "/trips/", locale="zh-CN", expected=refused)
    choose(page, b"BEGIN:VCALENDAR\r\nEND:VEVENT", "trip.ics")
    expect(page.get_by_test_id("import-told")).to_contain_text("文件里没有地点")


OTHERS = {
    "map": b'{"type": "FeatureCollection", "features": "' + b"x" * 5_000_000 + b'"}',
    "photo": b"\xff\xd8\xff",
    "list": b"[]",
    "null": b"null",
    "empty": b"",
}
"""Files by what they are."""


@pytest.mark.parametrize("kind", OTHERS)
@pytest.mark.sampled
def test_a_file_of_another_kind_is_told_as_such_and_not_sent(
    offline_server: Server, open_page: OpenPage, kind: str
) -> None:
    page = open_page(offline_server, "/trips/")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    choose(page, OTHERS[kind])
    expect(page.get_by_test_id("import-told")).to_contain_text("This file is not a trip.")
    assert [url for url in sent if "/api/" in url] == []


FILES = Path(__file__).parents[1] / "trips" / "files"
SHOWN = {
    "en-US": ("Somewhere with an address only: It has no position.", "own place"),
    "zh-CN": ("Somewhere with an address only：没有坐标。", "自己的地点"),
}


@pytest.mark.parametrize("locale", SHOWN)
@pytest.mark.sampled
def test_what_was_read_is_shown_before_anything_is_written(
    offline_server: Server, open_page: OpenPage, locale: str
) -> None:
    page = open_page(offline_server, "/trips/", locale=locale)
    choose(page, (FILES / "my-maps.kml").read_bytes(), "my-maps.kml")
    lost, own = SHOWN[locale]
    expect(page.get_by_test_id("import-not-read")).to_have_text(lost, timeout=SLOW_MS)
    expect(page.get_by_test_id("import-sights")).to_have_text("2")
    expect(page.get_by_test_id("import-own")).to_have_text("1")
    expect(page.get_by_test_id("import-stops").get_by_role("listitem").nth(1)).to_contain_text(own)

    page.get_by_test_id("import-cancel").click()
    expect(page.get_by_test_id("import-preview")).to_have_count(0)
    page.reload()
    expect(page.get_by_test_id("trip")).to_have_count(0)


def test_bookings_of_an_email_are_shown_and_kept(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server, "/trips/")
    choose(page, (FILES / "booking.eml").read_bytes(), "booking.eml")
    expect(page.get_by_test_id("import-ride").first).to_contain_text("11:50", timeout=SLOW_MS)
    expect(page.get_by_test_id("import-hotel")).to_have_text("Hotel Example Kyoto")
    keep(page)
    page.wait_for_url("**/trips/trip_*", timeout=SLOW_MS)


def test_a_file_that_is_too_large_is_told_as_such_and_not_sent(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server, "/trips/")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    choose(page, b"%PDF-1.7" + b"x" * 5_000_000, "large.pdf")
    expect(page.get_by_test_id("import-told")).to_contain_text("larger than 4 MB")
    assert [url for url in sent if "/api/" in url] == []
