"""The lists of a trip on its page: what to book and to pack, ticked off, changed and added to."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.inspection import overflow
from tests.browser.trip_page import open_tab, open_trip
from tests.support.axe import violations
from tests.support.server import Server
from tests.support.trips import kyoto

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def body() -> dict[str, Any]:
    return kyoto()


def item(page: Page, key: str) -> Any:
    return page.locator(f'[data-testid="list-item"][data-key="{key}"]')


def test_it_works(offline_server: Server, open_page: OpenPage, body: dict[str, Any]) -> None:
    page = open_trip(open_page, offline_server, body)
    open_tab(page, "notes")
    expect(item(page, "jacket")).to_contain_text("in December")
    expect(item(page, "hotel:0:kyoto")).to_have_attribute("data-due", "2026-11-06")
    item(page, "jacket").get_by_test_id("packed").check()
    expect(page.get_by_test_id("packing-state")).to_contain_text("1 of")

    item(page, "charger").get_by_test_id("change-item").click()
    page.get_by_test_id("remove-item").click()
    expect(item(page, "charger")).to_have_count(0)
    item(page, "cover").get_by_test_id("change-item").click()
    page.get_by_test_id("item-text").fill("Grandma's scarf")
    page.get_by_test_id("submit").click()
    expect(item(page, "cover")).to_contain_text("Grandma's scarf")
    page.get_by_test_id("new-packing").fill("Camera")
    page.keyboard.press("Enter")
    expect(item(page, "")).to_contain_text("Camera")
    expect(page.get_by_test_id("new-packing")).to_be_focused()

    page.reload()
    expect(item(page, "jacket").get_by_test_id("packed")).to_be_checked()
    expect(item(page, "charger")).to_have_count(0)
    expect(item(page, "cover")).to_contain_text("Grandma's scarf")
    expect(item(page, "")).to_have_count(1)


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.sampled
def test_they_are_accessible_and_fit(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any], locale: str, width: int
) -> None:
    page = open_trip(open_page, offline_server, body, locale=locale, width=width)
    open_tab(page, "notes")
    expect(item(page, "documents")).to_be_visible()
    assert violations(page) == []
    assert overflow(page) == []
    item(page, "documents").get_by_test_id("change-item").click()
    assert violations(page) == []
