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
from tests.support.trips import kyoto

pytestmark = pytest.mark.browser

LOCALES = ["en-US", "zh-CN"]
TABS = ("days", "map", "budget", "notes")
FIRST = date(2026, 12, 6)


@pytest.fixture(scope="module")
def body() -> dict[str, Any]:
    return kyoto()


def panel(page: Page, name: str) -> Any:
    return page.locator(f"#panel-{name}")


def test_it_works(offline_server: Server, open_page: OpenPage, body: dict[str, Any]) -> None:
    """By keyboard, and by the address: wide, where the map stands beside the days, and narrow, where it is a tab."""
    page = open_trip(open_page, offline_server, body)
    expect(page.get_by_test_id("tab-map")).to_be_hidden()
    expect(panel(page, "days")).to_be_visible()
    expect(panel(page, "map")).to_be_visible()
    page.get_by_test_id("tab-days").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("tab-budget")).to_be_focused()
    expect(panel(page, "budget")).to_be_visible()
    expect(panel(page, "map")).to_be_hidden()
    assert page.url.endswith("#budget")
    page.reload()
    expect(page.get_by_test_id("budget")).to_be_visible()
    page.keyboard.press("Tab")

    page.set_viewport_size({"width": 390, "height": 844})
    for name in TABS:
        open_tab(page, name)
        assert [each for each in TABS if panel(page, each).is_visible()] == [name]
        assert overflow(page) == []
    open_tab(page, "map")
    expect(page.get_by_test_id("stop-marker").first).to_be_visible()
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(panel(page, "days")).to_be_visible()
    expect(page.get_by_test_id("tab-days")).to_have_attribute("aria-selected", "true")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.sampled
def test_every_tab_is_accessible(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any], locale: str, width: int
) -> None:
    page = open_trip(open_page, offline_server, body, locale=locale, width=width)
    found = {}
    for name in TABS:
        if page.get_by_test_id(f"tab-{name}").is_visible():
            open_tab(page, name)
            found[name] = violations(page)
    open_tab(page, "days")
    show_board(page)
    found["board"] = violations(page)
    assert {name: faults for name, faults in found.items() if faults} == {}


def test_ten_days_are_reached_by_their_chips_on_a_phone(offline_server: Server, open_page: OpenPage) -> None:
    page = open_trip(open_page, offline_server, long_trip(10, 4), width=390, height=844)
    chips = page.get_by_test_id("day-chip")
    expect(chips).to_have_count(11)
    for number in (10, 1, 7):
        page.get_by_role("button", name=f"Day {number}", exact=True).click()
        expect(page.locator("[data-testid=day]:visible")).to_have_count(1)
        expect(day(page, number)).to_be_in_viewport()
        expect(chips.nth(number)).to_be_in_viewport()
    open_tab(page, "map")
    expect(chips.nth(7)).to_have_attribute("aria-pressed", "true")
    open_tab(page, "days")
    page.get_by_role("button", name="All days").click()
    expect(page.locator("[data-testid=day]:visible")).to_have_count(10)


def test_the_board_is_remembered_and_keeps_every_day_in_sight(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any]
) -> None:
    page = open_trip(open_page, offline_server, body)
    tops = "all => new Set(all.map((each) => Math.round(each.getBoundingClientRect().top))).size"
    assert page.get_by_test_id("day").evaluate_all(tops) == 3
    show_board(page)
    assert page.get_by_test_id("day").evaluate_all(tops) == 1
    page.get_by_role("button", name="Day 2", exact=True).click()
    expect(page.locator("[data-testid=day]:visible")).to_have_count(3)
    page.reload()
    expect(page.get_by_test_id("day")).to_have_count(3)
    expect(page.get_by_test_id("view-board")).to_have_attribute("aria-pressed", "true")


def test_a_stop_is_seen_on_the_map_and_the_map_opens_its_sheet(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any]
) -> None:
    """On a phone, where days and map are not seen at once."""
    page = open_trip(open_page, offline_server, body, width=390, height=844)
    page.emulate_media(reduced_motion="reduce")
    visit(page, ids(page, 2)[0]).get_by_test_id("stop").click()
    page.get_by_test_id("stop-map").click()
    expect(panel(page, "map")).to_be_visible()
    lit = page.locator(".leaflet-marker-icon.lit")
    expect(lit).to_have_attribute("data-day", "2")
    box: Any = lit.locator(".stop-dot").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.get_by_test_id("stop-sheet")).to_be_visible()


@pytest.mark.parametrize(
    ("offset", "reason"),
    [(-9, r"from .*6 Dec"), (0, None), (2, None), (3, "over")],
)
def test_on_the_way_is_at_hand_while_one_travels(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any], offset: int, reason: str | None
) -> None:
    page = open_page(offline_server, "/trips/")
    page.clock.set_fixed_time(datetime.combine(FIRST + timedelta(days=offset), datetime.min.time()).replace(hour=12))
    trip = {**body, "itinerary": {**body["itinerary"], "date_assumed": False}}
    page.goto(f"{offline_server.url}/trips/{post(page, 'trips/', trip)['id']}")
    expect_version(page, 1)
    on_the_way = page.get_by_test_id("way")
    if reason is None:
        expect(on_the_way).to_be_visible()
        expect(page.locator("[data-testid=day]:visible")).to_have_attribute(
            "data-date", str(FIRST + timedelta(days=offset))
        )
        on_the_way.click()
    else:
        expect(on_the_way).to_be_hidden()
        page.get_by_test_id("more-menu").locator("summary").click()
        expect(page.get_by_test_id("way-reason")).to_have_text(re.compile(reason))
        on_the_way.click()
    expect(page.get_by_test_id("way-dialog")).to_be_visible()


def test_what_was_booked_is_ticked_off_and_stays_so(offline_server: Server, open_page: OpenPage) -> None:
    trip = long_trip(1, 1)
    stop = trip["itinerary"]["days"][0]["visits"][0]
    trip["itinerary"] |= {"cities": ["beijing"]}
    trip["itinerary"]["days"][0]["city"] = "beijing"
    stop |= {"id": "beijing/forbidden-city", "sight": "beijing/forbidden-city"}
    page = open_trip(open_page, offline_server, trip)
    open_tab(page, "notes")
    page.get_by_test_id("booked").check()
    page.reload()
    expect(page.get_by_test_id("booked")).to_be_checked()


def test_the_budget_stands_against_its_limit(offline_server: Server, open_page: OpenPage, body: dict[str, Any]) -> None:
    limit = {"amount": 300000, "currency": "JPY", "per": "total"}
    trip = {**body, "itinerary": {**body["itinerary"], "brief": {**body["itinerary"]["brief"], "budget": limit}}}
    page = open_trip(open_page, offline_server, trip)
    open_tab(page, "budget")
    expect(page.get_by_test_id("budget-chart")).to_contain_text("Limit ¥300,000")
