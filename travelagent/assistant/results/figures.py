"""A question about the catalogue's figures: the query of generate_sql, the rows of run_sql."""

from dataclasses import dataclass
from typing import Any

from travelagent.assistant.results.values import Omitted
from travelagent.plans.values import LocalizedText

NOTHING = LocalizedText("", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A question as SQL; `measure` is the column that is asked for, `limit` how many rows are."""

    sql: str = ""
    reading: str
    title: LocalizedText = NOTHING
    measure: str
    limit: Omitted[int | None] = None


@dataclass(frozen=True, slots=True)
class Column:
    """A column; `currency` is that of its amounts."""

    key: str
    label: str
    currency: Omitted[str] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The rows of a query, all of them where `complete`."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Any, ...], ...]
    count: int
    complete: bool
    sql: str = ""
