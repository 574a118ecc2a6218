"""Whoever sends frames without end over a socket loses it and gets no other for a while; nobody else notices."""

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.support.server import Server

pytestmark = pytest.mark.services


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"))
    server.prepare()
    yield server.start()
    server.stop()


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


async def test_a_flood_is_cut_off_and_nobody_else_notices(server: Server) -> None:
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
