"""Data questions and comparisons on the page: the rows stand in the answer and in a table of their own."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.plan_page import ask, last_answer
from tests.support.server import Server
from travelagent.catalog import source

pytestmark = pytest.mark.browser


def cells(page: Page, section: str) -> list[list[str]]:
    """The rows of a section's table, its head first."""
    rows = page.get_by_test_id(section).get_by_role("row").all()
    return [row.locator("th, td").all_inner_texts() for row in rows]


def free_sights(city: str) -> int:
    return sum(sight.price == 0 for sight in source.sights_of(city))


@pytest.mark.parametrize(
    ("locale", "question", "head", "note"),
    [
        ("en-US", "Rank Italy's cities by number of free sights", ["City", "Region", "Sights"], "19 rows"),
        ("zh-CN", "意大利各城市的免费景点数量排名", ["城市", "省份/地区", "景点数"], "19 行"),
    ],
)
def test_a_data_question_is_a_table(
    offline_server: Server, open_page: OpenPage, locale: str, question: str, head: list[str], note: str
) -> None:
    page = open_page(offline_server, locale=locale)
    ask(page, question)
    answer = last_answer(page)

    found = cells(page, "table")
    italian = [city for city in source.cities().values() if city.country == "IT"]
    counts = sorted((free_sights(city.id) for city in italian), reverse=True)
    assert found[0] == head
    assert [int(row[2]) for row in found[1:]] == counts
    expect(answer.get_by_role("row")).to_have_count(len(italian) + 1)
    expect(page.get_by_test_id("table")).to_contain_text(note)

    page.get_by_test_id("query").locator("summary").click()
    expect(page.get_by_test_id("query")).to_contain_text("SELECT cities.name_en")


def test_a_comparison_stands_side_by_side_under_its_verdict(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server, locale="zh-CN")
    ask(page, "四月去京都还是大阪，哪个便宜")
    last_answer(page)

    expect(page.get_by_test_id("verdict")).to_contain_text("大阪更便宜")
    found = cells(page, "comparison")
    assert found[0][1:] == ["京都", "大阪"]
    assert ["景点数", *(str(len(source.sights_of(city))) for city in ("kyoto", "osaka"))] in found


def test_what_there_is_to_see_is_shown_with_pictures_and_on_the_map(
    offline_server: Server, open_page: OpenPage
) -> None:
    page = open_page(offline_server)
    ask(page, "What is worth seeing in Kyoto?")
    last_answer(page)
    card = page.get_by_test_id("sight-card").first
    expect(card.get_by_test_id("picture")).to_be_visible()
    expect(page.get_by_test_id("place-marker")).to_have_count(page.get_by_test_id("sight-card").count())
