"""A person types a wish and sees a plan that holds, whichever model is behind the page."""

import json
import os
import random
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.plan_page import (
    ask,
    expect_budget,
    expect_itinerary,
    expect_phases,
    is_chinese,
    last_answer,
)
from tests.support.server import Server
from travelagent.catalog import source

pytestmark = pytest.mark.browser

SEED = int(os.environ.get("TEST_SEED") or time.time())
BEIJING, KYOTO = "规划北京三日游", "Plan 3 days in Kyoto in April for two, under $900"


def test_it_works(server: Server, open_page: OpenPage, screenshot: Callable[..., None]) -> None:
    page = open_page(server)

    ask(page, BEIJING)
    expect_phases(page)
    assert is_chinese(last_answer(page).inner_text())
    assert all(sight.startswith("beijing/") for sight in expect_itinerary(page, 3))
    expect_budget(page)
    screenshot(page, "-beijing")

    ask(page, KYOTO)
    expect(page.get_by_test_id("turn")).to_have_count(2)
    expect_phases(page)
    last_answer(page)
    assert all(sight.startswith("kyoto/") for sight in expect_itinerary(page, 3))
    expect_budget(page)
    screenshot(page, "-kyoto")


def test_the_answer_is_in_the_language_of_the_question(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server, locale="zh-CN")

    ask(page, KYOTO)
    assert not is_chinese(last_answer(page).inner_text())
    ask(page, BEIJING)
    expect(page.get_by_test_id("turn")).to_have_count(2)
    assert is_chinese(last_answer(page).inner_text())


def drawn() -> list[tuple[str, str, int]]:
    """Three requests drawn from the catalogue: (question, city, days)."""
    draw = random.Random(SEED)
    requests = []
    for position, city in enumerate(draw.sample(sorted(source.cities().values(), key=lambda c: c.id), 3)):
        days = draw.randint(1, 5)
        english = f"Plan {days} days in {city.name_en}" if days > 1 else f"Plan one day in {city.name_en}"
        requests.append((english if position % 2 else f"规划{city.name_zh}{days}日游", city.id, days))
    return requests


def test_requests_drawn_from_the_catalogue(
    offline_server: Server, open_page: OpenPage, screenshot: Callable[..., None]
) -> None:
    print(f"TEST_SEED={SEED}")
    for number, (question, city, days) in enumerate(drawn(), 1):
        print(question)
        page = open_page(offline_server)
        ask(page, question)
        expect_phases(page)
        assert is_chinese(last_answer(page).inner_text()) == is_chinese(question)
        assert all(sight.startswith(f"{city}/") for sight in expect_itinerary(page, days))
        expect_budget(page)
        screenshot(page, f"-{number}")


def test_a_reload_in_the_middle_misses_nothing_and_doubles_nothing(
    scripted_server: Server, open_page: OpenPage
) -> None:
    page = open_page(scripted_server)
    ask(page, BEIJING)
    partial = page.get_by_test_id("answer").last
    expect(partial).to_contain_text(" ", timeout=30_000)
    frames: list[dict[str, object]] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda payload: frames.append(_frame(payload))))

    page.reload()
    text = last_answer(page).inner_text()

    run = page.get_by_test_id("turn").last.get_attribute("data-run")
    log = page.evaluate("run => fetch(`/api/v1/runs/${run}/events/?after=0&limit=1000`).then(r => r.json())", run)
    events = log["results"]
    assert [e["seq"] for e in events] == list(range(1, len(events) + 1))
    tokens = "".join(e["data"]["token"] for e in events if e["type"] == "llm_token")
    assert "".join(text.split()) == "".join(tokens.split())
    live = [frame["seq"] for frame in frames if frame.get("run") == run and "seq" in frame]
    assert live, "the run had ended before the reload"
    assert live == list(range(len(events) - len(live) + 1, len(events) + 1))
    assert page.get_by_test_id("turn").last.get_by_test_id("tool-line").count() == 3


def test_a_second_tab_sees_the_same(scripted_server: Server, open_page: OpenPage) -> None:
    first = open_page(scripted_server)
    ask(first, BEIJING)
    expect(first.get_by_test_id("answer").last).to_contain_text(" ", timeout=30_000)

    second: Page = first.context.new_page()
    second.goto(first.url)

    assert last_answer(first).inner_text() == last_answer(second).inner_text()


def _frame(payload: str | bytes) -> dict[str, object]:
    frame = json.loads(payload)
    assert isinstance(frame, dict)
    return frame
