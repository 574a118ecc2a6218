"""Whether a number stems from the evidence: days, weather, shares, lengths, marks and counts."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from typing import Final

from travelagent.assistant.grounding.arithmetic import differences, is_among
from travelagent.assistant.grounding.evidence import Evidence, Fact
from travelagent.assistant.grounding.layout import SMALL, Answer, Segment, Subject
from travelagent.assistant.grounding.lexicon import cue
from travelagent.assistant.quantities.values import Kind, Quantity

TALL: Final = 2
NEAR_CHARS: Final = 40
RECENT: Final = 12  # so many amounts of a kind are compared with each other at most
YEAR: Final = 10_000


class Measures:
    """The numbers of the evidence that are neither money nor times, to be asked about those of an answer."""

    def __init__(self, answer: Answer, evidence: Evidence, people: frozenset[int]) -> None:
        self.answer, self.evidence, self.people = answer, evidence, people

    def are_days(self, claim: Quantity, segment: Segment, subject: Subject) -> bool:
        """Return whether there are so many rainy days in the months in question; else days of the trip or of a city."""
        rain = self.answer.has_cue("rain", segment)
        if claim.value == self.answer.last_day:
            return True
        if claim.value <= 1 and not (claim.bound and rain and not cue("one_in").match(self.answer.text, claim.end)):
            return True
        facts = [fact for fact in self.evidence.facts["days"] if fact.role != "rain_days"]
        if rain and self.is_weather(claim, segment, subject, role="rain_days"):
            return True
        if rain and claim.noun == "days" and "rain" in self.answer.text[claim.start : claim.end + 12].lower():
            facts = [fact for fact in facts if fact.role == "text"]
        values = {fact.value for fact in facts}
        values |= {f.value for f in self.evidence.facts["count"] if f.role in ("days", "said", "quantity", "day")}
        if not (rain and claim.noun == "days"):
            values |= set(self._other_days(claim, segment, facts, values))
        return is_among(claim, values)

    def _other_days(self, claim: Quantity, segment: Segment, facts: list[Fact], values: set[float]) -> Iterator[float]:
        """Return nights for days and days for nights, days between dates, and what the cities want together."""
        nights = claim.noun == "nights"
        if nights:
            yield from (value - 1 for value in values if value > 1)
        elif any(fact.role == "said" and fact.noun == "nights" for fact in facts):
            yield from (value + 1 for value in values if value >= 1)
        dates = [q.value for q in self.answer.near(claim, ("date",))]
        trip = [fact.value for fact in self.evidence.facts["date"] if fact.day]
        for first, last in (*combinations(dates, 2), *([(min(trip), max(trip))] if trip else [])):
            if first // 100 == last // 100:
                yield abs(last - first) + (not nights)
        least = {fact.city: fact.value for fact in facts if fact.role == "days_min"}
        most = {fact.city: fact.value for fact in facts if fact.role == "days_max"}
        if len(self.answer.cities(segment)) != 1 and len(least) > 1:
            if min(least.values()) <= claim.value <= sum(most.values()):
                yield claim.value

    def is_weather(self, claim: Quantity, segment: Segment, subject: Subject, role: str = "") -> bool:
        """Return whether it is a climate figure of the cities and months in question, or by how much two differ."""
        cities = self.answer.cities(segment)
        months = self.answer.months(segment) or self._usual_months
        facts = [fact for fact in self.evidence.facts[claim.kind] if not role or fact.role == role]
        if len(cities) == 1:
            facts = [fact for fact in facts if fact.city in cities or not fact.city]
        if is_among(claim, (f.value for f in facts if not months or f.month in months or not f.month)):
            return True
        if not self.answer.has_cue("difference", segment):
            return False
        compared = self.answer.all_months | self._usual_months
        by_role: defaultdict[str, list[float]] = defaultdict(list)
        for fact in facts:
            if not compared or not fact.month or fact.month in compared:
                by_role[fact.role].append(fact.value)
        about = replace(claim, bound=claim.bound or "about")
        return is_among(about, (value for values in by_role.values() for value in differences(values)))

    @cached_property
    def _usual_months(self) -> set[float]:
        """The months that an answer about weather without a month is about: those the user stated, or those of the
        trip.
        """
        mentioned = {fact.value for fact in self.evidence.facts["month"] if fact.role == "said"}
        dates = (fact for fact in self.evidence.facts["date"] if fact.day or fact.role == "said")
        return mentioned | {float(fact.value % YEAR // 100) for fact in dates}

    def is_a_share(self, claim: Quantity, segment: Segment, subject: Subject) -> bool:
        """Return whether a percentage is stated, an item's share of a budget, or what one amount is above another."""
        stated = is_among(claim, (fact.value for fact in self.evidence.facts["percent"]))
        if stated or self.answer.has_cue("custom", segment):
            return True
        firm = claim if claim.noun == "tenths" else replace(claim, grain=1.0)
        if is_among(firm, self._shares):
            return True
        return self.answer.has_cue("difference", segment) and is_among(firm, self._spread)

    @cached_property
    def _amounts(self) -> dict[str, list[float]]:
        """The amounts of no sight by their role."""
        by_role: defaultdict[str, list[float]] = defaultdict(list)
        for fact in self.evidence.facts["money"]:
            if not fact.sights and fact.value:
                by_role[fact.role].append(fact.value)
        return by_role

    @cached_property
    def _shares(self) -> set[float]:
        """The shares of budgets' items and of the user's own amount, and the per cent by which like amounts differ."""
        shares = {item / sum(items) * 100 for items in self.evidence.budgets if sum(items) for item in items}
        for role in ("daily", "lodging", "meals", "total"):
            shares |= _percent_apart(self._amounts.get(role, [])[:RECENT])
        parts = (value for role in ("total", "low", "high") for value in self._amounts.get(role, ()))
        for share in (part / whole * 100 for part in parts for whole in self._amounts.get("said", ())):
            shares |= {share, 100 - share}
        return shares

    @cached_property
    def _spread(self) -> set[float]:
        """By how many per cent the totals of budgets, and their ends, differ."""
        totals = [value for role in ("total", "low", "high") for value in self._amounts.get(role, ())]
        return _percent_apart(totals[-RECENT:])

    def is_a_length(self, claim: Quantity, segment: Segment, subject: Subject) -> bool:
        """Return whether it is a stated length, or all ways of a day or trip; how tall a child goes free is advice."""
        child = cue("child").search(self.answer.text, max(0, claim.start - NEAR_CHARS), claim.end)
        return bool(claim.value <= TALL and child) or is_among(claim, self._lengths)

    def is_a_score(self, claim: Quantity, segment: Segment, subject: Subject) -> bool:
        """Return whether it is a score, of the sights in question where there are any."""
        facts = self.evidence.facts["score"]
        return is_among(claim, (f.value for f in facts if not subject.sights or f.sights & subject.sights))

    @cached_property
    def _lengths(self) -> set[float]:
        facts = self.evidence.facts["metres"]
        legs = [fact for fact in facts if fact.role == "km"]
        lengths = {fact.value for fact in facts}
        for some in (legs, [leg for leg in legs if leg.noun == "walk"]):
            lengths.add(sum(leg.value for leg in some))
            lengths |= {sum(leg.value for leg in some if leg.day == day) for day in {leg.day for leg in legs}}
        return lengths

    def is_a_count(self, claim: Quantity, segment: Segment, subject: Subject) -> bool:
        """Return whether there are so many of something: travellers, stops, or whatever the evidence counts."""
        whole, stops = claim.value == int(claim.value), bool(cue("stops").match(claim.noun))
        if whole and claim.value <= SMALL and not stops:
            return True
        if claim.noun == "people" and is_among(claim, self.people):
            return True
        if whole and stops:
            out_of = cue("out_of").match(self.answer.text, claim.end)
            return bool(out_of) or is_among(claim, self._stops(claim, segment))
        if cue("cents").match(self.answer.text, claim.end) and self.is_a_share(claim, segment, subject):
            return True
        months = self.answer.months(segment)
        facts = (fact for facts in self.evidence.facts.values() for fact in facts)
        facts = (f for f in facts if not months or not f.month or f.month in months)
        if subject.sights:
            facts = (f for f in facts if f.sights & subject.sights or not (f.sights or subject.tight))
        return is_among(claim, (fact.value for fact in facts))

    def follows(self, claim: Quantity) -> bool:
        """Return whether the number is the sum or the difference of two that are stated in its line."""
        kinds: tuple[Kind, ...] = ("count", "bare") if claim.kind in ("count", "bare") else (claim.kind,)
        stated = [q.value for q in self.answer.near(claim, kinds)][:RECENT]
        return is_among(claim, {a + b for a, b in combinations(stated, 2)} | differences(stated))

    def _stops(self, claim: Quantity, segment: Segment) -> Iterator[float]:
        """Return how many there are of what the evidence lists, or of what the answer names beside the claim."""
        yield from (fact.value for fact in self.evidence.facts["count"])
        starts = [name.start for name in self.answer.line_names(segment) if name.sights]
        before = sum(start < claim.start for start in starts)
        free = (f for f in self.evidence.facts["money"] if f.role in ("price", "amount") and f.sights and not f.value)
        named = sum(1 for name in self.answer.names if name.sights)
        yield from map(float, (1, before, len(starts) - before, len(starts), named, sum(1 for _ in free)))


def _percent_apart(values: list[float]) -> set[float]:
    return {abs(a - b) / x * 100 for a, b in combinations(values, 2) for x in (a, b) if x}
