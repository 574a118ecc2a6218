"""A server of a benchmark's own, in a temporary folder, with a partner's key."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.server import Server


@contextmanager
def served(**settings: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The address and the headers of a prepared server with these settings, which is stopped behind it."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), settings={"THROTTLE_WRITES": "0", **settings})
        server.manage("prepare")
        key = server.manage("create_api_key", "benchmark").strip().splitlines()[-1]
        server.start()
        try:
            yield server.url, {"Authorization": f"Bearer {key}"}
        finally:
            server.stop()
