"""One conversation with every kind of message beside wishes: an outline first, undo and redo, a question in the middle,
several things in one message, a shorter answer, a share link, an export.
"""

from dataclasses import dataclass

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import OpenPage
from tests.browser.plan_page import expect_itinerary, say
from tests.support.server import Server

pytestmark = pytest.mark.browser

LONGEST_OUTLINE = {"zh": 250, "en": 120}
"""Characters (zh) or words (en) of an answer that is to be an outline, or shorter."""


@dataclass(frozen=True)
class Talk:
    """The messages in one language, and what the answers hold."""

    locale: str
    outline: str
    longer: str
    undo: str
    redo: str
    rain: str
    several: str
    noted: str
    opening: str
    shorter: str
    share: str
    shared: str
    export: str


TALKS = {
    "zh": Talk(
        "zh-CN", "成都三日游，先给个大概", "加一天", "撤销", "恢复刚才撤销的", "第二天下雨怎么办",
        "住春熙路附近，第一天10点半以后再出门。武侯祠周一开门吗？", "春熙路", "武侯祠", "太长了，短一点",
        "分享给朋友一个链接", "分享", "导出日历",
    ),
    "en": Talk(
        "en-GB", "Three days in Chengdu, just a rough outline first", "add a day", "undo that",
        "redo it", "what if it rains on day 2?",
        "We stay near Chunxi Road, and don't start before 10:30 on day 1. Is Wuhou Shrine open on Monday?",
        "Chunxi", "Wuhou", "shorter please", "share a link with my friend", "Share", "export the calendar",
    ),
}  # fmt: skip


def length(answer: str, language: str) -> int:
    return len(answer) if language == "zh" else len(answer.split())


def first_departure(page: Page) -> str:
    return page.get_by_test_id("day").first.get_by_test_id("visit").first.get_attribute("data-arrive") or ""


@pytest.mark.parametrize("language", list(TALKS))
@pytest.mark.sampled
@pytest.mark.full
def test_it_works(offline_server: Server, open_page: OpenPage, language: str) -> None:
    talk = TALKS[language]
    page = open_page(offline_server, locale=talk.locale)

    outline = say(page, talk.outline).inner_text()
    assert length(outline, language) <= LONGEST_OUTLINE[language]
    first = expect_itinerary(page, 3)

    say(page, talk.longer)
    longer = expect_itinerary(page, 4)
    say(page, talk.undo)
    assert expect_itinerary(page, 3) == first
    say(page, talk.redo)
    assert expect_itinerary(page, 4) == longer

    say(page, talk.rain)
    assert expect_itinerary(page, 4) == longer

    answer = say(page, talk.several).inner_text()
    assert talk.noted in answer
    assert talk.opening in answer
    expect_itinerary(page, 4)
    assert first_departure(page) >= "10:30"

    assert length(say(page, talk.shorter).inner_text(), language) <= LONGEST_OUTLINE[language]
    assert talk.shared in say(page, talk.share).inner_text()
    assert "ICS" in say(page, talk.export).inner_text()
    expect_itinerary(page, 4)
