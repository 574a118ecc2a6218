"""A whole trip inside a file of another format, so that our own export comes back as the same trip.

What other programs show of a file is less than a trip: wishes, pins, alternatives and the budget have no place there.
So each such format carries the document of `export?format=json` where other programs ignore it: a property, a foreign
member, an extension. It counts only while the stops that everybody sees are still those of the document.
"""

import base64
import binascii
import json
import zlib
from typing import Any, Final

from travelagent.trips.exports.document import document_of
from travelagent.trips.models import Trip

MOST_BYTES: Final = 8 * 1024 * 1024
"""A document that unpacks to more is not read."""


def packed_document(trip: Trip) -> str:
    """Return the trip's document as Base64 of compressed JSON, for formats that hold text alone."""
    packed = zlib.compress(json.dumps(document_of(trip), ensure_ascii=False, separators=(",", ":")).encode(), 9)
    return base64.b64encode(packed).decode()


def unpacked_document(packed: str) -> dict[str, Any] | None:
    """Return what `packed_document` was made of; None for anything else."""
    try:
        inflating = zlib.decompressobj()
        content = inflating.decompress(base64.b64decode("".join(packed.split()), validate=True), MOST_BYTES)
        if inflating.unconsumed_tail or not inflating.eof:
            return None
        found = json.loads(content)
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
