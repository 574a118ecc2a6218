"""Trips as files: one module a format, each with one function from a trip and a language to bytes."""

from collections.abc import Callable
from dataclasses import dataclass

from travelagent.trips.exports.calendar import to_ics
from travelagent.trips.exports.document import to_json
from travelagent.trips.exports.geojson import to_geojson
from travelagent.trips.exports.gpx import to_gpx
from travelagent.trips.exports.markdown import to_markdown
from travelagent.trips.exports.pdf import to_pdf
from travelagent.trips.models import Trip


@dataclass(frozen=True, slots=True)
class Export:
    """A format: its media type, and what writes it (`lang` is "en" or "zh")."""

    media_type: str
    write: Callable[[Trip, str], bytes]


EXPORTS: dict[str, Export] = {
    "ics": Export("text/calendar; charset=utf-8", to_ics),
    "pdf": Export("application/pdf", to_pdf),
    "gpx": Export("application/gpx+xml", to_gpx),
    "geojson": Export("application/geo+json", to_geojson),
    "md": Export("text/markdown; charset=utf-8", to_markdown),
    "json": Export("application/json", to_json),
}
"""By the ending of the file's name."""
