"""Refuses at the server what would be costly to look at: large bodies, floods of frames, sockets of whoever is barred.
Reads no form: what a body holds is for the views.

Daphne keeps a whole body in a file before any view sees it, and a handshake costs as much as a page. What a client has
sent over a socket lies in the machine's buffers by the thousands of frames; reading them all, to answer each with a
refusal, would be what stops the server.
"""

import json
import re
from http import HTTPStatus
from typing import Any, Final

from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.web.http import HTTPChannel

from travelagent.attachments.uploads import UPLOAD_BYTES
from travelagent.chat.budget import BARRED_S, TOO_MANY, Budget, bar, is_barred
from travelagent.chat.origin import claim_of

MOST_BYTES: Final = 5 * 1024 * 1024
"""A little more than the largest body that most views take, a trip of thirty full days."""
UPLOAD_PATH: Final = re.compile(rb"/api/v1/trips/[^/?]+/files/(?:\?|$)")
"""Files of trips are larger, and nothing else is."""
FRAMES_BURST: Final = 120
FRAMES_PER_S: Final = 40
"""More than the commands that are obeyed (`chat.budget`): a little too many are refused in words."""
READ_BYTES: Final = 8 * 1024
"""Of one socket at a time, so that each has its turn."""
TOO_LARGE: Final = "The body is too large; at most {} bytes are taken."
BARRED: Final = f"Too many commands or sockets; try again in {BARRED_S:.0f} seconds."


class BoundedRequest(WebRequest):  # type: ignore[misc]  # Daphne has no types
    """A request whose connection is closed behind a 413 when its body is announced, or turns out, to be too large."""

    _most_bytes = MOST_BYTES
    _received = 0
    _refused = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # Django reads forms, in a thread and within its limits; Twisted would read each on the event loop as well.
        super().__init__(*args, parsePOSTFormSubmission=False, **kwargs)

    def gotLength(self, length: int | None) -> None:
        path: bytes = self.channel._path  # the request itself learns it behind its body
        self._most_bytes = UPLOAD_BYTES if UPLOAD_PATH.match(path) else MOST_BYTES
        too_large = length is not None and length > self._most_bytes
        super().gotLength(0 if too_large else length)
        if too_large:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too_large", TOO_LARGE.format(self._most_bytes))

    def handleContentChunk(self, data: bytes) -> None:
        self._received += len(data)
        if self._refused:
            return
        if self._received > self._most_bytes:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too_large", TOO_LARGE.format(self._most_bytes))
        else:
            super().handleContentChunk(data)

    def process(self) -> None:
        if self._refused:
            return
        headers = {
            name.lower(): values[-1].decode("latin-1") for name, values in self.requestHeaders.getAllRawHeaders()
        }
        if b"upgrade" in headers and is_barred(claim_of(headers)):
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS, "limit", BARRED)
        else:
            super().process()

    def _refuse(self, status: HTTPStatus, code: str, detail: str) -> None:
        """Answer with a problem, and close the connection."""
        self._refused = True
        problem = {"type": "about:blank", "title": status.phrase, "status": status, "code": code, "detail": detail}
        body = json.dumps(problem).encode()
        lines = (
            f"HTTP/1.1 {status.value} {status.phrase}".encode(),
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


class BoundedSocket(WebSocketProtocol):  # type: ignore[misc]  # Daphne has no types
    """Daphne's end of a socket, with a budget of frames of any kind."""

    def connectionMade(self) -> None:
        self._frames = Budget(FRAMES_BURST, FRAMES_PER_S)
        self.transport.bufferSize = READ_BYTES
        super().connectionMade()

    def onFrameBegin(self) -> None:
        if self._frames.take():
            super().onFrameBegin()
        else:
            self._drop()

    def _drop(self) -> None:
        bar(claim_of({name: value.decode("latin-1") for name, value in self.clean_headers}))
        self.wasClean = True
        self.sendClose(code=TOO_MANY)
        self.dropConnection(abort=False)


class BoundedSocketFactory(WebSocketFactory):  # type: ignore[misc]  # Daphne has no types
    """Daphne's factory, with sockets of bounded speed."""

    protocol = BoundedSocket
