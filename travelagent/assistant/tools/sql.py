"""What the three tools of data questions share: the catalogue file, the check, and refusals as a model reads them."""

from pathlib import Path

from django.conf import settings

from agent_core.tools import ToolError
from travelagent.assistant.places import localize
from travelagent.catalog.sql.check import CheckedQuery, check
from travelagent.catalog.sql.errors import QueryRefused
from travelagent.catalog.sql.file import catalogue_file
from travelagent.catalog.sql.run import prepare


def the_file() -> Path:
    """Return the path of this installation's read-only catalogue."""
    return catalogue_file(Path(settings.DATA_DIR))


def checked(sql: str, locale: str) -> CheckedQuery:
    """Return the query, allowed and understood by SQLite.

    Raises ToolError with the code of QueryRefused, the name that was `refused` and what it may mean, `did_you_mean`.
    """
    try:
        query = check(sql)
        prepare(query, the_file())
    except QueryRefused as error:
        raise refusal(error, locale) from error
    return query


def refusal(error: QueryRefused, locale: str) -> ToolError:
    """Return the tool error for a refused query."""
    return ToolError(error.code, localize(error.text, locale), refused=error.name, did_you_mean=list(error.near))
