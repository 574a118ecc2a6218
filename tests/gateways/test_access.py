"""Who gets what at every door, and that nothing that is sent there breaks it."""

import json
from pathlib import Path

import httpx
import pytest

from tests.gateways.conftest import RUNS_A_MINUTE, Keys, OpenDoor
from tests.gateways.doors import DOORS, Door, RefusedError
from tests.support.server import Server
from travelagent import gateways

pytestmark = pytest.mark.services
AT_EVERY_DOOR = pytest.mark.parametrize("door", DOORS, ids=[door.name for door in DOORS])
GATEWAYS = [door for door in DOORS if door.room]

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


@AT_EVERY_DOOR
def test_who_may_not_is_refused(
    server: Server, keys: Keys, open_door: OpenDoor, door: type[Door], subtests: pytest.Subtests
) -> None:
    for who, (key, (status, code)) in keys.refused.items():
        with subtests.test(who=who):
            with pytest.raises(RefusedError) as caught:
                open_door(server, key).say("Hello")
            assert (caught.value.status, caught.value.code) == (status, code)
    with subtests.test(who="nobody"):
        answer = httpx.post(server.url + door.path, json={})
        assert answer.status_code == 401
        assert "error" in answer.json() or answer.json()["code"] == "not_authenticated"


@AT_EVERY_DOOR
def test_a_partner_is_throttled_alone(server: Server, key: str, keys: Keys, open_door: OpenDoor) -> None:
    busy = open_door(server, key)

    def press() -> None:
        for _ in range(3 * RUNS_A_MINUTE):
            busy.say("Hello")

    with pytest.raises(RefusedError) as caught:
        press()
    assert (caught.value.status, caught.value.code) == (429, "throttled")
    assert open_door(server, keys.of_another_partner()).say("Hello").answer


def test_malformed_requests_are_refused(server: Server, key: str, subtests: pytest.Subtests) -> None:
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    with httpx.Client(base_url=server.url, headers=headers, timeout=60) as http:
        for door in GATEWAYS:
            for name, body in HOSTILE.items():
                with subtests.test(door=door.name, body=name):
                    answer = http.post(door.path, content=body)
                    assert 400 <= answer.status_code < 500
                    assert isinstance(json.loads(answer.content), dict)


@AT_EVERY_DOOR
def test_what_is_no_message_is_told_so(
    server: Server, key: str, open_door: OpenDoor, subtests: pytest.Subtests
) -> None:
    for name, text in MESSAGES.items():
        with subtests.test(message=name):
            with pytest.raises(RefusedError) as caught:
                open_door(server, key).say(text)
            assert caught.value.status == 400
