"""Connections that end at a deadline and lead to public addresses alone, for httpcore's connection pool."""

import queue
import socket
import ssl
import threading
import time
from collections.abc import Iterable, Sequence
from typing import Any

import httpcore

from travelagent.public_addresses import is_public

ADDRESSES_TRIED = 3


class Deadline:
    """A moment that many steps share, `seconds` from now."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._at = time.monotonic() + seconds

    def left(self, most: float | None = None) -> float:
        """Return the seconds that are left, `most` where that is less. Raises TimeoutError when none are."""
        left = self._at - time.monotonic()
        if left <= 0:
            raise TimeoutError("the time limit has passed")
        return left if most is None else min(left, most)


class GuardedBackend(httpcore.NetworkBackend):
    """Looks a host up once, checks its addresses, and connects to one of those that were checked."""

    def __init__(self, deadline: Deadline, *, allows_private: bool) -> None:
        self._deadline = deadline
        self._allows_private = allows_private
        self._connector = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to a public address of the host.

        Raises OSError, TimeoutError, httpcore.ConnectError, httpcore.ConnectTimeout.
        """
        addresses = addresses_of(host, port, self._deadline.left(timeout))
        if not self._allows_private and not all(map(is_public, addresses)):
            raise OSError(f"{host} is no public address")
        tried: list[httpcore.ConnectError] = []
        for address in addresses[:ADDRESSES_TRIED]:
            try:
                stream = self._connector.connect_tcp(address, port, self._deadline.left(timeout))
            except httpcore.ConnectError as error:
                tried.append(error)
            else:
                return _TimedStream(stream, self._deadline)
        raise tried[-1]

    def sleep(self, seconds: float) -> None:
        """Sleep so long, at most until the deadline."""
        time.sleep(self._deadline.left(seconds))


def addresses_of(host: str, port: int, seconds: float) -> Sequence[str]:
    """Return the addresses of a host, at least one. Raises OSError, and TimeoutError where the resolver is slower."""
    answers: queue.SimpleQueue[Sequence[str] | OSError] = queue.SimpleQueue()

    def resolve() -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            answers.put(error)
        else:
            answers.put(list(dict.fromkeys(str(info[4][0]) for info in found)))

    threading.Thread(target=resolve, name="resolve", daemon=True).start()
    try:
        answer = answers.get(timeout=seconds)
    except queue.Empty:
        raise TimeoutError(f"no address of {host} within {seconds:.1f} s") from None
    if isinstance(answer, OSError):
        raise answer
    return answer


class _TimedStream(httpcore.NetworkStream):
    """A stream each of whose steps waits no longer than the deadline."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: Deadline) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._deadline.left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._deadline.left(timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        stream = self._stream.start_tls(ssl_context, server_hostname, self._deadline.left(timeout))
        return _TimedStream(stream, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
