"""What the site's sockets share: who stands behind one, its budgets, frames in and out, signs of life."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import ExitStack, suppress
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation
from django.utils.translation import gettext as _

from travelagent.accounts.actors import Actor
from travelagent.accounts.address import address_of_scope, network_of
from travelagent.chat import actions
from travelagent.chat.budget import ABUSE, TOO_MANY, Budget, bar, budgets_of, open_socket
from travelagent.chat.envelopes import dumped
from travelagent.chat.threads import DATABASE_GONE, in_db_thread

NOT_FOUND = 4404
FRAME_BYTES = 64 * 1024
HEARTBEAT_S = 15.0
RECHECK_S = 10.0

Handler = Callable[[dict[str, Any]], Awaitable[None]]

log = logging.getLogger(__name__)


class BoundedConsumer(AsyncWebsocketConsumer):
    """Messages of the wire contract. Every refusal is a `rejected` frame; the socket is kept.

    Who stands behind it is looked up again before every command and every `recheck_s`: a logout, a changed password or
    a revoked key closes it. Commands have a budget, of the socket, the person and the address. It has no channel of its
    own in the layer, which would close every socket with a Redis that dies: what other processes commit comes through
    the hub.
    """

    channel_layer_alias = ""
    recheck_s = RECHECK_S
    actor: Actor

    async def connect(self) -> None:
        """Accept or close the socket according to its claim and budget, then greet it."""
        self._tasks: list[asyncio.Task[None]] = []
        self._exit = ExitStack()
        self._sent_at = 0.0
        self._language = "en"
        self._welcome = False
        self._budgets: list[Budget] = []
        self._network = network_of(address_of_scope(self.scope))
        self._rejected_in_a_row = 0
        if not self._exit.enter_context(open_socket(self.scope["claim"], self._network)):
            self._bar()
            await self.close()
            return
        actor = await in_db_thread(self.who)
        await self.accept()
        try:
            if actor is None:
                raise actions.NotFound
            self.actor = actor
            self._budgets = budgets_of(actor, self._network)
            hello = await self.greet()
        except actions.NotFound:
            await self.close(NOT_FOUND)
            return
        await self._send(hello)
        self._welcome = True
        own: list[Coroutine[Any, Any, None]] = [self.work(), self._heartbeat(), self._recheck()]
        self._tasks = [asyncio.create_task(each) for each in own]

    def who(self) -> Actor | None:
        """Return who stands behind the socket now; in a thread of the database."""
        raise NotImplementedError

    async def greet(self) -> dict[str, Any]:
        """Begin to listen, and return the first frame. Raises NotFound."""
        raise NotImplementedError

    async def work(self) -> None:
        """Pass on what comes, until cancelled."""
        raise NotImplementedError

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """What does a command, by its type."""
        raise NotImplementedError

    async def disconnect(self, code: int) -> None:
        self._exit.close()
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self._welcome and await self._within_budget():  # else it was sent before a close arrived
            with translation.override(self._language):
                await self._obey(text_data)

    async def _within_budget(self) -> bool:
        """Return whether a command may be read. The first one over the budget is answered with an error; many close the
        socket.
        """
        if self._take():
            self._rejected_in_a_row = 0
            return True
        self._rejected_in_a_row += 1
        if self._rejected_in_a_row == 1:
            with translation.override(self._language):
                await self._reject(None, "limit", _("Too many commands; wait a moment."))
        elif self._rejected_in_a_row == ABUSE:
            self._welcome = False
            self._bar()
            await self.close(TOO_MANY)
        return False

    def _take(self) -> bool:
        return all(budget.take() for budget in self._budgets)

    def _bar(self) -> None:
        log.warning("a socket was closed for too many commands", extra={"path": self.scope["path"]})
        bar(self.scope["claim"])

    async def _obey(self, text_data: str | None) -> None:
        """Execute the command of a frame, or answer why not, in the language of the conversation."""
        ref: Any = None
        try:
            command = _parsed(text_data)
            ref = command.get("ref")
            if not await self._authorised():
                return
            await self._handle(command)
        except actions.Invalid as error:
            await self._reject(ref, "bad_message", str(error))
        except actions.Refused as error:
            await self._reject(ref, error.code, str(error))
        except DATABASE_GONE as error:
            log.warning("a command could not be stored", extra={"error": str(error)})
            await self._reject(ref, "unavailable", _("This cannot be done at the moment. Please try again."))

    async def _handle(self, command: dict[str, Any]) -> None:
        handler = self.handlers.get(str(command.get("type")))
        if handler is None:
            raise actions.Refused(
                "unknown_type", _("Unknown type; known are %(known)s.") % {"known": ", ".join(self.handlers)}
            )
        await handler(command)

    async def _ping(self, command: dict[str, Any]) -> None:
        await self._send({"type": "pong"})

    async def _reject(self, ref: Any, code: str, message: str) -> None:
        await self._send({"type": "rejected", "ref": ref, "code": code, "message": message})

    async def _send(self, frame: dict[str, Any]) -> None:
        await self._send_text(dumped(frame))

    async def _send_text(self, text: str) -> None:
        self._sent_at = asyncio.get_running_loop().time()
        await self.send(text_data=text)

    async def _authorised(self) -> bool:
        """Return whether the same actor is still at the socket; else close it."""
        if await in_db_thread(self.who) == self.actor:
            return True
        await self.close(NOT_FOUND)
        return False

    async def on_recheck(self) -> None:
        """Do what is due whenever the actor was looked up again."""

    async def _recheck(self) -> None:
        authorised = True
        while authorised:
            await asyncio.sleep(self.recheck_s)
            with suppress(*DATABASE_GONE):
                authorised = await self._authorised()
            if authorised:
                await self.on_recheck()

    async def _heartbeat(self) -> None:
        while True:
            quiet = asyncio.get_running_loop().time() - self._sent_at
            if quiet >= HEARTBEAT_S:
                await self._send({"type": "heartbeat"})
            else:
                await asyncio.sleep(HEARTBEAT_S - quiet)


def _parsed(text: str | None) -> dict[str, Any]:
    """Return a frame as a mapping. Raises Refused."""
    if text is None or len(text.encode()) > FRAME_BYTES:
        raise actions.Refused(
            "bad_message", _("A frame is JSON text of at most %(limit)s bytes.") % {"limit": FRAME_BYTES}
        )
    try:
        command = json.loads(text)
        json.dumps(command, ensure_ascii=False).encode()  # a lone surrogate could neither be stored nor sent
    except (ValueError, RecursionError):
        raise actions.Refused("bad_message", _("The frame is not JSON.")) from None
    if not isinstance(command, dict):
        raise actions.Refused("bad_message", _("The frame is not a JSON object."))
    return command
