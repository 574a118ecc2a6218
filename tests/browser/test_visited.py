"""The account page's map of where one has been."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.inspection import overflow
from tests.browser.trip_page import long_trip, post
from tests.support.axe import violations
from tests.support.server import Server

pytestmark = pytest.mark.browser
LOCALES = {"en-US": "Kyoto", "zh-CN": "京都"}


@pytest.mark.parametrize("locale", LOCALES)
def test_past_cities_stand_on_the_map(offline_server: Server, open_page: OpenPage, locale: str) -> None:
    page = open_page(offline_server, "/account/", locale=locale, width=390)
    expect(page.get_by_test_id("visited")).to_have_count(0)
    post(page, "trips/", long_trip(2, 2))
    page.reload()
    expect(page.get_by_test_id("visited-city")).to_have_text(LOCALES[locale])
    expect(page.get_by_test_id("map").locator(".stop-dot")).to_have_count(1)
    assert violations(page) == []
    assert overflow(page) == []
    page.get_by_test_id("visited-city").click()
    page.wait_for_url("**/cities/kyoto")
