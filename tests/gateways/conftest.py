"""One server for the doors' tests, and keys of partners at it."""

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import Any, Protocol

import pytest

from tests.docs.renew import DOCS
from tests.docs.test_examples import program_of
from tests.gateways.doors import Door
from tests.support.server import Server

RUNS_A_MINUTE = 20
"""The limit of a key at the server: more than a test starts that does not try to reach it."""
PARTNERS = 150
MAKE_KEYS = f"""
import json
from datetime import timedelta
from django.utils import timezone
from travelagent.accounts.keys import create_key
from travelagent.accounts.models import ApiKey, Scope, User

def secret(partner, *scopes, **changes):
    key, text = create_key(partner, scopes)
    ApiKey.objects.filter(pk=key.pk).update(**changes)
    return text

then = timezone.now() - timedelta(hours=1)
User.objects.create_user("ada", password="x")
print(json.dumps({{
    "partners": [secret(f"partner {{number}}") for number in range({PARTNERS})],
    "scoped": {{scope: secret("scoped", scope) for scope in Scope.values}},
    "revoked": secret("scoped", revoked_at=then),
    "expired": secret("scoped", expires_at=then),
    "without runs": secret("scoped", *(scope for scope in Scope.values if scope != Scope.RUNS)),
}}))
"""


@dataclass
class Keys:
    """Keys of the server's database, made by one command: `unused` of a partner each, `scoped` for one scope alone.

    `refused`: those that may not start a run, each with the status and the code of the refusal.
    """

    unused: list[str]
    scoped: Mapping[str, str]
    refused: Mapping[str, tuple[str, tuple[int, str]]]

    def of_another_partner(self) -> str:
        """A key for everything, of a partner that has done nothing yet."""
        return self.unused.pop()


@pytest.fixture(scope="session")
def keys() -> Keys:
    """Filled by `server` before it starts."""
    return Keys([], {}, {})


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, keys: Keys) -> Iterator[Server]:
    """The server of all doors; it has the account `ada`."""
    settings = {"THROTTLE_READS": "0", "THROTTLE_WRITES": "0", "THROTTLE_RUNS": str(RUNS_A_MINUTE)}
    entry = ("-m", "tests.gateways.serving", "manage.py")
    server = Server(tmp_path_factory.mktemp("server"), entry=entry, settings=settings)
    server.prepare()
    made = json.loads(server.manage("shell", "-v", "0", "-c", MAKE_KEYS))
    unknown = (401, "invalid_key")
    keys.unused, keys.scoped = made["partners"], made["scoped"]
    keys.refused = {
        "an unknown key": ("tk_unheard-of", unknown),
        "a revoked key": (made["revoked"], unknown),
        "an expired key": (made["expired"], unknown),
        "a key for all else": (made["without runs"], (403, "missing_scope")),
    }
    yield server.start()
    server.kill()


@pytest.fixture
def key(server: Server, keys: Keys) -> str:
    """One for everything, of a partner of this test alone."""
    return keys.of_another_partner()


class OpenDoor(Protocol):
    def __call__(self, server: Server, key: str, end_user: str = "") -> Door: ...


@pytest.fixture
def open_door(door: type[Door]) -> Iterator[OpenDoor]:
    """Opens the door for a traveller; all are closed in the end."""
    with ExitStack() as opened:
        yield lambda server, key, end_user="": opened.enter_context(closing(door(server, key, end_user)))


def example(name: str) -> Any:
    """What docs/partners.md defines under a name."""
    page = DOCS / "partners.md"
    defined: dict[str, Any] = {"__name__": "partners"}
    exec(compile(program_of(page.read_text("utf-8")), str(page), "exec"), defined)
    return defined[name]
