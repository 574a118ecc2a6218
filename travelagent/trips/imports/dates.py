"""Dates and times as people and programs write them: ISO 8601, in numbers, with the names of months (Unicode CLDR).

Which of two numbers is the day is decided by all dates of a file (`day_first_in`), never by one of them.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta, timezone
from functools import cache
from typing import Final

from babel import Locale

from travelagent.catalog.text import fold

LANGUAGES: Final = (
    "en", "de", "fr", "es", "it", "pt", "ca", "nl", "da", "sv", "nb", "fi", "pl",
    "cs", "sk", "hu", "ro", "hr", "sl", "tr", "el", "ru", "uk", "bg", "id",
)  # fmt: skip
"""Those whose names of months are read. A name that means different months in two of them is read in none."""
MOST_CHARS: Final = 300
_OF = r"(?:(?:de|del|of)\s|d['’])?"
_WORD = r"([^\W\d_]{3,15})\.?"
_YEAR_FIRST = re.compile(r"(?<!\d)(\d{4})\s?[-/.年년]\s?(\d{1,2})\s?[-/.月월]\s?(\d{1,2})(?!\d)\s?[日일号.]?")
_NUMBERS = re.compile(r"(?<![\d.])(\d{1,2})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{4}|[2-9]\d)(?![\d:])")
_DAY_MONTH = re.compile(
    rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th|er|[.ºª])?[\s-]{{0,3}}{_OF}{_WORD},?[\s-]?{_OF}(\d{{4}})(?!\d)", re.IGNORECASE
)
_MONTH_DAY = re.compile(rf"{_WORD}\s?(\d{{1,2}})(?:st|nd|rd|th)?,?\s(\d{{4}})(?!\d)", re.IGNORECASE)
_YEAR_MONTH = re.compile(rf"(?<!\d)(\d{{4}})\.?[\s-]{_WORD}[\s-](\d{{1,2}})(?!\d)\.?", re.IGNORECASE)
_BEFORE_NOON: Final = ("上午", "早上", "凌晨", "午前", "오전")
_CLOCK = re.compile(
    r"(?<![\d.:])(?P<before>上午|早上|凌晨|下午|晚上|中午|午前|午後|오전|오후)?\s?(?P<hour>\d{1,2})"
    r"(?:\s?(?P<mark>[:：.h]|点|點|时|時|시|uhr\b)\s?(?P<minute>\d{2}(?!\d)|半)?\s?[分분]?(?::\d{2}(?:[.,]\d{1,9})?)?)?"
    r"\s?(?P<behind>[ap]\.?\s?m\b\.?)?(?!\d)",
    re.IGNORECASE,
)
_OFFSET = re.compile(r"(?:\s?(?:UTC|GMT))?\s?([+-])(\d{2}):?(\d{2})$|\s?(?:UTC|GMT|Z)$")


def date_in(text: str, day_first: bool | None = True) -> date | None:
    """Return the first date in a text, None for none. `day_first`: as `day_first_in` returns it."""
    return next((found for found, _span in _found(text, day_first)), None)


def dates_in(line: str, day_first: bool | None = True) -> Iterator[date]:
    """Yield the dates in a line of prose."""
    yield from (found for found, _span in _found(line, day_first))


def day_first_in(texts: Iterable[str]) -> bool | None:
    """Return whether dates in numbers begin with the day; None where that is ambiguous. With points they do."""
    found = [match for text in texts for match in _NUMBERS.finditer(text[:MOST_CHARS])]
    if not found or any(int(match[1]) > 12 or match[2] == "." for match in found):
        return True
    return False if any(int(match[3]) > 12 for match in found) else None


def clock_in(text: str) -> time | None:
    """Return the first time of day in a text: 9:30, 9.30, 21h30, 2 pm, 14点15分, 下午3点; None for none."""
    for found in _CLOCK.finditer(text[:MOST_CHARS]):
        if not (found["mark"] or found["before"] or found["behind"]):
            continue
        hour, minute = int(found["hour"]), 30 if found["minute"] == "半" else int(found["minute"] or 0)
        if found["behind"]:
            hour = hour % 12 + (12 if found["behind"].lower().startswith("p") else 0)
        elif found["before"] and hour <= 12:
            hour = hour % 12 + (0 if found["before"] in _BEFORE_NOON else 12)
        if hour < 24 and minute < 60:
            return time(hour, minute)
    return None


def moment_in(text: str, day_first: bool | None = True) -> datetime | None:
    """Return the date with its time of day in a text, aware where it states an offset; None where either is missing."""
    written = text.strip()[:MOST_CHARS]
    if len(written) > len("2026-12-06"):
        try:
            return datetime.fromisoformat(written)
        except ValueError:
            pass
    for on, (begin, end) in _found(written, day_first):
        rest = f"{written[:begin]} {written[end:]}".strip()
        clock = clock_in(_OFFSET.sub("", rest).strip("T "))
        return None if clock is None else datetime.combine(on, clock, _zone(rest))
    return None


def _zone(text: str) -> timezone | None:
    """Return the offset that a text ends with."""
    found = _OFFSET.search(text)
    if found is None:
        return None
    offset = timedelta(hours=int(found[2] or 0), minutes=int(found[3] or 0))
    return UTC if not offset or offset >= timedelta(days=1) else timezone(-offset if found[1] == "-" else offset)


def _found(text: str, day_first: bool | None) -> Iterator[tuple[date, tuple[int, int]]]:
    """Yield the dates of a text in their order, each with its span."""
    text = text[:MOST_CHARS]
    spans: list[tuple[int, int, int, int, int]] = []
    for match in _YEAR_FIRST.finditer(text):
        spans.append((*match.span(), int(match[1]), int(match[2]), int(match[3])))
    for match in _NUMBERS.finditer(text) if day_first is not None else ():
        day, month = (match[1], match[3]) if day_first else (match[3], match[1])
        spans.append((*match.span(), int(match[4]) + (2000 if len(match[4]) == 2 else 0), int(month), int(day)))
    for pattern, day_group, month_group, year_group in (
        (_DAY_MONTH, 1, 2, 3),
        (_MONTH_DAY, 2, 1, 3),
        (_YEAR_MONTH, 3, 2, 1),
    ):
        for match in pattern.finditer(text):
            named = _months().get(fold(match[month_group]), 0)
            spans.append((*match.span(), int(match[year_group]), named, int(match[day_group])))
    for begin, end, year, number, day_number in sorted(spans):
        try:
            yield date(year, number, day_number), (begin, end)
        except ValueError:
            continue


@cache
def _months() -> dict[str, int]:
    """Return the numbers of months by their folded names, whole and short."""
    found: dict[str, set[int]] = {}
    for language in LANGUAGES:
        for of_use in Locale(language).months.values():
            for width in ("wide", "abbreviated"):
                for number, name in of_use[width].items():
                    found.setdefault(fold(name).rstrip("."), set()).add(number)
    return {name: next(iter(numbers)) for name, numbers in found.items() if len(numbers) == 1 and len(name) > 2}
