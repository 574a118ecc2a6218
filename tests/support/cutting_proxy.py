"""A way to a server that cuts connections: what a mobile network does to a stream."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from tests.support.server import free_port

CUT_AFTER = 3000
CHUNK = 1000


@dataclass
class Proxy:
    """`cuts_left`: so many connections are still cut after CUT_AFTER bytes of answers."""

    target: int
    cuts_left: int
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def serve(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                client, _address = listener.accept()
                threading.Thread(target=self._carry, args=(client,), daemon=True).start()

    def _carry(self, client: socket.socket) -> None:
        """Carry a connection's requests there, and their answers back."""
        with client, socket.create_connection(("127.0.0.1", self.target)) as server:
            threading.Thread(target=self._back, args=(server, client), daemon=True).start()
            with suppress(OSError):
                while sent := client.recv(CHUNK):
                    server.sendall(sent)
            ended(server)

    def _back(self, server: socket.socket, client: socket.socket) -> None:
        carried = 0
        with suppress(OSError):
            while received := server.recv(CHUNK):
                client.sendall(received)
                carried += len(received)
                if self.cuts_left and carried > CUT_AFTER:
                    self.cuts_left -= 1
                    break
        ended(client)


def ended(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


@contextmanager
def cutting_proxy(target: int, cuts: int) -> Iterator[Proxy]:
    """Carry connections to a local port; the first `cuts` of them end within an answer."""
    proxy = Proxy(target, cuts, free_port())
    with socket.create_server(("127.0.0.1", proxy.port)) as listener:
        threading.Thread(target=proxy.serve, args=(listener,), daemon=True).start()
        yield proxy
        ended(listener)
