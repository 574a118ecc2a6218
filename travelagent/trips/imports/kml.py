"""KML (OGC 12-007r2) and KMZ: a placemark with a point is a place; folders are days where they say so.

Of lines and areas the name is kept as a remark. Of our own files the sights, stays and hotels are read, too. A KMZ is
a ZIP archive whose first KML file is the document.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from html import unescape
from pathlib import PurePosixPath
from xml.etree.ElementTree import Element

from django.utils.translation import gettext as _

from travelagent.trips.exports.kml import KIND, SIGHT, WHOLE
from travelagent.trips.exports.whole import unpacked_document
from travelagent.trips.imports.archive import documents_of
from travelagent.trips.imports.cities import sight_called
from travelagent.trips.imports.dates import date_in, moment_in
from travelagent.trips.imports.decoding import decoded
from travelagent.trips.imports.markup import RefusedMarkup, tree_of
from travelagent.trips.imports.values import (
    FileTrip,
    LodgingStay,
    Place,
    Unread,
    UnreadableFile,
    checked_trip,
    undated_unless_ahead,
)

_DAY = re.compile(r"\s*(?:day|第)\s*(\d{1,2})\s*(?:天|日)?(?!\d)", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]{0,2000}>")


def read_kmz(content: bytes) -> FileTrip:
    """Read a KMZ archive, with the files inside that its document links to. Raises UnreadableFile."""
    files, faults = documents_of(content)
    main = min(files, key=lambda path: PurePosixPath(path).name.lower() != "doc.kml")
    found = read_kml(files[main], files)
    return replace(found, unread=(*found.unread, *faults))


def read_kml(content: bytes, beside: Mapping[str, bytes] | None = None) -> FileTrip:
    """Read a KML file. `beside`: the KML files of the same archive by their paths. Raises UnreadableFile."""
    root, unread = _root(content)
    marks = list(_placemarks(root, 0))
    for name, address in _links(root):
        linked = (beside or {}).get(address.removeprefix("./"))
        if linked is None:
            unread.append(Unread(name or address, _("It is a link to a list elsewhere, which is not fetched.")))
        elif linked is not content:
            try:
                other, faults = _root(linked)
            except UnreadableFile as error:
                unread.append(Unread(name or address, str(error)))
                continue
            marks += _placemarks(other, 0)
            unread += faults
    return _trip_of(root, marks, unread)


def _root(content: bytes) -> tuple[Element, list[Unread]]:
    """Return the root of a document, and what of it is not read. Raises UnreadableFile."""
    try:
        text, doubts = decoded(content)
        root, faults = tree_of(text)
    except RefusedMarkup as error:
        raise UnreadableFile(_("This file is not read: it defines entities of its own or nests too deeply.")) from error
    except ValueError as error:
        raise UnreadableFile(_("This is not a readable KML file.")) from error
    if root.tag not in ("kml", "Document", "Folder", "Placemark"):
        raise UnreadableFile(_("This is not a readable KML file."))
    return root, doubts + faults


def _links(root: Element) -> Iterator[tuple[str, str]]:
    """Yield the names and addresses of linked files."""
    for link in root.iter("NetworkLink"):
        yield _text(link, "name"), _text(link, "Link/href") or _text(link, "Url/href")


def _trip_of(root: Element, marks: Sequence[tuple[Element, int]], unread: list[Unread]) -> FileTrip:
    places: list[Place] = []
    remarks: list[str] = []
    lodgings: list[LodgingStay] = []
    for mark, day in marks:
        name = _text(mark, "name")
        point, own = _point(mark), _data(mark)
        if point is not None and own.get(KIND) == "hotel" and (hotel := _hotel(mark, name, *point)) is not None:
            lodgings.append(hotel)
        elif point is not None:
            lon, lat = point
            begin, on = _when(mark)
            place = Place(name, lat, lon, begin, on, day, _minutes(mark), own.get(SIGHT, ""))
            places.append(place if KIND in own or mark.find("TimeSpan") is not None else undated_unless_ahead(place))
            if KIND not in own and (note := _note(mark)):
                remarks.append(f"{name}: {note}" if name else note)
        elif own.get(KIND) == "day":
            continue
        elif _has_shape(mark):
            remarks.extend([name] if name else [])
        elif (known := sight_called(name)) is not None:
            begin, on = _when(mark)
            places.append(Place(name, known.lat, known.lon, begin, on, day, _minutes(mark), known.id))
        elif name:
            unread.append(Unread(name, _("It has no position.")))
    title = next((_text(each, "name") for each in root.iter("Document")), "") or _text(root, "name")
    whole = next((unpacked_document(_data(each).get(WHOLE, "")) for each in root.iter("Document")), None)
    return checked_trip(FileTrip(title, tuple(places), tuple(remarks), (), tuple(lodgings), tuple(unread), whole))


def _data(element: Element) -> dict[str, str]:
    """Return the untyped values of `ExtendedData`, by their names."""
    return {each.get("name", ""): _text(each, "value") for each in element.findall("ExtendedData/Data")}


def _hotel(mark: Element, name: str, lon: float, lat: float) -> LodgingStay | None:
    """Return a hotel of a file of our own."""
    first, last = (_moment(mark.findtext(f"TimeSpan/{end}"))[1] for end in ("begin", "end"))
    return LodgingStay(name, first, last, (lat, lon), (lat, lon)) if first and last else None


def _placemarks(element: Element, day: int) -> Iterator[tuple[Element, int]]:
    """Yield every placemark, with the number of the day that a folder around it names, else 0."""
    for child in element:
        if child.tag == "Placemark":
            yield child, day
        elif child.tag in ("Document", "Folder"):
            match = _DAY.match(_text(child, "name"))
            yield from _placemarks(child, int(match[1]) if match else day)
    if element.tag == "Placemark":
        yield element, day


def _text(element: Element, tag: str) -> str:
    return unescape(element.findtext(tag) or "").strip()


def _note(mark: Element) -> str:
    """Return the description without its markup and pictures."""
    return " ".join(unescape(_TAG.sub(" ", mark.findtext("description") or "")).split())


def _point(mark: Element) -> tuple[float, float] | None:
    """(longitude, latitude), also of a point among several shapes."""
    found = mark.findtext("Point/coordinates") or mark.findtext("MultiGeometry/Point/coordinates")
    try:
        lon, lat = (float(part) for part in (found or "").strip().split(",")[:2])
    except ValueError:
        return None
    return lon, lat


def _has_shape(mark: Element) -> bool:
    shapes = ("LineString", "LinearRing", "Polygon", "MultiGeometry", "Track", "MultiTrack")
    return any(mark.find(shape) is not None for shape in shapes)


def _when(mark: Element) -> tuple[datetime | None, date | None]:
    """Return the moment and the day that a placemark is stamped with."""
    return _moment(mark.findtext("TimeStamp/when") or mark.findtext("TimeSpan/begin"))


def _minutes(mark: Element) -> int:
    """Return how long a time span lasts, in minutes; 0 unknown."""
    begin, end = (_moment(mark.findtext(f"TimeSpan/{name}"))[0] for name in ("begin", "end"))
    if begin is None or end is None or (begin.tzinfo is None) != (end.tzinfo is None):
        return 0
    return max(int((end - begin).total_seconds() // 60), 0)


def _moment(text: str | None) -> tuple[datetime | None, date | None]:
    begin = moment_in(text or "")
    return (begin, None) if begin is not None else (None, date_in(text or "", None))
