"""Real processes of the product: servers on free ports, workers, in temporary data folders."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import httpx

from tests.support.data_folder import prepare_data_folder
from tests.support.isolation import ROOT as ROOT

UNTHROTTLED: Final[Mapping[str, str]] = {"THROTTLE_READS": "0", "THROTTLE_WRITES": "0", "THROTTLE_RUNS": "0"}
"""Settings of a server that takes as many calls and messages as come."""
START_S = 180.0
STOP_S = 30.0


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@dataclass
class Server:
    """`manage.py serve`, or another entry point with the same options, in a data folder of its own, with settings.

    `root` is the checkout that it runs from.
    """

    data_dir: Path
    entry: tuple[str, ...] = ("manage.py",)
    port: int = 0
    settings: Mapping[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None
    root: Path = ROOT

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        # The planner's compiled code is shared: NUMBA_CACHE_DIR is taken over from the tests' own process.
        own = {
            "TRAVELAGENT_DATA_DIR": str(self.data_dir),
            "MAP_TILE_URL": "",
            "TRAVELAGENT_LOCAL_MODELS": "off",
            "PROVIDERS": "off",
            "PYTHONPATH": str(self.root),
            "DJANGO_SETTINGS_MODULE": "travelagent.settings",
            "LANGUAGE": "en",
        }
        inherited = {name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"}
        return {**inherited, **own, **self.settings}

    def manage(self, *arguments: str) -> str:
        """Run a management command to its end; its standard output."""
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(command, cwd=self.root, env=self.environment, check=True, capture_output=True, text=True)
        return done.stdout

    def prepare(self) -> None:
        """Fill the data folder as `manage.py prepare` would, and by that command where the database is elsewhere."""
        if "DATABASE_URL" in self.settings:
            self.manage("prepare")
        else:
            prepare_data_folder(self.data_dir)

    def start(self) -> "Server":
        """Start and wait until it answers. Raises RuntimeError with its output when it does not."""
        self.spawn()
        self.wait_until_ready()
        return self

    def spawn(self) -> None:
        self.port = self.port or free_port()
        with (self.data_dir / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, *self.entry, "serve", "--port", str(self.port)],
                cwd=self.root,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline and self.process is not None and self.process.poll() is None:
            if self.is_ready():
                return
            time.sleep(0.1)
        raise RuntimeError(f"the server did not start:\n{self.log()}")

    def is_ready(self) -> bool:
        try:
            return httpx.get(f"{self.url}/ready").status_code == 200
        except httpx.TransportError:
            return False

    def stop(self) -> int:
        """Stop it as an operator would; its exit status."""
        process, self.process = self.process, None
        return 0 if process is None else stopped(process)

    def kill(self) -> None:
        """End it without warning."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def log(self) -> str:
        return (self.data_dir / "server.log").read_text(encoding="utf-8", errors="replace")


def stopped(process: subprocess.Popen[bytes]) -> int:
    """End a process by SIGTERM; its exit status. Raises TimeoutExpired, and kills it, when it does not end."""
    process.terminate()
    try:
        return process.wait(STOP_S)
    finally:
        process.kill()
