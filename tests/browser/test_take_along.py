"""What is taken along from the trip's page: files, a link, a calendar that follows it, and reminders."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.inspection import overflow
from tests.browser.trip_page import in_menu, open_trip
from tests.support.axe import violations
from tests.support.server import Server

pytestmark = pytest.mark.browser


def test_files_are_downloaded_and_a_link_opens_the_days_and_nothing_else(
    offline_server: Server, open_page: OpenPage, saved: dict[str, Any]
) -> None:
    page = open_trip(open_page, offline_server, saved)
    for name, start in (("ics", b"BEGIN:VCALENDAR"), ("pdf", b"%PDF"), ("json", b"{"), ("md", b"# Kyoto")):
        assert downloaded(page, f"export-{name}", f"kyoto-in-winter.{name}").startswith(start)
    assert downloaded(page, "export-book", "kyoto-in-winter-journal.pdf").startswith(b"%PDF")

    page.get_by_test_id("share").click()
    page.get_by_test_id("make-link").click()
    url = page.get_by_test_id("share-url").input_value()
    reader = open_page(offline_server, url.removeprefix(offline_server.url))
    expect(reader.get_by_test_id("shared-title")).to_have_text("Kyoto in winter")
    expect(reader.get_by_test_id("day")).to_have_count(3)
    expect(reader.get_by_test_id("visit").first).to_be_visible()
    expect(reader.get_by_test_id("stop-marker").first).to_be_visible()
    assert "Passport!" not in reader.content()
    assert reader.locator("button:visible, a:visible").filter(has_text="Remove").count() == 0
    assert reader.request.get(page.url).status == 404
    page.get_by_test_id("revoke").click()
    expect(page.get_by_test_id("links").locator("li")).to_have_count(0)
    assert page.request.get(url).status == 404


def downloaded(page: Page, testid: str, name: str) -> bytes:
    """What an entry of the menu of exports gives, under that name."""
    page.get_by_test_id("exports").evaluate("details => { details.open = true; }")
    with page.expect_download() as download:
        page.get_by_test_id(testid).click()
    assert download.value.suggested_filename == name
    return download.value.path().read_bytes()


@pytest.mark.parametrize(("locale", "width"), [("en-US", 1440), ("zh-CN", 390)])
@pytest.mark.sampled
@pytest.mark.full
def test_a_calendar_is_made_followed_and_ended_and_reminders_say_what_they_need(
    offline_server: Server, open_page: OpenPage, saved: dict[str, Any], locale: str, width: int
) -> None:
    page = open_trip(open_page, offline_server, saved, locale=locale, width=width)
    page.get_by_test_id("exports").locator("summary").click()
    page.get_by_test_id("calendar").click()
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
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)

    in_menu(page, "reminders")
    expect(page.get_by_test_id("remind-push")).not_to_be_checked()
    expect(page.get_by_test_id("remind-mail")).to_have_count(0)
    page.get_by_test_id("remind-push").click()
    expect(page.get_by_test_id("reminders-state")).not_to_be_empty()
    expect(page.get_by_test_id("remind-push")).not_to_be_checked()
    assert violations(page) == []
