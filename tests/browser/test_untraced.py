"""A model's sentences without a tool's result are marked as general knowledge, also when the page is opened again."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.plan_page import ask
from tests.support.server import Server

pytestmark = pytest.mark.browser

LEGENDS = {"en-US": "general knowledge of the model", "zh-CN": "模型的常识"}


def expect_marks(page: Page, legend: str) -> None:
    answer = page.get_by_test_id("answer")
    expect(answer.locator("p:not([data-testid]) u")).to_have_text(["Moonlight Pavilion", "€77"])
    expect(answer.get_by_test_id("legend")).to_contain_text(legend)
    expect(answer.locator("mark")).to_have_count(0)


@pytest.mark.parametrize("locale", LEGENDS)
def test_general_knowledge_is_marked_and_the_mark_explained(
    scripted_server: Server, open_page: OpenPage, locale: str
) -> None:
    page = open_page(scripted_server, locale=locale)

    ask(page, "Is Kyoto nice?")

    expect(page.get_by_test_id("answer")).to_have_attribute("data-final", "true", timeout=20_000)
    expect_marks(page, LEGENDS[locale])
    expect(page.locator("[data-testid=notice][code=untraced]")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"/chat/"))
    page.reload()
    expect_marks(page, LEGENDS[locale])
