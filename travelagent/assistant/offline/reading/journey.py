"""The journey there and back: by which way one travels, when one arrives, when one has to leave.

Read clause by clause with the rules of journey.toml. An hour belongs to the nearest word of arriving, of leaving or of
setting out from home in its clause; one of arriving at a sight is none of the journey. A part of the day alone
(周五晚上到, "leaving Sunday afternoon") is taken at its usual hour.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple, get_args

from travelagent.assistant.offline.reading.lexicon import CITY, SIGHT, compiled, pattern, table
from travelagent.assistant.offline.values import Journey
from travelagent.assistant.questions.numerals import count
from travelagent.plans.values import Way

_WAYS: Final[tuple[Way, ...]] = get_args(Way)
_AFTERNOON: Final = ("下午", "傍晚", "晚上", "晚", "夜里", "半夜")
_NOON, _MIDNIGHT = 12 * 60, 24 * 60
# An hour without its half of the day: up to this one nobody means the night.
_SMALL_HOURS: Final = 6
# A part of the day without an hour stands so near to its word of coming or going.
_BESIDE: Final = 20

# The earliest hour of a morning at which one sets out, arrives or leaves.
_FIRST_HOUR: Final = {"out": 5, "arrives": 7, "leaves": 9}
_HALF_SAID: Final = re.compile(r"早|上午|凌晨|清晨|[ap]\.?m|noon|midnight")

Span = tuple[int, int]


class Hour(NamedTuple):
    """Minutes since midnight, and where in the text they are said."""

    minutes: int
    span: Span


def read_journey(masked: str) -> Journey:
    """What a marked message says of the journey."""
    found, late, at_sight = Journey(), False, False
    for clause in _clauses(pattern("money", "fares_left_out", "rules").sub(" ", masked)):
        at_sight = _is_at_sight(clause, named_before=at_sight)
        found = _with_clause(found, clause, late=late, at_sight=at_sight)
        late = _tells_late_ride(clause)
    return replace(found, train=fast_train(masked)) if "train" in (found.way, found.way_back) else found


def without_arrival_at_sight(journey: Journey, masked: str) -> Journey:
    """The journey without an arrival that the message, its sights marked, tells of one of those."""
    if journey.lands or journey.lands_at or read_journey(masked).arrives is not None:
        return journey
    return replace(journey, arrives=None)


def _is_at_sight(clause: str, *, named_before: bool) -> bool:
    """Whether who arrives by a clause arrives at a sight: one that it names, or that the clause before it does."""
    if CITY in clause or pattern("journey", "in_town").search(clause):
        return False
    return SIGHT in clause or named_before


def fast_train(text: str) -> str | None:
    """What a text calls a fast train; None where it names none."""
    named = pattern("journey", "fast_train").search(text)
    return named[0] if named else None


def _tells_late_ride(clause: str) -> bool:
    """Whether a clause says of a ride that it is in the second half of the day, but no hour of it."""
    late = any(at >= _NOON and rule.search(clause) for rule, at in _parts())
    return late and next(read_hours(clause), None) is None and _said_of_ride(clause)


def _said_of_ride(clause: str) -> bool:
    return pattern("journey", "cue", "ride").search(clause) is not None


def _in_the_evening(hour: Hour, clause: str) -> Hour:
    """An hour whose clause says no half of the day, in the second one."""
    return hour if any(rule.search(clause) for rule, _ in _parts()) else in_second_half(hour, clause)


def in_second_half(hour: Hour, text: str) -> Hour:
    """An hour of a text that says no half of the day itself, in the second one."""
    said = _HALF_SAID.search(text[slice(*hour.span)])
    return hour if said or hour.minutes >= _NOON else Hour(hour.minutes + _NOON, hour.span)


def of_days(masked: str) -> str:
    """The clauses of a marked message that are about the hours of days, not of a ride: earlier or later ones, those of
    every day, or of the place to come back to in the evening."""
    return ", ".join(clause for clause in _clauses(masked) if pattern("journey", "cue", "daily").search(clause))


def _clauses(masked: str) -> Iterator[str]:
    start = 0
    breaks = [match.span() for match in pattern("journey", "clause").finditer(masked)]
    for end, following in [*breaks, (len(masked), len(masked))]:
        yield masked[start:end].strip()
        start = following


def joined_journey(held: Journey, new: Journey, *, planned: bool, one_day: bool) -> Journey:
    """What holds after a message. A ride of which only the hour is said is the one home once a plan stands and, of a
    trip of one day, in its second half."""
    way, back, leaves = new.way, new.way_back, new.leaves
    if leaves is None and new.ride is not None and (planned or (one_day and new.ride >= _NOON)):
        way, back, leaves = None, back or way, new.ride
    return Journey(
        way=way or held.way,
        way_back=back or held.way_back,
        arrives=held.arrives if new.arrives is None else new.arrives,
        lands=held.lands if new.arrives is None else new.lands,
        lands_at=held.lands_at if new.arrives is None else new.lands_at,
        train=new.train if "train" in (new.way, new.way_back) else held.train,
        leaves=held.leaves if leaves is None else leaves,
        sets_out=held.sets_out if new.sets_out is None else new.sets_out,
    )


def _with_clause(found: Journey, clause: str, *, late: bool, at_sight: bool) -> Journey:
    """With what one clause says; `late` where the one before it tells of a ride in the second half of the day,
    `at_sight` where one arrives at a sight by it."""
    there, back = _ways(clause)
    found = replace(found, way=found.way or there, way_back=back or found.way_back)
    if pattern("journey", "cue", "daily").search(clause):
        return found
    hour = next(iter(read_hours(clause)), None)
    hour = _in_the_evening(hour, clause) if hour and late else hour
    cue = _cue(clause, hour.span if hour else None)
    if hour is None and cue is not None:
        part = _part_of_day(clause, cue)
        hour = _bare_hour(clause, cue, part) or part
    if hour is None:
        return found
    if cue == "out":
        return replace(found, sets_out=hour.minutes)
    if cue is None:
        return replace(found, ride=hour.minutes) if _said_of_ride(clause) else found
    if cue == "leaves":
        return replace(found, leaves=hour.minutes)
    if at_sight:
        return found
    lands = pattern("journey", "cue", "lands").search(clause) is not None
    return replace(found, arrives=hour.minutes, lands=lands)


def _ways(clause: str) -> tuple[Way | None, Way | None]:
    """The ways there and back that are wanted; the train there where nothing but flying is refused."""
    if pattern("journey", "asked").search(clause):
        return None, None
    refused: list[Way] = []
    wanted: list[tuple[int, Way]] = []
    for way in _WAYS:
        for match in pattern("journey", "way", way).finditer(clause):
            if pattern("journey", "refused", "before").search(clause[: match.start()]):
                refused.append(way)
            else:
                wanted.append((match.start(), way))
    if not wanted:
        return ("train" if "flight" in refused else None), None
    there: Way | None = None
    back: Way | None = None
    wanted.sort()
    several = len({way for _, way in wanted}) > 1
    for (start, way), (end, _) in pairwise([*wanted, (len(clause), wanted[-1][1])]):
        homeward = _homeward(clause[start:end] if several else clause)
        there, back = (there, way) if homeward else (there or way, back)
    return there, back


def _cue(clause: str, hour: Span | None) -> str | None:
    """Whether the clause, or the hour in it, is of arriving, of leaving, or of setting out from home."""
    marks = [
        (_distance(match.span(), hour), rank, name)
        for rank, name in enumerate(("out", "arrives", "leaves"))
        for match in pattern("journey", "cue", name).finditer(clause)
    ]
    return "leaves" if _homeward(clause) else min(marks)[2] if marks else None


def _homeward(clause: str) -> bool:
    """Whether it is about the way home: 高铁回成都, "our train leaves", "the flight home"."""
    return pattern("journey", "homeward").search(clause) is not None


def _distance(span: Span, hour: Span | None) -> int:
    return 0 if hour is None else max(span[0] - hour[1], hour[0] - span[1], 0)


def hours_said(clause: str) -> list[int]:
    """The hours of the day that a marked clause says, in minutes since midnight; 一点 by itself is "a little"."""
    said = [hour.minutes for hour in read_hours(clause) if clause[slice(*hour.span)] != "一点"]
    bare = _bare_hour(clause, "arrives", next((Hour(at, (0, 0)) for rule, at in _parts() if rule.search(clause)), None))
    return said or ([bare.minutes] if bare else [])


def read_hours(clause: str) -> Iterator[Hour]:
    """The hours of the day that a text says; the last one of a range is behind its first one: 下午五点到六点."""
    before: Hour | None = None
    for hour in sorted(_hours_of_the_clock(clause), key=lambda hour: (hour.span[0], -hour.span[1])):
        if before and hour.span[0] < before.span[1]:
            continue
        later = hour.minutes + _NOON
        if before and _joins(clause, before, hour) and hour.minutes <= before.minutes < later <= _MIDNIGHT:
            hour = Hour(later, hour.span)
        before = hour
        yield hour


def read_ranges(clause: str) -> Iterator[tuple[Hour, Hour]]:
    """The ranges of hours that a text says, each with its first and its last hour."""
    for first, last in pairwise(read_hours(clause)):
        if _joins(clause, first, last) and first.minutes < last.minutes:
            yield first, last


def _joins(clause: str, first: Hour, last: Hour) -> bool:
    """Whether what stands between two hours makes a range of them."""
    return pattern("journey", "to").fullmatch(clause[first.span[1] : last.span[0]]) is not None


def _hours_of_the_clock(clause: str) -> Iterator[Hour]:
    """Each hour with the half of the day that it says itself or, the first one of an English range, its last one."""
    for match in _clock("begun").finditer(clause):
        last = _half(int(match["h2"]), int(match["m2"] or 0), match["p2"])
        first = _half(int(match["h"]), int(match["m"] or 0), match["p2"])
        if first is not None and last is not None:
            yield Hour(first if first < last else first % _NOON, match.span())
    for match in _clock("zh").finditer(clause):
        hours = count(match["h"]) or 0
        minutes = 30 if match["half"] else int(match["m"] or match["m2"] or 0)
        if (found := _minutes(hours, minutes, match["p"] or "")) is not None:
            yield Hour(found, match.span())
    for match in _clock("en").finditer(clause):
        if (found := _english(match)) is not None:
            yield Hour(found, match.span())


@cache
def _clock(kind: str) -> re.Pattern[str]:
    return compiled([table("journey")["clock"][kind]])


def _minutes(hours: int, minutes: int, part: str) -> int | None:
    """Minutes since midnight of a Chinese hour with its part of the day, if any."""
    if hours > 24 or minutes > 59:
        return None
    if part in _AFTERNOON:
        hours += 12 if hours <= 12 else 0
    elif part == "中午" or (not part and 0 < hours < _SMALL_HOURS and not minutes):
        hours += 12 if hours < _SMALL_HOURS else 0
    return min(hours * 60 + minutes, _MIDNIGHT)


def _english(match: re.Match[str]) -> int | None:
    if match["word"]:
        return _MIDNIGHT if match["word"] == "midnight" else _NOON
    if match["h24"]:
        return int(match["h24"]) * 60 + int(match["m24"])
    return _half(int(match["h"]), int(match["m"] or 0), match["p"])


def _half(hours: int, minutes: int, part: str) -> int | None:
    """Minutes since midnight of an English hour with its am or pm."""
    if not 1 <= hours <= 12:
        return None
    return (hours % 12 + (12 if part.startswith("p") else 0)) * 60 + minutes


def _part_of_day(clause: str, cue: str) -> Hour | None:
    """The hour of the part of the day beside the word of coming or going."""
    marks = [match.span() for match in pattern("journey", "cue", cue).finditer(clause)]
    for rule, at in _parts():
        for match in rule.finditer(clause):
            if any(_distance(mark, match.span()) <= _BESIDE for mark in marks):
                return Hour(at, match.span())
    return None


def _bare_hour(clause: str, cue: str, part: Hour | None) -> Hour | None:
    """An English hour without its half of the day: that of the part of the day said with it, else the usual one for
    such a ride."""
    match = _clock("bare").search(clause)
    if match is None or not 1 <= int(match["h"]) <= 12:
        return None
    hour = int(match["h"]) % 12
    late = part.minutes >= _NOON if part else hour < _FIRST_HOUR[cue]
    return Hour((hour + 12 * late) * 60, match.span())


@cache
def _parts() -> Sequence[tuple[re.Pattern[str], int]]:
    rows = table("journey")["part"]
    return tuple((compiled(row["say"]), int(row["at"][:2]) * 60 + int(row["at"][3:])) for row in rows)
