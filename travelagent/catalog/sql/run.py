"""Runs a checked query on the catalogue file, behind walls of its own.

The file is opened read-only and as one that never changes. An authorizer lets SQLite itself read the allowed tables and
call the allowed functions and nothing else, should the check ever let something through. A progress handler ends a
query that takes too long or is no longer wanted, and no more rows are fetched than the limit.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from travelagent.catalog.sql.check import FUNCTIONS, CheckedQuery
from travelagent.catalog.sql.errors import QueryRefused
from travelagent.catalog.sql.schema import TABLES
from travelagent.plans.values import LocalizedText

SECONDS: Final = 2.0
"""How long a query may run."""
STEPS: Final = 10_000
"""Instructions of SQLite's machine between two looks at the clock."""

_CALLED: Final = frozenset((*FUNCTIONS, "like"))
_SETTINGS: Final = ("PRAGMA query_only = ON", "PRAGMA trusted_schema = OFF")
_LIMITS: Final = (
    (sqlite3.SQLITE_LIMIT_LENGTH, 100_000),
    (sqlite3.SQLITE_LIMIT_EXPR_DEPTH, 100),
    (sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100),
    (sqlite3.SQLITE_LIMIT_ATTACHED, 0),
)


@dataclass(frozen=True, slots=True)
class Rows:
    """A query's columns by name, and its rows in order."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


def run(query: CheckedQuery, file: Path, *, seconds: float = SECONDS, cancelled: Callable[[], bool] = bool) -> Rows:
    """Run a checked query and return its rows.

    Raises QueryRefused: `query_timeout`, or `query_failed` with SQLite's reason.
    """
    deadline = time.monotonic() + seconds

    def over() -> bool:
        return time.monotonic() > deadline or cancelled()

    with _opened(file) as connection, _explained(over):
        connection.set_progress_handler(over, STEPS)
        cursor = connection.execute(query.sql)
        rows = cursor.fetchmany(query.limit)
        return Rows(tuple(column[0] for column in cursor.description), tuple(rows))


def prepare(query: CheckedQuery, file: Path) -> None:
    """Let SQLite read a query without running it. Raises QueryRefused `query_failed` for what makes no sense to it."""
    with _opened(file) as connection, _explained(lambda: False):
        connection.execute(f"EXPLAIN {query.sql}").close()


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(f"file:{quote(str(file))}?mode=ro&immutable=1", uri=True)
    try:
        for setting in _SETTINGS:
            connection.execute(setting)
        for limit, value in _LIMITS:
            connection.setlimit(limit, value)
        connection.set_authorizer(_authorized)
        yield connection
    finally:
        connection.close()


@contextmanager
def _explained(over: Callable[[], bool]) -> Iterator[None]:
    """SQLite's errors as QueryRefused."""
    try:
        yield
    except sqlite3.Error as error:
        if over():
            text = LocalizedText("The query took too long.", "查询耗时过长，已中止。")
            raise QueryRefused("query_timeout", text) from error
        text = LocalizedText(f"The query does not work: {error}.", f"查询无法执行：{error}。")
        raise QueryRefused("query_failed", text) from error


def _authorized(action: int, first: str | None, second: str | None, database: str | None, trigger: str | None) -> int:
    """Reading the allowed tables and calling the allowed functions, nothing else."""
    match action:
        case sqlite3.SQLITE_SELECT:
            return sqlite3.SQLITE_OK
        case sqlite3.SQLITE_READ if first in TABLES:
            return sqlite3.SQLITE_OK
        case sqlite3.SQLITE_FUNCTION if second in _CALLED:
            return sqlite3.SQLITE_OK
    return sqlite3.SQLITE_DENY
