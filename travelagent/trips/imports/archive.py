"""The KML documents of a KMZ archive, also of one that is cut off or damaged: as far as each of them unpacks."""

import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from struct import Struct
from typing import Final

from django.utils.translation import gettext as _

from travelagent.trips.imports.values import Unread, UnreadableFile

DOCUMENT_BYTES: Final = 16 * 1024 * 1024
"""Documents that unpack to more are refused."""
MOST_MEMBERS: Final = 2000
_SIGNATURE: Final = b"PK\x03\x04"
_HEADER: Final = Struct("<4s5H3I2H")
"""A local file header (APPNOTE.TXT, 4.3.7)."""
_ENCRYPTED, _STORED, _DEFLATED = 1, 0, 8
_FAULTS = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError)


def documents_of(content: bytes) -> tuple[dict[str, bytes], list[Unread]]:
    """Return the KML files of an archive by their paths, and what of it is damaged. Raises UnreadableFile."""
    unread: list[Unread] = []
    try:
        found = dict(_bounded(_listed(content)))
    except UnreadableFile:
        raise
    except _FAULTS:
        found = dict(_bounded(_scanned(content)))
        unread.append(Unread(_("The archive"), _("It is damaged; its files are read as far as they unpack.")))
        if not found:
            raise UnreadableFile(_("This is not a readable KMZ file.")) from None
    if not found:
        raise UnreadableFile(_("The KMZ file holds no KML document."))
    return found, unread


def _bounded(members: Iterator[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    """Yield the files as long as they fit within the limit all together."""
    room = DOCUMENT_BYTES
    for path, document in members:
        room -= len(document)
        if room < 0:
            most = {"most": DOCUMENT_BYTES // 1024**2}
            raise UnreadableFile(_("The KMZ file unpacks to more than %(most)s MB.") % most)
        yield path, document


def _listed(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the documents that the directory of the archive lists."""
    with zipfile.ZipFile(BytesIO(content)) as archive:
        for info in archive.infolist()[:MOST_MEMBERS]:
            if _is_document(info.filename):
                with archive.open(info) as file:
                    yield info.filename, file.read(DOCUMENT_BYTES + 1)


def _scanned(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the documents by the headers before each, where there is no directory; each as far as it unpacks."""
    begin = content.find(_SIGNATURE)
    for _member in range(MOST_MEMBERS):
        if begin < 0 or begin + _HEADER.size > len(content):
            return
        _mark, _version, flags, method, *_rest, size, _full, name_bytes, extra = _HEADER.unpack_from(content, begin)
        body = begin + _HEADER.size + name_bytes + extra
        path = content[begin + _HEADER.size : body - extra].decode("utf-8", "replace")
        if _is_document(path) and not flags & _ENCRYPTED and method in (_STORED, _DEFLATED):
            yield path, _unpacked(content, body, size) if method == _DEFLATED else content[body : body + size]
        begin = content.find(_SIGNATURE, begin + len(_SIGNATURE))


def _unpacked(content: bytes, body: int, size: int) -> bytes:
    """Return what a compressed file unpacks to, up to its damage. `size`: of the compressed bytes, 0 where unknown."""
    inflating = zlib.decompressobj(-zlib.MAX_WBITS)
    found = bytearray()
    for begin in range(body, body + size if size else len(content), 512):
        try:
            found += inflating.decompress(content[begin : begin + 512], DOCUMENT_BYTES + 1 - len(found))
        except zlib.error:
            break
        if inflating.eof or inflating.unconsumed_tail or len(found) > DOCUMENT_BYTES:
            break
    return bytes(found)


def _is_document(path: str) -> bool:
    """Return whether a file of an archive is KML, and none of those that macOS puts beside each."""
    return path.lower().endswith(".kml") and not path.startswith("__MACOSX/") and "/._" not in f"/{path}"
