"""The single keys of the help sheet: each does what the sheet states, and none does anything while one writes."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.keyboard import focused, tab_to
from tests.browser.plan_page import ask, last_answer
from tests.browser.trip_page import SLOW_MS, open_trip
from tests.support.server import Server
from tests.support.trips import kyoto

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def body() -> dict[str, Any]:
    return kyoto()


def talked(open_page: OpenPage, server: Server, height: int = 900) -> Page:
    """A conversation with an answer, and the focus on no field."""
    page = open_page(server, height=height)
    ask(page, "Plan 3 days in Kyoto in April")
    last_answer(page)
    tab_to(page, page.get_by_test_id("copy"), back=True)
    return page


def test_the_sheet_opens_and_gives_the_focus_back(offline_server: Server, open_page: OpenPage) -> None:
    page = talked(open_page, offline_server)
    sheet = page.get_by_test_id("help-sheet")
    page.keyboard.press("?")
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert focused(page) == "copy"


def test_the_keys_of_a_conversation(offline_server: Server, open_page: OpenPage) -> None:
    page = talked(open_page, offline_server, height=420)
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
    tab_to(page, page.get_by_test_id("copy"), back=True)
    page.keyboard.press("n")
    page.wait_for_url(f"{offline_server.url}/")
    expect(page.get_by_test_id("welcome")).to_be_visible()


@pytest.mark.parametrize("key", ["Control+/", "Alt+/", "Meta+/"])
@pytest.mark.sampled
def test_a_key_with_a_modifier_is_the_browsers(offline_server: Server, open_page: OpenPage, key: str) -> None:
    page = talked(open_page, offline_server)
    page.keyboard.press(key)
    assert focused(page) == "copy"


TELL = "init => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: '/', bubbles: true, ...init}))"


def test_a_key_of_an_input_method_is_not_the_pages(offline_server: Server, open_page: OpenPage) -> None:
    page = talked(open_page, offline_server)
    for composing in ({"isComposing": True}, {"keyCode": 229}):
        page.evaluate(TELL, composing)
    assert focused(page) == "copy"


def test_behind_a_dialog_no_key_does_anything(offline_server: Server, open_page: OpenPage) -> None:
    page = talked(open_page, offline_server)
    here = page.url
    page.keyboard.press("?")
    for key in ("n", "/", "l", "?"):
        page.keyboard.press(key)
    expect(page.get_by_test_id("help-sheet")).to_be_visible()
    assert page.url == here
    page.keyboard.press("Escape")
    assert focused(page) == "copy"


def test_single_keys_can_be_turned_off_for_good(offline_server: Server, open_page: OpenPage) -> None:
    page = talked(open_page, offline_server)
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


@pytest.mark.parametrize(("key", "dialog"), [("r", "replan-dialog"), ("a", "alternatives-dialog"), ("w", "way-dialog")])
@pytest.mark.sampled
def test_the_keys_of_a_trip(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any], key: str, dialog: str
) -> None:
    page = open_trip(open_page, offline_server, body)
    tab_to(page, page.get_by_test_id("undo").or_(page.get_by_test_id("replan")))
    page.keyboard.press(key)
    expect(page.get_by_test_id(dialog)).to_be_visible(timeout=SLOW_MS)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id(dialog)).to_have_count(0)
    assert focused(page) in ("undo", "replan")
