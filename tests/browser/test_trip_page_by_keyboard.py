"""A trip is changed on its page without a mouse: its visits carried, removed and added, its days planned anew."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.keyboard import tab_to
from tests.browser.trip_page import (
    FOCUS,
    MUSEUM,
    day,
    expect_closed_on_monday,
    expect_feasible,
    expect_version,
    ids,
    open_trip,
    press,
    reach,
    show_trip,
    visit,
    where,
    write,
)
from tests.support.server import Server

pytestmark = pytest.mark.browser


def test_it_works(offline_server: Server, open_page: OpenPage, saved: dict[str, Any]) -> None:
    page = open_trip(open_page, offline_server, saved)
    keys, announcer = page.keyboard, page.get_by_test_id("announcer")
    origin = where(page, MUSEUM)
    expect_put_back(page)

    def carry_to_monday() -> None:
        reach(page, "grip", visit=MUSEUM)
        keys.press("Space")
        expect(announcer).to_contain_text("picked up")
        for _ in range(abs(2 - origin)):
            keys.press("ArrowRight" if origin < 2 else "ArrowLeft")
        expect(announcer).to_contain_text("Day 2, stop")
        keys.press("Space")

    carry_to_monday()
    expect_version(page, 2)
    expect_closed_on_monday(page)
    expect(announcer).to_contain_text("in the plan")
    assert page.evaluate(FOCUS)[:2] == ["grip", MUSEUM]

    keys.press("Control+z")
    expect_version(page, 3)
    assert where(page, MUSEUM) == origin
    expect(announcer).to_have_text("Undone.")

    kept = next(sight for sight in ids(page, 1) if sight != MUSEUM)
    press(page, "stop", visit=kept)
    press(page, "stop-pin")
    expect_version(page, 4)
    expect(visit(page, kept)).to_have_attribute("data-pinned", "true")
    assert page.evaluate(FOCUS)[:2] == ["stop", kept]

    carry_to_monday()
    expect_version(page, 5)
    press(page, "replan")
    expect(page.get_by_test_id("proposed").get_by_test_id("difference")).to_be_visible()
    expect(page.get_by_test_id("apply")).to_be_focused()
    keys.press("Enter")
    expect_version(page, 6)
    expect_feasible(page, True)
    assert kept in ids(page, 1)

    tab_to(page, page.get_by_test_id("more-menu").locator("summary"))
    keys.press("Enter")
    press(page, "show-alternatives")
    expect(page.get_by_test_id("alternative").first).to_be_visible()
    press(page, "choose")
    expect(page.get_by_test_id("apply")).to_be_focused()
    keys.press("Enter")
    expect_version(page, 7)
    expect_feasible(page, True)
    assert kept in ids(page, 1)

    show_trip(page, offline_server.url, saved)
    gone, after = ids(page, 1)[:2]
    press(page, "stop", visit=gone)
    press(page, "stop-remove")
    expect_version(page, 2)
    expect(visit(page, gone)).to_have_count(0)
    assert page.evaluate(FOCUS)[:2] == ["stop", after]

    press(page, "add", day=1)
    nearest = page.get_by_test_id("nearby").locator("li[data-sight]").first
    new = nearest.get_attribute("data-sight") or ""
    press(page, "add-sight")
    expect_version(page, 3)
    assert new in ids(page, 1)

    press(page, "add", day=2)
    press(page, "own-place")
    write(page, "name", "Tea ceremony")
    press(page, "submit")
    expect_version(page, 4)
    assert where(page, "fixed/1") == 2

    press(page, "hotel", day=1)
    write(page, "name", "Inn by the river")
    press(page, "submit")
    expect_version(page, 5)
    for number in (1, 2, 3):
        expect(day(page, number).get_by_test_id("hotel")).to_contain_text("Inn by the river")
    assert page.evaluate(FOCUS)[::2] == ["hotel", "1"]


def expect_put_back(page: Page) -> None:
    """A visit that is carried can be put back."""
    before = [ids(page, number) for number in (1, 2, 3)]
    reach(page, "grip", visit=before[0][0])
    for key in ("Space", "ArrowDown", "ArrowRight", "Escape"):
        page.keyboard.press(key)
    assert [ids(page, number) for number in (1, 2, 3)] == before
    expect_version(page, 1)
    expect(page.get_by_test_id("announcer")).to_have_text("Put back.")
