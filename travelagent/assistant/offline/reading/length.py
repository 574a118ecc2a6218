"""How many days: a length said outright, the sum of stops with their own days, or a change of the one said before.

Ordinals (第三天, day 2), rates (每天, a day), ages and opening days are hidden first and say no length. A number of
nights is one day more; a range is its upper end; a total (一共, in all) goes before the parts.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from travelagent.assistant.offline.reading.lexicon import CITY, SIGHT, TAKEN, blank, compiled, corrects, pattern, table
from travelagent.assistant.questions.numerals import count

LONGEST: Final = 180
LONG_WEEKEND: Final = 3
"""A trip of more days is no weekend's."""
_WEEK: Final = re.compile(r"week")


@dataclass(frozen=True, slots=True)
class Length:
    """`days` said outright; `change` days more or fewer than before; `to` a bare number that becomes the length.

    `whole`: the length is said of the whole trip, not of what the message adds to it.
    `weekend`: the trip is a weekend's. `at_sight`: the one day that is said stands beside a sight.
    `stops`: the days of each stop, in order, where `days` is their sum.
    """

    days: int | None = None
    change: int = 0
    to: int | None = None
    whole: bool = False
    weekend: bool = False
    stops: tuple[int, ...] = ()
    at_sight: bool = False


@dataclass(frozen=True, slots=True)
class _Piece:
    days: int
    start: int
    end: int
    vague: bool
    beside: bool
    weekend: bool


def read_length(rest: str, cities: int = 1) -> tuple[Length, str]:
    """The length, and the text without it; `cities` is how many the message plans for, where each has so many days."""
    change, rest = _change(rest)
    for match in pattern("length", "no_length").finditer(rest):
        rest = blank(rest, *match.span())
    to = _first_count(pattern("length", "change", "to").search(rest))
    pieces = sorted(_pieces(rest, cities), key=lambda piece: piece.start)
    weekend = any(piece.weekend for piece in pieces)
    if cities < 2:
        rest, pieces = _corrected(rest, pieces)
        rest, pieces = _one_weekend(rest, pieces)
    if len(pieces) < 2 and all(piece.beside for piece in pieces):
        pieces = []
    days = _whole(pieces, rest) if pieces else None
    stops = _stops(pieces, rest)
    if days in stops and sum(stops) == 2 * days:  # the total stands beside a city as well
        stops = tuple(count for number, count in enumerate(stops) if number != stops.index(days))
    whole = bool(pieces) and pattern("length", "change", "whole").search(rest[: pieces[0].start][-16:]) is not None
    at_sight = days == 1 and pattern("length", "at_sight").search(rest) is not None
    for piece in pieces:
        rest = blank(rest, piece.start, piece.end)
    stops = stops if sum(stops) == days else ()
    return Length(days, change, to if days is None else None, whole, weekend, stops, at_sight), rest


def _corrected(rest: str, pieces: list[_Piece]) -> tuple[str, list[_Piece]]:
    """The lengths from the last one on that takes back those before it; the text without the others."""
    corrected = [n for n, piece in enumerate(pieces) if n and corrects(rest[: piece.start])]
    kept = pieces[corrected[-1] :] if corrected else pieces
    for piece in pieces:
        rest = rest if piece in kept else blank(rest, piece.start, piece.end)
    return rest, kept


def _one_weekend(rest: str, pieces: list[_Piece]) -> tuple[str, list[_Piece]]:
    """Of a weekend in one city the days or nights that are said beside it, else the weekend where it is named first;
    the text without its other names."""
    others = [piece for piece in pieces if not piece.weekend]
    kept = [*others, *[piece for piece in pieces if piece.weekend][: 0 if others else 1]]
    for piece in pieces:
        rest = rest if piece in kept else blank(rest, piece.start, piece.end)
    return rest, kept


def _change(rest: str) -> tuple[int, str]:
    for name, sign in (("more", 1), ("less", -1), ("day", -1)):
        match = pattern("length", "change", name).search(rest)
        if match:
            groups = [value for key, value in match.groupdict().items() if value and key.startswith("n")]
            units = [value for key, value in match.groupdict().items() if value and key.startswith("unit")]
            number = 1 if not groups or groups[0] in ("a", "an") else count(groups[0]) or 1
            days = number * 7 if units and _WEEK.search(units[0]) else number
            return sign * days, blank(rest, *match.span())
    return 0, rest


def _first_count(match: re.Match[str] | None) -> int | None:
    if match is None:
        return None
    return next((count(value) for value in match.groupdict().values() if value), None)


@cache
def _rules() -> tuple[tuple[re.Pattern[str], dict[str, Any]], ...]:
    return tuple((compiled([row["say"]]), row) for row in table("length")["rule"])


def _pieces(rest: str, cities: int) -> Iterator[_Piece]:
    """Every length said, each span read by the first rule that fits."""
    for regex, row in _rules():
        for match in regex.finditer(rest):
            if TAKEN in match[0]:
                continue
            number = match.groupdict().get("n")
            days = row.get("fixed", 0) or (count(number or "") or 0) * row["days"] + row.get("plus", 0)
            if 0 < days <= LONGEST:
                rest = blank(rest, *match.span())
                days *= max(1, cities) if "each" in row else 1
                beside = "beside" in row
                yield _Piece(
                    days,
                    *match.span("n" if beside else 0),
                    vague="vague" in row,
                    beside=beside,
                    weekend="weekend" in row,
                )


def _whole(pieces: list[_Piece], rest: str) -> int:
    """The whole trip's days: a stated total, one that is the others' sum or of which a stop takes a part, the sum over
    the stops, else the first length; a weekend yields."""
    pieces = [piece for piece in pieces if not piece.vague] or pieces
    for piece in pieces:
        before = pattern("length", "total").search(rest[max(0, piece.start - 12) : piece.start])
        if len(pieces) > 1 and (before or pattern("length", "total_after").search(rest[piece.end : piece.end + 20])):
            return piece.days
    if pattern("length", "rest").search(rest):
        return max(piece.days for piece in pieces)
    if len(pieces) > 2:
        for number, piece in enumerate(pieces):
            if 2 * piece.days == sum(other.days for other in pieces) and not _at_stop(pieces, number, rest):
                return piece.days
    stops = _stops(pieces, rest)
    return sum(stops) if len(stops) == len(pieces) else pieces[0].days


def _stops(pieces: list[_Piece], rest: str) -> tuple[int, ...]:
    """The days of each of several stops, in order; empty where there is one at most."""
    stops = tuple(piece.days for number, piece in enumerate(pieces) if _at_stop(pieces, number, rest))
    return stops if len(stops) > 1 else ()


def _at_stop(pieces: list[_Piece], number: int, rest: str) -> bool:
    """Whether a city stands between this length and its neighbours: it is that city's own."""
    start = pieces[number - 1].end if number else 0
    end = pieces[number + 1].start if number + 1 < len(pieces) else len(rest)
    between = rest[start : pieces[number].start] + rest[pieces[number].end : end]
    return CITY in between or (len(pieces) > 2 and SIGHT in between)
