"""The body of an answer from another server: never more of it than a limit, however small it was sent.

Clients that decompress by themselves make a thousand times as much of each part that comes, before anybody can count
it. So the parts are fed as they came over the network, and decompressed up to the limit.
"""

import zlib
from typing import Final

ENCODINGS: Final = frozenset({"identity", "gzip"})
"""What is read; clients ask for nothing else (`Accept-Encoding`)."""
_GZIP: Final = 31
"""zlib's window bits for a gzip stream."""


class BodyTooLarge(ValueError):
    """A body has more bytes than the limit."""


class UnreadableBody(ValueError):
    """A body in another encoding, or one whose compressed data are damaged, or end too early or too late."""


class BoundedBody:
    """A body of at most `most_bytes`, as sent and after decompression, by the value of its `Content-Encoding`.

    Raises UnreadableBody for an encoding that is none of ENCODINGS.
    """

    def __init__(self, encoding: str, most_bytes: int) -> None:
        encoding = encoding.strip().lower() or "identity"
        if encoding not in ENCODINGS:
            raise UnreadableBody(f"content encoding {encoding[:60]}")
        self._most_bytes = most_bytes
        self._unpacked = zlib.decompressobj(_GZIP) if encoding == "gzip" else None
        self._sent = 0
        self._body = bytearray()

    def feed(self, part: bytes) -> None:
        """Take the next part as it was sent. Raises BodyTooLarge, UnreadableBody."""
        self._sent += len(part)
        if self._sent > self._most_bytes:
            raise BodyTooLarge
        if self._unpacked is None:
            self._body += part
            return
        try:
            self._body += self._unpacked.decompress(part, self._most_bytes + 1 - len(self._body))
        except zlib.error as error:
            raise UnreadableBody(str(error)) from error
        if len(self._body) > self._most_bytes:
            raise BodyTooLarge
        if self._unpacked.unused_data:
            raise UnreadableBody("data behind the end of the compressed data")

    def whole(self) -> bytes:
        """Return the body when all parts were fed. Raises UnreadableBody for compressed data that end early."""
        if self._unpacked is not None and not self._unpacked.eof:
            raise UnreadableBody("compressed data ends early")
        return bytes(self._body)
