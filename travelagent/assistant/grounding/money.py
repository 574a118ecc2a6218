"""Whether an amount of money stems from the evidence: as a fact, or as what follows from facts.

A price right beside a sight's name is held against that sight alone; any other may be a fact, a rate times the days and
travellers, a total shared by them, a sum of parts or a difference.
"""

from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import Final

from travelagent.assistant.grounding.arithmetic import (
    differences,
    exact,
    is_among,
    parts,
    runs,
    shares,
    subset_sums,
    tails,
)
from travelagent.assistant.grounding.evidence import Evidence, Fact
from travelagent.assistant.grounding.layout import Answer, Segment, Subject
from travelagent.assistant.grounding.lexicon import cue
from travelagent.assistant.quantities.values import Quantity

AMOUNT: Final = 100  # the user's numbers without a currency are money from here on
NEAR_LINES: Final = 12
NEAR_AMOUNTS: Final = 16
SUMMED: Final = 5  # of more amounts in a line than this, only neighbours are summed
RECENT: Final = 6  # so many amounts of an answer are put together or compared at most
MOST_RATES: Final = 60
MOST_COUNT: Final = 400
RATES: Final = frozenset({"lodging", "meals", "daily", "transit_day", "unit_price", "per_person_day"})
SUMS: Final = frozenset({"total", "low", "high", "amount", "said"})


class Money:
    """The money of the evidence, to be asked about the amounts of an answer."""

    def __init__(self, answer: Answer, evidence: Evidence) -> None:
        self.answer, self.evidence = answer, evidence
        self.people, self.counts = counts_of(evidence)
        self._facts = (*evidence.facts["money"], *evidence.facts["bare"])
        self._stated: list[tuple[int, int, float]] = []

    def keep(self, amount: Quantity, segment: Segment) -> None:
        """Remember a backed amount for sums: of `2 × €18` the product."""
        before = cue("times_before").search(self.answer.text, max(0, amount.start - 8), amount.start)
        factor = before or cue("times_after").match(self.answer.text, amount.end)
        insort(self._stated, (amount.start, segment.line, amount.value * (int(factor[1]) if factor else 1)))

    def is_stated(self, claim: Quantity, segment: Segment, subject: Subject) -> bool:
        """Return whether the evidence itself states the amount, or what it comes to for the trip."""
        facts = [fact for fact in self._facts if _same_currency(claim, fact)]
        own = [fact.value for fact in facts if fact.sights & subject.sights]
        counts = {1, *self.people, *self.answer.counts(segment)}
        if is_among(claim, shares(own, counts, divided=False)):
            return True
        if own and subject.tight:
            return False
        if self._is_of_named_places(claim, segment, counts):
            return True
        if own and not subject.inherited and not self.answer.has_cue("aggregate", segment):
            return False
        cities = self.answer.cities(segment)
        general = [fact for fact in facts if not (fact.sights and own)]
        if len(cities) == 1 and any(fact.city in cities for fact in general if not fact.sights):
            general = [f for f in general if f.sights or not f.city or f.city in cities or f.kind == "bare"]
        money = [fact for fact in general if fact.kind == "money"]
        return is_among(claim, (f.value for f in general)) or is_among(exact(claim), self._derived(segment, money))

    def follows(self, claim: Quantity, segment: Segment, subject: Subject) -> bool:
        """Return whether the amount follows from backed ones that the answer states around it."""
        if subject.tight and any(f.sights & subject.sights and _same_currency(claim, f) for f in self._facts):
            return False
        at = bisect_left(self._stated, (claim.start,))
        near = self._stated[max(0, at - NEAR_AMOUNTS) : at + NEAR_AMOUNTS]
        near = [row for row in near if abs(row[1] - segment.line) <= NEAR_LINES]
        before = [value for start, _, value in near if start < claim.start]
        after = [value for start, _, value in near if start > claim.start]
        here = [value for _, line, value in near if line == segment.line]
        counts = self.answer.counts(segment)
        values = runs(here) | tails(before) | tails(after[::-1]) | tails(before[::-1]) | differences(here)
        if len(here) <= SUMMED:
            values |= subset_sums(here)
        if self.answer.has_cue("difference", segment):
            values |= differences([*before[-RECENT:], *after[:2]])
        if self.answer.has_cue("average", segment):
            values |= {sum(before[-count:]) / count for count in range(2, len(before) + 1)}
        if any(self.answer.has_cue(name, segment) for name in ("aggregate", "sum", "difference")):
            values |= shares(before[-3:], self.people | counts)
        return is_among(exact(claim), values | shares(here, counts, divided=False))

    def _derived(self, segment: Segment, facts: Sequence[Fact]) -> Iterator[float]:
        """Return what facts come to: rates times days and travellers, sums shared by them, parts of a budget, tickets,
        what is left over, and the differences, averages or sums that the segment speaks of."""
        stated = self.answer.counts(segment)
        counts = self.counts | stated | {a * b for a, b in combinations(self.people | stated, 2)}
        rates = [fact for fact in facts if fact.role in RATES]
        limits = [fact.value for fact in facts if fact.role == "said"]
        yield from (value * count for value in self._traveller_amounts for count in (1, *counts))
        yield from (f.value * n for f in facts if f.role in RATES or f.role == "said" or f.sights for n in counts)
        yield from (f.value / n for f in facts if f.role in SUMS and not f.sights for n in counts)
        yield from (limit - f.value for limit in limits for f in facts if f.role in RATES | SUMS - {"said"})
        yield from self._sums
        days = {fact.city: fact.value for fact in rates if fact.role == "daily" and fact.city}
        if self.answer.has_cue("difference", segment):
            yield from (abs(a.value - b.value) for a, b in combinations(rates[:MOST_RATES], 2) if a.role == b.role)
        if self.answer.has_cue("average", segment) and days:
            yield sum(days.values()) / len(days)
        if self.answer.has_cue("sum", segment):
            spans = stated | {abs(m - n) for m, n in combinations(stated, 2)}
            pairs = [*combinations([f for f in rates if f.role == "daily" and f.city][: 2 * RECENT], 2)]
            yield from (a.value * m + b.value * n for a, b in pairs if a.city != b.city for m in spans for n in spans)

    @cached_property
    def _traveller_amounts(self) -> list[float]:
        """The numbers that the user stated without a currency and may have meant as money."""
        facts = (*self.evidence.facts["bare"], *self.evidence.facts["count"])
        return [fact.value for fact in facts if fact.role == "said" and fact.value >= AMOUNT]

    @cached_property
    def _sums(self) -> set[float]:
        """Parts of budgets, differences of totals, and what the tickets of each day and of all days cost."""
        totals = {fact.value for fact in self.evidence.facts["money"] if fact.role == "total"}
        tickets: dict[int, dict[frozenset[str], float]] = {}
        for fact in self.evidence.facts["money"]:
            if fact.role == "amount" and fact.sights and fact.day:
                tickets.setdefault(fact.day, {})[fact.sights] = fact.value
        by_day = [sum(day.values()) for day in tickets.values()]
        together = shares([*by_day, sum(by_day)], (1, *self.people), divided=False)
        return together.union(differences(totals), *map(parts, self.evidence.budgets))

    def _is_of_named_places(self, claim: Quantity, segment: Segment, counts: set[int]) -> bool:
        """Return whether it is what the sights, or a day in the cities, named in the same line cost together."""
        if not (self.answer.has_cue("sum", segment) or self.answer.has_cue("tickets", segment)):
            return False
        line = self.answer.line_names(segment)
        for places in ((name.sights for name in line), (name.cities for name in line)):
            named = dict.fromkeys(place for some in places for place in some)
            prices = [price for place in named if (price := self._prices.get(place))]
            if is_among(exact(claim), shares(subset_sums(prices), counts, divided=False)):
                return True
        return False

    @cached_property
    def _prices(self) -> dict[str, float]:
        """The ticket of every sight that has one, and a mid-range day in every city."""
        prices: dict[str, float] = {}
        for fact in self.evidence.facts["money"]:
            if fact.role in ("amount", "price") and fact.sights:
                prices.update(dict.fromkeys(fact.sights, fact.value))
            elif fact.role == "daily" and fact.city:
                prices.setdefault(fact.city, fact.value)
        return prices


def counts_of(evidence: Evidence) -> tuple[frozenset[int], frozenset[int]]:
    """Return how many travel; and with them days, nights and their products, what amounts are times or shared by."""
    facts = (*evidence.facts["count"], *evidence.facts["days"])
    people = {int(f.value) for f in facts if f.role == "travellers" or (f.role == "said" and f.noun == "people")}
    days = {int(f.value) for f in facts if f.role == "days" or (f.role == "said" and f.kind == "days")}
    counts = people | days | {value - 1 for value in days} | {p * d for p in people for d in days}
    return frozenset(n for n in people if n > 1), frozenset(n for n in counts if 2 <= n <= MOST_COUNT)


def _same_currency(claim: Quantity, fact: Fact) -> bool:
    return not claim.currencies or not fact.currency or fact.currency in claim.currencies
