"""Saved places of Google Takeout: their properties in "Saved Places.json", and the lists in CSV.

A list in CSV has no positions; those that its addresses hold are taken, else the sight of the catalogue that is named.
"""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

from travelagent.trips.imports.values import text_of

_IN_ADDRESS = (
    re.compile(r"!3d(-?\d{1,2}\.\d{1,12})!4d(-?\d{1,3}\.\d{1,12})"),
    re.compile(r"[?&](?:q|ll|query|center|destination)=(?:loc:)?(-?\d{1,2}\.\d{1,12}),\s*(-?\d{1,3}\.\d{1,12})"),
    re.compile(r"/(?:search|place|dir)/(-?\d{1,2}\.\d{1,12}),\s*(-?\d{1,3}\.\d{1,12})"),
    re.compile(r"[/@](-?\d{1,2}\.\d{1,12}),(-?\d{1,3}\.\d{1,12})"),
)
"""Where an address of a map tells a position, the place's own before that of the picture around it."""


def position_in(address: str) -> tuple[float, float] | None:
    """Return (latitude, longitude) out of the address of a map, None where it has none."""
    text = unquote(address[:2000]).replace("+", " ")
    for pattern in _IN_ADDRESS:
        if found := pattern.search(text):
            return float(found[1]), float(found[2])
    return None


def saved_name(properties: Mapping[str, Any]) -> str:
    """Return the name of a saved place by its properties, of the exports of today and of before 2023."""
    where = properties.get("location") or properties.get("Location")
    inside = where if isinstance(where, Mapping) else {}
    named = text_of(inside, "name") or text_of(inside, "Business Name") or text_of(properties, "Title")
    return named or text_of(inside, "address") or text_of(inside, "Address")


def is_saved_place(properties: Mapping[str, Any]) -> bool:
    """Return whether these are properties that Takeout writes; their dates are when a place was saved."""
    return bool({"google_maps_url", "Google Maps URL"} & properties.keys())


def saved_position(properties: Mapping[str, Any]) -> tuple[float, float] | None:
    """Return the position that stands in the properties, where the geometry has none."""
    where = properties.get("Location")
    inside = where.get("Geo Coordinates") if isinstance(where, Mapping) else None
    if isinstance(inside, Mapping):
        try:
            return float(str(inside["Latitude"])), float(str(inside["Longitude"]))
        except (KeyError, ValueError):
            return None
    return position_in(text_of(properties, "google_maps_url") or text_of(properties, "Google Maps URL"))
