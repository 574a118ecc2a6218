"""The chat page is as high as the window: only its parts scroll, whatever is pressed."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.keyboard import enter_on, tab_to
from tests.browser.plan_page import ask, last_answer, open_chat
from tests.support.server import Server

pytestmark = pytest.mark.browser

SIZES = [(1366, 768), (768, 1024), (390, 844)]
OVERFLOW = "() => [document.documentElement.scrollHeight - innerHeight, scrollY, document.body.scrollTop]"


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.sampled
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
        assert page.evaluate(OVERFLOW) == [0, 0, 0]
        expect(page.get_by_role("banner")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("back", [False, True])
@pytest.mark.sampled
def test_on_a_phone_the_sites_menu_folds_when_the_focus_goes_on(
    offline_server: Server, open_page: OpenPage, back: bool
) -> None:
    page = open_page(offline_server, "/explore", width=390, height=844)
    menu, links = page.get_by_role("button", name="Menu"), page.locator("#site-links")
    enter_on(page, menu)
    tab_to(page, links.get_by_role("link"))
    expect(links).to_be_visible()

    tab_to(page, page.locator(".brand" if back else ".languages button"), back=back)

    expect(links).to_be_hidden()


@pytest.mark.parametrize(
    ("locale", "question", "nav", "names"),
    [
        ("en-US", "What is the weather like in London and Paris in May?", "Parts of the plan", ["London", "Paris"]),
        ("zh-CN", "伦敦和巴黎什么时候去最好？", "方案的各部分", ["伦敦", "巴黎"]),
    ],
)
@pytest.mark.sampled
def test_of_several_cities_each_part_has_its_own_name(
    offline_server: Server, open_page: OpenPage, locale: str, question: str, nav: str, names: list[str]
) -> None:
    page = open_page(offline_server, locale=locale)
    ask(page, question)
    last_answer(page)
    links = page.get_by_role("navigation", name=nav).get_by_role("link")
    for name in names:
        expect(links.get_by_text(name, exact=True)).to_have_count(1)
    shown = links.all_text_contents()
    assert len(shown) == len(set(shown))


@pytest.mark.parametrize(
    ("locale", "question"), [("en-US", "Plan 3 days in Kyoto in April"), ("zh-CN", "规划北京三日游")]
)
@pytest.mark.sampled
def test_on_a_phone_the_tools_of_an_answer_stand_in_one_line(
    offline_server: Server, open_page: OpenPage, locale: str, question: str
) -> None:
    page = open_page(offline_server, locale=locale, width=360, height=780)
    ask(page, question)
    last_answer(page)
    open_chat(page)
    expect(page.locator(".turn-tools")).to_be_visible()

    tools = [tool.bounding_box() for tool in page.locator(".turn-tools button").all()]
    assert len({round(tool["y"]) for tool in tools if tool}) == 1
