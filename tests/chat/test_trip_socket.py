"""The socket of a trip's page: who may have it, what it sends about others, and that it ends with the membership."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator

from tests.attachments.samples import picture
from tests.chat.sockets import HOST, SECONDS, browser
from tests.conftest import PartnerKey, Visitor, make_partner, make_visitor
from travelagent.asgi import application
from travelagent.attachments import files, journal
from travelagent.chat.threads import in_db_thread
from travelagent.chat.trip_consumer import TripConsumer
from travelagent.trips import actions, members
from travelagent.trips.models import TripMember

pytestmark = pytest.mark.django_db(transaction=True)


class TripSocket(WebsocketCommunicator):
    """A connection to a trip's page."""

    def __init__(self, trip: str, headers: dict[str, str]) -> None:
        encoded = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        super().__init__(application, f"/ws/trips/{trip}/", encoded)

    async def until(self, type: str, fits: Callable[[dict[str, Any]], bool] = lambda frame: True) -> dict[str, Any]:
        """Read on until a frame of this type comes that fits."""
        while True:
            frame: dict[str, Any] = await self.receive_json_from(timeout=SECONDS)
            if frame["type"] == type and fits(frame):
                return frame

    async def closed(self) -> int:
        """Read on until the server closes; its code."""
        while True:
            message = await self.receive_output(timeout=SECONDS)
            if message["type"] == "websocket.close":
                return int(message["code"])


@asynccontextmanager
async def opened(trip: str, headers: dict[str, str]) -> AsyncIterator[TripSocket]:
    socket = TripSocket(trip, headers)
    assert (await socket.connect(timeout=SECONDS))[0]
    try:
        yield socket
    finally:
        await socket.disconnect(timeout=SECONDS)


def company(plan: dict[str, Any]) -> tuple[str, Visitor, Visitor]:
    """A trip with its owner and an editor."""
    owner, editor = make_visitor(), make_visitor()
    trip = actions.create_trip(owner.actor.person or 0, "Kyoto", plan).pk
    _, token = members.invite_to_trip(owner.actor.person or 0, trip, "editor")
    members.join_trip(editor.actor.person or 0, token, "Ben")
    return trip, owner, editor


async def test_others_are_seen_with_their_day_and_what_they_change(plan: dict[str, Any]) -> None:
    trip, owner, editor = await in_db_thread(partial(company, plan))
    async with opened(trip, browser(owner)) as one:
        hello = await one.until("hello")
        assert (hello["version"], hello["role"]) == (1, "owner")
        async with opened(trip, browser(editor)) as other:
            assert (await other.until("hello"))["name"] == "Ben"
            await other.until("presence", lambda frame: len(frame["people"]) == 2)
            await other.send_json_to({"type": "here", "day": 2})
            seen = await one.until("presence", lambda frame: frame["people"][-1]["day"] == 2)
            assert seen["people"][-1] == {"name": "Ben", "role": "editor", "me": False, "day": 2}
            edit = [{"op": "hours", "day": 1, "start": "10:00"}]
            await in_db_thread(partial(actions.edit_trip, editor.actor.person or 0, trip, edit))
            changed = await one.until("changed")
            assert changed == {"type": "changed", "part": "plan", "version": 2, "by": {"name": "Ben", "me": False}}
            assert (await other.until("changed"))["by"]["me"] is True
            await other.send_json_to({"type": "here", "day": "two"})
            assert (await other.until("rejected"))["code"] == "bad_message"
        assert len((await one.until("presence"))["people"]) == 1


async def test_changes_of_files_and_journal_are_published(plan: dict[str, Any]) -> None:
    trip, owner, editor = await in_db_thread(partial(company, plan))
    ben, day = editor.actor.person or 0, plan["days"][0]["date"]

    def changes() -> None:
        file = files.add_file(ben, trip, "a.png", picture(), "journal", day).pk
        files.update_file(ben, trip, file, {"name": "b"})
        journal.write_entry(ben, trip, day, "Rain.")
        files.delete_file(ben, trip, file)
        journal.delete_entry(ben, trip, day)

    async with opened(trip, browser(owner)) as one:
        await one.until("hello")
        await in_db_thread(changes)
        frames = [await one.until("changed") for _ in range(5)]
    assert [frame["part"] for frame in frames] == ["files", "files", "journal", "files", "journal"]
    assert all(frame["by"] == {"name": "Ben", "me": False} for frame in frames)


async def test_whoever_is_removed_is_closed_at_once(plan: dict[str, Any]) -> None:
    trip, owner, editor = await in_db_thread(partial(company, plan))
    async with opened(trip, browser(editor)) as socket:
        await socket.until("hello")
        member = await in_db_thread(lambda: TripMember.objects.get(trip=trip).pk)
        await in_db_thread(partial(members.remove_member, owner.actor.person or 0, trip, member))
        assert await socket.closed() == 4404


async def test_a_missed_change_is_found_at_the_next_check(
    plan: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TripConsumer, "recheck_s", 0.1)
    trip, _owner, editor = await in_db_thread(partial(company, plan))
    async with opened(trip, browser(editor)) as socket:
        await socket.until("hello")
        await in_db_thread(lambda: TripMember.objects.filter(trip=trip).update(role="viewer"))
        assert (await socket.until("role"))["role"] == "viewer"
        await in_db_thread(lambda: TripMember.objects.filter(trip=trip).delete())
        assert await socket.closed() == 4404


async def test_others_are_closed(plan: dict[str, Any], subtests: pytest.Subtests) -> None:
    trip, _owner, _editor = await in_db_thread(partial(company, plan))
    partner: PartnerKey = await in_db_thread(lambda: make_partner("acme"))
    others = {
        "a stranger": browser(await in_db_thread(make_visitor)),
        "nobody": {"Host": HOST, "Origin": f"http://{HOST}"},
        "a partner": {"Host": HOST, **partner.headers},
    }
    for who, headers in others.items():
        with subtests.test(who=who):
            async with opened(trip, headers) as socket:
                assert await socket.closed() == 4404
