"""A trip as GPX 1.1: a route a day, from where it begins over every visit to where it ends; the notes and the
whole trip stand in its metadata."""

from datetime import UTC
from xml.etree.ElementTree import Element

from gpxpy.gpx import GPX, GPXRoute, GPXRoutePoint

from travelagent.plans.values import DayPlan, Point, Visit
from travelagent.trips.exports.reading import Reading, read
from travelagent.trips.exports.whole import packed_document
from travelagent.trips.models import Trip

NAMESPACE = "https://github.com/travelagent/gpx/1"
WHOLE = "trip"
"""The extension of the metadata that holds the whole trip."""


def to_gpx(trip: Trip, lang: str) -> bytes:
    """UTF-8; times in UTC where the city's time zone is known."""
    reading = read(trip, lang)
    gpx = GPX()
    gpx.creator = "TravelAgent"
    gpx.name = trip.title
    gpx.description = trip.notes or None
    gpx.nsmap = {"travelagent": NAMESPACE}
    whole = Element(f"{{{NAMESPACE}}}{WHOLE}")
    whole.text = packed_document(trip)
    gpx.metadata_extensions.append(whole)
    for day in reading.itinerary.days:
        if any(not visit.marker for visit in day.visits if not visit.marker):
            gpx.routes.append(_route(reading, day))
    return gpx.to_xml(version="1.1", prettyprint=True).encode()


def _route(reading: Reading, day: DayPlan) -> GPXRoute:
    route = GPXRoute(name=reading.heading(day), number=day.day)
    route.points.append(_end(reading, day.origin))
    route.points.extend(_visit(reading, day, visit) for visit in day.visits)
    route.points.append(_end(reading, day.destination))
    return route


def _end(reading: Reading, point: Point) -> GPXRoutePoint:
    return GPXRoutePoint(point.lat, point.lon, name=reading.name(point.name) or None)


def _visit(reading: Reading, day: DayPlan, visit: Visit) -> GPXRoutePoint:
    at = reading.moment(day, visit.arrive)
    return GPXRoutePoint(
        visit.lat,
        visit.lon,
        time=at.astimezone(UTC) if at.tzinfo else None,
        name=reading.name(visit.name),
        description=" · ".join(reading.facts(day, visit)),
    )
