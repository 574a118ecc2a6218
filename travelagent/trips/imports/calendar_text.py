"""The lines of an iCalendar file with the faults of writers mended (RFC 5545, 3.1).

What no component holds is left out, what is not closed is closed, an event that the file ends within is not read.
"""

import re
from collections import Counter
from typing import Final

from travelagent.trips.imports.values import Unread, damaged

MOST_FAULTS: Final = 50
"""Broken lines that are named."""
_LINE = re.compile(r"[A-Za-z0-9-]+[;:]")
_EDGE = re.compile(r"(BEGIN|END):\s*([A-Za-z-]+)\s*", re.IGNORECASE)
_SUMMARY = re.compile(r"SUMMARY[^:]*:(.+)", re.IGNORECASE)
_CALENDAR: Final = "VCALENDAR"
_OUTER: Final = frozenset({_CALENDAR, "VEVENT", "VTIMEZONE", "VTODO", "VJOURNAL", "VFREEBUSY"})
"""Components that stand in no other but a calendar: where one begins, another of them has ended."""


class _Lines:
    """The lines that are kept, and the open components: their names, where they begin in `kept` and in the file."""

    def __init__(self) -> None:
        self.kept: list[str] = []
        self.open: list[tuple[str, int, int]] = []
        self.unread: list[Unread] = []
        self._names: Counter[str] = Counter()

    def begin(self, name: str, number: int) -> None:
        """Open a component, behind those that it cannot stand in."""
        if name in _OUTER:
            while self.open and (self.open[-1][0] != _CALENDAR or name == _CALENDAR):
                self.close()
        if not self.open and name != _CALENDAR:
            self.begin(_CALENDAR, number)
        self.open.append((name, len(self.kept), number))
        self._names[name] += 1
        self.kept.append(f"BEGIN:{name}")

    def close(self) -> None:
        """Close the innermost component."""
        name = self.open.pop()[0]
        self._names[name] -= 1
        self.kept.append(f"END:{name}")

    def end(self, name: str) -> None:
        """Close a component, with those that are open in it; one that is not open is passed over."""
        if self._names[name]:
            while self.open[-1][0] != name:
                self.close()
            self.close()

    def cut(self) -> None:
        """Drop the component that the text ends within, and close the calendar around it."""
        inner = [each for each in self.open if each[0] != _CALENDAR]
        if inner:
            _name, index, number = inner[0]
            summary = next((found[1] for line in self.kept[index:] if (found := _SUMMARY.match(line))), "")
            self.unread.append(damaged(number, summary))
            del self.kept[index:], self.open[self.open.index(inner[0]) :]
        while self.open:
            self.close()


def mended_calendar(text: str) -> tuple[str, list[Unread]]:
    """Return the text of calendars that are whole, and what is left out of them."""
    lines = _Lines()
    passes = True
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        edge = _EDGE.fullmatch(line)
        if edge is not None:
            passes = True
            if edge[1].upper() == "BEGIN":
                lines.begin(edge[2].upper(), number)
            else:
                lines.end(edge[2].upper())
        elif line.startswith((" ", "\t")):
            lines.kept += [line] if passes and lines.open else []
        elif passes := bool(lines.open) and bool(_LINE.match(line)):
            lines.kept.append(line)
        elif line.strip() and lines.open and len(lines.unread) < MOST_FAULTS:
            lines.unread.append(damaged(number))
    lines.cut()
    return "\r\n".join((*lines.kept, "")), lines.unread
