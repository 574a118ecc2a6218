"""Data questions and comparisons on the page: the rows stand in the answer and in a table of their own."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.plan_page import say
from tests.support.server import Server
from travelagent.catalog import source

pytestmark = pytest.mark.browser


def cells(page: Page, section: str) -> list[list[str]]:
    """The rows of a section's table, its head first."""
    rows = page.get_by_test_id(section).get_by_role("row").all()
    return [row.locator("th, td").all_inner_texts() for row in rows]


def free_sights(city: str) -> int:
    return sum(sight.price == 0 for sight in source.sights_of(city))


def expect_ranking(page: Page, question: str, head: list[str], note: str) -> None:
    answer = say(page, question)
    found = cells(page, "table")
    italian = [city for city in source.cities().values() if city.country == "IT"]
    counts = sorted((free_sights(city.id) for city in italian), reverse=True)
    assert found[0] == head
    assert [int(row[2]) for row in found[1:]] == counts
    expect(answer.get_by_role("row")).to_have_count(len(italian) + 1)
    expect(page.get_by_test_id("table")).to_contain_text(note)


def expect_named_parts(page: Page, question: str, nav: str, names: list[str]) -> None:
    """Of several cities each part has a link of its own name."""
    say(page, question)
    links = page.get_by_role("navigation", name=nav).get_by_role("link")
    for name in names:
        expect(links.get_by_text(name, exact=True)).to_have_count(1)
    shown = links.all_text_contents()
    assert len(shown) == len(set(shown))


def test_in_english(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server)
    say(page, "What is worth seeing in Kyoto?")
    card = page.get_by_test_id("sight-card").first
    expect(card.get_by_test_id("picture")).to_be_visible()
    expect(page.get_by_test_id("place-marker")).to_have_count(page.get_by_test_id("sight-card").count())

    expect_ranking(
        page, "Rank Italy's cities by number of free sights", ["City", "Region", "Sights"], f"{italian_cities()} rows"
    )
    page.get_by_test_id("query").locator("summary").click()
    expect(page.get_by_test_id("query")).to_contain_text("SELECT cities.name_en")

    question = "What is the weather like in London and Paris in May?"
    expect_named_parts(page, question, "Parts of the plan", ["London", "Paris"])


def italian_cities() -> int:
    return sum(city.country == "IT" for city in source.cities().values())


@pytest.mark.full
def test_in_chinese(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server, locale="zh-CN")
    say(page, "四月去京都还是大阪，哪个便宜")
    expect(page.get_by_test_id("verdict")).to_contain_text("大阪更便宜")
    found = cells(page, "comparison")
    assert found[0][1:] == ["京都", "大阪"]
    assert ["景点数", *(str(len(source.sights_of(city))) for city in ("kyoto", "osaka"))] in found

    expect_ranking(page, "意大利各城市的免费景点数量排名", ["城市", "省份/地区", "景点数"], f"{italian_cities()} 行")

    expect_named_parts(page, "伦敦和巴黎什么时候去最好？", "方案的各部分", ["伦敦", "巴黎"])
