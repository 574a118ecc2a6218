"""The constraints that a request asks for, made of its fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from travelagent.planning.constraints.avoid import Avoided, AvoidedOnDay
from travelagent.planning.constraints.base import Carried, Rule
from travelagent.planning.constraints.day_hours import DayHours
from travelagent.planning.constraints.daylight import Daylight
from travelagent.planning.constraints.pins import Pinned
from travelagent.planning.frame import DayFrame
from travelagent.planning.messages import message
from travelagent.planning.windows import Node, starts_of
from travelagent.plans.values import LocalizedText, PlanRequest, Sight
from travelagent.plans.words import listed


def rules_of(request: PlanRequest) -> tuple[Rule, ...]:
    """Return the rules that hold whatever else is planned."""
    carried = (rule for rule in request.constraints if isinstance(rule, Carried))
    return (
        DayHours(request),
        *Avoided.of(request),
        *AvoidedOnDay.of(request),
        *Pinned.of(request),
        Daylight.of(request),
        *carried,
    )


def ruled_out(request: PlanRequest, frames: Sequence[DayFrame], sight: Sight) -> LocalizedText | None:
    """Return why the sight can be visited on none of these days, where only carried constraints are to blame.

    Named are those that rule it out by themselves, or all where only several together do.
    """
    rules, node = rules_of(request), Node(sight)
    carried = [rule for rule in rules if isinstance(rule, Carried)]
    others = [rule for rule in rules if not isinstance(rule, Carried)]

    def fits(held: Sequence[Rule]) -> bool:
        return any(any(starts_of(request, held, frame, node)) for frame in frames)

    if not carried or fits(rules) or not fits(others):
        return None
    texts = [rule.text for rule in carried if not fits([*others, rule])] or [rule.text for rule in carried]
    return message("left_out.ruled_out", texts=listed(texts, "; ", "；"))


def carried_notes(request: PlanRequest) -> Iterator[LocalizedText]:
    """Yield a note for each carried constraint that the plan keeps."""
    for constraint in request.constraints:
        yield message("assumption.kept_throughout", text=constraint.text)
