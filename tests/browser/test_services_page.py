"""The page of the live services is read on a phone without scrolling sideways."""

import pytest

from tests.browser.conftest import OpenPage
from tests.support.server import Server

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
def test_on_a_phone_each_service_stands_in_a_block_of_its_own(
    offline_server: Server, open_page: OpenPage, locale: str
) -> None:
    page = open_page(offline_server, "/data/services/", locale=locale, width=390)
    table = page.locator(".table-scroll")
    assert table.evaluate("each => each.scrollWidth <= each.clientWidth")
    assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
    cells = page.get_by_role("cell")
    assert cells.count() > 10
    label = cells.first.evaluate("each => getComputedStyle(each, '::before').content")
    assert label.strip('"')
    assert page.get_by_role("columnheader").count() == 6
