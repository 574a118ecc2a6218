"""The files, receipts and journal of a trip on its page, in both languages, on a phone and on a desk."""

import io
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader

from tests.attachments.hostile import SVG
from tests.attachments.samples import document, page_texts, picture
from tests.browser.conftest import OpenPage
from tests.browser.inspection import overflow
from tests.browser.test_expenses import add_expense, add_traveller
from tests.browser.trip_page import open_tab, open_trip
from tests.support.axe import violations
from tests.support.server import Server
from tests.support.trips import kyoto

pytestmark = pytest.mark.browser
REFUSED = re.compile("the server responded with a status of (400|409|412|413|415|422)")
FIRST = "2026-12-06"


@pytest.fixture(scope="module")
def body() -> dict[str, Any]:
    return kyoto()


def choose(page: Page, testid: str, *files: tuple[str, bytes], within: Locator | None = None) -> None:
    """Pick these files with a button."""
    chosen: list[Any] = [{"name": name, "mimeType": "", "buffer": content} for name, content in files]
    (within or page).get_by_test_id(testid).set_input_files(chosen)


def open_files(open_page: OpenPage, server: Server, body: dict[str, Any], **how: Any) -> Page:
    page = open_trip(open_page, server, body, expected=REFUSED, **how)
    open_tab(page, "notes")
    page.get_by_test_id("notes").scroll_into_view_if_needed()
    expect(page.get_by_test_id("files")).to_be_visible()
    expect(page.get_by_test_id("journal")).to_be_visible()
    return page


def test_a_file_is_attached_seen_named_and_deleted(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any]
) -> None:
    page = open_files(open_page, offline_server, body)
    choose(page, "attach", ("tickets.pdf", document()), ("river.jpg", picture("JPEG", (900, 600))))
    expect(page.get_by_test_id("file")).to_have_count(2)
    expect(page.get_by_test_id("upload")).to_have_count(0)
    expect(page.get_by_test_id("files-told")).to_contain_text("2 files")
    seen = page.get_by_test_id("file").nth(1).locator("img")
    assert seen.evaluate("async (img) => { await img.decode(); return img.naturalWidth; }") == 480

    with page.expect_download() as download:
        page.get_by_test_id("file").first.get_by_test_id("file-link").click()
    assert download.value.suggested_filename == "tickets.pdf"
    assert Path(download.value.path()).read_bytes() == document()

    page.get_by_test_id("change-file").first.click()
    page.get_by_test_id("file-name").fill("Uffizi")
    page.get_by_test_id("file-place").select_option(f"day:{FIRST}")
    assert violations(page) == []
    page.get_by_test_id("submit").click()
    expect(page.get_by_test_id("file").first).to_contain_text("Uffizi.pdf")
    expect(page.get_by_test_id("file").first).to_have_attribute("data-belongs", "day")
    page.reload()
    expect(page.get_by_test_id("file")).to_have_count(2)
    page.get_by_test_id("change-file").first.click()
    page.get_by_test_id("remove-file").click()
    expect(page.get_by_test_id("file")).to_have_count(1)


def test_what_is_refused_says_why_and_goes(offline_server: Server, open_page: OpenPage, body: dict[str, Any]) -> None:
    page = open_files(open_page, offline_server, body)
    choose(page, "attach", ("map.svg", SVG), ("huge.pdf", bytes(15 * 1024 * 1024 + 1)), ("ok.png", picture()))
    faults = page.get_by_test_id("upload-fault")
    expect(faults).to_have_count(2)
    expect(faults.filter(has_text="Only PDF documents and JPEG, PNG or WebP pictures are taken.")).to_have_count(1)
    expect(faults.filter(has_text="too large; at most 15 MB")).to_have_count(1)
    expect(page.get_by_test_id("file")).to_have_count(1)
    for _ in range(2):
        page.get_by_test_id("cancel-upload").first.click()
    expect(page.get_by_test_id("upload")).to_have_count(0)


def test_an_upload_can_be_stopped(offline_server: Server, open_page: OpenPage, body: dict[str, Any]) -> None:
    page = open_files(open_page, offline_server, body)
    page.route("**/files/", lambda route: None if route.request.method == "POST" else route.continue_())
    choose(page, "attach", ("slow.png", picture()))
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_test_id("cancel-upload").click()
    expect(page.get_by_test_id("upload")).to_have_count(0)
    page.unroute("**/files/")
    choose(page, "attach", ("next.png", picture()))
    expect(page.get_by_test_id("file")).to_have_count(1)


def test_files_can_be_dropped(offline_server: Server, open_page: OpenPage, body: dict[str, Any]) -> None:
    page = open_files(open_page, offline_server, body)
    data = page.evaluate_handle(
        "(bytes) => { const d = new DataTransfer();"
        " d.items.add(new File([new Uint8Array(bytes)], 'dropped.png', {type: 'image/png'})); return d; }",
        list(picture()),
    )
    for kind in ("dragenter", "dragover", "drop"):
        page.locator(".drop").dispatch_event(kind, {"dataTransfer": data})
    expect(page.get_by_test_id("file")).to_contain_text("dropped.png")


def test_an_expense_has_its_receipts(offline_server: Server, open_page: OpenPage, body: dict[str, Any]) -> None:
    page = open_trip(open_page, offline_server, body, expected=REFUSED)
    open_tab(page, "budget")
    add_traveller(page, "Ann")
    add_expense(page, "9000", "Kaiseki", "Ann", currency="JPY", kind_of="food")
    page.get_by_test_id("expense").click()
    choose(page, "attach-receipt", ("bill.jpg", picture("JPEG")))
    expect(page.get_by_test_id("receipt")).to_have_count(1)
    assert violations(page) == []
    page.get_by_test_id("close").click()
    page.reload()
    page.get_by_test_id("expense").click()
    expect(page.get_by_test_id("receipt")).to_contain_text("bill.jpg")
    page.get_by_test_id("close").click()
    open_tab(page, "notes")
    page.get_by_test_id("notes").scroll_into_view_if_needed()
    expect(page.get_by_test_id("file")).to_contain_text("Receipt")


BOOK = {"en-US": ("A journal", "6 December 2026"), "zh-CN": ("旅行日记", "2026年12月6日")}


@pytest.mark.parametrize("locale", BOOK)
def test_a_journal_is_written_and_printed(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any], locale: str
) -> None:
    page = open_files(open_page, offline_server, body, locale=locale, width=390)
    day = page.locator(f'[data-testid="journal-day"][data-day="{FIRST}"]')
    day.get_by_test_id("journal-note").fill("Rain, then tea. 雨后喝茶。")
    choose(page, "add-pictures", ("a.jpg", picture("JPEG", (900, 600))), ("b.png", picture()), within=day)
    expect(day.get_by_test_id("journal-picture")).to_have_count(2)
    expect(day.get_by_test_id("journal-state")).to_have_text(re.compile("Saved|已保存"))
    assert violations(page) == []
    assert overflow(page) == []

    page.reload()
    expect(day.get_by_test_id("journal-note")).to_have_value("Rain, then tea. 雨后喝茶。")
    expect(day.get_by_test_id("journal-picture")).to_have_count(2)
    with page.expect_download() as download:
        page.get_by_test_id("journal-book").click()
    book = Path(download.value.path()).read_bytes()
    texts = page_texts(book)
    assert BOOK[locale][0].replace(" ", "") in texts[0]
    assert BOOK[locale][1].replace(" ", "") in texts[1]
    assert "雨后喝茶。" in texts[1]
    assert len(PdfReader(io.BytesIO(book)).pages[1].images) == 2


def test_a_note_that_another_window_changed_is_not_lost(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any]
) -> None:
    page = open_files(open_page, offline_server, body)
    other = page.context.new_page()
    other.route_web_socket(re.compile("/ws/trips/"), lambda _: None)  # what the other does is not heard of
    other.goto(page.url)
    other.get_by_test_id("notes").scroll_into_view_if_needed()
    expect(other.get_by_test_id("journal-note").first).to_be_visible()
    for each, text in ((page, "Mine"), (other, "Theirs")):
        each.get_by_test_id("journal-note").first.fill(text)
        each.get_by_test_id("journal-note").first.blur()
        if each is page:
            expect(page.get_by_test_id("journal-state").first).to_have_text("Saved.")
    expect(other.get_by_test_id("keep-mine")).to_be_visible()
    expect(other.locator("blockquote")).to_have_text("Mine")
    other.get_by_test_id("keep-mine").click()
    expect(other.get_by_test_id("journal-state").first).to_have_text("Saved.")
    page.reload()
    expect(page.get_by_test_id("journal-note").first).to_have_value("Theirs")


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.sampled
def test_it_is_accessible_and_fits(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any], locale: str, width: int, screenshot: Any
) -> None:
    page = open_files(open_page, offline_server, body, locale=locale, width=width)
    long = "a-name-of-a-file-that-is-rather-long-for-a-row-on-a-telephone-indeed.pdf"
    choose(page, "attach", (long, document()), ("river.jpg", picture("JPEG", (900, 600))), ("map.svg", SVG))
    expect(page.get_by_test_id("file")).to_have_count(2)
    expect(page.get_by_test_id("upload-fault")).to_have_count(1)
    choose(
        page, "add-pictures", ("a.jpg", picture("JPEG", (900, 600))), within=page.get_by_test_id("journal-day").first
    )
    expect(page.get_by_test_id("journal-picture")).to_have_count(1)
    assert violations(page) == []
    assert overflow(page) == []
    page.get_by_test_id("journal").scroll_into_view_if_needed()
    screenshot(page)
    page.get_by_test_id("files").scroll_into_view_if_needed()
    screenshot(page, "-files")


def test_two_pages_of_a_trip_show_the_same_files_and_journal(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any]
) -> None:
    page = open_files(open_page, offline_server, body)
    choose(page, "attach", ("river.jpg", picture("JPEG")))
    expect(page.get_by_test_id("file")).to_have_count(1)
    other = page.context.new_page()
    other.goto(page.url)
    open_tab(other, "notes")
    other.get_by_test_id("notes").scroll_into_view_if_needed()
    expect(other.get_by_test_id("file")).to_have_count(1)
    other.locator(f'[data-day="{FIRST}"]').get_by_test_id("journal-note").fill("Being typed")

    choose(page, "attach", ("tickets.pdf", document()))
    expect(other.get_by_test_id("file")).to_have_count(2)
    second = page.locator('[data-testid="journal-day"]').nth(1)
    second.locator("summary").click()
    second.get_by_test_id("journal-note").fill("Sun at last")
    second.get_by_test_id("journal-note").blur()
    expect(other.get_by_test_id("journal-note").nth(1)).to_have_value("Sun at last")
    expect(other.get_by_test_id("journal-note").first).to_have_value("Being typed")
