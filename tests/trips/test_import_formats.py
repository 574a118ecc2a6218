"""Files of other software become the places, hours, rides and hotels that they tell; what they cannot give is named."""

import io
import zipfile
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from travelagent.trips import actions
from travelagent.trips.exports import EXPORTS
from travelagent.trips.imports import TripFile
from travelagent.trips.imports.preview import Preview
from travelagent.trips.imports.reading import read_file
from travelagent.trips.models import Trip

FILES = Path(__file__).parent / "files"
TODAY = date(2026, 11, 2)
KINKAKU = "kyoto/kinkaku-ji"


def previewed(format: str, content: bytes | str) -> Preview:
    return read_file(TripFile(format, content.encode() if isinstance(content, str) else content), TODAY)


def stops(preview: Preview) -> list[tuple[int, str, str | None]]:
    """(day, English name, sight) of each stop."""
    return [(stop.day, stop.name["en"], stop.sight) for stop in preview.stops]


def unread(preview: Preview) -> list[str]:
    return [each.what for each in preview.not_read]


def zipped(members: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


@pytest.mark.parametrize("packed", [False, True])
def test_a_map_in_kml_has_a_day_a_folder(packed: bool) -> None:
    content = (FILES / "my-maps.kml").read_bytes()
    archive = zipped({"images/a.png": b"x", "doc.kml": content})
    found = previewed("kmz", archive) if packed else previewed("kml", content)

    assert found.title == "Kyoto in autumn"
    assert stops(found) == [
        (1, "Kinkaku-ji", KINKAKU),
        (1, "Aunt Mei", None),
        (2, "Fushimi Inari Taisha", "kyoto/fushimi-inari-taisha"),
    ]
    assert found.notes == ("Kinkakuji Temple: Go early", "Walk along the river")
    assert unread(found) == ["Somewhere with an address only"]
    assert (found.counts.sights, found.counts.own_places, found.counts.days) == (2, 1, 2)
    assert found.date_assumed


def test_saved_places_of_takeout_are_places_without_dates() -> None:
    found = previewed("geojson", (FILES / "saved-places.json").read_bytes())

    assert [(name, sight) for _, name, sight in stops(found)] == [
        ("Kinkaku-ji", KINKAKU),
        ("35.0116, 135.7681", None),
        ("Noodle Bar Example", None),
    ]
    assert found.date_assumed
    assert unread(found) == ["A bar that nobody knows"]


def test_a_saved_list_of_takeout_is_placed_by_its_addresses_and_names() -> None:
    found = previewed("csv", (FILES / "saved-list.csv").read_bytes())

    assert [(name, sight) for _, name, sight in stops(found)] == [
        ("Kinkaku-ji", KINKAKU),
        ("Noodle Bar Example", None),
        ("Dropped pin", None),
    ]
    places = [visit for day in found.document["itinerary"]["days"] for visit in day["visits"]]
    assert (places[1]["lat"], places[1]["lon"]) == (35.003, 135.7601)
    assert unread(found) == ["A bar that nobody knows"]
    assert "Noodle Bar Example: cash only, no cards" in found.notes
    assert any(note.startswith("A bar that nobody knows · https://") for note in found.notes)


def test_a_sheet_with_semicolons_and_decimal_commas_keeps_dates_and_hours() -> None:
    found = previewed("csv", (FILES / "sheet.csv").read_bytes())

    assert [(stop.date, stop.start, stop.sight) for stop in found.stops] == [
        ("2026-12-06", "09:30", KINKAKU),
        ("2026-12-06", "14:00", None),
        ("2026-12-07", "08:00", "kyoto/fushimi-inari-taisha"),
    ]
    assert not found.date_assumed
    visits = found.document["itinerary"]["days"][0]["visits"]
    assert [visit["depart"] for visit in visits] == ["10:30", "15:30"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_a_sheet_in_chinese_is_read_in_every_usual_encoding(encoding: str) -> None:
    found = previewed("csv", (FILES / "sheet-zh.csv").read_text("utf-8").encode(encoding))

    assert [(stop.date, stop.start, stop.name["zh"], stop.sight) for stop in found.stops[:2]] == [
        ("2026-12-06", "09:30", "故宫博物院", "beijing/forbidden-city"),
        ("2026-12-06", "15:00", "表姐家", None),
    ]
    assert [(stop.date, stop.sight) for stop in found.stops[2:]] == [("2026-12-07", "beijing/temple-of-heaven")]
    assert unread(found) == ["不存在的小店"]


@pytest.mark.parametrize(
    ("dates", "read"),
    [
        (("13/12/2026", "05/12/2026"), ["2026-12-05", "2026-12-13"]),
        (("12/13/2026", "12/05/2026"), ["2026-12-05", "2026-12-13"]),
        (("05/12/2026", "06/12/2026"), []),
    ],
)
def test_the_order_of_day_and_month_is_told_by_the_column_or_not_guessed(
    dates: tuple[str, str], read: list[str]
) -> None:
    rows = "".join(f"Place {day},35.0{n},135.7,{day}\n" for n, day in enumerate(dates))
    found = previewed("csv", "name,lat,lon,date\n" + rows)

    if read:
        assert sorted({stop.date for stop in found.stops}) == read
    else:
        assert found.date_assumed
        assert unread(found) == ["The dates"]


def test_bookings_of_an_email_become_rides_hotel_and_stops() -> None:
    found = previewed("eml", (FILES / "booking.eml").read_bytes())
    request = found.document["itinerary"]["request"]

    assert found.title == "Your trip to Kyoto ✈"
    assert [day["date"] for day in found.document["itinerary"]["days"]] == [f"2026-12-0{n}" for n in (6, 7, 8, 9)]
    assert {day["city"] for day in found.document["itinerary"]["days"]} == {"kyoto"}
    assert (request["arrival"]["at"], request["arrival"]["way"]) == ("11:50", "flight")
    assert (request["departure"]["at"], request["departure"]["way"]) == ("18:30", "flight")
    assert request["arrival"]["minutes"] >= 90
    assert request["cities"][0]["hotel"]["name"]["en"] == "Hotel Example Kyoto"
    assert [(stop.date, stop.start, stop.name["en"]) for stop in found.stops][:1] == [
        ("2026-12-07", "18:00", "Noh by candlelight")
    ]
    assert any("EX 911" in note and "RXJ34P" in note for note in found.notes)
    assert any("2026-12-08 12:30" in note and "Noodle Bar Example" in note for note in found.notes)
    assert unread(found) == ["Noodle Bar Example"]
    assert (found.counts.rides, found.counts.hotels) == (2, 1)


def test_the_hours_of_the_rides_bound_the_first_and_the_last_day() -> None:
    days = previewed("eml", (FILES / "booking.eml").read_bytes()).document["itinerary"]["days"]

    assert days[0]["start"] >= "13:20"
    assert days[-1]["end"] <= "16:30"
    assert days[1]["start"] == "09:00"
    assert days[1]["start"] < days[0]["start"]


RIDE = """{{"@context": "http://schema.org", "@type": "TrainReservation", "reservationNumber": "T9",
"reservationFor": {{"@type": "TrainTrip", "trainNumber": "G1", "departureStation": {{"name": "{}"}},
"arrivalStation": {{"name": "{}"}}, "departureTime": "{}", "arrivalTime": "{}"}}}}"""


def email_of(*scripts: str, more: str = "") -> str:
    tags = "".join(f'<script type="application/ld+json">{script}</script>' for script in scripts)
    return f"Subject: Trains\nMIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n{more}\n<html>{tags}</html>"


def test_a_train_alone_is_the_ride_there_and_a_cancelled_one_none() -> None:
    there = RIDE.format("上海虹桥站", "北京南站", "2026-12-06T09:00:00", "2026-12-06T13:28:00")
    gone = RIDE.format("北京南站", "西安北站", "2026-12-08T09:00:00", "2026-12-08T14:00:00").replace(
        '"reservationNumber"', '"reservationStatus": "http://schema.org/ReservationCancelled", "reservationNumber"'
    )
    found = previewed("eml", email_of(there, gone))

    assert found.arrival == {"at": "13:28", "mode": "train"}
    assert found.departure is None
    assert [day["city"] for day in found.document["itinerary"]["days"]] == ["beijing"]
    assert unread(found) == ["G1"]


def test_connections_are_one_ride_and_rides_between_cities_stand_in_the_notes() -> None:
    legs = [
        ("London", "Paris", "2026-12-05T20:00:00", "2026-12-05T22:00:00"),
        ("Paris", "Beijing", "2026-12-06T01:00:00", "2026-12-06T12:00:00"),
        ("Beijing", "Shanghai", "2026-12-08T09:00:00", "2026-12-08T13:30:00"),
        ("Shanghai", "London", "2026-12-10T18:00:00", "2026-12-11T01:00:00"),
    ]
    found = previewed("eml", email_of(*(RIDE.format(*leg) for leg in legs)))

    assert found.arrival is not None
    assert found.departure is not None
    assert (found.arrival["at"], found.departure["at"]) == ("12:00", "18:00")
    assert [day["date"] for day in found.document["itinerary"]["days"]][::4] == ["2026-12-06", "2026-12-10"]
    assert unread(found) == ["G1 Beijing → Shanghai"]


def test_an_email_with_a_calendar_and_no_markup_is_read_by_its_calendar() -> None:
    calendar = (
        "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:VEVENT\nUID:1\nDTSTART;TZID=Asia/Tokyo:20261206T100000\n"
        "SUMMARY:Aunt Mei\nGEO:35.0116;135.7681\nEND:VEVENT\nEND:VCALENDAR\n"
    )
    content = f'Subject: Invitation\nMIME-Version: 1.0\nContent-Type: text/calendar; charset="utf-8"\n\n{calendar}'
    found = previewed("eml", content)

    assert [(stop.date, stop.start, stop.name["en"]) for stop in found.stops] == [("2026-12-06", "10:00", "Aunt Mei")]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_sights_that_a_pdf_names_are_placed_on_its_dates(person: int, plan: dict[str, Any], lang: str) -> None:
    trip = actions.create_trip(person, "Kyoto", plan)
    found = previewed("pdf", EXPORTS["pdf"].write(trip, lang))

    expected = {visit["sight"] for day in plan["days"] for visit in day["visits"]}
    assert len(expected & {stop.sight for stop in found.stops}) >= 0.8 * len(expected)
    assert found.notes


@pytest.mark.parametrize("format", ["ics", "geojson"])
def test_rides_and_hotels_come_back_from_our_own_files(person: int, format: str) -> None:
    document = previewed("eml", (FILES / "booking.eml").read_bytes()).document
    trip = actions.import_trip(person, document)
    again = previewed(format, EXPORTS[format].write(trip, "en"))

    before, request = trip.itinerary["request"], again.document["itinerary"]["request"]
    assert (request["arrival"], request["departure"]) == (before["arrival"], before["departure"])
    assert [day["date"] for day in again.document["itinerary"]["days"]] == [d["date"] for d in trip.itinerary["days"]]
    if format == "geojson":
        assert request["cities"][0]["hotel"] == before["cities"][0]["hotel"]


def test_what_was_previewed_is_what_is_kept(person: int) -> None:
    found = previewed("eml", (FILES / "booking.eml").read_bytes())
    assert not Trip.objects.exists()
    trip = actions.import_trip(person, found.document)
    kept = actions.checked_document({**found.document, "itinerary": trip.itinerary})

    assert [day["visits"] for day in kept["itinerary"]["days"]] == [
        day["visits"] for day in found.document["itinerary"]["days"]
    ]
    assert trip.itinerary["request"]["arrival"]["at"] == "11:50"
    assert trip.notes == found.document["notes"]


def test_loose_places_of_two_cities_do_not_share_a_day() -> None:
    rows = "Aunt,35.01,135.76\nUncle,39.93,116.40\nCousin,35.02,135.77\n"
    found = previewed("csv", "name,lat,lon\n" + rows)

    assert [(stop.day, stop.name["en"]) for stop in found.stops] == [(1, "Aunt"), (1, "Cousin"), (2, "Uncle")]


def test_places_beyond_the_longest_trip_are_named_as_left_out() -> None:
    rows = "".join(f"Place {n},{35 + n / 10000:.4f},135.7681\n" for n in range(200))
    found = previewed("csv", "name,lat,lon\n" + rows)

    assert found.counts.days == 30
    assert len(found.stops) + len(found.not_read) == 200
    assert found.not_read[-1].what == "Place 199"
