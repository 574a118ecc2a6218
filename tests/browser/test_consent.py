"""A change that takes more than was mentioned is proposed, whoever reads the message: refused, made and undone."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.inspection import overflow, small_targets
from tests.browser.keyboard import enter_on
from tests.browser.plan_page import ask, choose_model, last_answer, say
from tests.support.axe import violations
from tests.support.server import Server
from tests.support.wire import Endpoint, called, text_reply

pytestmark = pytest.mark.browser

DAYS, FEWER = 5, 3
MOUNTAIN = "xian/huashan"


@dataclass(frozen=True)
class Words:
    """The texts of one language, and the page on which they are written and shown."""

    locale: str
    width: int
    height: int
    plan: str
    question: str
    fewer: str
    done: str
    kept: str
    undo: str
    far: str
    losses: str


WORDS = [
    Words(
        "en-US", 1280, 900, "Plan Beijing and Xi'an, 5 days, four adults, from 13 April 2027",
        "Is there a good noodle shop near the hotel?", "5 → 3 days", "Three days it is.", "The plan stays as it is.",
        "undo that", "Mount Hua on day 5 please", "3 stops that you did not mention would go",
    ),
    Words(
        "zh-CN", 390, 844, "北京西安五日游，2027年4月13日出发，四个大人",
        "酒店附近有好吃的面馆吗？", "5 天 → 3 天", "改成三天了。", "行程保持原样。",
        "撤销刚才的修改", "第五天加上华山", "有 3 个没有提到的景点会去掉",
    ),
]  # fmt: skip


def proposal(page: Page, losses: str) -> Locator:
    """Return the open proposal of the newest turn, which names these losses and is accessible."""
    card = page.get_by_test_id("turn").last.get_by_test_id("confirmation")
    expect(card).to_have_attribute("data-state", "open")
    expect(card).to_contain_text(losses)
    assert violations(page) == []
    assert small_targets(page) == []
    assert overflow(page) == []
    return card


def expect_days(page: Page, count: int) -> None:
    expect(page.get_by_test_id("itinerary").get_by_test_id("day")).to_have_count(count)


@pytest.mark.parametrize("words", WORDS, ids=lambda words: words.locale)
@pytest.mark.sampled
def test_what_nobody_mentioned_is_asked_about(
    endpoint: Endpoint, scripted_server: Server, open_page: OpenPage, words: Words
) -> None:
    page = open_page(scripted_server, locale=words.locale, width=words.width, height=words.height)
    choose_model(page, "offline")
    say(page, words.plan)
    expect_days(page, DAYS)

    shorter = called(("c1", "change_route", {"days": FEWER}))
    choose_model(page, "slow")
    endpoint.play(shorter)
    ask(page, words.question)
    enter_on(page, proposal(page, words.fewer).get_by_test_id("reject"), back=True)
    expect(last_answer(page)).to_contain_text(words.kept)
    expect_days(page, DAYS)

    endpoint.play(shorter, text_reply(words.done))
    ask(page, words.question)
    enter_on(page, proposal(page, words.fewer).get_by_test_id("approve"), back=True)
    expect(last_answer(page)).to_contain_text(words.done)
    expect_days(page, FEWER)

    choose_model(page, "offline")
    say(page, words.undo)
    expect_days(page, DAYS)
    ask(page, words.far)
    proposal(page, words.losses).get_by_test_id("reject").click()
    expect(last_answer(page)).to_contain_text(words.kept)
    mountain = page.get_by_test_id("itinerary").locator(f"[data-testid=visit][data-sight='{MOUNTAIN}']")
    expect(mountain).to_have_count(0)
    ask(page, words.far)
    proposal(page, words.losses).get_by_test_id("approve").click()
    last_answer(page)
    expect(mountain).to_have_count(1)
