"""KML (OGC 12-007r2) and KMZ: a placemark with a point is a place; folders are days where they say so.

Of lines and areas the name is kept as a remark. Of our own files the sights, stays and hotels are read, too. A KMZ is
a ZIP archive whose first KML file is the document.
"""

import re
import zipfile
import zlib
from collections.abc import Iterator
from datetime import date, datetime
from io import BytesIO
from xml.etree.ElementTree import Element

from django.utils.translation import gettext as _

from travelagent.trips.exports.kml import KIND, SIGHT, WHOLE
from travelagent.trips.exports.whole import unpacked_document
from travelagent.trips.imports.markup import RefusedMarkup, tree_of
from travelagent.trips.imports.text import decoded
from travelagent.trips.imports.values import FileTrip, LodgingStay, Place, Unread, UnreadableFile, checked_trip

DOCUMENT_BYTES = 16 * 1024 * 1024
"""A document that unpacks to more is refused."""
MOST_MEMBERS = 2000
_DAY = re.compile(r"\s*(?:day|第)\s*(\d{1,2})\s*(?:天|日)?(?!\d)", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]{0,2000}>")


def read_kmz(content: bytes) -> FileTrip:
    """Read a KMZ archive. Raises UnreadableFile."""
    return read_kml(_document_of(content))


def read_kml(content: bytes) -> FileTrip:
    """Read a KML file. Raises UnreadableFile."""
    try:
        root = tree_of(decoded(content))
    except RefusedMarkup as error:
        raise UnreadableFile(_("This file is not read: it defines entities of its own or nests too deeply.")) from error
    except ValueError as error:
        raise UnreadableFile(_("This is not a readable KML file.")) from error
    if root.tag not in ("kml", "Document", "Folder", "Placemark"):
        raise UnreadableFile(_("This is not a readable KML file."))
    places: list[Place] = []
    remarks: list[str] = []
    unread: list[Unread] = []
    lodgings: list[LodgingStay] = []
    for mark, day in _placemarks(root, 0):
        name = _text(mark, "name")
        point, own = _point(mark), _data(mark)
        if point is not None and own.get(KIND) == "hotel" and (hotel := _hotel(mark, name, *point)) is not None:
            lodgings.append(hotel)
        elif point is not None:
            lon, lat = point
            begin, on = _when(mark)
            places.append(Place(name, lat, lon, begin, on, day, _minutes(mark), own.get(SIGHT, "")))
            if KIND not in own and (note := _note(mark)):
                remarks.append(f"{name}: {note}" if name else note)
        elif own.get(KIND) == "day":
            continue
        elif _has_shape(mark):
            remarks.extend([name] if name else [])
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


def _document_of(content: bytes) -> bytes:
    """Return the KML of the archive, `doc.kml` before any other. Raises UnreadableFile."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            names = [info for info in archive.infolist()[:MOST_MEMBERS] if info.filename.lower().endswith(".kml")]
            if not names:
                raise UnreadableFile(_("The KMZ file holds no KML document."))
            chosen = min(names, key=lambda info: info.filename.lower() != "doc.kml")
            with archive.open(chosen) as file:
                document = file.read(DOCUMENT_BYTES + 1)
    except UnreadableFile:
        raise
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError) as error:
        raise UnreadableFile(_("This is not a readable KMZ file.")) from error
    if len(document) > DOCUMENT_BYTES:
        raise UnreadableFile(_("The KMZ file unpacks to more than %(most)s MB.") % {"most": DOCUMENT_BYTES // 1024**2})
    return document


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
    return (element.findtext(tag) or "").strip()


def _note(mark: Element) -> str:
    """Return the description without its markup and pictures."""
    return " ".join(_TAG.sub(" ", _text(mark, "description")).split())


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
    value = (text or "").strip()
    try:
        if len(value) == len("2026-12-06"):
            return None, date.fromisoformat(value)
        return (datetime.fromisoformat(value), None) if value else (None, None)
    except ValueError:
        return None, None
