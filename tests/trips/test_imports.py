"""Our own files come back as the same places, dates and times; foreign ones lose nothing, broken ones tell why."""

import json
from datetime import date
from typing import Any

import pytest
from django.utils import translation

from tests.support.trips import made
from travelagent.assistant.tools.generate_route import generate_route
from travelagent.trips import actions
from travelagent.trips.exports import EXPORTS
from travelagent.trips.imports import IMPORTS, TripFile
from travelagent.trips.imports.reading import read_file
from travelagent.trips.imports.values import UnreadableFile
from travelagent.trips.models import Trip

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 2)


def brought(person: int, format: str, content: bytes) -> Trip:
    return actions.import_trip(person, read_file(TripFile(format, content), TODAY).document)


def stops(trip: Trip) -> list[tuple[Any, ...]]:
    """(date, sight, latitude, longitude, arrival) of every visit."""
    return [
        (day["date"], visit["sight"], round(visit["lat"], 5), round(visit["lon"], 5), visit["arrive"])
        for day in trip.itinerary["days"]
        for visit in day["visits"]
    ]


def ends(trip: Trip) -> list[str]:
    return [visit["depart"] for day in trip.itinerary["days"] for visit in day["visits"]]


@pytest.fixture(scope="module", params=["Kyoto", "London+Paris", "Beijing"])
def any_plan(request: pytest.FixtureRequest) -> dict[str, Any]:
    city, *more = request.param.split("+")
    return made(generate_route, city=city, cities=more, days=3, start_date="2026-12-06")


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("format", sorted(IMPORTS.keys() & EXPORTS.keys() - {"pdf"}))
def test_what_we_export_comes_back(person: int, any_plan: dict[str, Any], format: str, lang: str) -> None:
    trip = actions.create_trip(person, "There and back", any_plan)
    again = brought(person, format, EXPORTS[format].write(trip, lang))

    assert again.title == trip.title
    assert stops(again) == stops(trip)
    if format != "gpx":
        assert ends(again) == ends(trip)
    assert [d["city"] for d in again.itinerary["days"]] == [d["city"] for d in trip.itinerary["days"]]


FOREIGN_GPX = b"""<?xml version="1.0"?><gpx version="1.1" creator="Other" xmlns="http://www.topografix.com/GPX/1/1">
<wpt lat="35.0394" lon="135.7292"><name>Kinkaku-ji</name></wpt>
<wpt lat="35.0116" lon="135.7681"><name>Aunt Mei</name></wpt></gpx>"""


def test_way_points_without_times_make_a_day_of_their_own(person: int) -> None:
    trip = brought(person, "gpx", FOREIGN_GPX)

    visits = [visit for day in trip.itinerary["days"] for visit in day["visits"]]
    assert [visit["name"]["en"] for visit in visits] == ["Kinkaku-ji", "Aunt Mei"]
    assert trip.itinerary["days"][0]["date"] == "2026-11-17"


def test_an_appointment_without_a_position_is_kept_in_the_notes(person: int) -> None:
    calendar = (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n"
        "BEGIN:VEVENT\r\nUID:1\r\nDTSTART:20261206T100000\r\nDTEND:20261206T113000\r\nSUMMARY:Aunt Mei\r\n"
        "GEO:35.0116;135.7681\r\nEND:VEVENT\r\n"
        "BEGIN:VEVENT\r\nUID:2\r\nDTSTART:20261206T153000\r\nSUMMARY:Call the bank\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    trip = brought(person, "ics", calendar.encode())

    assert [(at, name) for at, name in _named(trip)] == [("10:00", "Aunt Mei")]
    assert "2026-12-06 15:30 Call the bank" in trip.notes


def test_an_event_with_a_broken_date_does_not_keep_the_others_out(person: int) -> None:
    calendar = (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n"
        "BEGIN:VEVENT\r\nUID:1\r\nDTSTART:NEXT-YEAR\r\nGEO:48.85;2.35\r\nSUMMARY:Some day\r\nEND:VEVENT\r\n"
        "BEGIN:VEVENT\r\nUID:2\r\nDTSTART:20261206T100000\r\nDTEND:SOON\r\nGEO:48.86;2.34\r\n"
        "SUMMARY:Aunt Mei\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    trip = brought(person, "ics", calendar.encode())

    assert _named(trip) == [("10:00", "Aunt Mei")]
    assert "Some day" in trip.notes


def _named(trip: Trip) -> list[tuple[str, str]]:
    return [(v["arrive"], v["name"]["en"]) for day in trip.itinerary["days"] for v in day["visits"]]


POINT = {"type": "Feature", "geometry": {"type": "Point", "coordinates": [500, 10]}, "properties": {"name": "Nowhere"}}
TRACK = b"""<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
<trk><trkseg><trkpt lat="1" lon="2"/></trkseg></trk></gpx>"""


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize(
    ("format", "content"),
    [
        ("gpx", b"<gpx"),
        ("gpx", b"\xff\xfe\x00"),
        ("gpx", b'<!DOCTYPE x [<!ENTITY a "b">]><gpx/>'),
        ("gpx", TRACK),
        ("ics", b"BEGIN:VCALENDAR\r\nEND:VEVENT"),
        ("ics", b"hello"),
        ("ics", b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nEND:VCALENDAR\r\n"),
        ("geojson", b"[1]"),
        ("geojson", b'{"type": "FeatureCollection", "features": 3}'),
        ("geojson", json.dumps({"type": "FeatureCollection", "features": [POINT]}).encode()),
    ],
)
def test_a_file_that_is_no_trip_is_refused_in_the_readers_language(
    person: int, format: str, content: bytes, language: str
) -> None:
    with translation.override(language), pytest.raises(UnreadableFile) as refused:
        read_file(TripFile(format, content), TODAY)

    assert any("\u4e00" <= letter <= "\u9fff" for letter in str(refused.value)) == (language == "zh-hans")
    assert not Trip.objects.filter(person_id=person).exists()
