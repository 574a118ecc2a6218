"""The interface of a constraint: what the planner asks of it while it builds the windows of the search."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from travelagent.planning.edits.lift import Lift
from travelagent.planning.frame import DayFrame
from travelagent.planning.hours import Window
from travelagent.plans.fields import MIDNIGHT
from travelagent.plans.values import Constraint, Edit, Sight

ANY_TIME: Window = (0, MIDNIGHT)
Edits: TypeAlias = tuple[Edit, ...]


@dataclass(frozen=True)
class Rule(Constraint):
    """A constraint as the planner keeps it. Each method returns what it demands; by default nothing.

    `reads`: the fields of the request that it is made of. `outranks_taste`: a sight's best hours yield to it, so that a
    visit outside them is better than none; else they are chosen first.
    """

    reads: ClassVar[tuple[str, ...]] = ()
    outranks_taste: ClassVar[bool] = True

    def refuses(self, sight: Sight) -> bool:
        """Return whether the sight is no candidate of the trip at all."""
        return False

    def begins(self, sight: Sight, frame: DayFrame, minutes: int) -> Window | None:
        """Return the first and the last minute at which a visit of that length may begin; None: not on that day."""
        return ANY_TIME

    def insists_on(self, sight: Sight) -> bool:
        """Return whether the sight is rather visited outside its best hours than on another day."""
        return False

    def most_visits(self, frame: DayFrame) -> int | None:
        """Return the most sights that the day may have; None: any number."""
        return None

    def bonus(self, sight: Sight) -> float:
        """Return the points of worth that a visit has besides its own."""
        return 0.0

    def relaxations(self) -> tuple[Edits, ...]:
        """Return the edits that give some of it up, each a way of its own."""
        return ()

    def loosest(self) -> Edits:
        """Return the edits that give up as much of it as can be, so that no relaxation is tried where they do not help.

        Without any, each is tried.
        """
        return ()


class Carried(Rule):
    """A constraint of a kind of its own, which the request carries in `constraints`."""

    reads = ("constraints",)

    def relaxations(self) -> tuple[Edits, ...]:
        return ((Lift(self.kind),),)


def begins_within(rules: Iterable[Rule], sight: Sight, frame: DayFrame, minutes: int) -> Window | None:
    """Return the first and the last minute at which all of these rules let the visit begin; None: there are none."""
    first, last = ANY_TIME
    for rule in rules:
        span = rule.begins(sight, frame, minutes)
        if span is None:
            return None
        first, last = max(first, span[0]), min(last, span[1])
    return (first, last) if first <= last else None
