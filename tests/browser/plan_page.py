"""Reads the plan on a page and holds it against the catalogue."""

import time
from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import Decimal

from opening_hours import OpeningHours
from playwright.sync_api import Locator, Page, expect

from travelagent.catalog import source

PHASES = ("understanding", "planning", "execution", "generation")
RUN_MS = 60_000
DAYS = """days => days.map((day) => ({
  date: day.dataset.date,
  visits: [...day.querySelectorAll("[data-testid=visit]")].map(({dataset}) => ({...dataset})),
}))"""
"""The dates of days and the data of their visits."""
AMOUNTS = "items => items.map((item) => item.dataset.amount)"


def until(is_so: Callable[[], bool]) -> None:
    """Wait until it is so. Raises AssertionError when it does not become so."""
    deadline = time.monotonic() + RUN_MS / 1000
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def open_chat(page: Page) -> None:
    """Where conversation and plan are tabs, go to the conversation."""
    tab = page.get_by_test_id("tab-chat")
    if tab.is_visible() and tab.get_attribute("aria-selected") == "false":
        tab.click()


def ask(page: Page, question: str) -> None:
    """Type a question and send it as a person would."""
    open_chat(page)
    page.get_by_test_id("composer-input").fill(question)
    page.get_by_test_id("send").click()


def say(page: Page, question: str) -> Locator:
    """Ask in a conversation that may have turns already; the whole answer."""
    turns = page.get_by_test_id("turn").count()
    ask(page, question)
    expect(page.get_by_test_id("turn")).to_have_count(turns + 1)
    return last_answer(page)


def choose_model(page: Page, name: str) -> None:
    """Have the next answers from the model of that name."""
    open_chat(page)
    if not page.get_by_test_id("model").is_visible():
        page.get_by_test_id("options").locator("summary").click()
    page.get_by_test_id("model").select_option(name)
    page.get_by_test_id("options").locator("summary").click()


def titles(page: Page) -> list[str]:
    """The titles of the visitor's saved trips."""
    found = page.evaluate("() => fetch('/api/v1/trips/').then(r => r.json()).then(r => r.results)")
    return [trip["title"] for trip in found]


def last_answer(page: Page) -> Locator:
    """The answer of the newest turn, once it is complete."""
    answer = page.get_by_test_id("turn").last.get_by_test_id("answer").last
    expect(answer).to_have_attribute("data-final", "true", timeout=RUN_MS)
    return answer


def expect_phases(page: Page) -> None:
    turn = page.get_by_test_id("turn").last
    for phase in PHASES:
        expect(turn.get_by_test_id(f"phase-{phase}")).to_have_attribute("data-state", "done", timeout=RUN_MS)


def expect_itinerary(page: Page, days: int) -> list[str]:
    """The itinerary holds: every visit inside the opening hours of its sight on its day. Returns the sights' ids."""
    itinerary = page.get_by_test_id("itinerary")
    expect(itinerary.get_by_test_id("day")).to_have_count(days)
    seen: list[str] = []
    for day in itinerary.get_by_test_id("day").evaluate_all(DAYS):
        on = date.fromisoformat(day["date"])
        assert day["visits"], f"day {on} is empty"
        for visit in day["visits"]:
            expect_open(visit["sight"], on, visit["arrive"], visit["depart"])
            seen.append(visit["sight"])
    assert len(seen) == len(set(seen))
    expect(page.get_by_test_id("stop-marker")).to_have_count(len(seen))
    return seen


def expect_open(sight: str, on: date, arrive: str, depart: str) -> None:
    """The sight is open from arrival to departure, by the catalogue's own row."""
    hours = source.sights()[sight].hours
    start, end = _moment(on, arrive), _moment(on, depart)
    assert start < end, f"{sight}: {arrive}–{depart}"
    covered = start
    for opens, closes, state, _comment in OpeningHours(hours).intervals(start, end):
        if str(state) == "open" and opens <= covered:
            covered = max(covered, end if closes is None else closes)
    assert covered >= end, f"{sight} on {on}: {arrive}–{depart} is outside {hours}"


def expect_budget(page: Page) -> Decimal:
    """The items sum to the total exactly. Returns it."""
    budget = page.get_by_test_id("budget")
    amounts = [Decimal(amount) for amount in budget.get_by_test_id("budget-item").evaluate_all(AMOUNTS)]
    total = Decimal(budget.get_by_test_id("budget-total").get_attribute("data-amount") or "")
    assert amounts
    assert sum(amounts) == total
    return total


def is_chinese(text: str) -> bool:
    return any("\u4e00" <= character <= "\u9fff" for character in text)


def _moment(on: date, clock: str) -> datetime:
    hour, minute = map(int, clock.split(":"))
    return datetime(on.year, on.month, on.day) + timedelta(hours=hour, minutes=minute)
