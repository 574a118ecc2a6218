"""Tracing the claims of an answer to the evidence.

A claim is a place that is named, or a quantity. A quantity is traced when a fact of its kind agrees with it within what
its wording allows (`about 3 hours`, 不到7000元, a range), or when it follows from facts or from traced quantities near
it: a price times the travellers, a total divided by the days, a sum of items, a difference, a share. What stands right
beside a sight's name is held against that sight's facts alone: another's ticket price makes no truth of this one's.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from travelagent.assistant.grounding.agreement import agrees
from travelagent.assistant.grounding.answer import SMALL, Answer, Subject
from travelagent.assistant.grounding.arithmetic import evaluated
from travelagent.assistant.grounding.evidence import Evidence
from travelagent.assistant.grounding.known import KnownPlaces
from travelagent.assistant.grounding.measures import Measures
from travelagent.assistant.grounding.money import Money
from travelagent.assistant.grounding.names import names
from travelagent.assistant.grounding.quantity import Kind, Quantity
from travelagent.assistant.grounding.reading import quantities
from travelagent.assistant.grounding.times import Times
from travelagent.catalog.text import fold

ClaimKind: TypeAlias = Literal["place", "price", "time", "number"]

KIND_OF_CLAIM: Final[dict[Kind, ClaimKind]] = {
    "clock": "time", "date": "time", "month": "time", "weekday": "time", "money": "price", "minutes": "time",
    "days": "number", "metres": "number", "celsius": "number", "millimetres": "number", "percent": "number", "score": "number",
    "count": "number", "bare": "number",
}  # fmt: skip
ROUNDS: Final = 2
"""What follows from a quantity that itself follows from others is looked for this often."""

QUOTED: Final = 12
"""So many characters around a claim, on either side, make a quotation."""
_BORDER: Final = re.compile(r"[|\n]")


@dataclass(frozen=True, slots=True)
class Untraced:
    """`text[start:end]` claims what no evidence supports."""

    start: int
    end: int
    kind: ClaimKind


def untraced(text: str, evidence: Evidence) -> list[Untraced]:
    """The claims of an answer that cannot be traced, in order."""
    return _Tracer(text, evidence).run()


class _Tracer:
    def __init__(self, text: str, evidence: Evidence) -> None:
        self.evidence = evidence
        self.answer = Answer(text, names(text, KnownPlaces(evidence)), quantities(text))
        self.money = Money(self.answer, evidence)
        self.times = Times(self.answer, evidence)
        self.measures = Measures(self.answer, evidence, self.money.people)
        self.subjects = {id(quantity): self.answer.subject(quantity) for quantity in self.answer.quantities}

    def run(self) -> list[Untraced]:
        open_ = [quantity for quantity in self.answer.quantities if not self._traced(quantity)]
        for _ in range(ROUNDS):
            open_ = [quantity for quantity in open_ if not self._traced(quantity, derived=True)]
        found = [Untraced(name.start, name.end, "place") for name in self.answer.names if not name.known]
        found += [Untraced(quantity.start, quantity.end, KIND_OF_CLAIM[quantity.kind]) for quantity in open_]
        unique = {(claim.start, claim.end): claim for claim in sorted(found, key=lambda claim: claim.start)}
        return list(unique.values())

    def _traced(self, claim: Quantity, *, derived: bool = False) -> bool:
        subject = self.subjects[id(claim)]
        traced = self._follows(claim, subject) if derived else self._states(claim, subject) or self._quoted(claim)
        if traced and (claim.kind == "money" or (claim.kind == "bare" and claim.value > SMALL)):
            self.money.keep(claim, self.answer.segment_of(claim.start))
        return traced

    def _quoted(self, claim: Quantity) -> bool:
        """Whether the claim stands with the words around it, word for word, in a text of the evidence."""
        text = self.answer.text
        before = _BORDER.split(text[max(0, claim.start - QUOTED) : claim.start])[-1]
        after = _BORDER.split(text[claim.end : claim.end + QUOTED])[0]
        if len(before) + len(after) < QUOTED:
            return False
        quote = fold(before + text[claim.start : claim.end] + after).strip()
        return any(quote in string for string, _ in self.evidence.strings)

    def _states(self, claim: Quantity, subject: Subject) -> bool:
        """Whether the evidence states a claim."""
        segment = self.answer.segment_of(claim.start)
        match claim.kind:
            case "money":
                return self.money.states(claim, subject)
            case "clock":
                return self.times.strikes(claim, subject)
            case "minutes":
                return self.times.lasts(claim, subject)
            case "date":
                return self.times.dates(claim)
            case "weekday":
                return True
            case "month":
                return self.times.is_a_good_month(claim, segment)
            case "days":
                return self.measures.days(claim, segment)
            case "celsius" | "millimetres":
                return self.measures.weather(claim, segment)
            case "percent":
                return self.measures.share(claim, segment)
            case "metres":
                return self.measures.length(claim, segment)
            case "score":
                return self.measures.mark(claim, subject)
            case "count" | "bare":
                return self.measures.count(claim, segment, subject) or (
                    _may_be_money(claim) and self.money.states(claim, subject if subject.tight else Subject())
                )

    def _follows(self, claim: Quantity, subject: Subject) -> bool:
        """Whether a claim follows from others that are traced."""
        segment = self.answer.segment_of(claim.start)
        value = evaluated(self.answer.text[segment.start : claim.start])
        if value is not None and agrees(claim, value):
            return True
        match claim.kind:
            case "money":
                return self.money.follows(claim, subject)
            case "minutes":
                return self.times.follows(claim, subject)
            case "clock":
                return self.times.follows_the_clock(claim)
            case "count" | "bare" | "metres":
                money = _may_be_money(claim) and self.money.follows(claim, subject)
                return money or self.measures.follows(claim, segment)
            case _:
                return False


def _may_be_money(claim: Quantity) -> bool:
    return claim.kind == "bare" and claim.value > SMALL
