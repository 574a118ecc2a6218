"""A plan is talked into shape: each wish changes what it names and leaves the rest, on the page as in the answer."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.plan_page import ask, expect_budget, expect_itinerary, last_answer, open_chat
from tests.browser.scripted import THINKS_ON
from tests.support.server import Server
from travelagent.catalog import source

pytestmark = pytest.mark.browser


def plan_after(page: Page, wish: str, days: int) -> list[str]:
    """Say it, and read the plan that stands then: the sights of its days."""
    turns = page.get_by_test_id("turn").count()
    ask(page, wish)
    expect(page.get_by_test_id("turn")).to_have_count(turns + 1)
    last_answer(page)
    return expect_itinerary(page, days)


def visits_a_day(page: Page) -> list[int]:
    return [day.get_by_test_id("visit").count() for day in page.get_by_test_id("day").all()]


def shows(page: Page, text: str) -> None:
    expect(page.get_by_test_id("difference")).to_contain_text(text)


@pytest.mark.parametrize(
    ("locale", "question", "phases", "city"),
    [
        ("en-US", "规划成都一日游", ["Understanding", "Planning", "Execution", "Writing the answer"], "Chengdu"),
        ("zh-CN", "Plan 1 day in Chengdu", ["理解需求", "规划步骤", "执行查询", "生成回答"], "成都"),
    ],
)
@pytest.mark.sampled
def test_the_labels_of_a_plan_and_its_run_are_in_the_pages_language(
    offline_server: Server, open_page: OpenPage, locale: str, question: str, phases: list[str], city: str
) -> None:
    page = open_page(offline_server, locale=locale)
    ask(page, question)
    last_answer(page)

    expect(page.locator(".phase-title")).to_have_text(phases)
    expect(page.get_by_test_id("itinerary").get_by_role("heading", level=2)).to_have_text(city)


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.sampled
def test_that_a_run_is_under_way_is_told_no_longer_than_it_is(
    scripted_server: Server, open_page: OpenPage, language: str
) -> None:
    page = open_page(scripted_server)
    ask(page, "规划北京三日游")
    last_answer(page)
    ask(page, THINKS_ON[language == "en"])
    expect(page.get_by_test_id("turn")).to_have_count(2)

    page.get_by_test_id("follow-up").first.click()
    expect(page.locator("#composer-hint")).to_contain_text("A run is still under way here.")
    page.get_by_test_id("stop").click()
    expect(page.get_by_test_id("stopped")).to_have_count(0)
    expect(page.get_by_test_id("run-status")).to_have_attribute("data-status", "cancelled")
    expect(page.locator("#composer-hint")).to_be_empty()
    expect(page.get_by_test_id("composer-input")).not_to_be_empty()


def test_the_browsers_way_back_shows_all_that_was_said(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server)
    questions = ["What should I eat in Bangkok?", "And in Rome?"]
    ask(page, questions[0])
    last_answer(page)
    page.reload()
    last_answer(page)
    ask(page, questions[1])
    expect(page.get_by_test_id("turn")).to_have_count(2)
    last_answer(page)
    page.get_by_role("link", name="Explore").click()
    expect(page).to_have_title(re.compile("Explore"))

    page.go_back()

    expect(page.get_by_test_id("question")).to_have_text(questions)


def test_another_language_keeps_the_conversation(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server)
    ask(page, "What should I eat in Bangkok?")
    last_answer(page)
    page.wait_for_url("**/chat/ses_*")
    at = page.url
    page.get_by_role("button", name="中文").click()

    expect(page.locator("html")).to_have_attribute("lang", re.compile("^zh"))
    assert page.url == at
    expect(page.get_by_test_id("question")).to_have_text(["What should I eat in Bangkok?"])


def test_reload_after_many_follow_ups_restores_the_plan(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server)
    plan_after(page, "Plan 1 day in Rome", 1)
    for city in ("Bangkok", "Paris", "Kyoto", "Lisbon", "Vienna"):
        ask(page, f"What should I eat in {city}?")
        last_answer(page)
    page.reload()

    expect_itinerary(page, 1)


def test_it_works(offline_server: Server, open_page: OpenPage, screenshot: Callable[..., None]) -> None:
    page = open_page(offline_server, locale="zh-CN")

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
    expect(page.get_by_test_id("confirmation")).to_contain_text("北京四日游", timeout=20_000)
    ask(page, "确认")
    expect(page.get_by_test_id("thread")).to_contain_text("已保存", timeout=20_000)


def test_in_english_a_place_is_swapped_and_another_city_takes_over(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server)

    first = plan_after(page, "Plan 3 days in Kyoto for two", 3)
    longer = plan_after(page, "make it four days", 4)
    assert longer[: len(first)] == first
    shows(page, "Unchanged: days 1, 2, 3.")

    rainy = plan_after(page, "it will rain on day 2", 4)
    assert rainy[: visits_a_day(page)[0]] == longer[: visits_a_day(page)[0]]

    osaka = plan_after(page, "what about Osaka instead?", 4)
    assert all(sight.startswith("osaka/") for sight in osaka)


def test_a_plan_tells_what_else_it_could_be(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server)
    plan_after(page, "Plan 2 days in Chengdu", 2)

    page.get_by_test_id("alternatives").locator("summary").first.click()
    calmer = page.locator('[data-testid="alternative"][data-kind="calmer"]')
    expect(calmer).to_contain_text("Verified")
    calmer.get_by_role("button").click()
    expect(page.get_by_test_id("composer-input")).to_have_value("Make it calmer")

    page.get_by_test_id("send").click()
    last_answer(page)
    shows(page, "Dropped")
    assert max(visits_a_day(page)) <= 3


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.sampled
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
