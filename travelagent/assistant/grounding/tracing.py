"""Tracing the claims of an answer to the evidence.

A claim is a place that is mentioned, a quantity, or something that the answer claims to have done. A quantity is backed
when a fact of its kind agrees with it within what its wording allows, or when it follows from facts or backed
quantities.
"""

import datetime as dt
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from travelagent.assistant.grounding.arithmetic import agrees, evaluated
from travelagent.assistant.grounding.contradiction import Contradictions
from travelagent.assistant.grounding.evidence import Evidence
from travelagent.assistant.grounding.layout import SMALL, Answer, Segment, Subject
from travelagent.assistant.grounding.lexicon import cue, table
from travelagent.assistant.grounding.measures import Measures
from travelagent.assistant.grounding.money import Money
from travelagent.assistant.grounding.names import names
from travelagent.assistant.grounding.places import KnownPlaces, Name
from travelagent.assistant.grounding.times import Times
from travelagent.assistant.quantities.read import quantities
from travelagent.assistant.quantities.values import Kind, Quantity

ClaimKind: TypeAlias = Literal["place", "price", "time", "number", "action"]
KIND_OF_CLAIM: Final[dict[Kind, ClaimKind]] = {
    "money": "price", **dict.fromkeys(("clock", "date", "month", "weekday", "minutes"), "time"),
}  # fmt: skip
"""The kinds of quantities that are no mere numbers."""
NOT_DONE: Final = "no tool has done this in the conversation"
Judge: TypeAlias = Callable[[Quantity, Segment, Subject], bool]
VERB_CHARS: Final = 5  # between a verb and the sight that it puts into the plan or takes out: `the `, 了
ROUNDS: Final = 2  # what follows from a quantity that itself follows from others is looked for this often


@dataclass(frozen=True, slots=True)
class Untraced:
    """A claim, `text[start:end]`, that no evidence supports; `truth` is what the evidence states instead, empty where
    it states nothing about the matter.
    """

    start: int
    end: int
    kind: ClaimKind
    truth: str = ""


def untraced(text: str, evidence: Evidence) -> list[Untraced]:
    """Return the claims of an answer that cannot be traced, in order."""
    tracer = Tracer(text, evidence)
    changes = (*_false_changes(tracer.answer, evidence), *_false_moves(tracer.answer, evidence))
    claims = [*tracer.run(), *_deeds(text, evidence), *changes]
    unique = {(claim.start, claim.end): claim for claim in sorted(claims, key=lambda claim: claim.start)}
    return list(unique.values())


def _deeds(text: str, evidence: Evidence) -> Iterator[Untraced]:
    """Yield what the answer claims to have saved, changed or booked without a call that did it."""
    for deed in table("cues")["deeds"].values():
        if not any(evidence.calls[name] >= least for name, least in deed["calls"].items()):
            for match in re.finditer("|".join(deed["rules"]), text, re.IGNORECASE):
                yield Untraced(*match.span(), "action", NOT_DONE)


def _false_changes(answer: Answer, evidence: Evidence) -> Iterator[Untraced]:
    """Yield what the answer claims to have put into the plan or taken out of it, where the plan disagrees."""
    planned = evidence.plan.sights.keys()
    for match in cue("put_into").finditer(answer.text) if planned else ():
        for name in answer.names:
            if match.start() <= name.start < match.end() and not (name.sights & planned or name.cities or name.loose):
                yield Untraced(match.start(), match.end(), "action", "not in the plan")
    for match in cue("put_in").finditer(answer.text) if planned else ():
        for name in _names_behind(answer, match.end()):
            if not (name.sights & planned or name.cities):
                yield Untraced(match.start(), name.end, "action", "not in the plan")
    for match in cue("taken_out").finditer(answer.text) if planned else ():
        for name in _names_behind(answer, match.end()):
            if name.sights and name.sights <= planned:
                yield Untraced(match.start(), name.end, "action", "still in the plan")


def _false_moves(answer: Answer, evidence: Evidence) -> Iterator[Untraced]:
    """Yield what the answer claims to have moved to a day on which the plan does not have it."""
    plan = evidence.plan
    for match in cue("moved").finditer(answer.text) if plan.dates else ():
        segment = next(s for s in reversed(answer.segments) if s.start <= match.start())
        named = [name for name in segment.names if name.sights & plan.sights.keys()]
        stated = [q for q in segment.quantities if q.kind in ("weekday", "date") and q.start >= match.start()]
        if len(named) != 1 or not stated:
            continue
        days = {plan.dates[plan.sights[sight]] for sight in named[0].sights if sight in plan.sights}
        if not any(_is_on(stated[0], day) for day in days):
            yield Untraced(match.start(), stated[0].end, "action", f"the plan has it on {', '.join(map(str, days))}")


def _is_on(stated: Quantity, day: int) -> bool:
    """Return whether a weekday or a date is that of a day, YYYYMMDD."""
    if stated.kind == "date":
        return int(stated.value) % 10_000 == day % 10_000
    return dt.date(day // 10_000, day // 100 % 100, day % 100).weekday() == stated.value


def _names_behind(answer: Answer, start: int) -> Iterator[Name]:
    """Return the names that stand right behind a verb."""
    behind = (name for name in answer.names if 0 <= name.start - start <= VERB_CHARS and not name.loose)
    return (name for name in behind if not cue("clause_end").search(answer.text, start, name.start))


class Tracer:
    """An answer and its evidence, and which of the answer's claims the evidence backs."""

    def __init__(self, text: str, evidence: Evidence) -> None:
        self.answer = Answer(text, names(text, KnownPlaces(evidence)), quantities(text))
        self.money = Money(self.answer, evidence)
        self.times = Times(self.answer, evidence)
        self.measures = Measures(self.answer, evidence, self.money.people)
        self.contradictions = Contradictions(self.answer, evidence)
        times, measures = self.times, self.measures
        self._judges: dict[Kind, Judge] = {
            "money": self.money.is_stated, "clock": times.is_a_time, "date": times.is_a_date,
            "weekday": times.is_a_weekday,
            "month": times.is_a_good_month, "minutes": times.lasts, "days": measures.are_days,
            "score": measures.is_a_score,
            "celsius": measures.is_weather, "millimetres": measures.is_weather, "percent": measures.is_a_share,
            "metres": measures.is_a_length, "count": measures.is_a_count, "bare": measures.is_a_count,
        }  # fmt: skip
        self.subjects = {id(quantity): self.answer.subject(quantity) for quantity in self.answer.quantities}

    def untraced(self) -> list[Quantity]:
        """Return the quantities that no evidence states and that follow from nothing that is stated."""
        left = [quantity for quantity in self.answer.quantities if not self._is_backed(quantity, self._is_stated)]
        for _ in range(ROUNDS):
            left = [quantity for quantity in left if not self._is_backed(quantity, self._follows)]
        return left

    def run(self) -> Iterator[Untraced]:
        """Yield the claims without evidence, and those that the evidence contradicts."""
        yield from (Untraced(name.start, name.end, "place") for name in self.answer.names if not name.known)
        missing = set(map(id, self.untraced()))
        for claim in self.answer.quantities:
            traced, kind = id(claim) not in missing, KIND_OF_CLAIM.get(claim.kind, "number")
            segment, subject = self.answer.segment_of(claim), self.subjects[id(claim)]
            truth = self.contradictions.of(claim, segment, subject, traced=traced)
            if truth or not traced:
                yield Untraced(claim.start, claim.end, kind, truth)

    def _is_backed(self, claim: Quantity, judge: Judge) -> bool:
        segment = self.answer.segment_of(claim)
        backed = judge(claim, segment, self.subjects[id(claim)])
        if backed and (claim.kind == "money" or _may_be_money(claim)):
            self.money.keep(claim, segment)
        return backed

    def _is_stated(self, claim: Quantity, segment: Segment, subject: Subject) -> bool:
        """Return whether the evidence states a claim."""
        if self._judges[claim.kind](claim, segment, subject):
            return True
        return _may_be_money(claim) and self.money.is_stated(claim, segment, subject if subject.tight else Subject())

    def _follows(self, claim: Quantity, segment: Segment, subject: Subject) -> bool:
        """Return whether a claim follows from others that are backed."""
        value = evaluated(self.answer.text[segment.start : claim.start])
        if value is not None and agrees(claim, value):
            return True
        match claim.kind:
            case "money":
                return self.money.follows(claim, segment, subject)
            case "minutes" | "clock":
                return self.times.follows(claim, segment, subject)
            case "count" | "bare" | "metres":
                money = _may_be_money(claim) and self.money.follows(claim, segment, subject)
                return money or self.measures.follows(claim)
            case _:
                return False


def _may_be_money(claim: Quantity) -> bool:
    return claim.kind == "bare" and claim.value > SMALL
