"""A traveller's statements about a trip, and whether a brief and a plan still hold them.

The checks share no code with the product but its values: they look at the brief's fields and at the days of the plan.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from travelagent.briefs.values import TripBrief
from travelagent.catalog import source
from travelagent.catalog.adapter import planning_sights
from travelagent.catalog.names import place_name
from travelagent.plans.fields import clock
from travelagent.plans.values import PARTS_OF_DAY, DayPlan, Itinerary, PartOfDay, Visit
from travelagent.plans.words import CHINESE, REST

Kind: TypeAlias = Literal[
    "must", "refusal", "visit", "start", "end", "rest", "arrival", "departure", "field", "strain", "indoors"
]


@dataclass(frozen=True, slots=True)
class Stated:
    """One statement. `value`: a sight's id, a term, or the name of a field of the brief; `day` None: of any or every
    one; `part`, `minute`: when; `held`: the value that a field of the brief has.
    """

    kind: Kind
    value: str = ""
    day: int | None = None
    part: PartOfDay | None = None
    minute: int | None = None
    held: Any = None

    def names(self, language: str) -> tuple[str, ...]:
        """Words by one of which an answer names it."""
        words: list[str] = []
        if "/" in self.value:
            words.append(place_name(self.value, "zh" if language == "zh" else "en"))
        elif self.value:
            words.append(CHINESE.get(self.value, self.value) if language == "zh" else self.value.replace("_", " "))
        if self.minute is not None:
            words.append(clock(self.minute))
        if self.kind == "rest":
            words.append("午休" if language == "zh" else "rest")
        return tuple(words)


def faults(stated: Stated, brief: TripBrief, plan: Itinerary) -> Iterator[str]:
    """Where it does not hold: `brief`, `plan`, or both."""
    if not _in_brief(stated, brief):
        yield "brief"
    if not _in_plan(stated, plan):
        yield "plan"


def _in_brief(stated: Stated, brief: TripBrief) -> bool:
    wishes = brief.day_wishes
    match stated.kind:
        case "must":
            return stated.value in brief.must_see or any(w.kind == "visit" and w.value == stated.value for w in wishes)
        case "refusal":
            return stated.value in brief.avoid
        case "visit":
            return any(w.kind == "visit" and w.value == stated.value and _same_when(w, stated, brief) for w in wishes)
        case "start" | "end":
            day: Any = "every" if stated.day is None else stated.day
            return any(w.kind == "hours" and w.day == day and getattr(w, stated.kind) == stated.minute for w in wishes)
        case "rest":
            return any(w.kind == "rest" and w.day in ("every", stated.day) for w in wishes)
        case "indoors":
            return any(w.kind == "indoors" and w.day == stated.day for w in wishes)
        case "arrival":
            return brief.arrival.at == stated.minute
        case "departure":
            return brief.departure.at == stated.minute
        case "field":
            return bool(getattr(brief, stated.value) == stated.held)
        case "strain":
            return True


def _same_when(wish: Any, stated: Stated, brief: TripBrief) -> bool:
    last = wish.day == "last" and brief.days == stated.day
    same_day = stated.day is None or wish.day == stated.day or last
    return same_day and stated.part in (None, wish.part) and stated.minute in (None, wish.start)


def _in_plan(stated: Stated, plan: Itinerary) -> bool:
    busy = [day for day in plan.days if day.visits]
    match stated.kind:
        case "must":
            return any(visit.sight == stated.value for visit in plan.visits)
        case "refusal" | "strain":
            return all(stated.value not in terms_of(visit.sight) for visit in plan.visits if visit.sight)
        case "visit":
            return any(v.sight == stated.value and _is_then(v, d, stated) for d in plan.days for v in d.visits)
        case "start":
            return all(_begin(day) >= (stated.minute or 0) for day in busy if stated.day in (None, day.day))
        case "end":
            return all(day.end <= (stated.minute or 0) for day in busy if stated.day in (None, day.day))
        case "rest":
            rests = {day.day for day in plan.days if any(visit.name == REST for visit in day.visits)}
            return bool(rests) if stated.day is None else stated.day in rests
        case "indoors":
            return True  # as far as possible
        case "arrival":
            return all(visit.arrive >= (stated.minute or 0) for visit in plan.days[0].visits)
        case "departure":
            return all(visit.depart <= (stated.minute or 0) for visit in plan.days[-1].visits)
        case "field":
            return not (stated.value == "dates" and stated.held.start) or plan.days[0].date == stated.held.start


def _is_then(visit: Visit, day: DayPlan, stated: Stated) -> bool:
    first, last = PARTS_OF_DAY[stated.part] if stated.part else (0, 24 * 60)
    same_day = stated.day in (None, day.day)
    return same_day and first <= visit.arrive <= last and stated.minute in (None, visit.arrive)


def _begin(day: DayPlan) -> int:
    """When the first visit of a day begins; a journey between cities may set out sooner."""
    return day.visits[0].arrive if day.legs and day.legs[0].is_move else day.start


def terms_of(sight: str) -> frozenset[str]:
    """All by which a sight may be refused."""
    known = {each.id: each for each in planning_sights((source.sights()[sight].city,))}
    return known[sight].terms
