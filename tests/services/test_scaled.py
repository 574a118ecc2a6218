"""The scaled profile, one cluster for the file: PostgreSQL, Redis, two servers, two workers.

Runs finish and their events come once, whichever process is killed; a page at one server sees a change at the other at
once; many people edit one trip at both servers, one of which is killed, and nothing is lost.
"""

import asyncio
import json
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from secrets import token_hex
from typing import Any

import httpx
import pytest
from django.core.cache import CacheHandler
from django.utils.connection import ConnectionProxy
from redis import from_url
from redis.asyncio import Redis
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from agent_core.checkpoint import Checkpoint
from tests.browser.trip_page import long_trip
from tests.ops.test_settings import read
from tests.services.test_checkpointers import check_contract, check_resume, state
from tests.services.test_killed_server import begun, ended_well
from tests.support.cluster import Cluster
from tests.support.partner import Followed, Partner
from tests.support.server import UNTHROTTLED
from travelagent.accounts import rate_limits
from travelagent.chat.redis_checkpointer import RedisCheckpointer

pytestmark = pytest.mark.services

SECONDS = 90
AT_ONCE_S = 3.0
"""Shorter than the interval at which a page that received nothing reads the log."""
KYOTO = {"stays": [{"place": "kyoto"}], "dates": {"days": 1}}
DAYS = 10
CONVERGED_S = 20.0
LOST = (OSError, WebSocketException, InvalidHandshake, TimeoutError, EOFError)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Cluster, str]]:
    folder = tmp_path_factory.mktemp("scaled")
    points = folder / "points"
    points.mkdir()
    cluster = Cluster(folder, settings={**UNTHROTTLED, "SLOW_POINTS": str(points)})
    try:
        yield cluster, cluster.start()
    finally:
        cluster.close()


@pytest.fixture
def cluster(running: tuple[Cluster, str]) -> Cluster:
    """The cluster, whole again whatever the last test has done to it."""
    found, _ = running
    found.mend()
    return found


@pytest.fixture
def partner(running: tuple[Cluster, str], cluster: Cluster) -> Partner:
    return Partner([server.url for server in cluster.web], running[1])


def at(cluster: Cluster, key: str, server: int) -> httpx.AsyncClient:
    headers = {"Authorization": f"Bearer {key}"}
    return httpx.AsyncClient(base_url=f"{cluster.web[server].url}/api/v1/", headers=headers, timeout=60)


async def next_event(socket: ClientConnection) -> dict[str, Any]:
    """The next event that is not a sign of life, which a slow machine sends in between."""
    event: dict[str, Any] = json.loads(await socket.recv())
    while event["type"] == "heartbeat":
        event = json.loads(await socket.recv())
    return event


async def test_a_page_at_another_server_sees_a_change_at_once(
    cluster: Cluster, partner: Partner, running: tuple[Cluster, str]
) -> None:
    key, session = running[1], await partner.new_session()
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


CALLS, LIMIT = 20, 30


def test_the_caches_of_two_processes_share_the_limits(
    running: tuple[Cluster, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each thread has a cache of its own, as a process with REDIS_URL would."""
    url = running[0].redis.url
    caches = CacheHandler(read(monkeypatch, tmp_path, REDIS_URL=url)["CACHES"])
    monkeypatch.setattr(rate_limits, "cache", ConnectionProxy(caches, "default"))

    def passed(_: int) -> int:
        return sum(rate_limits.count("shared", LIMIT, 6000.0) == 0 for _ in range(CALLS))

    with ThreadPoolExecutor(2) as threads:
        assert sum(threads.map(passed, range(2))) == LIMIT
    with from_url(url) as client:
        assert client.keys("*throttle:shared:*")


async def test_redis_keeps_checkpoints_as_readable_json_for_some_time(running: tuple[Cluster, str]) -> None:
    async with Redis.from_url(running[0].redis.url) as redis:
        checkpointer = RedisCheckpointer(redis, kept=timedelta(hours=1))
        await check_contract(checkpointer)
        await check_resume(checkpointer)

        await checkpointer.save(Checkpoint("r5", "agent", state("r5")))
        assert 0 < await redis.ttl("checkpoint:r5") <= 3600
        stored = json.loads(await redis.get("checkpoint:r5"))
        assert (stored["node"], stored["state"]["messages"][0]["text"]) == ("agent", "规划北京三日游")
        await redis.expire("checkpoint:r5", 5)
        await checkpointer.save(Checkpoint("r5", "tools", state("r5")))
        assert await redis.ttl("checkpoint:r5") > 5


@pytest.mark.full
async def test_two_pages_at_two_servers_see_the_same(partner: Partner) -> None:
    session = await partner.new_session()
    followed = Followed(session)
    asking = asyncio.create_task(partner.ask("plan, in 40 pieces", followed))
    await followed.until("tool_start")
    async with asyncio.timeout(SECONDS):
        other = await partner.ask("", Followed(session, followed.run))
        await asking

    assert other.events == followed.events
    await ended_well(partner, followed, tools=2)


POINTS = ["written", *(pytest.param(point, marks=pytest.mark.full) for point in ("tool", "approved", "commit"))]


@pytest.mark.parametrize("point", POINTS)
async def test_a_worker_that_dies_is_replaced_by_the_other(cluster: Cluster, partner: Partner, point: str) -> None:
    token = cluster.folder / "points" / f"{point}-1"
    token.touch()
    async with asyncio.timeout(SECONDS):
        followed = await partner.ask("plan and save")

    assert not token.exists()
    assert followed.connections == 1
    assert [worker.process.poll() is None for worker in cluster.work if worker.process].count(False) == 1
    await ended_well(partner, followed, tools=3)
    assert (await partner.trips_of(followed)) == 1


@pytest.mark.full
async def test_a_worker_that_is_stopped_hands_its_runs_over(cluster: Cluster, partner: Partner) -> None:
    runs = [await begun(partner, "plan, in 80 pieces") for _ in range(6)]
    await asyncio.gather(*(followed.until("tool_start") for followed, _ in runs))
    assert await asyncio.to_thread(cluster.work[0].stop) == 0
    async with asyncio.timeout(SECONDS):
        await asyncio.gather(*(asking for _, asking in runs))

    for followed, _ in runs:
        await ended_well(partner, followed, tools=2)


@pytest.mark.full
async def test_a_killed_server_costs_a_reconnect(cluster: Cluster, partner: Partner) -> None:
    runs = [await begun(partner, "plan, in 60 pieces") for _ in range(4)]
    await asyncio.gather(*(followed.until("tool_end") for followed, _ in runs))
    await asyncio.to_thread(cluster.web[0].kill)
    async with asyncio.timeout(SECONDS):
        await asyncio.gather(*(asking for _, asking in runs))

    assert any(followed.connections > 1 for followed, _ in runs)
    for followed, _ in runs:
        await ended_well(partner, followed, tools=2)


@pytest.mark.full
async def test_redis_may_be_gone_for_ten_seconds(cluster: Cluster, partner: Partner) -> None:
    before, asking = await begun(partner, "plan, in 300 pieces")
    await before.until("tool_end")
    await asyncio.to_thread(cluster.redis.kill)
    async with asyncio.timeout(SECONDS):
        began = asyncio.get_running_loop().time()
        during = await partner.ask("plan and save")
        await asyncio.sleep(max(0.0, began + 10 - asyncio.get_running_loop().time()))
        await asyncio.to_thread(cluster.redis.start)
        behind = await partner.ask("plan")
        await asking

    for followed, tools in ((before, 2), (during, 3), (behind, 2)):
        await ended_well(partner, followed, tools=tools)


@pytest.mark.full
async def test_postgres_may_be_restarted_under_the_runs(cluster: Cluster, partner: Partner) -> None:
    runs = [await begun(partner, "plan and save in 60 pieces") for _ in range(6)]
    await asyncio.gather(*(followed.until("tool_start") for followed, _ in runs))
    await asyncio.to_thread(cluster.postgres.kill)
    await asyncio.sleep(1)
    await asyncio.to_thread(cluster.postgres.start)
    async with asyncio.timeout(SECONDS):
        await asyncio.gather(*(asking for _, asking in runs))

    for followed, _ in runs:
        await ended_well(partner, followed, tools=3)
        assert (await partner.trips_of(followed)) == 1


class Editor:
    """A visitor's browser: it goes on at the other server when one is gone."""

    def __init__(self, cluster: Cluster, name: str, seed: int) -> None:
        self.cluster, self.name = cluster, name
        self.client = httpx.AsyncClient(timeout=60, cookies={"csrftoken": token_hex(16)})
        self.random = random.Random(seed)
        self.seen = 0
        self.grown = asyncio.Event()

    def url(self) -> str:
        return self.random.choice(self.cluster.web).url

    async def call(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        """A call that is sent once; a lost connection or a fault of the server's is an OSError."""
        token = self.client.cookies.get("csrftoken") or ""
        try:
            answer = await self.client.request(
                method, f"{self.url()}{path}", json=body, headers={"X-CSRFToken": token, **headers}
            )
        except httpx.TransportError as error:
            raise ConnectionError(str(error)) from error
        if answer.status_code >= 500:
            raise ConnectionError(answer.text[:200])
        return answer

    async def patiently(self, method: str, path: str, body: Any = None) -> httpx.Response:
        while True:
            try:
                return await self.call(method, path, body)
            except ConnectionError:
                await asyncio.sleep(0.2)

    async def read(self, trip: str) -> Any:
        return (await self.patiently("GET", f"/api/v1/trips/{trip}/")).raise_for_status().json()

    async def add(self, trip: str, number: int) -> str:
        """Put a place of one's own on some day, upon what was last seen; again where others were faster."""
        place, day = f"{self.name} {number}", self.random.randint(1, DAYS)
        shown = await self.read(trip)
        while place not in names_in(shown):
            edit = {"op": "add_place", "name": place, "lat": 35.0, "lon": 135.7, "day": day, "start": "14:00"}
            with suppress(ConnectionError):  # it may have been written: the trip tells
                sent = {"edits": [{**edit, "minutes": 30}]}
                tag = f'"{shown["version"]}"'
                answer = await self.call("POST", f"/api/v1/trips/{trip}/edits/", sent, **{"If-Match": tag})
                assert answer.status_code in (200, 412), answer.text
            shown = await self.read(trip)
        return place

    async def watch(self, trip: str) -> None:
        """Follow the trip's socket, at another server when one is gone."""
        while True:
            url = self.url()
            cookies = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
            try:
                address = f"{url.replace('http', 'ws')}/ws/trips/{trip}/"
                async with connect(address, additional_headers={"Cookie": cookies}, origin=url) as socket:
                    async for text in socket:
                        self.seen = max(self.seen, json.loads(text).get("version", 0))
                        self.grown.set()
            except LOST:
                await asyncio.sleep(0.3)

    async def until(self, version: int) -> None:
        """Return when the socket has sent that version."""
        while self.seen < version:
            self.grown.clear()
            await self.grown.wait()


def names_in(trip: Any) -> list[str]:
    return [visit["name"]["en"] for day in trip["itinerary"]["days"] for visit in day["visits"]]


@pytest.mark.parametrize(("people", "edits"), [(6, 3), pytest.param(20, 4, marks=pytest.mark.full)])
async def test_edits_of_many_people_are_all_kept_over_a_killed_server(
    running: tuple[Cluster, str], people: int, edits: int
) -> None:
    """Everybody adds places to one trip at either server; one dies midway, and all sockets reach the last version."""
    cluster, _ = running
    cluster.mend(*cluster.web)
    owner = Editor(cluster, "Owner", 0)
    trip = (await owner.patiently("POST", "/api/v1/trips/", long_trip(DAYS, 2))).raise_for_status().json()["id"]
    made = await owner.patiently("POST", f"/api/v1/trips/{trip}/invites/", {"role": "editor", "uses": people})
    token = made.raise_for_status().json()["url"].rpartition("/")[2]
    editors = [Editor(cluster, f"Editor {number}", number) for number in range(people)]
    for editor in editors:
        joined = await editor.patiently("POST", "/api/v1/trips/join/", {"token": token, "name": editor.name})
        assert joined.raise_for_status().json()["role"] == "editor"
    watchers = [asyncio.create_task(each.watch(trip)) for each in editors]
    acknowledged: list[str] = []

    async def work(editor: Editor) -> None:
        for number in range(edits):
            acknowledged.append(await editor.add(trip, number))
            if len(acknowledged) == people * edits // 3:
                cluster.web[0].kill()

    await asyncio.gather(*(work(each) for each in editors))

    final = await owner.read(trip)
    places = names_in(final)
    assert len(acknowledged) == people * edits
    assert sorted(places) == sorted({*places}), "a place was added twice"
    assert set(acknowledged) <= set(places)
    versions = (await owner.patiently("GET", f"/api/v1/trips/{trip}/versions/?limit=200")).json()["results"]
    assert [each["version"] for each in versions] == list(range(final["version"], 0, -1))
    async with asyncio.timeout(CONVERGED_S):
        for each in editors:
            await each.until(final["version"])
    for watcher in watchers:
        watcher.cancel()
    await asyncio.gather(*watchers, return_exceptions=True)
    for each in (owner, *editors):
        await each.client.aclose()
    assert final["version"] == 1 + people * edits
