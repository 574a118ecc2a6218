"""When: the first and last day, the month and the season that a message says.

Dates are the next ones from today on. A part of a month (mid-March, 六月初) says the month; a festival its next
first day; a month that is asked for (几月去好), a weekday of opening hours and a season inside a name say nothing.
What is read is blanked out, so that its numbers are no lengths and no counts.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from typing import Any, Final

from travelagent.assistant.lexer.festivals import festivals, next_festival
from travelagent.assistant.offline.reading.calendar import (
    LONGEST,
    When,
    dates_said,
    next_day,
    numbered,
    on_day,
    spelt,
)
from travelagent.assistant.offline.reading.dates_meant import with_free_day, without_corrected
from travelagent.assistant.offline.reading.lexicon import blank, compiled, pattern, table
from travelagent.assistant.offline.values import MonthPart, Season
from travelagent.assistant.questions.numerals import count

# Words that say a last day behind a first one, and a first day without.
_GOING: Final = re.compile(r"leav|depart|fly|takes? off|走")
_KEEPS_LENGTH: Final = re.compile(r"(周末|weekend)$")


@cache
def _after_last_day() -> re.Pattern[str]:
    """What stands behind a last day."""
    return compiled([spelt(rule) for rule in table("dates")["last"]["after"]])


def read_dates(rest: str, today: date, cities: Sequence[str] = ()) -> tuple[When, str]:
    """When, and the text without what said so; of the cities that are named the festivals are known by less."""
    part = _month_part(rest)
    festival, rest = _festival(rest, today, cities)
    shift, rest = _shift(rest)
    opening = pattern("dates", "opening", "rules").search(rest) is not None
    when = When(shift=shift)
    dates = without_corrected(list(dates_said(rest, today, opening)), rest)
    for found, start, said, end in with_free_day(dates, rest):
        begun = when.start or festival.start
        ends = _says_last_day(rest, (start, said, end), begun=begun is not None)
        if ends and found.start and found.days is None:
            when = _ended(when if when.start else replace(when, start=festival.start), found)
        else:
            when = _joined(when, found, today)
        weekend = _KEEPS_LENGTH.search(rest[start:end])
        rest = blank(rest, start, end - len(weekend[1]) if weekend else end)
    if when.start is None and festival.start:
        when = replace(when, start=festival.start, month=festival.month)
    if when.start is None and when.end is None and when.month is None:
        when = replace(when, end=festival.end)
    return _with_season(replace(when, part=part if when.month and not when.start else None), rest)


def _says_last_day(rest: str, span: tuple[int, int, int], *, begun: bool) -> bool:
    """Whether what stands beside a date makes it the last day; `span` is where its words begin, where the date itself
    does, and where it ends. Of a word of going, that takes a first day before it or a ride that is the one home."""
    start, said, end = span
    before = rest[max(0, start - 40) : said]
    last = pattern("dates", "last", "before").search(before[-(said - start + 30) :])
    last = last or pattern("dates", "last", "before").search(before[: len(before) - (said - start)])
    last = last or _after_last_day().search(rest[end : end + 16])
    if last is None:
        return False
    return begun or _GOING.search(last[0]) is None or pattern("dates", "last", "ride_home").search(before) is not None


def _month_part(rest: str) -> MonthPart | None:
    """The part of a month that is said, the first where several are."""
    parts: tuple[MonthPart, ...] = ("beginning", "middle", "end")
    found = {part: match.start() for part in parts if (match := _part_of_month(part).search(rest))}
    return min(found, key=lambda part: found[part], default=None)


@cache
def _part_of_month(part: MonthPart) -> re.Pattern[str]:
    return compiled([spelt(rule) for rule in table("dates")["month_part"][part]])


def _shift(rest: str) -> tuple[int, str]:
    """How many days later or earlier the trip shall begin, and the text without that."""
    for name, sign in (("later", 1), ("earlier", -1)):
        match = pattern("dates", "shift", name).search(rest)
        if match:
            said = {key[0]: value for key, value in match.groupdict().items() if value}
            number = 1 if said.get("n", "a") in ("a", "an") else count(said["n"]) or 1
            return sign * number * (7 if said["u"][0] in "w周星礼" else 1), blank(rest, *match.span())
    return 0, rest


def _ended(when: When, last: When) -> When:
    """With a last day and the length that both days make; a day without a month is the next one after the first."""
    end = last.start
    assert end is not None
    if when.start is None:
        return replace(when, end=end, by_week=last.by_week)
    if last.month is None:
        end = numbered(end.day, when.start)
    elif last.by_week:
        end += timedelta(days=-((end - when.start).days // 7) * 7)
    elif end < when.start:
        end = next_day(end.month, end.day, when.start) or end
    days = (end - when.start).days + 1
    return replace(when, end=end, days=days) if 1 < days <= LONGEST else when


def _joined(said: When, found: When, today: date) -> When:
    """What was said first stands; later finds fill what is open. A full date takes the month's place, but of weekdays
    in a month that was said only the first one and the length count."""
    said = replace(said, impossible=said.impossible or found.impossible)
    if said.start is None and found.start is not None:
        if said.month and found.by_week:
            return replace(said, days=said.days or found.days, weekday=found.start.weekday())
        end, days = (said.end, None) if found.end is None else (found.end, found.days)
        if said.end and found.end is None and found.start < said.end:
            days = (said.end - found.start).days + 1
        return replace(found, season=said.season, end=end, days=days, shift=said.shift, impossible=said.impossible)
    if said.month is None and found.month is not None and found.start is None:
        return in_month(said, found.month, today) if said.start else replace(said, month=found.month)
    return said


def in_month(when: When, month: int, today: date) -> When:
    """Days that were said by their numbers alone, moved to the month that was said with them."""
    assert when.start is not None
    start = next_day(month, when.start.day, today)
    if start is None:
        return when
    end = start + (when.end - when.start) if when.end else None
    return replace(when, start=start, end=end, month=month)


def _festival(rest: str, today: date, cities: Sequence[str]) -> tuple[When, str]:
    """The first festival named, unless it is an attribute of something else; before it, the day before is the last."""
    first: tuple[int, When] | None = None
    blanked = rest
    for festival in (*_festivals(), *_local_festivals(tuple(cities))):
        for match in festival[0].finditer(blanked):
            day = next_festival(festival[1], today)
            blanked = blank(blanked, match.start(), match.end())
            attribute = pattern("dates", "attribute").search(rest[match.end() :])
            if day and not attribute and (first is None or match.start() < first[0]):
                before = _is_before(rest, *match.span())
                first = match.start(), When(end=day - timedelta(days=1)) if before else on_day(day)
    return (first[1] if first else When()), blanked


def _is_before(rest: str, start: int, end: int) -> bool:
    """Whether the trip is to be before the day that these words name."""
    behind = pattern("dates", "before", "behind").search(rest[end : end + 8])
    return bool(behind or pattern("dates", "before", "ahead").search(rest[:start]))


@cache
def _festivals() -> tuple[tuple[re.Pattern[str], Mapping[str, Any]], ...]:
    return tuple((compiled(row["say"]), row) for row in festivals())


@cache
def _local_festivals(cities: tuple[str, ...]) -> tuple[tuple[re.Pattern[str], Mapping[str, Any]], ...]:
    """The festivals of these cities, by what they are called there."""
    return tuple((compiled(row["there"]), row) for row in festivals() if row.get("city") in cities)


def festival_named(rest: str, today: date, cities: Sequence[str]) -> date | None:
    """The next first day of the festival that a text names; None where it names none whose dates are known."""
    rows = (*_festivals(), *_local_festivals(tuple(cities)))
    named = next((row for regex, row in rows if regex.search(rest)), None)
    return next_festival(named, today) if named else None


def _with_season(when: When, rest: str) -> tuple[When, str]:
    seasons: set[Season] = set()
    names: tuple[Season, ...] = ("spring", "summer", "autumn", "winter")
    asked = pattern("dates", "season_is_asked", "rules").search(rest) is not None
    for season in names:
        for match in pattern("dates", "seasons", season).finditer(rest):
            seasons.add(season)
            rest = blank(rest, match.start(), match.end())
    if len(seasons) == 1 and not asked:
        when = replace(when, season=seasons.pop())
    return when, rest
