"""The embedded server is killed, stopped and crowded: its runs finish, and their events come once and in order.

Whoever sends frames without end loses the socket, and nobody else notices; the last spans are sent by the stop.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.support.cluster import SLOW
from tests.support.collector import Collector, collecting
from tests.support.partner import Followed, Partner
from tests.support.server import Server

pytestmark = pytest.mark.services


SLOW_BATCHES = {"OTEL_BSP_SCHEDULE_DELAY": "600000"}
"""Ten minutes: spans that come earlier were sent by the stop."""


@pytest.fixture(scope="module")
def collector() -> Iterator[Collector]:
    with collecting() as found:
        yield found


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory, collector: Collector) -> Iterator[tuple[Server, str]]:
    """A running server with the slow model and a collector, and a partner's key."""
    folder = tmp_path_factory.mktemp("killed")
    points = folder / "points"
    points.mkdir()
    traced = {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url, "OTEL_SERVICE_NAME": "travel", **SLOW_BATCHES}
    server = Server(folder, SLOW, settings={"SLOW_POINTS": str(points), **traced})
    server.prepare()
    key = server.manage("create_api_key", "tests").strip().splitlines()[-1]
    server.start()
    yield server, key
    server.kill()


async def ended_well(partner: Partner, followed: Followed, *, tools: int) -> None:
    """What came is the log, without a gap; each tool was started and ended once; nothing was written twice."""
    assert followed.events == await partner.log(followed.run)
    assert [event["seq"] for event in followed.events] == list(range(1, followed.seq + 1))
    assert followed.events[-1]["data"]["status"] == "succeeded"
    kinds = Counter(event["type"] for event in followed.events)
    assert (kinds["run_started"], kinds["run_finished"]) == (1, 1)
    assert kinds["tool_start"] == kinds["tool_end"] == tools


async def begun(partner: Partner, message: str) -> tuple[Followed, "asyncio.Task[Any]"]:
    followed = Followed(await partner.new_session())
    return followed, asyncio.create_task(partner.ask(message, followed))


LATER = ("tool_start", "llm_token", "confirmation_required")
MOMENTS = ["tool_end", *(pytest.param(moment, marks=pytest.mark.full) for moment in LATER)]


@pytest.mark.parametrize("moment", MOMENTS)
async def test_killed_in_the_middle_the_run_finishes_after_a_restart(prepared: tuple[Server, str], moment: str) -> None:
    server, key = prepared
    partner = Partner([server.url], key)
    followed, asking = await begun(partner, "plan and save")
    await followed.until(moment)
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)
    async with asyncio.timeout(60):
        await asking

    assert followed.connections > 1
    await ended_well(partner, followed, tools=3)
    assert await partner.trips_of(followed) == 1


@pytest.mark.full
async def test_a_post_that_was_answered_is_replayed_after_a_kill(prepared: tuple[Server, str]) -> None:
    server, key = prepared
    partner = Partner([server.url], key)
    request = {"json": {"title": "Once"}, "headers": {"Idempotency-Key": "over-a-restart"}}
    first = await partner.call("POST", "sessions/", **request)
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)
    again = await partner.call("POST", "sessions/", **request)

    assert (again.status_code, again.content) == (201, first.content)
    assert again.headers["Idempotent-Replayed"] == "true"
    titles = [row["title"] for row in (await partner.call("GET", "sessions/?limit=200")).json()["results"]]
    assert titles.count("Once") == 1


@pytest.mark.full
async def test_stopped_by_its_operator_it_hands_over_to_its_next_start(prepared: tuple[Server, str]) -> None:
    server, key = prepared
    partner = Partner([server.url], key)
    followed, asking = await begun(partner, "plan, in 60 pieces")
    await followed.until("llm_token")
    assert await asyncio.to_thread(server.stop) == 0
    await asyncio.to_thread(server.start)
    async with asyncio.timeout(60):
        await asking

    await ended_well(partner, followed, tools=2)
    assert any(event["type"] == "run_resumed" for event in followed.events)


@pytest.mark.full
async def test_twenty_runs_at_once_never_lock_the_database(prepared: tuple[Server, str]) -> None:
    server, key = prepared
    partner = Partner([server.url], key)
    async with asyncio.timeout(120):
        runs = await asyncio.gather(*(partner.ask("plan and save in 40 pieces") for _ in range(20)))

    for followed in runs:
        assert followed.connections == 1
        await ended_well(partner, followed, tools=3)
    assert "database is locked" not in server.log()


async def test_a_socket_that_sleeps_catches_up(prepared: tuple[Server, str]) -> None:
    server, key = prepared
    partner = Partner([server.url], key)
    session = await partner.new_session()
    address = f"{server.url.replace('http', 'ws')}/ws/sessions/{session}/"
    headers = {"Authorization": f"Bearer {key}"}
    async with connect(address, additional_headers=headers, max_queue=1) as asleep:
        async with asyncio.timeout(60):
            awake = await partner.ask("plan, in 100 pieces", Followed(session))
        dreamt = Followed(session, awake.run)
        async with asyncio.timeout(60):
            while not dreamt.finished:
                frame = json.loads(await asleep.recv())
                if "seq" in frame:
                    dreamt.take(frame)

    assert dreamt.events == awake.events


async def visitor(server: Server) -> tuple[str, dict[str, Any]]:
    """The address of a new visitor's conversation, and what a browser opens it with."""
    async with httpx.AsyncClient(base_url=server.url) as client:
        await client.get("/")
        headers = {"X-CSRFToken": client.cookies["csrftoken"]}
        session = (await client.post("/api/v1/sessions/", json={}, headers=headers)).json()["id"]
        cookie = {"Cookie": f"sessionid={client.cookies['sessionid']}"}
    address = f"{server.url.replace('http', 'ws')}/ws/sessions/{session}/"
    return address, {"origin": server.url, "additional_headers": cookie}


async def flood(socket: ClientConnection) -> None:
    while True:
        await socket.send(json.dumps({"type": "ping"}))


async def answers(socket: ClientConnection) -> bool:
    await socket.send(json.dumps({"type": "ping"}))
    while json.loads(await socket.recv())["type"] != "pong":
        pass
    return True


async def test_a_flood_of_frames_is_cut_off_and_nobody_else_notices(prepared: tuple[Server, str]) -> None:
    server, _ = prepared
    (flooding, as_one), (quiet, as_other) = await visitor(server), await visitor(server)
    async with connect(quiet, **as_other) as other:
        async with connect(flooding, **as_one) as socket:
            with pytest.raises(ConnectionClosed):
                await flood(socket)
        handshake = {"Connection": "Upgrade", "Upgrade": "websocket", **as_one["additional_headers"]}
        async with httpx.AsyncClient() as client:
            refused = await client.get(flooding.replace("ws", "http", 1), headers=handshake)
        assert (refused.status_code, refused.json()["code"]) == (429, "limit")
        assert await answers(other)
        async with connect(quiet, **as_other) as another:
            assert await answers(another)


async def test_the_last_spans_are_sent_by_the_stop(prepared: tuple[Server, str], collector: Collector) -> None:
    server, key = prepared
    before = len(collector.spans)
    async with asyncio.timeout(60):
        followed = await Partner([server.url], key).ask("plan, in 3 pieces")
    assert len(collector.spans) == before
    assert await asyncio.to_thread(server.stop) == 0
    await asyncio.to_thread(server.start)  # for the tests that follow, in whatever order

    roots = collector.named("invoke_agent TravelAgent")
    (root,) = (span for span in roots if span.attributes["travelagent.run.id"] == followed.run)
    assert root.service == "travel"
    assert {span.name for span in collector.spans if span.parent == root.id} == {
        "chat slow",
        "execute_tool generate_route",
        "execute_tool get_city_info",
    }
    assert root.trace in server.log()
