"""GPX: the points of its routes, a route a day; without routes its way points. Recorded tracks hold no places.

A point without a time at either end of a route whose other points have one is where the day begins or ends.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from xml.etree.ElementTree import Element

from django.utils.translation import gettext as _

from travelagent.trips.exports.gpx import WHOLE
from travelagent.trips.exports.whole import unpacked_document
from travelagent.trips.imports.coordinates import position_of
from travelagent.trips.imports.dates import moment_in
from travelagent.trips.imports.decoding import decoded
from travelagent.trips.imports.markup import RefusedMarkup, tree_of
from travelagent.trips.imports.values import (
    FileTrip,
    Place,
    Unread,
    UnreadableFile,
    checked_trip,
    spot,
    undated_unless_ahead,
)


def read_gpx(content: bytes) -> FileTrip:
    """Read a GPX file. Raises UnreadableFile."""
    try:
        text, doubts = decoded(content)
        root, faults = tree_of(text)
    except RefusedMarkup as error:
        raise UnreadableFile(_("This file is not read: it defines entities of its own or nests too deeply.")) from error
    except ValueError as error:
        raise UnreadableFile(_("This is not a readable GPX file.")) from error
    if root.tag != "gpx":
        raise UnreadableFile(_("This is not a readable GPX file."))
    read = _of_routes(root)
    if not any(isinstance(each, Place) for each in read):
        read += [_undated(_read(point, 0)) for point in root.findall("wpt")]
    places = [each for each in read if isinstance(each, Place)]
    unread = (*doubts, *faults, *(each for each in read if isinstance(each, Unread)))
    if not places and not unread and root.find("trk") is not None:
        raise UnreadableFile(_("The file holds a recorded track only: a trip is made of routes or way points."))
    title = root.findtext("metadata/name") or root.findtext("name") or ""
    whole = unpacked_document(root.findtext(f"metadata/extensions/{WHOLE}") or "")
    return checked_trip(FileTrip(title, tuple(_without_stamps(places)), unread=unread, whole=whole))


def _of_routes(root: Element) -> list[Place | Unread]:
    found: list[Place | Unread] = []
    for day, route in enumerate(root.findall("rte"), 1):
        points = route.findall("rtept")
        if any(point.findtext("time") for point in points):
            points = [point for n, point in enumerate(points) if point.findtext("time") or 0 < n < len(points) - 1]
        number = (route.findtext("number") or "").strip()
        found += [_read(point, int(number) if number.isdecimal() and len(number) < 4 else day) for point in points]
    return found


def _read(point: Element, day: int) -> Place | Unread:
    """Return the place of a point of a route, or of one by itself."""
    at, name = position_of(point.get("lat"), point.get("lon")), (point.findtext("name") or "").strip()
    if at is None:
        return Unread(name or _("A point without a name"), _("It has no position on Earth."))
    return Place(name or spot(*at), *at, begin=moment_in(point.findtext("time") or ""), day=day)


def _undated(read: Place | Unread) -> Place | Unread:
    """Return a way point without the time at which it was saved (GPX 1.1)."""
    return undated_unless_ahead(read) if isinstance(read, Place) else read


def _without_stamps(places: Sequence[Place]) -> list[Place]:
    """Return the places without times that several share: those are when the points were saved."""
    shared = {at for at, times in Counter(place.begin for place in places).items() if times > 1}
    return [replace(place, begin=None) if place.begin in shared else place for place in places]
