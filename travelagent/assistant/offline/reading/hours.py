"""The hours that a message wishes for days of the plan at hand: a later start, an earlier end, an hour for either, a
half of a day or all of it free. Those of the journey there and back are read by journey.py.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from travelagent.assistant.offline.reading.journey import Hour, Span, in_second_half, read_hours, read_ranges
from travelagent.assistant.offline.reading.lexicon import SIGHT, blank, compiled, pattern, table
from travelagent.assistant.questions.numerals import count
from travelagent.plans.values import Rest

MIDDAY: Final = 13 * 60 + 30
"""When a free afternoon begins: after lunch."""
NIGHTFALL: Final = 18 * 60
"""When a free evening begins."""
AFTER_REST: Final = 12 * 60
"""When a day begins whose morning is free: with lunch."""
LONGEST_REST: Final = 300
"""No rest amid the day is longer, in minutes."""
LATER: Final = 90
SOONER: Final = 120
"""So many minutes later a day begins, and sooner it ends, where no hour is said."""
# So many characters part an hour from its word at most.
_BESIDE: Final = 24
_NOON: Final = 12
_WORD: Final = re.compile(r"[^\W_]")


@dataclass(frozen=True, slots=True)
class Hours:
    """`start` and `end` in minutes since midnight; `begins_by` and `ends_by`, minutes by which the day is to begin or
    end later (negative: sooner) than it does; `off`: nothing is to be planned; `rest`: hours amid the day
    at the hotel, `restless`: no longer any."""

    start: int | None = None
    end: int | None = None
    begins_by: int = 0
    ends_by: int = 0
    off: bool = False
    rest: Rest | None = None
    restless: bool = False


def read_day_hours(masked: str) -> Hours:
    """What a marked message wishes of the hours of days."""
    masked = pattern("hours", "of_a_place").sub("", masked)

    def said(*cue: str) -> bool:
        return pattern("hours", *cue).search(masked) is not None

    rest, restless = None, said("no_nap")
    if not restless and (said("nap") or said("amid")):
        rest, masked = _rest(masked)
    masked = pattern("hours", "amid").sub("", masked)
    start = AFTER_REST if said("free", "morning") else _beside("begins", masked)
    end = MIDDAY if said("free", "afternoon") else NIGHTFALL if said("free", "evening") else _beside("ends", masked)
    if start is None and end is None:
        start, end = _of_whole_days(masked)
    return Hours(
        start,
        end,
        begins_by=0 if start is not None else LATER * (said("later") - said("earlier")),
        ends_by=0 if end is not None else SOONER * (said("longer") - said("sooner")),
        off=said("free", "day"),
        rest=rest,
        restless=restless,
    )


def without_free_day(masked: str) -> str:
    """A marked message without the words that leave a day of the plan free: "one day to do nothing" is no length."""
    for match in pattern("hours", "free", "day").finditer(masked):
        masked = blank(masked, *match.span())
    return masked


def _rest(masked: str) -> tuple[Rest, str]:
    """The rest that a message wishes, from the first to the last hour that it says or for so long, and the message
    without its hours."""
    if span := next(read_ranges(masked), None):
        first, last = span
        kept = masked[: first.span[0]] + masked[last.span[1] :]
        return Rest(first.minutes, min(last.minutes - first.minutes, LONGEST_REST)), kept
    if bare := pattern("hours", "rest_range").search(masked):
        begins, ends = (int(bare[name]) % 12 + 12 for name in ("first", "last"))
        if begins < ends:
            return Rest(begins * 60, (ends - begins) * 60), masked[: bare.start()] + masked[bare.end() :]
    length = pattern("hours", "rest_length").search(masked)
    minutes = (count(length["n"] or length["en"]) or 1) * 60 if length else Rest().minutes
    return Rest(minutes=min(minutes, LONGEST_REST)), masked


def _of_whole_days(masked: str) -> tuple[int | None, int | None]:
    """The first and the last hour of a range that a clause says of the day as a whole."""
    for clause in pattern("journey", "clause").split(masked):
        for first, last in read_ranges(clause):
            beside = clause[: first.span[0]] + clause[last.span[1] :]
            if SIGHT not in beside and _WORD.search(pattern("hours", "of_the_day").sub("", beside)) is None:
                return first.minutes, last.minutes
    return None, None


def _beside(cue: str, masked: str) -> int | None:
    """The hour nearest to a word of beginning, or of ending."""
    marks = [match.span() for match in pattern("hours", cue).finditer(masked)]
    hours = [
        (max(mark[0] - end, start - mark[1]), minutes)
        for minutes, (start, end) in (*_hours_of(cue, masked), *_bare_hours(masked, cue))
        for mark in marks
    ]
    distance, minutes = min(hours, default=(_BESIDE + 1, 0))
    return minutes if distance <= _BESIDE else None


def _hours_of(cue: str, masked: str) -> Iterator[Hour]:
    """The hours that are said; one of ending that says no half of the day is in its second one: 七点睡觉."""
    for hour in read_hours(masked):
        yield in_second_half(hour, masked) if cue == "ends" else hour


def _bare_hours(masked: str, cue: str) -> Iterator[tuple[int, Span]]:
    """The English hours that are said without their half of the day: a day begins in the first one and ends in the
    second one."""
    for match in _bare().finditer(masked):
        hour = count(match["h"]) or 0
        if 1 <= hour <= _NOON:
            yield (hour % _NOON + (_NOON if cue == "ends" or hour == _NOON else 0)) * 60, match.span()


@cache
def _bare() -> re.Pattern[str]:
    return compiled([table("hours")["bare"]])
