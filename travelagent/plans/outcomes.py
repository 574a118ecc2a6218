"""What becomes of a plan: its figures, its difference from another one, replanning and alternatives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date as Date
from decimal import Decimal
from typing import Literal

from travelagent.plans.closures import Closure
from travelagent.plans.fields import Clock
from travelagent.plans.values import Edit, Itinerary, LocalizedText, PlanRequest

AlternativeKind = Literal["fuller", "calmer", "cheaper", "rainy"]


@dataclass(frozen=True, slots=True)
class Figures:
    """A plan in numbers.

    `out_minutes`: from leaving to coming back, all days; `least_slack`: the tightest visit's; `tickets`: the price of
    one adult's tickets by currency.
    """

    visits: int
    score: float
    travel_minutes: int
    walking_km: float
    out_minutes: int
    least_slack: int
    tickets: Mapping[str, Decimal]


@dataclass(frozen=True, slots=True)
class Moved:
    """A visit and where it was and is: day and arrival. Both are the same for one that came or went."""

    visit: str
    name: LocalizedText
    from_day: int
    to_day: int
    from_arrive: Clock
    to_arrive: Clock


@dataclass(frozen=True, slots=True)
class Closed:
    """A visit that its day of before cannot have on that day's new date.

    `closure`: why, where its hours would have it open.
    """

    visit: str
    name: LocalizedText
    day: int
    date: Date
    closure: Closure | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """What became of a plan.

    `retimed`: on the same day at another hour; `same_days`: nothing in them changed; `closed`: shut on the new date of
    the day that they were on; `given_up`: what the traveller had requested and this could not keep; `unshared`: what
    was entered on one ticket, which does not last for all of it now.
    """

    added: tuple[Moved, ...]
    removed: tuple[Moved, ...]
    moved: tuple[Moved, ...]
    retimed: tuple[Moved, ...]
    same_days: tuple[int, ...]
    before: Figures
    after: Figures
    closed: tuple[Closed, ...] = ()
    given_up: tuple[LocalizedText, ...] = ()
    unshared: tuple[LocalizedText, ...] = ()


@dataclass(frozen=True, slots=True)
class Replanned:
    """A plan after edits: the request as it is now, the new plan, and what became of the old one."""

    request: PlanRequest
    itinerary: Itinerary
    difference: Difference


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another plan for the same trip: the edits that lead to it, and how it differs from the first one."""

    kind: AlternativeKind
    edits: tuple[Edit, ...]
    itinerary: Itinerary
    difference: Difference
