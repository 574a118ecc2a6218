"""Where to go: cities by interest, month, country and budget, on a map and as cards; a city's page starts a plan."""

import re
from collections.abc import Callable
from decimal import Decimal
from math import ceil, floor

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.plan_page import last_answer
from tests.support.server import Server
from travelagent.catalog import source
from travelagent.catalog.hours_words import opening_text
from travelagent.catalog.money import packaged_rates
from travelagent.catalog.values import City, Tier

pytestmark = pytest.mark.browser

AT_ONCE = 48


def show_all(page: Page) -> None:
    """All cards, however many stand behind the button."""
    more = page.get_by_test_id("more")
    expect(page.get_by_test_id("city-card").first).to_be_visible()
    while more.is_visible():
        more.click()


def test_it_works(offline_server: Server, open_page: OpenPage, screenshot: Callable[..., None]) -> None:
    page = open_page(offline_server, "/explore")
    cards = page.get_by_test_id("city-card")
    expect(cards).to_have_count(AT_ONCE)
    expect(page.get_by_test_id("place-marker")).to_have_count(len(source.cities()))

    page.get_by_test_id("filter-tag").select_option("beach")
    page.get_by_test_id("filter-month").select_option("1")
    fitting = [c.id for c in source.cities().values() if "beach" in c.tags and 1 in c.best_months]
    expect(cards).to_have_count(len(fitting))
    assert {card.get_attribute("data-city") for card in cards.all()} == set(fitting)
    screenshot(page)

    page.get_by_test_id("filter-country").select_option("TH")
    thai = [city for city in fitting if source.cities()[city].country == "TH"]
    expect(cards).to_have_count(len(thai))
    page.reload()
    expect(cards).to_have_count(len(thai))

    page.get_by_test_id("filter-budget").fill("1")
    expect(page.get_by_test_id("found")).to_have_text("No city matches all of these filters.")


@pytest.mark.parametrize(
    ("locale", "offer"), [("en-US", "Show 48 more of {left}"), ("zh-CN", "再显示 48 个（还有 {left} 个）")]
)
def test_more_cities_are_shown_by_keyboard_and_the_focus_goes_on_from_there(
    offline_server: Server, open_page: OpenPage, locale: str, offer: str
) -> None:
    page = open_page(offline_server, "/explore", locale=locale)
    cards, more = page.get_by_test_id("city-card"), page.get_by_test_id("more")
    expect(more).to_have_text(offer.format(left=len(source.cities()) - AT_ONCE))
    more.focus()
    page.keyboard.press("Enter")
    expect(cards).to_have_count(2 * AT_ONCE)
    expect(cards.nth(AT_ONCE).locator("a")).to_be_focused()
    page.get_by_test_id("filter-q").fill("kyoto")
    expect(cards).to_have_count(1)
    expect(more).to_be_hidden()


@pytest.mark.parametrize(
    ("locale", "currency", "sign", "own"),
    [("en-US", "USD", "$", "¥{}"), ("en-GB", "GBP", "£", "¥{}"), ("zh-CN", "CNY", "¥", "{} 日元")],
)
@pytest.mark.sampled
def test_what_a_day_costs_is_told_in_the_filters_currency(
    offline_server: Server, open_page: OpenPage, locale: str, currency: str, sign: str, own: str
) -> None:
    kyoto = source.cities()["kyoto"]
    mid, frugal = (f"{_converted(kyoto, tier, currency):,.0f}" for tier in ("mid", "budget"))
    page = open_page(offline_server, "/explore?q=kyoto", locale=locale)
    costs = page.get_by_test_id("day-costs")
    expect(costs).to_contain_text(own.format(f"{kyoto.daily_cost('mid'):,.0f}"))
    expect(costs).to_contain_text(f"≈ {sign}{mid}")
    expect(costs).to_contain_text(f"≈ {sign}{frugal}")

    limit = page.get_by_test_id("filter-budget")
    limit.fill(str(ceil(_converted(kyoto, "budget", currency))))
    expect(page.get_by_test_id("city-card")).to_have_count(1)
    limit.fill(str(floor(_converted(kyoto, "budget", currency))))
    expect(page.get_by_test_id("city-card")).to_have_count(0)


def test_the_filters_currency_stays_when_the_language_changes(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server, "/explore?budget_max=300&currency=CNY")
    expect(page.get_by_label("A low-budget day up to (CNY)")).to_have_value("300")
    expect(page.get_by_test_id("day-costs").first).to_contain_text("CN¥")


@pytest.mark.parametrize(
    ("locale", "cities", "countries"),
    [
        ("en-US", ("Amsterdam", "Beijing", "Zurich"), ("Austria", "China", "Vietnam")),
        ("zh-CN", ("阿姆斯特丹", "北京", "苏黎世"), ("奥地利", "越南", "中国")),
    ],
)
@pytest.mark.sampled
def test_cities_and_countries_stand_in_the_alphabet_of_their_language(
    offline_server: Server, open_page: OpenPage, locale: str, cities: tuple[str, ...], countries: tuple[str, ...]
) -> None:
    page = open_page(offline_server, "/explore?sort=name", locale=locale)
    show_all(page)
    names = page.get_by_test_id("city-card").locator("h2").all_inner_texts()
    offered = page.get_by_test_id("filter-country").locator("option").all_inner_texts()

    assert [name for name in names if name in cities] == list(cities)
    assert [name for name in offered if name in countries] == list(countries)


@pytest.mark.parametrize(
    ("locale", "currency", "by_sights", "by_meals"),
    [
        ("en-US", "USD", "most to see", "price of meals, lowest first"),
        ("zh-CN", "CNY", "看点最多", "餐饮花费由低到高"),
    ],
)
@pytest.mark.sampled
def test_cities_are_put_in_the_order_that_is_chosen_and_keep_it(
    offline_server: Server, open_page: OpenPage, locale: str, currency: str, by_sights: str, by_meals: str
) -> None:
    def figures(of: Callable[[City], float]) -> list[float]:
        expect(cards.first).to_be_visible()
        return [of(source.cities()[str(card.get_attribute("data-city"))]) for card in cards.all()]

    page = open_page(offline_server, "/explore?country=JP&sort=none", locale=locale)
    cards, order, found = (page.get_by_test_id(each) for each in ("city-card", "sort", "found"))
    expect(found).to_contain_text(by_sights)
    scores = figures(lambda city: sum(sight.score for sight in source.sights_of(city.id)))
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) > 2

    order.focus()
    page.keyboard.press("End")
    expect(order).to_have_value("meals")
    expect(found).to_contain_text(by_meals)
    page.get_by_test_id("filter-country").select_option("")
    expect(page.get_by_test_id("more")).to_be_visible()
    show_all(page)
    expect(cards).to_have_count(len(source.cities()))
    rates = packaged_rates()
    dearer = figures(lambda city: float(rates.convert(city.meals.mid, city.currency, currency).amount))
    assert dearer == sorted(dearer)

    page.reload()
    expect(order).to_have_value("meals")
    for value, tier in (("day", "mid"), ("frugal", "budget")):
        order.select_option(value)
        expect(page).to_have_url(re.compile(rf"[?&]sort={value}\b"))
        expect(found).to_contain_text(order.locator("option:checked").inner_text())
        days = figures(lambda city, tier=tier: float(_converted(city, tier, currency)))
        assert days == sorted(days)


@pytest.mark.parametrize(
    ("locale", "sight", "expected"),
    [
        ("en-US", "forbidden-city", ["Opening hours: usually", "closed", "book ahead", "CN¥60"]),
        ("zh-CN", "forbidden-city", ["开放时间（通常）：", "周一休", "需预约", "¥60"]),
        ("en-US", "summer-palace", ["Opening hours: usually", "CN¥60"]),
    ],
)
@pytest.mark.sampled
def test_a_sight_tells_when_it_is_open_and_what_it_costs(
    offline_server: Server, open_page: OpenPage, locale: str, sight: str, expected: list[str]
) -> None:
    page = open_page(offline_server, "/cities/beijing", locale=locale)
    card = page.locator(f"[data-sight='beijing/{sight}']")
    for each in expected:
        expect(card).to_contain_text(each)
    hours = opening_text(source.sights()[f"beijing/{sight}"])
    expect(card.get_by_test_id("sight-hours")).to_contain_text(hours.zh if locale == "zh-CN" else hours.en)


def _converted(city: City, tier: Tier, currency: str) -> Decimal:
    return packaged_rates().convert(city.daily_cost(tier), city.currency, currency).amount


@pytest.mark.parametrize(("locale", "width"), [("en-US", 1280), ("zh-CN", 390)])
@pytest.mark.sampled
def test_a_city_shows_its_year_its_costs_and_its_sights(
    offline_server: Server, open_page: OpenPage, locale: str, width: int, screenshot: Callable[..., None]
) -> None:
    page = open_page(offline_server, "/cities/kyoto", locale=locale, width=width)
    expect(page.get_by_test_id("sight-card")).to_have_count(len(source.sights_of("kyoto")))
    expect(page.locator("svg.climate > g")).to_have_count(12)
    expect(page.get_by_test_id("facts")).to_contain_text("¥" if locale == "en-US" else "日元")
    assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
    screenshot(page)


@pytest.mark.parametrize(
    ("locale", "sight", "city", "budget", "days"),
    [
        ("en-US", "Louvre", "Paris", "Enter 0 or more", "From 1 to 30 days."),
        ("zh-CN", "卢浮宫", "巴黎", "金额须不小于 0", "天数为 1 到 30 天。"),
    ],
)
@pytest.mark.sampled
def test_what_is_asked_amiss_is_told_and_a_sight_leads_to_its_city(
    offline_server: Server, open_page: OpenPage, locale: str, sight: str, city: str, budget: str, days: str
) -> None:
    page = open_page(offline_server, "/explore", locale=locale)
    page.get_by_test_id("filter-budget").fill("-5")
    expect(page.get_by_test_id("wrong-budget")).to_contain_text(budget)
    page.get_by_test_id("filter-q").fill(sight)
    expect(page.get_by_test_id("city-card").locator("h2")).to_contain_text([city])
    assert "budget_max" not in page.url

    page.get_by_test_id("city-card").locator("a").first.click()
    expect(page.get_by_test_id("climate-legend")).to_be_visible()
    page.get_by_test_id("plan-days").fill("99")
    expect(page.locator("#plan-problem")).to_have_text(days)
    expect(page.get_by_test_id("plan-go")).not_to_contain_text("1")


def test_days_there_are_planned_in_a_conversation(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server, "/cities/kyoto")
    page.get_by_test_id("plan-days").fill("2")
    page.get_by_test_id("plan-go").click()
    page.wait_for_url("**/chat/**")
    last_answer(page)
    expect(page.get_by_test_id("itinerary").get_by_test_id("day")).to_have_count(2)


def test_a_city_that_is_none_is_no_page(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server, "/explore")
    assert page.request.get(f"{offline_server.url}/cities/atlantis").status == 404


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.sampled
def test_a_citys_card_tells_below_its_picture_its_name_and_where_it_lies(
    offline_server: Server, open_page: OpenPage, width: int
) -> None:
    page = open_page(offline_server, "/explore?q=kyoto", width=width)
    card = page.get_by_test_id("city-card")
    parts = [card.locator(part).first.bounding_box() for part in ("img", "h2", ".meta")]
    tops = [part["y"] for part in parts if part]

    assert len(tops) == 3
    assert tops == sorted(tops)


def test_what_is_told_of_a_sight_stands_below_its_name(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server, "/cities/paris", locale="zh-CN")
    expect(page.get_by_test_id("sight-card").first).to_be_visible()
    below = page.get_by_test_id("sight-card").evaluate_all(
        "cards => cards.every((card) => card.querySelector('.meta').getBoundingClientRect().top"
        " >= card.querySelector('h3').getBoundingClientRect().bottom - 1)"
    )
    assert below
