"""The lists and the notes of a trip on its page: ticked off, changed, added to, and kept while one writes."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.inspection import overflow
from tests.browser.trip_page import hear_nothing, long_trip, open_tab, open_trip, show_trip
from tests.support.axe import violations
from tests.support.server import Server

pytestmark = pytest.mark.browser


def item(page: Page, key: str) -> Any:
    return page.locator(f'[data-testid="list-item"][data-key="{key}"]')


def test_what_to_book_and_to_pack(offline_server: Server, open_page: OpenPage, saved: dict[str, Any]) -> None:
    page = open_trip(open_page, offline_server, saved)
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

    page.set_viewport_size({"width": 390, "height": 844})
    assert violations(page) == []
    assert overflow(page) == []
    item(page, "documents").get_by_test_id("change-item").click()
    assert violations(page) == []

    page.set_viewport_size({"width": 1440, "height": 900})
    show_trip(page, offline_server.url, in_the_forbidden_city())
    open_tab(page, "notes")
    page.get_by_test_id("booked").check()
    page.reload()
    expect(page.get_by_test_id("booked")).to_be_checked()


def in_the_forbidden_city() -> dict[str, Any]:
    """A day at a sight that is booked ahead."""
    trip = long_trip(1, 1)
    stop = trip["itinerary"]["days"][0]["visits"][0]
    trip["itinerary"] |= {"cities": ["beijing"]}
    trip["itinerary"]["days"][0]["city"] = "beijing"
    stop |= {"id": "beijing/forbidden-city", "sight": "beijing/forbidden-city"}
    return trip


@pytest.mark.parametrize(
    ("locale", "states"), [("en-US", ("Saved.", "Not saved.")), ("zh-CN", ("已保存。", "没有保存。"))]
)
@pytest.mark.sampled
@pytest.mark.full
def test_notes_are_kept_while_one_writes_when_the_page_is_left_and_when_another_was_faster(
    offline_server: Server, open_page: OpenPage, saved: dict[str, Any], locale: str, states: tuple[str, str]
) -> None:
    page = open_trip(open_page, offline_server, saved, locale=locale)
    open_tab(page, "notes")
    notes, state = page.get_by_test_id("notes"), page.get_by_test_id("notes-state")
    notes.fill("Tickets in the ")
    expect(state).to_have_text(states[0])
    expect(notes).to_have_value("Tickets in the ")
    notes.press_sequentially("blue bag")
    elsewhere = page.context.new_page()
    hear_nothing(page)
    expect(notes).to_have_value("Tickets in the blue bag")

    elsewhere.goto(page.url)
    open_tab(elsewhere, "notes")
    elsewhere.get_by_test_id("notes").fill("Theirs")
    expect(elsewhere.get_by_test_id("notes-state")).to_have_text(states[0])
    open_tab(page, "notes")
    notes.fill("Mine")
    expect(state).to_have_text(states[1])
    expect(notes).to_have_value("Mine")
    page.get_by_test_id("leave-theirs").click()
    expect(notes).to_have_value("Theirs")
