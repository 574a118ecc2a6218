"""PDF documents: kept as they came where nothing of them acts by itself.

Every object that can be reached from the file's trailer is looked at; no stream but those of objects is decoded.
Scripts, programs to be launched, forms that send themselves and media are refused, and so are embedded files, unless
they are the XML of an electronic invoice.
"""

import logging
from io import BytesIO
from typing import Any, Final

from django.utils.translation import gettext as _
from pypdf import PdfReader
from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject

from travelagent.attachments.values import CheckedFile, UnreadableFile

MOST_OBJECTS: Final = 300_000
"""Dictionaries and arrays, wherever they stand."""
NAMES: Final = ("/UF", "/F", "/DOS", "/Mac", "/Unix")
"""Of an embedded file: each program goes by another one."""
INVOICES: Final = (".xml", ".xbrl")
ACTIVE_KEYS: Final = frozenset({"/JS", "/JavaScript", "/XFA", "/RichMediaContent", "/RichMediaSettings"})
ACTIVE_ACTIONS: Final = frozenset(
    {"/JavaScript", "/Launch", "/SubmitForm", "/ImportData", "/Rendition", "/Movie", "/Sound", "/GoToE", "/GoToR"}
    | {"/RichMediaExecute", "/GoTo3DView"}
)
ACTIVE_ANNOTATIONS: Final = frozenset({"/RichMedia", "/Movie", "/Screen", "/Sound", "/3D"})

_HOLDS_MORE: Final = (DictionaryObject, ArrayObject, IndirectObject)


def checked_document(content: bytes) -> CheckedFile:
    """Return the document as it came. Raises UnreadableFile, and what pypdf raises for a damaged one."""
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    reader = PdfReader(BytesIO(content))
    if reader.is_encrypted and not reader.decrypt(""):
        raise UnreadableFile(_("This PDF is locked with a password."))
    if not reader.pages:
        raise UnreadableFile(_("This PDF has no pages."))
    _check_objects(reader)
    return CheckedFile("application/pdf", content)


def _check_objects(reader: PdfReader) -> None:
    """Raise UnreadableFile for objects that act by themselves."""
    seen: set[tuple[int, int]] = set()
    waiting: list[Any] = [reader.trailer]
    visited = 0
    while waiting:
        visited += 1
        if visited > MOST_OBJECTS:
            raise UnreadableFile(_("This file takes too much time or memory to read."))
        value = waiting.pop()
        if isinstance(value, IndirectObject):
            if (value.idnum, value.generation) in seen:
                continue
            seen.add((value.idnum, value.generation))
            value = value.get_object()
        if isinstance(value, DictionaryObject):
            _check_dictionary(value)
            waiting.extend(item for item in value.values() if isinstance(item, _HOLDS_MORE))
        elif isinstance(value, ArrayObject):
            waiting.extend(item for item in value if isinstance(item, _HOLDS_MORE))


def _check_dictionary(value: DictionaryObject) -> None:
    """Raise UnreadableFile for scripts, media and embedded files, invoices excepted."""
    action, kind = _name(value, "/S"), _name(value, "/Subtype")
    if not ACTIVE_KEYS.isdisjoint(value) or action in ACTIVE_ACTIONS or kind in ACTIVE_ANNOTATIONS:
        raise UnreadableFile(
            _("This PDF holds scripts or media. Print it into a new PDF, and attach that one instead.")
        )
    if "/EF" in value:
        names = [_name(value, key).lower() for key in NAMES if key in value]
        if not names or not all(name.endswith(INVOICES) for name in names):
            raise UnreadableFile(
                _("This PDF has other files inside. Print it into a new PDF, and attach that one instead.")
            )


def _name(value: DictionaryObject, key: str) -> str:
    found = value.get(key)
    return str(found.get_object() if isinstance(found, IndirectObject) else found)
