"""What all tests share: a prepared database, the suites' option, and a cast: the owner, a stranger, a partner."""

import gc
import os
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.test import Client, TransactionTestCase
from django.utils import translation

from tests.support import plan_cache, short_locks, static_files, work_budget
from tests.support.data_folder import DATABASE, prepare_data_folder, prepared_folder
from tests.support.examples import FULL, LANDING
from tests.support.scheduling import RoomScheduling
from tests.support.trips import kyoto
from tests.support.work_budget import work
from travelagent.accounts.actors import Actor, new_visitor
from travelagent.accounts.keys import create_key

LONGEST = ("browser", "services", "gateways")
"""Rooms that begin first, so that no process waits for another's last file."""


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """In CI a skip is a failure: the part it needs should have been installed."""
    outcome = yield
    report = outcome.get_result()
    if report.skipped and os.environ.get("CI") == "true":
        report.outcome = "failed"
        report.longrepr = f"skipped in CI: {report.longrepr}"


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Use one worker a core, and no workers for a few named files or tests."""
    named = [argument.split("::")[0] for argument in config.args]
    return 0 if all(Path(argument).is_file() for argument in named) else os.cpu_count() or 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> RoomScheduling:
    return RoomScheduling(config, log)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="also run what is too long for every change")


def pytest_configure(config: pytest.Config) -> None:
    work_budget.install(config)
    hypothesis.settings.load_profile(FULL if config.getoption("full") else LANDING)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[object]:
    """Collect without looking for garbage: what modules and catalogue are made of stays, and is walked by no test.

    Half of the time of importing the tests would go there, and most of that of compiling them in a fresh clone.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run the longest rooms first, and leave out what only `--full` runs, unless the command line names it."""
    items.sort(key=lambda item: work_budget.room_of(work_budget.file_of(item.nodeid)) not in LONGEST)
    if config.getoption("full"):
        return
    sample = sampled_items(items)
    kept: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for item in items:
        wanted = item in sample and item.get_closest_marker("full") is None
        (kept if wanted or item.nodeid in config.args else left_out).append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = kept


def sampled_items(items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """Return all items but those left out by a mark `sampled`, `sampled("a", "b")` or `sampled(of=3)`.

    Without arguments, one of the test's cases remains. With names, one of the combinations of these arguments remains
    for each combination of the test's other arguments. With `of`, one in so many of a file's tests with that mark
    remains. Which ones depends on the names of file, test and arguments, so that over many tests every value has its
    turn.
    """
    kept: set[pytest.Item] = set()
    groups: dict[tuple[str, int], list[pytest.Item]] = {}
    for item in items:
        mark, case = item.get_closest_marker("sampled"), getattr(item, "callspec", None)
        if mark is None or (mark.args and case is None):
            kept.add(item)
            continue
        if "of" in mark.kwargs:
            key = (item.nodeid.split("::")[0], mark.kwargs["of"])
        else:
            cases = case.params.items() if mark.args else ()
            others = sorted((name, str(value)) for name, value in cases if name not in mark.args)
            key = (f"{item.nodeid.split('[')[0]} {others}", 0)
        groups.setdefault(key, []).append(item)
    for (name, of), group in groups.items():
        step = min(of or len(group), len(group))
        kept.update(group[zlib.crc32(name.encode()) % step :: step])
    return kept


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None) -> Iterator[None]:
    """Give this process a prepared data folder, whose database comes back to that state after each committing test.

    Restoring the database takes the place of Django's flush, which would empty the catalogue too.
    """
    with work.uncounted():
        prepare_data_folder(Path(settings.DATA_DIR))
    prepared = prepared_folder() / DATABASE

    def restore(case: TransactionTestCase) -> None:
        connection.ensure_connection()
        with closing(sqlite3.connect(prepared)) as source:
            source.backup(connection.connection)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", work_budget.counted(restore, "resets"))
        static_files.install(patch)
        yield


@pytest.fixture(scope="session", autouse=True)
def _plans_kept() -> None:
    work_budget.count_django()
    plan_cache.install()


@pytest.fixture(scope="session", autouse=True)
def _locks_are_short(_plans_kept: None) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        short_locks.watch(patch)
        yield


@pytest.fixture(autouse=True)
def _nothing_left_behind() -> None:
    """Each test with its own share of calls, since the ids of rows come again, and in the language of the settings."""
    cache.clear()
    translation.deactivate()


@dataclass(frozen=True)
class Visitor:
    """A person at the site: its actor, and a browser's client with its cookie."""

    actor: Actor
    client: Client


def make_visitor() -> Visitor:
    """Return a visitor who has written something, with a page's cookies but without the cost of a page."""
    client = Client(enforce_csrf_checks=True)
    return Visitor(become_visitor(client), client)


def become_visitor(client: Client) -> Actor:
    """Give a browser the cookies of a page and of a visitor who has written something."""
    request = HttpRequest()
    get_token(request)
    client.cookies[settings.CSRF_COOKIE_NAME] = request.META["CSRF_COOKIE"]
    session = client.session
    actor = new_visitor(session)
    session.save()
    return actor


@pytest.fixture
def owner(db: None) -> Visitor:
    return make_visitor()


@pytest.fixture
def stranger(db: None) -> Visitor:
    return make_visitor()


@dataclass(frozen=True)
class PartnerKey:
    actor: Actor
    headers: dict[str, str]


def make_partner(name: str, *scopes: str) -> PartnerKey:
    key, secret = create_key(name, scopes)
    actor = Actor(partner=key.partner_id, key=key.pk, scopes=frozenset(key.scopes))
    return PartnerKey(actor, {"Authorization": f"Bearer {secret}"})


@pytest.fixture
def partner(db: None) -> PartnerKey:
    return make_partner("acme")


@pytest.fixture(scope="session")
def saved() -> dict[str, Any]:
    """A trip as it would be saved: three days in Kyoto."""
    return kyoto()


@pytest.fixture(scope="session")
def plan(saved: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = saved["itinerary"]
    return found


@pytest.fixture(scope="session")
def costs(saved: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = saved["budget"]
    return found
