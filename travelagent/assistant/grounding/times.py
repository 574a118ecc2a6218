"""Whether a time stems from the evidence: a time of day, a date, a duration.

A time beside a sight is held against that sight's visit and opening hours; a time in a day's programme against that
day. A duration may also be what lies between two times, or several durations together.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from typing import Final

from travelagent.assistant.grounding.agreement import agrees
from travelagent.assistant.grounding.answer import Answer, Segment, Subject
from travelagent.assistant.grounding.arithmetic import differences, runs, shares
from travelagent.assistant.grounding.evidence import OPENING, Evidence, Fact
from travelagent.assistant.grounding.lexicon import cue
from travelagent.assistant.grounding.quantity import Quantity

AS_LONG: Final = 10.0
"""`2h` said of a duration is up to five minutes off."""
NEAR_LINES: Final = 8
HOUR: Final = 60.0
DAY: Final = 1440.0
MONTH: Final = 30.5
"""Days of a month, for hours of sunshine a day."""


class Times:
    """The times of the evidence, to be asked about those of an answer."""

    def __init__(self, answer: Answer, evidence: Evidence) -> None:
        self.answer, self.evidence = answer, evidence
        self.lasting = [fact for fact in evidence.facts["minutes"] if fact.role != "sun_hours"]

    # -- times of day --------------------------------------------------------------------------------------------------

    def strikes(self, claim: Quantity, subject: Subject) -> bool:
        """Whether the evidence has this time of day for what the claim is about."""
        if claim.noun == "h" and self.lasts(replace(claim, kind="minutes", unit=AS_LONG), subject):
            return True
        opening = self.answer.clause_says(cue("opening"), claim)
        sights = subject.sights
        if not opening and (subject.inherited or self.answer.tells_of_something_else(claim)):
            sights = frozenset()
        facts = [
            fact
            for fact in self.evidence.facts["clock"]
            if (not sights or (fact.sights & sights if fact.sights else not opening))
            and (not opening or fact.role in OPENING or fact.role == "said")
        ]
        if (
            not (opening or subject.tight)
            and self.answer.clause_says(cue("meal"), claim)
            and any(fact.role == "meal" for fact in facts)
        ):
            facts = [fact for fact in facts if fact.role in ("meal", "text", "said")]
        days = {fact.day for fact in facts if fact.sights and fact.day} if sights else set()
        day = self.answer.segment_of(claim.start).day
        if day and not sights and any(fact.day == day for fact in facts):
            days = {day}
        return any(agrees(claim, fact.value) for fact in facts if not days or fact.day in days or not fact.day)

    def follows_the_clock(self, claim: Quantity) -> bool:
        """Whether the time is a traced one of its line put on or back by a duration that is said there too."""
        segment = self.answer.segment_of(claim.start)
        clocks = [q.value for q in self.answer.near(segment, "clock", 0, 0) if q.start < claim.start]
        spans = [q.value for q in self.answer.near(segment, "minutes", 0, 0)]
        later = {at + span for at in clocks[-2:] for span in spans} | {
            at - span for at in clocks[-2:] for span in spans
        }
        return self.answer.clause_says(cue("later"), claim) and any(agrees(claim, at) for at in later)

    def dates(self, claim: Quantity) -> bool:
        """A date that was said or found, or one within the trip."""
        dates = [fact.value for fact in self.evidence.facts["date"]]
        if claim.value < 10_000:
            dates = [value % 10_000 for value in dates]
        trip = sorted(f.value % 10_000 for f in self.evidence.facts["date"] if f.day)
        within = bool(trip) and trip[0] <= claim.value % 10_000 <= trip[-1]
        return within or claim.value in dates

    def is_a_good_month(self, claim: Quantity, segment: Segment) -> bool:
        """Whether a month is among the best ones where the answer says which are; any other month is no claim."""
        if claim.noun == "season" or not self.answer.says(cue("best"), segment):
            return True
        months = self.evidence.facts["month"]
        best = {fact.value for fact in months if fact.role == "best_months"}
        said = {fact.value for fact in months if fact.role == "said"}
        return not best or claim.value in best | said

    # -- durations -----------------------------------------------------------------------------------------------------

    def lasts(self, claim: Quantity, subject: Subject) -> bool:
        """Whether the evidence states the duration, or it lies between two times of the evidence or the answer."""
        segment = self.answer.segment_of(claim.start)
        if claim.noun == "sun_hours" or (self.answer.says(cue("sun"), segment) and not subject.tight):
            return self._shines(claim, segment)
        sights = frozenset() if subject.inherited else subject.sights
        own = [fact.value for fact in self.lasting if fact.sights & sights]
        facts = [fact.value for fact in self.lasting if not sights or not fact.sights]
        if any(agrees(claim, value) for value in (*own, *facts, *self._spans(sights))):
            return True
        clocks = [q.value for q in segment.quantities if q.kind == "clock"]
        if any(agrees(claim, abs(a - b)) for a, b in combinations(clocks, 2)):
            return True
        if subject.tight and own:
            return False
        return any(agrees(claim, value) for value in self._together(segment, subject))

    def _shines(self, claim: Quantity, segment: Segment) -> bool:
        """Whether the sun shines so long in a month or a day of it, or so much longer than in another month."""
        hours = replace(claim, unit=max(claim.unit, HOUR), bound=claim.bound or "about") if claim.value > DAY else claim
        sun = [fact for fact in self.evidence.facts["minutes"] if fact.role == "sun_hours"]
        values = {fact.value for fact in sun} | {fact.value / MONTH for fact in sun}
        if self.answer.says(cue("difference"), segment):
            values |= differences(fact.value for fact in sun if fact.month in self.answer.all_months)
        return any(agrees(hours if value > DAY else claim, value) for value in values)

    def _visits(self, segment: Segment) -> Iterator[float]:
        """How long the visits of each day, all visits, and those of the sights named in the line take together."""
        named = {sight for part in self.answer.line(segment) for name in part.names for sight in name.sights}
        by_day: dict[int, dict[frozenset[str], float]] = {}
        for fact in self.lasting:
            if fact.role == "minutes" and fact.sights:
                by_day.setdefault(fact.day, {})[fact.sights] = fact.value
        for visits in by_day.values():
            yield sum(visits.values())
            yield sum(minutes for sights, minutes in visits.items() if sights & named)
        yield sum(sum(visits.values()) for visits in by_day.values())

    def follows(self, claim: Quantity, subject: Subject) -> bool:
        """Whether the duration follows from others that the answer states: together, apart, or times a count."""
        if subject.tight and any(fact.sights & subject.sights for fact in self.lasting):
            return False
        segment = self.answer.segment_of(claim.start)
        stated = [q.value for q in self.answer.near(segment, "minutes", NEAR_LINES, 0) if q is not claim]
        here = [q.value for q in self.answer.near(segment, "minutes", 0, 0) if q is not claim]
        values = {*here} | runs(stated[-10:]) | differences(here) | set(shares(here, self.answer.stated(segment)))
        return any(agrees(claim, value) for value in values)

    def _spans(self, sights: frozenset[str]) -> list[float]:
        """How long these sights are visited or open for."""
        clocks = [fact for fact in self.evidence.facts["clock"] if fact.sights & sights]
        pairs = (("arrive", "depart"), ("opens", "closes"))
        return [
            abs(b.value - a.value)
            for first, last in pairs
            for a in clocks
            for b in clocks
            if a.sights == b.sights and (a.role, b.role) == (first, last)
        ]

    def _together(self, segment: Segment, subject: Subject) -> set[float]:
        """A day's ways together; and in a comparison by how much times of the same kind differ."""
        values = {*self._visits(segment)}
        if subject.inherited or not subject.sights:
            values.update(self._legs.values())
        if not self.answer.says(cue("difference"), segment):
            return values
        by_role: dict[str, list[float]] = {}
        for fact in (*self.evidence.facts["clock"], *self._about(subject.sights)):
            by_role.setdefault(fact.role, []).append(fact.value)
        return values.union(*map(differences, by_role.values()))

    def _about(self, sights: frozenset[str]) -> list[Fact]:
        return [fact for fact in self.lasting if fact.sights & sights or not sights]

    @cached_property
    def _legs(self) -> dict[int, float]:
        legs: dict[int, float] = {}
        for fact in self.lasting:
            if fact.role == "leg":
                legs[fact.day] = legs.get(fact.day, 0.0) + fact.value
        return legs
