"""The pages of trips and explore pass axe in both languages, themes and widths, and the focus can be seen."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.trip_page import MUSEUM, SLOW_MS, day, expect_version, open_trip, post, visit
from tests.support.axe import violations
from tests.support.server import Server
from tests.support.trips import kyoto

pytestmark = pytest.mark.browser

LOOKS = [("en-US", 1280, "light"), ("zh-CN", 390, "dark"), ("en-US", 390, "light"), ("zh-CN", 1280, "dark")]
looks = pytest.mark.parametrize(("locale", "width", "scheme"), LOOKS)


@pytest.fixture(scope="module")
def body() -> dict[str, Any]:
    return kyoto()


def expect_clean(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    assert violations(page) == []


@looks
def test_a_trip_with_a_violation_and_its_dialogs(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any], locale: str, width: int, scheme: str
) -> None:
    page = open_trip(open_page, offline_server, body, locale=locale, width=width)
    visit(page, MUSEUM).get_by_test_id("more").click()
    expect_clean(page, scheme)
    trip = page.url.rsplit("/", 1)[-1]
    post(page, f"trips/{trip}/edits/", {"edits": [{"op": "move", "visit": MUSEUM, "day": 2}]})
    page.reload()
    expect_version(page, 2)
    expect_clean(page, scheme)
    dialogs: list[tuple[Callable[[], None], str]] = [
        (page.get_by_test_id("replan").click, "difference"),
        (page.get_by_test_id("show-alternatives").click, "alternative"),
        (day(page, 1).get_by_test_id("add").click, "add-sight"),
        (day(page, 1).get_by_test_id("hotel").click, "submit"),
        (day(page, 1).get_by_test_id("hours").click, "submit"),
        (page.get_by_test_id("way").click, "way-rain"),
        (page.get_by_test_id("share").click, "make-link"),
        (page.get_by_test_id("show-history").click, "history"),
    ]
    for click, shown in dialogs:
        click()
        expect(page.get_by_test_id(shown).first).to_be_visible(timeout=SLOW_MS)
        expect_clean(page, scheme)
        page.keyboard.press("Escape")


@looks
def test_lists_links_and_cities(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any], locale: str, width: int, scheme: str
) -> None:
    page = open_page(offline_server, "/trips/", locale=locale, width=width)
    expect_clean(page, scheme)
    trip = post(page, "trips/", body)["id"]
    shared = post(page, f"trips/{trip}/share/", {"days": 1})["url"]
    for path, shown in (("/trips/", "trip"), ("/explore", "city-card"), ("/cities/kyoto", "sight-card")):
        page.goto(offline_server.url + path)
        expect(page.get_by_test_id(shown).first).to_be_visible()
        expect_clean(page, scheme)
    page.goto(shared)
    expect(page.get_by_test_id("visit").first).to_be_visible()
    expect_clean(page, scheme)


def test_the_focus_is_seen_on_every_control(offline_server: Server, open_page: OpenPage, body: dict[str, Any]) -> None:
    page = open_trip(open_page, offline_server, body)
    unseen = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        unseen.add(
            page.evaluate(
                """() => {
                  const {outlineStyle, outlineWidth} = getComputedStyle(document.activeElement);
                  const seen = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
                  return seen ? "" : document.activeElement.outerHTML.slice(0, 120);
                }"""
            )
        )
    assert unseen == {""}
