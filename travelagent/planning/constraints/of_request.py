"""The constraints that a request asks for, made of its fields."""

from __future__ import annotations

from travelagent.planning.constraints.avoid import Avoided, AvoidedOnDay
from travelagent.planning.constraints.base import Rule
from travelagent.planning.constraints.day_hours import DayHours
from travelagent.planning.constraints.pins import Pinned
from travelagent.planning.values import PlanRequest


def rules_of(request: PlanRequest) -> tuple[Rule, ...]:
    """Return the rules that hold whatever else is planned."""
    carried = (rule for rule in request.constraints if isinstance(rule, Rule))
    return (DayHours(), *Avoided.of(request), *AvoidedOnDay.of(request), *Pinned.of(request), *carried)
