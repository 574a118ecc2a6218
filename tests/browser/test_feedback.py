"""A thumb and a wrong fact, from the page to the operators' queue, by mouse and keyboard."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.plan_page import ask
from tests.support.server import Server

pytestmark = pytest.mark.browser

QUEUE = """
from travelagent.chat.models import Feedback
print(*Feedback.objects.order_by("pk").values_list("kind", "sight", "text"))
"""


def queue(server: Server) -> str:
    return server.manage("shell", "-v", "0", "-c", QUEUE).strip()


def test_a_thumb_and_a_wrong_fact_reach_the_queue(offline_server: Server, open_page: OpenPage) -> None:
    before = queue(offline_server)
    page = open_page(offline_server)
    ask(page, "Plan 1 day in Kyoto")
    expect(page.get_by_test_id("answer")).to_have_attribute("data-final", "true", timeout=30_000)
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

    reported = queue(offline_server)[len(before) :]
    assert "('down', '', '')" in reported
    assert "('up'" not in reported
    assert f"('wrong_fact', '{sight}', 'It opens at nine now.')" in reported


def test_it_speaks_chinese(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server, "/cities/kyoto", locale="zh-CN")
    page.get_by_test_id("report").first.click()
    dialog = page.get_by_test_id("report-dialog")
    expect(dialog.get_by_label("哪里有误？你是从哪里看到的？")).to_be_focused()
    dialog.get_by_test_id("report-text").fill("门票涨价了")
    dialog.get_by_test_id("report-send").click()
    expect(dialog.get_by_role("status")).to_contain_text("我们会核实")
    assert "门票涨价了" in queue(offline_server)
