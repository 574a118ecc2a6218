"""A server of a benchmark's own, in a temporary folder, with a partner's key."""

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.server import UNTHROTTLED, Server


@dataclass(frozen=True)
class Served:
    """A running server: its address, the headers of a partner, its data folder and the id of its process."""

    url: str
    headers: Mapping[str, str]
    folder: Path
    pid: int


@contextmanager
def served(**settings: str) -> Iterator[Served]:
    """A prepared server with these settings, which is stopped behind it."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), settings={**UNTHROTTLED, **settings})
        server.manage("prepare")
        key = server.manage("create_api_key", "benchmark").strip().splitlines()[-1]
        server.start()
        assert server.process is not None
        try:
            yield Served(server.url, {"Authorization": f"Bearer {key}"}, server.data_dir, server.process.pid)
        finally:
            server.stop()
