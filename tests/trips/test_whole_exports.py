"""Our own exports come back as the same trip, whatever the format; what was changed in a file comes back changed."""

import json
from datetime import date
from typing import Any

import pytest

from tests.support.trips import made
from travelagent.assistant.tools.calculate_budget import calculate_budget
from travelagent.assistant.tools.generate_route import generate_route
from travelagent.trips import actions
from travelagent.trips.exports import EXPORTS
from travelagent.trips.exports.whole import MOST_BYTES, unpacked_document
from travelagent.trips.imports import IMPORTS, TripFile
from travelagent.trips.imports.preview import Preview
from travelagent.trips.imports.reading import read_file
from travelagent.trips.models import Trip

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 2)
NOTES = "Passport, visa; <tickets> & \\ slashes\n第二行：带护照\n\n  indented"
READ_BACK = sorted(set(EXPORTS) & set(IMPORTS) - {"pdf"})
RIDE = {"at": "19:45", "minutes": 90, "way": "train"}


@pytest.fixture(scope="module")
def rich() -> dict[str, Any]:
    """A plan of two cities, over the end of summer time, with rides and their costs."""
    plan = made(
        generate_route,
        **{"city": "London", "cities": ["Paris"], "days": 4, "start_date": "2026-10-23", "travellers": 2},
        **{"arrival": {"at": "09:20", "minutes": 45, "way": "flight"}, "departure": RIDE},
    )
    days = {"days": plan["days"]}
    costs = made(calculate_budget, city="London", days=4, travellers=2, itinerary=days)
    return {"itinerary": plan, "budget": costs}


@pytest.fixture
def full(person: int, rich: dict[str, Any]) -> Trip:
    """With a hotel, a place of one's own, a pinned stop and notes."""
    trip = actions.create_trip(person, "London & <Paris> “秋”", rich["itinerary"], rich["budget"], notes=NOTES)
    own = {"op": "add_place", "name": "Aunt's; flat, №2", "lat": 51.5142, "lon": -0.0931, "day": 1}
    hotel = {"op": "hotel", "city": "paris", "hotel": {"name": "Hôtel d'Essai", "lat": 48.8606, "lon": 2.3376}}
    first = trip.itinerary["days"][1]["visits"][0]["id"]
    edits = [{**own, "start": "15:00", "minutes": 40}, hotel, {"op": "pin", "visit": first, "pinned": True}]
    return actions.edit_trip(person, trip.pk, edits)


def previewed(format: str, content: bytes) -> Preview:
    return read_file(TripFile(format, content), TODAY)


def test_every_format_but_the_printed_ones_is_read_back() -> None:
    assert READ_BACK == ["geojson", "gpx", "ics", "kml"]


@pytest.mark.parametrize("format", [*READ_BACK, "json"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_an_export_comes_back_as_the_same_trip(person: int, full: Trip, format: str, lang: str) -> None:
    content = EXPORTS[format].write(full, lang)
    document = json.loads(content) if format == "json" else previewed(format, content).document
    again = actions.import_trip(person, document)

    assert again.pk != full.pk
    for field in ("title", "itinerary", "budget", "notes"):
        assert getattr(again, field) == getattr(full, field), field
    assert again.itinerary["request"]["arrival"]["at"] == "09:20"
    assert {stay["hotel"]["name"]["en"] for stay in again.itinerary["request"]["cities"] if stay.get("hotel")} == {
        "Hôtel d'Essai"
    }


def moved(format: str, content: bytes, visit: dict[str, Any]) -> bytes:
    """The file with a stop elsewhere, as another program would leave it."""
    before, after = str(visit["lat"]), f"{visit['lat'] + 0.0103:.6f}"
    assert content.decode().count(before)
    if format == "geojson":
        found = json.loads(content)
        for feature in found["features"]:
            if feature["geometry"]["coordinates"] == [visit["lon"], visit["lat"]]:
                feature["geometry"]["coordinates"] = [visit["lon"], float(after)]
        return json.dumps(found).encode()
    return content.decode().replace(before, after).encode()


@pytest.mark.parametrize("format", READ_BACK)
def test_what_another_program_changed_counts(full: Trip, format: str) -> None:
    own = next(v for v in full.itinerary["days"][0]["visits"] if v["sight"] is None)
    found = previewed(format, moved(format, EXPORTS[format].write(full, "en"), own))
    stops = [visit for day in found.document["itinerary"]["days"] for visit in day["visits"]]

    assert (pytest.approx(own["lat"] + 0.0103, abs=1e-5), own["lon"]) in [(v["lat"], v["lon"]) for v in stops]
    assert found.document["budget"] is None
    assert len(stops) == sum(len(day["visits"]) for day in full.itinerary["days"])
    assert {v["sight"] for v in stops} == {v["sight"] for day in full.itinerary["days"] for v in day["visits"]}
    assert "第二行：带护照" in found.document["notes"]


@pytest.mark.parametrize("format", READ_BACK)
def test_another_title_in_the_file_is_the_trips(full: Trip, format: str) -> None:
    whole = "travelagent" if format == "geojson" else ""
    text = EXPORTS[format].write(full, "en").decode()
    if whole:
        text = json.dumps(json.loads(text) | {"name": "Renamed"})
    else:
        text = text.replace("London &amp; &lt;Paris&gt; “秋”", "Renamed").replace("London & <Paris> “秋”", "Renamed")
    found = previewed(format, text.encode())

    assert found.title == found.document["title"] == "Renamed"
    assert found.document["itinerary"]["days"] == full.itinerary["days"]


@pytest.mark.parametrize("format", ["kml", "ics"])
def test_stays_and_hotels_come_back_without_the_whole_trip(full: Trip, format: str) -> None:
    text = (
        EXPORTS[format].write(full, "en").decode().replace("travelagent:trip", "x").replace("X-TRAVELAGENT-TRIP", "X-X")
    )
    found = previewed(format, text.encode())
    stops = {v["name"]["en"]: v for day in found.document["itinerary"]["days"] for v in day["visits"]}
    own = next(v for v in full.itinerary["days"][0]["visits"] if v["sight"] is None)

    assert [hotel["en"] for hotel in found.hotels] == ["Hôtel d'Essai"]
    assert (stops[own["name"]["en"]]["arrive"], stops[own["name"]["en"]]["depart"]) == (own["arrive"], own["depart"])
    assert not any("ticket" in note for note in found.notes)


def test_what_unpacks_to_too_much_or_is_none_of_ours_is_no_document() -> None:
    import base64
    import zlib

    bomb = base64.b64encode(zlib.compress(b" " * (MOST_BYTES + 1), 9)).decode()
    for packed in (
        bomb,
        "",
        "!!",
        "eJw=",
        base64.b64encode(b"x").decode(),
        base64.b64encode(zlib.compress(b"[]")).decode(),
    ):
        assert unpacked_document(packed) is None


def test_a_document_that_is_no_trip_leaves_the_file_as_it_is_seen(full: Trip) -> None:
    found = json.loads(EXPORTS["geojson"].write(full, "en"))
    found["travelagent"]["itinerary"] = {"days": "none"}
    again = previewed("geojson", json.dumps(found).encode())
    assert again.counts.days == 4
    assert again.document["budget"] is None
