"""What is taken along from the trip's page: a calendar that follows it, and reminders of the evening before."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.inspection import overflow
from tests.browser.trip_page import in_menu, open_trip
from tests.support.axe import violations
from tests.support.server import Server
from tests.support.trips import kyoto

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def body() -> dict[str, Any]:
    return kyoto()


def show_calendars(page: Page) -> None:
    page.get_by_test_id("exports").locator("summary").click()
    page.get_by_test_id("calendar").click()


@pytest.mark.parametrize(("locale", "width"), [("en-US", 1440), ("zh-CN", 390)])
def test_a_calendar_is_made_followed_and_ended(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any], locale: str, width: int
) -> None:
    page = open_trip(open_page, offline_server, body, locale=locale, width=width)
    show_calendars(page)
    page.get_by_test_id("calendar-notes").check()
    page.get_by_test_id("make-calendar").click()
    address = page.get_by_test_id("calendar-url").input_value()
    assert page.get_by_test_id("calendar-webcal").get_attribute("href") == address.replace("http://", "webcal://")
    found = page.request.get(address)
    assert found.status == 200
    assert "Passport!" in found.text()
    assert violations(page) == []
    assert overflow(page) == []

    page.get_by_test_id("end-calendar").click()
    expect(page.get_by_test_id("calendars").locator("li")).to_have_count(0)
    assert page.request.get(address).status == 404


@pytest.mark.parametrize(("locale", "width"), [("en-US", 1440), ("zh-CN", 390)])
def test_reminders_are_off_and_say_what_they_need(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any], locale: str, width: int
) -> None:
    page = open_trip(open_page, offline_server, body, locale=locale, width=width)
    in_menu(page, "reminders")
    expect(page.get_by_test_id("remind-push")).not_to_be_checked()
    expect(page.get_by_test_id("remind-mail")).to_have_count(0)
    page.get_by_test_id("remind-push").click()
    expect(page.get_by_test_id("reminders-state")).not_to_be_empty()
    expect(page.get_by_test_id("remind-push")).not_to_be_checked()
    assert violations(page) == []
