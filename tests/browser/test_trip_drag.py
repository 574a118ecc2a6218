"""Stops are dragged by a mouse, a pen and a finger, and all that is pressed with one is large enough."""

from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.inspection import overflow, small_targets
from tests.browser.trip_page import (
    at_rest,
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

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
AT_REST = "() => new Promise((tell) => { const at = scrollY; setTimeout(() => tell(scrollY === at), 200); })"
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


def middle(of: Locator) -> Point:
    box: Any = of.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def below(of: Locator) -> Point:
    """Just above the lower edge: what is dropped there comes after it."""
    box: Any = of.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] - 3


def drag(page: Page, start: Locator, to: Locator) -> None:
    """Take one with the mouse and hold it above the lower edge of the other."""
    page.mouse.move(*middle(start))
    page.mouse.down()
    page.mouse.move(*below(to), steps=5)


def test_a_mouse_and_a_pen(offline_server: Server, open_page: OpenPage) -> None:
    """In the list: a press moves nothing, a drag within a day, onto another one's chip, and back with Escape."""
    page = at_rest(open_trip(open_page, offline_server, long_trip(3, 3)))
    announcer = page.get_by_test_id("announcer")
    first, second, *_ = ids(page, 1)
    page.mouse.click(*middle(visit(page, first)))
    expect(page.get_by_test_id("stop-sheet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stop-sheet")).to_have_count(0)
    expect_version(page, 1)

    drag(page, visit(page, first), visit(page, second))
    expect(page.get_by_test_id("drag-label")).to_have_text("Stop 1-0")
    expect(announcer).to_contain_text("picked up")
    expect(page.locator(".drop-line")).to_have_count(1)
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(announcer).to_have_text("Put back.")
    assert ids(page, 1)[0] == first
    expect(page.get_by_test_id("drag-label")).to_have_count(0)
    expect(page.get_by_test_id("stop-sheet")).to_have_count(0)

    drag(page, visit(page, first), visit(page, second))
    page.mouse.up()
    expect_version(page, 2)
    assert ids(page, 1)[1] == first

    at_rest(page)
    page.mouse.move(*middle(visit(page, first).get_by_test_id("grip")))
    page.mouse.down()
    page.mouse.move(*middle(page.locator("[data-testid=day-chip][data-day='3']")), steps=5)
    page.mouse.up()
    expect_version(page, 3)
    assert where(page, first) == 3
    draw_with_pen(at_rest(page))


def draw_with_pen(page: Page) -> None:
    """A pen moves a stop by its grip."""
    first, second, *_ = ids(page, 1)
    visit(page, first).evaluate("row => row.scrollIntoView({block: 'center', behavior: 'instant'})")
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
    expect_version(page, 4)
    assert ids(page, 1)[1] == first


def test_a_finger(offline_server: Server, open_page: OpenPage) -> None:
    """It moves a stop by its grip or held still, scrolls where it does not wait, and near an edge the page scrolls."""
    phone = open_page(offline_server, "/trips/", **PHONE)
    show_trip(phone, offline_server.url, long_trip(2, 8))
    finger = Finger(at_rest(phone))
    for number, kind in enumerate(("grip", "stop"), 2):
        first, second, *_ = ids(phone, 1)
        # Far from the edges, where the page would scroll while the finger is there.
        visit(phone, first).evaluate("row => row.scrollIntoView({block: 'center', behavior: 'instant'})")
        start = middle(visit(phone, first).get_by_test_id(kind))
        finger.down(start)
        if kind == "stop":
            expect(visit(phone, first)).to_contain_class("held")
        finger.to(below(visit(phone, second)), start)
        expect(visit(phone, first)).to_contain_class("held")
        finger.up()
        expect_version(phone, number)
        assert ids(phone, 1)[1] == first
        expect(phone.get_by_test_id("stop-sheet")).to_have_count(0)

    phone.evaluate("() => scrollTo({top: 0, behavior: 'instant'})")
    start = middle(visit(at_rest(phone), ids(phone, 1)[1]).get_by_test_id("stop"))
    finger.down(start)
    finger.to((start[0], start[1] - 300), start)
    finger.up()
    phone.wait_for_function("() => window.scrollY > 100")
    phone.wait_for_function(AT_REST)
    expect(phone.get_by_test_id("drag-label")).to_have_count(0)
    expect_version(phone, 3)

    show_trip(phone, offline_server.url, long_trip(2, 8))
    at_rest(phone)
    first = ids(phone, 1)[0]
    start = middle(visit(phone, first).get_by_test_id("grip"))
    finger.down(start)
    finger.to((200, 838), start)
    last = day(phone, 2).get_by_test_id("visit").last
    expect(last).to_be_in_viewport()
    phone.wait_for_function(AT_REST)
    finger.to(below(last), (200, 838))
    finger.up()
    expect_version(phone, 2)
    assert where(phone, first) == 2

    show_trip(phone, offline_server.url, long_trip(3, 3))
    show_board(at_rest(phone))
    first = ids(phone, 1)[0]
    start = middle(visit(phone, first).get_by_test_id("grip"))
    finger.down(start)
    finger.to((386, start[1] + 10), start)
    expect(day(phone, 2).locator(".drop-line")).to_be_attached()
    finger.up()
    expect_version(phone, 2)
    assert where(phone, first) == 2


@pytest.mark.full
def test_with_a_finger_every_control_is_44_px_large(
    offline_server: Server, open_page: OpenPage, saved: dict[str, Any]
) -> None:
    phone = open_page(offline_server, "/trips/", **PHONE)
    show_trip(phone, offline_server.url, saved)
    faults: dict[str, list[str]] = {}
    for tab in ("days", "map", "budget", "notes"):
        open_tab(phone, tab)
        at_rest(phone)
        faults[tab] = [*small_targets(phone, TARGET_PX), *overflow(phone)]
    open_tab(phone, "days")
    phone.get_by_test_id("more-menu").locator("summary").tap()
    faults["menu"] = [*small_targets(phone, TARGET_PX), *overflow(phone)]
    phone.get_by_test_id("more-menu").locator("summary").tap()
    phone.get_by_test_id("stop").first.tap()
    expect(phone.get_by_test_id("stop-sheet")).to_be_visible()
    at_rest(phone)
    faults["sheet"] = [*small_targets(phone, TARGET_PX), *overflow(phone)]
    phone.get_by_test_id("stop-sheet").get_by_test_id("close").tap()
    show_board(phone)
    faults["board"] = [*small_targets(phone, TARGET_PX), *overflow(phone)]
    assert {where: found for where, found in faults.items() if found} == {}
