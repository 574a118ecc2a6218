"""A trip as KML 2.3 (OGC 12-007r2): a folder a day with its way and a placemark a visit, a folder of hotels, styled by
kind. What a map cannot show stands in `ExtendedData`."""

from collections.abc import Mapping
from typing import Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from travelagent.plans.requests import booked_hotels
from travelagent.plans.values import DayPlan, LocalizedText, Visit
from travelagent.trips.exports.reading import Reading, read
from travelagent.trips.exports.whole import packed_document
from travelagent.trips.models import Trip

NAMESPACE: Final = "http://www.opengis.net/kml/2.2"
KIND: Final = "travelagent:kind"
SIGHT: Final = "travelagent:sight"
WHOLE: Final = "travelagent:trip"
"""Names in `ExtendedData`: what a placemark is, the sight of the catalogue, and the whole trip."""
HOTELS = LocalizedText("Hotels", "住宿")
POINT_COLOURS: Final = {"sight": "ff3b6fd9", "place": "ff8a5a2b", "hotel": "ff4f8f3a"}
"""Of placemarks, as KML writes them: opacity, blue, green, red."""
LINE_COLOURS: Final = ("ffb35c1e", "ff3a7d2c", "ff2f4fc4", "ff8c3a8c", "ff1f8fbf")
"""Of the ways, one day after the other."""


def to_kml(trip: Trip, lang: str) -> bytes:
    """UTF-8, longitude before latitude; times with the offset of the city's time zone."""
    reading = read(trip, lang)
    root = Element("kml", xmlns=NAMESPACE)
    document = SubElement(root, "Document")
    _text(document, "name", trip.title)
    _text(document, "open", "1")
    if trip.notes:
        _text(document, "description", trip.notes)
    _styles(document)
    _data(document, {WHOLE: packed_document(trip)})
    for day in reading.itinerary.days:
        _day(document, reading, day)
    _hotels(document, reading)
    indent(root, " ")
    content: bytes = tostring(root, "utf-8", xml_declaration=True)
    return content


def _styles(document: Element) -> None:
    for kind, colour in POINT_COLOURS.items():
        style = SubElement(document, "Style", id=kind)
        _text(SubElement(style, "IconStyle"), "color", colour)
    for number, colour in enumerate(LINE_COLOURS):
        line = SubElement(SubElement(document, "Style", id=f"way-{number}"), "LineStyle")
        _text(line, "color", colour)
        _text(line, "width", "3")


def _day(document: Element, reading: Reading, day: DayPlan) -> None:
    folder = SubElement(document, "Folder")
    _text(folder, "name", reading.heading(day))
    visits = [visit for visit in day.visits if not visit.marker]
    if not visits:
        return
    placemark = SubElement(folder, "Placemark")
    _text(placemark, "name", reading.heading(day))
    _text(placemark, "styleUrl", f"#way-{(day.day - 1) % len(LINE_COLOURS)}")
    _data(placemark, {KIND: "day"})
    line = SubElement(placemark, "LineString")
    _text(line, "tessellate", "1")
    points = [end for visit in visits for end in ((visit, visit.exit) if visit.exit else (visit,))]
    ends = (day.origin, *points, day.destination)
    _text(line, "coordinates", " ".join(f"{point.lon},{point.lat}" for point in ends))
    for visit in visits:
        _visit(folder, reading, day, visit)


def _visit(folder: Element, reading: Reading, day: DayPlan, visit: Visit) -> None:
    mark = SubElement(folder, "Placemark")
    _text(mark, "name", reading.name(visit.name))
    _text(mark, "description", " · ".join(reading.facts(day, visit)))
    span = SubElement(mark, "TimeSpan")
    _text(span, "begin", reading.moment(day, visit.arrive).isoformat())
    _text(span, "end", reading.moment(day, visit.depart).isoformat())
    _text(mark, "styleUrl", "#sight" if visit.sight else "#place")
    _data(mark, {KIND: "visit"} | ({SIGHT: visit.sight} if visit.sight else {}))
    _point(mark, visit.lat, visit.lon)


def _hotels(document: Element, reading: Reading) -> None:
    """Add the booked hotels, each with the first and the last day there."""
    booked = [
        (hotel, first.date.isoformat(), last.date.isoformat())
        for _, hotel, first, last in booked_hotels(reading.request, reading.itinerary.days)
    ]
    if not booked:
        return
    folder = SubElement(document, "Folder")
    _text(folder, "name", reading.say(HOTELS))
    for hotel, first, last in booked:
        mark = SubElement(folder, "Placemark")
        _text(mark, "name", reading.name(hotel.name))
        span = SubElement(mark, "TimeSpan")
        _text(span, "begin", first)
        _text(span, "end", last)
        _text(mark, "styleUrl", "#hotel")
        _data(mark, {KIND: "hotel"})
        _point(mark, hotel.lat, hotel.lon)


def _point(mark: Element, lat: float, lon: float) -> None:
    _text(SubElement(mark, "Point"), "coordinates", f"{lon},{lat}")


def _data(element: Element, values: Mapping[str, str]) -> None:
    extended = SubElement(element, "ExtendedData")
    for name, value in values.items():
        _text(SubElement(extended, "Data", name=name), "value", value)


def _text(element: Element, tag: str, text: str) -> None:
    SubElement(element, tag).text = text
