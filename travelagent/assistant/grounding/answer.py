"""An answer laid out for tracing: its segments, the names and quantities in each, and what each quantity is about.

A segment is a sentence, a list item or a table's row; segments of one line make a paragraph. What a quantity is about
is read from where it stands: the sights named beside it, the city, the months, and the day of the trip that a heading
or a label (`Day 2`, 第二天) put above it.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from travelagent.assistant.grounding.known import Name
from travelagent.assistant.grounding.lexicon import cue
from travelagent.assistant.grounding.quantity import Kind, Quantity
from travelagent.assistant.lexer.quantities import find_days
from travelagent.catalog.text import fold

SMALL: Final = 12
"""A bare number up to this one counts something in the answer itself."""
MARKS: Final = " *_,:;，：；（(|–—-约"
CLAUSE_CHARS: Final = 60
TIGHT_CHARS: Final = 28
MANY: Final = 30
"""A stated count above this is no count of days or travellers."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A sentence, a table's row or a list item: what is said in one breath, and which names stand in it.

    `day` is the day of the trip that it tells of, 0 for none; `number` its place in the answer.
    """

    number: int
    start: int
    end: int
    line: int
    indent: int
    day: int
    names: tuple[Name, ...]
    quantities: list[Quantity] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Subject:
    """The sights that a claim may be about.

    `tight`: the claim stands right beside the name and states something of that sight alone. `inherited`: no sight is
    named in the claim's own segment, these were named above it.
    """

    sights: frozenset[str] = frozenset()
    tight: bool = False
    inherited: bool = False


class Answer:
    """A text with its names and quantities; the spans of quoted examples are left out."""

    def __init__(self, text: str, names: Iterable[Name], quantities: Iterable[Quantity]) -> None:
        self.text = text
        self._clauses: dict[tuple[int, int], tuple[int, int]] = {}
        examples = [match.span() for match in cue("example").finditer(text)]
        self.names = [name for name in names if not _is_in(name.start, examples)]
        self.segments = list(_segments(text, self.names))
        self._starts = [segment.start for segment in self.segments]
        spans = [(name.start, name.end) for name in self.names]
        self.quantities = [
            quantity
            for quantity in quantities
            if not (_is_aside(quantity) or _is_in(quantity.start, examples) or _is_in(quantity.start, spans))
        ]
        for quantity in self.quantities:
            self.segment_of(quantity.start).quantities.append(quantity)

    def segment_of(self, at: int) -> Segment:
        """The segment that holds a position of the text."""
        return self.segments[bisect_right(self._starts, at) - 1]

    def says(self, cue: re.Pattern[str], segment: Segment) -> bool:
        """Whether a segment holds a cue."""
        return cue.search(self.text, segment.start, segment.end) is not None

    def line(self, segment: Segment) -> list[Segment]:
        """The segments of the same line."""
        return self._lines[segment.line]

    @cached_property
    def _lines(self) -> dict[int, list[Segment]]:
        lines: dict[int, list[Segment]] = {}
        for segment in self.segments:
            lines.setdefault(segment.line, []).append(segment)
        return lines

    # -- what a claim is about -----------------------------------------------------------------------------------------

    def subject(self, claim: Quantity) -> Subject:
        """The sights named nearest to a claim in its segment and the first one of its line; else, inherited, those of
        the segments before it in the same line or of the list item above it."""
        segment = self.segment_of(claim.start)
        here = [name for name in segment.names if name.sights]
        if first := self._first_end(claim, segment):
            return self.subject(first)
        if not here:
            return Subject(self._above(segment), inherited=True)
        before = [name for name in here if name.start < claim.start][-1:]
        after = [
            name
            for name in here
            if name.start >= claim.start and not cue("parted").search(self.text, claim.end, name.start)
        ][:1]
        between = bool(after) and "|" in self.text[claim.end : after[0].start]
        if before and not (between or before[0].loose) and self._stands_behind(before[0], claim, segment):
            return Subject(before[0].sights, tight=True)
        if after and cue("of").fullmatch(self.text, claim.end, after[0].start):
            return Subject(after[0].sights, tight=True)
        if not before and not after:
            return Subject()
        near = [*before, *after, self._leading[segment.line]]
        sights = frozenset().union(*(name.sights for name in near))
        loose = all(name.loose for name in (*before, *after))
        return Subject(sights | self._above(segment), inherited=True) if loose else Subject(sights)

    def _first_end(self, claim: Quantity, segment: Segment) -> Quantity | None:
        """The other end of the range whose second end a claim is."""
        alike = [q for q in segment.quantities if q.kind == claim.kind and q.end <= claim.start]
        return alike[-1] if alike and cue("range").fullmatch(self.text, alike[-1].end, claim.start) else None

    def _stands_behind(self, name: Name, claim: Quantity, segment: Segment) -> bool:
        """Whether a claim follows a name in its clause, with no amount of its kind, sum or comparison between."""
        if claim.start - name.end > TIGHT_CHARS or claim.start < name.end:
            return False
        between = self.text[name.end : claim.start].rstrip(MARKS)
        if cue("parted").search(between):
            return False
        if cue("comma").search(self.text, name.end, claim.start) and not cue("mark").match(self.text, claim.end):
            return False
        if any(name.end <= q.start < claim.start and q.kind == claim.kind for q in segment.quantities):
            return False
        return not cue("derived").search(self.text, name.end, claim.start)

    def _above(self, segment: Segment) -> frozenset[str]:
        sights: set[str] = set()
        for previous in reversed(self.segments[max(0, segment.number - 6) : segment.number]):
            if previous.line != segment.line and (sights or not previous.indent < segment.indent):
                break
            sights.update(*(name.sights for name in previous.names))
        return frozenset(sights)

    @cached_property
    def _leading(self) -> dict[int, Name]:
        """The first sight that each line names: what a table's row or a list's item is about."""
        leading: dict[int, Name] = {}
        for segment in self.segments:
            for name in segment.names:
                if name.sights:
                    leading.setdefault(segment.line, name)
        return leading

    def cities(self, segment: Segment) -> frozenset[str]:
        """The cities that a segment is about; none where it compares, which may name one of them alone."""
        if self.says(cue("difference"), segment):
            return frozenset()
        return frozenset().union(*(name.cities for name in segment.names))

    def months(self, segment: Segment) -> set[float]:
        """The months that a segment tells of, else those last named before it in its line or in the line above."""
        for previous in reversed(self.segments[max(0, segment.number - 4) : segment.number + 1]):
            if previous.line < segment.line - 2:
                break
            if months := self._months_in(previous):
                return months
        return set()

    @cached_property
    def last_day(self) -> int:
        """The last day of the trip that a label of the answer names, 0 for none."""
        return max((segment.day for segment in self.segments), default=0)

    @cached_property
    def all_months(self) -> set[float]:
        """Every month that the answer names."""
        return set().union(*map(self._months_in, self.segments))

    def _months_in(self, segment: Segment) -> set[float]:
        """The months named in a segment, by themselves, by a date or by a season."""
        months = {q.value for q in segment.quantities if q.kind == "month"}
        return months | {q.value % 10_000 // 100 for q in segment.quantities if q.kind == "date"}

    def stated(self, segment: Segment) -> frozenset[int]:
        """Counts in the same line, the line above and the table's head, by which an amount may be multiplied."""
        lines = {segment.line, segment.line - 1, self._head(segment)}
        return frozenset(
            int(q.value)
            for line in lines
            for part in self._lines.get(line, ())
            for q in part.quantities
            if q.kind in ("count", "days") and 2 <= q.value <= MANY
        )

    def _head(self, segment: Segment) -> int:
        """The line of the head of the table that a segment is a row of, else its own."""
        line = segment.line
        while line in self._lines and self.text.startswith("|", self._lines[line][0].start):
            line -= 1
        return min(line + 1, segment.line)

    # -- the words around a claim --------------------------------------------------------------------------------------

    def clause(self, claim: Quantity) -> tuple[int, int]:
        """The span between the marks around a claim."""
        if (claim.start, claim.end) not in self._clauses:
            self._clauses[claim.start, claim.end] = self._clause(claim)
        return self._clauses[claim.start, claim.end]

    def _clause(self, claim: Quantity) -> tuple[int, int]:
        start = max(0, claim.start - CLAUSE_CHARS)
        for match in cue("clause_end").finditer(self.text, start, claim.start):
            start = match.end()
        end = cue("clause_end").search(self.text, claim.end, claim.end + CLAUSE_CHARS)
        return start, end.start() if end else min(len(self.text), claim.end + CLAUSE_CHARS)

    def clause_says(self, cue: re.Pattern[str], claim: Quantity) -> bool:
        """Whether a claim's clause holds a cue."""
        return cue.search(self.text, *self.clause(claim)) is not None

    def names_a_sight(self, claim: Quantity) -> bool:
        """Whether a claim's clause names a sight."""
        start, end = self.clause(claim)
        return any(name.sights and start <= name.start < end for name in self.names)

    def tells_of_something_else(self, claim: Quantity) -> bool:
        """Whether the claim's clause has words of its own but names no sight: 13:30坐竹筏, `dinner 6:15`."""
        if self.names_a_sight(claim):
            return False
        start, end = self.clause(claim)
        rest = self.text[start : claim.start] + self.text[claim.end : end]
        return len(cue("small_words").sub("", rest)) >= 2

    def near(self, segment: Segment, kind: Kind, before: int, after: int) -> Iterator[Quantity]:
        """The quantities of a kind in the lines around a segment, so many before it and behind it."""
        for part in self.segments:
            if -after <= segment.line - part.line <= before:
                yield from (quantity for quantity in part.quantities if quantity.kind == kind)


def _is_in(at: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= at < end for start, end in spans)


def _is_aside(quantity: Quantity) -> bool:
    return quantity.kind == "bare" and quantity.value <= SMALL and quantity.value == int(quantity.value)


def _segments(text: str, found: Sequence[Name]) -> Iterator[Segment]:
    starts = [0, *(match.end() for match in cue("break").finditer(text))]
    line = day = 0
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(text)], strict=True)):
        body = text[start:end]
        indent = len(body) - len(body.lstrip(" "))
        inside = tuple(name for name in found if start <= name.start < end)
        day = _day(body, day)
        yield Segment(number, start, end, line, indent, day, inside)
        line += body.count("\n")


def _day(body: str, before: int) -> int:
    """The day of the trip that a segment tells of: the one its label names, else the one above it, up to a heading or
    words about the whole trip."""
    labels = {
        int(t.value)
        for t in find_days(fold(body))
        if t.form == "number"
        and cue("label").fullmatch(
            body, max(body.rfind("\n", 0, t.start) + 1, body.rfind("|", 0, t.start) + 1), t.start
        )
    }
    if labels:
        return labels.pop() if len(labels) == 1 else 0
    return 0 if cue("overall").match(body) or body.lstrip().startswith("#") else before
