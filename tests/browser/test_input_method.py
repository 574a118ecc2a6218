"""While a Chinese word is composed, Enter picks the word: it sends nothing, loses nothing. The next one sends, once."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.keyboard import compose, compose_in, enter_on
from tests.browser.plan_page import last_answer, say
from tests.browser.trip_page import day, expect_version, show_trip
from tests.support.server import Server

pytestmark = pytest.mark.browser

WORDS = "京都三日游"
LAST_EVENTS = {
    "safari": [["compositionend", {}], ["keydown", {"key": "Enter", "keyCode": 229}]],
    "chromium": [["keydown", {"key": "Enter", "keyCode": 229, "isComposing": True}], ["compositionend", {}]],
    "firefox": [["keydown", {"key": "Process", "keyCode": 229, "isComposing": True}], ["compositionend", {}]],
}
"""How a composition ends: Safari tells of its last Enter when it is over."""


def expect_sent_once(page: Page, turns: int) -> None:
    """The words stand in the field, and only the next Enter sends them."""
    field = page.get_by_test_id("composer-input")
    expect(field).to_have_value(WORDS)
    expect(page.get_by_test_id("turn")).to_have_count(turns)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("turn")).to_have_count(turns + 1)
    last_answer(page)
    expect(page.get_by_test_id("question").last).to_have_text(WORDS)
    expect(field).to_have_value("")


def renamed(page: Page) -> Locator:
    """The field for the title of the first conversation of the list, with the focus in it."""
    row = page.get_by_test_id("session-item").first
    enter_on(page, row.get_by_role("button").first)
    field = page.get_by_test_id("rename-input")
    expect(field).to_be_focused()
    return field


def test_a_conversation(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server, locale="zh-CN")
    compose(page, WORDS)
    expect_sent_once(page, 0)
    for turns, last in enumerate(LAST_EVENTS.values(), 1):
        compose_in(page.get_by_test_id("composer-input"), WORDS, last)
        expect_sent_once(page, turns)

    item = page.get_by_test_id("session-item")
    for mark, last in zip("!?.", LAST_EVENTS.values(), strict=True):
        field = renamed(page)
        compose_in(field, WORDS, last)
        page.keyboard.press("End")
        page.keyboard.type(mark)
        expect(field).to_have_value(f"{WORDS}{mark}")
        page.keyboard.press("Enter")
        expect(field).to_have_count(0)
        expect(item).to_contain_text(f"{WORDS}{mark}")
    field = renamed(page)
    compose(page, WORDS)
    expect(field).to_have_value(WORDS)
    page.keyboard.press("Enter")
    expect(item).to_contain_text(WORDS)
    expect(item).not_to_contain_text(f"{WORDS}.")
    expect_title_left_alone(page)


def expect_title_left_alone(page: Page) -> None:
    """A list of conversations that arrives late leaves the field of a title as it is."""
    held: list[Route] = []
    page.route("**/api/v1/sessions/?**", lambda route: held.append(route))
    with page.expect_request("**/api/v1/sessions/?**"):
        page.locator("#session-search").press_sequentially("京")
    field = renamed(page)
    with page.expect_response("**/api/v1/sessions/?**"):
        held[0].continue_()
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(field).to_be_focused()


def test_a_trip_and_what_is_remembered(offline_server: Server, open_page: OpenPage, saved: dict[str, Any]) -> None:
    page = open_page(offline_server, locale="zh-CN")
    say(page, "记住我不吃辣")
    page.goto(f"{offline_server.url}/memories/")
    field = page.get_by_test_id("memory").locator("input[name=text]")
    field.select_text()
    compose(page, "我吃素")
    expect(field).to_have_value("我吃素")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_be_visible()
    expect(field).to_have_value("我吃素")

    show_trip(page, offline_server.url, saved)
    title = page.get_by_test_id("title")
    title.select_text()
    compose(page, WORDS)
    expect(title).to_have_value(WORDS)
    expect_version(page, 1)
    page.keyboard.press("Enter")
    expect_version(page, 2)
    expect(title).to_have_value(WORDS)

    day(page, 1).get_by_test_id("hotel").click()
    name = page.get_by_test_id("name")
    name.select_text()
    compose(page, "河边旅馆")
    expect(name).to_have_value("河边旅馆")
    page.keyboard.press("Enter")
    expect_version(page, 3)
    expect(day(page, 1).get_by_test_id("hotel")).to_contain_text("河边旅馆")
