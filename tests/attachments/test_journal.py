"""The journal of a trip over REST, and the book that is printed of it."""

import io
from typing import Any
from weakref import WeakValueDictionary

import pytest
from PIL import Image
from pypdf import PdfReader

from tests.api.caller import Caller, Upload, problem
from tests.attachments.samples import page_texts, picture
from travelagent.attachments.book import book_days, days
from travelagent.attachments.book.days import rows_of
from travelagent.attachments.models import JournalEntry, TripFile
from travelagent.trips.exports.reading import read
from travelagent.trips.models import Trip

pytestmark = pytest.mark.django_db
FIRST, SECOND, LAST = "2026-12-06", "2026-12-07", "2026-12-08"


def add_picture(page: Caller, path: str, day: str, size: tuple[int, int] = (300, 200)) -> dict[str, Any]:
    sent = Upload(picture("JPEG", size), "a.jpg", {"belongs_to": "journal", "target": day})
    made = page.post(f"{path}files/", sent)
    assert made.status_code == 201, made.content
    found: dict[str, Any] = made.json()
    return found


def test_a_day_has_a_note_and_pictures(page: Caller, path: str) -> None:
    assert problem(page.get(f"{path}journal/{FIRST}/")) == (404, "not_found")
    written = page("PUT", f"{path}journal/{FIRST}/", {"text": "  Rain, then tea.\n\n雨后喝茶。 "})
    assert (written.status_code, written["ETag"]) == (200, '"1"')
    photo = add_picture(page, path, FIRST)
    day = page.get(f"{path}journal/{FIRST}/").json()
    assert (day["text"], [each["id"] for each in day["pictures"]]) == ("Rain, then tea.\n\n雨后喝茶。", [photo["id"]])
    add_picture(page, path, LAST)
    days = page.get(f"{path}journal/").json()["results"]
    assert [(each["day"], each["text"] != "", len(each["pictures"])) for each in days] == [
        (FIRST, True, 1),
        (LAST, False, 1),
    ]


def test_two_who_write_the_same_day_hear_of_each_other(page: Caller, path: str) -> None:
    where = f"{path}journal/{FIRST}/"
    assert page("PUT", where, {"text": "One"}, If_Match='"0"').status_code == 200
    assert problem(page("PUT", where, {"text": "Two"}, If_Match='"0"')) == (412, "version_conflict")
    assert page("PUT", where, {"text": "Two"}, If_Match='"1"').status_code == 200
    assert problem(page("DELETE", where, If_Match='"1"')) == (412, "version_conflict")
    assert page.get(where).json()["text"] == "Two"


def test_pictures_stay_when_the_note_goes(page: Caller, path: str) -> None:
    photo = add_picture(page, path, FIRST)
    assert page("DELETE", f"{path}journal/{FIRST}/").status_code == 204
    assert not JournalEntry.objects.exists()
    row = page.get(f"{path}files/").json()["results"][0]
    assert (row["id"], row["belongs_to"], row["target"]) == (photo["id"], "day", FIRST)


@pytest.mark.parametrize("day", ["2026-12-09", "2026-13-01", "20261206", "today"])
def test_only_days_of_the_trip_have_a_note(page: Caller, path: str, day: str) -> None:
    assert problem(page("PUT", f"{path}journal/{day}/", {"text": "Hm"})) == (404, "not_found")


def test_a_note_has_an_end(page: Caller, path: str) -> None:
    assert page("PUT", f"{path}journal/{FIRST}/", {"text": "x" * 10_000}).status_code == 200
    assert problem(page("PUT", f"{path}journal/{FIRST}/", {"text": "x" * 10_001})) == (400, "invalid")


def test_a_day_that_the_plan_lost_keeps_its_note(page: Caller, path: str) -> None:
    assert page("PUT", f"{path}journal/{FIRST}/", {"text": "Before"}).status_code == 200
    trip = page.get(path).json()
    days = [{**day, "date": day["date"].replace("2026-12-0", "2027-03-1")} for day in trip["itinerary"]["days"]]
    assert page.patch(path, {"itinerary": {**trip["itinerary"], "days": days}}).status_code == 200
    assert page("PUT", f"{path}journal/{FIRST}/", {"text": "After"}).status_code == 200
    row = Trip.objects.get(pk=path.split("/")[1])
    dates = [(str(day.date), day.plan is None, day.text) for day in book_days(read(row, "en"))]
    assert dates[0] == (FIRST, True, "After")
    assert [date for date, _, _ in dates[1:]] == ["2027-03-16", "2027-03-17", "2027-03-18"]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_book_has_a_title_and_every_day_with_its_note_and_pictures(page: Caller, path: str, lang: str) -> None:
    page("PUT", f"{path}journal/{FIRST}/", {"text": "Rain, then tea.\n雨后喝茶，很暖和。"})
    page("PUT", f"{path}journal/{SECOND}/", {"text": "A long day. " * 800})
    for size in ((300, 200), (200, 300), (300, 300)):
        add_picture(page, path, FIRST, size)
    answer = page.get(f"{path}journal/book/?lang={lang}")
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"].startswith('attachment; filename="journal.pdf"')
    reader = PdfReader(io.BytesIO(answer.content))
    texts = page_texts(answer.content)
    title, day_one = texts[0], texts[1]
    assert "Kyoto" in title
    assert ("旅行日记" if lang == "zh" else "Ajournal") in title
    assert ("2026年12月6日" if lang == "zh" else "6December2026") in day_one
    assert "Rain,thentea." in day_one
    assert "雨后喝茶，很暖和。" in day_one
    assert (len(reader.pages[0].images), len(reader.pages[1].images)) == (1, 3)
    visits = page.get(path).json()["itinerary"]["days"][0]["visits"]
    names = [visit["name"][lang] for visit in visits if not visit.get("marker")]
    assert names[0].replace(" ", "") in day_one
    assert sum("Alongday." in text for text in texts) >= 2
    assert ("这一天没有写下什么。" if lang == "zh" else "Nothingwaswrittenonthisday.") in texts[-1]
    assert {float(each.mediabox.width) for each in reader.pages} == {float(reader.pages[0].mediabox.width)}


def test_a_day_of_many_pictures_is_printed_with_few_of_them_in_memory(
    page: Caller, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    decode, held, most = days.picture_of, WeakValueDictionary[int, Image.Image](), list[int]()

    def counted(file: TripFile) -> Image.Image | None:
        found = decode(file)
        if found is not None:
            held[len(most)] = found
        most.append(len(held))
        return found

    monkeypatch.setattr(days, "picture_of", counted)
    for _ in range(9):
        add_picture(page, path, FIRST)
    assert page.get(f"{path}journal/book/").status_code == 200
    assert len(most) == 9
    assert max(most) <= 4


def test_a_picture_that_the_storage_lost_spoils_no_book(page: Caller, path: str) -> None:
    made = add_picture(page, path, FIRST)
    Trip.objects.get().files.get(pk=made["id"]).content.delete(save=False)
    assert page.get(f"{path}journal/book/").status_code == 200
    assert problem(page.get(f"{path}files/{made['id']}/")) == (404, "not_found")


@pytest.mark.parametrize(
    ("widths", "rows"),
    [
        ([300], [1]),
        ([300, 300], [2]),
        ([300, 100, 100], [1, 2]),
        ([100, 100, 100], [2, 1]),
        ([100, 100, 300, 100, 100], [2, 1, 2]),
        ([], []),
    ],
)
def test_pictures_stand_in_rows(widths: list[int], rows: list[int]) -> None:
    found = rows_of([TripFile(width=width, height=200) for width in widths])
    assert [len(row) for row in found] == rows
    assert [file.width for row in found for file in row] == widths
