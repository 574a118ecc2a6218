"""Where to go: cities by interest, month, country and budget, on a map and as cards; a city's page starts a plan."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from math import ceil, floor

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage, rows
from tests.browser.inspection import overflow
from tests.browser.keyboard import enter_on, tab_to
from tests.browser.plan_page import last_answer
from tests.support.server import Server
from travelagent.catalog import source
from travelagent.catalog.hours_words import opening_text
from travelagent.catalog.money import packaged_rates
from travelagent.catalog.values import City, Tier

pytestmark = pytest.mark.browser

AT_ONCE = 48
LOADED = "image => image.complete && image.naturalWidth > 0"


@dataclass(frozen=True)
class Words:
    """The texts of one language."""

    locale: str
    currency: str
    more: str
    sign: str
    own: str
    none: str
    cities: tuple[str, ...]
    countries: tuple[str, ...]
    by_sights: str
    by_meals: str
    wrong_budget: str
    sight: str
    city: str
    wrong_days: str


EN = Words(
    "en-US", "USD", "Show 48 more of {left}", "$", "¥{}", "No city matches all of these filters.",
    ("Amsterdam", "Beijing", "Zurich"), ("Austria", "China", "Vietnam"), "most to see", "price of meals, lowest first",
    "Enter 0 or more", "Louvre", "Paris", "From 1 to 30 days.",
)  # fmt: skip
ZH = Words(
    "zh-CN", "CNY", "再显示 48 个（还有 {left} 个）", "¥", "{} 日元", "没有符合全部条件的城市",
    ("阿姆斯特丹", "北京", "苏黎世"), ("奥地利", "越南", "中国"), "看点最多", "餐饮花费由低到高",
    "金额须不小于 0", "卢浮宫", "巴黎", "天数为 1 到 30 天。",
)  # fmt: skip


def show_all(page: Page) -> None:
    """All cards, however many stand behind the button."""
    more = page.get_by_test_id("more")
    cards = page.get_by_test_id("city-card")
    expect(cards.first).to_be_visible()
    while more.is_visible():
        count = cards.count()
        more.click()
        expect(cards.nth(count)).to_be_attached()


def _converted(city: City, tier: Tier, currency: str) -> Decimal:
    return packaged_rates().convert(city.daily_cost(tier), city.currency, currency).amount


def loaded(image: Locator) -> None:
    """Wait until a card's picture is drawn."""
    image.scroll_into_view_if_needed()
    image.page.wait_for_function(LOADED, arg=image.element_handle())


def expect_pictures(page: Page) -> None:
    """The pictures of the first cards are there, of a fixed shape, and later ones are loaded when they are needed."""
    for number in range(3):
        picture = page.get_by_test_id("picture").nth(number)
        loaded(picture.locator("img"))
        box = picture.bounding_box()
        assert box is not None
        assert box["width"] / box["height"] == pytest.approx(1.5, abs=0.02)
    assert page.get_by_test_id("picture").nth(1).locator("img").get_attribute("loading") == "lazy"


@pytest.mark.parametrize("words", [EN, ZH], ids=lambda words: words.locale)
@pytest.mark.sampled
@pytest.mark.full
def test_cities_are_found_and_put_in_order(
    offline_server: Server, open_page: OpenPage, words: Words, screenshot: Callable[..., None]
) -> None:
    page = open_page(offline_server, "/explore", locale=words.locale, expected=re.compile("404"))
    cards, more = page.get_by_test_id("city-card"), page.get_by_test_id("more")
    expect(cards).to_have_count(AT_ONCE)
    expect(page.get_by_test_id("place-marker")).to_have_count(len(source.cities()))
    expect_pictures(page)
    expect(more).to_have_text(words.more.format(left=len(source.cities()) - AT_ONCE))
    more.focus()
    page.keyboard.press("Enter")
    expect(cards).to_have_count(2 * AT_ONCE)
    expect(cards.nth(AT_ONCE).locator("a")).to_be_focused()
    expect_one_city(page, words)
    expect_filters(page, words)
    screenshot(page)
    expect_orders(page, words)

    page.get_by_test_id("filter-country").select_option("")
    page.get_by_test_id("filter-budget").fill("-5")
    expect(page.get_by_test_id("wrong-budget")).to_contain_text(words.wrong_budget)
    page.get_by_test_id("filter-q").fill(words.sight)
    expect(cards.locator("h2")).to_contain_text([words.city])
    assert "budget_max" not in page.url
    cards.locator("a").first.click()
    expect(page.get_by_test_id("climate-legend")).to_be_visible()
    page.get_by_test_id("plan-days").fill("99")
    expect(page.locator("#plan-problem")).to_have_text(words.wrong_days)
    expect(page.get_by_test_id("plan-go")).not_to_contain_text("1")


def expect_one_city(page: Page, words: Words) -> None:
    """A city by its name: its card, what a day there costs, and its picture of the month or a poster."""
    cards = page.get_by_test_id("city-card")
    page.get_by_test_id("filter-q").fill("kyoto")
    expect(cards).to_have_count(1)
    expect(page.get_by_test_id("more")).to_be_hidden()
    parts = [cards.locator(part).first.bounding_box() for part in ("img", "h2", ".meta")]
    tops = [part["y"] for part in parts if part]
    assert len(tops) == 3
    assert tops == sorted(tops)

    kyoto = source.cities()["kyoto"]
    mid, frugal = (f"{_converted(kyoto, tier, words.currency):,.0f}" for tier in ("mid", "budget"))
    costs = page.get_by_test_id("day-costs")
    expect(costs).to_contain_text(words.own.format(f"{kyoto.daily_cost('mid'):,.0f}"))
    for amount in (mid, frugal):
        expect(costs).to_contain_text(f"≈ {words.sign}{amount}")
    limit = page.get_by_test_id("filter-budget")
    limit.fill(str(ceil(_converted(kyoto, "budget", words.currency))))
    expect(cards).to_have_count(1)
    limit.fill(str(floor(_converted(kyoto, "budget", words.currency))))
    expect(cards).to_have_count(0)
    limit.fill("")

    image = page.get_by_test_id("picture").first.locator("img")
    expect(image).to_have_attribute("src", "/pictures/city/kyoto.svg")
    loaded(image)
    image.evaluate("image => { image.src = '/pictures/city/atlantis.svg'; }")
    expect(image).to_have_attribute("src", "/pictures/city/kyoto.svg")
    loaded(image)
    page.get_by_test_id("filter-month").select_option("5")
    expect(image).to_have_attribute("src", "/pictures/city/kyoto.svg?month=5")
    page.get_by_test_id("filter-q").fill("")


def expect_filters(page: Page, words: Words) -> None:
    """An interest, a month and a country narrow the cities down, also when the page is loaded again."""
    cards = page.get_by_test_id("city-card")
    page.get_by_test_id("filter-tag").select_option("beach")
    page.get_by_test_id("filter-month").select_option("1")
    fitting = [c.id for c in source.cities().values() if "beach" in c.tags and 1 in c.best_months]
    expect(cards).to_have_count(len(fitting))
    assert {card.get_attribute("data-city") for card in cards.all()} == set(fitting)
    page.get_by_test_id("filter-country").select_option("TH")
    thai = [city for city in fitting if source.cities()[city].country == "TH"]
    expect(cards).to_have_count(len(thai))
    page.reload()
    expect(cards).to_have_count(len(thai))
    page.get_by_test_id("filter-budget").fill("1")
    expect(page.get_by_test_id("found")).to_contain_text(words.none)
    page.get_by_test_id("filter-budget").fill("")
    page.get_by_test_id("filter-tag").select_option("")
    page.get_by_test_id("filter-month").select_option("")
    page.get_by_test_id("filter-country").select_option("")


def expect_orders(page: Page, words: Words) -> None:
    """By name in the alphabet of the language, by what there is to see, by meals and by days; and the order stays."""

    def figures(of: Callable[[City], float]) -> list[float]:
        expect(cards.first).to_be_visible()
        return [of(source.cities()[str(card.get_attribute("data-city"))]) for card in cards.all()]

    def ordered(value: str) -> None:
        expect(page).to_have_url(re.compile(rf"[?&]sort={value}\b"))
        expect(found).to_contain_text(order.locator("option:checked").inner_text())

    cards, order, found = (page.get_by_test_id(each) for each in ("city-card", "sort", "found"))
    order.select_option("name")
    ordered("name")
    show_all(page)
    names = cards.locator("h2").all_inner_texts()
    offered = page.get_by_test_id("filter-country").locator("option").all_inner_texts()
    assert [name for name in names if name in words.cities] == list(words.cities)
    assert [name for name in offered if name in words.countries] == list(words.countries)

    page.goto(f"{page.url.partition('?')[0]}?country=JP&sort=none")
    expect(found).to_contain_text(words.by_sights)
    scores = figures(lambda city: sum(sight.score for sight in source.sights_of(city.id)))
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) > 2

    order.focus()
    page.keyboard.press("End")
    expect(order).to_have_value("meals")
    expect(found).to_contain_text(words.by_meals)
    rates = packaged_rates()
    dearer = figures(lambda city: float(rates.convert(city.meals.mid, city.currency, words.currency).amount))
    assert dearer == sorted(dearer)
    page.reload()
    expect(order).to_have_value("meals")
    for value, tier in (("day", "mid"), ("frugal", "budget")):
        order.select_option(value)
        ordered(value)
        days = figures(lambda city, tier=tier: float(_converted(city, tier, words.currency)))
        assert days == sorted(days)


CITY = {"en-US": ("Opening hours: usually", "book ahead", "CN¥60"), "zh-CN": ("开放时间（通常）：", "需预约", "¥60")}


def test_a_city_starts_a_plan(offline_server: Server, open_page: OpenPage) -> None:
    """The currency of the filters stays with the language; a phone's menu folds; a city's days are planned."""
    page = open_page(offline_server, "/explore?budget_max=300&currency=CNY", width=390, height=844)
    expect(page.get_by_label("A low-budget day up to (CNY)")).to_have_value("300")
    expect(page.get_by_test_id("day-costs").first).to_contain_text("CN¥")
    menu, links = page.get_by_role("button", name="Menu"), page.locator("#site-links")
    for back in (False, True):
        enter_on(page, menu, back=back)
        tab_to(page, links.get_by_role("link"))
        expect(links).to_be_visible()
        tab_to(page, page.locator(".brand" if back else ".languages button"), back=back)
        expect(links).to_be_hidden()

    page.goto(f"{offline_server.url}/cities/beijing")
    expect_sight(page, "en-US")
    expect(page.locator("[data-sight='beijing/summer-palace']")).to_contain_text("CN¥60")
    page.get_by_test_id("plan-days").fill("2")
    page.get_by_test_id("plan-go").click()
    page.wait_for_url("**/chat/**")
    last_answer(page)
    expect(page.get_by_test_id("itinerary").get_by_test_id("day")).to_have_count(2)
    assert page.request.get(f"{offline_server.url}/cities/atlantis").status == 404


def expect_sight(page: Page, locale: str) -> None:
    """Expect the hours and the price on the card of a sight."""
    card = page.locator("[data-sight='beijing/forbidden-city']")
    for each in CITY[locale]:
        expect(card).to_contain_text(each)
    hours = opening_text(source.sights()["beijing/forbidden-city"])
    expect(card.get_by_test_id("sight-hours")).to_contain_text(hours.zh if locale == "zh-CN" else hours.en)


@pytest.mark.full
def test_a_city_in_chinese_on_a_phone(
    offline_server: Server, open_page: OpenPage, screenshot: Callable[..., None]
) -> None:
    """Its year, its costs, its sights and their pictures; a wrong fact of one of them is reported."""
    page = open_page(offline_server, "/cities/beijing", locale="zh-CN", width=390)
    expect(page.get_by_test_id("sight-card")).to_have_count(len(source.sights_of("beijing")))
    expect(page.locator("svg.climate > g")).to_have_count(12)
    expect(page.get_by_test_id("facts")).to_contain_text("¥")
    expect_sight(page, "zh-CN")
    below = page.get_by_test_id("sight-card").evaluate_all(
        "cards => cards.every((card) => card.querySelector('.meta').getBoundingClientRect().top"
        " >= card.querySelector('h3').getBoundingClientRect().bottom - 1)"
    )
    assert below
    expect_pictures(page)
    assert overflow(page) == []
    screenshot(page)

    page.get_by_test_id("report").first.click()
    dialog = page.get_by_test_id("report-dialog")
    expect(dialog.get_by_label("哪里有误？你是从哪里看到的？")).to_be_focused()
    dialog.get_by_test_id("report-text").fill("门票涨价了")
    dialog.get_by_test_id("report-send").click()
    expect(dialog.get_by_role("status")).to_contain_text("我们会核实")
    assert ("门票涨价了",) in rows(offline_server, "SELECT text FROM chat_feedback")

    page.goto(f"{offline_server.url}/data/services/")
    expect_services_in_blocks(page)


def expect_services_in_blocks(page: Page) -> None:
    """On a phone each live service stands in a block of its own: no table is scrolled sideways."""
    table = page.locator(".table-scroll")
    assert table.evaluate("each => each.scrollWidth <= each.clientWidth")
    assert overflow(page) == []
    cells = page.get_by_role("cell")
    assert cells.count() > 10
    label = cells.first.evaluate("each => getComputedStyle(each, '::before').content")
    assert label.strip('"')
    assert page.get_by_role("columnheader").count() == 6


def test_a_photograph_takes_the_posters_place_with_its_author_and_licence(
    offline_server: Server, open_page: OpenPage
) -> None:
    page = open_page(offline_server, "/attribution/")
    about = {
        "url": "/pictures/city/paris.svg",
        "srcset": "/pictures/city/paris.svg 900w",
        "author": "Ann & Bo",
        "licence": "CC BY-SA 4.0",
        "licence_url": "https://creativecommons.org/licenses/by-sa/4.0",
        "source_url": "https://commons.wikimedia.org/wiki/File:Gold.jpg",
        "generated": False,
    }
    page.route("**/pictures/about.json*", lambda route: route.fulfill(json={"pictures": {"city:rome": about}}))
    module = page.evaluate("() => document.querySelector('script[type=module]').src.split('/js/')[0] + '/js/'")
    page.evaluate(
        """async (folder) => {
          document.body.dataset.photographs = "true";
          const { cityPicture } = await import(`${folder}picture.js`);
          document.querySelector("main").prepend(cityPicture("rome"));
        }""",
        module,
    )
    credit = page.locator(".picture figcaption")
    expect(credit).to_have_text("Ann & Bo · CC BY-SA 4.0")
    expect(credit.locator("a").first).to_have_attribute("href", about["source_url"])
    expect(page.locator(".picture img")).to_have_attribute("src", "/pictures/city/paris.svg")
