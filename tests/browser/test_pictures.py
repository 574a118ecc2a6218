"""The cards' pictures: there, of a fixed shape, and never a broken image."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.support.server import Server

pytestmark = pytest.mark.browser

LOADED = "image => image.complete && image.naturalWidth > 0"
SHIFTED = """() => new Promise((told) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => told(sum)));
})"""


def loaded(page: Page, number: int) -> None:
    """Wait until a card's picture is drawn."""
    image = page.get_by_test_id("picture").nth(number).locator("img")
    image.scroll_into_view_if_needed()
    page.wait_for_function(LOADED, arg=image.element_handle())


@pytest.mark.parametrize(("path", "card"), [("/explore", "city-card"), ("/cities/kyoto", "sight-card")])
def test_it_works(offline_server: Server, open_page: OpenPage, path: str, card: str) -> None:
    page = open_page(offline_server, path)
    cards = page.get_by_test_id(card)
    expect(cards.first).to_be_visible()
    for number in range(3):
        loaded(page, number)
        box = page.get_by_test_id("picture").nth(number).bounding_box()
        assert box is not None
        assert box["width"] / box["height"] == pytest.approx(1.5, abs=0.02)
    assert page.get_by_test_id("picture").nth(1).locator("img").get_attribute("loading") == "lazy"
    assert page.evaluate(SHIFTED) < 0.02


def test_a_month_changes_the_pictures(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server, "/explore?q=rome")
    image = page.get_by_test_id("picture").first.locator("img")
    expect(image).to_have_attribute("src", "/pictures/city/rome.svg")
    page.get_by_test_id("filter-month").select_option("5")
    expect(image).to_have_attribute("src", "/pictures/city/rome.svg?month=5")


def test_a_picture_that_fails_becomes_the_poster(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server, "/explore?q=rome", expected=re.compile("404"))
    image = page.get_by_test_id("picture").first.locator("img")
    loaded(page, 0)
    image.evaluate("image => { image.src = '/pictures/city/atlantis.svg'; }")
    expect(image).to_have_attribute("src", "/pictures/city/rome.svg")
    page.wait_for_function(LOADED, arg=image.element_handle())


def test_a_photograph_takes_the_posters_place_with_its_author_and_licence(
    offline_server: Server, open_page: OpenPage
) -> None:
    page = open_page(offline_server, "/attribution/")
    about = {
        "url": "/pictures/city/paris.svg",
        "srcset": "/pictures/city/paris.svg 900w",
        "author": "Ann & Bo",
        "licence": "CC BY-SA 4.0",
        "licence_url": "https://creativecommons.org/licenses/by-sa/4.0",
        "source_url": "https://commons.wikimedia.org/wiki/File:Gold.jpg",
        "generated": False,
    }
    page.route("**/pictures/about.json*", lambda route: route.fulfill(json={"pictures": {"city:rome": about}}))
    module = page.evaluate("() => document.querySelector('script[type=module]').src.split('/js/')[0] + '/js/'")
    page.evaluate(
        """async (folder) => {
          document.body.dataset.photographs = "true";
          const { cityPicture } = await import(`${folder}picture.js`);
          document.querySelector("main").prepend(cityPicture("rome"));
        }""",
        module,
    )
    credit = page.locator(".picture figcaption")
    expect(credit).to_have_text("Ann & Bo · CC BY-SA 4.0")
    expect(credit.locator("a").first).to_have_attribute("href", about["source_url"])
    expect(page.locator(".picture img")).to_have_attribute("src", "/pictures/city/paris.svg")
