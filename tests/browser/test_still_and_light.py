"""Nothing jumps while an answer is written or a page is loaded, and no page is heavy."""

from collections.abc import Mapping

import pytest
from playwright.sync_api import Browser

from tests.browser.looks import LOOKS, QUESTIONS, arrived, furnished, loaded, looking, settled, streamed
from tests.support.server import Server
from tests.support.vitals import CLS_LIMIT, WEIGHT_LIMIT, Vitals, vitals

pytestmark = pytest.mark.browser

looks = pytest.mark.parametrize(("locale", "width"), LOOKS)


def jumps(found: Vitals) -> list[str]:
    """What moved, also right after a press or a key, which browsers leave out of what they report."""
    return [] if found.shifted < CLS_LIMIT else [f"{shift.value:.4f} {', '.join(shift.what)}" for shift in found.shifts]


@looks
@pytest.mark.sampled("server", "locale", "width")
def test_nothing_jumps_while_an_answer_is_written(server: Server, browser: Browser, locale: str, width: int) -> None:
    with looking(browser, locale, width) as page:
        settled(page, server.url)
        for _turn in range(2):
            assert jumps(streamed(page, QUESTIONS[locale])) == []
        assert jumps(loaded(page, page.url)) == []


@looks
@pytest.mark.sampled("locale", "width")
@pytest.mark.full
def test_no_page_jumps_or_is_heavy(offline_server: Server, browser: Browser, locale: str, width: int) -> None:
    """Each of them as it is loaded the first time, with nothing in the cache, and a jump that there is is seen."""
    faults: Mapping[str, list[str]] = {}
    with looking(browser, locale, width) as page:
        for name, address in furnished(page, offline_server.url, locale).items():
            with arrived(browser, page, address, locale, width) as (found, weight):
                heavy = [f"{weight} bytes"] if weight >= WEIGHT_LIMIT else []
                faults = {**faults, name: [*jumps(found), *heavy]}
        settled(page, f"{offline_server.url}/attribution/")
        vitals(page)
        page.evaluate("() => { document.querySelector('main').style.marginTop = '20rem'; }")
        assert vitals(page).shifted > CLS_LIMIT
    assert {name: found for name, found in faults.items() if found} == {}
