"""The files and the journal of a trip on its page, in both languages, on a phone and on a desk."""

import io
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from pypdf import PdfReader

from tests.attachments.hostile import SVG
from tests.attachments.samples import document, page_texts, picture
from tests.browser.conftest import OpenPage
from tests.browser.inspection import overflow
from tests.browser.trip_page import open_tab, open_trip
from tests.support.axe import violations
from tests.support.server import Server

pytestmark = pytest.mark.browser
REFUSED = re.compile("the server responded with a status of (400|409|412|413|415|422)")
FIRST = "2026-12-06"
LARGE = bytes(15 * 1024 * 1024 + 1)
LONG = "a-name-of-a-file-that-is-rather-long-for-a-row-on-a-telephone-indeed.pdf"


def choose(page: Page, testid: str, *files: tuple[str, bytes], within: Locator | None = None) -> None:
    """Pick these files with a button."""
    chosen: list[Any] = [{"name": name, "mimeType": "", "buffer": content} for name, content in files]
    (within or page).get_by_test_id(testid).set_input_files(chosen)


def show_files(page: Page) -> None:
    open_tab(page, "notes")
    page.get_by_test_id("notes").scroll_into_view_if_needed()
    expect(page.get_by_test_id("files")).to_be_visible()
    expect(page.get_by_test_id("journal")).to_be_visible()


def test_files_are_attached_seen_named_refused_stopped_dropped_and_deleted(
    offline_server: Server, open_page: OpenPage, saved: dict[str, Any]
) -> None:
    page = open_trip(open_page, offline_server, saved, expected=REFUSED)
    show_files(page)
    choose(page, "attach", ("tickets.pdf", document()), ("river.jpg", picture("JPEG", (900, 600))))
    files = page.get_by_test_id("file")
    expect(files).to_have_count(2)
    expect(page.get_by_test_id("upload")).to_have_count(0)
    expect(page.get_by_test_id("files-told")).to_contain_text("2 files")
    seen = files.nth(1).locator("img")
    assert seen.evaluate("async (img) => { await img.decode(); return img.naturalWidth; }") == 480

    with page.expect_download() as download:
        files.first.get_by_test_id("file-link").click()
    assert download.value.suggested_filename == "tickets.pdf"
    assert Path(download.value.path()).read_bytes() == document()

    page.get_by_test_id("change-file").first.click()
    page.get_by_test_id("file-name").fill("Uffizi")
    page.get_by_test_id("file-place").select_option(f"day:{FIRST}")
    assert violations(page) == []
    page.get_by_test_id("submit").click()
    expect(files.first).to_contain_text("Uffizi.pdf")
    expect(files.first).to_have_attribute("data-belongs", "day")
    page.reload()
    expect(files).to_have_count(2)
    page.get_by_test_id("change-file").first.click()
    page.get_by_test_id("remove-file").click()
    expect(files).to_have_count(1)

    choose(page, "attach", ("map.svg", SVG), ("huge.pdf", LARGE), ("ok.png", picture()))
    faults = page.get_by_test_id("upload-fault")
    expect(faults).to_have_count(2)
    expect(faults.filter(has_text="Only PDF documents and JPEG, PNG or WebP pictures are taken.")).to_have_count(1)
    expect(faults.filter(has_text="too large; at most 15 MB")).to_have_count(1)
    expect(files).to_have_count(2)
    for _ in range(2):
        page.get_by_test_id("cancel-upload").first.click()
    expect(page.get_by_test_id("upload")).to_have_count(0)

    held: list[Route] = []
    page.route("**/files/", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    choose(page, "attach", ("slow.png", picture(size=(31, 31))))
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_test_id("cancel-upload").click()
    expect(page.get_by_test_id("upload")).to_have_count(0)
    for route in held:
        route.abort()  # else it reaches the server when nothing holds it any more
    page.unroute("**/files/")
    choose(page, "attach", ("next.png", picture(size=(32, 32))))
    expect(files).to_have_count(3)

    data = page.evaluate_handle(
        "(bytes) => { const d = new DataTransfer();"
        " d.items.add(new File([new Uint8Array(bytes)], 'dropped.png', {type: 'image/png'})); return d; }",
        list(picture(size=(33, 33))),
    )
    for kind in ("dragenter", "dragover", "drop"):
        page.locator(".drop").dispatch_event(kind, {"dataTransfer": data})
    expect(files.filter(has_text="dropped.png")).to_have_count(1)


BOOK = {"en-US": ("A journal", "6 December 2026"), "zh-CN": ("旅行日记", "2026年12月6日")}


@pytest.mark.parametrize("locale", BOOK)
@pytest.mark.sampled
@pytest.mark.full
def test_a_journal_is_written_on_a_phone_and_printed(
    offline_server: Server, open_page: OpenPage, saved: dict[str, Any], locale: str
) -> None:
    page = open_trip(open_page, offline_server, saved, expected=REFUSED, locale=locale, width=390)
    show_files(page)
    choose(page, "attach", (LONG, document()), ("map.svg", SVG))
    expect(page.get_by_test_id("file")).to_have_count(1)
    expect(page.get_by_test_id("upload-fault")).to_have_count(1)
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


@pytest.mark.full
def test_two_pages_of_a_trip_show_the_same_and_lose_no_note(
    offline_server: Server, open_page: OpenPage, saved: dict[str, Any]
) -> None:
    page = open_trip(open_page, offline_server, saved, expected=REFUSED)
    show_files(page)
    other = page.context.new_page()
    other.goto(page.url)
    show_files(other)
    notes = page.get_by_test_id("journal-note"), other.get_by_test_id("journal-note")
    notes[1].first.fill("Being typed")
    choose(page, "attach", ("tickets.pdf", document()))
    expect(other.get_by_test_id("file")).to_have_count(1)
    second = page.get_by_test_id("journal-day").nth(1)
    second.locator("summary").click()
    notes[0].nth(1).fill("Sun at last")
    notes[0].nth(1).blur()
    expect(notes[1].nth(1)).to_have_value("Sun at last")
    expect(notes[1].first).to_have_value("Being typed")
    notes[1].first.blur()
    expect(notes[0].first).to_have_value("Being typed")

    other.route_web_socket(re.compile("/ws/trips/"), lambda _: None)  # what the other does is not heard of
    other.reload()
    other.get_by_test_id("notes").scroll_into_view_if_needed()
    expect(notes[1].first).to_be_visible()
    for each, note, text in ((page, notes[0], "Mine"), (other, notes[1], "Theirs")):
        note.first.fill(text)
        note.first.blur()
        if each is page:
            expect(page.get_by_test_id("journal-state").first).to_have_text("Saved.")
    expect(other.get_by_test_id("keep-mine")).to_be_visible()
    expect(other.locator("blockquote")).to_have_text("Mine")
    other.get_by_test_id("keep-mine").click()
    expect(other.get_by_test_id("journal-state").first).to_have_text("Saved.")
    page.reload()
    expect(notes[0].first).to_have_value("Theirs")
