"""Which tags of OpenStreetMap make a sight, a place to eat, a lodging or a service; the table is `kinds.csv`.

Rows are tried in order, the first that fits counts. `score` is that of a place of the kind with no more than a name;
`noted` rows need a sign that others know the place as well (`is_noted`).
"""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias, cast, get_args

from travelagent.catalog.values import CATEGORIES, TAGS, Category, Tag
from travelagent.catalog.venues import VENUE_KINDS, VenueKind

Tags: TypeAlias = Mapping[str, str]
Use = Literal["sight", "food", "lodging", "service"]
USES: tuple[Use, ...] = get_args(Use)

BEST, LEAST = 9, 1
"""Scores of what nobody here has looked at stay below the catalogue's 10."""
LANGUAGES_A_POINT = 10
MOST_BY_LANGUAGES = 2.0
BY_HERITAGE_GRADE = {"1": 3.0, "2": 1.5}
"""Points by `heritage=*`: 1 is the World Heritage list, 2 a country's; any other grade gives `OTHER_HERITAGE`."""
OTHER_HERITAGE = 1.0

GONE = ("disused", "abandoned", "demolished", "razed", "ruined", "proposed", "construction", "removed")
"""Keys that say, as `disused=yes`, that there is nothing to visit any more, or not yet."""
CLOSED_TO_PUBLIC = frozenset({"private", "no"})
MINOR_MEMORIALS = frozenset({"plaque", "stolperstein", "bench", "grave", "ghost_bike"})
NO = frozenset({"", "no"})


@dataclass(frozen=True, slots=True)
class SightKind:
    """What a sight of a kind usually is: its category and tags, minutes of a visit, score and opening hours."""

    category: Category
    tags: tuple[Tag, ...]
    minutes: int
    score: int
    hours: str
    noted: bool


@dataclass(frozen=True, slots=True)
class _Row:
    use: Use
    key: str
    value: str
    when: tuple[str, str] | None
    kind: SightKind | VenueKind

    def fits(self, tags: Tags) -> bool:
        if tags.get(self.key) != self.value:
            return False
        return self.when is None or self.when[1] in tags.get(self.when[0], "").split(";")


def sight_kind(tags: Tags) -> SightKind | None:
    """Return the kind of sight of these tags.

    None where it is none, is closed to the public, gone, or known to nobody.
    """
    row = next((row for row in _rows("sight") if row.fits(tags)), None)
    if row is None or is_gone(tags) or tags.get("memorial") in MINOR_MEMORIALS:
        return None
    kind = cast(SightKind, row.kind)
    return kind if is_noted(tags) or not kind.noted else None


def venue_kind(tags: Tags) -> VenueKind | None:
    """Return the kind of venue of these tags; None where it is none, is closed to the public or gone."""
    rows = (row for use in USES if use != "sight" for row in _rows(use))
    row = next((row for row in rows if row.fits(tags)), None)
    return None if row is None or is_gone(tags) else cast(VenueKind, row.kind)


def selectors(use: Use) -> dict[str, tuple[str, ...]]:
    """Return the values by key that a query has to ask for to get every element of this use.

    For Overpass `nwr["amenity"~"^(restaurant|cafe)$"]`.
    """
    found: dict[str, list[str]] = {}
    for row in _rows(use):
        values = found.setdefault(row.key, [])
        if row.value not in values:
            values.append(row.value)
    return {key: tuple(values) for key, values in found.items()}


def needs_note(key: str, value: str) -> bool:
    """Return whether sights of this key and value count only with `wikidata`, `wikipedia` or `heritage`, so that a
    query may leave the others out.
    """
    rows = [row for row in _rows("sight") if (row.key, row.value) == (key, value)]
    return bool(rows) and all(cast(SightKind, row.kind).noted for row in rows)


def is_noted(tags: Tags) -> bool:
    """Return whether others know the place: an entry of Wikidata or Wikipedia, or a heritage list."""
    return bool(tags.get("wikidata") or tags.get("wikipedia")) or tags.get("heritage", "") not in NO


def is_gone(tags: Tags) -> bool:
    """Return whether there is nothing open to the public: disused, planned, private."""
    if any(tags.get(key, "") not in NO for key in GONE):
        return True
    return tags.get("access", "") in CLOSED_TO_PUBLIC or tags.get("opening_hours", "") in {"off", "closed"}


def score_of(tags: Tags, kind: SightKind) -> int:
    """Return how much a place is worth a visit, 1 to 9: its kind, and how widely it is known."""
    languages = sum(key.startswith("name:") for key in tags)
    points = float(kind.score + bool(tags.get("wikidata")) + bool(tags.get("wikipedia")))
    points += min(languages / LANGUAGES_A_POINT, MOST_BY_LANGUAGES)
    if (grade := tags.get("heritage", "")) not in NO:
        points += BY_HERITAGE_GRADE.get(grade, OTHER_HERITAGE)
    points += tags.get("tourism") == "attraction"
    return max(LEAST, min(BEST, round(points)))


@cache
def _rows(use: Use) -> tuple[_Row, ...]:
    with (Path(__file__).parent / "kinds.csv").open(encoding="utf-8", newline="") as file:
        return tuple(_row(row) for row in csv.DictReader(file, strict=True) if row["use"] == use)


def _row(row: dict[str, str]) -> _Row:
    key, _, value = row["when"].partition("=")
    when = (key, value) if key else None
    category = row["category"]
    if row["use"] != "sight":
        if category not in VENUE_KINDS:
            raise ValueError(f"kinds.csv: unknown venue {category}")
        return _Row(cast(Use, row["use"]), row["key"], row["value"], when, category)
    tags = tuple(row["tags"].split("|"))
    if category not in CATEGORIES or not set(tags) <= set(TAGS):
        raise ValueError(f"kinds.csv: unknown category or tags in {row}")
    kind = SightKind(
        category=category,
        tags=cast(tuple[Tag, ...], tags),
        minutes=int(row["minutes"]),
        score=int(row["score"]),
        hours=row["hours"],
        noted=row["noted"] == "noted",
    )
    return _Row("sight", row["key"], row["value"], when, kind)
