"""A person types a wish and sees a plan that holds, whichever model is behind the page."""

import json
import os
import random
import re
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.plan_page import (
    ask,
    expect_budget,
    expect_itinerary,
    expect_phases,
    is_chinese,
    last_answer,
)
from tests.browser.scripted import GO_ON, SPEAKS_ON
from tests.support.server import Server
from travelagent.catalog import source
from travelagent.catalog.money import packaged_rates
from travelagent.planning.frame import ASSUMED_LEAD_DAYS

pytestmark = pytest.mark.browser

SEED = int(os.environ.get("TEST_SEED") or time.time())
BEIJING, KYOTO = "规划北京三日游", "Plan 3 days in Kyoto in April for two, under $900"
FIGURES = re.compile(r"\d+")


def test_it_works(server: Server, open_page: OpenPage, screenshot: Callable[..., None]) -> None:
    page = open_page(server)

    ask(page, BEIJING)
    expect_phases(page)
    assert is_chinese(last_answer(page).inner_text())
    assert all(sight.startswith("beijing/") for sight in expect_itinerary(page, 3))
    expect_budget(page)
    screenshot(page, "-beijing")

    ask(page, KYOTO)
    expect(page.get_by_test_id("turn")).to_have_count(2)
    expect_phases(page)
    last_answer(page)
    assert all(sight.startswith("kyoto/") for sight in expect_itinerary(page, 3))
    expect_budget(page)
    screenshot(page, "-kyoto")


@pytest.mark.parametrize(("locale", "currency"), [("en-GB", "GBP"), ("zh-HK", "USD")])
@pytest.mark.sampled
def test_a_budget_is_in_the_currency_of_the_readers_country(
    offline_server: Server, open_page: OpenPage, locale: str, currency: str
) -> None:
    """Of the country of the page's language, and only for a question in that language."""
    page = open_page(offline_server, locale=locale)
    ask(page, "Plan 2 days in Rome")
    last_answer(page)
    expect(page.get_by_test_id("budget")).to_have_attribute("data-currency", currency)


def test_the_answer_is_in_the_language_of_the_question(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server, locale="zh-CN")

    ask(page, KYOTO)
    assert not is_chinese(last_answer(page).inner_text())
    ask(page, BEIJING)
    expect(page.get_by_test_id("turn")).to_have_count(2)
    assert is_chinese(last_answer(page).inner_text())


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


def test_requests_drawn_from_the_catalogue(
    offline_server: Server, open_page: OpenPage, screenshot: Callable[..., None]
) -> None:
    print(f"TEST_SEED={SEED}")
    for number, (question, city, days) in enumerate(drawn(), 1):
        print(question)
        page = open_page(offline_server)
        ask(page, question)
        expect_phases(page)
        assert is_chinese(last_answer(page).inner_text()) == is_chinese(question)
        assert all(sight.startswith(f"{city}/") for sight in expect_itinerary(page, days))
        expect_budget(page)
        screenshot(page, f"-{number}")


def test_what_is_typed_before_the_page_is_ready_is_not_lost(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server, "/live")
    held: list[Route] = []
    page.route("**/js/composer*.js", lambda route: held.append(route))
    with page.expect_request("**/js/composer*.js"):
        page.goto(offline_server.url, wait_until="commit")
    page.get_by_test_id("composer-input").fill(BEIJING)
    expect(page.get_by_test_id("send")).to_be_disabled()
    held[0].continue_()
    page.get_by_test_id("send").click()
    expect(page.get_by_test_id("question")).to_have_text(BEIJING)


@pytest.fixture
def go_on(scripted_server: Server) -> Iterator[Callable[[], None]]:
    """A call that lets a text go on that stopped in the middle."""
    sign = scripted_server.data_dir / GO_ON
    yield sign.touch
    sign.unlink(missing_ok=True)


def test_a_reload_in_the_middle_misses_nothing_and_doubles_nothing(
    scripted_server: Server, open_page: OpenPage, go_on: Callable[[], None]
) -> None:
    page = open_page(scripted_server)
    ask(page, SPEAKS_ON[0])
    expect(page.get_by_test_id("answer").last).to_contain_text(" ", timeout=30_000)
    frames: list[dict[str, object]] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda payload: frames.append(_frame(payload))))

    page.reload()
    expect(page.get_by_test_id("answer").last).to_contain_text(" ", timeout=30_000)
    go_on()
    text = last_answer(page).inner_text()

    run = page.get_by_test_id("turn").last.get_attribute("data-run")
    log = page.evaluate("run => fetch(`/api/v1/runs/${run}/events/?after=0&limit=1000`).then(r => r.json())", run)
    events = log["results"]
    assert [e["seq"] for e in events] == list(range(1, len(events) + 1))
    tokens = "".join(e["data"]["token"] for e in events if e["type"] == "llm_token")
    assert "".join(text.split()) == "".join(tokens.split())
    live = [frame["seq"] for frame in frames if frame.get("run") == run and "seq" in frame]
    assert live, "nothing followed the reload"
    assert live == list(range(len(events) - len(live) + 1, len(events) + 1))
    assert page.get_by_test_id("turn").last.get_by_test_id("tool-line").count() == 3


def test_a_second_tab_sees_the_same(scripted_server: Server, open_page: OpenPage, go_on: Callable[[], None]) -> None:
    first = open_page(scripted_server)
    ask(first, SPEAKS_ON[0])
    expect(first.get_by_test_id("answer").last).to_contain_text(" ", timeout=30_000)

    second: Page = first.context.new_page()
    second.goto(first.url)
    expect(second.get_by_test_id("answer").last).to_contain_text(" ", timeout=30_000)
    go_on()

    assert last_answer(first).inner_text() == last_answer(second).inner_text()


def _frame(payload: str | bytes) -> dict[str, object]:
    frame = json.loads(payload)
    assert isinstance(frame, dict)
    return frame


@pytest.mark.parametrize(
    ("locale", "question", "stamp", "expected"),
    [
        ("en-US", KYOTO, "Verified: the plan works", r"checked against \d+ rules, \d+ checks in all"),
        ("zh-CN", BEIJING, "已核验：行程走得通", r"按 \d+ 条规则核对过，共 \d+ 项检查"),
    ],
)
@pytest.mark.sampled
def test_the_certificate_says_in_a_sentence_what_was_checked_and_keeps_the_evidence_folded(
    offline_server: Server, open_page: OpenPage, locale: str, question: str, stamp: str, expected: str
) -> None:
    page = open_page(offline_server, locale=locale)
    ask(page, question)
    last_answer(page)
    certificate = page.get_by_test_id("itinerary").get_by_test_id("certificate")

    expect(certificate).to_have_text(stamp)
    certificate.get_by_text(stamp).click()
    expect(certificate.get_by_role("paragraph").first).to_have_text(re.compile(expected))
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


def test_plan_quality_is_shown_without_scores_and_percentages(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server)
    ask(page, KYOTO)
    last_answer(page)

    assert page.get_by_test_id("optimality").inner_text() in (
        "No other choice of sights would suit your interests better.",
        "The best of many arrangements that were tried.",
    )


@pytest.mark.parametrize(
    ("locale", "question", "dearer", "own", "counted", "then", "other"),
    [
        ("en-US", "Plan 2 days in Rome for two", "rome/colosseum", "€{}", "${}", "How much is it in pounds?", "£{}"),
        ("zh-CN", "规划罗马两日游，两个人", "rome/colosseum", "{} 欧元", "¥{}", "用英镑算要多少钱", "{} 英镑"),
    ],
)
@pytest.mark.sampled
def test_a_ticket_is_told_in_the_currency_that_the_plan_is_counted_in(
    offline_server: Server,
    open_page: OpenPage,
    locale: str,
    question: str,
    dearer: str,
    own: str,
    counted: str,
    then: str,
    other: str,
) -> None:
    def expected(form: str) -> str:
        codes = {"${}": "USD", "¥{}": "CNY", "£{}": "GBP", "{} 英镑": "GBP"}
        sight = source.sights()[dearer]
        amount = packaged_rates().convert(sight.price, "EUR", codes[form]).amount
        return f"≈ {form.format(f'{amount:,.0f}')}"

    page = open_page(offline_server, locale=locale)
    ask(page, question)
    last_answer(page)
    facts = page.locator(f"[data-testid=visit][data-sight='{dearer}'] .visit-facts")
    expect(facts).to_contain_text(own.format(f"{source.sights()[dearer].price:,.0f}"))
    expect(facts).to_contain_text(expected(counted))

    ask(page, then)
    last_answer(page)
    expect(page.get_by_test_id("budget-total")).to_contain_text(other.format("").strip())
    expect(facts).to_contain_text(expected(other))
    expect(facts).not_to_contain_text(expected(counted))
