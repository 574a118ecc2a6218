"""A real Redis for the length of a context."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.services import Redis


@contextmanager
def redis_server(folder: Path) -> Iterator[str]:
    """The URL of a server that lives as long as the context; skips the test where Redis is not installed."""
    server = Redis(folder)
    server.start()
    try:
        yield server.url
    finally:
        server.close()
