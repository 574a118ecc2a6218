"""The notes on a plan as a whole: how far at most it could be from the best, and what it takes for granted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from datetime import date

import numpy as np

from travelagent.planning.constraints.of_request import carried_notes
from travelagent.planning.constraints.rainy_days import rain_notes
from travelagent.planning.frame import SMALL, assumed_start
from travelagent.planning.hardship import hard_days, steep_nights
from travelagent.planning.messages import message
from travelagent.planning.problem import Problem, candidates
from travelagent.planning.rain import COME_FOR, SHOWER_MINUTES, in_the_open
from travelagent.planning.road_notes import road_notes
from travelagent.planning.search.objective import SCALE
from travelagent.planning.taste import worth
from travelagent.plans.stretches import comes_back
from travelagent.plans.values import DayPlan, LocalizedText, PlanRequest, Sight
from travelagent.plans.words import STRAIN_NAMES, listed, week_day

MOST_SPARED = 4
LONG_STAY, SPARSE = 3, 3
"""From so many days on a stay with fewer sights a day than that is sparse."""


def upper_bound(problem: Problem) -> float | None:
    """Return a score that no plan can exceed, None when there is nothing to visit.

    It is the best fractional packing of visit minutes into the days and the day caps.
    """
    inst = problem.instance
    usable = [int(node) for node in (inst.orders[0] if inst.orders.size else []) if not inst.replaces[node]]
    if not usable:
        return None
    worths = np.array([worth(s, problem.request.interests) for n in usable if (s := problem.nodes[n].sight)])
    minutes = np.array([float(inst.duration[node]) for node in usable])
    room = float((inst.day_end - inst.day_start).sum())
    packed = 0.0
    for index in np.argsort(-worths / minutes, kind="stable"):
        share = min(1.0, room / minutes[index])
        packed += worths[index] * share
        room -= minutes[index] * share
    by_cap = float(np.sort(worths)[::-1][: int(inst.cap.sum())].sum())
    return round(min(packed, by_cap) + 1 / SCALE, 2)


def _assumed_date(today: date | None, first: date) -> LocalizedText:
    day = week_day(first)
    if today is not None and first == assumed_start(today):
        return message("assumption.date", day=day)
    return message("assumption.date_open", day=day)


def assumptions(problem: Problem, sights: Sequence[Sight], days: Sequence[DayPlan]) -> tuple[LocalizedText, ...]:
    """Return what the plan takes for granted because the request left it open, and which of the sights are too hard on
    a body.
    """
    request, frames = problem.request, problem.frames
    visited = {visit.sight for day in days for visit in day.visits}
    found = []
    if request.start_date is None:
        found.append(_assumed_date(request.today, frames[0].date))
    cities = [stay.id for stay in request.cities]
    if request.any_order and len(cities) > 1 and not comes_back(cities):
        names = [stay.name for stay in request.cities]
        found.append(message("assumption.order", names=listed(names)))
    found += rain_notes(request)
    found += carried_notes(request)
    found += _out_in_the_rain(request, sights, days)
    found += hard_days(days, request, sights)
    found += steep_nights(days, request)
    for stay in {stay.id: stay for stay in request.cities}.values():
        if stay.hotel is None:
            centre = "assumption.small_centre" if stay.size in SMALL else "assumption.centre"
            found.append(message(centre, stay=stay.name))
    found += road_notes(request, days, sights)
    return (*found, *_spared(request, sights), *_exhausted(problem, sights, visited), *problem.leg_notes)


def _out_in_the_rain(request: PlanRequest, sights: Sequence[Sight], days: Sequence[DayPlan]) -> Iterator[LocalizedText]:
    """What is in the open and stays on a rainy day, and why."""
    known = {sight.id: sight for sight in sights if in_the_open(sight)}
    dry = {day.city for day in days if day.day not in request.rainy_days}
    for day in days:
        if day.day not in request.rainy_days:
            continue
        stay: dict[LocalizedText, list[LocalizedText]] = {}
        for visit in day.visits:
            if sight := known.get(visit.sight or ""):
                stay.setdefault(_why_in_the_rain(request, sight, day, dry), []).append(sight.name)
        for reason, names in stay.items():
            yield message("assumption.out_in_the_rain", day=day.day, reason=reason, names=listed(names))


def _why_in_the_rain(request: PlanRequest, sight: Sight, day: DayPlan, dry: Set[str]) -> LocalizedText:
    """Why a sight in the open is on a rainy day; `dry`: the cities that have another."""
    if any(pin.sight == sight.id and pin.day == day.day for pin in request.pinned):
        return message("rain.pinned")
    if day.city not in dry:
        return message("rain.no_dry_day")
    if sight.minutes <= SHOWER_MINUTES:
        return message("rain.short")
    if sight.id in request.demanded:
        return message("rain.wanted")
    if sight.score >= COME_FOR:
        return message("rain.come_for")
    return message("rain.no_roof")


def _exhausted(problem: Problem, sights: Sequence[Sight], visited: Set[str | None]) -> Iterator[LocalizedText]:
    """The cities of which every sight that is wanted is visited and that leave days with room to spare."""
    for stay in {stay.id: stay for stay in problem.request.cities}.values():
        known = {sight.id for sight in candidates(problem.request, sights) if sight.lies_in == stay.id}
        days = sum(frame.stay.id == stay.id for frame in problem.frames)
        if days >= LONG_STAY and len(known) < SPARSE * days and visited >= known:
            yield message("assumption.exhausted", stay=stay.name, count=len(known))


def _spared(request: PlanRequest, sights: Sequence[Sight]) -> Iterator[LocalizedText]:
    """Of every strain that is refused the best sights that are left out for it."""
    cities = {stay.id for stay in request.cities}
    demanded = set(request.demanded)
    for strain, name in STRAIN_NAMES.items():
        hard = [s for s in sights if strain in s.strains and s.city in cities and s.id not in demanded]
        if strain in request.avoid and hard:
            best = sorted(hard, key=lambda sight: (-worth(sight, request.interests), sight.id))[:MOST_SPARED]
            spared = "assumption.spared_and_others" if len(hard) > len(best) else "assumption.spared"
            yield message(spared, strain=name, sights=listed(sight.name for sight in best))
