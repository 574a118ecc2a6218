"""Repairs a refused query by its error: corrects a mistyped name, repeats a check that broke down."""

from collections.abc import Mapping
from typing import Any, Final

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

from travelagent.catalog.sql.check import DIALECT

_PASSING: Final = frozenset({"timeout", "tool_failed"})
_NAMES: Final = frozenset({"unknown_table", "unknown_column"})


def mended(sql: str, error: Mapping[str, Any]) -> str | None:
    """Return the query to check next; None when the error suggests none."""
    code, near = error.get("code"), error.get("did_you_mean")
    if code in _PASSING:
        return sql
    if code not in _NAMES or not near:
        return None
    try:
        tree = parse_one(sql, read=DIALECT)
    except SqlglotError:
        return None
    for name in tree.find_all(exp.Identifier):
        if name.name.lower() == str(error.get("refused", "")).lower():
            name.set("this", near[0])
    return tree.sql(DIALECT)
