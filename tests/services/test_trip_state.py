"""The trip at hand on PostgreSQL, changed at two servers while runs are at work: no two changes collide."""

import asyncio
from collections import Counter
from collections.abc import Iterator

import httpx
import pytest

from tests.support.cluster import Cluster
from tests.support.server import UNTHROTTLED

pytestmark = [pytest.mark.services, pytest.mark.full]

HAMMERED_S = 15.0
HURRIED = {**UNTHROTTLED, "SLOW_PAUSE_S": "0", "SLOW_TOOL_S": "0"}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Cluster, str]]:
    cluster = Cluster(tmp_path_factory.mktemp("trip_state"), workers=1, settings=HURRIED)
    try:
        yield cluster, cluster.start()
    finally:
        cluster.close()


def at(cluster: Cluster, key: str, server: int) -> httpx.AsyncClient:
    headers = {"Authorization": f"Bearer {key}"}
    return httpx.AsyncClient(base_url=f"{cluster.web[server].url}/api/v1/", headers=headers, timeout=60)


async def test_messages_and_changes_of_two_servers_do_not_collide(running: tuple[Cluster, str]) -> None:
    """Runs begin, write their plans and end while the brief is changed: nothing waits for each other in a circle."""
    cluster, key = running
    answers: Counter[tuple[str, int]] = Counter()
    async with at(cluster, key, 0) as one, at(cluster, key, 1) as other:
        session = (await one.post("sessions/", json={"locale": "en"})).json()["id"]
        until = asyncio.get_running_loop().time() + HAMMERED_S

        async def hammer(client: httpx.AsyncClient, method: str, path: str, near: str) -> None:
            number = 0
            while asyncio.get_running_loop().time() < until:
                number += 1
                await asyncio.sleep(0.05)  # the servers share their cores with what the runs compute
                patch = {"lodging": {"near": f"{near} {number}"}}
                sent = patch if method == "PATCH" else {"message": "plan in 1 pieces"}
                response = await client.request(method, f"sessions/{session}/{path}/", json=sent)
                answers[method, response.status_code] += 1
                assert response.status_code in (200, 202) or response.json()["code"] == "run_active", response.text

        await asyncio.gather(
            *(hammer(client, "PATCH", "brief", place) for client, place in ((one, "a"), (other, "b"), (one, "c"))),
            *(hammer(client, "POST", "runs", "") for client in (one, other)),
        )
        runs = (await one.get(f"sessions/{session}/runs/?page_size=200")).json()["results"]
        for run in runs:
            while run["status"] in ("queued", "running"):
                await asyncio.sleep(0.2)
                run = (await one.get(f"runs/{run['id']}/")).json()
            assert run["status"] == "succeeded", run
        shown = (await one.get(f"sessions/{session}/brief/")).json()
    assert min(answers["POST", 202], answers["PATCH", 200]) >= 1, answers
    assert shown["version"] == answers["PATCH", 200] + answers["POST", 202]
    assert cluster.postgres.folder is not None
    assert "deadlock detected" not in (cluster.postgres.folder / "server.log").read_text(errors="replace")
