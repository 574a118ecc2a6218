"""Trips as files: one module a format, each with one function from a trip and a language to bytes.

The libraries of the formats are loaded with the first file written: most processes never write one.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.module_loading import import_string

from travelagent.catalog.planners import compute_file
from travelagent.compute.pool import Terms
from travelagent.trips.models import Trip


@dataclass(frozen=True, slots=True)
class Export:
    """A format: its media type, and the function that writes it, by its path in this package. `linked`: it can hold the
    address of the shared page."""

    media_type: str
    writer: str
    linked: bool = False

    def write(self, trip: Trip, lang: str, link: str = "") -> bytes:
        """Return the file of a trip in a language, "en" or "zh". `link`: the address of its shared page, if any."""
        write: Callable[..., bytes] = import_string(f"{__name__}.{self.writer}")
        return write(trip, lang, link) if self.linked else write(trip, lang)

    def compute(self, trip: Trip, lang: str, link: str, terms: Terms) -> bytes:
        """Return the file as `write` does; a booklet, which takes seconds, from a worker. Raises TooMuch, Busy."""
        return compute_file(self.write, trip, lang, link, terms=terms) if self.linked else self.write(trip, lang)


EXPORTS: dict[str, Export] = {
    "ics": Export("text/calendar; charset=utf-8", "calendar.to_ics"),
    "pdf": Export("application/pdf", "booklet.to_pdf", linked=True),
    "gpx": Export("application/gpx+xml", "gpx.to_gpx"),
    "kml": Export("application/vnd.google-earth.kml+xml", "kml.to_kml"),
    "geojson": Export("application/geo+json", "geojson.to_geojson"),
    "md": Export("text/markdown; charset=utf-8", "markdown.to_markdown"),
    "json": Export("application/json", "document.to_json"),
}
"""By the ending of the file's name."""
