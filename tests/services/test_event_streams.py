"""Many streams of one run at a real server: all get the whole log, and none keeps a thread or a database connection."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.cluster import SLOW
from tests.support.partner import Followed, Partner
from tests.support.server import Server
from tests.support.services import Postgres

pytestmark = pytest.mark.services

STREAMS = 60
SPARE_THREADS = 15
CONNECTIONS = 12


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """A running server with the slow model and few connections to PostgreSQL, and a partner's key."""
    postgres = Postgres()
    postgres.start()
    settings = {"DATABASE_URL": postgres.url, "DATABASE_POOL_SIZE": str(CONNECTIONS)}
    server = Server(tmp_path_factory.mktemp("streams"), SLOW, settings=settings)
    try:
        server.prepare()
        key = server.manage("create_api_key", "tests").strip().splitlines()[-1]
        server.start()
        yield server, key
    finally:
        server.kill()
        postgres.close()


async def streamed(client: httpx.AsyncClient, url: str, key: str, begun: asyncio.Semaphore) -> list[dict[str, Any]]:
    """All events of a stream; `begun` is released once it has answered."""
    headers = {"Authorization": f"Bearer {key}", "Accept": "text/event-stream"}
    async with client.stream("GET", url, headers=headers) as response:
        begun.release()
        lines = [line async for line in response.aiter_lines()]
    return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]


def threads(server: Server) -> int:
    assert server.process is not None
    return len(list(Path(f"/proc/{server.process.pid}/task").iterdir()))


@pytest.mark.full
async def test_streams_cost_no_threads_and_no_connections(served: tuple[Server, str]) -> None:
    server, key = served
    partner = Partner([server.url], key)
    followed = Followed(await partner.new_session())
    asking = asyncio.create_task(partner.ask("plan, in 300 pieces", followed))
    await followed.until("run_started")
    before, begun = threads(server), asyncio.Semaphore(0)
    url = f"{server.url}/api/v1/runs/{followed.run}/events/"
    async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=None)) as client:
        streams = [asyncio.create_task(streamed(client, url, key, begun)) for _ in range(STREAMS)]
        for _ in streams:
            await begun.acquire()
        during = threads(server)
        models = await client.get(f"{server.url}/api/v1/models/", headers={"Authorization": f"Bearer {key}"})
        received = await asyncio.gather(*streams)
    await asking

    assert during < before + SPARE_THREADS < before + STREAMS
    assert models.status_code == 200
    assert all(events == followed.events for events in received)
