"""Whether a time stems from the evidence: a time of day, a date, a weekday, a duration.

Beside a sight it is held against that sight's visit and opening hours, in a day's programme against that day.
"""

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Final

from travelagent.assistant.grounding.arithmetic import agrees, differences, is_among, runs, shares
from travelagent.assistant.grounding.evidence import OPENING, Evidence
from travelagent.assistant.grounding.layout import Answer, Segment, Subject
from travelagent.assistant.quantities.values import Quantity

AS_LONG: Final = 10.0  # `2h` of a duration is meant to within five minutes
NEAR_LINES: Final = 8
RECENT: Final = 10
HOUR: Final = 60.0
DAY: Final = 1440.0
MONTH: Final = 30.5  # days of a month, for hours of sunshine a day
YEAR: Final = 10_000
BESIDE: Final = " ,，(（是*|"
"""What stands between a date and its weekday."""


class Times:
    """The times of the evidence, to be asked about those of an answer."""

    def __init__(self, answer: Answer, evidence: Evidence) -> None:
        self.answer, self.evidence = answer, evidence
        self._lasting = [fact for fact in evidence.facts["minutes"] if fact.role != "sun_hours"]
        self._dates = evidence.facts["date"]
        self._trip = {int(fact.value) % YEAR: fact.day for fact in self._dates if fact.day}

    def follows(self, claim: Quantity, segment: Segment, subject: Subject) -> bool:
        """Return whether a time of day is another put on or back by a duration, or a duration follows from others."""
        here = [q.value for q in self.answer.near(claim, ("minutes",))]
        if claim.kind == "clock":
            clocks = [q.value for q in self.answer.near(claim, ("clock",)) if q.start < claim.start][-2:]
            moved = (at + sign * span for at in clocks for span in here for sign in (1, -1))
            return self.answer.clause_has_cue("later", claim) and is_among(claim, moved)
        if subject.tight and any(fact.sights & subject.sights for fact in self._lasting):
            return False
        stated = [q.value for q in self.answer.near(claim, ("minutes",), NEAR_LINES)][-RECENT:]
        counted = shares(here, self.answer.counts(segment))
        return is_among(claim, {*here} | runs(stated) | differences(here) | counted)

    def is_a_time(self, claim: Quantity, segment: Segment, subject: Subject) -> bool:
        """Return whether the evidence has this time of day for what the claim is about."""
        if claim.noun == "h" and self.lasts(replace(claim, kind="minutes", unit=AS_LONG), segment, subject):
            return True
        opening = self.answer.is_of_opening(claim)
        sights = subject.sights
        if not opening and (subject.inherited or self.answer.is_on_another_subject(claim)):
            sights = frozenset()
        facts = [
            fact
            for fact in self.evidence.facts["clock"]
            if (not sights or (fact.sights & sights if fact.sights else not opening))
            and (not opening or fact.role in OPENING or fact.role == "said")
        ]
        at_meals = not (opening or subject.tight) and self.answer.clause_has_cue("meal", claim)
        if at_meals and any(fact.role == "meal" for fact in facts):
            facts = [fact for fact in facts if fact.role in ("meal", "text", "said")]
        days = {fact.day for fact in facts if fact.sights and fact.day} if sights else set()
        if segment.day and not sights and any(fact.day == segment.day for fact in facts):
            days = {segment.day}
        return is_among(claim, (fact.value for fact in facts if not days or fact.day in days or not fact.day))

    def is_a_date(self, claim: Quantity, segment: Segment, subject: Subject) -> bool:
        """Return whether a date was stated, found or is of the trip; beside a day's label, whether it is that day's."""
        value = int(claim.value) % YEAR
        if segment.is_labelled and segment.day in self._trip.values():
            return self._trip.get(value) == segment.day
        dates = {int(fact.value) if claim.value >= YEAR else int(fact.value) % YEAR for fact in self._dates}
        return int(claim.value) in dates or (bool(self._trip) and min(self._trip) <= value <= max(self._trip))

    def is_a_weekday(self, claim: Quantity, segment: Segment, subject: Subject) -> bool:
        """Return whether a weekday is that of the date beside it, or a day on which the sights named are closed."""
        for date in self.answer.near(claim, ("date",)):
            first, second = sorted(((claim.start, claim.end), (date.start, date.end)))
            dates = (*(fact.value for fact in self._dates), date.value)
            year = max((int(on) // YEAR for on in dates if on % YEAR == date.value % YEAR), default=0)
            if year and not self.answer.text[first[1] : second[0]].strip(BESIDE):
                month = dt.date(year, int(date.value) % YEAR // 100, 1)
                return (month.weekday() + int(date.value) % 100 - 1) % 7 == claim.value
        facts = [fact for fact in self.evidence.facts["weekday"] if fact.role == "closed"]
        days = [{fact.value for fact in facts if sight in fact.sights} for sight in subject.sights]
        closed = self.answer.clause_has_cue("closed", claim) and not self.answer.clause_has_cue("closed_not", claim)
        return not (closed and days and all(days)) or any(claim.value in some for some in days)

    def is_a_good_month(self, claim: Quantity, segment: Segment, subject: Subject) -> bool:
        """Return whether a month is among the best ones where the answer lists those; no other month is a claim."""
        if claim.noun == "season" or not self.answer.has_cue("best", segment):
            return True
        best = {fact.value for fact in self.evidence.facts["month"] if fact.role in ("best_months", "said")}
        return not any(f.role == "best_months" for f in self.evidence.facts["month"]) or claim.value in best

    def lasts(self, claim: Quantity, segment: Segment, subject: Subject) -> bool:
        """Return whether the duration is a fact, or lies between two times of the evidence or the answer."""
        if claim.noun == "sun_hours" or (self.answer.has_cue("sun", segment) and not subject.tight):
            return self._shines(claim, segment)
        sights = frozenset[str]() if subject.inherited else subject.sights
        own = [fact.value for fact in self._lasting if fact.sights & sights]
        facts = [fact.value for fact in self._lasting if not sights or not fact.sights]
        clocks = [q.value for q in self.answer.near(claim, ("clock",)) if q in segment.quantities]
        if is_among(claim, (*own, *facts, *differences(clocks))):
            return True
        return not (subject.tight and own) and is_among(claim, self._together(segment, subject))

    def _shines(self, claim: Quantity, segment: Segment) -> bool:
        """Return whether the sun shines so long in a month or a day of it, or so much longer than in another month."""
        hours = replace(claim, unit=max(claim.unit, HOUR), bound=claim.bound or "about") if claim.value > DAY else claim
        sun = [fact for fact in self.evidence.facts["minutes"] if fact.role == "sun_hours"]
        values = {fact.value for fact in sun} | {fact.value / MONTH for fact in sun}
        if self.answer.has_cue("difference", segment):
            values |= differences(fact.value for fact in sun if fact.month in self.answer.all_months)
        return any(agrees(hours if value > DAY else claim, value) for value in values)

    def _together(self, segment: Segment, subject: Subject) -> Iterator[float]:
        """Return how long the visits and ways of a day or trip take, and in a comparison by how much times differ."""
        named = {sight for name in self.answer.line_names(segment) for sight in name.sights}
        for visits in self._visits.values():
            yield sum(visits.values())
            yield sum(minutes for sights, minutes in visits.items() if sights & named)
        yield sum(sum(visits.values()) for visits in self._visits.values())
        if subject.inherited or not subject.sights:
            yield from self._legs.values()
        if self.answer.has_cue("difference", segment):
            by_role: dict[str, list[float]] = {}
            about = (f for f in self._lasting if f.sights & subject.sights or not subject.sights)
            for fact in (*self.evidence.facts["clock"], *about):
                by_role.setdefault(fact.role, []).append(fact.value)
            for values in by_role.values():
                yield from differences(values)

    @cached_property
    def _visits(self) -> dict[int, dict[frozenset[str], float]]:
        visits: dict[int, dict[frozenset[str], float]] = {}
        for fact in self._lasting:
            if fact.role == "minutes" and fact.sights:
                visits.setdefault(fact.day, {})[fact.sights] = fact.value
        return visits

    @cached_property
    def _legs(self) -> dict[int, float]:
        legs: dict[int, float] = {}
        for fact in self._lasting:
            if fact.role == "leg":
                legs[fact.day] = legs.get(fact.day, 0.0) + fact.value
        return legs
