"""The trip at hand on PostgreSQL, changed at one server: another's pages see it at once, and no two changes collide."""

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.support.cluster import Cluster
from tests.support.partner import Partner
from tests.support.server import UNTHROTTLED

pytestmark = pytest.mark.services

AT_ONCE_S = 3.0
"""Sooner than a page that was told nothing would look at the log."""
KYOTO = {"stays": [{"place": "kyoto"}], "dates": {"days": 1}}
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


async def next_event(socket: ClientConnection) -> dict[str, Any]:
    """The next event that is not a sign of life, which a slow machine sends in between."""
    event: dict[str, Any] = json.loads(await socket.recv())
    while event["type"] == "heartbeat":
        event = json.loads(await socket.recv())
    return event


async def test_a_page_at_another_server_sees_a_change_at_once(running: tuple[Cluster, str]) -> None:
    cluster, key = running
    session = await Partner([cluster.web[0].url], key).new_session()
    address = f"{cluster.web[0].url.replace('http', 'ws')}/ws/sessions/{session}/"
    seen: list[dict[str, Any]] = []
    async with (
        connect(address, additional_headers={"Authorization": f"Bearer {key}"}) as socket,
        at(cluster, key, 1) as elsewhere,
    ):
        assert (await next_event(socket))["type"] == "hello"
        for path, sent in (("plan/", {"brief": KYOTO}), ("plan/", {"brief": {"pace": "relaxed"}}), ("undo/", None)):
            response = await elsewhere.post(f"sessions/{session}/{path}", json=sent)
            assert response.status_code == 200, response.text
            async with asyncio.timeout(AT_ONCE_S):
                seen += [await next_event(socket) for _ in range(5)]
    expected = ["brief_changed", "artifact", "artifact", "plan_changed", "run_finished"]
    assert [event["type"] for event in seen] == expected * 3
    assert [event["seq"] for event in seen] == [1, 2, 3, 4, 5] * 3


@pytest.mark.full
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
