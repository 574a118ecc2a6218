"""What is to be seen in its weeks of the year: blossom and leaves, where a sight's note mentions them, and when a city
usually has them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any, Literal, NamedTuple, cast

from travelagent.catalog import source
from travelagent.catalog.files import DATA, csv_rows
from travelagent.catalog.values import Sight
from travelagent.plans.values import LocalizedText

Spectacle = Literal["autumn_leaves", "cherry_blossom"]

SPECTACLES: dict[Spectacle, LocalizedText] = {
    "autumn_leaves": LocalizedText("Autumn leaves", "红叶"),
    "cherry_blossom": LocalizedText("Cherry blossom", "樱花"),
}
_MENTIONS: dict[Spectacle, re.Pattern[str]] = {
    "autumn_leaves": re.compile(
        "红叶|枫叶|赏枫|秋叶(?!原)|彩林|秋色|金秋"
        "|\\b(?:(?:red|autumn|fall|golden|maple) leaves|foliage|(?:fall|autumn) colou?rs|autumn maples|maples)\\b",
        re.I,
    ),
    "cherry_blossom": re.compile("樱花|\\bcherry (?:blossoms?|trees)\\b", re.I),
}
_CLAUSE = re.compile("[，；。、]")
_MONTH = re.compile("(1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])(?:-(1[0-2]|[1-9]))?月")
_CHINESE = {**{zh: number for number, zh in enumerate("一二三四五六七八九十", 1)}, "十一": 11, "十二": 12}


class DayOfYear(NamedTuple):
    """A day of any year: `month` 1 to 12, `day` 1 to 31."""

    month: int
    day: int


class UsualDays(NamedTuple):
    """The first and the last day of the year between which a city is usually at its best.

    A year may be a week or two early or late.
    """

    first: DayOfYear
    last: DayOfYear

    def in_year(self, year: int) -> tuple[date, date]:
        """Return the first and the last day in that year."""
        return date(year, *self.first), date(year, *self.last)


def usual_days(city: str, spectacle: Spectacle) -> UsualDays | None:
    """Return when a city usually shows a spectacle; None where that is not known."""
    return _usual_days().get((city, spectacle))


def spectacles_of(city: str) -> dict[Spectacle, UsualDays]:
    """Return what a city is known to show, and when."""
    return {kind: days for kind in SPECTACLES if (days := usual_days(city, kind))}


def spectacles_as_json(spectacles: Mapping[Spectacle, UsualDays]) -> list[dict[str, Any]]:
    """Return spectacles as JSON values: `{"spectacle", "first": {"month", "day"}, "last"}`."""
    return [
        {"spectacle": kind, "first": days.first._asdict(), "last": days.last._asdict()}
        for kind, days in spectacles.items()
    ]


@cache
def _usual_days() -> Mapping[tuple[str, Spectacle], UsualDays]:
    return {
        (row["city"], cast("Spectacle", row["spectacle"])): UsualDays(_day(row["from"]), _day(row["until"]))
        for row in csv_rows(DATA / "curated/spectacles.csv")
    }


def _day(written: str) -> DayOfYear:
    """`03-26`."""
    month, day = written.split("-")
    return DayOfYear(int(month), int(day))


@dataclass(frozen=True, slots=True)
class Shown:
    """A sight whose notes mention a spectacle, and the months that they name for it."""

    sight: Sight
    months: frozenset[int]


def spectacle_at(city: str, spectacle: Spectacle, months: Sequence[int]) -> tuple[Shown, float] | None:
    """Return where a city shows a spectacle best in these months, and how well; None where no note mentions it."""
    shown = [(each, _shown_fit(each, months)) for each in _shown(spectacle) if each.sight.city == city]
    return max(shown, key=lambda each: (each[1], each[0].sight.id), default=None)


def _shown_fit(shown: Shown, months: Sequence[int]) -> float:
    grade = 0.5 + shown.sight.score / 20
    if not months or not shown.months:
        return 0.7 * grade
    return grade if shown.months & set(months) else 0.2 * grade


@cache
def _shown(spectacle: Spectacle) -> tuple[Shown, ...]:
    return tuple(_sights_showing(spectacle))


def _sights_showing(spectacle: Spectacle) -> Iterator[Shown]:
    pattern = _MENTIONS[spectacle]
    for sight in source.sights().values():
        if pattern.search(f"{sight.name_en} {sight.name_zh} {sight.note_en} {sight.note_zh}"):
            clauses = (clause for clause in _CLAUSE.split(sight.note_zh) if pattern.search(clause))
            yield Shown(sight, frozenset(month for clause in clauses for month in _months(clause)))


def _months(clause: str) -> Iterator[int]:
    """The months that a clause of a note names, each of a span."""
    named = [(_number(first), _number(last or first)) for first, last in _MONTH.findall(clause)]
    if len(named) == 2 and "至" in clause:
        named = [(named[0][0], named[1][1])]
    for first, last in named:
        yield from range(first, last + 1)


def _number(month: str) -> int:
    return _CHINESE.get(month) or int(month)
