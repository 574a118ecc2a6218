"""The interface of a constraint: what the planner asks of it while it builds the windows of the search."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import ClassVar, TypeAlias

from travelagent.planning.edits.lift import Lift
from travelagent.planning.frame import DayFrame
from travelagent.planning.hours import Window
from travelagent.plans.fields import MIDNIGHT, CalendarDate, Weekday
from travelagent.plans.values import Constraint, Edit, LocalizedText, Sight
from travelagent.plans.words import WEEKDAY_NAMES, short_day

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


@dataclass(frozen=True, kw_only=True)
class Scoped(Carried):
    """A carried constraint of some days alone: of all from the date `since` on, of those on the weekday `weekday`."""

    since: CalendarDate | None = None
    weekday: Weekday | None = None

    @property
    def key(self) -> tuple[object, ...]:
        return (self.kind, self.since, self.weekday)

    def is_of(self, day: date) -> bool:
        """Return whether the constraint holds on that date."""
        return (self.since is None or day >= self.since) and self.weekday in (None, day.weekday())

    def with_scope(self, what: LocalizedText) -> LocalizedText:
        """Return what it demands with the days on which it does: "no museums on Mondays from Mon 7 Dec on"."""
        en, zh = what.en, what.zh
        if self.weekday is not None:
            name = tuple(WEEKDAY_NAMES.values())[self.weekday]
            en, zh = f"{en} on {name.en}s", f"{name.zh}{zh}"
        if self.since is not None:
            first = short_day(self.since)
            en, zh = f"{en} from {first.en} on", f"从{first.zh}起{zh}"
        return LocalizedText(en, zh)


def begins_within(rules: Iterable[Rule], sight: Sight, frame: DayFrame, minutes: int) -> Window | None:
    """Return the first and the last minute at which all of these rules let the visit begin; None: there are none."""
    first, last = ANY_TIME
    for rule in rules:
        span = rule.begins(sight, frame, minutes)
        if span is None:
            return None
        first, last = max(first, span[0]), min(last, span[1])
    return (first, last) if first <= last else None
