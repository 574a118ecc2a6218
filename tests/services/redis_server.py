"""A real Redis: its own process on a free port, nothing kept on disk."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.server import free_port

READY = "Ready to accept connections"


@contextmanager
def redis_server(folder: Path) -> Iterator[str]:
    """The URL of a server that lives as long as the context; skips the test where Redis is not installed."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("redis-server is not installed")
    port = free_port()
    options = ("--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder), "--save", "", "--appendonly", "no")
    with subprocess.Popen([program, *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            said = _until_ready(process)
            if process.poll() is not None:
                raise RuntimeError(f"Redis did not start:\n{said}")
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            process.terminate()


def _until_ready(process: subprocess.Popen[str]) -> str:
    """What the server says until it is ready, or until it ends."""
    said = ""
    while process.stdout is not None and (line := process.stdout.readline()):
        said += line
        if READY in line:
            return said
    process.wait()
    return said
