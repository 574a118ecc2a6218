"""Who gets what at every door, and that nothing that is sent there breaks it."""

import json
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.gateways.conftest import OpenDoor, key_at
from tests.gateways.doors import DOORS, Door, RefusedError
from tests.support.server import Server
from travelagent import gateways

pytestmark = pytest.mark.services
AT_EVERY_DOOR = pytest.mark.parametrize("door", DOORS, ids=[door.name for door in DOORS])
GATEWAYS = [door for door in DOORS if door.room]
AT_EVERY_GATEWAY = pytest.mark.parametrize("door", GATEWAYS, ids=[door.name for door in GATEWAYS])

KEYS = """
from datetime import timedelta
from django.utils import timezone
from travelagent.accounts.keys import create_key
from travelagent.accounts.models import ApiKey, Scope
def secret(*scopes, **changes):
    key, text = create_key("owning", scopes)
    ApiKey.objects.filter(pk=key.pk).update(**changes)
    return text
then = timezone.now() - timedelta(hours=1)
narrow = secret(*(scope for scope in Scope.values if scope != Scope.RUNS))
print(secret(revoked_at=then), secret(expires_at=then), narrow)
"""
NEST = 100_000
HOSTILE = {
    "nothing": b"",
    "no JSON": b"{",
    "no object": b"[1]",
    "null": b"null",
    "a number that is none": b'{"messages": NaN}',
    "no text of Unicode": b'{"messages": "\xff\xfe"}',
    "a nest": b"[" * NEST + b"]" * NEST,
    "three megabytes": b'{"messages": "' + b"x" * 3_000_000 + b'"}',
}
MESSAGES = {"empty": "", "blank": " \n\t", "too long": "x" * 5001, "zeros": "a\x00b"}


def test_every_door_is_among_them() -> None:
    rooms = {path.parent.name for path in Path(gateways.__path__[0]).glob("*/__init__.py")} - {
        "management",
        "migrations",
    }
    assert rooms == {door.room for door in GATEWAYS}


@pytest.fixture(scope="module")
def refused(server: Server) -> dict[str, tuple[str, tuple[int, str]]]:
    """Keys that may not start a run, and how each is refused."""
    revoked, expired, narrow = server.manage("shell", "-v", "0", "-c", KEYS).split()
    unknown = (401, "invalid_key")
    return {
        "an unknown key": ("tk_unheard-of", unknown),
        "a revoked key": (revoked, unknown),
        "an expired key": (expired, unknown),
        "a key for all else": (narrow, (403, "missing_scope")),
    }


@AT_EVERY_DOOR
def test_who_may_not_is_refused(
    server: Server, open_door: OpenDoor, refused: dict[str, tuple[str, tuple[int, str]]]
) -> None:
    for who, (key, (status, code)) in refused.items():
        with pytest.raises(RefusedError) as caught:
            open_door(server, key).say("Hello")
        assert (caught.value.status, caught.value.code) == (status, code), who


@AT_EVERY_DOOR
def test_without_a_key_nothing_is_told(server: Server, door: type[Door]) -> None:
    answer = httpx.post(server.url + door.path, json={})
    assert answer.status_code == 401
    assert "error" in answer.json() or answer.json()["code"] == "not_authenticated"


@AT_EVERY_DOOR
def test_a_conversation_is_its_partners_alone(server: Server, key: str, open_door: OpenDoor) -> None:
    expect_nothing_of_it(open_door(server, key), key=key_at(server, partner="other"))


@AT_EVERY_GATEWAY
def test_a_conversation_is_its_travellers_alone(server: Server, key: str, open_door: OpenDoor) -> None:
    expect_nothing_of_it(open_door(server, key), end_user=uuid4().hex)


def expect_nothing_of_it(mine: Door, **other: Any) -> None:
    """Whoever knows how a conversation is called reads nothing of it, and decides nothing."""
    mine.say("Plan one day in Kyoto")
    assert mine.say("Save this plan").waits
    with closing(replace(mine, **other)) as theirs:
        with suppress(RefusedError):
            theirs.decide(approve=True)
        with suppress(RefusedError):
            reply = theirs.say("Save this plan")
            assert not reply.waits
            assert "Kyoto" not in reply.answer
        assert theirs.trips() == []
    assert mine.trips() == []
    mine.decide(approve=True)
    assert len(mine.trips()) == 1


@pytest.fixture(scope="module")
def limited_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that starts as many runs a minute for a partner as it does by default."""
    server = Server(tmp_path_factory.mktemp("limited"))
    server.prepare()
    yield server.start()
    server.kill()


@AT_EVERY_DOOR
def test_a_partner_is_throttled_alone(limited_server: Server, open_door: OpenDoor, door: type[Door]) -> None:
    busy = open_door(limited_server, key_at(limited_server, partner=uuid4().hex))

    def press() -> None:
        for _ in range(200):
            busy.say("Hello")

    with pytest.raises(RefusedError) as caught:
        press()
    assert (caught.value.status, caught.value.code) == (429, "throttled")
    assert open_door(limited_server, key_at(limited_server)).say("Hello").answer


@AT_EVERY_GATEWAY
@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE)
def test_malformed_requests_are_refused(server: Server, key: str, door: type[Door], body: bytes) -> None:
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    answer = httpx.post(server.url + door.path, content=body, headers=headers, timeout=60)
    assert 400 <= answer.status_code < 500
    assert isinstance(json.loads(answer.content), dict)


@AT_EVERY_DOOR
@pytest.mark.parametrize("text", MESSAGES.values(), ids=MESSAGES)
def test_what_is_no_message_is_told_so(server: Server, key: str, open_door: OpenDoor, text: str) -> None:
    with pytest.raises(RefusedError) as caught:
        open_door(server, key).say(text)
    assert caught.value.status == 400
