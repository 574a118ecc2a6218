"""Whether an amount of money stems from the evidence: as a fact, or as what follows from facts.

A ticket's price that stands beside a sight's name is held against that sight alone. Any other amount may be a fact of
the trip or the city, a rate times the days and travellers, a total shared by them, a sum of parts or a difference.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from typing import Final

from travelagent.assistant.grounding.agreement import agrees, exact
from travelagent.assistant.grounding.answer import Answer, Segment, Subject
from travelagent.assistant.grounding.arithmetic import differences, parts, runs, shares, subset_sums, tails
from travelagent.assistant.grounding.evidence import Evidence, Fact
from travelagent.assistant.grounding.lexicon import cue
from travelagent.assistant.grounding.quantity import Quantity

AMOUNT: Final = 100
"""What the user says without a currency is money from here on."""
NEAR_LINES: Final = 12
SUMMED: Final = 5
"""Of more amounts in a line than this, only neighbours are summed."""
RECENT: Final = 6
"""So many amounts of an answer are put together or compared at most."""
RATES: Final = frozenset({"lodging", "meals", "daily", "transit_day", "unit_price", "per_person_day"})
SUMS: Final = frozenset({"total", "low", "high", "amount", "said"})


class Money:
    """The money of the evidence, to be asked about the amounts of an answer."""

    def __init__(self, answer: Answer, evidence: Evidence) -> None:
        self.answer, self.evidence = answer, evidence
        self.facts = evidence.facts["money"]
        self.people, self.counts = counts_of(evidence)
        self.stated: list[tuple[Quantity, Segment]] = []
        self.results: list[tuple[Quantity, Segment]] = []

    def keep(self, amount: Quantity, segment: Segment) -> None:
        """Remember a traced amount for sums: of `2 × €18` and of `55×3=165` the product."""
        text = self.answer.text
        before = cue("times_before").search(text, max(0, amount.start - 8), amount.start)
        after = cue("times_after").match(text, amount.end)
        factor = before or after
        times = int(factor[1]) if factor else 1
        if cue("equals").search(text, max(0, amount.start - 3), amount.start) and self.stated:
            self.results.append((amount, segment))
            return
        self.stated.append((replace(amount, value=amount.value * times), segment))

    def states(self, claim: Quantity, subject: Subject) -> bool:
        """Whether the evidence itself states the amount, or what it comes to for the trip."""
        segment = self.answer.segment_of(claim.start)
        own = [*self._own(claim, subject.sights)]
        if own:
            counts = (1, *self.people, *self.answer.stated(segment))
            if any(agrees(claim, value * count) for value in own for count in counts):
                return True
            if subject.tight:
                return False
            if self._of_named_places(claim, segment):
                return True
            if not subject.inherited and not self.answer.says(cue("aggregate"), segment):
                return False
        facts = (
            self._of_no_sight(claim, segment) if own else [*self._of_no_sight(claim, segment), *self._tickets(claim)]
        )
        if any(agrees(claim, fact.value) for fact in facts):
            return True
        if any(agrees(claim, fact.value) for fact in self.evidence.facts["bare"] if not fact.sights or not own):
            return True
        return self._comes_to(claim, segment, facts) or self._of_named_places(claim, segment)

    def follows(self, claim: Quantity, subject: Subject) -> bool:
        """Whether the amount follows from traced ones that the answer states around it."""
        if subject.tight and [*self._own(claim, subject.sights)]:
            return False
        segment = self.answer.segment_of(claim.start)
        firm = exact(claim)
        here = [q.value for q, where in self.stated if where.line == segment.line]
        before, after = self._around(claim, segment)
        sums = runs(here) | tails(before) | tails(after[::-1]) | tails(before[::-1])
        if len(here) <= SUMMED:
            sums |= subset_sums(here)
        apart = differences(here)
        if self.answer.says(cue("difference"), segment):
            apart |= differences([*before[-RECENT:], *after[:2]])
        if self.answer.says(cue("average"), segment):
            sums |= {sum(before[-count:]) / count for count in range(2, len(before) + 1)}
        if any(agrees(firm, value) for value in sums | apart):
            return True
        stated = self.answer.stated(segment)
        if not any(self.answer.says(cue, segment) for cue in (cue("aggregate"), cue("sum"), cue("difference"))):
            return any(agrees(firm, value * count) for value in here for count in stated)
        results = {q.value for q, where in self.results if where.line == segment.line and q.start < claim.start}
        operands = {*before[-3:], *results}
        return any(agrees(firm, value) for value in shares(operands, self.people | stated))

    def _around(self, claim: Quantity, segment: Segment) -> tuple[list[float], list[float]]:
        """The traced amounts of the lines around a claim, those before it and those behind it."""
        near = sorted(
            (q for q, where in self.stated if -NEAR_LINES <= where.line - segment.line <= NEAR_LINES),
            key=lambda q: q.start,
        )
        before = [q.value for q in near if q.start < claim.start]
        return before, [q.value for q in near if q.start > claim.start]

    # -- facts ---------------------------------------------------------------------------------------------------------

    def _own(self, claim: Quantity, sights: frozenset[str]) -> Iterator[float]:
        """What these sights cost, in the claim's currency, and the bare numbers said of them."""
        if not sights:
            return
        for fact in (*self.facts, *self.evidence.facts["bare"]):
            if fact.sights & sights and _same_currency(claim, fact):
                yield fact.value

    def _of_no_sight(self, claim: Quantity, segment: Segment) -> list[Fact]:
        """The amounts that are no sight's: of the one city that the segment names, else of all."""
        cities = self.answer.cities(segment)
        facts = [fact for fact in self.facts if not fact.sights and _same_currency(claim, fact)]
        if len(cities) != 1 or not any(fact.city in cities for fact in facts):
            return facts
        return [fact for fact in facts if not fact.city or fact.city in cities]

    def _tickets(self, claim: Quantity) -> list[Fact]:
        return [fact for fact in self.facts if fact.sights and _same_currency(claim, fact)]

    def _comes_to(self, claim: Quantity, segment: Segment, facts: Sequence[Fact]) -> bool:
        """Rates times days and travellers, sums shared by them, parts of a budget, tickets, what is left over."""
        firm, stated = exact(claim), self.answer.stated(segment)
        counts = self.counts | stated | {a * b for a, b in combinations(self.people | stated, 2)}
        if any(agrees(firm, value * count) for value in self._said_amounts for count in (1, *counts)):
            return True
        if any(agrees(firm, f.value * count) for f in facts if _is_a_rate(f) for count in counts):
            return True
        if any(agrees(firm, f.value / count) for f in facts if _is_a_sum(f) for count in counts):
            return True
        sums = self._sums | {value * count for value in self._ticket_sums(claim) for count in (1, *self.people)}
        sums |= _left_over(facts)
        if self.answer.says(cue("difference"), segment):
            sums |= _between(facts)
        if self.answer.says(cue("average"), segment):
            sums |= _averages(facts)
        if self.answer.says(cue("sum"), segment):
            sums |= _stays(facts, self.answer.stated(segment))
        return any(agrees(firm, value) for value in sums)

    @cached_property
    def _said_amounts(self) -> list[float]:
        """What the user said without a currency and may have meant as money."""
        facts = (*self.evidence.facts["bare"], *self.evidence.facts["count"])
        return [fact.value for fact in facts if fact.role == "said" and fact.value >= AMOUNT]

    @cached_property
    def _sums(self) -> set[float]:
        totals = {fact.value for fact in self.facts if fact.role == "total"}
        return {value for items in self.evidence.budgets for value in parts(items)} | differences(totals)

    def _ticket_sums(self, claim: Quantity) -> Iterator[float]:
        """The tickets of each day, and of all days."""
        by_day: dict[int, dict[frozenset[str], float]] = {}
        for fact in self.facts:
            if fact.role == "amount" and fact.sights and fact.day and _same_currency(claim, fact):
                by_day.setdefault(fact.day, {})[fact.sights] = fact.value
        for tickets in by_day.values():
            yield sum(tickets.values())
        yield sum(sum(tickets.values()) for tickets in by_day.values())

    def _of_named_places(self, claim: Quantity, segment: Segment) -> bool:
        """Whether it is what the sights, or a day in the cities, named in the same line cost together."""
        if not (self.answer.says(cue("sum"), segment) or self.answer.says(cue("tickets"), segment)):
            return False
        line = [name for part in self.answer.line(segment) for name in part.names]
        counts = (1, *self.people, *self.answer.stated(segment))
        for places in ((name.sights for name in line), (name.cities for name in line)):
            named = dict.fromkeys(place for some in places for place in some)
            prices = [price for place in named if (price := self._prices.get(place))]
            if any(agrees(exact(claim), total * n) for total in subset_sums(prices) for n in counts):
                return True
        return False

    @cached_property
    def _prices(self) -> dict[str, float]:
        """The ticket of every sight that has one, and a mid-range day in every city."""
        prices: dict[str, float] = {}
        for fact in self.facts:
            if fact.role in ("amount", "price") and fact.sights:
                prices.update(dict.fromkeys(fact.sights, fact.value))
            elif fact.role == "daily" and fact.city:
                prices.setdefault(fact.city, fact.value)
        return prices


def counts_of(evidence: Evidence) -> tuple[frozenset[int], frozenset[int]]:
    """How many travel; and with them days, nights and their products: what amounts are multiplied with or shared by."""
    counted, days_said = evidence.facts["count"], evidence.facts["days"]
    people = {int(f.value) for f in counted if f.role == "travellers" or (f.role == "said" and f.noun == "people")}
    days = {int(f.value) for f in (*counted, *days_said) if f.role == "days" or (f.role == "said" and f.kind == "days")}
    counts = people | days | {value - 1 for value in days} | {p * d for p in people for d in days}
    return frozenset(n for n in people if n > 1), frozenset(n for n in counts if 2 <= n <= 400)


def _is_a_rate(fact: Fact) -> bool:
    """Whether an amount is one of several alike: a night, a day, a person's ticket."""
    return fact.role in RATES or fact.role == "said" or bool(fact.sights)


def _is_a_sum(fact: Fact) -> bool:
    return fact.role in SUMS and not fact.sights


def _left_over(facts: Sequence[Fact]) -> set[float]:
    """What is left of the user's own amounts."""
    said = [fact.value for fact in facts if fact.role == "said"]
    return {limit - fact.value for limit in said for fact in facts if fact.role in RATES | SUMS - {"said"}}


def _between(facts: Sequence[Fact]) -> set[float]:
    """What the same thing costs more in another city or of another class."""
    rates = [fact for fact in facts if fact.role in RATES][:60]
    return {abs(a.value - b.value) for a, b in combinations(rates, 2) if a.role == b.role}


def _averages(facts: Sequence[Fact]) -> set[float]:
    """What the cities' days cost on average."""
    days = {fact.city: fact.value for fact in facts if fact.role == "daily" and fact.city}
    return {sum(days.values()) / len(days)} if days else set()


def _stays(facts: Sequence[Fact], stated: frozenset[int]) -> set[float]:
    """What so many days in one city and so many in another cost together."""
    days = [fact for fact in facts if fact.role == "daily" and fact.city][:12]
    pairs = [(a.value, b.value) for a, b in combinations(days, 2) if a.city != b.city]
    counts = {*stated, *(abs(m - n) for m, n in combinations(stated, 2))}
    return {a * m + b * n for a, b in pairs for m in counts for n in counts}


def _same_currency(claim: Quantity, fact: Fact) -> bool:
    return not claim.currencies or not fact.currency or fact.currency in claim.currencies
