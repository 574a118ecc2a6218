"""A trip as JSON that `trips/import` takes back: the same trip but for its id, its owner and its history."""

import json
from typing import Any

from travelagent.trips.models import Trip

FORMAT = "travelagent-trip"
FORMAT_VERSION = 1


def to_json(trip: Trip, lang: str) -> bytes:
    """UTF-8, the trip's document, whatever `lang`."""
    return json.dumps(document_of(trip), ensure_ascii=False, indent=1).encode()


def document_of(trip: Trip) -> dict[str, Any]:
    """Return `{"format", "format_version", "title", "itinerary", "budget", "notes"}`."""
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "title": trip.title,
        "itinerary": trip.itinerary,
        "budget": trip.budget,
        "notes": trip.notes,
    }
