"""Sockets of the site, spoken to as a browser or a partner's server would."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from channels.testing import WebsocketCommunicator

from agent_core.model import ChatModel
from tests.chat.scripted import build
from tests.conftest import PartnerKey, Visitor
from travelagent.accounts.actors import Actor
from travelagent.asgi import application
from travelagent.chat import actions, runtime
from travelagent.chat.supervisor import Supervisor
from travelagent.chat.threads import in_db_thread

HOST = "testserver"
SECONDS = 20


class Socket(WebsocketCommunicator):
    """A connection to a session; `frames` keeps what came."""

    def __init__(self, session: str, headers: dict[str, str]) -> None:
        encoded = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        super().__init__(application, f"/ws/sessions/{session}/", encoded)
        self.frames: list[dict[str, Any]] = []

    async def next(self) -> dict[str, Any]:
        frame: dict[str, Any] = await self.receive_json_from(timeout=SECONDS)
        self.frames.append(frame)
        return frame

    async def until(self, type: str) -> dict[str, Any]:
        """Read on until a frame of this type comes."""
        while True:
            frame = await self.next()
            if frame["type"] == type:
                return frame

    async def ask(self, **command: Any) -> dict[str, Any]:
        """Send a command, and the next frame that comes."""
        await self.send_json_to(command)
        return await self.next()

    def envelopes(self, run: str) -> list[dict[str, Any]]:
        return [frame for frame in self.frames if frame.get("run") == run and "seq" in frame]


def browser(visitor: Visitor, origin: str | None = f"http://{HOST}", host: str = HOST) -> dict[str, str]:
    cookie = f"sessionid={visitor.client.cookies['sessionid'].value}"
    return {"Host": host, "Cookie": cookie} | ({} if origin is None else {"Origin": origin})


def server(key: PartnerKey) -> dict[str, str]:
    return {"Host": HOST, **key.headers}


@asynccontextmanager
async def connected(session: str, headers: dict[str, str]) -> AsyncIterator[Socket]:
    """An accepted socket, before its first frame is read."""
    socket = Socket(session, headers)
    accepted, _ = await socket.connect(timeout=SECONDS)
    assert accepted
    try:
        yield socket
    finally:
        await socket.disconnect(timeout=SECONDS)


@asynccontextmanager
async def greeted(session: str, headers: dict[str, str]) -> AsyncIterator[Socket]:
    """An accepted socket after its `hello`."""
    async with connected(session, headers) as socket:
        assert (await socket.next())["type"] == "hello"
        yield socket


@asynccontextmanager
async def working(model: ChatModel) -> AsyncIterator[Supervisor]:
    """The process's own supervisor, its runs worked by this model."""
    try:
        yield await runtime.start(partial(build, model))
    finally:
        await runtime.stop()


async def new_session(actor: Actor, **choices: Any) -> str:
    session: str = (await in_db_thread(partial(actions.create_session, actor, **choices))).pk
    return session
