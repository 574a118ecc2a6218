"""Bodies over a size are refused while they come in, spoken to as a client does, byte by byte."""

import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from twisted.internet.error import ConnectionDone
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure

from travelagent.attachments.uploads import UPLOAD_BYTES
from travelagent.ops.server_limits import MOST_BYTES, BoundedFactory, BoundedRequest

HEAD = b"POST /api/v1/trips/ HTTP/1.1\r\nHost: a.example\r\n"


@pytest.fixture
def processed(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The bodies that were handed on."""
    found: list[bytes] = []
    base = BoundedRequest.__mro__[1]
    monkeypatch.setattr(base, "process", lambda request: found.append(request.content.read()))
    return found


@pytest.fixture
def transport() -> StringTransport:
    """What the server writes to a client."""
    return StringTransport()


@pytest.fixture
def connection(transport: StringTransport) -> Iterator[Any]:
    server = SimpleNamespace(protocol_connected=lambda protocol: None, protocol_disconnected=lambda protocol: None)
    protocol = BoundedFactory(server).buildProtocol(None)
    protocol.makeConnection(transport)
    yield protocol
    protocol.connectionLost(Failure(ConnectionDone()))


def refusal(transport: StringTransport) -> dict[str, Any]:
    head, _, body = transport.value().partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 413 ")
    assert f"Content-Length: {len(body)}".encode() in head
    found: dict[str, Any] = json.loads(body)
    return found


def test_one_that_announces_itself_is_refused_before_any_of_it_came(
    connection: Any, transport: StringTransport, processed: list[bytes]
) -> None:
    connection.dataReceived(HEAD + b"Content-Length: 300000000\r\n\r\n")

    assert refusal(transport)["code"] == "too_large"
    assert transport.disconnecting
    assert processed == []


def test_one_that_does_not_is_refused_when_it_has_grown_too_large(
    connection: Any, transport: StringTransport, processed: list[bytes]
) -> None:
    connection.dataReceived(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
    piece = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
    for _ in range(MOST_BYTES // 0x100000):
        connection.dataReceived(piece)
    assert transport.value() == b""
    connection.dataReceived(piece)

    assert refusal(transport)["status"] == 413
    assert transport.disconnecting
    connection.dataReceived(b"0\r\n\r\n")
    assert processed == []


def test_one_that_is_not_too_large_is_handed_on(
    connection: Any, transport: StringTransport, processed: list[bytes]
) -> None:
    connection.dataReceived(HEAD + b"Content-Length: %d\r\n\r\n" % MOST_BYTES + b"x" * MOST_BYTES)

    assert [len(body) for body in processed] == [MOST_BYTES]
    assert not transport.disconnecting


UPLOAD = HEAD.replace(HEAD.split()[1], b"/api/v1/trips/trip_1/files/")


def test_a_file_of_a_trip_may_be_larger(connection: Any, transport: StringTransport, processed: list[bytes]) -> None:
    connection.dataReceived(UPLOAD + b"Content-Length: %d\r\n\r\n" % UPLOAD_BYTES + b"x" * UPLOAD_BYTES)

    assert [len(body) for body in processed] == [UPLOAD_BYTES]
    assert not transport.disconnecting


@pytest.mark.parametrize("path", [b"/api/v1/trips/trip_1/files/", b"/api/v1/trips/trip_1/files/file_1/", b"/files/"])
def test_none_is_larger_than_that(
    connection: Any, transport: StringTransport, processed: list[bytes], path: bytes
) -> None:
    uploads = path == b"/api/v1/trips/trip_1/files/"
    length = (UPLOAD_BYTES if uploads else MOST_BYTES) + 1
    connection.dataReceived(HEAD.replace(HEAD.split()[1], path) + b"Content-Length: %d\r\n\r\n" % length)

    assert str(UPLOAD_BYTES if uploads else MOST_BYTES) in refusal(transport)["detail"]
    assert processed == []


@pytest.mark.parametrize(
    ("media_type", "body"),
    [
        (b"application/x-www-form-urlencoded", b"a=1&b=2"),
        (b"multipart/form-data; boundary=b", b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n'),
        (b"multipart/form-data; boundary=b", b"no part of a form"),
    ],
)
def test_no_form_is_read_on_the_event_loop(
    connection: Any, transport: StringTransport, monkeypatch: pytest.MonkeyPatch, media_type: bytes, body: bytes
) -> None:
    read: list[tuple[dict[bytes, list[bytes]], bytes]] = []
    base = BoundedRequest.__mro__[1]
    monkeypatch.setattr(base, "process", lambda request: read.append((request.args, request.content.read())))
    connection.dataReceived(HEAD + b"Content-Type: %b\r\nContent-Length: %d\r\n\r\n" % (media_type, len(body)) + body)

    assert read == [({}, body)]
    assert not transport.disconnecting
