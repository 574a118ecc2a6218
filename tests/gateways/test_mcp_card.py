"""The itinerary card in a host's sandbox: it shows as text what it is handed, and loads nothing."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Browser, Frame, Page

from tests.support.chromium import chromium
from travelagent.gateways.mcp.card import card

pytestmark = pytest.mark.browser

HOSTILE = "<img src=https://evil.example/x onerror=alert(1)>"
VISIT = {"name": {"en": HOSTILE, "zh": "<b>伏见稻荷大社</b>"}, "arrive": "09:00", "depart": "10:30"}
PLAN = {
    "cities": ["kyoto"],
    "city_names": {"kyoto": {"en": "Kyoto", "zh": "京都"}},
    "days": [{"day": 1, "city": "kyoto", "date": "2026-12-15", "visits": [VISIT, VISIT]}],
}
HOST = """<iframe id="frame" sandbox="allow-scripts" style="width: 100%"></iframe><script>
window.heard = [];
const frame = document.getElementById("frame");
const initialized = "ui/notifications/initialized";
const tell = (message) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
addEventListener("message", ({ data }) => {
    window.heard.push(data);
    if (data.method === "ui/initialize") tell({ id: data.id, result: { hostContext: { theme: "dark" } } });
    if (data.method === initialized) tell({ method: "ui/notifications/tool-result", params: RESULT });
});
frame.srcdoc = HTML;
</script>"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def in_script(value: Any) -> str:
    return json.dumps(value).replace("</", "<\\/")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 390, "height": 600})
    page.set_default_timeout(20_000)
    yield page
    page.close()


def shown(page: Page, result: Any, language: str = "en") -> tuple[Frame, list[str]]:
    """The card with a result, and what went wrong or out over the network."""
    faults: list[str] = []
    page.on("dialog", lambda dialog: faults.append(dialog.message))
    page.on("console", lambda line: faults.append(line.text))
    page.on("request", lambda request: faults.append(request.url))
    with translation.override("zh-hans" if language == "zh" else "en"):
        html = card(language)
    page.set_content(HOST.replace("RESULT", in_script(result)).replace("HTML", in_script(html)))
    page.wait_for_function("heard.some((each) => each.method === 'ui/notifications/size-changed')")
    return page.frames[1], faults


def test_a_plan_is_shown_as_text(page: Page) -> None:
    frame, faults = shown(page, {"structuredContent": {"itinerary": PLAN}})
    frame.locator("li").nth(1).wait_for()
    assert frame.locator("h2").inner_text() == "Day 1 · Tue, Dec 15 · Kyoto"
    assert frame.locator("li span").first.inner_text() == HOSTILE
    assert frame.locator("img, b").count() == 0
    assert faults == []
    assert frame.evaluate("document.documentElement.dataset.theme") == "dark"
    assert frame.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_card_is_chinese_for_a_chinese_reader(page: Page) -> None:
    frame, _faults = shown(page, {"structuredContent": PLAN}, "zh")
    frame.locator("li").nth(1).wait_for()
    assert frame.locator("h2").inner_text() == "第 1 天 · 12月15日周二 · 京都"
    assert frame.locator("li span").first.inner_text() == "<b>伏见稻荷大社</b>"


NO_PLANS: list[Any] = [
    None,
    {},
    {"structuredContent": 3},
    {"structuredContent": {"days": [None, {"visits": 3}]}},
    {"structuredContent": {"itinerary": {"days": [[]]}}},
]


def test_what_is_no_plan_breaks_nothing(page: Page, subtests: pytest.Subtests) -> None:
    for result in NO_PLANS:
        with subtests.test(result=result):
            _frame, faults = shown(page, result)
            assert faults == []
