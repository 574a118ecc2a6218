"""One server for the doors' tests of a worker, and keys of partners."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any, Protocol

import pytest

from tests.docs.renew import DOCS
from tests.docs.test_examples import program_of
from tests.gateways.doors import Door
from tests.support.server import Server


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"), settings={"THROTTLE_RUNS": "0"})
    server.prepare()
    yield server.start()
    server.kill()


@pytest.fixture(scope="package")
def slow_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Its model words an answer "in 200 pieces" for as long as a test may need to leave it."""
    server = Server(tmp_path_factory.mktemp("slow"), entry=("-m", "tests.support.slow", "manage.py"))
    server.prepare()
    yield server.start()
    server.kill()


def key_at(server: Server, *options: str, partner: str = "acme") -> str:
    """A new key of a partner. `options`: of `create_api_key`."""
    return server.manage("create_api_key", partner, *options).strip().splitlines()[-1]


@pytest.fixture(scope="package")
def key(server: Server) -> str:
    """One for everything."""
    return key_at(server)


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
