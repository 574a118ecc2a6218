"""An answer laid out for tracing: its segments, the names and quantities in each, and what each quantity is about.

A segment is a sentence, a list item or a table's row; segments of one line make a paragraph.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Final

from travelagent.assistant.grounding.lexicon import cue
from travelagent.assistant.grounding.places import Name
from travelagent.assistant.lexer.quantities import find_days
from travelagent.assistant.quantities.values import Kind, Quantity
from travelagent.catalog.text import fold

SMALL: Final = 12  # a bare number up to this one counts something in the answer itself
MANY: Final = 30  # a stated count above this is no count of days or travellers
CLAUSE_CHARS: Final = 60
TIGHT_CHARS: Final = 28
TITLE_CHARS: Final = 14  # a line with no more than this beside a sight's name is the title of those below it
ABOVE: Final = 6
NEAR: Final = 24  # so many quantities around a claim are looked at most


@dataclass(frozen=True, slots=True)
class Segment:
    """A sentence, item or row.

    `day` is the day of the trip that it describes, or 0, `is_labelled` whether it has that day's label itself; `title`
    are the sights of the title above; `number` its place in the answer.
    """

    number: int
    start: int
    end: int
    line: int
    indent: int
    day: int
    is_labelled: bool
    title: frozenset[str]
    names: tuple[Name, ...]
    quantities: list[Quantity] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Subject:
    """The sights that a claim may be about; `tight` where it stands right beside the name and states something of that
    sight alone, `inherited` where they are named above the claim's own segment."""

    sights: frozenset[str] = frozenset()
    tight: bool = False
    inherited: bool = False


class Answer:
    """A text with its names and quantities; the spans of quoted examples are left out."""

    def __init__(self, text: str, names: Iterable[Name], quantities: Iterable[Quantity]) -> None:
        self.text = text
        self._found_cues: dict[tuple[str, int], bool] = {}
        examples = {at for match in cue("example").finditer(text) for at in range(*match.span())}
        self.names = [name for name in names if name.start not in examples]
        self.segments = list(_segments(text, self.names))
        self._starts = [segment.start for segment in self.segments]
        self._lines: defaultdict[int, list[Segment]] = defaultdict(list)
        for segment in self.segments:
            self._lines[segment.line].append(segment)
        hidden = examples.union(*(range(name.start, name.end) for name in self.names))
        self.quantities = [q for q in quantities if q.start not in hidden and not _is_aside(q)]
        self._positions = [quantity.start for quantity in self.quantities]
        for quantity in self.quantities:
            self.segment_of(quantity).quantities.append(quantity)

    def segment_of(self, claim: Quantity) -> Segment:
        """Return the segment that holds a claim."""
        return self.segments[bisect_right(self._starts, claim.start) - 1]

    def has_cue(self, name: str, segment: Segment) -> bool:
        """Return whether a segment holds a cue."""
        key = name, segment.number
        if key not in self._found_cues:
            self._found_cues[key] = cue(name).search(self.text, segment.start, segment.end) is not None
        return self._found_cues[key]

    def line_names(self, segment: Segment) -> list[Name]:
        """Return the names in the line of a segment."""
        return [name for part in self._lines[segment.line] for name in part.names]

    def near(self, claim: Quantity, kinds: Sequence[Kind], lines: int = 0) -> list[Quantity]:
        """Return the other quantities of these kinds around a claim, in its line and so many lines before it."""
        at, last = bisect_right(self._positions, claim.start), self.segment_of(claim).line
        near = (q for q in self.quantities[max(0, at - NEAR) : at + NEAR] if q is not claim and q.kind in kinds)
        return [quantity for quantity in near if last - lines <= self.segment_of(quantity).line <= last]

    def subject(self, claim: Quantity) -> Subject:
        """Return the sights named nearest to a claim in its segment and the first one of its line; else, inherited,
        those of the segments before it in the same line, of the list item above it or of the title."""
        segment = self.segment_of(claim)
        alike = [q for q in self.near(claim, (claim.kind,)) if q.end <= claim.start]
        if alike and cue("range").fullmatch(self.text, alike[-1].end, claim.start):
            return self.subject(alike[-1])
        here = [name for name in segment.names if name.sights]
        if not here:
            return Subject(self._above(segment), inherited=True)
        at = bisect_right([name.start for name in here], claim.start)
        before, after = here[max(0, at - 1) : at], here[at : at + 1]
        if after and cue("parted").search(self.text, claim.end, after[0].start):
            after = []
        if after and cue("of").fullmatch(self.text, claim.end, after[0].start):
            return Subject(after[0].sights, tight=True)
        in_next_cell = bool(after) and "|" in self.text[claim.end : after[0].start]
        if before and not (in_next_cell or before[0].loose) and self._stands_behind(before[0], claim, alike):
            return Subject(before[0].sights, tight=True)
        if not before and not after:
            return Subject()
        sights = frozenset().union(*(name.sights for name in (*before, *after, self._leading[segment.line])))
        loose = all(name.loose for name in (*before, *after))
        return Subject(sights | self._above(segment), inherited=True) if loose else Subject(sights)

    def _stands_behind(self, name: Name, claim: Quantity, alike: Sequence[Quantity]) -> bool:
        """Return whether a claim follows a name in its clause, with no like amount, sum or comparison between."""
        between = name.end, claim.start
        if not 0 <= claim.start - name.end <= TIGHT_CHARS or cue("range").fullmatch(self.text, *between):
            return False
        if any(quantity.start >= name.end for quantity in alike):
            return False
        return not (cue("parted").search(self.text, *between) or cue("derived").search(self.text, *between))

    def _above(self, segment: Segment) -> frozenset[str]:
        sights: set[str] = set()
        for previous in reversed(self.segments[max(0, segment.number - ABOVE) : segment.number]):
            if previous.line != segment.line and (sights or not previous.indent < segment.indent):
                break
            sights.update(*(name.sights for name in previous.names))
        return frozenset(sights) or segment.title

    @cached_property
    def _leading(self) -> dict[int, Name]:
        """The first sight that each line names: what a table's row or a list's item is about."""
        named = ((segment.line, name) for segment in reversed(self.segments) for name in reversed(segment.names))
        return {line: name for line, name in named if name.sights}

    def cities(self, segment: Segment) -> frozenset[str]:
        """Return the cities that a segment is about; none where it compares, which may name one of them alone."""
        compares = self.has_cue("difference", segment)
        return frozenset().union(*(name.cities for name in segment.names if not compares))

    def months(self, segment: Segment) -> set[float]:
        """Return the months of a segment, else those last named before it in its line or in the line above."""
        before = reversed(self.segments[max(0, segment.number - 4) : segment.number + 1])
        named = (_months_in(previous) for previous in before if previous.line >= segment.line - 2)
        return next(filter(None, named), set())

    @cached_property
    def all_months(self) -> set[float]:
        """Every month that the answer names."""
        return set().union(*map(_months_in, self.segments))

    @cached_property
    def last_day(self) -> int:
        """The last day of the trip that a label of the answer names, 0 for none."""
        return max((segment.day for segment in self.segments), default=0)

    def counts(self, segment: Segment) -> frozenset[int]:
        """Return the counts in the same line, the line above and the table's head, which an amount may be times."""
        head = segment.line
        while head in self._lines and head > segment.line - NEAR and self.text[self._lines[head][0].start] == "|":
            head -= 1
        lines = {segment.line, segment.line - 1, min(head + 1, segment.line)}
        return frozenset().union(*(self._counts[line] for line in lines))

    @cached_property
    def _counts(self) -> defaultdict[int, set[int]]:
        counts: defaultdict[int, set[int]] = defaultdict(set)
        for quantity in self.quantities:
            if quantity.kind in ("count", "days") and 2 <= quantity.value <= MANY:
                counts[self.segment_of(quantity).line].add(int(quantity.value))
        return counts

    def clause(self, claim: Quantity) -> tuple[int, int]:
        """Return the span between the marks around a claim."""
        earliest, latest = max(0, claim.start - CLAUSE_CHARS), min(len(self.text), claim.end + CLAUSE_CHARS)
        before = [match.end() for match in cue("clause_end").finditer(self.text, earliest, claim.start)]
        after = cue("clause_end").search(self.text, claim.end, latest)
        return before[-1] if before else earliest, after.start() if after else latest

    def clause_has_cue(self, name: str, claim: Quantity) -> bool:
        """Return whether a claim's clause holds a cue."""
        return cue(name).search(self.text, *self.clause(claim)) is not None

    def is_of_opening(self, claim: Quantity) -> bool:
        """Return whether the claim's clause speaks of opening hours; before another time, up to that."""
        start, end = self.clause(claim)
        clocks = [q for q in self.near(claim, ("clock",)) if claim.end <= q.start < end]
        if clocks and not cue("range").fullmatch(self.text, claim.end, clocks[0].start):
            end = min(end, claim.end + (clocks[0].start - claim.end) // 3)
        return cue("opening").search(self.text, start, end) is not None

    def is_on_another_subject(self, claim: Quantity) -> bool:
        """Return whether the claim's clause has words of its own but names no sight: 13:30坐竹筏, `dinner 6:15`."""
        start, end = self.clause(claim)
        rest = self.text[start : claim.start] + self.text[claim.end : end]
        named = any(name.sights and start <= name.start < end for name in self.segment_of(claim).names)
        return not named and len(cue("small_words").sub("", rest)) >= 2


def sentence_at(text: str, at: int) -> str:
    """Return the sentence, list item or row around a position, without the white space at its ends; never more than a
    line."""
    bounds = sorted({0, len(text), *(match.end() for match in cue("break").finditer(text))})
    found = bisect_right(bounds, at)
    return text[bounds[found - 1] : bounds[min(found, len(bounds) - 1)]].strip()


def _is_aside(quantity: Quantity) -> bool:
    return quantity.kind == "bare" and quantity.value <= SMALL and quantity.value == int(quantity.value)


def _months_in(segment: Segment) -> set[float]:
    """Return the months named in a segment, by themselves, by a date or by a season."""
    months = {q.value for q in segment.quantities if q.kind == "month"}
    return months | {float(q.value % 10_000 // 100) for q in segment.quantities if q.kind == "date"}


def _segments(text: str, names: Sequence[Name]) -> Iterator[Segment]:
    bounds = sorted({0, len(text), *(match.end() for match in cue("break").finditer(text))})
    line = day = at = 0
    title, is_open = frozenset[str](), True
    for number, (start, end) in enumerate(pairwise(bounds)):
        body, first = text[start:end], at
        while at < len(names) and names[at].start < end:
            at += 1
        labels = _days_of(body)
        if labels or cue("overall").match(body) or body.lstrip().startswith("#"):
            day = min(labels) if len(labels) == 1 else 0
        if start == 0 or text[start - 1] == "\n":
            if _is_title(body, names[first:at]):
                title, is_open = frozenset().union(*(name.sights for name in names[first:at])), True
            elif body.strip() or not is_open:
                title, is_open = title if body.strip() else frozenset(), False
        indent = len(body) - len(body.lstrip(" "))
        yield Segment(number, start, end, line, indent, day, bool(labels), title, tuple(names[first:at]))
        line += body.count("\n")


def _is_title(body: str, names: Sequence[Name]) -> bool:
    """Return whether a line is a heading, or little more than the name of a sight."""
    named = sum(name.end - name.start for name in names if name.sights)
    short = len(cue("bracketed").sub("", body).strip(" *_#-•\n:：")) - named <= TITLE_CHARS
    return body.lstrip().startswith("#") or (body.endswith("\n") and bool(named) and short)


def _days_of(body: str) -> set[int]:
    """Return the days of the trip that labels at the beginning of a line or cell name."""
    tokens = [token for token in find_days(fold(body)) if token.form == "number"]
    begins = (max(body.rfind("\n", 0, token.start), body.rfind("|", 0, token.start)) + 1 for token in tokens)
    return {int(t.value) for t, at in zip(tokens, begins, strict=True) if cue("label").fullmatch(body, at, t.start)}
