"""Whether the client of a request is still there: nobody waits for what is computed for one that has left.

A server reports a disconnect to `receive`, which a view in a thread does not see. `WatchedClients` notes it where
everything that works on the request finds it, in any thread.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Any, Final, TypeAlias

Receive: TypeAlias = Callable[[], Awaitable[Any]]
Send: TypeAlias = Callable[[Any], Awaitable[None]]
Application: TypeAlias = Callable[[Any, Receive, Send], Awaitable[None]]

DISCONNECT: Final = "http.disconnect"

_left: ContextVar[threading.Event | None] = ContextVar("client_left", default=None)


def client_left() -> Callable[[], bool]:
    """Return a function that answers, in any thread, whether the client of the current request has left.

    Outside of a request it answers False.
    """
    left = _left.get()
    return _never if left is None else left.is_set


def _never() -> bool:
    return False


class WatchedClients:
    """ASGI application: requests for `application`, whose disconnects are noticed while it works on them."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        left = threading.Event()
        messages: asyncio.Queue[Any] = asyncio.Queue()

        async def watch() -> None:
            message: Any = {}
            while message.get("type") != DISCONNECT:
                message = await receive()
                if message["type"] == DISCONNECT:
                    left.set()
                messages.put_nowait(message)

        watching = asyncio.create_task(watch())
        token = _left.set(left)
        try:
            await self._application(scope, messages.get, send)
        finally:
            _left.reset(token)
            watching.cancel()
