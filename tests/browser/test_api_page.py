"""The API's page: for everybody, open or folded, in both themes, and without any other host."""

from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.inspection import overflow
from tests.support.axe import violations
from tests.support.server import Server

pytestmark = pytest.mark.browser


def faults(page: Page, width: int, theme: Literal["light", "dark"]) -> list[str]:
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=theme)
    return [*violations(page), *overflow(page)]


@pytest.mark.parametrize(("locale", "heading"), [("en-US", "Authentication"), ("zh-CN", "身份认证")])
@pytest.mark.sampled
def test_it_is_accessible_folded_and_open(
    offline_server: Server, open_page: OpenPage, locale: str, heading: str
) -> None:
    page = open_page(offline_server, None, locale=locale)
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    page.goto(f"{offline_server.url}/api/docs/")
    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    sessions = page.locator("#api .opblock-tag").first
    sessions.wait_for()
    assert faults(page, 360, "dark") == []

    page.set_viewport_size({"width": 1440, "height": 900})
    sessions.click()
    page.locator("#api .opblock-post .opblock-summary-control").first.click()
    expect(page.locator("#api .examples-select-element").first).to_be_visible()
    assert faults(page, 1440, "light") == []
    assert [url for url in requested if not url.startswith((offline_server.url, "data:"))] == []
