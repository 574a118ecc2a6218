"""Files as trips: one module a format, each with a function from bytes to a `FileTrip`, and `laying`, which makes days
of it.

Contents that no plan can hold go into the trip's notes. Files are read in a worker process, within limits of time and
memory (`reading`); the libraries of the formats are loaded with the first file read.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TripFile:
    """A file that came in: its format, a key of `IMPORTS`, and its bytes."""

    format: str
    content: bytes


IMPORTS: dict[str, str] = {
    "gpx": "gpx.read_gpx",
    "kml": "kml.read_kml",
    "kmz": "kml.read_kmz",
    "geojson": "geojson.read_geojson",
    "ics": "calendar.read_ics",
    "csv": "table.read_csv",
    "eml": "mail.read_eml",
    "pdf": "pdf.read_pdf",
}
"""The function that reads a format, by the ending of the file's name; JSON of our own is the document itself."""
