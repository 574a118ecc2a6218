"""Whether an amount of money stems from the evidence: as a fact, or as what follows from facts.

A ticket's price that stands beside a sight's name is held against that sight alone. Any other amount may be a fact of
the trip or the city, a rate times the days and travellers, a total shared by them, a sum of parts or a difference.
"""

from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import Final

from travelagent.assistant.grounding.agreement import agrees, exact
from travelagent.assistant.grounding.arithmetic import differences, parts, runs, shares, subset_sums
from travelagent.assistant.grounding.evidence import Evidence, Fact
from travelagent.assistant.grounding.layout import Answer, Segment, Subject
from travelagent.assistant.grounding.lexicon import cue
from travelagent.assistant.grounding.quantity import Quantity

AMOUNT: Final = 100
"""What the user says without a currency is money from here on."""
NEAR_LINES: Final = 12
NEAR_AMOUNTS: Final = 16
SUMMED: Final = 5
"""Of more amounts in a line than this, only neighbours are summed."""
RECENT: Final = 6
"""So many amounts of an answer are put together or compared at most."""
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
        self._results: dict[int, list[tuple[int, float]]] = {}

    def keep(self, amount: Quantity, segment: Segment) -> None:
        """Remember a backed amount for sums: of `2 × €18` and of `55×3=165` the product."""
        text = self.answer.text
        before = cue("times_before").search(text, max(0, amount.start - 8), amount.start)
        factor = before or cue("times_after").match(text, amount.end)
        if cue("equals").search(text, max(0, amount.start - 3), amount.start) and self._stated:
            self._results.setdefault(segment.line, []).append((amount.start, amount.value))
        else:
            insort(self._stated, (amount.start, segment.line, amount.value * (int(factor[1]) if factor else 1)))

    def is_stated(self, claim: Quantity, subject: Subject) -> bool:
        """Return whether the evidence itself states the amount, or what it comes to for the trip."""
        segment = self.answer.segment_of(claim)
        facts = [fact for fact in self._facts if _same_currency(claim, fact)]
        own = [fact.value for fact in facts if fact.sights & subject.sights]
        counts = {1, *self.people, *self.answer.counts(segment)}
        if any(agrees(claim, value * count) for value in own for count in counts):
            return True
        if own and subject.tight:
            return False
        if self._is_of_named_places(claim, segment, counts):
            return True
        if own and not subject.inherited and not self.answer.says("aggregate", segment):
            return False
        cities = self.answer.cities(segment)
        general = [fact for fact in facts if not fact.sights]
        if len(cities) == 1 and any(fact.city in cities for fact in general):
            general = [fact for fact in general if not fact.city or fact.city in cities or fact.kind == "bare"]
        if not own:
            general += [fact for fact in facts if fact.sights]
        if any(agrees(claim, fact.value) for fact in general):
            return True
        firm = exact(claim)
        money = [fact for fact in general if fact.kind == "money"]
        return any(agrees(firm, value) for value in self._derived(claim, segment, money))

    def follows(self, claim: Quantity, subject: Subject) -> bool:
        """Return whether the amount follows from backed ones that the answer states around it."""
        if subject.tight and any(f.sights & subject.sights and _same_currency(claim, f) for f in self._facts):
            return False
        segment, firm = self.answer.segment_of(claim), exact(claim)
        at = bisect_left(self._stated, (claim.start,))
        near = self._stated[max(0, at - NEAR_AMOUNTS) : at + NEAR_AMOUNTS]
        near = [row for row in near if abs(row[1] - segment.line) <= NEAR_LINES]
        before = [value for start, _, value in near if start < claim.start]
        after = [value for start, _, value in near if start > claim.start]
        here = [value for _, line, value in near if line == segment.line]
        sums = runs(here) | _tails(before) | _tails(after[::-1]) | _tails(before[::-1]) | differences(here)
        if len(here) <= SUMMED:
            sums |= subset_sums(here)
        if self.answer.says("difference", segment):
            sums |= differences([*before[-RECENT:], *after[:2]])
        if self.answer.says("average", segment):
            sums |= {sum(before[-count:]) / count for count in range(2, len(before) + 1)}
        counts = self.answer.counts(segment)
        if any(self.answer.says(name, segment) for name in ("aggregate", "sum", "difference")):
            results = [value for start, value in self._results.get(segment.line, ()) if start < claim.start]
            sums |= shares({*before[-3:], *results}, self.people | counts)
        else:
            sums |= {value * count for value in here for count in counts}
        return any(agrees(firm, value) for value in sums)

    # -- what amounts come to ------------------------------------------------------------------------------------------

    def _derived(self, claim: Quantity, segment: Segment, facts: Sequence[Fact]) -> Iterator[float]:
        """Return rates times days and travellers, sums shared by them, parts of a budget, tickets, what is left over, and
        what a difference, average or sum that the segment speaks of comes to."""
        stated = self.answer.counts(segment)
        counts = self.counts | stated | {a * b for a, b in combinations(self.people | stated, 2)}
        yield from (value * count for value in self._said_amounts for count in (1, *counts))
        rates = [fact for fact in facts if fact.role in RATES]
        yield from (f.value * n for f in facts if f.role in RATES or f.role == "said" or f.sights for n in counts)
        yield from (f.value / n for f in facts if f.role in SUMS and not f.sights for n in counts)
        yield from self._sums
        yield from (total * count for total in self._ticket_sums(claim) for count in (1, *self.people))
        spent = [fact.value for fact in facts if fact.role in RATES | SUMS - {"said"}]
        yield from (fact.value - value for fact in facts if fact.role == "said" for value in spent)
        days = {fact.city: fact.value for fact in rates if fact.role == "daily" and fact.city}
        if self.answer.says("difference", segment):
            yield from (abs(a.value - b.value) for a, b in combinations(rates[:MOST_RATES], 2) if a.role == b.role)
        if self.answer.says("average", segment) and days:
            yield sum(days.values()) / len(days)
        if self.answer.says("sum", segment):
            pairs = [*combinations([f for f in rates if f.role == "daily" and f.city][: 2 * RECENT], 2)]
            spans = {*stated, *(abs(m - n) for m, n in combinations(stated, 2))}
            yield from (a.value * m + b.value * n for a, b in pairs if a.city != b.city for m in spans for n in spans)

    @cached_property
    def _said_amounts(self) -> list[float]:
        """What the user said without a currency and may have meant as money."""
        facts = (*self.evidence.facts["bare"], *self.evidence.facts["count"])
        return [fact.value for fact in facts if fact.role == "said" and fact.value >= AMOUNT]

    @cached_property
    def _sums(self) -> set[float]:
        totals = {fact.value for fact in self.evidence.facts["money"] if fact.role == "total"}
        return {value for items in self.evidence.budgets for value in parts(items)} | differences(totals)

    def _ticket_sums(self, claim: Quantity) -> Iterator[float]:
        """Return what the tickets of each day, and of all days, cost."""
        by_day: dict[int, dict[frozenset[str], float]] = {}
        for fact in self.evidence.facts["money"]:
            if fact.role == "amount" and fact.sights and fact.day and _same_currency(claim, fact):
                by_day.setdefault(fact.day, {})[fact.sights] = fact.value
        sums = [sum(tickets.values()) for tickets in by_day.values()]
        yield from (*sums, sum(sums))

    def _is_of_named_places(self, claim: Quantity, segment: Segment, counts: set[int]) -> bool:
        """Return whether it is what the sights, or a day in the cities, named in the same line cost together."""
        if not (self.answer.says("sum", segment) or self.answer.says("tickets", segment)):
            return False
        line = self.answer.line_names(segment)
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


def _tails(values: Sequence[float]) -> set[float]:
    """Return the sums of the last two, three, … values."""
    return {sum(values[-count:]) for count in range(2, len(values) + 1)}


def _same_currency(claim: Quantity, fact: Fact) -> bool:
    return not claim.currencies or not fact.currency or fact.currency in claim.currencies
