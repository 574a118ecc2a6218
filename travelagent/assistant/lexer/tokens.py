"""Typed tokens: what a message consists of, before anything is made of it."""

import datetime as dt
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

TokenType: TypeAlias = Literal[
    "place", "airport", "date", "day", "span", "clock", "part", "count", "age", "money", "numeral", "number", "person",
    "mode", "kind", "diet", "need", "pace", "tier", "word", "han", "mark",
]  # fmt: skip
"""`word` is a Latin word, `han` one Chinese character, `mark` a punctuation mark; all others carry a value."""
PLAIN: Final = frozenset({"word", "han", "mark"})
"""The types of tokens without a value."""
DateForm: TypeAlias = Literal["day", "day_of_month", "month", "weekday", "relative", "season", "festival", "weekend"]
Unit: TypeAlias = Literal["day", "night", "week", "weekend", "month", "hour", "minute"]


@dataclass(frozen=True, slots=True)
class Token:
    """A token, `text[start:end]` of the message. `form` is a subtype within its type, `value` its typed value."""

    type: TokenType
    start: int
    end: int
    text: str
    form: str = ""
    value: Any = None


@dataclass(frozen=True, slots=True)
class DateValue:
    """A date as it is written: what is missing has to come from the dates around it and from today.

    `weekday` Monday 0; `week` the week that is meant (0 this one, 1 the next), None where none is named; `offset` days
    from today; `part` of the month; `festival` its name in the calendar.
    """

    form: DateForm
    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    week: int | None = None
    offset: int | None = None
    part: Literal["beginning", "middle", "end"] | None = None
    season: Literal["spring", "summer", "autumn", "winter"] | None = None
    festival: dt.date | None = None


@dataclass(frozen=True, slots=True)
class SpanValue:
    """A length of time: `number` of a unit; `nights` beside days where both are written (三天两晚)."""

    number: float
    unit: Unit
    nights: int | None = None

    @property
    def days(self) -> int:
        """As days of a trip: nights make one day more, a weekend two."""
        whole = round(self.number)
        match self.unit:
            case "night":
                return whole + 1
            case "week":
                return round(7 * self.number)
            case "weekend":
                return 2 * whole
            case "month":
                return 30 * whole
            case "day":
                return whole + (self.number > whole)
            case _:
                return 1


@dataclass(frozen=True, slots=True)
class ClockValue:
    """Minutes since midnight; `sure` where the half of the day was written."""

    minutes: int
    sure: bool


@dataclass(frozen=True, slots=True)
class MoneyValue:
    """An amount of money; `currency` is None where none is written."""

    amount: float
    currency: str | None = None


@dataclass(frozen=True, slots=True)
class PersonValue:
    """Who a word names: how many of each; `elder` a generation above the speaker's, `key` the same for all words of one
    person or group (爸妈, parents), so that who is named twice is counted once; `speaker` where it is who writes."""

    key: str
    adults: int = 0
    children: int = 0
    elder: bool = False
    speaker: bool = False
    vague: bool = False
