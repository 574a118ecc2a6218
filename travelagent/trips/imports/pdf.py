"""PDF: the sights that its text names, on the dates above them; the text itself stands in the notes.

Scanned pages have no text. Nothing else of the file is run or followed.
"""

import logging
import re
from datetime import date
from io import BytesIO

from django.utils.translation import gettext as _
from pypdf import PdfReader
from pypdf.errors import PyPdfError

from travelagent.catalog import source
from travelagent.catalog.names import find_places
from travelagent.trips.imports.dates import dates_in, day_first_in
from travelagent.trips.imports.text import cleaned
from travelagent.trips.imports.values import FileTrip, Place, Unread, UnreadableFile, checked_trip, doubtful_dates

MOST_PAGES = 40
MOST_LINES = 1500
LINE_CHARS = 300
FAULTS = (PyPdfError, ValueError, TypeError, KeyError, IndexError, AttributeError, AssertionError, OSError,
          RecursionError, MemoryError, NotImplementedError, ImportError, OverflowError)  # fmt: skip
"""What pypdf raises for broken files."""
TRUSTED = 0.8
"""So sure a name must be to be taken for the sight."""


_CATALOG = re.compile(rb"(\d{1,10})\s+(\d{1,5})\s+obj\s*<<[^<>]{0,500}/Type\s*/Catalog")


def read_pdf(content: bytes) -> FileTrip:
    """Read the text of a PDF document. Raises UnreadableFile."""
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    lines, unread = _lines_of(content)
    if not lines:
        raise UnreadableFile(_("This PDF holds no text, only pictures of it."))
    day_first = day_first_in(lines)
    places = _places(lines, day_first)
    if not places:
        raise UnreadableFile(_("The text of this PDF names no sight that is known."))
    if day_first is None:
        unread.append(doubtful_dates())
    title = lines[0]
    return checked_trip(FileTrip(title, tuple(places), tuple(lines), unread=tuple(unread)))


def _lines_of(content: bytes) -> tuple[list[str], list[Unread]]:
    """Return the lines of the text, and what was left out. Raises UnreadableFile."""
    try:
        reader, unread = _opened(content)
        if reader.is_encrypted and not reader.decrypt(""):
            raise UnreadableFile(_("This PDF is locked with a password."))
        count = len(reader.pages)
    except UnreadableFile:
        raise
    except FAULTS as error:
        raise UnreadableFile(_("This is not a readable PDF.")) from error
    texts: list[str] = []
    for number in range(min(count, MOST_PAGES)):
        try:
            texts.append(reader.pages[number].extract_text())
        except FAULTS:
            unread.append(Unread(_("Page %(page)s") % {"page": number + 1}, _("The file is damaged there.")))
    if not texts:
        raise UnreadableFile(_("This is not a readable PDF."))
    lines = [line for text in texts for line in (cleaned(each, LINE_CHARS) for each in text.splitlines()) if line]
    if count > MOST_PAGES:
        unread.append(Unread(_("Pages from %(page)s on") % {"page": MOST_PAGES + 1}, _("The document is too long.")))
    if len(lines) > MOST_LINES:
        unread.append(Unread(_("Lines from %(line)s on") % {"line": MOST_LINES + 1}, _("The document is too long.")))
    return lines[:MOST_LINES], unread


def _opened(content: bytes) -> tuple[PdfReader, list[Unread]]:
    """Return the document, with the end that it lacks where it is cut off. Raises what pypdf raises."""
    try:
        return PdfReader(BytesIO(content)), []
    except PyPdfError:
        catalog = _CATALOG.search(content)
        if catalog is None:
            raise
    end = b"\ntrailer\n<< /Root %s %s R >>\nstartxref\n0\n%%%%EOF" % catalog.groups()
    return PdfReader(BytesIO(content + end)), [Unread(_("The end of the file"), _("The file is damaged there."))]


def _places(lines: list[str], day_first: bool | None) -> list[Place]:
    """Return every sight that is named, once, with the date that was named last before it."""
    found: dict[str, Place] = {}
    on: date | None = None
    for line in lines:
        on = next(dates_in(line, day_first), on)
        for mention in find_places(line, mend=False):
            if mention.kind == "sight" and mention.confidence >= TRUSTED and mention.ids[0] not in found:
                sight = source.sights()[mention.ids[0]]
                found[sight.id] = Place(mention.surface, sight.lat, sight.lon, on=on, sight=sight.id)
    return list(found.values())
