"""A trip over the date line: its stops lie side by side in the booklet, and its lines are cut in GeoJSON."""

import json
from itertools import pairwise
from typing import Any

import pypdfium2
import pytest

from travelagent.trips.exports.booklet import to_pdf
from travelagent.trips.exports.geojson import to_geojson
from travelagent.trips.models import Trip

MATEI, NABOUWALU, RABI = (-16.69, -179.88), (-16.99, 178.69), (-16.50, 179.98)
"""Latitudes and longitudes of places of Fiji."""
WEST = 20.0
"""Degrees by which the same trip lies on one side of the date line."""
DAY_PAGE = 1


def trip_at(plan: dict[str, Any], *stops: tuple[float, float]) -> Trip:
    """A trip of one day that begins and ends at its first stop."""
    like = plan["days"][0]
    places = [{"lat": lat, "lon": lon} for lat, lon in stops]
    visit = {name: value for name, value in like["visits"][0].items() if name != "exit"}
    visits = [{**visit, **place, "id": str(number), "sight": None} for number, place in enumerate(places)]
    end = {**like["origin"], **places[0]}
    day = {**like, "visits": visits, "legs": [], "meals": [], "origin": end, "destination": end}
    return Trip(title="Fiji", itinerary={**plan, "days": [day]})


def numbers_on_map(content: bytes) -> dict[str, tuple[float, float]]:
    """Where the numbers of the first three stops stand on the day's page, in points; the map is above the list."""
    with pypdfium2.PdfDocument(content) as document:
        text = document[DAY_PAGE].get_textpage()
        found: dict[str, tuple[float, float]] = {}
        for index in range(text.count_chars()):
            left, bottom, right, top = text.get_charbox(index)
            character = text.get_text_range(index, 1)
            if character in "123" and 500 < bottom < 735:
                found.setdefault(character, ((left + right) / 2, (bottom + top) / 2))
    return found


def test_stops_on_both_sides_lie_side_by_side(plan: dict[str, Any]) -> None:
    fiji = (MATEI, NABOUWALU, RABI)
    over = numbers_on_map(to_pdf(trip_at(plan, *fiji), "en"))
    beside = numbers_on_map(to_pdf(trip_at(plan, *((lat, (lon - WEST) % 360) for lat, lon in fiji)), "en"))

    assert over["2"][0] < over["3"][0] < over["1"][0]
    assert over["1"][0] - over["2"][0] > 200
    for number, at in over.items():
        assert at == pytest.approx(beside[number], abs=0.5)


def test_lines_are_cut(plan: dict[str, Any]) -> None:
    features = json.loads(to_geojson(trip_at(plan, MATEI, NABOUWALU, RABI), "en"))["features"]
    [geometry] = [feature["geometry"] for feature in features if feature["properties"]["kind"] == "day"]

    assert geometry["type"] == "MultiLineString"
    for part in geometry["coordinates"]:
        assert all(abs(other[0] - one[0]) < 180 for one, other in pairwise(part))
    assert {abs(part[0][0]) for part in geometry["coordinates"][1:]} == {180}
