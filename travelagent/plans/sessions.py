"""The hours at which a show, a boat or a timed entry begins: a visit begins at one of them and at no other time."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Self

WEEKDAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
EVERY_DAY = frozenset(range(7))
_DAY = f"(?:{'|'.join(WEEKDAYS)})"
_DAYS = f"{_DAY}(?:-{_DAY})?"
_WRITTEN = re.compile(rf"(?:({_DAYS}(?:,{_DAYS})*) )?([01]\d|2[0-3]):([0-5]\d)")


@dataclass(frozen=True, slots=True)
class Session:
    """One begin: the minute of the day and the weekdays on which it is, Monday 0.

    In which season it is, the opening hours of the sight say.
    """

    start: int
    weekdays: frozenset[int] = EVERY_DAY

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a session as it is written in the data: `19:30`, `Fr,Sa 19:30`, `Tu-Su 20:00`. Raises ValueError."""
        if (written := _WRITTEN.fullmatch(text)) is None:
            raise ValueError(f"unknown session {text!r}: neither a time nor weekdays and a time")
        days = written[1].split(",") if written[1] else []
        weekdays = frozenset(day for span in days for day in _span(*span.partition("-")[::2]))
        return cls(int(written[2]) * 60 + int(written[3]), weekdays or EVERY_DAY)


def read_sessions(text: str) -> tuple[Session, ...]:
    """Read several sessions with `|` between. Raises ValueError."""
    return tuple(Session.read(each) for each in text.split("|"))


def starts_on(sessions: tuple[Session, ...], day: date) -> tuple[int, ...]:
    """Return the minutes since midnight at which sessions begin on that day, ascending."""
    return tuple(sorted({each.start for each in sessions if day.weekday() in each.weekdays}))


def _span(first: str, last: str) -> range | tuple[int, ...]:
    """The weekdays from the one to the other, over the weekend where they are written so."""
    begin, end = WEEKDAYS.index(first), WEEKDAYS.index(last or first)
    return range(begin, end + 1) if begin <= end else (*range(begin, 7), *range(end + 1))
