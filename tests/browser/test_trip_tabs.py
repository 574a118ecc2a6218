"""The parts of a trip: tabs, the days as list and board, their chips, and "on the way" at its time."""

import re
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.inspection import overflow
from tests.browser.trip_page import day, expect_version, ids, long_trip, open_tab, open_trip, post, show_board, visit
from tests.support.axe import violations
from tests.support.server import Server

pytestmark = pytest.mark.browser

TABS = ("days", "map", "budget", "notes")
FIRST = date(2026, 12, 6)


def panel(page: Page, name: str) -> Any:
    return page.locator(f"#panel-{name}")


def test_tabs_and_the_board(offline_server: Server, open_page: OpenPage, saved: dict[str, Any]) -> None:
    """By keyboard, and by the address: wide, where the map stands beside the days, and narrow, where it is a tab."""
    page = open_trip(open_page, offline_server, saved)
    expect(page.get_by_test_id("tab-map")).to_be_hidden()
    expect(panel(page, "days")).to_be_visible()
    expect(panel(page, "map")).to_be_visible()
    tops = "all => new Set(all.map((each) => Math.round(each.getBoundingClientRect().top))).size"
    assert page.get_by_test_id("day").evaluate_all(tops) == 3
    show_board(page)
    assert page.get_by_test_id("day").evaluate_all(tops) == 1
    assert violations(page) == []
    page.get_by_role("button", name="Day 2", exact=True).click()
    expect(page.locator("[data-testid=day]:visible")).to_have_count(3)

    page.get_by_test_id("tab-days").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("tab-budget")).to_be_focused()
    expect(panel(page, "budget")).to_be_visible()
    expect(panel(page, "map")).to_be_hidden()
    assert page.url.endswith("#budget")
    page.reload()
    expect(page.get_by_test_id("budget")).to_be_visible()
    page.keyboard.press("Tab")
    open_tab(page, "days")
    expect(page.get_by_test_id("day")).to_have_count(3)
    expect(page.get_by_test_id("view-board")).to_have_attribute("aria-pressed", "true")
    page.get_by_test_id("view-list").click()

    page.set_viewport_size({"width": 390, "height": 844})
    for name in TABS:
        open_tab(page, name)
        assert [each for each in TABS if panel(page, each).is_visible()] == [name]
        assert overflow(page) == []
    open_tab(page, "map")
    expect(page.get_by_test_id("stop-marker").first).to_be_visible()
    assert violations(page) == []
    expect_map_and_days_to_lead_to_each_other(page)
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(panel(page, "days")).to_be_visible()
    expect(page.get_by_test_id("tab-days")).to_have_attribute("aria-selected", "true")

    rows = "all => new Set(all.map((each) => Math.round(each.getBoundingClientRect().top))).size"
    for width, count in ((360, 2), (768, 1), (880, 1), (1000, 1), (1440, 1)):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.locator(".trip-tools > :visible").evaluate_all(rows) == count, width


def expect_map_and_days_to_lead_to_each_other(page: Page) -> None:
    """On a phone, where days and map are not seen at once; the days stand below one another there."""
    page.emulate_media(reduced_motion="reduce")
    open_tab(page, "days")
    boxes = [day(page, number).bounding_box() or {} for number in (1, 2, 3)]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)
    tops = [box["y"] for box in boxes] + [(page.get_by_test_id("left-out").bounding_box() or {})["y"]]
    assert tops == sorted(tops)
    assert all(below - above["y"] >= above["height"] for above, below in zip(boxes, tops[1:], strict=True))

    visit(page, ids(page, 2)[0]).get_by_test_id("stop").click()
    page.get_by_test_id("stop-map").click()
    expect(panel(page, "map")).to_be_visible()
    lit = page.locator(".leaflet-marker-icon.lit")
    expect(lit).to_have_attribute("data-day", "2")
    box: Any = lit.locator(".stop-dot").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.get_by_test_id("stop-sheet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stop-sheet")).to_have_count(0)


@pytest.mark.full
def test_many_days_are_reached_by_their_chips_on_a_phone_and_drawn_anew_only_where_they_change(
    offline_server: Server, open_page: OpenPage
) -> None:
    page = open_trip(open_page, offline_server, long_trip(30, 12), width=390, height=844)
    expect(page.get_by_test_id("visit")).to_have_count(360)
    chips = page.get_by_test_id("day-chip")
    expect(chips).to_have_count(31)
    for number in (30, 1, 7):
        page.get_by_role("button", name=f"Day {number}", exact=True).click()
        expect(page.locator("[data-testid=day]:visible")).to_have_count(1)
        expect(day(page, number)).to_be_in_viewport()
        expect(chips.nth(number)).to_be_in_viewport()
    open_tab(page, "map")
    expect(chips.nth(7)).to_have_attribute("aria-pressed", "true")
    open_tab(page, "days")
    page.get_by_role("button", name="All days").click()
    expect(page.locator("[data-testid=day]:visible")).to_have_count(30)

    page.evaluate("() => { for (const each of document.querySelectorAll('.trip-day')) each.dataset.seen = 'before'; }")
    visit(page, "fixed/1").get_by_test_id("grip").focus()
    for key in ("Space", "ArrowRight", "Space"):
        page.keyboard.press(key)
    expect_version(page, 2)
    kept = page.locator('.trip-day[data-seen="before"]').count()
    assert kept == 28, f"{30 - kept} days were drawn anew for a change of two"


def test_on_the_way_is_at_hand_while_one_travels_and_the_budget_stands_against_its_limit(
    offline_server: Server, open_page: OpenPage, saved: dict[str, Any]
) -> None:
    limit = {"amount": 300000, "currency": "JPY", "per": "total"}
    brief = {**saved["itinerary"]["brief"], "budget": limit}
    trip = {**saved, "itinerary": {**saved["itinerary"], "date_assumed": False, "brief": brief}}
    page = open_page(offline_server, "/trips/")
    address = f"{offline_server.url}/trips/{post(page, 'trips/', trip)['id']}"
    for offset, reason in ((-9, r"from .*6 Dec"), (0, None), (2, None), (3, "over")):
        on = FIRST + timedelta(days=offset)
        page.clock.set_fixed_time(datetime.combine(on, datetime.min.time()).replace(hour=12))
        page.goto(address)
        expect_version(page, 1)
        on_the_way = page.get_by_test_id("way")
        if reason is None:
            expect(on_the_way).to_be_visible()
            expect(page.locator("[data-testid=day]:visible")).to_have_attribute("data-date", str(on))
            on_the_way.click()
        else:
            expect(on_the_way).to_be_hidden()
            page.get_by_test_id("more-menu").locator("summary").click()
            expect(page.get_by_test_id("way-reason")).to_have_text(re.compile(reason))
            on_the_way.click()
        expect(page.get_by_test_id("way-dialog")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_test_id("way-dialog")).to_have_count(0)

    open_tab(page, "budget")
    expect(page.get_by_test_id("budget-chart")).to_contain_text("Limit ¥300,000")
