"""Tracing the claims of an answer to the evidence.

A claim is a place that is named, or a quantity. A quantity is traced when a fact of its kind agrees with it within what
its wording allows (`about 3 hours`, 不到7000元, a range), or when it follows from facts: a price times the travellers,
a total divided by the days, a sum of items, a difference, a share. Where a sentence speaks of a sight, only that
sight's facts count: another sight's ticket price makes no truth of this one's.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final, Literal, TypeAlias

from travelagent.assistant.grounding import cues
from travelagent.assistant.grounding.agreement import agrees, exact
from travelagent.assistant.grounding.evidence import OPENING, Evidence, Fact
from travelagent.assistant.grounding.names import KnownPlaces, Name, names
from travelagent.assistant.grounding.quantities import Kind, Quantity, quantities
from travelagent.catalog.labels import SEASON_MONTHS

ClaimKind: TypeAlias = Literal["place", "price", "time", "number"]

KIND_OF_CLAIM: Final[dict[Kind, ClaimKind]] = {
    "clock": "time", "date": "time", "month": "time", "money": "price", "minutes": "time", "days": "number",
    "metres": "number", "celsius": "number", "millimetres": "number", "percent": "number", "score": "number",
    "count": "number", "bare": "number",
}  # fmt: skip
SMALL: Final = 12
"""A bare number up to this one counts something in the answer itself."""
SUMMED: Final = 8
NEAR_LINES: Final = 12
AMOUNT: Final = 100
CLAUSE_CHARS: Final = 60


@dataclass(frozen=True, slots=True)
class Untraced:
    """`text[start:end]` claims what no evidence supports."""

    start: int
    end: int
    kind: ClaimKind


def untraced(text: str, evidence: Evidence) -> list[Untraced]:
    """The claims of an answer that cannot be traced, in order."""
    return _Tracer(text, evidence).run()


@dataclass(frozen=True, slots=True)
class Segment:
    """A sentence, a table's row or a list item: what is said in one breath, and which names stand in it."""

    start: int
    end: int
    line: int
    indent: int
    names: tuple[Name, ...]


class _Tracer:
    def __init__(self, text: str, evidence: Evidence) -> None:
        self.text, self.evidence = text, evidence
        self.places = KnownPlaces(evidence)
        self.names = names(text, self.places)
        self.examples = [match.span() for match in cues.EXAMPLE.finditer(text)]
        self.names = [name for name in self.names if not self._is_example(name.start)]
        read = (q for q in quantities(text) if not _is_aside(q) and not self._is_example(q.start))
        self.quantities = [
            q for q in read if not any(name.start <= q.start and q.end <= name.end for name in self.names)
        ]
        self.segments = list(_segments(text, self.names))
        self.starts = [segment.start for segment in self.segments]
        self.stated = self._stated_by_line()
        self.leading = _leading(self.segments)
        self.months = _usual_months(evidence)
        self.people, self.counts = _counts(evidence)
        self.prices = _prices(evidence)
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
                self._keep(quantity, self.segments[at])
        unique = {(claim.start, claim.end): claim for claim in sorted(found, key=lambda claim: claim.start)}
        return list(unique.values())

    def _is_example(self, at: int) -> bool:
        return any(start <= at < end for start, end in self.examples)

    def _keep(self, amount: Quantity, segment: Segment) -> None:
        """Remember a traced amount for sums: of `2 × €18` and of `55×3=165` the product."""
        before = cues.TIMES_BEFORE.search(self.text, max(0, amount.start - 8), amount.start)
        after = cues.TIMES_AFTER.match(self.text, amount.end)
        times = int((before or after)[1]) if before or after else 1  # type: ignore[index]  # one of them is there
        if cues.EQUALS.search(self.text, max(0, amount.start - 3), amount.start) and self.traced_money:
            return
        self.traced_money.append((replace(amount, value=amount.value * times), segment))

    # -- one claim -----------------------------------------------------------------------------------------------------

    def _is_traced(self, claim: Quantity, at: int) -> bool:
        segment = self.segments[at]
        sights, inherited = self._subject(claim, at)
        match claim.kind:
            case "money":
                return self._money(claim, segment, sights, inherited)
            case "clock":
                lasting = replace(claim, kind="minutes", unit=10.0) if claim.noun == "h" else None
                return self._clock(claim, sights, inherited) or (
                    lasting is not None and self._duration(lasting, segment, sights, inherited)
                )
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
                return self._share(claim, segment)
            case "metres":
                return self._length(claim)
            case "score":
                return any(agrees(claim, fact.value) for fact in self._about("score", sights, strict=bool(sights)))
            case _:
                return self._count(claim, segment, sights)

    def _subject(self, claim: Quantity, at: int) -> tuple[frozenset[str], bool]:
        """The sights that a claim may be about: those named nearest to it in its segment and the first one of its line,
        else, inherited, the last one of the segment before it in the same line or in the list item above it."""
        here = [name for name in self.segments[at].names if name.sights]
        if here:
            before = [name for name in here if name.start < claim.start]
            after = [
                n for n in here if n.start >= claim.start and not cues.PARTED.search(self.text, claim.end, n.start)
            ]
            near = [*before[-1:], *after[:1]]
            if not near:
                return frozenset(), False
            near.append(self.leading[self.segments[at].line])
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
        stated = self._stated(segment)
        if sights:
            own = [f.value for f in self._about("money", sights, strict=True) if _same_currency(claim, f)]
            own += [f.value for f in self._about("bare", sights, strict=True)]
            if any(agrees(claim, value * count) for value in own for count in (1, *self.people, *stated)):
                return True
            if self._of_named_places(claim, segment, stated) or self._follows(claim, segment, stated):
                return True
            if not inherited and not cues.AGGREGATE.search(self.text, segment.start, segment.end):
                return False
        facts = [f for f in self.evidence.facts["money"] if _same_currency(claim, f) and not (sights and f.sights)]
        if any(agrees(claim, fact.value) for fact in facts):
            return True
        if any(agrees(claim, f.value) for f in self.evidence.facts["bare"] if not f.sights or not sights):
            return True
        counts, firm = self.counts | stated | _products(self.people | stated), exact(claim)
        if sights:
            facts = [f for f in facts if f.role != "said"]
        if any(agrees(firm, value * count) for value in self._said_amounts() for count in (1, *counts)):
            return True
        if any(agrees(firm, f.value * count) for f in facts if _is_a_rate(f) for count in counts):
            return True
        if any(agrees(firm, f.value / count) for f in facts if _is_a_sum(f) for count in counts):
            return True
        if self._of_named_places(claim, segment, stated) or self._follows(claim, segment, stated):
            return True
        compared = cues.DIFFERENCE.search(self.text, segment.start, segment.end) is not None
        return self._of_sums(claim, facts) or (compared and self._between_cities(claim, facts))

    def _said_amounts(self) -> list[float]:
        """What the user said without a currency and may have meant as money."""
        facts = (*self.evidence.facts["bare"], *self.evidence.facts["count"])
        return [fact.value for fact in facts if fact.role == "said" and fact.value >= AMOUNT]

    def _stated(self, segment: Segment) -> frozenset[int]:
        """Counts in the same paragraph, by which an amount may be multiplied or shared."""
        return frozenset(self.stated.get(segment.line, ()))

    def _stated_by_line(self) -> dict[int, set[int]]:
        stated: dict[int, set[int]] = {}
        for quantity in self.quantities:
            if quantity.kind in ("count", "days") and 2 <= quantity.value <= 30:
                stated.setdefault(self._line_of(quantity), set()).add(int(quantity.value))
        return stated

    def _line_of(self, quantity: Quantity) -> int:
        return self.segments[bisect_right(self.starts, quantity.start) - 1].line

    def _of_named_places(self, claim: Quantity, segment: Segment, stated: frozenset[int]) -> bool:
        """Whether it is what the sights, or a day in the cities, named in the same line cost together."""
        if not cues.SUM.search(self.text, segment.start, segment.end):
            return False
        line = [name for other in self.segments if other.line == segment.line for name in other.names]
        for places in ((name.sights for name in line), (name.cities for name in line)):
            named = dict.fromkeys(place for some in places for place in some)
            prices = [price for place in named if (price := self.prices.get(place))]
            totals = _subset_sums(prices[:SUMMED])
            if any(agrees(exact(claim), total * n) for total in totals for n in (1, *self.people, *stated)):
                return True
        return False

    def _between_cities(self, claim: Quantity, facts: Sequence[Fact]) -> bool:
        """What the same thing costs more in one city than in another."""
        daily = [fact for fact in facts if fact.role in _DAILY]
        pairs = ((a, b) for a, b in combinations(daily[:60], 2) if a.role == b.role and a.city != b.city)
        return any(agrees(exact(claim), abs(a.value - b.value)) for a, b in pairs)

    def _of_sums(self, claim: Quantity, facts: Sequence[Fact]) -> bool:
        """Tickets of a day or of all days, parts of a budget, what is left of the user's own amount."""
        firm = exact(claim)
        tickets = list(self._ticket_sums(claim))
        sums = {value for items in self.evidence.budgets for value in _parts(items)}
        sums |= {value * count for value in tickets for count in (1, *self.people)}
        said = [f.value for f in facts if f.role == "said"]
        sums |= {
            limit - f.value for limit in said for f in facts if f.role in _DAILY | {"total", "low", "high", "amount"}
        }
        totals = {f.value for f in facts if f.role == "total"}
        sums |= {abs(a - b) for a, b in combinations(totals, 2)}
        return any(agrees(firm, value) for value in sums)

    def _ticket_sums(self, claim: Quantity) -> Iterator[float]:
        by_day: dict[int, dict[frozenset[str], float]] = {}
        for fact in self.evidence.facts["money"]:
            if fact.role == "amount" and fact.sights and fact.day and _same_currency(claim, fact):
                by_day.setdefault(fact.day, {})[fact.sights] = fact.value
        for tickets in by_day.values():
            yield sum(tickets.values())
        yield sum(sum(tickets.values()) for tickets in by_day.values())

    def _follows(self, claim: Quantity, segment: Segment, stated: frozenset[int]) -> bool:
        """Whether the claim follows from traced amounts that the answer itself states before it."""
        near = [q.value for q, where in self.traced_money if segment.line - where.line <= NEAR_LINES]
        line = [q.value for q, where in self.traced_money if where.line == segment.line]
        firm, last = exact(claim), near[-3:]
        sums = _runs(line[-8:]) | {sum(near[-count:]) for count in range(2, len(near) + 1)}
        differences = {abs(a - b) for a, b in combinations(last, 2)}
        if not cues.DIFFERENCE.search(self.text, segment.start, segment.end):
            differences.clear()
        if any(agrees(firm, value) for value in sums | differences):
            return True
        counts = self.people | stated
        if not (
            cues.AGGREGATE.search(self.text, segment.start, segment.end)
            or cues.SUM.search(self.text, segment.start, segment.end)
        ):
            return False
        return any(agrees(firm, v * n) or agrees(firm, v / n) for v in {*last, *sums} for n in counts)

    # -- times ---------------------------------------------------------------------------------------------------------

    def _clock(self, claim: Quantity, sights: frozenset[str], inherited: bool) -> bool:
        opening = self._has_cue(claim, cues.OPENING_CUE)
        if not opening and (inherited or self._tells_of_something_else(claim)):
            sights = frozenset()
        facts = [
            fact
            for fact in self._about("clock", sights, strict=opening)
            if not opening or fact.role in OPENING or fact.role == "said"
        ]
        if not opening and self._has_cue(claim, cues.MEAL) and any(fact.role == "meal" for fact in facts):
            facts = [fact for fact in facts if fact.role in ("meal", "text", "said")]
        days = {fact.day for fact in facts if fact.sights and fact.day} if sights else set()
        return any(agrees(claim, f.value) for f in facts if not (days and f.day and not f.sights) or f.day in days)

    def _clause(self, claim: Quantity) -> tuple[int, int]:
        """The span between the marks around a claim."""
        start = max(0, claim.start - CLAUSE_CHARS)
        for match in cues.CLAUSE_END.finditer(self.text, start, claim.start):
            start = match.end()
        end = cues.CLAUSE_END.search(self.text, claim.end, claim.end + CLAUSE_CHARS)
        return start, end.start() if end else min(len(self.text), claim.end + CLAUSE_CHARS)

    def _tells_of_something_else(self, claim: Quantity) -> bool:
        """Whether the claim's clause has words of its own but names no sight: 13:30坐竹筏, `dinner 6:15`."""
        start, end = self._clause(claim)
        if any(name.sights and start <= name.start < end for name in self.names):
            return False
        rest = self.text[start : claim.start] + self.text[claim.end : end]
        return len(cues.WORDS.sub("", rest)) >= 2

    def _has_cue(self, claim: Quantity, cue: re.Pattern[str]) -> bool:
        return cue.search(self.text, *self._clause(claim)) is not None

    def _duration(self, claim: Quantity, segment: Segment, sights: frozenset[str], inherited: bool) -> bool:
        if claim.noun == "sunhours":
            return any(agrees(claim, f.value) for f in self.evidence.facts["minutes"] if f.role == "sun_hours")
        about = frozenset() if inherited else sights
        facts = [f for f in self._about("minutes", about, strict=False) if f.role != "sun_hours"]
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
        if claim.value <= 1 and not (claim.bound and cues.RAIN.search(self.text, segment.start, segment.end)):
            return True
        rain = cues.RAIN.search(self.text, segment.start, segment.end) is not None
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
            values |= (
                {value + 1 for value in values if claim.noun == "days" and value >= 1} if _said_nights(facts) else set()
            )
        return any(agrees(claim, value) for value in values)

    def _climate(self, claim: Quantity, at: int) -> bool:
        segment = self.segments[at]
        months = (
            self._months_near(segment) or (self._months_near(self.segments[at - 1]) if at else set()) or self.months
        )
        cities = frozenset().union(*(name.cities for name in segment.names)) if segment.names else frozenset()
        facts = self.evidence.facts[claim.kind]
        if len(cities) == 1:
            facts = [f for f in facts if f.city in cities or not f.city]
        if months:
            facts = [f for f in facts if f.month in months or not f.month]
        return any(agrees(claim, f.value) for f in facts)

    def _months_near(self, segment: Segment) -> set[float]:
        """The months named in a segment, by themselves, by a date or by a season."""
        here = [q for q in self.quantities if segment.start <= q.start < segment.end]
        seasons = {season.group().lower() for season in cues.SEASON.finditer(self.text, segment.start, segment.end)}
        months = {float(month) for season in seasons for month in SEASON_MONTHS[cues.SEASONS[season]]}
        return (
            months
            | {q.value for q in here if q.kind == "month"}
            | {q.value % 10_000 // 100 for q in here if q.kind == "date"}
        )

    def _share(self, claim: Quantity, segment: Segment) -> bool:
        if any(agrees(claim, f.value) for f in self.evidence.facts["percent"]):
            return True
        firm = claim if claim.noun == "tenths" else replace(claim, grain=1.0)
        shares = [item / sum(items) * 100 for items in self.evidence.budgets if sum(items) for item in items]
        by_role: dict[str, list[float]] = {}
        for fact in self.evidence.facts["money"]:
            if not fact.sights and fact.value:
                by_role.setdefault(fact.role, []).append(fact.value)
        compared = cues.DIFFERENCE.search(self.text, segment.start, segment.end) is not None
        totals = [f for f in self.evidence.facts["money"] if f.role in ("total", "low", "high") and not f.sights]
        spans = [fact.value for fact in totals] if compared else []
        shares += [abs(a - b) / x * 100 for a, b in combinations(spans[-12:], 2) for x in (a, b) if x]
        for role in ("daily", "lodging", "meals", "total"):
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
        if whole and claim.value <= SMALL and not cues.STOPS.match(claim.noun):
            return True
        if cues.PEOPLE.match(claim.noun) and any(agrees(claim, v) for v in self.people):
            return True
        if whole and cues.STOPS.match(claim.noun):
            return any(agrees(claim, value) for value in self._stop_counts(claim, segment))
        facts = (f for kind in self.evidence.facts for f in self._about(kind, sights, strict=False))
        if any(agrees(claim, f.value) for f in facts):
            return True
        money = claim.kind == "bare" and claim.value > SMALL
        return money and self._money(claim, segment, frozenset(), inherited=False)

    def _stop_counts(self, claim: Quantity, segment: Segment) -> set[float]:
        """How many there are of what the evidence lists, or of what the answer names beside it."""
        counts = {f.value for f in self.evidence.facts["count"]}
        names = (name for other in self.segments if other.line == segment.line for name in other.names)
        line = [name.start for name in names if name.sights]
        before = sum(start < claim.start for start in line)
        named = sum(1 for name in self.names if name.sights)
        return {*counts, *map(float, (before, len(line) - before, len(line), named)), 1.0}


def _is_aside(quantity: Quantity) -> bool:
    return quantity.kind == "bare" and quantity.value <= SMALL and quantity.value == int(quantity.value)


def _segments(text: str, found: Sequence[Name]) -> Iterator[Segment]:
    starts = [0, *(match.end() for match in cues.BREAK.finditer(text))]
    line = 0
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        body = text[start:end]
        indent = len(body) - len(body.lstrip(" "))
        inside = tuple(name for name in found if start <= name.start < end)
        yield Segment(start, end, line, indent, inside)
        line += body.count("\n")


def _leading(segments: Iterable[Segment]) -> dict[int, Name]:
    """The first sight that each line names: what a table's row or a list's item is about."""
    leading: dict[int, Name] = {}
    for segment in segments:
        for name in segment.names:
            if name.sights:
                leading.setdefault(segment.line, name)
    return leading


def _usual_months(evidence: Evidence) -> set[float]:
    """The months that an answer about weather is about when it names none: those said, or those of the trip."""
    said = {f.value for f in evidence.facts["month"] if f.role == "said"}
    trip = {f.value % 10_000 // 100 for f in evidence.facts["date"] if f.day}
    return said | trip | {f.value % 10_000 // 100 for f in evidence.facts["date"] if f.role == "said"}


def _counts(evidence: Evidence) -> tuple[frozenset[int], frozenset[int]]:
    """How many travel; and with them days, nights and their products: what amounts are multiplied with or shared by."""
    counted, days_said = evidence.facts["count"], evidence.facts["days"]
    people = {
        int(f.value) for f in counted if f.role == "travellers" or (f.role == "said" and cues.PEOPLE.match(f.noun))
    }
    days = {int(f.value) for f in (*counted, *days_said) if f.role == "days" or (f.role == "said" and f.kind == "days")}
    counts = people | days | {value - 1 for value in days} | {p * d for p in people for d in days}
    return frozenset(n for n in people if n > 1), frozenset(n for n in counts if 2 <= n <= 400)


def _products(counts: frozenset[int]) -> frozenset[int]:
    """Two of the counts multiplied: three days for two."""
    return frozenset(a * b for a, b in combinations(counts, 2))


def _prices(evidence: Evidence) -> dict[str, float]:
    """The ticket of every sight that has one, and a mid-range day in every city."""
    prices: dict[str, float] = {}
    for fact in evidence.facts["money"]:
        if fact.role in ("amount", "price") and fact.sights:
            prices.update(dict.fromkeys(fact.sights, fact.value))
        elif fact.role == "daily" and fact.city:
            prices.setdefault(fact.city, fact.value)
    return prices


_DAILY: Final = frozenset({"lodging", "meals", "daily", "transit_day", "unit_price", "per_person_day"})


def _is_a_rate(fact: Fact) -> bool:
    """Whether an amount is one of several alike: a night, a day, a person's ticket."""
    return fact.role in _DAILY or fact.role == "said" or bool(fact.sights)


def _is_a_sum(fact: Fact) -> bool:
    return fact.role in ("total", "low", "high", "amount", "said") and not fact.sights


def _parts(items: Sequence[float]) -> set[float]:
    """Two items of a budget together, and all without one or two of them."""
    pairs = {a + b for a, b in combinations(items, 2)}
    return pairs | {sum(items) - part for part in (*items, *pairs)}


def _same_currency(claim: Quantity, fact: Fact) -> bool:
    return not claim.currencies or not fact.currency or fact.currency in claim.currencies


def _said_nights(facts: Iterable[Fact]) -> bool:
    return any(fact.role == "said" and fact.noun == "nights" for fact in facts)


def _runs(values: Sequence[float]) -> set[float]:
    """The sums of two or more values that stand beside each other."""
    return {sum(values[a:b]) for a in range(len(values)) for b in range(a + 2, len(values) + 1)}


def _subset_sums(values: Sequence[float]) -> set[float]:
    """The sums of two or more of the values."""
    sums: set[float] = {0.0}
    for value in values:
        sums |= {total + value for total in sums}
    return sums - {0.0, *values}
