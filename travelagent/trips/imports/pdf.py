"""PDF: the sights that its text names, on the dates above them; the text itself stands in the notes.

Scanned pages have no text. Nothing else of the file is run or followed.
"""

import logging
import re
from collections.abc import Iterator
from datetime import date
from io import BytesIO

from django.utils.translation import gettext as _
from pypdf import PdfReader
from pypdf.errors import PyPdfError

from travelagent.catalog import source
from travelagent.catalog.names import find_places
from travelagent.plans.words import MONTHS
from travelagent.trips.imports.table import date_in
from travelagent.trips.imports.text import cleaned
from travelagent.trips.imports.values import FileTrip, Place, Unread, UnreadableFile, checked_trip

MOST_PAGES = 40
MOST_LINES = 1500
LINE_CHARS = 300
TRUSTED = 0.8
"""So sure a name must be to be taken for the sight."""
_MONTHS = tuple(month[:3].lower() for month in MONTHS)
_MONTH = "|".join(_MONTHS)
_NUMBERED = re.compile(r"(?<!\d)(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{4}\s?年\s?\d{1,2}\s?月\s?\d{1,2}\s?日)(?!\d)")
_DAY_MONTH = re.compile(rf"(?<!\d)(\d{{1,2}})\.? ({_MONTH})[a-z]{{0,6}}\.?,? (\d{{4}})", re.IGNORECASE)
_MONTH_DAY = re.compile(rf"\b({_MONTH})[a-z]{{0,6}}\.? (\d{{1,2}}),? (\d{{4}})", re.IGNORECASE)


def read_pdf(content: bytes) -> FileTrip:
    """Read the text of a PDF document. Raises UnreadableFile."""
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    lines, unread = _lines_of(content)
    if not lines:
        raise UnreadableFile(_("This PDF holds no text, only pictures of it."))
    places = _places(lines)
    if not places:
        raise UnreadableFile(_("The text of this PDF names no sight that is known."))
    title = lines[0]
    return checked_trip(FileTrip(title, tuple(places), tuple(lines), unread=tuple(unread)))


def _lines_of(content: bytes) -> tuple[list[str], list[Unread]]:
    """Return the lines of the text, and what was left out. Raises UnreadableFile."""
    try:
        reader = PdfReader(BytesIO(content))
        if reader.is_encrypted and not reader.decrypt(""):
            raise UnreadableFile(_("This PDF is locked with a password."))
        count = len(reader.pages)
        texts = [reader.pages[number].extract_text() for number in range(min(count, MOST_PAGES))]
    except UnreadableFile:
        raise
    except (PyPdfError, ValueError, TypeError, KeyError, IndexError, AttributeError, AssertionError, OSError,
            RecursionError, MemoryError, NotImplementedError, ImportError, OverflowError) as error:  # fmt: skip
        raise UnreadableFile(_("This is not a readable PDF.")) from error
    lines = [line for text in texts for line in (cleaned(each, LINE_CHARS) for each in text.splitlines()) if line]
    unread = []
    if count > MOST_PAGES:
        unread.append(Unread(_("Pages from %(page)s on") % {"page": MOST_PAGES + 1}, _("The document is too long.")))
    if len(lines) > MOST_LINES:
        unread.append(Unread(_("Lines from %(line)s on") % {"line": MOST_LINES + 1}, _("The document is too long.")))
    return lines[:MOST_LINES], unread


def _places(lines: list[str]) -> list[Place]:
    """Return every sight that is named, once, with the date that was named last before it."""
    found: dict[str, Place] = {}
    on: date | None = None
    for line in lines:
        on = next(dates_in(line), on)
        for mention in find_places(line, mend=False):
            if mention.kind == "sight" and mention.confidence >= TRUSTED and mention.ids[0] not in found:
                sight = source.sights()[mention.ids[0]]
                found[sight.id] = Place(mention.surface, sight.lat, sight.lon, on=on, sight=sight.id)
    return list(found.values())


def dates_in(line: str) -> Iterator[date]:
    """Yield the dates of a line: 2026-12-06, 2026年12月6日, 6 December 2026, December 6, 2026."""
    for match in _NUMBERED.finditer(line):
        if (day := date_in(match[1].replace(" ", ""))) is not None:
            yield day
    named = [(m[1], m[2], m[3]) for m in _DAY_MONTH.finditer(line)]
    named += [(m[2], m[1], m[3]) for m in _MONTH_DAY.finditer(line)]
    for day_number, month, year in named:
        try:
            yield date(int(year), _MONTHS.index(month.lower()[:3]) + 1, int(day_number))
        except ValueError:
            continue
