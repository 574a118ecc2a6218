"""Files as trips: one module a format, each with a function from bytes to what the file tells, and `laying`, which
makes days of it.

What a file tells and no plan can hold stands in the trip's notes. The libraries of the formats are loaded with the
first file read.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.module_loading import import_string

from travelagent.trips.exports.document import FORMAT, FORMAT_VERSION
from travelagent.trips.imports.values import FileTrip


@dataclass(frozen=True, slots=True)
class TripFile:
    """A file that came in: its format, a key of `IMPORTS`, and its bytes."""

    format: str
    content: bytes


IMPORTS: dict[str, str] = {"gpx": "gpx.read_gpx", "ics": "calendar.read_ics", "geojson": "geojson.read_geojson"}
"""The function that reads a format, by the ending of the file's name; JSON of our own is the document itself."""


def document_of(file: TripFile, today: date) -> dict[str, Any]:
    """Return the file as a document of `export?format=json`. `today`: days without a date begin two weeks after it.

    Raises UnreadableFile, and InvalidRequest for a trip that cannot be laid out.
    """
    from travelagent.trips.imports.laying import laid_out

    read: Callable[[bytes], FileTrip] = import_string(f"{__name__}.{IMPORTS[file.format]}")
    found = read(file.content)
    itinerary, notes = laid_out(found, today)
    head = {"format": FORMAT, "format_version": FORMAT_VERSION}
    return {**head, "title": found.title, "itinerary": itinerary, "budget": None, "notes": notes}
