"""The chat page is as high as the window: only its parts scroll, whatever is pressed."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.plan_page import ask, last_answer
from tests.support.server import Server

pytestmark = pytest.mark.browser

SIZES = [(1366, 768), (768, 1024), (390, 844)]
BEYOND = "() => [document.documentElement.scrollHeight - innerHeight, scrollY, document.body.scrollTop]"


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_parts_of_a_plan_are_reached_and_the_header_stays(
    offline_server: Server, open_page: OpenPage, width: int, height: int
) -> None:
    page = open_page(offline_server, width=width, height=height)
    ask(page, "Plan 3 days in Kyoto in April for two, under $900")
    last_answer(page)
    links = page.get_by_role("navigation", name="Parts of the plan").get_by_role("link")
    expect(links).to_have_count(3)

    for link in links.all():
        part = page.locator(link.get_attribute("href") or "")
        link.click()

        expect(part).to_be_in_viewport()
        assert page.evaluate(BEYOND) == [0, 0, 0]
        expect(page.get_by_role("banner")).to_be_in_viewport(ratio=1)
