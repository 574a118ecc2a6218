"""Nothing jumps while an answer is written or a page is loaded, and no page is heavy."""

import pytest
from playwright.sync_api import Browser

from tests.browser.looks import LOOKS, QUESTIONS, furnished, loaded, looking, settled, streamed, weight
from tests.support.server import Server
from tests.support.vitals import CLS_LIMIT, WEIGHT_LIMIT, Vitals, vitals

pytestmark = pytest.mark.browser

looks = pytest.mark.parametrize(("locale", "width"), LOOKS)


def expect_still(found: Vitals) -> None:
    """Not even right after a press or a key, which browsers leave out of what they report."""
    assert found.shifted < CLS_LIMIT, "\n".join(f"{s.value:.4f} {', '.join(s.what)}" for s in found.shifts)


@looks
@pytest.mark.sampled("server", "locale", "width")
def test_it_works(server: Server, browser: Browser, locale: str, width: int) -> None:
    with looking(browser, locale, width) as page:
        settled(page, server.url)
        for _turn in range(2):
            expect_still(streamed(page, QUESTIONS[locale]))
        expect_still(loaded(page, page.url))


@looks
@pytest.mark.sampled("locale", "width")
def test_nothing_jumps_while_a_page_loads(offline_server: Server, browser: Browser, locale: str, width: int) -> None:
    with looking(browser, locale, width) as page:
        for address in furnished(page, offline_server.url, locale).values():
            expect_still(loaded(page, address))


@pytest.mark.parametrize("locale", QUESTIONS)
@pytest.mark.sampled
def test_no_page_is_heavy(offline_server: Server, browser: Browser, locale: str) -> None:
    with looking(browser, locale, 1440) as page:
        addresses = furnished(page, offline_server.url, locale)
        weights = {name: weight(browser, page, address, locale) for name, address in addresses.items()}
    assert {name: found for name, found in weights.items() if found >= WEIGHT_LIMIT} == {}


def test_a_jump_is_seen(offline_server: Server, browser: Browser) -> None:
    with looking(browser, "en-US", 1440) as page:
        settled(page, f"{offline_server.url}/attribution/")
        page.evaluate("() => { document.querySelector('main').style.marginTop = '20rem'; }")
        assert vitals(page).shifted > CLS_LIMIT
