"""From a compiled brief to a finished plan, its assumptions the rules that acted.

The search is one job (search.py), done by whoever is handed in: this thread, or a worker process.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Concatenate, Protocol, TypeVar

from travelagent.briefs.compile import Compiled
from travelagent.briefs.notes import notes_on
from travelagent.briefs.search import searched
from travelagent.briefs.values import TripBrief
from travelagent.catalog.adapter import with_day_trips
from travelagent.catalog.origins import notices_of
from travelagent.planning.planner import Planner
from travelagent.plans.outcomes import Alternative
from travelagent.plans.values import Assumption, Itinerary, PlanRequest, Sight
from travelagent.travel.legs import EstimatedLegs, LegProvider

T = TypeVar("T")


class Engine(Protocol):
    """Who does a job of planning."""

    def compute(self, job: Callable[Concatenate[Planner, ...], T], *args: Any, request: PlanRequest) -> T:
        """Return what `job(planner, *args)` does, and raise what it raises. `request`: what is planned."""
        ...


@dataclass(frozen=True, slots=True)
class DirectEngine:
    """Planning in this thread, without alternatives."""

    legs: LegProvider = EstimatedLegs()  # noqa: RUF009  # it has no state

    def compute(self, job: Callable[Concatenate[Planner, ...], T], *args: Any, request: PlanRequest) -> T:
        """Do the job here and now."""
        return job(Planner(self.legs, varies=False), *args)


@dataclass(frozen=True, slots=True)
class Planned:
    """A finished plan with the request that it answers, and what else it could be."""

    request: PlanRequest
    itinerary: Itinerary
    alternatives: tuple[Alternative, ...]


def plan_brief(brief: TripBrief, compiled: Compiled, sights: Sequence[Sight], engine: Engine) -> Planned:
    """Return the best plan found for a compiled brief; its assumptions begin with the rules that acted.

    Raises InvalidRequest, Infeasible, and what the engine raises.
    """
    sights = with_day_trips(sights, compiled.request.day_trips)
    found = engine.compute(searched, brief, compiled.request, tuple(sights), request=compiled.request)
    itinerary = found.itinerary
    rules = [*compiled.applied, *found.rules, *notes_on(brief, itinerary, found.request.today)]
    assumptions = [
        *notices_of(itinerary.cities),
        *(Assumption(rule.text.en, rule.text.zh, rule.name) for rule in rules),
        *found.notes,
    ]
    assuming = dataclasses.replace(itinerary, assumptions=(*assumptions, *itinerary.assumptions))
    return Planned(found.request, assuming, found.alternatives)
