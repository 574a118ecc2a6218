"""What the browser's printer makes of a trip: all that one reads, whole days, and no empty boxes."""

import re

import pypdfium2
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.trip_page import long_trip, open_tab, open_trip, post, show_trip
from tests.support.server import Server

pytestmark = pytest.mark.browser

OF_MAP = """() => {
  const place = (node) => node.getBoundingClientRect();
  const map = place(document.querySelector("#ground"));
  const within = (at) => at.left >= map.left && at.right <= map.right && at.top >= map.top && at.bottom <= map.bottom;
  const inside = [...document.querySelectorAll("[data-testid=stop-marker]")].map(place).filter(within).length;
  return {width: map.width, inside};
}"""
LAND = (243, 241, 232)
"""The land's colour of the light theme, on paper whatever the page's theme."""
TITLE = " ".join(f"Word{number}" for number in range(1, 18))


def sheets(page: Page) -> list[str]:
    """The texts of the printed pages, without their spaces."""
    document = pypdfium2.PdfDocument(page.pdf(format="A4"))
    return ["".join(sheet.get_textpage().get_text_range().split()) for sheet in document]


@pytest.mark.parametrize(("locale", "heading"), [("en-US", "Yournotes"), ("zh-CN", "你的备注")])
@pytest.mark.sampled
def test_a_title_and_notes_are_printed_whole_and_without_notes_there_is_no_box_for_them(
    offline_server: Server, open_page: OpenPage, locale: str, heading: str
) -> None:
    page = open_trip(open_page, offline_server, {**long_trip(1, 2), "title": TITLE}, locale=locale)
    printed = "".join(sheets(page))
    assert printed.startswith(TITLE.replace(" ", ""))
    assert heading not in printed

    lines = [f"Line{number}." for number in range(1, 41)]
    open_tab(page, "notes")
    page.get_by_test_id("notes").fill("\n".join(lines))
    printed = "".join(sheets(page))
    assert f"{heading}{lines[0]}" in printed
    assert re.findall(r"Line\d+\.", printed) == lines


@pytest.mark.parametrize("kind", ["own", "shared"])
@pytest.mark.sampled
def test_a_day_stands_on_one_sheet_and_the_map_on_its_ground(
    offline_server: Server, open_page: OpenPage, kind: str
) -> None:
    page = open_trip(open_page, offline_server, long_trip(6, 6))
    show(page, kind)
    expect(page.get_by_test_id("visit")).to_have_count(36)
    printed = sheets(page)
    for day in range(1, 7):
        stops = [re.findall(rf"Stop{day}-\d", sheet) for sheet in printed]
        assert [found for found in stops if found] == [[f"Stop{day}-{n}" for n in range(6)]], day

    show_trip(page, offline_server.url, long_trip(2, 5))
    show(page, {"own": "shared", "shared": "own"}[kind])
    expect_map_on_paper(page)


def show(page: Page, kind: str) -> None:
    """Go to the page of the trip that others have a link to, or stay on one's own."""
    if kind == "shared":
        page.goto(post(page, f"trips/{page.url.rsplit('/', 1)[-1]}/share/", {"days": 1})["url"])


def expect_map_on_paper(page: Page) -> None:
    """The map is printed with its ground and all stops, and is on the page then as it was before."""
    expect(page.get_by_test_id("ground-drawn")).to_have_attribute("data-drawn", "town")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    before = page.evaluate(OF_MAP)
    page.evaluate(f"addEventListener('beforeprint', () => {{ window.printed = ({OF_MAP})(); }})")
    (sheet, *_) = pypdfium2.PdfDocument(page.pdf(format="A4", print_background=True))
    printed = page.evaluate("window.printed")
    assert (printed["width"], printed["inside"]) == (680, 10)
    picture = sheet.render(scale=1).to_pil().convert("RGB")
    shades = {picture.getpixel((x, y)) for x in range(60, 500, 8) for y in range(60, 400, 8)}
    assert LAND in shades
    assert page.evaluate(OF_MAP) == before
