"""The airports that a sentence names, each for the city that it serves; only names that mean no other place."""

import re
from dataclasses import dataclass
from functools import cache

from travelagent.catalog.files import DATA, csv_rows
from travelagent.catalog.text import fold


@dataclass(frozen=True, slots=True)
class Airport:
    """Where an airport stands in a text, and the id of its city."""

    start: int
    end: int
    city: str


def find_airports(folded: str) -> tuple[Airport, ...]:
    """Return the airports named in a folded text, in order."""
    names = _cities()
    return tuple(Airport(*match.span(), names[match["name"]]) for match in _named().finditer(folded))


@cache
def _cities() -> dict[str, str]:
    rows = csv_rows(DATA / "curated/airports.csv")
    return {fold(name): row["city"] for row in rows for name in row["names"].split("|")}


@cache
def _named() -> re.Pattern[str]:
    names = "|".join(map(re.escape, sorted(_cities(), key=len, reverse=True)))
    return re.compile(rf"(?<![a-z])(?P<name>{names})(?:(?: international)? airport|(?:国际)?机场)?(?![a-z])")
