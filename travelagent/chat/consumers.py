"""The WebSocket of one session, `/ws/sessions/{session}/`: commands in, events out.

A consumer owns no run: it starts, cancels and follows them. A disconnect ends nothing.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from functools import partial
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation
from django.utils.translation import gettext as _

from travelagent.accounts.actors import Actor, actor_of_cookie, actor_of_key, bearer
from travelagent.accounts.address import address_of_scope, network_of
from travelagent.accounts.rate_limits import Cost, count_call
from travelagent.chat import actions, runtime
from travelagent.chat.budget import ABUSE, TOO_MANY, Budget, bar, budgets_of, open_socket
from travelagent.chat.envelopes import Envelope, dumped
from travelagent.chat.follower import Follower
from travelagent.chat.hub import hub
from travelagent.chat.models import Proposal, RunStatus
from travelagent.chat.threads import DATABASE_GONE, in_db_thread

NOT_FOUND = 4404
FRAME_BYTES = 64 * 1024
HEARTBEAT_S = 15.0
RECHECK_S = 10.0

log = logging.getLogger(__name__)


class SessionConsumer(AsyncWebsocketConsumer):
    """Messages of the wire contract. Every refusal is a `rejected` frame; the socket is kept.

    Who stands behind it is looked up again before every command and every RECHECK_S: a logout, a changed password or a
    revoked key closes it. Commands have a budget, of the socket, the person and the address. It has no channel of its
    own in the layer, which would close every socket with a Redis that dies: what other processes commit comes through
    the hub.
    """

    channel_layer_alias = ""
    actor: Actor
    session: str
    follower: Follower

    async def connect(self) -> None:
        self.session = self.scope["url_route"]["kwargs"]["session"]
        self._tasks: list[asyncio.Task[None]] = []
        self._exit = ExitStack()
        self._sent_at = 0.0
        self._language = "en"
        self._welcome = False
        self._budgets: list[Budget] = []
        self._network = network_of(address_of_scope(self.scope))
        self._beyond_budget = 0
        if not self._exit.enter_context(open_socket(self.scope["claim"], self._network)):
            self._bar()
            await self.close()
            return
        actor = await in_db_thread(partial(_actor_of, self.scope))
        await self.accept()
        try:
            if actor is None:
                raise actions.NotFound
            self.actor = actor
            self._budgets = budgets_of(actor, self._network)
            mailbox = self._exit.enter_context(hub.listen(self.session))
            self.follower = Follower(self.session, mailbox, self._deliver)
            hello, self._language = await in_db_thread(partial(_hello, actor, self.session))
        except actions.NotFound:
            await self.close(NOT_FOUND)
            return
        await self._send(hello)
        self._welcome = True
        self._tasks = [
            asyncio.create_task(self.follower.work()),
            asyncio.create_task(self._heartbeat()),
            asyncio.create_task(self._recheck()),
        ]

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
        """Whether a command may be looked at. The first beyond the budget is told so; many close the socket."""
        if self._take():
            self._beyond_budget = 0
            return True
        self._beyond_budget += 1
        if self._beyond_budget == 1:
            with translation.override(self._language):
                await self._reject(None, "limit", _("Too many commands; wait a moment."))
        elif self._beyond_budget == ABUSE:
            self._welcome = False
            self._bar()
            await self.close(TOO_MANY)
        return False

    def _take(self) -> bool:
        return all(budget.take() for budget in self._budgets)

    def _bar(self) -> None:
        log.warning("a socket was closed for too many commands", extra={"session": self.session})
        bar(self.scope["claim"])

    async def _obey(self, text_data: str | None) -> None:
        """Do what a frame says, or say why not, in the language of the conversation."""
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
        handlers: dict[str, Callable[[dict[str, Any]], Awaitable[None]]] = {
            "run.start": self._start,
            "run.cancel": self._cancel,
            "run.decide": self._decide,
            "run.attach": self._attach,
            "ping": self._ping,
        }
        handler = handlers.get(str(command.get("type")))
        if handler is None:
            raise actions.Refused(
                "unknown_type", _("Unknown type; known are %(known)s.") % {"known": ", ".join(handlers)}
            )
        await handler(command)

    async def _start(self, command: dict[str, Any]) -> None:
        if wait_s := await in_db_thread(partial(count_call, self.actor, self._network, Cost.RUN)):
            raise actions.Refused(
                "limit", _("Too many messages; try again in %(seconds)d seconds.") % {"seconds": wait_s}
            )
        choice = actions.Choice(*(_text(command, name) for name in ("mode", "style", "model")))
        run = await in_db_thread(
            partial(actions.start_run, self.actor, self.session, command.get("message", ""), choice)
        )
        runtime.hint(run.pk)
        await self._send({"type": "accepted", "ref": command.get("ref"), "run": run.pk})
        await self.follower.attach(run.pk, 0)

    async def _cancel(self, command: dict[str, Any]) -> None:
        when = command.get("when", "immediate")
        if when not in ("immediate", "after_step"):
            raise actions.Invalid("when", _("“when” is immediate or after_step."))
        run = _text(command, "run")
        await in_db_thread(partial(actions.cancel_run, self.actor, run, when))
        runtime.hint(run)

    async def _decide(self, command: dict[str, Any]) -> None:
        run, proposal = _text(command, "run"), _text(command, "proposal")
        decision = command.get("decision")
        await in_db_thread(partial(actions.decide_proposal, self.actor, run, proposal, decision))
        runtime.hint(run)

    async def _attach(self, command: dict[str, Any]) -> None:
        after = command.get("after_seq", 0)
        if not isinstance(after, int) or isinstance(after, bool) or after < 0:
            raise actions.Invalid("after_seq", _("“after_seq” is a whole number from 0."))
        run = await in_db_thread(partial(actions.find_run, self.actor, _text(command, "run")))
        if run.session_id != self.session:
            raise actions.NotFound
        await self.follower.attach(run.pk, after)

    async def _ping(self, command: dict[str, Any]) -> None:
        await self._send({"type": "pong"})

    async def _deliver(self, envelope: Envelope) -> None:
        await self._send_text(envelope.text)

    async def _reject(self, ref: Any, code: str, message: str) -> None:
        await self._send({"type": "rejected", "ref": ref, "code": code, "message": message})

    async def _send(self, frame: dict[str, Any]) -> None:
        await self._send_text(dumped(frame))

    async def _send_text(self, text: str) -> None:
        self._sent_at = asyncio.get_running_loop().time()
        await self.send(text_data=text)

    async def _authorised(self) -> bool:
        """Whether the same actor is still behind the socket; else it is closed."""
        if await in_db_thread(partial(_actor_of, self.scope)) == self.actor:
            return True
        await self.close(NOT_FOUND)
        return False

    async def _recheck(self) -> None:
        authorised = True
        while authorised:
            await asyncio.sleep(RECHECK_S)
            with suppress(*DATABASE_GONE):
                authorised = await self._authorised()

    async def _heartbeat(self) -> None:
        while True:
            quiet = asyncio.get_running_loop().time() - self._sent_at
            if quiet >= HEARTBEAT_S:
                await self._send({"type": "heartbeat"})
            else:
                await asyncio.sleep(HEARTBEAT_S - quiet)


def _parsed(text: str | None) -> dict[str, Any]:
    """A frame as a mapping. Raises Refused."""
    if text is None or len(text.encode()) > FRAME_BYTES:
        raise actions.Refused(
            "bad_message", _("A frame is JSON text of at most %(limit)s bytes.") % {"limit": FRAME_BYTES}
        )
    try:
        command = json.loads(text)
        json.dumps(command, ensure_ascii=False).encode()  # a lone surrogate could neither be stored nor sent
    except (ValueError, RecursionError):
        raise actions.Refused("bad_message", _("The frame is no JSON.")) from None
    if not isinstance(command, dict):
        raise actions.Refused("bad_message", _("The frame is no JSON object."))
    return command


def _text(command: dict[str, Any], name: str) -> str:
    value = command.get(name) or ""
    if not isinstance(value, str):
        raise actions.Invalid(name, _("“%(name)s” is a string.") % {"name": name})
    return value


def _actor_of(scope: dict[str, Any]) -> Actor | None:
    headers = dict(scope["headers"])
    token = bearer(headers.get(b"authorization", b"").decode("latin-1"))
    if token is not None:
        actor = actor_of_key(token)
        return actor if actor is not None and "runs" in actor.scopes else None
    return actor_of_cookie(scope["session"].session_key)


def _hello(actor: Actor, session: str) -> tuple[dict[str, Any], str]:
    """The first frame, and the language of the conversation. Raises NotFound."""
    row = actions.find_session(actor, session)
    runs = [
        {
            "run": run.pk,
            "status": run.status,
            "last_seq": run.last_seq,
            "needs_confirmation": run.status == RunStatus.AWAITING_CONFIRMATION,
            "proposals": [p.as_wire() for p in run.proposals.all() if p.status == Proposal.Status.OPEN],
        }
        for run in actions.active_runs(row)
    ]
    hello = {"type": "hello", "session": row.pk, "active_runs": runs}
    return hello, "zh-hans" if row.locale == "zh" else "en"
