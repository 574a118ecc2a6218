"""Twenty people change one trip at two servers, one of which is killed: nothing is lost, all see the same at last.

`pytest -s` shows the figures.
"""

import asyncio
import json
import random
import time
from collections.abc import Iterator
from contextlib import suppress
from secrets import token_hex
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from tests.browser.trip_page import long_trip
from tests.support.cluster import Cluster
from tests.support.server import UNTHROTTLED

pytestmark = pytest.mark.services

EDITORS, EDITS, DAYS = 20, 4, 10
KILLED_AFTER = 12
"""So many edits are acknowledged when a server is killed."""
CONVERGED_S = 20.0
LOST = (OSError, WebSocketException, InvalidHandshake, TimeoutError, EOFError)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    found = Cluster(tmp_path_factory.mktemp("editors"), workers=1, settings=UNTHROTTLED)
    try:
        found.start()
        yield found
    finally:
        found.close()


class Editor:
    """A visitor's browser: it goes on at the other server when one is gone."""

    def __init__(self, cluster: Cluster, name: str, seed: int) -> None:
        self.cluster, self.name = cluster, name
        self.client = httpx.AsyncClient(timeout=60, cookies={"csrftoken": token_hex(16)})
        self.random = random.Random(seed)
        self.seen = 0
        self.grown = asyncio.Event()
        self.conflicts = self.merged = 0

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
                self.conflicts += answer.status_code == 412
                self.merged += answer.status_code == 200 and answer.json()["version"] > shown["version"] + 1
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


async def test_nothing_is_lost_and_all_converge(cluster: Cluster) -> None:
    owner = Editor(cluster, "Owner", 0)
    trip = (await owner.patiently("POST", "/api/v1/trips/", long_trip(DAYS, 2))).raise_for_status().json()["id"]
    made = await owner.patiently("POST", f"/api/v1/trips/{trip}/invites/", {"role": "editor", "uses": EDITORS})
    token = made.raise_for_status().json()["url"].rpartition("/")[2]
    editors = [Editor(cluster, f"Editor {number}", number) for number in range(EDITORS)]
    for editor in editors:
        joined = await editor.patiently("POST", "/api/v1/trips/join/", {"token": token, "name": editor.name})
        assert joined.raise_for_status().json()["role"] == "editor"
    watchers = [asyncio.create_task(each.watch(trip)) for each in editors]
    acknowledged: list[str] = []

    async def work(editor: Editor) -> None:
        for number in range(EDITS):
            acknowledged.append(await editor.add(trip, number))
            if len(acknowledged) == KILLED_AFTER:
                cluster.web[0].kill()

    began = time.monotonic()
    await asyncio.gather(*(work(each) for each in editors))
    worked_s = time.monotonic() - began

    final = await owner.read(trip)
    places = names_in(final)
    assert len(acknowledged) == EDITORS * EDITS
    assert sorted(places) == sorted({*places}), "a place was added twice"
    assert set(acknowledged) <= set(places)
    versions = (await owner.patiently("GET", f"/api/v1/trips/{trip}/versions/?limit=200")).json()["results"]
    assert [each["version"] for each in versions] == list(range(final["version"], 0, -1))
    began = time.monotonic()
    async with asyncio.timeout(CONVERGED_S):
        for each in editors:
            await each.until(final["version"])
    converged_s = time.monotonic() - began
    for watcher in watchers:
        watcher.cancel()
    await asyncio.gather(*watchers, return_exceptions=True)
    for each in (owner, *editors):
        await each.client.aclose()
    merged, conflicts = (sum(getattr(each, name) for each in editors) for name in ("merged", "conflicts"))
    print(
        f"{EDITORS} editors: {len(acknowledged)} edits accepted in {worked_s:.0f} s, {merged} of them merged, "
        f"{conflicts} conflicts made anew, {len({*acknowledged} - {*places})} lost; "
        f"all converged after {converged_s:.1f} s"
    )
    assert final["version"] == 1 + EDITORS * EDITS, (conflicts, final["version"])
