"""An endpoint that speaks OpenAI's wire and was written by others: aimock, started with the replies of a test."""

import json
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.server import ROOT, free_port

CLI = ROOT / "node_modules" / "@copilotkit" / "aimock" / "dist" / "cli.js"
START_S = 30.0

Fixture = Mapping[str, Any]


@dataclass(frozen=True)
class Aimock:
    """A running server. `url` is what a model's `base_url` is set to."""

    url: str

    @property
    def requests(self) -> list[dict[str, Any]]:
        """The bodies of the chat requests so far, oldest first."""
        entries = httpx.get(self.url.removesuffix("/v1") + "/__aimock/journal").json()
        return [entry["body"] for entry in entries if entry["path"].endswith("/chat/completions")]


def reply(response: Mapping[str, Any], *, number: int | None = None, to: str = "", **how: Any) -> Fixture:
    """A reply to messages that hold `to`; with a `number` to the request of that place alone. `how` is the stream's."""
    match: dict[str, Any] = {"endpoint": "chat"}
    if to:
        match["userMessage"] = to
    if number is not None:
        match["sequenceIndex"] = number
    return {"match": match, "response": dict(response), **how}


def in_turn(*responses: Mapping[str, Any] | Fixture) -> list[Fixture]:
    """Replies to whatever is asked, in this order."""
    return [
        {**r, "match": {**r["match"], "sequenceIndex": at}} if "response" in r else reply(r, number=at)
        for at, r in enumerate(responses)
    ]


@contextmanager
def aimock(fixtures: Sequence[Fixture], folder: Path, *options: str) -> Iterator[Aimock]:
    """The server, with these replies and no others. Skips where Node.js or the package cannot be had."""
    node = shutil.which("node")
    if node is None or not CLI.exists():
        pytest.skip("aimock is not installed: tests/install-system.sh")
    file = folder / "fixtures.json"
    file.write_text(json.dumps({"fixtures": list(fixtures)}, ensure_ascii=False), encoding="utf-8")
    port = free_port()
    command = [node, str(CLI), "-p", str(port), "-f", str(file), "--strict", *options]
    with (folder / "aimock.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
    try:
        _wait(port, process, folder / "aimock.log")
        yield Aimock(f"http://127.0.0.1:{port}/v1")
    finally:
        process.terminate()
        process.wait(10)


def _wait(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline and process.poll() is None:
        try:
            httpx.get(f"http://127.0.0.1:{port}/health")
            return
        except httpx.TransportError:
            time.sleep(0.05)
    raise RuntimeError(f"aimock did not start:\n{log.read_text()}")
