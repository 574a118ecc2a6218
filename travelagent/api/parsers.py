"""Bodies: JSON in UTF-8, of bounded size and depth, with text that can be stored.

DRF's own parser reads a body of any size, and lets lone surrogates through, which no database and no answer can encode.
"""

import json
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from travelagent.api.problems import Problem

BODY_BYTES = 1024 * 1024


class BoundedJson(BaseParser):
    """JSON bodies of at most `most_bytes`."""

    media_type = "application/json"
    most_bytes = BODY_BYTES

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Return the value of the body. Raises ParseError (400), or Problem `too_large` (413) for over `most_bytes`."""
        body = bounded(stream, self.most_bytes)
        try:
            value = json.loads(body.decode("utf-8"), parse_constant=_refuse)
            if rb"\ud" in body.lower():  # a surrogate, which may lack its other half, can only come escaped
                json.dumps(value, ensure_ascii=False).encode("utf-8")
        except (ValueError, RecursionError) as error:
            raise ParseError(_("The body is not valid JSON: %(reason)s") % {"reason": error}) from error
        return value


class LargeJson(BoundedJson):
    """JSON bodies with whole trips: a plan of 30 full days with all its texts takes some 2 MB."""

    most_bytes = 4 * BODY_BYTES


class TripFileParser(BaseParser):
    """A file in the format of its media type, as large as a whole trip may be: `{"format", "content"}`, the content as
    the bytes that came."""

    format = ""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """Return the format and the content of the file. Raises Problem `too_large` (413)."""
        return {"format": self.format, "content": bounded(stream, LargeJson.most_bytes)}


class GpxFile(TripFileParser):
    """GPX files."""

    media_type, format = "application/gpx+xml", "gpx"


class CalendarFile(TripFileParser):
    """iCalendar files."""

    media_type, format = "text/calendar", "ics"


class GeoJsonFile(TripFileParser):
    """GeoJSON files."""

    media_type, format = "application/geo+json", "geojson"


class KmlFile(TripFileParser):
    """KML files."""

    media_type, format = "application/vnd.google-earth.kml+xml", "kml"


class KmzFile(TripFileParser):
    """KMZ files."""

    media_type, format = "application/vnd.google-earth.kmz", "kmz"


class CsvFile(TripFileParser):
    """CSV tables."""

    media_type, format = "text/csv", "csv"


class EmailFile(TripFileParser):
    """E-mail messages (RFC 822)."""

    media_type, format = "message/rfc822", "eml"


class PdfFile(TripFileParser):
    """PDF documents."""

    media_type, format = "application/pdf", "pdf"


TRIP_FILES: tuple[type[TripFileParser], ...] = (
    GpxFile, KmlFile, KmzFile, GeoJsonFile, CalendarFile, CsvFile, EmailFile, PdfFile,
)  # fmt: skip


def bounded(stream: IO[Any], most_bytes: int) -> bytes:
    """Return the whole body. Raises Problem `too_large` (413)."""
    body: bytes = stream.read(most_bytes + 1)
    if len(body) > most_bytes:
        raise Problem(
            413, "too_large", _("The body is too large; at most %(limit)s bytes are taken.") % {"limit": most_bytes}
        )
    return body


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON value")
