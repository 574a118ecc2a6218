"""A trip as GeoJSON (RFC 7946): a point a visit and a line a day, longitude first. Rides, hotels, notes and the
whole trip are foreign members."""

import json
from typing import Any

from travelagent.ground import cut_at_date_line
from travelagent.plans.fields import clock
from travelagent.plans.requests import booked_hotels
from travelagent.plans.values import DayPlan, Visit
from travelagent.trips.exports.document import document_of
from travelagent.trips.exports.reading import Reading, read
from travelagent.trips.models import Trip

WHOLE = "travelagent"
"""The member that holds the document of the whole trip."""


def to_geojson(trip: Trip, lang: str) -> bytes:
    """UTF-8, a FeatureCollection."""
    reading = read(trip, lang)
    features = [feature for day in reading.itinerary.days for feature in _features(reading, day)]
    collection = {"type": "FeatureCollection", "name": trip.title, **_bookings(reading)}
    collection |= ({"notes": trip.notes} if trip.notes else {}) | {"features": features, WHOLE: document_of(trip)}
    return json.dumps(collection, ensure_ascii=False, indent=1).encode()


def _bookings(reading: Reading) -> dict[str, Any]:
    """Foreign members: the rides there and home, and the hotels with the first and the last day there."""
    request, days = reading.request, reading.itinerary.days
    rides = {"arrival": (request.arrival, days[0]), "departure": (request.departure, days[-1])}
    found: dict[str, Any] = {
        name: {"date": day.date.isoformat(), "at": clock(ride.at), "minutes": ride.minutes, "mode": ride.way}
        for name, (ride, day) in rides.items()
        if ride is not None
    }
    hotels = [
        {"name": reading.name(hotel.name), "lat": hotel.lat, "lon": hotel.lon,
         "from": first.date.isoformat(), "to": last.date.isoformat()}
        for _, hotel, first, last in booked_hotels(request, days)
    ]  # fmt: skip
    return found | ({"hotels": hotels} if hotels else {})


def _features(reading: Reading, day: DayPlan) -> list[dict[str, Any]]:
    stops = [visit for visit in day.visits if not visit.marker]
    if not stops:
        return []
    visits = [(point.lon, point.lat) for visit in stops for point in ((visit, visit.exit) if visit.exit else (visit,))]
    line = [(day.origin.lon, day.origin.lat), *visits, (day.destination.lon, day.destination.lat)]
    parts = cut_at_date_line(line)
    geometry = (
        {"type": "LineString", "coordinates": parts[0]}
        if len(parts) == 1
        else {"type": "MultiLineString", "coordinates": parts}
    )
    properties = {"kind": "day", "day": day.day, "date": day.date.isoformat(), "city": day.city}
    return [
        {"type": "Feature", "geometry": geometry, "properties": {**properties, "name": reading.heading(day)}},
        *(_visit(reading, day, number, visit) for number, visit in enumerate(stops, 1)),
    ]


def _visit(reading: Reading, day: DayPlan, number: int, visit: Visit) -> dict[str, Any]:
    return {
        "type": "Feature",
        "id": f"{day.day}-{number}",
        "geometry": {"type": "Point", "coordinates": (visit.lon, visit.lat)},
        "properties": {
            "kind": "visit",
            "day": day.day,
            "number": number,
            "sight": visit.sight,
            "name": reading.name(visit.name),
            "date": day.date.isoformat(),
            "arrive": clock(visit.arrive),
            "depart": clock(visit.depart),
            "facts": reading.facts(day, visit),
        },
    }
