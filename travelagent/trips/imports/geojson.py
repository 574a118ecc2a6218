"""GeoJSON: a point is a place; of lines and areas the name is kept as a remark, but for the ways that we wrote.

"Saved Places.json" of Google Takeout is GeoJSON, too; where it has no position, the point is zero.
"""

import json
from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from travelagent.trips.exports.geojson import WHOLE
from travelagent.trips.imports.cities import sight_called
from travelagent.trips.imports.takeout import is_saved_place, saved_name, saved_position
from travelagent.trips.imports.text import cleaned, decoded
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
    clock_on,
    is_on_earth,
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
        found = json.loads(decoded(content))
        features = _features(found)
        points = [feature for feature in features if _kind(feature) in POINTS]
        others = [_name(feature) for feature in features if _kind(feature) not in POINTS and not _is_way(feature)]
        read = [_read(feature) for feature in points]
        rides = [ride for name in ("arrival", "departure") if (ride := _ride(found, name)) is not None]
        lodgings = [_lodging(hotel) for hotel in found.get("hotels") or ()]
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
        raise UnreadableFile(_("This is not a readable GeoJSON file.")) from error
    places = tuple(each for each in read if isinstance(each, Place))
    unread = tuple(each for each in read if isinstance(each, Unread))
    remarks = tuple(filter(None, others))
    whole = found[WHOLE] if isinstance(found.get(WHOLE), dict) else None
    title = text_of(found, "name")
    return checked_trip(FileTrip(title, places, remarks, tuple(rides), tuple(lodgings), unread, whole))


def _features(found: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the features of an object of any type (RFC 7946, 1.4): of a collection, one alone, a bare geometry.

    Raises ValueError for any other object, and for nothing that is wrong with one of its features.
    """
    match found["type"]:
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
    lon, lat = (float(value) for value in point[:2])
    return lon, lat


def _ride(found: Mapping[str, Any], name: str) -> Transfer | None:
    """Return the ride there or home of a file of our own."""
    properties = found.get(name)
    on = _date(text_of(properties, "date")) if isinstance(properties, Mapping) else None
    moment = clock_on(on, text_of(properties, "at")) if on and isinstance(properties, Mapping) else None
    if moment is None or not isinstance(properties, Mapping):
        return None
    minutes = properties.get("minutes")
    departs, arrives = (None, moment) if name == "arrival" else (moment, None)
    lasts = minutes if isinstance(minutes, int) and 0 <= minutes <= MOST_TRANSFER_MINUTES else None
    return Transfer(mode_of(properties.get("mode")), "", "", "", departs, arrives, minutes=lasts)


def _lodging(hotel: Mapping[str, Any]) -> LodgingStay:
    """Return a hotel of a file of our own. Raises ValueError, KeyError, TypeError for any other."""
    at = float(hotel["lat"]), float(hotel["lon"])
    if not is_on_earth(*at):
        raise ValueError("a hotel is nowhere")
    first, last = date.fromisoformat(hotel["from"]), date.fromisoformat(hotel["to"])
    return LodgingStay(cleaned(str(hotel["name"]), NAME_CHARS), first, last, at, at)


def _place(feature: Mapping[str, Any]) -> Place | Unread:
    properties = _properties(feature)
    if is_saved_place(properties):
        return _saved(feature, properties)
    lon, lat = _point(feature["geometry"])
    day = properties.get("day") if isinstance(properties.get("day"), int) else 0
    on = _date(text_of(properties, "date"))
    begin = clock_on(on, properties.get("arrive")) if on else None
    ends = clock_on(on, properties.get("depart")) if on else None
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


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
