"""The money of a trip on its page: noted, split, settled, with receipts, by keyboard and mouse, on a phone as well."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.attachments.samples import picture
from tests.browser.conftest import OpenPage
from tests.browser.inspection import overflow
from tests.browser.trip_page import open_tab, open_trip, press, write
from tests.support.axe import violations
from tests.support.server import Server

pytestmark = pytest.mark.browser
REFUSED = re.compile("the server responded with a status of 400")


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
    expect(page.get_by_test_id("expense")).to_have_count(count + 1)


def expect_balances(page: Page, *expected: str) -> None:
    rows = page.get_by_test_id("balance")
    expect(rows).to_have_count(len(expected))
    for row, net in zip(rows.all(), expected, strict=True):
        expect(row).to_have_attribute("data-net", net)


def test_it_works(offline_server: Server, open_page: OpenPage, saved: dict[str, Any]) -> None:
    page = open_trip(open_page, offline_server, saved, expected=REFUSED)
    open_tab(page, "budget")
    note_by_keyboard(page)
    page.get_by_test_id("expense").click()
    page.get_by_test_id("remove-expense").click()
    expect(page.get_by_test_id("expense")).to_have_count(0)

    add_traveller(page, "小明")
    add_expense(page, "9000", "Kaiseki", "Ann", currency="JPY", kind_of="food")
    expect_balances(page, "6000", "-3000", "-3000")
    expect(page.get_by_test_id("transfer")).to_have_count(2)
    expect(page.get_by_test_id("transfer").first).to_contain_text("pays Ann")
    meals = page.locator('[data-testid="kind"][data-kind="food"]')
    expect(meals).to_have_attribute("data-actual", "9000")
    assert float(meals.get_attribute("data-planned") or 0) > 0

    page.get_by_test_id("expense").click()
    attach_receipt(page)
    page.get_by_test_id("method").select_option("amounts")
    for name, amount in (("Ann", "1000"), ("Ben", "8000"), ("小明", "1")):
        page.locator(f'[data-testid="weight"][data-traveller="{name}"]').fill(amount)
    page.get_by_test_id("submit").click()
    expect(page.get_by_test_id("fault")).to_contain_text("9001 instead of 9000")
    page.locator('[data-testid="for-whom"][data-traveller="小明"]').uncheck()
    page.get_by_test_id("submit").click()
    expect(page.get_by_test_id("transfer")).to_have_count(1)
    expect_balances(page, "8000", "-8000", "0")

    page.reload()
    expect_balances(page, "8000", "-8000", "0")
    page.get_by_test_id("expense").click()
    expect(page.get_by_test_id("receipt")).to_contain_text("bill.jpg")
    page.get_by_test_id("close").click()
    open_tab(page, "notes")
    page.get_by_test_id("notes").scroll_into_view_if_needed()
    expect(page.get_by_test_id("file")).to_contain_text("Receipt")

    open_tab(page, "budget")
    page.get_by_test_id("expense").click()
    page.get_by_test_id("remove-expense").click()
    expect(page.get_by_test_id("expense")).to_have_count(0)
    page.get_by_test_id("traveller").first.click()
    page.get_by_test_id("remove-traveller").click()
    expect(page.get_by_test_id("traveller")).to_have_count(2)
    expect_room_for_long_names(page)


def note_by_keyboard(page: Page) -> None:
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
    expect_balances(page, "500", "-500")


def attach_receipt(page: Page) -> None:
    file: Any = {"name": "bill.jpg", "mimeType": "", "buffer": picture("JPEG")}
    page.get_by_test_id("attach-receipt").set_input_files([file])
    expect(page.get_by_test_id("receipt")).to_have_count(1)
    assert violations(page) == []


def expect_room_for_long_names(page: Page) -> None:
    """On a phone, of a traveller and an expense, in the list and in the form."""
    page.set_viewport_size({"width": 390, "height": 844})
    add_traveller(page, "A name that is rather long for a row on a telephone, indeed")
    add_expense(page, "12345.67", "Two rooms in the old town, breakfast and the spa", "Ben", currency="CNY")
    assert violations(page) == []
    assert overflow(page) == []
    page.get_by_test_id("expense").click()
    page.get_by_test_id("method").select_option("shares")
    assert overflow(page) == []
