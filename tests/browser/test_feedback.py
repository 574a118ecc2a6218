"""A thumb and a wrong fact, from the page to the operators' queue, by mouse and keyboard."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, rows
from tests.browser.plan_page import say
from tests.support.server import Server

pytestmark = pytest.mark.browser

QUEUE = "SELECT kind, sight, text FROM chat_feedback ORDER BY id"


def test_a_thumb_and_a_wrong_fact_reach_the_queue(offline_server: Server, open_page: OpenPage) -> None:
    before = rows(offline_server, QUEUE)
    page = open_page(offline_server)
    say(page, "Plan 1 day in Kyoto")
    page.get_by_test_id("thumb-up").click()
    expect(page.get_by_test_id("thumb-up")).to_have_attribute("aria-pressed", "true")
    page.get_by_test_id("thumb-down").click()
    expect(page.get_by_test_id("thumb-down")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_test_id("thumb-up")).to_have_attribute("aria-pressed", "false")

    visit = page.get_by_test_id("visit").first
    sight = visit.get_attribute("data-sight")
    visit.get_by_test_id("stop-more").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("stop-sheet").get_by_test_id("report").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("report-text")).to_be_focused()
    page.keyboard.type("It opens at nine now.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("report-dialog").get_by_role("status")).to_contain_text("Somebody will look into it")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("report-dialog")).to_have_count(0)

    reported = [row for row in rows(offline_server, QUEUE) if row not in before]
    assert reported == [("down", "", ""), ("wrong_fact", sight, "It opens at nine now.")]
