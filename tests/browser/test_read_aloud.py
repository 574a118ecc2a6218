"""The speech of a screen reader while the page changes: every line of it, in order, and nothing else.

The events of a run are let through by the test, so that the transcript does not depend on how quick the server is.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.held_line import break_line, hold, let_through
from tests.browser.plan_page import PHASES
from tests.browser.scenes.stage import LANGUAGES
from tests.browser.scripted import BREAKS, SPEAKS_ON
from tests.browser.trip_page import MUSEUM, expect_version, reach, show_trip, visit, where
from tests.support.reader import forget, listen, transcript
from tests.support.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.sampled("language")]

PLAN = {"en": "Plan 2 days in Chengdu", "zh": "规划成都两日游"}
SAVE = {"en": "Save this trip", "zh": "把这个行程保存下来"}
FIELD = {"en": "focus: Your message", "zh": "focus: 你的消息"}
PHASE_NAMES = {
    "en": ["Understanding", "Planning", "Execution", "Writing the answer"],
    "zh": ["理解需求", "规划步骤", "执行查询", "生成回答"],
}


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    code: str = request.param
    return code


@pytest.fixture
def page(browser: Browser, language: str) -> Iterator[Page]:
    """A new visitor's page that records its announcements, and that holds back the events of runs."""
    context = browser.new_context(locale=LANGUAGES[language])
    listen(context)
    hold(context)
    yield context.new_page()
    context.close()


def say(page: Page, text: str) -> None:
    """Write it, and send it, by keyboard; the field has the focus."""
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def expect_spoken(page: Page, *expected: str) -> None:
    """Expect exactly these announcements since the page was opened."""
    found = transcript(page, len(expected))
    print("\n".join(found))
    assert found == list(expected)


def plan_announcement(page: Page, language: str) -> str:
    """Return the announcement of the end of a run with a plan, by the plan on the page."""
    itinerary = page.get_by_test_id("itinerary")
    days, stops = itinerary.get_by_test_id("day").count(), itinerary.get_by_test_id("visit").count()
    if language == "zh":
        return f"polite: 回答完成。{days} 天，{stops} 站，已核验。"
    return f"polite: The answer is complete. {days} days, {stops} stops, verified."


def expect_plan(page: Page) -> None:
    expect(page.get_by_test_id("itinerary")).to_be_visible()


def test_the_runs_of_a_conversation(offline_server: Server, page: Page, language: str) -> None:
    """Phases that last, a run that is quick, a change that needs a decision, and a line that breaks and comes back."""
    page.goto(offline_server.url)
    say(page, PLAN[language])
    for number, _ in enumerate(PHASES):
        let_through(page, "phase")
        transcript(page, 2 + number)
    let_through(page, "run_finished")
    expect_plan(page)
    names = [f"polite: {name}" for name in PHASE_NAMES[language]]
    expect_spoken(page, FIELD[language], *names, plan_announcement(page, language))

    page.goto(offline_server.url)
    say(page, PLAN[language])
    let_through(page, "run_finished")
    expect_plan(page)
    expect_spoken(page, FIELD[language], plan_announcement(page, language))

    forget(page)
    say(page, SAVE[language])
    let_through(page, "run_paused")
    expect_spoken(
        page, {"en": "polite: A change needs your decision.", "zh": "polite: 有一项改动需要你决定。"}[language]
    )
    reach(page, "approve")
    forget(page)
    page.keyboard.press("Enter")
    let_through(page, "run_finished")
    texts = {
        "en": ["focus: Approved.", "polite: The answer is complete. Saved trip."],
        "zh": ["focus: 已同意。", "polite: 回答完成。已保存的行程。"],
    }
    expect_spoken(page, *texts[language])

    forget(page)
    break_line(page)
    texts = {
        "en": [
            "Connection lost. The run continues; this page catches up as soon as you are back online.",
            "Connected again.",
        ],
        "zh": ["连接断开了。任务仍在继续，网络恢复后本页会自动补上。", "已重新连接。"],
    }
    expect_spoken(page, *(f"polite: {each}" for each in texts[language]))


@pytest.mark.full
def test_runs_that_are_stopped_and_that_fail(scripted_server: Server, page: Page, language: str) -> None:
    page.goto(scripted_server.url)
    say(page, SPEAKS_ON[language == "en"])
    let_through(page, "llm_token")
    expect(page.get_by_test_id("answer")).not_to_be_empty()
    transcript(page, 2)
    page.keyboard.press("Escape")
    let_through(page, "run_finished")
    stopped = {
        "en": "Stopped. What was written up to here is kept.",
        "zh": "已停止，到此为止的内容已保留。",
    }[language]
    expect_spoken(page, FIELD[language], f"polite: {PHASE_NAMES[language][2]}", f"polite: {stopped}")

    page.goto(scripted_server.url)
    say(page, BREAKS[language == "en"])
    let_through(page, "run_finished")
    expect(page.get_by_test_id("trouble")).to_be_visible()
    failed = {
        "en": "This run could not be finished. Something went wrong in the assistant. The error has been logged.",
        "zh": "这次没能完成。助手内部出了故障，已经记录下来。",
    }[language]
    expect_spoken(page, FIELD[language], f"polite: {failed}")


@pytest.mark.full
def test_a_change_of_a_trip_that_breaks_its_plan(
    offline_server: Server, page: Page, saved: dict[str, Any], language: str
) -> None:
    page.goto(f"{offline_server.url}/trips/")
    show_trip(page, offline_server.url, saved)
    origin = where(page, MUSEUM)
    reach(page, "grip", visit=MUSEUM)
    forget(page)
    page.keyboard.press("Space")
    transcript(page, 1)
    page.keyboard.press("ArrowRight" if origin < 2 else "ArrowLeft")
    transcript(page, 3)
    page.keyboard.press("Space")
    expect_version(page, 2)
    stops = visit(page, MUSEUM).locator("xpath=ancestor::section").get_by_test_id("visit").count()
    before = visit(page, MUSEUM).locator("xpath=preceding::*[@data-testid='visit']").count()
    others = visit(page, MUSEUM).locator("xpath=ancestor::section/preceding::*[@data-testid='visit']").count()
    place, problems = before - others + 1, failed_checks(page)
    closed = visit(page, MUSEUM).get_by_test_id("faults").locator("li").first.inner_text()
    texts = {
        "en": [
            "polite: Kyoto National Museum picked up. Arrow keys move it, Space puts it down, Escape puts it back.",
            "focus: Move Kyoto National Museum",
            f"polite: Day 2, stop {place} of {stops}.",
            "focus: Move Kyoto National Museum",
            f"polite: Saved. {problems} problems in the plan. {closed}",
        ],
        "zh": [
            "polite: 已拿起京都国立博物馆。方向键移动，空格键放下，Esc 键放回。",
            "focus: 移动京都国立博物馆",
            f"polite: 第 2 天，共 {stops} 站中的第 {place} 站。",
            "focus: 移动京都国立博物馆",
            f"polite: 已保存。行程中有 {problems} 处问题。{closed.replace('： ', '：')}",
        ],
    }
    expect_spoken(page, *texts[language])


def failed_checks(page: Page) -> int:
    """The figure on the trip's stamp."""
    return int(re.findall(r"\d+", page.get_by_test_id("stamp").inner_text())[0])
