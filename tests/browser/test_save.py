"""A plan is saved from the page: proposed on a card, written only behind the person's word."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.plan_page import ask, last_answer
from tests.support.server import Server

pytestmark = pytest.mark.browser


def trips(page: Page) -> list[str]:
    rows = page.evaluate("() => fetch('/api/v1/trips/').then(r => r.json()).then(r => r.results)")
    return [row["title"] for row in rows]


def proposed(open_page: OpenPage, server: Server) -> Page:
    """A page on which the saving of a plan waits for a decision."""
    page = open_page(server, locale="zh-CN")
    ask(page, "规划成都两日游")
    last_answer(page)
    ask(page, "把这个行程保存下来")
    expect(page.get_by_test_id("confirmation")).to_contain_text("成都二日游", timeout=20_000)
    assert trips(page) == []
    return page


def test_it_works(offline_server: Server, open_page: OpenPage, screenshot: Callable[..., None]) -> None:
    page = proposed(open_page, offline_server)
    screenshot(page, "-card")

    page.get_by_test_id("approve").click()

    expect(page.get_by_test_id("turn").last).to_contain_text("已保存", timeout=20_000)
    assert trips(page) == ["成都二日游"]


def test_a_typed_yes_decides(offline_server: Server, open_page: OpenPage) -> None:
    page = proposed(open_page, offline_server)

    ask(page, "确认")

    expect(page.get_by_test_id("thread")).to_contain_text("已保存", timeout=20_000)
    assert trips(page) == ["成都二日游"]


def test_rejected_nothing_is_saved(offline_server: Server, open_page: OpenPage) -> None:
    page = proposed(open_page, offline_server)

    page.get_by_test_id("reject").click()

    expect(page.get_by_test_id("turn").last).to_contain_text("没有执行", timeout=20_000)
    assert trips(page) == []
