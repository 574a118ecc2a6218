"""GeoJSON: a point is a place; of lines and areas the name is kept as a remark, but for the ways that we wrote.

"Saved Places.json" of Google Takeout is GeoJSON, too; where it has no position, the point is zero.
"""

import json
from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

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
    spot,
    text_of,
    way_of,
)

_MINUTES_OF_DAY = 1440


def read_geojson(content: bytes) -> FileTrip:
    """Raises UnreadableFile."""
    try:
        found = json.loads(decoded(content))
        if found["type"] != "FeatureCollection":
            raise ValueError(found["type"])
        points = [feature for feature in found["features"] if _kind(feature) in ("Point", "")]
        others = [_name(feature) for feature in found["features"] if _kind(feature) not in ("Point", "")
                  and not _is_way(feature)]  # fmt: skip
        read = [_place(feature) for feature in points]
        rides = [ride for name in ("arrival", "departure") if (ride := _ride(found, name)) is not None]
        lodgings = [_lodging(hotel) for hotel in found.get("hotels") or ()]
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
        raise UnreadableFile(_("This is no GeoJSON file that can be read.")) from error
    places = tuple(each for each in read if isinstance(each, Place))
    unread = tuple(each for each in read if isinstance(each, Unread))
    remarks = tuple(filter(None, others))
    return checked_trip(FileTrip(text_of(found, "name"), places, remarks, tuple(rides), tuple(lodgings), unread))


def _ride(found: Mapping[str, Any], name: str) -> Transfer | None:
    """The ride there or home of a file of our own."""
    told = found.get(name)
    on = _date(text_of(told, "date")) if isinstance(told, Mapping) else None
    moment = clock_on(on, text_of(told, "at")) if on and isinstance(told, Mapping) else None
    if moment is None or not isinstance(told, Mapping):
        return None
    minutes = told.get("minutes")
    departs, arrives = (None, moment) if name == "arrival" else (moment, None)
    lasts = minutes if isinstance(minutes, int) and 0 <= minutes <= MOST_TRANSFER_MINUTES else None
    return Transfer(way_of(told.get("mode")), "", "", "", departs, arrives, minutes=lasts)


def _lodging(hotel: Mapping[str, Any]) -> LodgingStay:
    """A hotel of a file of our own. Raises ValueError, KeyError, TypeError for any other."""
    at = float(hotel["lat"]), float(hotel["lon"])
    if not is_on_earth(*at):
        raise ValueError("a hotel is nowhere")
    first, last = date.fromisoformat(hotel["from"]), date.fromisoformat(hotel["to"])
    return LodgingStay(cleaned(str(hotel["name"]), NAME_CHARS), first, last, at, at)


def _place(feature: Mapping[str, Any]) -> Place | Unread:
    told = _told(feature)
    if is_saved_place(told):
        return _saved(feature, told)
    if _kind(feature) != "Point":
        return Unread(_name(feature) or _("A feature without a name"), _("It has no position."))
    lon, lat = (float(value) for value in feature["geometry"]["coordinates"][:2])
    day = told.get("day") if isinstance(told.get("day"), int) else 0
    on = _date(text_of(told, "date"))
    begin = clock_on(on, told.get("arrive")) if on else None
    ends = clock_on(on, told.get("depart")) if on else None
    minutes = int((ends - begin).total_seconds() // 60) % _MINUTES_OF_DAY if begin and ends else 0
    return Place(_name(feature) or spot(lat, lon), lat, lon, begin, on, day or 0, minutes, text_of(told, "sight"))


def _saved(feature: Mapping[str, Any], told: Mapping[str, Any]) -> Place | Unread:
    """A saved place; its date says when it was saved, not when it is visited."""
    name, geometry = saved_name(told), feature.get("geometry") or {}
    lon, lat = (float(value) for value in (geometry.get("coordinates") or (0, 0))[:2])
    if (lat, lon) != (0, 0):
        return Place(name or spot(lat, lon), lat, lon)
    position, known = saved_position(told), sight_called(name)
    if position is None and known is not None:
        return Place(name, known.lat, known.lon, sight=known.id)
    if position is None:
        return Unread(name or _("A feature without a name"), _("It has no position."))
    return Place(name or spot(*position), *position)


def _told(feature: Mapping[str, Any]) -> Mapping[str, Any]:
    told = feature.get("properties")
    return told if isinstance(told, Mapping) else {}


def _name(feature: Mapping[str, Any]) -> str:
    told = _told(feature)
    return text_of(told, "name") or text_of(told, "title") or text_of(told, "Title")


def _kind(feature: Mapping[str, Any]) -> str:
    return text_of(feature.get("geometry") or {}, "type")


def _is_way(feature: Mapping[str, Any]) -> bool:
    return text_of(_told(feature), "kind") == "day"


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
