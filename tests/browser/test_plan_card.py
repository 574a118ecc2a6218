"""The page shows a plan once: a card in the conversation, the plan in its panel, and on a phone a tab for each."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.inspection import overflow, small_targets
from tests.browser.plan_page import ask, last_answer, say, titles
from tests.browser.scenes.stage import LANGUAGES
from tests.support.server import Server

pytestmark = pytest.mark.browser

WISH = {"en": "Plan 3 days in Kyoto in April for two, under $900", "zh": "四月两个人去京都三天，预算 6500 元以内"}
LONG = {"en": "Plan 10 days in Kyoto and Osaka", "zh": "京都和大阪十日游"}
PARTS = {"en": "Parts of the plan", "zh": "方案的各部分"}
DAY_TWO = {"en": "Day 2", "zh": "第 2 天"}
LEAFLET = re.compile("leaflet|>OpenStreetMap<|/attribution/#map")
OVERFLOW = "() => [document.documentElement.scrollHeight - innerHeight, scrollY, document.body.scrollTop]"
SWIPE = """(node) => {
  const {x, y, width} = node.getBoundingClientRect();
  const touch = (at) => new Touch({identifier: 1, target: node, clientX: x + width * at, clientY: y + 40});
  const [from, to] = [touch(0.9), touch(0.2)];
  node.dispatchEvent(new TouchEvent("touchstart", {bubbles: true, touches: [from], changedTouches: [from]}));
  node.dispatchEvent(new TouchEvent("touchend", {bubbles: true, touches: [], changedTouches: [to]}));
}"""


def planned(open_page: OpenPage, server: Server, language: str) -> Page:
    page = open_page(server, locale=LANGUAGES[language])
    ask(page, WISH[language])
    last_answer(page)
    expect(page.get_by_test_id("plan-card")).to_be_visible()
    return page


def chip(page: Page, day: str) -> Locator:
    return page.locator(f"[data-testid=day-chip][data-day='{day}']")


def of_sight(page: Page, sight: str | None) -> Locator:
    return page.locator(f"[data-testid=visit][data-sight='{sight}']")


def expect_days(page: Page, *numbers: str) -> None:
    """Those days are shown, and no other."""
    shown = page.locator("[data-testid=day]:visible")
    expect(shown).to_have_count(len(numbers))
    assert [day.get_attribute("data-day") for day in shown.all()] == list(numbers)


def sights_of_day(page: Page, day: int) -> list[str]:
    visits = page.locator(f"#day-{day}").get_by_test_id("visit").all()
    return [visit.get_attribute("data-sight") or "" for visit in visits]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.sampled
def test_a_plan_is_read_as_text_changed_by_its_stops_saved_by_one_press_and_found_again(
    offline_server: Server, open_page: OpenPage, language: str
) -> None:
    page = planned(open_page, offline_server, language)
    card = page.get_by_test_id("plan-card")
    expect(card.get_by_test_id("plan-cost")).to_have_attribute("data-over", "false")
    expect_short_answer_and_text(page, language)
    expect_parts_in_sight(page, language)
    expect_sheet_of_a_stop(page)

    moved, third = sights_of_day(page, 1)[0], sights_of_day(page, 3)
    of_sight(page, moved).get_by_test_id("stop-more").click()
    page.get_by_test_id("stop-move").select_option(label=DAY_TWO[language])
    expect(page.locator(f"#day-2 [data-sight='{moved}']")).to_be_in_viewport()
    assert sights_of_day(page, 3) == third
    assert moved not in sights_of_day(page, 1)

    assert titles(page) == []
    card.get_by_test_id("card-save").click()
    expect(card.get_by_test_id("card-trip")).to_be_focused()
    assert titles(page) == [card.get_by_role("heading").inner_text()]
    page.reload()
    expect(page.get_by_test_id("card-trip")).to_be_visible()
    expect(page.get_by_test_id("card-save")).to_have_count(0)
    page.goto(offline_server.url)
    page.get_by_test_id("own-trips").get_by_test_id("trip").click()
    page.get_by_test_id("more-menu").locator("summary").click()
    page.get_by_test_id("conversation").click()
    expect(page.get_by_test_id("card-trip")).to_be_visible()


def expect_short_answer_and_text(page: Page, language: str) -> None:
    """The answer is short, and the days are had as text."""
    answer = last_answer(page)
    assert 2 <= answer.locator("p, li").count() <= 7
    expect(answer.get_by_role("table")).to_have_count(0)
    visits = page.get_by_test_id("visit")
    names = [each.locator(".visit-name button").inner_text() for each in visits.all()]
    hours = [each.get_attribute("data-arrive") or "" for each in visits.all()]
    page.get_by_test_id("card-text").click()
    text = page.get_by_test_id("plan-text").inner_text()
    assert [each for each in [*names, *hours] if each not in text] == []
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_test_id("copy-plan").click()
    expect(page.get_by_test_id("copy-plan")).to_have_text({"en": "Copied", "zh": "已复制"}[language])
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert [name for name in names if name not in copied] == []
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("plan-text")).to_have_count(0)


def expect_parts_in_sight(page: Page, language: str) -> None:
    """The map stays in sight whatever is pressed, a link to a part unfolds it, and the page itself never scrolls."""
    city, ground = page.get_by_test_id("city"), page.get_by_test_id("map")
    assert city.get_attribute("open") is None
    links = page.get_by_role("navigation", name=PARTS[language]).get_by_role("link")
    expect(links).to_have_count(3)
    for width, height in ((1366, 768), (768, 1024), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        if (tab := page.get_by_test_id("tab-plan")).is_visible():
            tab.click()
        for link in links.all():
            part = page.locator(link.get_attribute("href") or "")
            link.click()
            expect(part).to_be_in_viewport()
            assert page.evaluate(OVERFLOW) == [0, 0, 0]
            expect(page.get_by_role("banner")).to_be_in_viewport(ratio=1)
    expect(city).to_have_attribute("open", "")

    height = page.get_by_test_id("result").evaluate("node => node.clientHeight")
    assert ground.evaluate("node => node.clientHeight") >= 0.45 * height - 1
    chip(page, "3").click()
    expect_days(page, "3")
    page.locator("[data-testid=visit]:visible").last.locator(".visit-name button").click()
    page.locator("#result-body").evaluate("node => node.scrollTo(0, node.scrollHeight)")
    expect(ground).to_be_in_viewport(ratio=1)
    chip(page, "").click()
    expect_days(page, "1", "2", "3")


def expect_sheet_of_a_stop(page: Page) -> None:
    """Expect the reason and the sight in the sheet; remove the stop and undo that."""
    visits = page.get_by_test_id("visit")
    sight, stops = visits.first.get_attribute("data-sight"), visits.count()
    visits.first.get_by_test_id("stop-more").click()
    sheet = page.get_by_test_id("stop-sheet")
    expect(sheet.get_by_test_id("why")).not_to_be_empty()
    expect(sheet.get_by_test_id("sight-note")).not_to_be_empty()
    expect(sheet.get_by_test_id("picture")).to_be_visible()
    sheet.get_by_test_id("stop-remove").click()
    expect(of_sight(page, sight)).to_have_count(0)
    expect(visits).to_have_count(stops - 1)
    page.get_by_test_id("brief-undo").click()
    expect(of_sight(page, sight)).to_have_count(1)


@pytest.mark.full
def test_the_card_follows_what_is_changed_and_the_plan_of_before_keeps_one_line(
    offline_server: Server, open_page: OpenPage
) -> None:
    page = planned(open_page, offline_server, "en")
    page.locator("[data-testid=brief-edit][data-field=dates]").click()
    page.get_by_test_id("brief-days").fill("2")
    page.get_by_test_id("brief-save").click()
    expect(page.get_by_test_id("plan-card")).to_contain_text("2 days in Kyoto")
    expect(page.get_by_test_id("plan-later")).to_be_visible()
    expect(page.get_by_test_id("turn")).to_have_count(1)
    say(page, "make it more relaxed")
    expect(page.get_by_test_id("plan-later")).to_have_count(0)
    say(page, "make it four days")
    expect(page.get_by_test_id("plan-card")).to_have_count(1)
    expect(page.get_by_test_id("turn").last.get_by_test_id("plan-card")).to_contain_text("4 days in Kyoto")
    expect(page.get_by_test_id("turn").nth(1).get_by_test_id("plan-line")).to_contain_text("2 days in Kyoto")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.sampled
@pytest.mark.full
def test_on_a_phone_the_plan_is_a_tab_that_opens_when_it_comes(
    offline_server: Server, open_page: OpenPage, language: str
) -> None:
    phone = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    page = open_page(offline_server, locale=LANGUAGES[language], **phone)
    ask(page, LONG[language])
    expect(page.get_by_test_id("tab-plan")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_test_id("map")).to_be_in_viewport(ratio=1)
    expect(page.get_by_test_id("visit").first).to_be_in_viewport()
    expect(page.get_by_test_id("composer-input")).to_be_hidden()
    for day in ("10", "4"):
        chip(page, day).tap()
        expect_days(page, day)
        expect(page.locator(f"#day-{day}").get_by_test_id("visit").first).to_be_in_viewport()
    page.locator("#day-4").evaluate(SWIPE)
    expect_days(page, "5")
    assert overflow(page) == []
    assert [each for each in small_targets(page, 44) if not LEAFLET.search(each)] == []

    page.get_by_test_id("tab-chat").tap()
    expect(page.get_by_test_id("plan-card")).to_be_visible()
    assert small_targets(page, 44) == []
    expect(page.locator(".turn-tools")).to_be_visible()
    tools = [tool.bounding_box() for tool in page.locator(".turn-tools button").all()]
    assert len({round(tool["y"]) for tool in tools if tool}) == 1, "the tools of an answer stand in one line"
    page.get_by_test_id("card-open").tap()
    expect_days(page, "5")
    page.get_by_test_id("tab-save").tap()
    expect(page.get_by_test_id("tab-trip")).to_be_visible()
