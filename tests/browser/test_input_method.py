"""While a Chinese word is composed, Enter picks the word: it sends nothing, loses nothing. The next one sends, once."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.keyboard import enter_on
from tests.browser.plan_page import ask, last_answer
from tests.browser.trip_page import SLOW_MS, day, expect_version, open_trip
from tests.support.server import Server
from tests.support.trips import kyoto

pytestmark = pytest.mark.browser

WORDS = "京都三日游"
KEYDOWN_LAST = [["compositionend", {}], ["keydown", {"key": "Enter", "keyCode": 229}]]
"""Safari: the composition is over before its last Enter is told."""
KEYDOWN_FIRST = [["keydown", {"key": "Enter", "keyCode": 229, "isComposing": True}], ["compositionend", {}]]
"""Chromium."""
PROCESSED = [["keydown", {"key": "Process", "keyCode": 229, "isComposing": True}], ["compositionend", {}]]
"""Firefox."""
COMPOSE = """(field, [text, last]) => {
  const tell = ([type, init]) => field.dispatchEvent(
    new (type.startsWith("key") ? KeyboardEvent : CompositionEvent)(type, {bubbles: true, cancelable: true, ...init}));
  tell(["compositionstart", {}]);
  field.value = text;
  field.dispatchEvent(new InputEvent("input", {bubbles: true, isComposing: true}));
  [...last, ["keyup", {key: "Enter"}]].forEach(tell);
}"""

LISTEN = """() => {
  const {send} = WebSocket.prototype;
  window.sent = [];
  WebSocket.prototype.send = function (frame) {
    window.sent.push(JSON.parse(frame).type);
    send.call(this, frame);
  };
}"""
"""Note the types of the frames that the page sends from now on."""


@pytest.fixture(scope="module")
def body() -> dict[str, Any]:
    return kyoto()


def compose(page: Page, text: str) -> None:
    """Write the text as an input method does: its letters are composed, Enter is pressed, and the word stands there."""
    line = page.context.new_cdp_session(page)
    letters = "jing'du"
    line.send(
        "Input.imeSetComposition", {"text": letters, "selectionStart": len(letters), "selectionEnd": len(letters)}
    )
    for kind in ("rawKeyDown", "keyUp"):
        line.send(
            "Input.dispatchKeyEvent", {"type": kind, "key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 229}
        )
    line.send("Input.insertText", {"text": text})


def turns(page: Page) -> Locator:
    return page.get_by_test_id("turn")


def renamed(page: Page) -> Locator:
    """The field for the title of the first conversation of the list, with the focus in it."""
    row = page.get_by_test_id("session-item").first
    enter_on(page, row.get_by_role("button").first)
    field = page.get_by_test_id("rename-input")
    expect(field).to_be_focused()
    return field


def test_a_message(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server, locale="zh-CN")
    compose(page, WORDS)
    expect(page.get_by_test_id("composer-input")).to_have_value(WORDS)
    expect(turns(page)).to_have_count(0)
    page.keyboard.press("Enter")
    last_answer(page)
    expect(turns(page)).to_have_count(1)
    expect(page.get_by_test_id("question")).to_have_text(WORDS)
    expect(page.get_by_test_id("composer-input")).to_have_value("")


@pytest.mark.parametrize("last", [KEYDOWN_LAST, KEYDOWN_FIRST, PROCESSED], ids=["safari", "chromium", "firefox"])
@pytest.mark.sampled
def test_a_message_in_every_browsers_order_of_events(offline_server: Server, open_page: OpenPage, last: Any) -> None:
    page = open_page(offline_server, locale="zh-CN")
    page.get_by_test_id("composer-input").evaluate(COMPOSE, [WORDS, last])
    expect(page.get_by_test_id("composer-input")).to_have_value(WORDS)
    expect(turns(page)).to_have_count(0)
    page.keyboard.press("Enter")
    last_answer(page)
    expect(turns(page)).to_have_count(1)


def test_escape_ends_a_composition_and_no_run(scripted_server: Server, open_page: OpenPage) -> None:
    page = open_page(scripted_server, locale="zh-CN")
    ask(page, "先想一想北京三日游")
    expect(page.get_by_test_id("tool-line")).to_have_attribute("data-status", "success", timeout=SLOW_MS)
    escape = [["keydown", {"key": "Escape", "keyCode": 229, "isComposing": True}], ["compositionend", {}]]
    page.evaluate(LISTEN)
    page.get_by_test_id("composer-input").evaluate(COMPOSE, ["京", escape])
    assert page.evaluate("() => window.sent") == []
    page.keyboard.press("Escape")
    assert page.evaluate("() => window.sent") == ["run.cancel"]
    expect(page.get_by_test_id("run-status")).to_have_attribute("data-status", "cancelled", timeout=SLOW_MS)


@pytest.mark.parametrize("last", [KEYDOWN_LAST, KEYDOWN_FIRST, PROCESSED], ids=["safari", "chromium", "firefox"])
@pytest.mark.sampled
def test_the_title_of_a_conversation(offline_server: Server, open_page: OpenPage, last: Any) -> None:
    page = open_page(offline_server, locale="zh-CN")
    ask(page, "京都有什么好吃的？")
    last_answer(page)
    field = renamed(page)
    field.evaluate(COMPOSE, [WORDS, last])
    page.keyboard.press("End")
    page.keyboard.type("!")
    expect(field).to_have_value(f"{WORDS}!")
    page.keyboard.press("Enter")
    expect(field).to_have_count(0)
    expect(page.get_by_test_id("session-item")).to_contain_text(f"{WORDS}!")


def test_the_title_of_a_conversation_by_an_input_method(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server, locale="zh-CN")
    ask(page, "京都有什么好吃的？")
    last_answer(page)
    field = renamed(page)
    compose(page, WORDS)
    expect(field).to_have_value(WORDS)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("session-item")).to_contain_text(WORDS)


def test_a_list_that_arrives_late_leaves_the_title_alone(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server, locale="zh-CN")
    ask(page, "京都有什么好吃的？")
    last_answer(page)
    held: list[Route] = []
    page.route("**/api/v1/sessions/?**", lambda route: held.append(route))
    with page.expect_request("**/api/v1/sessions/?**"):
        page.locator("#session-search").press_sequentially("京")

    field = renamed(page)
    with page.expect_response("**/api/v1/sessions/?**"):
        held[0].continue_()
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(field).to_be_focused()


def test_the_title_of_a_trip(offline_server: Server, open_page: OpenPage, body: dict[str, Any]) -> None:
    page = open_trip(open_page, offline_server, body, locale="zh-CN")
    title = page.get_by_test_id("title")
    title.select_text()
    compose(page, WORDS)
    expect(title).to_have_value(WORDS)
    expect_version(page, 1)
    page.keyboard.press("Enter")
    expect_version(page, 2)
    expect(title).to_have_value(WORDS)


def test_the_name_of_a_place(offline_server: Server, open_page: OpenPage, body: dict[str, Any]) -> None:
    page = open_trip(open_page, offline_server, body, locale="zh-CN")
    day(page, 1).get_by_test_id("hotel").click()
    name = page.get_by_test_id("name")
    name.select_text()
    compose(page, "河边旅馆")
    expect(name).to_have_value("河边旅馆")
    page.keyboard.press("Enter")
    expect_version(page, 2)
    expect(day(page, 1).get_by_test_id("hotel")).to_contain_text("河边旅馆")


def test_what_is_remembered(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server, locale="zh-CN")
    ask(page, "记住我不吃辣")
    last_answer(page)
    page.goto(f"{offline_server.url}/memories/")
    field = page.get_by_test_id("memory").locator("input[name=text]")
    field.select_text()
    compose(page, "我吃素")
    expect(field).to_have_value("我吃素")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_be_visible()
    expect(page.get_by_test_id("memory").locator("input[name=text]")).to_have_value("我吃素")
