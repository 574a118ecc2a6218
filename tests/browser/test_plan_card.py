"""The page shows a plan once: a card in the conversation, the plan in its panel, and on a phone a tab for each."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.inspection import overflow, small_targets
from tests.browser.plan_page import ask, last_answer
from tests.browser.scenes.stage import LANGUAGES
from tests.support.server import Server

pytestmark = pytest.mark.browser

WISH = {"en": "Plan 3 days in Kyoto in April for two, under $900", "zh": "四月两个人去京都三天，预算 6500 元以内"}
LONG = {"en": "Plan 10 days in Kyoto and Osaka", "zh": "京都和大阪十日游"}
PLAN_MS = 30_000
LEAFLET = re.compile("leaflet|>OpenStreetMap<|/attribution/#map")
SWIPE = """(node) => {
  const {x, y, width} = node.getBoundingClientRect();
  const touch = (at) => new Touch({identifier: 1, target: node, clientX: x + width * at, clientY: y + 40});
  const [from, to] = [touch(0.9), touch(0.2)];
  node.dispatchEvent(new TouchEvent("touchstart", {bubbles: true, touches: [from], changedTouches: [from]}));
  node.dispatchEvent(new TouchEvent("touchend", {bubbles: true, touches: [], changedTouches: [to]}));
}"""


def trips(page: Page) -> list[str]:
    rows = page.evaluate("() => fetch('/api/v1/trips/').then(r => r.json()).then(r => r.results)")
    return [row["title"] for row in rows]


def planned(open_page: OpenPage, server: Server, language: str) -> Page:
    page = open_page(server, locale=LANGUAGES[language])
    ask(page, WISH[language])
    last_answer(page)
    expect(page.get_by_test_id("plan-card")).to_be_visible(timeout=PLAN_MS)
    return page


def chip(page: Page, day: str) -> Locator:
    return page.locator(f"[data-testid=day-chip][data-day='{day}']")


def shown_days(page: Page) -> list[str]:
    return [day.get_attribute("data-day") or "" for day in page.get_by_test_id("day").all() if day.is_visible()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plan_is_saved_by_one_press_and_found_again(
    offline_server: Server, open_page: OpenPage, language: str
) -> None:
    page = planned(open_page, offline_server, language)
    card = page.get_by_test_id("plan-card")
    expect(card.get_by_test_id("plan-cost")).to_have_attribute("data-over", "false")
    assert trips(page) == []

    card.get_by_test_id("card-save").click()

    expect(card.get_by_test_id("card-trip")).to_be_focused()
    assert trips(page) == [card.get_by_role("heading").inner_text()]
    page.reload()
    expect(page.get_by_test_id("card-trip")).to_be_visible(timeout=PLAN_MS)
    expect(page.get_by_test_id("card-save")).to_have_count(0)
    page.goto(offline_server.url)
    page.get_by_test_id("own-trips").get_by_test_id("trip").click()
    page.get_by_test_id("more-menu").locator("summary").click()
    page.get_by_test_id("conversation").click()
    expect(page.get_by_test_id("card-trip")).to_be_visible(timeout=PLAN_MS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_answer_is_short_and_the_days_are_had_as_text(
    offline_server: Server, open_page: OpenPage, language: str
) -> None:
    page = planned(open_page, offline_server, language)
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


def test_the_plan_of_before_keeps_one_line(offline_server: Server, open_page: OpenPage) -> None:
    page = planned(open_page, offline_server, "en")
    ask(page, "make it four days")
    expect(page.get_by_test_id("turn")).to_have_count(2)
    last_answer(page)
    expect(page.get_by_test_id("plan-card")).to_have_count(1)
    expect(page.get_by_test_id("turn").last.get_by_test_id("plan-card")).to_contain_text("4 days in Kyoto")
    expect(page.get_by_test_id("turn").first.get_by_test_id("plan-line")).to_contain_text("3 days in Kyoto")


def test_a_change_on_the_brief_card_is_on_the_plan_card_at_once(offline_server: Server, open_page: OpenPage) -> None:
    page = planned(open_page, offline_server, "en")
    page.locator("[data-testid=brief-edit][data-field=dates]").click()
    page.get_by_test_id("brief-days").fill("2")
    page.get_by_test_id("brief-save").click()
    expect(page.get_by_test_id("plan-card")).to_contain_text("2 days in Kyoto", timeout=PLAN_MS)
    expect(page.get_by_test_id("plan-later")).to_be_visible()
    expect(page.get_by_test_id("turn")).to_have_count(1)
    ask(page, "make it more relaxed")
    last_answer(page)
    expect(page.get_by_test_id("plan-later")).to_have_count(0, timeout=PLAN_MS)


def test_the_map_stays_in_sight_whatever_is_pressed(offline_server: Server, open_page: OpenPage) -> None:
    page = planned(open_page, offline_server, "en")
    ground = page.get_by_test_id("map")
    height = page.get_by_test_id("result").evaluate("node => node.clientHeight")
    assert ground.evaluate("node => node.clientHeight") >= 0.45 * height - 1
    chip(page, "3").click()
    assert shown_days(page) == ["3"]
    page.get_by_test_id("visit").last.locator(".visit-name button").click()
    page.locator("#result-body").evaluate("node => node.scrollTo(0, node.scrollHeight)")
    expect(ground).to_be_in_viewport(ratio=1)
    chip(page, "").click()
    assert shown_days(page) == ["1", "2", "3"]


def sights_of_day(page: Page, day: int) -> list[str]:
    visits = page.locator(f"#day-{day}").get_by_test_id("visit").all()
    return [visit.get_attribute("data-sight") or "" for visit in visits]


def test_a_stop_goes_to_another_day_and_stays_in_sight(offline_server: Server, open_page: OpenPage) -> None:
    page = planned(open_page, offline_server, "en")
    moved, third = sights_of_day(page, 1)[0], sights_of_day(page, 3)
    page.locator(f"[data-testid=visit][data-sight='{moved}']").get_by_test_id("stop-more").click()
    page.get_by_test_id("stop-move").select_option(label="Day 2")
    expect(page.locator(f"#day-2 [data-sight='{moved}']")).to_be_in_viewport(timeout=PLAN_MS)
    assert sights_of_day(page, 3) == third
    assert moved not in sights_of_day(page, 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_of_a_stop_says_why_and_takes_it_away(
    offline_server: Server, open_page: OpenPage, language: str
) -> None:
    page = planned(open_page, offline_server, language)
    visit = page.get_by_test_id("visit").first
    sight = visit.get_attribute("data-sight")
    stops = page.get_by_test_id("visit").count()
    visit.get_by_test_id("stop-more").click()
    sheet = page.get_by_test_id("stop-sheet")
    expect(sheet.get_by_test_id("why")).not_to_be_empty()
    expect(sheet.get_by_test_id("sight-note")).not_to_be_empty()
    expect(sheet.get_by_test_id("picture")).to_be_visible()
    sheet.get_by_test_id("stop-remove").click()
    expect(page.locator(f"[data-testid=visit][data-sight='{sight}']")).to_have_count(0, timeout=PLAN_MS)
    expect(page.get_by_test_id("visit")).to_have_count(stops - 1)
    page.get_by_test_id("brief-undo").click()
    expect(page.locator(f"[data-testid=visit][data-sight='{sight}']")).to_have_count(1, timeout=PLAN_MS)


def test_a_link_to_a_part_unfolds_it(offline_server: Server, open_page: OpenPage) -> None:
    page = planned(open_page, offline_server, "en")
    city = page.get_by_test_id("city")
    assert city.get_attribute("open") is None
    page.get_by_role("navigation", name="Parts of the plan").get_by_role("link", name="Kyoto").click()
    expect(city).to_have_attribute("open", "")
    expect(city).to_be_in_viewport()


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_the_plan_is_a_tab_that_opens_when_it_comes(
    offline_server: Server, browser: Browser, language: str
) -> None:
    context = browser.new_context(
        locale=LANGUAGES[language], viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    try:
        page = context.new_page()
        page.goto(offline_server.url)
        ask(page, LONG[language])
        expect(page.get_by_test_id("tab-plan")).to_have_attribute("aria-selected", "true", timeout=PLAN_MS)
        expect(page.get_by_test_id("map")).to_be_in_viewport(ratio=1)
        expect(page.get_by_test_id("visit").first).to_be_in_viewport()
        expect(page.get_by_test_id("composer-input")).to_be_hidden()
        for day in ("10", "4"):
            chip(page, day).tap()
            assert shown_days(page) == [day]
            expect(page.locator(f"#day-{day}").get_by_test_id("visit").first).to_be_in_viewport()
        page.locator("#day-4").evaluate(SWIPE)
        assert shown_days(page) == ["5"]
        assert overflow(page) == []
        assert [each for each in small_targets(page, 44) if not LEAFLET.search(each)] == []

        page.get_by_test_id("tab-chat").tap()
        expect(page.get_by_test_id("plan-card")).to_be_visible()
        assert small_targets(page, 44) == []
        page.get_by_test_id("card-open").tap()
        assert shown_days(page) == ["5"]
        page.get_by_test_id("tab-save").tap()
        expect(page.get_by_test_id("tab-trip")).to_be_visible(timeout=PLAN_MS)
    finally:
        context.close()
