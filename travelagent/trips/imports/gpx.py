"""GPX: the points of its routes, a route a day; without routes its way points. Recorded tracks hold no places.

A point without a time at either end of a route whose other points have one is where the day begins or ends.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import gpxpy
from django.utils.translation import gettext as _
from gpxpy.gpx import GPX, GPXException

from travelagent.trips.exports.gpx import NAMESPACE, WHOLE
from travelagent.trips.exports.whole import unpacked_document
from travelagent.trips.imports.markup import RefusedMarkup, tree_of
from travelagent.trips.imports.text import decoded_markup
from travelagent.trips.imports.values import FileTrip, Place, UnreadableFile, checked_trip


def read_gpx(content: bytes) -> FileTrip:
    """Read a GPX file. Raises UnreadableFile."""
    try:
        text = decoded_markup(content)
        tree_of(text)
        gpx = gpxpy.parse(text)
    except RefusedMarkup as error:
        raise UnreadableFile(_("This file is not read: it defines entities of its own or nests too deeply.")) from error
    except (GPXException, ValueError, TypeError, AttributeError) as error:
        raise UnreadableFile(_("This is not a readable GPX file.")) from error
    places = _of_routes(gpx) or [_undated_unless_ahead(_place(point, 0)) for point in gpx.waypoints]
    if not places and gpx.tracks:
        raise UnreadableFile(_("The file holds a recorded track only: a trip is made of routes or way points."))
    return checked_trip(FileTrip(gpx.name or "", tuple(_without_stamps(places)), whole=_whole(gpx)))


def _whole(gpx: GPX) -> dict[str, Any] | None:
    """Return the trip of a file of our own."""
    packed = (each.text for each in gpx.metadata_extensions if each.tag == f"{{{NAMESPACE}}}{WHOLE}")
    return next((unpacked_document(text) for text in packed if text), None)


def _of_routes(gpx: GPX) -> list[Place]:
    found: list[Place] = []
    for day, route in enumerate(gpx.routes, 1):
        points = list(route.points)
        if any(point.time for point in points):
            points = [point for n, point in enumerate(points) if point.time or 0 < n < len(points) - 1]
        found += [_place(point, route.number or day) for point in points]
    return found


def _place(point: object, day: int) -> Place:
    """`point`: one of gpxpy's, of a route or by itself."""
    lat, lon, time = (getattr(point, name) for name in ("latitude", "longitude", "time"))
    name = getattr(point, "name", None) or f"{lat:.4f}, {lon:.4f}"
    return Place(str(name), float(lat), float(lon), begin=time if isinstance(time, datetime) else None, day=day)


def _undated_unless_ahead(place: Place) -> Place:
    """Return a way point without the time at which it was saved (GPX 1.1): only one that lies ahead can be a plan."""
    begin = place.begin
    if begin is None or (begin if begin.tzinfo else begin.replace(tzinfo=UTC)) > datetime.now(UTC):
        return place
    return replace(place, begin=None)


def _without_stamps(places: Sequence[Place]) -> list[Place]:
    """Return the places without times that several share: those are when the points were saved."""
    shared = {at for at, times in Counter(place.begin for place in places).items() if times > 1}
    return [Place(p.name, p.lat, p.lon, day=p.day) if p.begin in shared else p for p in places]
