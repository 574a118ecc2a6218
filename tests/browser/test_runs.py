"""A scripted model: its run hangs, is reloaded in the middle, or words sentences without a source."""

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.keyboard import compose_in
from tests.browser.plan_page import ask, last_answer, say
from tests.browser.scripted import GO_ON, SPEAKS_ON, THINKS_ON
from tests.support.server import Server

pytestmark = pytest.mark.browser

LISTEN = """() => {
  const {send} = WebSocket.prototype;
  window.sent = [];
  WebSocket.prototype.send = function (frame) {
    window.sent.push(JSON.parse(frame).type);
    send.call(this, frame);
  };
}"""
"""Note the types of the frames that the page sends from now on."""
LEGENDS = {"en-US": "general knowledge of the model", "zh-CN": "模型的常识"}
ESCAPE = [["keydown", {"key": "Escape", "keyCode": 229, "isComposing": True}], ["compositionend", {}]]


def expect_marks(page: Page, legend: str) -> None:
    answer = page.get_by_test_id("answer")
    expect(answer.locator("p:not([data-testid]) u")).to_have_text(["Moonlight Pavilion", "€77"])
    expect(answer.get_by_test_id("legend")).to_contain_text(legend)
    expect(answer.locator("mark")).to_have_count(0)


@pytest.mark.parametrize("locale", LEGENDS)
@pytest.mark.sampled
def test_general_knowledge_is_marked_and_the_mark_explained(
    scripted_server: Server, open_page: OpenPage, locale: str
) -> None:
    page = open_page(scripted_server, locale=locale)
    say(page, "Is Kyoto nice?")
    expect_marks(page, LEGENDS[locale])
    expect(page.locator("[data-testid=notice][code=untraced]")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"/chat/"))
    page.reload()
    expect_marks(page, LEGENDS[locale])


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.sampled
def test_a_run_that_hangs_is_told_of_and_ended_by_escape_alone(
    scripted_server: Server, open_page: OpenPage, language: str
) -> None:
    page = open_page(scripted_server)
    say(page, "规划北京三日游")
    ask(page, THINKS_ON[language == "en"])
    expect(page.get_by_test_id("turn")).to_have_count(2)
    expect(page.get_by_test_id("turn").last.get_by_test_id("tool-line")).to_have_attribute("data-status", "success")

    page.get_by_test_id("follow-up").first.click()
    hint = page.locator("#composer-hint")
    expect(hint).to_contain_text("A run is still under way here.")
    page.evaluate(LISTEN)
    compose_in(page.get_by_test_id("composer-input"), "京", ESCAPE)
    assert page.evaluate("() => window.sent") == []
    page.keyboard.press("Escape")
    assert page.evaluate("() => window.sent") == ["run.cancel"]
    expect(page.get_by_test_id("run-status")).to_have_attribute("data-status", "cancelled")
    expect(page.get_by_test_id("stopped")).to_have_count(0)
    expect(hint).to_be_empty()
    expect(page.get_by_test_id("composer-input")).not_to_be_empty()


@pytest.fixture
def go_on(scripted_server: Server) -> Iterator[Callable[[], None]]:
    """A call that lets a text go on that stopped in the middle."""
    sign = scripted_server.data_dir / GO_ON
    yield sign.touch
    sign.unlink(missing_ok=True)


def test_a_reload_and_a_second_tab_in_the_middle_miss_nothing_and_double_nothing(
    scripted_server: Server, open_page: OpenPage, go_on: Callable[[], None]
) -> None:
    page = open_page(scripted_server)
    ask(page, SPEAKS_ON[0])
    expect(page.get_by_test_id("answer").last).to_contain_text(" ")
    second = page.context.new_page()
    second.goto(page.url)
    expect(second.get_by_test_id("answer").last).to_contain_text(" ")
    frames: list[dict[str, object]] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda payload: frames.append(_frame(payload))))

    page.reload()
    expect(page.get_by_test_id("answer").last).to_contain_text(" ")
    go_on()
    text = last_answer(page).inner_text()
    assert last_answer(second).inner_text() == text

    run = page.get_by_test_id("turn").last.get_attribute("data-run")
    log = page.evaluate("run => fetch(`/api/v1/runs/${run}/events/?after=0&limit=1000`).then(r => r.json())", run)
    events = log["results"]
    assert [e["seq"] for e in events] == list(range(1, len(events) + 1))
    tokens = "".join(e["data"]["token"] for e in events if e["type"] == "llm_token")
    assert "".join(text.split()) == "".join(tokens.split())
    live = [frame["seq"] for frame in frames if frame.get("run") == run and "seq" in frame]
    assert live, "nothing followed the reload"
    assert live == list(range(len(events) - len(live) + 1, len(events) + 1))
    assert page.get_by_test_id("turn").last.get_by_test_id("tool-line").count() == 3


def _frame(payload: str | bytes) -> dict[str, object]:
    frame = json.loads(payload)
    assert isinstance(frame, dict)
    return frame
