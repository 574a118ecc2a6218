"""GeoJSON: a point is a place; of lines and areas the name is kept as a remark, but for the ways that we wrote.

"Saved Places.json" of Google Takeout is GeoJSON, too; where it has no position, the point is zero.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _

from travelagent.trips.exports.geojson import WHOLE
from travelagent.trips.imports.cities import sight_called
from travelagent.trips.imports.coordinates import position_of
from travelagent.trips.imports.dates import clock_in, date_in
from travelagent.trips.imports.decoding import decoded
from travelagent.trips.imports.json_text import loaded
from travelagent.trips.imports.takeout import is_saved_place, saved_name, saved_position
from travelagent.trips.imports.text import cleaned
from travelagent.trips.imports.values import (
    MOST_TRANSFER_MINUTES,
    NAME_CHARS,
    FileTrip,
    LodgingStay,
    Place,
    Transfer,
    Unread,
    UnreadableFile,
    checked_trip,
    mode_of,
    spot,
    text_of,
)

POINTS = frozenset({"Point", "MultiPoint", "GeometryCollection", ""})
"""Geometries that stand for a place; an empty one is a place whose position is told otherwise, or not at all."""
_MINUTES_OF_DAY = 1440


def read_geojson(content: bytes) -> FileTrip:
    """Read a GeoJSON file. Raises UnreadableFile."""
    try:
        text, doubts = decoded(content)
        found, faults = loaded(text)
        features = _features(found)
        found = found if isinstance(found, dict) else {}
        points = [feature for feature in features if _kind(feature) in POINTS]
        others = [_name(feature) for feature in features if _kind(feature) not in POINTS and not _is_way(feature)]
        read = [_read(feature) for feature in points]
        rides = [ride for name in ("arrival", "departure") if (ride := _ride(found, name)) is not None]
        lodgings = [_lodging(hotel) for hotel in found.get("hotels") or ()]
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
        raise UnreadableFile(_("This is not a readable GeoJSON file.")) from error
    places = tuple(each for each in read if isinstance(each, Place))
    stays = tuple(each for each in lodgings if isinstance(each, LodgingStay))
    unread = (*doubts, *faults, *(each for each in (*read, *lodgings) if isinstance(each, Unread)))
    remarks = tuple(filter(None, others))
    whole = found[WHOLE] if isinstance(found.get(WHOLE), dict) else None
    title = text_of(found, "name")
    return checked_trip(FileTrip(title, places, remarks, tuple(rides), stays, unread, whole))


def _features(found: Mapping[str, Any] | list[Any]) -> list[Mapping[str, Any]]:
    """Return the features of an object of any type (RFC 7946, 1.4): of a collection, one alone, a bare geometry, or of
    a list of such objects.

    Raises ValueError for any other object, and for nothing that is wrong with one of its features.
    """
    if isinstance(found, list):
        return [feature for each in found if isinstance(each, Mapping) for feature in _features(each)]
    match found.get("type") or ("FeatureCollection" if "features" in found else ""):
        case "FeatureCollection":
            return [feature for feature in found["features"] if isinstance(feature, Mapping)]
        case "Feature":
            return [found]
        case "Point" | "MultiPoint" | "GeometryCollection":
            return [{"type": "Feature", "properties": {}, "geometry": found}]
        case other:
            raise ValueError(other)


def _read(feature: Mapping[str, Any]) -> Place | Unread:
    """Return the place of a feature; what is wrong with it is no fault of the others."""
    try:
        return _place(feature)
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
        return Unread(_name(feature) or _("A feature without a name"), _("It has no position."))


def _point(geometry: Mapping[str, Any]) -> tuple[float, float]:
    """Return (longitude, latitude) of a point, or of the first of several. Raises ValueError, TypeError, KeyError."""
    if geometry["type"] == "GeometryCollection":
        return _point(next(each for each in geometry["geometries"] if each["type"] in POINTS))
    coordinates = geometry["coordinates"]
    point = coordinates[0] if geometry["type"] == "MultiPoint" else coordinates
    if not isinstance(point, list):
        raise TypeError(type(point).__name__)
    lon, lat = (float(value) for value in point[:2] if not isinstance(value, bool))
    return lon, lat


def _ride(found: Mapping[str, Any], name: str) -> Transfer | None:
    """Return the ride there or home of a file of our own."""
    properties = found.get(name)
    on = date_in(text_of(properties, "date"), None) if isinstance(properties, Mapping) else None
    moment = _moment(on, text_of(properties, "at")) if on and isinstance(properties, Mapping) else None
    if moment is None or not isinstance(properties, Mapping):
        return None
    minutes = properties.get("minutes")
    departs, arrives = (None, moment) if name == "arrival" else (moment, None)
    lasts = minutes if isinstance(minutes, int) and 0 <= minutes <= MOST_TRANSFER_MINUTES else None
    return Transfer(mode_of(properties.get("mode")), "", "", "", departs, arrives, minutes=lasts)


def _lodging(hotel: object) -> LodgingStay | Unread:
    """Return a hotel of a file of our own."""
    properties = hotel if isinstance(hotel, Mapping) else {}
    at, name = position_of(properties.get("lat"), properties.get("lon")), text_of(properties, "name")
    first, last = (date_in(text_of(properties, key), None) for key in ("from", "to"))
    if at is None or first is None or last is None:
        return Unread(name or _("Hotel"), _("It has no position or no dates that can be read."))
    return LodgingStay(cleaned(name, NAME_CHARS), first, last, at, at)


def _place(feature: Mapping[str, Any]) -> Place | Unread:
    properties = _properties(feature)
    if is_saved_place(properties):
        return _saved(feature, properties)
    lon, lat = _point(feature["geometry"])
    day = properties.get("day") if isinstance(properties.get("day"), int) else 0
    on = date_in(text_of(properties, "date"), None)
    begin = _moment(on, text_of(properties, "arrive")) if on else None
    ends = _moment(on, text_of(properties, "depart")) if on else None
    minutes = int((ends - begin).total_seconds() // 60) % _MINUTES_OF_DAY if begin and ends else 0
    return Place(_name(feature) or spot(lat, lon), lat, lon, begin, on, day or 0, minutes, text_of(properties, "sight"))


def _saved(feature: Mapping[str, Any], properties: Mapping[str, Any]) -> Place | Unread:
    """Return a saved place; its date is when it was saved, not when it is visited."""
    name, geometry = saved_name(properties), feature.get("geometry") or {}
    lon, lat = (float(value) for value in (geometry.get("coordinates") or (0, 0))[:2])
    if (lat, lon) != (0, 0):
        return Place(name or spot(lat, lon), lat, lon)
    position, known = saved_position(properties), sight_called(name)
    if position is None and known is not None:
        return Place(name, known.lat, known.lon, sight=known.id)
    if position is None:
        return Unread(name or _("A feature without a name"), _("It has no position."))
    return Place(name or spot(*position), *position)


def _properties(feature: Mapping[str, Any]) -> Mapping[str, Any]:
    properties = feature.get("properties")
    return properties if isinstance(properties, Mapping) else {}


def _name(feature: Mapping[str, Any]) -> str:
    properties = _properties(feature)
    return text_of(properties, "name") or text_of(properties, "title") or text_of(properties, "Title")


def _kind(feature: Mapping[str, Any]) -> str:
    geometry = feature.get("geometry")
    return text_of(geometry, "type") if isinstance(geometry, Mapping) else ""


def _is_way(feature: Mapping[str, Any]) -> bool:
    return text_of(_properties(feature), "kind") == "day"


def _moment(on: date, clock: str) -> datetime | None:
    at = clock_in(clock)
    return datetime.combine(on, at) if at else None
