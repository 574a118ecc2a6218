"""The strain of every day of a written plan, held against what that day may have.

A day's limit is that of its pace and party (strain.py), less after a hard day and on the first day high up. A day whose
every stop was requested by name is as hard as requested; so is what is left of one that is under way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from travelagent.plans.strain import (
    ARRIVAL_SHARE,
    HARD_SHARE,
    REST_SHARE,
    Load,
    Strain,
    has_to_acclimatise,
    load_of_day,
    sleeps_too_high,
    strain_of,
    usual_limit,
)
from travelagent.plans.values import DayPlan, PlanRequest, Sight

TOLERANCE = 1e-6
"""Hours by which sums of floats may differ."""


@dataclass(frozen=True, slots=True)
class DayStrain:
    """What a day asks for, and what it may.

    `usual`: the limit of an ordinary day; `limit`: this one's, None where nothing is known of who goes; `rests`: it
    follows a hard day; `height`: metres at which one sleeps, `before`: those of the night before, None unknown;
    `requested`: whether all of it was asked for.
    """

    day: int
    load: Load
    strain: Strain
    usual: float
    limit: float | None
    rests: bool
    height: int
    before: int | None
    requested: bool

    @property
    def is_over(self) -> bool:
        """Whether the day is harder than its limit."""
        return self.limit is not None and self.strain.total > self.limit + TOLERANCE

    @property
    def is_hard(self) -> bool:
        """Whether the next day is to be one of rest."""
        return self.strain.total > HARD_SHARE * self.usual

    @property
    def exceeds_rest_limit(self) -> bool:
        """Whether it is too hard for a day of rest."""
        return self.strain.total > self.usual * day_shares(True, self.acclimatises) + TOLERANCE

    @property
    def acclimatises(self) -> bool:
        """Whether it is the first one so high up, and therefore light."""
        return self.before is not None and has_to_acclimatise(self.height, self.before)

    @property
    def is_steep(self) -> bool:
        """Whether one sleeps so much higher after it that this is worth a warning."""
        return self.before is not None and sleeps_too_high(self.height, self.before)


def named(request: PlanRequest) -> frozenset[str]:
    """Return the sights that the traveller asked for by name, however hard they are."""
    return frozenset({*request.must_see, *(pin.sight for pin in request.pinned)})


def day_shares(rests: bool, acclimatises: bool) -> float:
    """Return the share of the usual limit that a day may have."""
    return min(REST_SHARE if rests else 1.0, ARRIVAL_SHARE if acclimatises else 1.0)


def strained_days(days: Sequence[DayPlan], request: PlanRequest, known: Mapping[str, Sight]) -> Iterator[DayStrain]:
    """Yield the strain of each of these days of a plan, which need not be all of it, in their order."""
    heights = {stay.id: stay.altitude for stay in request.cities}
    usual, was = usual_limit(request.pace, request.walkers), {day.day: day for day in days}
    hard_day = 0
    for day in days:
        height, eve = heights.get(day.city, 0), was.get(day.day - 1)
        before = heights.get(eve.city, 0) if eve else 0 if day.day == 1 else None
        load = load_of_day(day, known, height, height if before is None else before)
        strain, rests = strain_of(load, request.walkers), hard_day == day.day - 1 > 0
        light = before is not None and has_to_acclimatise(height, before)
        limit = usual * day_shares(rests, light) if request.walkers else None
        requested = _is_requested(day, request)
        strained = DayStrain(day.day, load, strain, usual, limit, rests, height, before, requested)
        yield strained
        if limit is not None and strained.is_hard:
            hard_day = day.day


def _is_requested(day: DayPlan, request: PlanRequest) -> bool:
    demanded = named(request)
    under_way = any(visit.marker for visit in day.visits)
    return under_way or all(visit.sight is None or visit.sight in demanded for visit in day.visits)
