"""A person types a wish and sees a plan that holds, whichever model is behind the page."""

import os
import random
import re
import time
from collections.abc import Callable
from datetime import date, timedelta

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.plan_page import expect_budget, expect_itinerary, expect_phases, is_chinese, say
from tests.support.server import Server
from travelagent.catalog import source
from travelagent.catalog.money import packaged_rates
from travelagent.planning.frame import ASSUMED_LEAD_DAYS

pytestmark = pytest.mark.browser

SEED = int(os.environ.get("TEST_SEED") or time.time())
BEIJING, KYOTO = "规划北京三日游", "Plan 3 days in Kyoto in April for two, under $900"
FIGURES = re.compile(r"\d+")


def expect_plan(page: Page, question: str, city: str, days: int) -> None:
    """Ask, and expect a plan that holds and an answer in the language of the question."""
    answer = say(page, question)
    expect_phases(page)
    assert is_chinese(answer.inner_text()) == is_chinese(question)
    assert all(sight.startswith(f"{city}/") for sight in expect_itinerary(page, days))
    expect_budget(page)


@pytest.mark.sampled("server")
def test_it_works(server: Server, open_page: OpenPage, screenshot: Callable[..., None]) -> None:
    page = open_page(server)
    for question, city in ((BEIJING, "beijing"), (KYOTO, "kyoto")):
        expect_plan(page, question, city, 3)
        screenshot(page, f"-{city}")


def drawn() -> list[tuple[str, str, int]]:
    """Three requests drawn from the cities of the catalogue that are in season: (question, city, days). Out of it a
    national park is shut, and its days are empty."""
    draw = random.Random(SEED)
    requests = []
    month = (date.today() + timedelta(days=ASSUMED_LEAD_DAYS)).month
    cities = [city for id, city in sorted(source.cities().items()) if month in city.best_months]
    for position, city in enumerate(draw.sample(cities, 3)):
        days = draw.randint(1, 5)
        english = f"Plan {days} days in {city.name_en}" if days > 1 else f"Plan one day in {city.name_en}"
        requests.append((english if position % 2 else f"规划{city.name_zh}{days}日游", city.id, days))
    return requests


@pytest.mark.full
def test_requests_drawn_from_the_catalogue(
    offline_server: Server, open_page: OpenPage, screenshot: Callable[..., None]
) -> None:
    print(f"TEST_SEED={SEED}")
    page = open_page(offline_server)
    for number, (question, city, days) in enumerate(drawn(), 1):
        print(question)
        if number > 1:
            page.goto(offline_server.url)
        expect_plan(page, question, city, days)
        screenshot(page, f"-{number}")


@pytest.mark.parametrize(("locale", "currency"), [("en-GB", "GBP"), ("zh-HK", "USD")])
@pytest.mark.sampled
def test_a_budget_is_in_the_currency_of_the_readers_country_and_nothing_typed_early_is_lost(
    offline_server: Server, open_page: OpenPage, locale: str, currency: str
) -> None:
    """Of the country of the page's language, and only for a question in that language."""
    page = open_page(offline_server, None, locale=locale)
    held: list[Route] = []
    page.route("**/js/composer*.js", lambda route: held.append(route))
    with page.expect_request("**/js/composer*.js"):
        page.goto(offline_server.url, wait_until="commit")
    page.get_by_test_id("composer-input").fill("Plan 2 days in Rome")
    expect(page.get_by_test_id("send")).to_be_disabled()
    held[0].continue_()
    page.get_by_test_id("send").click()
    expect(page.get_by_test_id("question")).to_have_text("Plan 2 days in Rome")
    expect(page.get_by_test_id("budget")).to_have_attribute("data-currency", currency)


@pytest.mark.parametrize(
    ("locale", "question", "stamp", "checked"),
    [
        ("en-US", KYOTO, "Verified: the plan works", r"checked against \d+ rules, \d+ checks in all"),
        ("zh-CN", BEIJING, "已核验：行程走得通", r"按 \d+ 条规则核对过，共 \d+ 项检查"),
    ],
)
@pytest.mark.sampled
def test_the_certificate_says_in_a_sentence_what_was_checked_and_keeps_the_evidence_folded(
    offline_server: Server, open_page: OpenPage, locale: str, question: str, stamp: str, checked: str
) -> None:
    page = open_page(offline_server, locale=locale)
    say(page, question)
    certificate = page.get_by_test_id("itinerary").get_by_test_id("certificate")
    expect(certificate).to_have_text(stamp)
    certificate.get_by_text(stamp).click()
    expect(certificate.get_by_role("paragraph").first).to_have_text(re.compile(checked))
    rules = certificate.get_by_role("list").first.locator(":scope > li")
    counted = [int(found[-1]) for found in map(FIGURES.findall, rules.all_inner_texts())]
    figures = [int(found) for found in FIGURES.findall(certificate.get_by_role("paragraph").first.inner_text())]
    assert figures == [len(counted), sum(counted)]

    evidence = certificate.locator(".evidence li")
    expect(evidence).to_have_count(0)
    rules.filter(has_text=re.compile("^(Opening hours|开放时间)")).locator("summary").click()
    names = page.get_by_test_id("itinerary").locator(".visit-name button").all_inner_texts()
    expect(evidence).to_have_count(len(names))
    assert [name for name, found in zip(names, evidence.all_inner_texts(), strict=True) if name not in found] == []


@pytest.mark.parametrize(
    ("locale", "question", "own", "counted", "then", "other"),
    [
        ("en-US", "Plan 2 days in Rome for two", "€{}", "${}", "How much is it in pounds?", "£{}"),
        ("zh-CN", "规划罗马两日游，两个人", "{} 欧元", "¥{}", "用英镑算要多少钱", "{} 英镑"),
    ],
)
@pytest.mark.sampled
@pytest.mark.full
def test_a_ticket_is_told_in_the_currency_that_the_plan_is_counted_in(
    offline_server: Server,
    open_page: OpenPage,
    locale: str,
    question: str,
    own: str,
    counted: str,
    then: str,
    other: str,
) -> None:
    def expected(form: str) -> str:
        codes = {"${}": "USD", "¥{}": "CNY", "£{}": "GBP", "{} 英镑": "GBP"}
        amount = packaged_rates().convert(colosseum.price, "EUR", codes[form]).amount
        return f"≈ {form.format(f'{amount:,.0f}')}"

    colosseum = source.sights()["rome/colosseum"]
    page = open_page(offline_server, locale=locale)
    say(page, question)
    if locale == "en-US":  # no score and no percentage of how good the plan is
        assert page.get_by_test_id("optimality").inner_text() in (
            "No other choice of sights would suit your interests better.",
            "The best of many arrangements that were tried.",
        )
    facts = page.locator("[data-testid=visit][data-sight='rome/colosseum'] .visit-facts")
    expect(facts).to_contain_text(own.format(f"{colosseum.price:,.0f}"))
    expect(facts).to_contain_text(expected(counted))

    say(page, then)
    expect(page.get_by_test_id("budget-total")).to_contain_text(other.format("").strip())
    expect(facts).to_contain_text(expected(other))
    expect(facts).not_to_contain_text(expected(counted))
