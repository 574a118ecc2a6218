"""A disk that is full, a folder that is read-only, a clock that jumps: clear errors, nothing lost, and on by itself."""

import asyncio
import errno
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.cluster import SLOW, Cluster
from tests.support.partner import Followed, Partner
from tests.support.server import ROOT, UNTHROTTLED, Server
from tests.support.services import installed

pytestmark = [pytest.mark.services, pytest.mark.full]
SECONDS = 120
MIB = 1024 * 1024
DRIFT = """
from django.db import connection
from django.utils import timezone
with connection.cursor() as cursor:
    cursor.execute("SELECT clock_timestamp()")
    print((cursor.fetchone()[0] - timezone.now()).total_seconds())
"""
FAKETIME = sorted(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A file system of its own."""
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=755", "tmpfs", str(folder)])
    if mounted.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def reachable_folder() -> Iterator[Path]:
    """A temporary folder that PostgreSQL's own user can get into."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def fill(disk: Path) -> Path:
    """Take all the room that is left; the file that takes it."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while file.write(b"x" * MIB):
                pass
        except OSError as error:
            assert error.errno == errno.ENOSPC  # noqa: PT017 - it ends in no other way
    return filler


async def begun(partner: Partner, message: str) -> tuple[Followed, "asyncio.Task[Any]"]:
    followed = Followed(await partner.new_session())
    return followed, asyncio.create_task(partner.ask(message, followed))


async def ended_well(partner: Partner, followed: Followed) -> None:
    """What came is the log, without a gap, to a good end."""
    assert followed.events == await partner.log(followed.run)
    assert followed.events[-1]["data"]["status"] == "succeeded"


async def get(url: str) -> httpx.Response:
    async with httpx.AsyncClient(timeout=60) as client:
        return await client.get(url)


def post(url: str, key: str, path: str) -> httpx.Response:
    return httpx.post(f"{url}/api/v1/{path}", json={}, headers={"Authorization": f"Bearer {key}"}, timeout=60)


async def test_a_full_disk_under_the_embedded_profile(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "150m") as disk:
        server = Server(disk / "data", SLOW)
        server.data_dir.mkdir()
        server.manage("prepare")
        key = server.manage("create_api_key", "tests").strip().splitlines()[-1]
        server.start()
        try:
            partner = Partner([server.url], key)
            under_way, asking = await begun(partner, "plan, in 100 pieces")
            await under_way.until("tool_start")
            filler = fill(disk)
            refused = [await asyncio.to_thread(post, server.url, key, "sessions/") for _ in range(30)]
            ready = await get(f"{server.url}/ready")
            assert (await get(f"{server.url}/live")).status_code == 200
            assert (ready.status_code, "disk" in ready.json()["down"]) == (503, True)
            codes = {(answer.status_code, answer.json().get("code")) for answer in refused}
            assert codes <= {(503, "unavailable"), (201, None)}
            assert (503, "unavailable") in codes

            filler.unlink()
            async with asyncio.timeout(SECONDS):
                await asking
                behind = await partner.ask("plan")
            for followed in (under_way, behind):
                await ended_well(partner, followed)
            assert (await get(f"{server.url}/ready")).status_code == 200
        finally:
            server.kill()


async def test_a_full_disk_under_postgres(tmp_path: Path) -> None:
    with reachable_folder() as place, small_disk(place / "disk", "300m") as disk:
        cluster = Cluster(tmp_path, servers=1, workers=1, settings=UNTHROTTLED, postgres_place=disk)
        try:
            key = cluster.start()
            url = cluster.web[0].url
            partner = Partner([url], key)
            under_way, asking = await begun(partner, "plan, in 200 pieces")
            await under_way.until("tool_start")
            filler = fill(disk)
            answers = [await asyncio.to_thread(post, url, key, "sessions/") for _ in range(200)]
            codes = {(answer.status_code, answer.json().get("code")) for answer in answers}
            assert codes <= {(503, "unavailable"), (201, None)}
            assert (await get(f"{url}/live")).status_code == 200

            filler.unlink()
            if cluster.postgres.process is not None and cluster.postgres.process.poll() is not None:
                cluster.postgres.start()  # without room for its log it ends, as its keeper would start it again
            async with asyncio.timeout(SECONDS):
                await asking
                behind = await partner.ask("plan and save")
            for followed in (under_way, behind):
                await ended_well(partner, followed)
            made = sum(answer.status_code == 201 for answer in answers)
            assert await _sessions(partner) == made + 2
        finally:
            cluster.close()


async def _sessions(partner: Partner) -> int:
    """How many conversations there are."""
    found, path = 0, "sessions/?limit=200"
    while path:
        page = (await partner.call("GET", path)).raise_for_status().json()
        found += len(page["results"])
        path = (page["next"] or "").partition("/api/v1/")[2]
    return found


def test_a_read_only_folder_stops_the_start_with_one_line(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "1m") as disk:
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        server = Server(disk)
        command = [sys.executable, "manage.py", "serve"]
        done = subprocess.run(command, cwd=ROOT, env=server.environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert "TRAVELAGENT_DATA_DIR" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.fixture
def clock() -> Iterator[Path]:
    with reachable_folder() as folder:
        yield folder / "clock"


@pytest.mark.parametrize("jump", ["+1d", "-2h"])
async def test_the_databases_clock_may_jump(tmp_path: Path, clock: Path, jump: str) -> None:
    """Leases are counted by that clock."""
    installed("faketime")
    set_clock(clock, "+0")
    cluster = Cluster(tmp_path, servers=1, workers=2)
    cluster.postgres.variables = {
        "LD_PRELOAD": str(FAKETIME[0]),
        "FAKETIME_TIMESTAMP_FILE": str(clock),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    try:
        key = cluster.start()
        partner = Partner([cluster.web[0].url], key)
        runs = [await begun(partner, "plan and save in 100 pieces") for _ in range(3)]
        await asyncio.gather(*(followed.until("tool_start") for followed, _ in runs))
        set_clock(clock, jump)
        assert abs(float(cluster.web[0].manage("shell", "-v", "0", "-c", DRIFT).splitlines()[-1])) > 3600
        async with asyncio.timeout(SECONDS):
            await asyncio.gather(*(asking for _, asking in runs))
            behind = await partner.ask("plan and save")
        for followed in (*(followed for followed, _ in runs), behind):
            await ended_well(partner, followed)
            assert await partner.trips_of(followed) == 1
    finally:
        cluster.close()


def set_clock(file: Path, offset: str) -> None:
    """Let the processes that read this file be so far from the time, like +1d."""
    file.write_text(offset)
    file.chmod(0o644)
