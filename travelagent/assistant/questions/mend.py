"""What a refused query's error says to do: a mistyped name is put right, a check that broke down is made once more."""

from collections.abc import Mapping
from typing import Any, Final

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

from travelagent.catalog.sql.check import DIALECT

_PASSING: Final = frozenset({"timeout", "tool_failed"})
_NAMES: Final = frozenset({"unknown_table", "unknown_column"})


def mended(sql: str, error: Mapping[str, Any]) -> str | None:
    """The query to check next, None when the error says nothing that helps."""
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
