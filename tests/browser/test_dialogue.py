"""A plan is talked into shape: each wish changes what it names and leaves the rest, on the page as in the answer."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.plan_page import (
    ask,
    expect_budget,
    expect_itinerary,
    is_chinese,
    last_answer,
    open_chat,
    say,
    titles,
)
from tests.support.server import Server
from travelagent.catalog import source

pytestmark = pytest.mark.browser


def plan_after(page: Page, wish: str, days: int) -> list[str]:
    """Say it, and read the plan that stands then: the sights of its days."""
    say(page, wish)
    return expect_itinerary(page, days)


def visits_a_day(page: Page) -> list[int]:
    return [day.get_by_test_id("visit").count() for day in page.get_by_test_id("day").all()]


def shows(page: Page, text: str) -> None:
    expect(page.get_by_test_id("difference")).to_contain_text(text)


def expect_labels(page: Page, phases: list[str], city: str) -> None:
    """The labels of a plan and its run are in the page's language, whatever that of the question."""
    expect(page.locator(".phase-title")).to_have_text(phases)
    expect(page.get_by_test_id("itinerary").get_by_role("heading", level=2)).to_have_text(city)


@pytest.mark.full
def test_it_works(offline_server: Server, open_page: OpenPage, screenshot: Callable[..., None]) -> None:
    page = open_page(offline_server, locale="zh-CN")
    assert not is_chinese(say(page, "Plan 1 day in Chengdu").inner_text())
    expect_labels(page, ["理解需求", "规划步骤", "执行查询", "生成回答"], "成都")

    first = plan_after(page, "规划北京三日游", 3)
    longer = plan_after(page, "改成四天", 4)
    assert longer[: len(first)] == first
    shows(page, "第 1、2、3 天保持不变")

    calmer = plan_after(page, "太赶了，轻松一点", 4)
    assert len(set(calmer) - set(longer)) <= 1  # a longer stop may come for two that go
    assert max(visits_a_day(page)) <= 3

    museums = {sight.id for sight in source.sights().values() if "museum" in (sight.category, *sight.tags)}
    swapped = plan_after(page, "把动物园换成博物馆", 4)
    assert museums & set(swapped)

    dearer = expect_budget(page)
    plan_after(page, "便宜一点", 4)
    assert expect_budget(page) < dearer
    screenshot(page, "-cheaper")

    questions = plan_after(page, "那里四月冷吗", 4)
    expect(last_answer(page)).to_contain_text("4月")
    expect(last_answer(page)).to_contain_text("北京")
    assert questions == expect_itinerary(page, 4)

    ask(page, "保存")
    expect(page.get_by_test_id("confirmation")).to_contain_text("北京四日游")
    assert titles(page) == []
    ask(page, "确认")
    expect(page.get_by_test_id("thread")).to_contain_text("已保存")
    assert titles(page) == ["北京四日游"]


@pytest.mark.full
def test_in_english_and_read_again(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server)
    assert is_chinese(say(page, "规划成都两日游").inner_text())
    expect_labels(page, ["Understanding", "Planning", "Execution", "Writing the answer"], "Chengdu")

    page.get_by_test_id("alternatives").locator("summary").first.click()
    calmer = page.locator('[data-testid="alternative"][data-kind="calmer"]')
    expect(calmer).to_contain_text("Verified")
    calmer.get_by_role("button").click()
    expect(page.get_by_test_id("composer-input")).to_have_value("Make it calmer")
    page.get_by_test_id("send").click()
    expect(page.get_by_test_id("turn")).to_have_count(2)
    last_answer(page)
    shows(page, "Dropped")
    assert max(visits_a_day(page)) <= 3

    page.goto(offline_server.url)
    first = plan_after(page, "Plan 3 days in Kyoto for two", 3)
    longer = plan_after(page, "make it four days", 4)
    assert longer[: len(first)] == first
    shows(page, "Unchanged: days 1, 2, 3.")
    rainy = plan_after(page, "it will rain on day 2", 4)
    assert rainy[: visits_a_day(page)[0]] == longer[: visits_a_day(page)[0]]
    osaka = plan_after(page, "what about Osaka instead?", 4)
    assert all(sight.startswith("osaka/") for sight in osaka)

    for city in ("Bangkok", "Paris", "Kyoto", "Lisbon", "Vienna"):
        say(page, f"What should I eat in {city}?")
    page.reload()
    assert expect_itinerary(page, 4) == osaka
    say(page, "And in Rome?")
    questions = page.get_by_test_id("question").all_inner_texts()
    assert questions[-2:] == ["What should I eat in Vienna?", "And in Rome?"]
    page.get_by_role("link", name="Explore").click()
    expect(page).to_have_title(re.compile("Explore"))
    page.go_back()
    expect(page.get_by_test_id("question")).to_have_text(questions)

    at = page.url
    page.get_by_role("button", name="中文").click()
    expect(page.locator("html")).to_have_attribute("lang", re.compile("^zh"))
    assert page.url == at
    expect(page.get_by_test_id("question")).to_have_text(questions)


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.sampled
@pytest.mark.full
def test_an_answer_longer_than_the_view_is_read_from_its_head(
    offline_server: Server, open_page: OpenPage, width: int
) -> None:
    page = open_page(offline_server, locale="en-GB", width=width, height=420)
    plan_after(page, "make it four days in Kyoto", 4)
    plan_after(page, "Three days in Kyoto and two in Osaka", 5)
    open_chat(page)
    latest = page.get_by_test_id("latest")
    expect(latest).to_be_visible()
    head = last_answer(page).locator("p").first
    expect(head).to_be_in_viewport()

    latest.click()
    expect(latest).to_be_hidden()
    expect(head).not_to_be_in_viewport()
