"""Whether a number stems from the evidence: days, weather, shares, lengths, marks and counts."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from typing import Final

from travelagent.assistant.grounding.agreement import agrees
from travelagent.assistant.grounding.answer import SMALL, Answer, Segment, Subject
from travelagent.assistant.grounding.arithmetic import differences
from travelagent.assistant.grounding.evidence import Evidence, Fact
from travelagent.assistant.grounding.lexicon import cue
from travelagent.assistant.grounding.quantity import Kind, Quantity

TALL: Final = 2
RECENT: Final = 12
"""So many amounts of a kind are compared with each other at most."""


class Measures:
    """The numbers of the evidence that are neither money nor times, to be asked about those of an answer."""

    def __init__(self, answer: Answer, evidence: Evidence, people: frozenset[int]) -> None:
        self.answer, self.evidence, self.people = answer, evidence, people
        self.months = _usual_months(evidence)

    # -- days ----------------------------------------------------------------------------------------------------------

    def days(self, claim: Quantity, segment: Segment) -> bool:
        """Rainy days of the months told of; else days of the trip, and those that a city wants."""
        rain = self.answer.says(cue("rain"), segment)
        if claim.value == self.answer.last_day:
            return True
        if claim.value <= 1 and not (claim.bound and rain and not cue("one_in").match(self.answer.text, claim.end)):
            return True
        facts = [fact for fact in self.evidence.facts["days"] if fact.role != "rain_days"]
        if rain:
            if self.weather(replace(claim, kind="days"), segment, role="rain_days"):
                return True
            if claim.noun == "days" and "rain" in self.answer.text[claim.start : claim.end + 12].lower():
                facts = [fact for fact in facts if fact.role == "text"]
        values = {fact.value for fact in facts}
        values |= {f.value for f in self.evidence.facts["count"] if f.role in ("days", "said", "quantity", "day")}
        if not (rain and claim.noun == "days"):
            if claim.noun == "nights":
                values |= {value - 1 for value in values if value > 1}
            elif any(fact.role == "said" and fact.noun == "nights" for fact in facts):
                values |= {value + 1 for value in values if value >= 1}
            if len(self.answer.cities(segment)) != 1 and self._stays(claim, facts):
                return True
        return any(agrees(claim, value) for value in values)

    def _stays(self, claim: Quantity, facts: Iterable[Fact]) -> bool:
        """Whether so many days are between what the cities together want at least and at most."""
        facts = list(facts)
        least = {fact.city: fact.value for fact in facts if fact.role == "days_min"}
        most = {fact.city: fact.value for fact in facts if fact.role == "days_max"}
        return len(least) > 1 and min(least.values()) <= claim.value <= sum(most.values())

    # -- weather -------------------------------------------------------------------------------------------------------

    def weather(self, claim: Quantity, segment: Segment, role: str = "") -> bool:
        """A figure of the climate of the cities and months told of, or by how much two such figures differ."""
        cities = self.answer.cities(segment)
        months = self.answer.months(segment) or self.months
        facts = [fact for fact in self.evidence.facts[claim.kind] if not role or fact.role == role]
        if len(cities) == 1:
            facts = [fact for fact in facts if fact.city in cities or not fact.city]
        told = [fact for fact in facts if not months or fact.month in months or not fact.month]
        if any(agrees(claim, fact.value) for fact in told):
            return True
        if not self.answer.says(cue("difference"), segment):
            return False
        compared = self.answer.all_months | self.months
        by_role: dict[str, list[float]] = {}
        for fact in facts:
            if not compared or not fact.month or fact.month in compared:
                by_role.setdefault(fact.role, []).append(fact.value)
        about = replace(claim, bound=claim.bound or "about")
        return any(agrees(about, value) for values in by_role.values() for value in differences(values))

    # -- shares, lengths, marks ----------------------------------------------------------------------------------------

    def share(self, claim: Quantity, segment: Segment) -> bool:
        """A percentage that is stated, an item's share of a budget, or by how much one amount is above another."""
        if self.answer.says(cue("custom"), segment) or any(
            agrees(claim, fact.value) for fact in self.evidence.facts["percent"]
        ):
            return True
        firm = claim if claim.noun == "tenths" else replace(claim, grain=1.0)
        shares = [item / sum(items) * 100 for items in self.evidence.budgets if sum(items) for item in items]
        shares += self._parted
        if self.answer.says(cue("difference"), segment):
            shares += self._spread
        return any(agrees(firm, share) for share in shares)

    @cached_property
    def _parted(self) -> list[float]:
        """By how many per cent amounts of the same name differ, and what share of the user's own amount they are."""
        by_role: dict[str, list[float]] = {}
        for fact in self.evidence.facts["money"]:
            if not fact.sights and fact.value:
                by_role.setdefault(fact.role, []).append(fact.value)
        pairs = (
            pair
            for role in ("daily", "lodging", "meals", "total")
            for pair in combinations(by_role.get(role, [])[:RECENT], 2)
        )
        said = [value for value in by_role.get("said", ()) if value]
        parts = (value for role in ("total", "low", "high") for value in by_role.get(role, ()))
        return [
            *(abs(a - b) / x * 100 for a, b in pairs for x in (a, b)),
            *(share for part in parts for whole in said for share in (part / whole * 100, 100 - part / whole * 100)),
        ]

    @cached_property
    def _spread(self) -> list[float]:
        """By how many per cent the totals of budgets, and their ends, differ."""
        totals = [f for f in self.evidence.facts["money"] if f.role in ("total", "low", "high") and not f.sights]
        pairs = combinations([fact.value for fact in totals][-RECENT:], 2)
        return [abs(a - b) / x * 100 for a, b in pairs for x in (a, b) if x]

    def length(self, claim: Quantity, segment: Segment) -> bool:
        """A distance or height that is stated, or a day's or all ways together; a child's height is no claim."""
        if claim.value <= TALL and any(self.answer.says(cue("child"), part) for part in self.answer.line(segment)):
            return True
        facts = self.evidence.facts["metres"]
        if any(agrees(claim, fact.value) for fact in facts):
            return True
        legs = [fact for fact in facts if fact.role == "km"]
        days, modes = {fact.day for fact in legs}, {fact.noun for fact in legs}
        sums = {sum(f.value for f in legs if f.day == day and f.noun in by) for day in days for by in (modes, {"walk"})}
        sums |= {sum(f.value for f in legs if f.noun in by) for by in (modes, {"walk"})}
        return any(agrees(claim, value) for value in sums)

    def mark(self, claim: Quantity, subject: Subject) -> bool:
        """A score, of the sights told of where there are any."""
        facts = self.evidence.facts["score"]
        return any(agrees(claim, fact.value) for fact in facts if not subject.sights or fact.sights & subject.sights)

    # -- counts --------------------------------------------------------------------------------------------------------

    def count(self, claim: Quantity, segment: Segment, subject: Subject) -> bool:
        """How many there are of something: travellers, stops, or whatever the evidence counts."""
        whole = claim.value == int(claim.value)
        if whole and claim.value <= SMALL and not cue("stops").match(claim.noun):
            return True
        if claim.noun == "people" and any(agrees(claim, value) for value in self.people):
            return True
        if whole and cue("stops").match(claim.noun):
            if cue("out_of").match(self.answer.text, claim.end):
                return True
            return any(agrees(claim, value) for value in self._stop_counts(claim, segment))
        months = self.answer.months(segment)
        return any(
            agrees(claim, fact.value)
            for facts in self.evidence.facts.values()
            for fact in facts
            if (not subject.sights or fact.sights & subject.sights or not (fact.sights or subject.tight))
            and (not months or not fact.month or fact.month in months)
        )

    def follows(self, claim: Quantity, segment: Segment) -> bool:
        """Whether the number is the sum or the difference of two that are stated in its line."""
        kinds: tuple[Kind, ...] = ("count", "bare") if claim.kind in ("count", "bare") else (claim.kind,)
        stated = [
            q.value for part in self.answer.line(segment) for q in part.quantities if q.kind in kinds and q is not claim
        ]
        sums = {a + b for a, b in combinations(stated[:RECENT], 2)} | differences(stated[:RECENT])
        return any(agrees(claim, value) for value in sums)

    def _stop_counts(self, claim: Quantity, segment: Segment) -> set[float]:
        """How many there are of what the evidence lists, or of what the answer names beside it."""
        counts = {fact.value for fact in self.evidence.facts["count"]}
        line = [name.start for part in self.answer.line(segment) for name in part.names if name.sights]
        before = sum(start < claim.start for start in line)
        named = sum(1 for name in self.answer.names if name.sights)
        free = sum(
            1
            for fact in self.evidence.facts["money"]
            if fact.role in ("price", "amount") and fact.sights and not fact.value
        )
        return {*counts, *map(float, (before, len(line) - before, len(line), named, free)), 1.0}


def _usual_months(evidence: Evidence) -> set[float]:
    """The months that an answer about weather is about when it names none: those said, or those of the trip."""
    said = {fact.value for fact in evidence.facts["month"] if fact.role == "said"}
    trip = {fact.value % 10_000 // 100 for fact in evidence.facts["date"] if fact.day}
    return said | trip | {fact.value % 10_000 // 100 for fact in evidence.facts["date"] if fact.role == "said"}
