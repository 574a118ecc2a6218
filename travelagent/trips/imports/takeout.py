"""Saved places of Google Takeout: their properties in "Saved Places.json", and the lists in CSV.

A list in CSV has no positions; those that its addresses hold are taken, else the sight of the catalogue that is named.
"""

from collections.abc import Mapping
from typing import Any

from travelagent.trips.imports.coordinates import Position, position_in_address, position_of
from travelagent.trips.imports.values import text_of


def saved_name(properties: Mapping[str, Any]) -> str:
    """Return the name of a saved place by its properties, of the exports of today and of before 2023."""
    where = properties.get("location") or properties.get("Location")
    inside = where if isinstance(where, Mapping) else {}
    named = text_of(inside, "name") or text_of(inside, "Business Name") or text_of(properties, "Title")
    return named or text_of(inside, "address") or text_of(inside, "Address")


def is_saved_place(properties: Mapping[str, Any]) -> bool:
    """Return whether these are properties that Takeout writes; their dates are when a place was saved."""
    return bool({"google_maps_url", "Google Maps URL"} & properties.keys())


def saved_position(properties: Mapping[str, Any]) -> Position | None:
    """Return the position that stands in the properties, where the geometry has none."""
    where = properties.get("Location")
    inside = where.get("Geo Coordinates") if isinstance(where, Mapping) else None
    if isinstance(inside, Mapping):
        return position_of(inside.get("Latitude"), inside.get("Longitude"))
    return position_in_address(text_of(properties, "google_maps_url") or text_of(properties, "Google Maps URL"))
