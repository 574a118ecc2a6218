"""A trip as GeoJSON (RFC 7946): a point a visit and a line a day, longitude first."""

import json
from typing import Any

from travelagent.plans.values import DayPlan, Visit
from travelagent.plans.words import clock
from travelagent.trips.exports.reading import Reading, read
from travelagent.trips.models import Trip


def to_geojson(trip: Trip, lang: str) -> bytes:
    """UTF-8, a FeatureCollection."""
    reading = read(trip, lang)
    features = [feature for day in reading.itinerary.days for feature in _features(reading, day)]
    collection = {"type": "FeatureCollection", "name": trip.title, "features": features}
    return json.dumps(collection, ensure_ascii=False, indent=1).encode()


def _features(reading: Reading, day: DayPlan) -> list[dict[str, Any]]:
    if not day.visits:
        return []
    visits = [
        (point.lon, point.lat) for visit in day.visits for point in ((visit, visit.exit) if visit.exit else (visit,))
    ]
    line = [(day.origin.lon, day.origin.lat), *visits, (day.destination.lon, day.destination.lat)]
    way = {"type": "LineString", "coordinates": line}
    told = {"kind": "day", "day": day.day, "date": day.date.isoformat(), "city": day.city}
    return [
        {"type": "Feature", "geometry": way, "properties": {**told, "name": reading.heading(day)}},
        *(_visit(reading, day, number, visit) for number, visit in enumerate(day.visits, 1)),
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
