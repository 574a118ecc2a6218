"""The single keys of the help sheet: each does what the sheet states, and none does anything while one writes.

Those of a trip's page are in test_accessible.py.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.keyboard import focused, tab_to
from tests.browser.plan_page import say
from tests.support.server import Server

pytestmark = pytest.mark.browser

TELL = "init => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: '/', bubbles: true, ...init}))"


def leave_fields(page: Page) -> None:
    """Put the focus on no field."""
    tab_to(page, page.get_by_test_id("copy"), back=True)


def test_the_keys_of_a_conversation(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server, height=420)
    say(page, "Plan 3 days in Kyoto in April")
    here = page.url
    leave_fields(page)
    sheet = page.get_by_test_id("help-sheet")
    page.keyboard.press("?")
    expect(sheet).to_be_visible()
    for key in ("n", "/", "l", "?"):
        page.keyboard.press(key)
    expect(sheet).to_be_visible()
    assert page.url == here
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert focused(page) == "copy"

    for key in ("Control+/", "Alt+/", "Meta+/"):
        page.keyboard.press(key)
        assert focused(page) == "copy"
    for composing in ({"isComposing": True}, {"keyCode": 229}):
        page.evaluate(TELL, composing)
        assert focused(page) == "copy"

    field, latest = page.get_by_test_id("composer-input"), page.get_by_test_id("latest")
    page.locator("#main").evaluate("main => main.scrollTo(0, 0)")
    expect(latest).to_be_visible()
    page.keyboard.press("l")
    expect(latest).to_be_hidden()
    page.keyboard.press("/")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    page.keyboard.type("/n?l")
    expect(field).to_have_value("/n?l")
    expect(page.get_by_test_id("turn")).to_have_count(1)

    leave_fields(page)
    turn_off(page)
    leave_fields(page)
    page.keyboard.press("?")
    expect(sheet).to_be_hidden()
    page.get_by_test_id("help").click()
    page.locator("#help-single").check()
    page.keyboard.press("Escape")
    leave_fields(page)
    page.keyboard.press("n")
    page.wait_for_url(f"{offline_server.url}/")
    expect(page.get_by_test_id("welcome")).to_be_visible()


def turn_off(page: Page) -> None:
    """Turn single keys off for good: also when the page is loaded again."""
    page.keyboard.press("?")
    tab_to(page, page.locator("#help-single"))
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    for _ in range(2):
        for key in ("?", "/", "n"):
            page.keyboard.press(key)
        expect(page.get_by_test_id("help-sheet")).to_be_hidden()
        expect(page.get_by_test_id("turn")).to_have_count(1)
        assert focused(page) != "composer-input"
        page.reload()
        expect(page.get_by_test_id("turn")).to_have_count(1)
