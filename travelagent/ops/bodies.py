"""Refuses request bodies beyond a size at the server, while they come in.

Daphne keeps a whole body in a file before any view sees it.
"""

import json
from http import HTTPStatus
from typing import Any, Final

from daphne.http_protocol import HTTPFactory, WebRequest
from twisted.web.http import HTTPChannel

MOST_BYTES: Final = 5 * 1024 * 1024
"""A little more than the largest body that a view takes, a trip of thirty full days."""
_PROBLEM: Final = {
    "type": "about:blank",
    "title": HTTPStatus.REQUEST_ENTITY_TOO_LARGE.phrase,
    "status": 413,
    "code": "too_large",
    "detail": f"The body is too large; at most {MOST_BYTES} bytes are taken.",
}


class BoundedRequest(WebRequest):  # type: ignore[misc]  # Daphne has no types
    """A request whose connection is closed behind a 413 when its body is announced, or turns out, to be too large."""

    _received = 0
    _refused = False

    def gotLength(self, length: int | None) -> None:
        super().gotLength(0 if length is not None and length > MOST_BYTES else length)
        if length is not None and length > MOST_BYTES:
            self._refuse()

    def handleContentChunk(self, data: bytes) -> None:
        self._received += len(data)
        if self._refused:
            return
        if self._received > MOST_BYTES:
            self._refuse()
        else:
            super().handleContentChunk(data)

    def process(self) -> None:
        if not self._refused:
            super().process()

    def _refuse(self) -> None:
        self._refused = True
        body = json.dumps(_PROBLEM).encode()
        lines = (
            b"HTTP/1.1 413 " + HTTPStatus.REQUEST_ENTITY_TOO_LARGE.phrase.encode(),
            b"Content-Type: application/problem+json",
            b"Content-Length: %d" % len(body),
            b"Connection: close",
        )
        self.channel.transport.write(b"\r\n".join((*lines, b"", body)))
        self.channel.transport.loseConnection()


class BoundedFactory(HTTPFactory):  # type: ignore[misc]  # Daphne has no types
    """Daphne's factory, with requests of bounded size."""

    def buildProtocol(self, addr: Any) -> HTTPChannel:
        protocol: HTTPChannel = super().buildProtocol(addr)
        protocol.requestFactory = BoundedRequest
        return protocol
