"""Stops are dragged by a mouse, a pen and a finger, and all that is pressed with one is large enough."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.inspection import overflow, small_targets
from tests.browser.trip_page import (
    day,
    expect_version,
    ids,
    long_trip,
    open_tab,
    open_trip,
    show_board,
    show_trip,
    visit,
    where,
)
from tests.support.server import Server
from tests.support.trips import kyoto

AT_REST = "() => new Promise((tell) => { const at = scrollY; setTimeout(() => tell(scrollY === at), 200); })"
pytestmark = pytest.mark.browser

TARGET_PX = 44
Point = tuple[float, float]


class Finger:
    """A finger on the glass of that page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._glass: CDPSession = page.context.new_cdp_session(page)

    def _tell(self, kind: str, *at: Point) -> None:
        points = [{"x": x, "y": y} for x, y in at]
        self._glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def down(self, at: Point) -> None:
        self._tell("touchStart", at)

    def to(self, at: Point, start: Point, steps: int = 8) -> None:
        for step in range(1, steps + 1):
            x, y = (a + (b - a) * step / steps for a, b in zip(start, at, strict=True))
            self._tell("touchMove", (x, y))

    def up(self) -> None:
        self._tell("touchEnd")


@pytest.fixture
def phone(browser: Browser, offline_server: Server) -> Iterator[Page]:
    """A phone's page of a new visitor."""
    size = {"width": 390, "height": 844}
    context = browser.new_context(locale="en-US", viewport=size, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{offline_server.url}/trips/")
    yield page
    context.close()


def middle(of: Locator) -> Point:
    box: Any = of.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def below(of: Locator) -> Point:
    """Just above the lower edge: what is dropped there comes after it."""
    box: Any = of.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] - 3


def test_it_works(offline_server: Server, open_page: OpenPage) -> None:
    """In the list with the mouse: within a day, onto another one's chip, and back with Escape."""
    page = open_trip(open_page, offline_server, long_trip(3, 3))
    announcer = page.get_by_test_id("announcer")
    first, second, *_ = ids(page, 1)
    page.mouse.move(*middle(visit(page, first)))
    page.mouse.down()
    page.mouse.move(*below(visit(page, second)), steps=5)
    expect(page.get_by_test_id("drag-label")).to_have_text("Stop 1-0")
    expect(announcer).to_contain_text("picked up")
    expect(page.locator(".drop-line")).to_have_count(1)
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(announcer).to_have_text("Put back.")
    assert ids(page, 1)[0] == first
    expect(page.get_by_test_id("drag-label")).to_have_count(0)
    expect(page.get_by_test_id("stop-sheet")).to_have_count(0)

    page.mouse.move(*middle(visit(page, first)))
    page.mouse.down()
    page.mouse.move(*below(visit(page, second)), steps=5)
    page.mouse.up()
    expect_version(page, 2)
    assert ids(page, 1)[1] == first

    page.mouse.move(*middle(visit(page, first).get_by_test_id("grip")))
    page.mouse.down()
    page.mouse.move(*middle(page.locator("[data-testid=day-chip][data-day='3']")), steps=5)
    page.mouse.up()
    expect_version(page, 3)
    assert where(page, first) == 3
    expect_version(page, 3)


def test_a_press_opens_the_sheet_and_moves_nothing(offline_server: Server, open_page: OpenPage) -> None:
    page = open_trip(open_page, offline_server, long_trip(1, 2))
    page.mouse.click(*middle(visit(page, "fixed/1")))
    expect(page.get_by_test_id("stop-sheet")).to_be_visible()
    expect_version(page, 1)


@pytest.mark.parametrize("kind", ["grip", "held still"])
def test_a_finger_moves_a_stop_of_the_list(phone: Page, offline_server: Server, kind: str) -> None:
    show_trip(phone, offline_server.url, long_trip(2, 3))
    first, second, *_ = ids(phone, 1)
    # Far from the edges, where the page would scroll while the finger is there.
    visit(phone, first).evaluate("row => row.scrollIntoView({block: 'center', behavior: 'instant'})")
    start = middle(visit(phone, first).get_by_test_id("grip" if kind == "grip" else "stop"))
    finger = Finger(phone)
    finger.down(start)
    if kind == "held still":
        expect(visit(phone, first)).to_contain_class("held")
    finger.to(below(visit(phone, second)), start)
    expect(visit(phone, first)).to_contain_class("held")
    finger.up()
    expect_version(phone, 2)
    assert ids(phone, 1)[1] == first
    expect(phone.get_by_test_id("stop-sheet")).to_have_count(0)


def test_a_finger_that_does_not_wait_scrolls(phone: Page, offline_server: Server) -> None:
    show_trip(phone, offline_server.url, long_trip(2, 5))
    start = middle(visit(phone, ids(phone, 1)[1]).get_by_test_id("stop"))
    finger = Finger(phone)
    finger.down(start)
    finger.to((start[0], start[1] - 300), start)
    finger.up()
    phone.wait_for_function("() => window.scrollY > 100")
    expect(phone.get_by_test_id("drag-label")).to_have_count(0)
    expect_version(phone, 1)


def test_near_an_edge_the_page_scrolls(phone: Page, offline_server: Server) -> None:
    show_trip(phone, offline_server.url, long_trip(2, 8))
    first = ids(phone, 1)[0]
    start = middle(visit(phone, first).get_by_test_id("grip"))
    finger = Finger(phone)
    finger.down(start)
    finger.to((200, 838), start)
    last = day(phone, 2).get_by_test_id("visit").last
    expect(last).to_be_in_viewport(timeout=60_000)
    phone.wait_for_function(AT_REST)
    finger.to(below(last), (200, 838))
    finger.up()
    expect_version(phone, 2)
    assert where(phone, first) == 2


def test_a_finger_moves_a_stop_of_the_board_to_another_day(phone: Page, offline_server: Server) -> None:
    show_trip(phone, offline_server.url, long_trip(3, 3))
    show_board(phone)
    first = ids(phone, 1)[0]
    start = middle(visit(phone, first).get_by_test_id("grip"))
    finger = Finger(phone)
    finger.down(start)
    finger.to((386, start[1] + 10), start)
    expect(day(phone, 2).locator(".drop-line")).to_be_attached(timeout=20_000)
    finger.up()
    expect_version(phone, 2)
    assert where(phone, first) == 2


def test_a_pen_moves_a_stop_by_its_grip(offline_server: Server, open_page: OpenPage) -> None:
    page = open_trip(open_page, offline_server, long_trip(1, 3))
    first, second, *_ = ids(page, 1)
    (x, y), (to_x, to_y) = middle(visit(page, first).get_by_test_id("grip")), below(visit(page, second))
    pen = page.context.new_cdp_session(page)

    def tell(kind: str, x: float, y: float) -> None:
        pen.send(
            "Input.dispatchMouseEvent",
            {"type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1, "pointerType": "pen"},
        )

    tell("mousePressed", x, y)
    for step in range(1, 6):
        tell("mouseMoved", x + (to_x - x) * step / 5, y + (to_y - y) * step / 5)
    expect(visit(page, first)).to_contain_class("held")
    tell("mouseReleased", to_x, to_y)
    expect_version(page, 2)
    assert ids(page, 1)[1] == first


@pytest.mark.parametrize("tab", ["days", "board", "map", "budget", "notes", "menu", "sheet"])
def test_with_a_finger_every_control_is_44_px_large(phone: Page, offline_server: Server, tab: str) -> None:
    show_trip(phone, offline_server.url, kyoto())
    if tab == "board":
        show_board(phone)
    elif tab == "menu":
        phone.get_by_test_id("more-menu").locator("summary").tap()
    elif tab == "sheet":
        phone.get_by_test_id("stop").first.tap()
        expect(phone.get_by_test_id("stop-sheet")).to_be_visible()
    else:
        open_tab(phone, tab)
    phone.wait_for_load_state("networkidle")
    assert small_targets(phone, TARGET_PX) == []
    assert overflow(phone) == []
