"""`manage.py scaled`: servers, workers and beat by one command; what dies comes back, and all of it ends together."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.services.test_killed_server import ended_well
from tests.support.partner import Partner
from tests.support.server import ROOT, Server, free_port
from tests.support.services import Postgres, Redis

pytestmark = pytest.mark.services

READY_S = 120.0


@dataclass
class Scaled:
    """The running command, and a partner's key."""

    server: Server
    key: str
    process: subprocess.Popen[bytes]

    def parts(self, named: str) -> list[int]:
        """The ids of its processes whose command line holds this word."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(pid) for pid in path.read_text().split() if named in Path(f"/proc/{pid}/cmdline").read_text()]

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + READY_S
        while not self.server.is_ready():
            assert time.monotonic() < deadline, self.server.log()
            time.sleep(0.1)


@pytest.fixture(scope="module")
def scaled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scaled]:
    folder = tmp_path_factory.mktemp("command")
    postgres, redis = Postgres(), Redis(folder)
    postgres.start()
    redis.start()
    server = Server(folder, port=free_port(), settings={"DATABASE_URL": postgres.url, "REDIS_URL": redis.url})
    server.manage("prepare")
    key = server.manage("create_api_key", "tests").strip().splitlines()[-1]
    command = [sys.executable, "manage.py", "scaled", "--port", str(server.port), "--servers", "1", "--workers", "1"]
    with (folder / "server.log").open("ab") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=server.environment, stdout=log, stderr=log)
    try:
        yield Scaled(server, key, process)
    finally:
        process.kill()
        postgres.close()
        redis.close()


async def plan(scaled: Scaled) -> None:
    partner = Partner([scaled.server.url], scaled.key)
    async with asyncio.timeout(READY_S):
        await ended_well(partner, await partner.ask("Plan one day in Kyoto"), tools=3)


@pytest.mark.full
def test_one_command_serves_mends_and_ends(scaled: Scaled) -> None:
    scaled.wait_until_ready()
    asyncio.run(plan(scaled))

    [dead] = scaled.parts("serve")
    os.kill(dead, signal.SIGKILL)
    deadline = time.monotonic() + READY_S
    while scaled.parts("serve") in ([], [dead]):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    scaled.wait_until_ready()

    ids = [*scaled.parts("serve"), *scaled.parts("worker"), *scaled.parts("beat")]
    assert len(ids) == 3
    scaled.process.terminate()
    assert scaled.process.wait(60) == 0
    assert not [pid for pid in ids if Path(f"/proc/{pid}").exists()]
    assert not scaled.server.is_ready()


def test_without_its_services_it_says_what_is_missing() -> None:
    with pytest.raises(CommandError, match="REDIS_URL"):
        call_command("scaled")
