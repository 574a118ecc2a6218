"""The money of a trip on its page: noted, split, settled, by mouse and keyboard, in both languages, on a phone."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.inspection import overflow
from tests.browser.trip_page import open_tab, open_trip, press, write
from tests.support.axe import violations
from tests.support.server import Server
from tests.support.trips import kyoto

pytestmark = pytest.mark.browser
REFUSED = re.compile("the server responded with a status of 400")


@pytest.fixture(scope="module")
def body() -> dict[str, Any]:
    return kyoto()


def add_traveller(page: Page, name: str) -> None:
    count = page.get_by_test_id("traveller").count()
    page.get_by_test_id("traveller-name").fill(name)
    page.get_by_test_id("add-traveller").click()
    expect(page.get_by_test_id("traveller")).to_have_count(count + 1)


def add_expense(page: Page, amount: str, label: str, payer: str, **chosen: str) -> None:
    count = page.get_by_test_id("expense").count()
    page.get_by_test_id("add-expense").click()
    page.get_by_test_id("amount").fill(amount)
    page.get_by_test_id("label").fill(label)
    page.get_by_test_id("payer").select_option(label=payer)
    for testid, value in chosen.items():
        page.get_by_test_id(testid.replace("_", "-")).select_option(value)
    page.get_by_test_id("submit").click()
    expect(page.get_by_test_id("expense-dialog")).to_have_count(0)
    expect(page.get_by_test_id("expense")).to_have_count(count + 1)


def balances(page: Page) -> list[str | None]:
    return [row.get_attribute("data-net") for row in page.get_by_test_id("balance").all()]


def test_it_works(offline_server: Server, open_page: OpenPage, body: dict[str, Any]) -> None:
    page = open_trip(open_page, offline_server, body, expected=REFUSED)
    open_tab(page, "budget")
    for name in ("Ann", "Ben", "小明"):
        add_traveller(page, name)
    add_expense(page, "9000", "Kaiseki", "Ann", currency="JPY", kind_of="food")
    assert balances(page) == ["6000", "-3000", "-3000"]
    expect(page.get_by_test_id("transfer")).to_have_count(2)
    expect(page.get_by_test_id("transfer").first).to_contain_text("pays Ann")
    meals = page.locator('[data-testid="kind"][data-kind="food"]')
    expect(meals).to_have_attribute("data-actual", "9000")
    assert float(meals.get_attribute("data-planned") or 0) > 0

    page.get_by_test_id("expense").click()
    page.get_by_test_id("method").select_option("amounts")
    for name, amount in (("Ann", "1000"), ("Ben", "8000"), ("小明", "1")):
        page.locator(f'[data-testid="weight"][data-traveller="{name}"]').fill(amount)
    page.get_by_test_id("submit").click()
    expect(page.get_by_test_id("fault")).to_contain_text("9001 instead of 9000")
    page.locator('[data-testid="for-whom"][data-traveller="小明"]').uncheck()
    page.get_by_test_id("submit").click()
    expect(page.get_by_test_id("transfer")).to_have_count(1)
    assert balances(page) == ["8000", "-8000", "0"]

    page.reload()
    expect(page.get_by_test_id("balance")).to_have_count(3)
    assert balances(page) == ["8000", "-8000", "0"]
    page.get_by_test_id("expense").click()
    page.get_by_test_id("remove-expense").click()
    expect(page.get_by_test_id("expense")).to_have_count(0)
    page.get_by_test_id("traveller").first.click()
    page.get_by_test_id("remove-traveller").click()
    expect(page.get_by_test_id("traveller")).to_have_count(2)


def test_it_works_by_keyboard(offline_server: Server, open_page: OpenPage, body: dict[str, Any]) -> None:
    page = open_trip(open_page, offline_server, body)
    open_tab(page, "budget")
    for count, name in enumerate(("Ann", "Ben"), start=1):
        write(page, "traveller-name", name)
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("traveller")).to_have_count(count)
        expect(page.get_by_test_id("traveller-name")).to_be_focused()
    press(page, "add-expense")
    expect(page.get_by_test_id("amount")).to_be_focused()
    page.keyboard.type("1000")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("expense")).to_have_count(1)
    expect(page.get_by_test_id("add-expense")).to_be_focused()
    assert balances(page) == ["500", "-500"]


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.sampled
def test_it_is_accessible_and_fits(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any], locale: str, width: int
) -> None:
    page = open_trip(open_page, offline_server, body, locale=locale, width=width)
    open_tab(page, "budget")
    add_traveller(page, "Ann")
    add_traveller(page, "A name that is rather long for a row on a telephone, indeed")
    add_expense(page, "12345.67", "Two rooms in the old town, breakfast and the spa", "Ann", currency="CNY")
    assert violations(page) == []
    assert overflow(page) == []
    page.get_by_test_id("expense").click()
    page.get_by_test_id("method").select_option("shares")
    assert violations(page) == []
    assert overflow(page) == []
