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
from travelagent.trips.imports.text import decoded
from travelagent.trips.imports.values import (
    FileTrip,
    Place,
    Unread,
    UnreadableFile,
    checked_trip,
    clock_on,
    spot,
    text_of,
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
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
        raise UnreadableFile(_("This is no GeoJSON file that can be read.")) from error
    places = tuple(each for each in read if isinstance(each, Place))
    unread = tuple(each for each in read if isinstance(each, Unread))
    return checked_trip(FileTrip(text_of(found, "name"), places, tuple(filter(None, others)), unread=unread))


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
