"""Calendars as other programs write them: repeated, changed, cancelled, several in one file, whole days at a place."""

from __future__ import annotations

from typing import Final

import pytest

from travelagent.trips.imports.calendar import read_ics
from travelagent.trips.imports.events import MOST_REPEATS
from travelagent.trips.imports.values import FileTrip

GEO: Final = "GEO:35.005;135.77"


def event(uid: str, start: str, *lines: str, geo: str = GEO) -> str:
    """An event of an hour and a half in Kyoto, at a time such as 20270308T090000."""
    shown = [f"UID:{uid}", "DTSTAMP:20270101T000000Z", f"DTSTART;TZID=Asia/Tokyo:{start}", "DURATION:PT90M"]
    return "\r\n".join(["BEGIN:VEVENT", *shown, f"SUMMARY:{uid}", *filter(None, [geo]), *lines, "END:VEVENT"])


def calendar(*events: str) -> str:
    return "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN", *events, "END:VCALENDAR", ""])


def whole_days(uid: str, first: str, last: str, *lines: str) -> str:
    shown = [f"UID:{uid}", f"DTSTART;VALUE=DATE:{first}", f"DTEND;VALUE=DATE:{last}", f"SUMMARY:{uid}"]
    return "\r\n".join(["BEGIN:VEVENT", *shown, *lines, "END:VEVENT"])


def begins(read: FileTrip) -> list[str]:
    return [f"{place.name} {place.begin or place.on:%m-%d %H:%M}" for place in read.places]


TOUR: Final = event("tour", "20270308T140000")
COURSE: Final = ("RRULE:FREQ=DAILY;COUNT=4", "EXDATE;TZID=Asia/Tokyo:20270310T090000")
FILES: Final[dict[str, tuple[str, list[str], list[str]]]] = {
    "repeated daily, but for one": (
        calendar(event("course", "20270308T090000", *COURSE)),
        ["course 03-08 09:00", "course 03-09 09:00", "course 03-11 09:00"],
        [],
    ),
    "repeated on weekdays": (
        calendar(event("swim", "20270308T070000", "RRULE:FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20270314T000000Z")),
        ["swim 03-08 07:00", "swim 03-11 07:00"],
        [],
    ),
    "repeated on dates that are listed": (
        calendar(event("tea", "20270308T100000", "RDATE;TZID=Asia/Tokyo:20270310T110000")),
        ["tea 03-08 10:00", "tea 03-10 11:00"],
        [],
    ),
    "one repetition at another time": (
        calendar(
            event("run", "20270308T070000", "RRULE:FREQ=DAILY;COUNT=3"),
            event("run", "20270309T083000", "RECURRENCE-ID;TZID=Asia/Tokyo:20270309T070000"),
        ),
        ["run 03-08 07:00", "run 03-09 08:30", "run 03-10 07:00"],
        [],
    ),
    "one repetition cancelled": (
        calendar(
            event("run", "20270308T070000", "RRULE:FREQ=DAILY;COUNT=3"),
            event("run", "20270309T070000", "RECURRENCE-ID;TZID=Asia/Tokyo:20270309T070000", "STATUS:CANCELLED"),
        ),
        ["run 03-08 07:00", "run 03-10 07:00"],
        [],
    ),
    "cancelled": (
        calendar(TOUR, event("rental", "20270309T100000", "STATUS:CANCELLED")),
        ["tour 03-08 14:00"],
        ["rental"],
    ),
    "a cancelled series": (
        calendar(TOUR, event("lesson", "20270308T090000", *COURSE, "STATUS:CANCELLED")),
        ["tour 03-08 14:00"],
        ["lesson"],
    ),
    "confirmed and tentative": (
        calendar(event("a", "20270308T100000", "STATUS:CONFIRMED"), event("b", "20270308T120000", "STATUS:TENTATIVE")),
        ["a 03-08 10:00", "b 03-08 12:00"],
        [],
    ),
    "an older state behind the newer one": (
        calendar(event("visit", "20270308T150000", "SEQUENCE:2"), event("visit", "20270308T090000", "SEQUENCE:1")),
        ["visit 03-08 15:00"],
        [],
    ),
    "cancelled by a later state": (
        calendar(
            TOUR,
            event("visit", "20270308T090000", "SEQUENCE:1"),
            event("visit", "20270308T090000", "SEQUENCE:2", "STATUS:CANCELLED"),
        ),
        ["tour 03-08 14:00"],
        ["visit"],
    ),
    "two calendars": (
        calendar(event("one", "20270308T140000")) + calendar(event("two", "20270309T140000")),
        ["one 03-08 14:00", "two 03-09 14:00"],
        [],
    ),
    "Apple's place": (
        calendar(
            event(
                "lunch",
                "20270308T120000",
                'X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE="Tasca":geo:38.712000,-9.140600',
                geo="",
            )
        ),
        ["lunch 03-08 12:00"],
        [],
    ),
    "a whole day": (calendar(whole_days("fair", "20270308", "20270309", GEO)), ["fair 03-08 00:00"], []),
    "a rule that is none": (
        calendar(TOUR, event("odd", "20270309T090000", "RRULE:FREQ=NEVER")),
        ["tour 03-08 14:00", "odd 03-09 09:00"],
        ["odd"],
    ),
}
"""What a file holds, the stops that it is read as, and what is named as not read."""


def test_events_are_read_as_they_take_place(subtests: pytest.Subtests) -> None:
    for name, (text, stops, unread) in FILES.items():
        with subtests.test(file=name):
            read = read_ics(text.encode())
            assert begins(read) == stops
            assert [each.what for each in read.unread] == unread


def test_an_endless_series_is_cut_with_a_note() -> None:
    read = read_ics(calendar(event("run", "20270308T070000", "RRULE:FREQ=DAILY")).encode())
    assert len(read.places) == 30
    assert [each.what for each in read.unread] == ["run"]
    often = read_ics(calendar(event("pill", "20270308T070000", "RRULE:FREQ=MINUTELY;COUNT=100000000")).encode())
    assert len(often.places) == MOST_REPEATS


def test_whole_days_at_a_place_are_a_stay(subtests: pytest.Subtests) -> None:
    stay = read_ics(calendar(whole_days("Pension Uno", "20270503", "20270507", GEO)).encode())
    [lodging] = stay.lodgings
    assert (lodging.name, str(lodging.check_in), str(lodging.check_out)) == ("Pension Uno", "2027-05-03", "2027-05-07")
    assert stay.places == ()
    with subtests.test("its longitude is wrapped like a stop's"):
        far = read_ics(calendar(whole_days("Pension Uno", "20270503", "20270507", "GEO:-16.5;181.5")).encode())
        assert [lodging.at for lodging in far.lodgings] == [(-16.5, -178.5)]
        lost = read_ics(calendar(TOUR, whole_days("Nowhere", "20270503", "20270507", "GEO:-16.5;500")).encode())
        assert (lost.lodgings, [remark for remark in lost.remarks if "Nowhere" in remark]) == ((), list(lost.remarks))
        assert lost.remarks
    with subtests.test("without a place it is a remark"):
        leave = read_ics(calendar(TOUR, whole_days("Leave", "20270503", "20270507")).encode())
        assert (leave.lodgings, len(leave.remarks)) == ((), 1)
