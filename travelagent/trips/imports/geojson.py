"""GeoJSON: a point is a place; of lines and areas the name is kept as a remark, but for the ways that we wrote."""

import json
from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from travelagent.trips.imports.values import FileTrip, Place, UnreadableFile, checked_trip, clock_on, text_of

_MINUTES_OF_DAY = 1440


def read_geojson(content: bytes) -> FileTrip:
    """Raises UnreadableFile."""
    try:
        found = json.loads(content.decode("utf-8-sig"))
        if found["type"] != "FeatureCollection":
            raise ValueError(found["type"])
        places = [_place(feature) for feature in found["features"] if _kind(feature) == "Point"]
        others = [_name(feature) for feature in found["features"] if _kind(feature) != "Point" and not _is_way(feature)]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise UnreadableFile(_("This is no GeoJSON file that can be read.")) from error
    title = text_of(found, "name") or _("Imported trip")
    return checked_trip(FileTrip(title, tuple(places), tuple(filter(None, others))))


def _place(feature: Mapping[str, Any]) -> Place:
    lon, lat = (float(value) for value in feature["geometry"]["coordinates"][:2])
    told = feature.get("properties") or {}
    day = told.get("day") if isinstance(told.get("day"), int) else 0
    on = _date(text_of(told, "date"))
    begin = clock_on(on, told.get("arrive")) if on else None
    ends = clock_on(on, told.get("depart")) if on else None
    minutes = int((ends - begin).total_seconds() // 60) % _MINUTES_OF_DAY if begin and ends else 0
    name = _name(feature) or f"{lat:.4f}, {lon:.4f}"
    return Place(name, lat, lon, begin, on, day or 0, minutes, text_of(told, "sight"))


def _name(feature: Mapping[str, Any]) -> str:
    told = feature.get("properties") or {}
    return text_of(told, "name") or text_of(told, "title")


def _kind(feature: Mapping[str, Any]) -> str:
    return text_of(feature.get("geometry") or {}, "type")


def _is_way(feature: Mapping[str, Any]) -> bool:
    return text_of(feature.get("properties") or {}, "kind") == "day"


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
