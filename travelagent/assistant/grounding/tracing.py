"""Tracing the claims of an answer to the evidence.

A claim is a place that is named, or a quantity. A quantity is traced when a fact of its kind agrees with it within what
its wording allows (`about 3 hours`, 不到7000元, a range), or when it follows from facts: a price times the travellers,
a total divided by the days, a sum of items, a difference, a share. Where a sentence speaks of a sight, only that
sight's facts count: another sight's ticket price makes no truth of this one's.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal, TypeAlias

from travelagent.assistant.grounding.evidence import OPENING, Evidence, Fact
from travelagent.assistant.grounding.names import KnownPlaces, Name, names
from travelagent.assistant.grounding.quantities import Kind, Quantity, quantities

ClaimKind: TypeAlias = Literal["place", "price", "time", "number"]

KIND_OF_CLAIM: Final[dict[Kind, ClaimKind]] = {
    "clock": "time", "date": "time", "month": "time", "money": "price", "minutes": "time", "days": "number",
    "metres": "number", "celsius": "number", "millimetres": "number", "percent": "number", "score": "number",
    "count": "number", "bare": "number",
}  # fmt: skip
SMALL: Final = 12
"""A bare number up to this one counts something in the answer itself."""
APPROXIMATELY: Final = 0.075
SUMMED: Final = 11
"""A budget of so many items has its sums tried in full."""


@dataclass(frozen=True, slots=True)
class Untraced:
    """`text[start:end]` claims what no evidence supports."""

    start: int
    end: int
    kind: ClaimKind


def untraced(text: str, evidence: Evidence) -> list[Untraced]:
    """The claims of an answer that cannot be traced, in order."""
    return _Tracer(text, evidence).run()


def agrees(claim: Quantity, value: float) -> bool:
    """Whether a fact's value is what the claim says, within the rounding that its wording allows."""
    if claim.kind == "clock":
        if claim.bound == "about":
            return abs(claim.value - value) <= 10
        if claim.noun == "half" and claim.value < 720 and abs(claim.value + 720 - value) < claim.unit / 2:
            return True
        return abs(claim.value - value) % 1440 < claim.unit / 2
    off, said = value - claim.value, abs(claim.value)
    rounding = claim.unit / 2 + 1e-6
    if abs(off) <= rounding or (said >= 100 and claim.unit >= 1 and abs(off) < claim.unit):
        return True
    match claim.bound:
        case "about":
            return abs(off) <= _leeway(claim)
        case "over":
            return 0 <= off <= max(claim.grain, said * 0.1)
        case "under":
            return 0 <= -off <= max(claim.grain if claim.grain <= said * 0.2 else 0.0, said * 0.1)
        case "":
            return claim.grain > claim.unit and abs(off) <= min(claim.grain / 2, said * 0.01)


def _leeway(claim: Quantity) -> float:
    """How far a fact may be from what `about` says: half of the last stated place, within limits by kind."""
    said = abs(claim.value)
    if claim.kind == "minutes":
        return max(5.0, min(claim.grain / 2, 20.0, said * 0.15))
    if claim.kind in ("celsius", "days"):
        return max(1.0, claim.unit)
    return max(claim.unit / 2, min(claim.grain / 2, said * APPROXIMATELY))


@dataclass(frozen=True, slots=True)
class Segment:
    """A sentence, a table's row or a list item: what is said in one breath, and which names stand in it."""

    start: int
    end: int
    line: int
    indent: int
    names: tuple[Name, ...]


_BREAK: Final = re.compile(r"\n|(?<=[.!?])[*_\"”’)]*\s+(?=[A-Z*_\"“(])|(?<=[。！？；])")
_AGGREGATE: Final = re.compile(
    r"total|in all|all in|altogether|together|\bsum|add(?:s|ed)? up|budget|per person|\beach\b|a (?:day|night|head)\b|per (?:day|night|head)|hotel|\brooms?\b"
    r"|lodging|accommodation|stay|meals?|food|transport|taxi|sav(?:e|ing)|left|spend|spare|under your|of your|overall|cost of|whole|reserve|buffer|fare"
    r"|合计|总|一共|共|人均|每人|预算|每天|住宿|酒店|餐|吃|交通|打车|车票|备用|省|剩|花费|费用|两人|三人|四人|平摊|加起来",
    re.IGNORECASE,
)
_OPENING_CUE: Final = re.compile(
    r"\bopen(?:s|ing|ed)?\b|\bhours\b|\bclos(?:es|ing)\b|last (?:entry|admission|doors?)|admission until|开放|开门|营业|闭馆|关门|关闭|停止入|入园|入馆", re.IGNORECASE
)  # fmt: skip
_CLAUSE_END: Final = re.compile(r"[,;，；、|()（）\n]|\s[–—]\s|→")
_RAIN: Final = re.compile(r"rain|wet day|shower|雨", re.IGNORECASE)
_STOPS: Final = re.compile(r"(?:stop|sight|attraction|place|visit|museum|temple)s?\b|个景点|站|处|个地方", re.IGNORECASE)
_PEOPLE: Final = re.compile(r"(?:people|persons?|travell?ers?|adults?|guests?)\b|个?人(?![均民气])|位", re.IGNORECASE)
_TRIVIAL_DAYS: Final = 1.0


class _Tracer:
    def __init__(self, text: str, evidence: Evidence) -> None:
        self.text, self.evidence = text, evidence
        self.places = KnownPlaces(evidence)
        self.names = names(text, self.places)
        self.quantities = [q for q in quantities(_masked(text, self.names)) if not _is_aside(q)]
        self.segments = list(_segments(text, self.names))
        self.months = _usual_months(evidence)
        self.factors = _factors(evidence)
        self.traced_money: list[tuple[Quantity, Segment]] = []

    def run(self) -> list[Untraced]:
        found = [Untraced(name.start, name.end, "place") for name in self.names if not name.known]
        at = 0
        for quantity in self.quantities:
            while at + 1 < len(self.segments) and self.segments[at + 1].start <= quantity.start:
                at += 1
            if not self._is_traced(quantity, at):
                found.append(Untraced(quantity.start, quantity.end, KIND_OF_CLAIM[quantity.kind]))
            elif quantity.kind == "money" or (quantity.kind == "bare" and quantity.value > SMALL):
                self.traced_money.append((quantity, self.segments[at]))
        unique = {(claim.start, claim.end): claim for claim in sorted(found, key=lambda claim: claim.start)}
        return list(unique.values())

    # -- one claim -----------------------------------------------------------------------------------------------------

    def _is_traced(self, claim: Quantity, at: int) -> bool:
        segment = self.segments[at]
        sights, inherited = self._subject(claim, at)
        match claim.kind:
            case "money":
                return self._money(claim, segment, sights, inherited)
            case "clock":
                return self._clock(claim, sights, inherited)
            case "minutes":
                return self._duration(claim, segment, sights, inherited)
            case "date":
                return self._date(claim)
            case "month":
                return True
            case "days":
                return self._days(claim, segment)
            case "celsius" | "millimetres":
                return self._climate(claim, at)
            case "percent":
                return self._share(claim)
            case "metres":
                return self._length(claim)
            case "score":
                return any(agrees(claim, fact.value) for fact in self._about("score", sights, strict=bool(sights)))
            case _:
                return self._count(claim, segment, sights)

    def _subject(self, claim: Quantity, at: int) -> tuple[frozenset[str], bool]:
        """The sights that a claim may be about: those named nearest to it in its segment, else, inherited, the last one
        of the segment before it in the same line or in the list item above it."""
        here = [name for name in self.segments[at].names if name.sights]
        if here:
            before = [name for name in here if name.start < claim.start]
            after = [name for name in here if name.start >= claim.start]
            near = (*before[-1:], *after[:1])
            return frozenset().union(*(name.sights for name in near)), False
        line, indent = self.segments[at].line, self.segments[at].indent
        for previous in reversed(self.segments[max(0, at - 6) : at]):
            if previous.line != line and not (previous.indent < indent):
                break
            above = [name for name in previous.names if name.sights]
            if above:
                return above[-1].sights, True
        return frozenset(), False

    def _about(self, kind: Kind, sights: frozenset[str], *, strict: bool) -> Iterator[Fact]:
        """The facts of a kind that are about these sights; without `strict` also those about no sight, and all when
        there are no sights to speak of."""
        for fact in self.evidence.facts[kind]:
            if not sights or (fact.sights & sights if fact.sights else not strict):
                yield fact

    # -- money ---------------------------------------------------------------------------------------------------------

    def _money(self, claim: Quantity, segment: Segment, sights: frozenset[str], inherited: bool) -> bool:
        factors = self.factors | self._said_factors(segment)
        if sights:
            own = [f.value for f in self._about("money", sights, strict=True) if _same_currency(claim, f)]
            own += [f.value for f in self._about("bare", sights, strict=True)]
            if any(agrees(claim, v * factor) for v in own for factor in (1, *factors)):
                return True
            if self._from_the_answer(claim, segment, factors):
                return True
            if not inherited and not _AGGREGATE.search(self.text, segment.start, segment.end):
                return False
        facts = [f for f in self.evidence.facts["money"] if _same_currency(claim, f)]
        if sights:
            facts = [f for f in facts if not f.sights]
        values = [f.value for f in facts] + [f.value for f in self.evidence.facts["bare"] if not f.sights or not sights]
        if any(agrees(claim, v) for v in values):
            return True
        scaled = sorted({v * x for v in values for x in factors} | {v / x for v in values for x in factors})
        if _any_near(claim, scaled):
            return True
        return self._from_sums(claim, factors) or self._from_the_answer(claim, segment, factors)

    def _said_factors(self, segment: Segment) -> frozenset[int]:
        """Counts stated in the same sentence, by which an amount may be multiplied or divided."""
        counts = (
            int(q.value)
            for q in self.quantities
            if segment.start <= q.start < segment.end and q.kind in ("count", "days", "bare") and 2 <= q.value <= 30
        )
        return frozenset(counts)

    def _from_sums(self, claim: Quantity, factors: Iterable[int]) -> bool:
        """Sums of budget items, sums of tickets by day and in all, what is left of the user's own amount."""
        firm = _firm(claim)
        sums: set[float] = set()
        for items in self.evidence.budgets:
            sums.update(_subset_sums(items[:SUMMED]))
        sums.update(self._ticket_sums(claim))
        said = [f.value for f in self.evidence.facts["money"] if f.role == "said"]
        totals = [f.value for f in self.evidence.facts["money"] if f.role in ("total", "low", "high", "per_person_day", "amount") and not f.sights]
        sums.update(a - b for a in said for b in (*totals, *sums) if a > b)
        sums.update(abs(a - b) for a, b in combinations(totals, 2))
        daily = [f.value for f in self.evidence.facts["money"] if f.role in ("mid", "budget", "luxury", "amount", "daily")]
        sums.update(a + b for a, b in combinations(daily[:40], 2))
        if any(agrees(firm, value) for value in sums):
            return True
        return any(agrees(firm, value * x) or agrees(firm, value / x) for value in sums for x in factors)

    def _ticket_sums(self, claim: Quantity) -> Iterator[float]:
        by_day: dict[int, dict[frozenset[str], float]] = {}
        for fact in self.evidence.facts["money"]:
            if fact.role in ("amount", "price") and fact.sights and _same_currency(claim, fact):
                by_day.setdefault(fact.day, {})[fact.sights] = fact.value
        for tickets in by_day.values():
            yield sum(tickets.values())
        yield sum(sum(tickets.values()) for tickets in by_day.values())

    def _from_the_answer(self, claim: Quantity, segment: Segment, factors: Iterable[int]) -> bool:
        """Whether the claim follows from amounts that the answer itself states near it and that are traced."""
        near = [q.value for q, where in self.traced_money if segment.line - where.line <= 12]
        same = [q.value for q, where in self.traced_money if where is segment or where.line == segment.line]
        firm = _firm(claim)
        recent = near[-9:]
        candidates = {*_subset_sums(same[-8:]), *(sum(recent[-n:]) for n in range(2, len(recent) + 1))}
        candidates |= {abs(a - b) for a, b in combinations(recent, 2)} | {a + b for a, b in combinations(recent, 2)}
        candidates |= {sum(near)} if near else set()
        if any(agrees(firm, value) for value in candidates):
            return True
        return any(agrees(claim, v * x) or agrees(claim, v / x) for v in {*recent, *candidates} for x in factors)

    # -- times ---------------------------------------------------------------------------------------------------------

    def _clock(self, claim: Quantity, sights: frozenset[str], inherited: bool) -> bool:
        opening = self._is_opening(claim)
        facts = [
            fact
            for fact in self._about("clock", sights, strict=opening and not inherited)
            if not opening or fact.role in OPENING or fact.role == "said"
        ]
        days = {fact.day for fact in facts if fact.sights and fact.day}
        return any(agrees(claim, f.value) for f in facts if not (days and f.day and not f.sights) or f.day in days)

    def _is_opening(self, claim: Quantity) -> bool:
        """Whether the claim's clause speaks of opening hours."""
        start = max((m.end() for m in _CLAUSE_END.finditer(self.text, max(0, claim.start - 60), claim.start)), default=max(0, claim.start - 60))
        end = _CLAUSE_END.search(self.text, claim.end, claim.end + 40)
        return _OPENING_CUE.search(self.text, start, end.start() if end else claim.end + 40) is not None

    def _duration(self, claim: Quantity, segment: Segment, sights: frozenset[str], inherited: bool) -> bool:
        if claim.noun == "sunhours":
            return any(agrees(claim, f.value) for f in self.evidence.facts["minutes"] if f.role == "sun_hours")
        facts = [f for f in self._about("minutes", sights, strict=not inherited) if f.role != "sun_hours"]
        if any(agrees(claim, f.value) for f in facts):
            return True
        clocks = [q.value for q in self.quantities if q.kind == "clock" and segment.start <= q.start < segment.end]
        if any(agrees(claim, abs(a - b)) for a, b in combinations(clocks, 2)):
            return True
        if sights and not inherited:
            return False
        legs: dict[int, float] = {}
        for fact in self.evidence.facts["minutes"]:
            if fact.role == "minutes":
                legs[fact.day] = legs.get(fact.day, 0.0) + fact.value
        return any(agrees(claim, value) for value in legs.values())

    def _date(self, claim: Quantity) -> bool:
        """A date that was said or found, or one within the trip."""
        dates = [fact.value for fact in self.evidence.facts["date"]]
        if claim.value < 10_000:
            dates = [value % 10_000 for value in dates]
        trip = sorted(f.value % 10_000 for f in self.evidence.facts["date"] if f.day)
        within = bool(trip) and trip[0] <= claim.value % 10_000 <= trip[-1]
        return within or claim.value in dates

    # -- numbers -------------------------------------------------------------------------------------------------------

    def _days(self, claim: Quantity, segment: Segment) -> bool:
        if claim.value <= _TRIVIAL_DAYS and not claim.bound:
            return True
        rain = _RAIN.search(self.text, segment.start, segment.end) is not None
        facts = self.evidence.facts["days"]
        if rain:
            months = self._months_near(segment) or self.months
            wet = [f.value for f in facts if f.role == "rain_days" and (not months or f.month in months or not f.month)]
            if any(agrees(claim, value) for value in wet):
                return True
            facts = [f for f in facts if f.role != "rain_days"]
            if claim.noun == "days" and "rain" in self.text[claim.start : claim.end + 12].lower():
                facts = [f for f in facts if f.role == "text"]
        else:
            facts = [f for f in facts if f.role != "rain_days"]
        values = {f.value for f in facts}
        values |= {f.value for f in self.evidence.facts["count"] if f.role in ("days", "said", "quantity", "day")}
        if not (rain and claim.noun == "days"):
            values |= {value - 1 for value in values if value > 1 and claim.noun == "nights"}
            values |= {value + 1 for value in values if claim.noun == "days" and value >= 1} if _said_nights(facts) else set()
        return any(agrees(claim, value) for value in values)

    def _climate(self, claim: Quantity, at: int) -> bool:
        segment = self.segments[at]
        months = self._months_near(segment) or (self._months_near(self.segments[at - 1]) if at else set()) or self.months
        cities = frozenset().union(*(name.cities for name in segment.names)) if segment.names else frozenset()
        facts = self.evidence.facts[claim.kind]
        if len(cities) == 1:
            facts = [f for f in facts if f.city in cities or not f.city]
        if months:
            facts = [f for f in facts if f.month in months or not f.month]
        return any(agrees(claim, f.value) for f in facts)

    def _months_near(self, segment: Segment) -> set[float]:
        """The months named in a segment; those of dates too."""
        here = [q for q in self.quantities if segment.start <= q.start < segment.end]
        return {q.value for q in here if q.kind == "month"} | {q.value % 10_000 // 100 for q in here if q.kind == "date"}

    def _share(self, claim: Quantity) -> bool:
        if any(agrees(claim, f.value) for f in self.evidence.facts["percent"]):
            return True
        firm = Quantity(claim.start, claim.end, "percent", claim.value, 1.0, 1.0, claim.bound and "about")
        shares = [item / sum(items) * 100 for items in self.evidence.budgets if sum(items) for item in items]
        by_role: dict[str, list[float]] = {}
        for fact in self.evidence.facts["money"]:
            if not fact.sights and fact.value:
                by_role.setdefault(fact.role, []).append(fact.value)
        for role in ("mid", "budget", "luxury", "total"):
            pairs = combinations(by_role.get(role, [])[:12], 2)
            shares += [abs(a - b) / x * 100 for a, b in pairs for x in (a, b)]
        return any(agrees(firm, share) for share in shares)

    def _length(self, claim: Quantity) -> bool:
        facts = self.evidence.facts["metres"]
        if any(agrees(claim, f.value) for f in facts):
            return True
        legs: dict[int, float] = {}
        for fact in facts:
            if fact.role == "km":
                legs[fact.day] = legs.get(fact.day, 0.0) + fact.value
        return any(agrees(claim, value) for value in (*legs.values(), sum(legs.values())))

    def _count(self, claim: Quantity, segment: Segment, sights: frozenset[str]) -> bool:
        whole = claim.value == int(claim.value)
        if whole and claim.value <= SMALL and not _STOPS.match(claim.noun):
            return True
        if _PEOPLE.match(claim.noun) and any(agrees(claim, v) for v in self.factors):
            return True
        if whole and _STOPS.match(claim.noun):
            return any(agrees(claim, value) for value in self._stop_counts())
        facts = (f for kind in self.evidence.facts for f in self._about(kind, sights, strict=False))
        if any(agrees(claim, f.value) for f in facts):
            return True
        if claim.value <= SMALL:
            return False
        return self._money(claim, segment, frozenset(), inherited=False)

    def _stop_counts(self) -> set[float]:
        """How many there are of what the evidence or the answer lists."""
        counts = {f.value for f in self.evidence.facts["count"]}
        visits = [f.value for f in self.evidence.facts["count"] if f.role == "visits"]
        listed = sum(1 for name in self.names if name.sights)
        return {*counts, sum(visits), float(listed), 1.0, 2.0, 3.0}


def _masked(text: str, found: Iterable[Name]) -> str:
    """The text with the known places' names blanked: the numbers inside a name claim nothing."""
    for name in found:
        text = f"{text[: name.start]}{chr(0xFFFC) * (name.end - name.start)}{text[name.end :]}"
    return text


def _is_aside(quantity: Quantity) -> bool:
    return quantity.kind == "bare" and quantity.value <= SMALL and quantity.value == int(quantity.value)


def _segments(text: str, found: Sequence[Name]) -> Iterator[Segment]:
    starts = [0, *(match.end() for match in _BREAK.finditer(text))]
    line = 0
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        body = text[start:end]
        indent = len(body) - len(body.lstrip(" "))
        inside = tuple(name for name in found if start <= name.start < end)
        yield Segment(start, end, line, indent, inside)
        line += body.count("\n")


def _usual_months(evidence: Evidence) -> set[float]:
    """The months that a question about weather is about when the answer names none: those said, or those of the trip."""
    said = {f.value for f in evidence.facts["month"] if f.role == "said"}
    trip = {f.value % 10_000 // 100 for f in evidence.facts["date"] if f.day}
    return said | trip | {f.value % 10_000 // 100 for f in evidence.facts["date"] if f.role == "said"}


def _factors(evidence: Evidence) -> frozenset[int]:
    """Travellers, days, nights and their products: what an amount may be multiplied with or shared among."""
    facts = evidence.facts
    people = {int(f.value) for f in facts["count"] if f.role == "travellers" or (f.role == "said" and _PEOPLE.match(f.noun))}
    days = {int(f.value) for f in facts["days"] if f.role in ("days", "said")} | {int(f.value) for f in facts["count"] if f.role == "days"}
    nights = {value - 1 for value in days}
    shares = {p * d for p in people for d in days | nights}
    return frozenset(x for x in people | days | nights | shares if 2 <= x <= 400)


def _same_currency(claim: Quantity, fact: Fact) -> bool:
    return not claim.currencies or not fact.currency or fact.currency in claim.currencies


def _said_nights(facts: Iterable[Fact]) -> bool:
    return any(fact.role == "said" and fact.noun == "nights" for fact in facts)


def _firm(claim: Quantity) -> Quantity:
    """The claim with little leeway, for values of which there are many."""
    if claim.bound != "about" and claim.grain <= claim.unit:
        return claim
    grain = min(claim.grain, max(claim.unit, abs(claim.value) * 0.03))
    return Quantity(claim.start, claim.end, claim.kind, claim.value, claim.unit, grain, claim.bound, claim.currencies)


def _subset_sums(values: Sequence[float]) -> set[float]:
    """The sums of two or more of the values."""
    sums: set[float] = {0.0}
    for value in values:
        sums |= {total + value for total in sums}
    return sums - {0.0, *values}


def _any_near(claim: Quantity, values: Sequence[float]) -> bool:
    """`agrees` for sorted values."""
    span = max(claim.unit, claim.grain, abs(claim.value) * 0.11)
    at = bisect_left(values, claim.value - span)
    while at < len(values) and values[at] <= claim.value + span:
        if agrees(claim, values[at]):
            return True
        at += 1
    return False
