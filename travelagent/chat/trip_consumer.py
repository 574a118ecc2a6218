"""The WebSocket of a trip's page, `/ws/trips/{trip}/`: what others change, and who is here.

`hello` carries the version and the reader's role; `changed` names the part of the trip that is another one now, which
the page then reads; `presence` lists who is here. Whoever no longer belongs to the trip is closed with 4404: at once
when they are removed, and at the latest when they are looked up again.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from travelagent.accounts.actors import Actor, actor_of_cookie, bearer
from travelagent.chat import actions
from travelagent.chat.envelopes import Envelope, Newest
from travelagent.chat.hub import Mailbox, hub
from travelagent.chat.presence import Here, Presence
from travelagent.chat.sockets import NOT_FOUND, BoundedConsumer, Handler
from travelagent.chat.threads import in_db_thread
from travelagent.chat.trip_updates import CHANGED, DELETED, PLAN
from travelagent.trips.errors import TripNotFound
from travelagent.trips.membership import find_trip, role_of, untranslated_names_of
from travelagent.trips.models import Trip

PRESENCE = "trip.presence"
MEMBERS = "members"
MOST_DAYS = 1000


@dataclass(frozen=True, slots=True)
class Standing:
    """How a trip stands for one of its people."""

    version: int
    role: str
    name: str


class TripConsumer(BoundedConsumer):
    """The page of one person of a trip."""

    recheck_s = 4.0
    mailbox: Mailbox
    standing: Standing

    def who(self) -> Actor | None:
        headers = dict(self.scope["headers"])
        if bearer(headers.get(b"authorization", b"").decode("latin-1")) is not None:
            return None
        return actor_of_cookie(self.scope["session"].session_key)

    async def greet(self) -> dict[str, Any]:
        self.trip: str = self.scope["url_route"]["kwargs"]["trip"]
        self._socket, self._presence, self._shown = token_hex(8), Presence(), ""
        self._day: int | None = None
        found = await in_db_thread(self._look)
        if found is None:
            raise actions.NotFound
        self.standing = found
        self.mailbox = self._exit.enter_context(hub.listen(self.trip))
        self._tell_presence(asks=True)
        return {"type": "hello", "trip": self.trip, "version": found.version, "role": found.role, "name": found.name}

    async def work(self) -> None:
        while True:
            item = await self.mailbox.get()
            if isinstance(item, Newest):
                await self._authorised()
            elif item.type == PRESENCE:
                await self._take_presence(item.data)
            elif item.type == CHANGED:
                await self._take_change(item.data)

    @property
    def handlers(self) -> Mapping[str, Handler]:
        return {"here": self._here, "ping": self._ping}

    async def disconnect(self, code: int) -> None:
        if self._welcome:
            self._welcome = False
            data = {"socket": self._socket, "gone": True}
            hub.publish(self.trip, [Envelope(0, self.trip, PRESENCE, timezone.now(), data)])
        await super().disconnect(code)

    async def _here(self, command: dict[str, Any]) -> None:
        """Store which day of the trip is looked at; null is all of it."""
        day = command.get("day")
        if day is not None and (type(day) is not int or not 1 <= day <= MOST_DAYS):
            raise actions.Invalid("day", _("“day” is the number of a day."))
        self._day = day
        self._tell_presence()

    async def _take_change(self, data: Mapping[str, Any]) -> None:
        part, version = data["part"], data["version"]
        if part in (MEMBERS, DELETED) and not await self._authorised():
            return
        if part == PLAN and version <= self.standing.version:
            return
        await self._send_change(part, version, {"name": data["name"], "me": data["person"] == self.actor.person})

    async def _send_change(self, part: str, version: int, by: dict[str, Any] | None) -> None:
        if version > self.standing.version:
            self.standing = Standing(version, self.standing.role, self.standing.name)
        await self._send({"type": "changed", "part": part, "version": version, "by": by})

    def _tell_presence(self, *, asks: bool = False) -> None:
        """Tell the other pages of this one. `asks`: they are to tell of themselves."""
        own = {"person": self.actor.person, "name": self.standing.name, "role": self.standing.role, "day": self._day}
        data = {"socket": self._socket, "asks": asks, **own}
        hub.publish(self.trip, [Envelope(0, self.trip, PRESENCE, timezone.now(), data)])

    async def _take_presence(self, data: Mapping[str, Any]) -> None:
        if data.get("gone"):
            self._presence.drop(data["socket"])
        else:
            self._presence.put(data["socket"], Here.of(data, asyncio.get_running_loop().time()))
            if data["asks"] and data["socket"] != self._socket:
                self._tell_presence()
        await self._show_presence()

    async def _show_presence(self) -> None:
        people = self._presence.people(asyncio.get_running_loop().time(), self.actor.person or 0)
        if (shown := repr(people)) != self._shown:
            self._shown = shown
            await self._send({"type": "presence", "people": people})

    async def _authorised(self) -> bool:
        """Return whether the same person is still at the socket and belongs to the trip; else close it.

        Missed changes are sent, and the other pages are notified of this one again.
        """
        found = await in_db_thread(self._look)
        if found is None:
            await self.close(NOT_FOUND)
            return False
        before = self.standing
        self.standing = Standing(before.version, found.role, found.name)
        if found.role != before.role:
            await self._send({"type": "role", "role": found.role})
        if found.version > before.version:
            await self._send_change(PLAN, found.version, None)
        return True

    async def on_recheck(self) -> None:
        self._tell_presence()
        await self._show_presence()

    def _look(self) -> Standing | None:
        actor = self.who()
        if actor is None or actor.person is None or actor != getattr(self, "actor", actor):
            return None
        try:
            row: Trip = find_trip(actor.person, self.trip)
        except TripNotFound:
            return None
        return Standing(row.version, role_of(row).wire, untranslated_names_of(row).get(actor.person, ""))
