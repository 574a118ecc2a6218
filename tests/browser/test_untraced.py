"""What a model says without a tool's result is marked on the page, and said in words, also when it is opened again."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.plan_page import ask
from tests.support.server import Server

pytestmark = pytest.mark.browser

NOTES = {"en-US": "Could not be traced to a source", "zh-CN": "以下内容未能查到依据"}


def expect_marks(page: Page, note: str) -> None:
    answer = page.get_by_test_id("answer")
    expect(answer.locator("mark")).to_have_text(["Moonlight Pavilion", "€77"])
    expect(answer.get_by_role("note")).to_contain_text(note)
    expect(answer.get_by_role("note")).to_contain_text("“Moonlight Pavilion” · “€77”")


@pytest.mark.parametrize("locale", NOTES)
def test_untraced_words_are_marked_and_told(scripted_server: Server, open_page: OpenPage, locale: str) -> None:
    page = open_page(scripted_server, locale=locale)

    ask(page, "Is Kyoto nice?")

    expect(page.get_by_test_id("answer")).to_have_attribute("data-final", "true", timeout=20_000)
    expect_marks(page, NOTES[locale])
    expect(page.locator("[data-testid=notice][code=untraced]")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"/chat/"))
    page.reload()
    expect_marks(page, NOTES[locale])
