"""Minimal-change replanning: change one thing, keep the rest.

Days that the change does not touch stay as they are, to the minute. Touched are the days whose frame is another
(date, city, hours, ends), those that the verifier now finds fault with, and those that the change or the caller names.
Only they are searched again, and a sight that was on one of them stays on it unless it must make room. A visit that
moves is put among the stops of its new day in the order they have, if they can be held so (transfer.py). What has to
make room for it, and what is refused on one day, may move, too, to another of these days: a swap
before a loss. Where a day's rain or shorter hours would cost what one comes for, one further day may be touched, and
what nobody should miss is insisted on, where that is worth a further day; an appointment, a day trip, and what is put
right in a plan made by hand, leave the other days as they are. A new demand that they cannot take goes to the one
further day that loses the least by it; when no single day can, the whole trip is planned anew. What the traveller
wishes for stays in the plan (wishes.py), unless nothing could be had with it. A plan that is to be easier has no day
with more sights than before.
"""

from __future__ import annotations

import contextlib
import dataclasses
import math
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from travelagent.planning.delta import Delta
from travelagent.planning.diff import closed_then, diff
from travelagent.planning.early_days import with_early_starts
from travelagent.planning.edits.apply import Applied, apply_edits
from travelagent.planning.edits.days import DAY_WORTH
from travelagent.planning.engine import finished, plan
from travelagent.planning.even_days import spread_evenly
from travelagent.planning.fixed_stops import BookingsClash
from travelagent.planning.frame import ASSUMED_LEAD_DAYS, DayFrame, first_day, frame
from travelagent.planning.left_out import left_out
from travelagent.planning.placement import laid_out
from travelagent.planning.problem import build
from travelagent.planning.rain import in_the_open
from travelagent.planning.renumbering import renumbered_frame, with_opening_windows
from travelagent.planning.schedule import write_days
from travelagent.planning.solve import Cancelled, Progress, missing, solve
from travelagent.planning.taste import worth
from travelagent.planning.transfer import transferred
from travelagent.planning.windows import Standing
from travelagent.planning.wishes import kept, unmissable, with_demands
from travelagent.plans.day_strain import strained_days
from travelagent.plans.errors import Infeasible, Stopped
from travelagent.plans.outcomes import Replanned
from travelagent.plans.requests import booking_index, with_visit_minutes
from travelagent.plans.stretches import stays_of
from travelagent.plans.values import DayPlan, Edit, Itinerary, LeftOut, PlanRequest, Sight
from travelagent.travel.legs import EstimatedLegs, LegProvider
from travelagent.verifier import verify

Days = Mapping[int, DayPlan]
Explain: TypeAlias = Callable[[], tuple[LeftOut, ...]]

SPARED = 9.0
"""The worth that touching a further day must spare, where a day's rain or hours cost visits: that of a sight with 9 of
10 points."""

SAME_SEASON = timedelta(days=31)
"""The assumed dates of a plan move by no more than this for what is requested later."""


def replan(
    before: Itinerary,
    request: PlanRequest,
    edits: Sequence[Edit],
    sights: Sequence[Sight],
    legs: LegProvider | None = None,
    *,
    days: Collection[int] = (),
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Replanned:
    """Return the plan after the edits, as near to the one before as it can be. `days` are planned anew in any case.

    `before` answers `request`, or is a hand-edited plan of it: what does not hold in it is put right. Raises
    InvalidRequest and Infeasible as `plan` does, and Stopped once `cancelled` returns true; then nothing is changed.
    """
    found, explain = replan_unexplained(
        before, request, edits, sights, legs, days=days, progress=progress, cancelled=cancelled
    )
    return explained(found, explain)


def explained(found: Replanned, explain: Explain) -> Replanned:
    """Return a plan with the reasons why sights are left out."""
    return dataclasses.replace(found, itinerary=dataclasses.replace(found.itinerary, left_out=explain()))


def replan_unexplained(
    before: Itinerary,
    request: PlanRequest,
    edits: Sequence[Edit],
    sights: Sequence[Sight],
    legs: LegProvider | None = None,
    *,
    days: Collection[int] = (),
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> tuple[Replanned, Explain]:
    """Return what `replan` does but the reasons why sights are left out, and what gives these: they may take long."""
    legs = legs or EstimatedLegs()
    requested = on_the_same_dates(before, request)
    applied = apply_edits(requested, edits, before, sights)
    sights = with_visit_minutes(sights, applied.request)
    wanted = _in_its_season(before, applied.request, sights)
    result = dataclasses.replace(wanted, start_date=applied.request.start_date)

    def renewed(wanted: PlanRequest) -> tuple[Itinerary, Explain]:
        frames = frame(wanted, sights, legs)
        standing = _Renewal(requested, wanted, applied, frames, sights, legs)
        after = standing.renew(standing.touched(set(days)), progress, cancelled)
        problem = None
        if after is not None:
            with contextlib.suppress(BookingsClash):
                problem = build(wanted, frames, sights, legs)
        if after is None or problem is None:
            whole = plan(wanted, sights, legs, progress=progress, cancelled=cancelled)
            return whole, lambda: whole.left_out
        written = tuple(after[frame.day] for frame in frames)
        found = laid_out(problem, written)
        itinerary = finished(problem, found, written, (), sights)
        return itinerary, partial(left_out, problem, found, sights, legs, cancelled)

    wishes = kept(before, requested, wanted, sights)
    try:
        after, explain = renewed(with_demands(wanted, wishes))
    except Infeasible:
        if not wishes:
            raise
        wishes = ()
        after, explain = renewed(wanted)
    visited = {visit.sight for visit in after.visits}
    unspared = (sight for sight in unmissable(before, wanted, sights) if sight not in applied.given_up)
    if lost := [sight for sight in unspared if sight not in visited]:
        with contextlib.suppress(Infeasible):
            insisted, reasons = renewed(with_demands(wanted, (*wishes, *lost)))
            is_filled = wanted.day_trips != applied.before.day_trips or set(wanted.fixed) - set(applied.before.fixed)
            least = SPARED if edits and not is_filled else math.inf
            if _gains_by_further_days(applied.itinerary, after, insisted, sights, wanted) >= least:
                after, explain = insisted, reasons
    gone = {number: day for day, number in applied.numbers.items() if number > wanted.days}
    closed = closed_then(applied.itinerary, after, {sight.id: sight for sight in sights})
    return Replanned(result, after, dataclasses.replace(diff(applied.itinerary, after, gone), closed=closed)), explain


def _gains_by_further_days(
    before: Itinerary, after: Itinerary, insisted: Itinerary, sights: Sequence[Sight], request: PlanRequest
) -> float:
    """Return the worth that a plan with what nobody should miss loses less than another one; no end of it where it
    changes no further days.
    """

    def changed(plan: Itinerary) -> set[int]:
        were = {day.day: {visit.id for visit in day.visits} for day in before.days}
        return {day.day for day in plan.days if were.get(day.day) != {visit.id for visit in day.visits}}

    def lost(plan: Itinerary) -> float:
        gone = {visit.id for visit in before.visits} - {visit.id for visit in plan.visits}
        return sum(worth(sight, request.interests) for sight in sights if sight.id in gone)

    return math.inf if changed(insisted) <= changed(after) else lost(after) - lost(insisted)


def on_the_same_dates(before: Itinerary, request: PlanRequest) -> PlanRequest:
    """Return the request with the dates of the plan, whatever the day is by now."""
    if request.start_date is not None or not before.days:
        return request
    return dataclasses.replace(request, today=before.days[0].date - timedelta(days=ASSUMED_LEAD_DAYS))


def as_planned(before: Itinerary, request: PlanRequest) -> PlanRequest:
    """Return the request with the dates of the plan and the days that the plan gives each city."""
    cities = stays_of(request.cities, before.days)
    return dataclasses.replace(on_the_same_dates(before, request), cities=cities, days=len(before.days))


def _in_its_season(before: Itinerary, wanted: PlanRequest, sights: Sequence[Sight]) -> PlanRequest:
    """The request on the dates of the plan where an assumed one would come to lie in another season."""
    if wanted.start_date is not None or not before.days:
        return wanted
    stood = before.days[0].date
    moved = abs(first_day(wanted, sights) - stood)
    return dataclasses.replace(wanted, start_date=stood) if moved > SAME_SEASON else wanted


@dataclass(frozen=True, slots=True)
class _Move:
    """A sight that goes from one day to another."""

    sight: str
    from_day: int
    to_day: int


class _Renewal:
    """Some days of a plan planned anew."""

    def __init__(
        self,
        requested: PlanRequest,
        wanted: PlanRequest,
        applied: Applied,
        frames: tuple[DayFrame, ...],
        sights: Sequence[Sight],
        legs: LegProvider,
    ) -> None:
        self.requested, self.wanted, self.frames = requested, wanted, frames
        self.sights, self.legs, self.numbers = sights, legs, applied.numbers
        self.delta, self.given_up = Delta(applied.before, wanted), applied.given_up
        self.known = {sight.id: sight for sight in sights}
        self.before = {day.day: day for day in applied.itinerary.days}
        dated_anew = {number for day, number in self.numbers.items() if number != day} & self.before.keys()
        held = {day: with_opening_windows(self.before[day], self.known) for day in dated_anew}
        self.before |= {day: plan for day, plan in held.items() if plan is not None}
        self.shut = {day for day, plan in held.items() if plan is None}
        self.at_fault: set[int] = set()

    def touched(self, named: set[int]) -> set[int]:
        """The days that cannot stay as they are."""
        every, delta = {frame.day for frame in self.frames}, self.delta
        were = [renumbered_frame(here, self.numbers) for here in frame(self.requested, self.sights, self.legs)]
        old = {here.day: _bounds(here) for here in were}
        found = {here.day for here in self.frames if here.day not in self.before or old.get(here.day) != _bounds(here)}
        found |= self.shut | self._crowded() | delta.refusing_days | delta.rainy_days | named
        days = tuple(self.before[day] for day in sorted(self.before) if day in every)
        found |= {day.day for day in days if any(self._is_given_up(visit.id) for visit in day.visits)}
        certificate = verify(Itinerary(cities=(), days=days), self.wanted, self.sights)
        day_of = {visit.id: day.day for day in days for visit in day.visits}
        at_fault = {check.day or day_of.get(check.visit or "") for check in certificate.failures}
        self.at_fault = {day for day in at_fault if day is not None}
        found |= self.at_fault
        kept = {check.visit for check in certificate.checks if check.constraint == "pinned" and check.status == "pass"}
        for pin in delta.pins:
            if pin.sight not in kept:
                found |= {day for day in (pin.day, day_of.get(pin.sight)) if day is not None}
        return every if delta.is_thriftier else found & every

    def _crowded(self) -> set[int]:
        """The days that may have to take the visits of days that are gone, unless these are given up with their days:
        those of their cities, or all where the days of each city are not given."""
        days = [plan for day, plan in self.before.items() if day > self.wanted.days]
        gone = {plan.city for plan in days if any(visit.id not in self.given_up for visit in plan.visits)}
        shared_out = any(stay.days is None for stay in self.wanted.cities)
        return {here.day for here in self.frames if gone and (shared_out or here.stay.id in gone)}

    def _is_given_up(self, visit: str) -> bool:
        """Whether it is a sight that is refused by name, or a booking that is no more."""
        if visit.startswith("fixed/"):
            return booking_index(self.wanted, visit) is None
        return visit in self.delta.refused

    def renew(self, touched: set[int], progress: Progress | None, cancelled: Cancelled | None) -> Days | None:
        """All days, the touched ones planned anew; None when that does not do."""
        if (moved := self._transferred(touched)) is not None:
            return moved
        found, lost = self._solved(touched, progress, cancelled)
        if found is not None and not lost:
            return self._calmed(self._swapped(found, touched, cancelled))
        cities = {self.known[sight].city for sight in lost if sight in self.known}
        further = [frame.day for frame in self.frames if frame.day not in touched and frame.stay.id in cities]
        best: tuple[tuple[float, int, int, int], Days] | None = None
        for day in further:
            attempt, still_lost = self._solved(touched | {day}, None, cancelled)
            if attempt is not None and not still_lost:
                loss = (*self._loss(attempt), day)
                best = min((loss, attempt), best, key=lambda item: item[0]) if best else (loss, attempt)
        return best[1] if best else None

    def _calmed(self, found: Days) -> Days:
        """The same days; where only less is to be spent, or only rain is to be spared, those with the visits of before
        at the hours of before."""
        if not self.delta.is_only_thrift and not self.delta.is_only_rain:
            return found
        return {day: self.before[day] if self._visits_alike(day, plan) else plan for day, plan in found.items()}

    def _visits_alike(self, day: int, plan: DayPlan) -> bool:
        """Whether the day has the visits of before, and nothing was wrong with it."""
        was = self.before.get(day)
        if was is None or day in self.at_fault:
            return False
        return {visit.id for visit in was.visits} == {visit.id for visit in plan.visits}

    def _swapped(self, found: Days, touched: set[int], cancelled: Cancelled | None) -> Days:
        """The same days, or, where a move, a day's refusal, its rain or its hours cost a visit, with the visits of the
        touched days free to change places; but for a move with those of one further day. A move is first tried as an
        exchange with one visit, then as its loss. Days that the change does not name are touched for a loss that is
        worth it."""
        others, delta = {frame.day for frame in self.frames} - touched, self.delta
        of_days = delta.refusing_days or delta.rainy_days or delta.rehoured_days or self._emptied(found)
        tried = [touched] if delta.pins or not others else [touched | {day} for day in sorted(others) if of_days]
        least = 0.0 if delta.pins or delta.refusing_days else SPARED
        best, gone = found, self._loss(found)[0]
        for moved in self._exchanges() if gone > least else ():
            attempt, lost = self._solved(touched, None, cancelled, moved=moved)
            if attempt is not None and not lost:
                best = min(best, attempt, key=self._loss)
        gone = self._loss(best)[0]
        if gone > least and (moved_alone := self._transferred(touched, giving_up=True)) is not None:
            return min(best, moved_alone, key=self._loss)
        for days in tried if gone > least else ():
            attempt, lost = self._solved(days, None, cancelled, free=True)
            if attempt is None or lost or gone - self._loss(attempt)[0] < least:
                continue
            best = min(best, attempt, key=self._loss)
        return best

    def _exchanges(self) -> Iterator[Mapping[str, int]]:
        """For the one sight that moves to another day, each visit of that day on the day that the sight leaves."""
        move, held = self._only_move(), {pin.sight for pin in self.wanted.pinned}
        for visit in self.before[move.to_day].visits if move else ():
            if move and visit.sight and visit.id not in held:
                yield {visit.id: move.from_day}

    def _only_move(self) -> _Move | None:
        """The one sight that the change puts on another day, when it moves one."""
        on = {visit.id: day for day, plan in self.before.items() for visit in plan.visits}
        moves = [_Move(pin.sight, on.get(pin.sight, pin.day), pin.day) for pin in self.delta.pins if pin.day]
        alone = len(self.delta.pins) == len(moves) == 1 and moves[0].to_day in self.before
        return moves[0] if alone and moves[0].from_day != moves[0].to_day else None

    def _transferred(self, touched: set[int], *, giving_up: bool = False) -> Days | None:
        """All days with the one sight that moves on its day and all others in their order, where that can be had.
        `giving_up`: for it another visit of that day is given up."""
        move = self._only_move()
        if move is None or touched != {move.from_day, move.to_day}:
            return None
        stay, settled, frames = self._standing(touched)
        try:
            built = build(self.wanted, frames, self.sights, self.legs, Standing(settled, free=True))
        except BookingsClash:
            return None
        were = [self.before[frame.day] for frame in frames]
        for problem in (dataclasses.replace(built, instance=built.filling), built.without_taste()):
            plan = transferred(problem, were, move.sight, move.to_day, giving_up=giving_up)
            if plan is not None:
                days = {**stay, **{day.day: day for day in write_days(problem, plan)}}
                return days if self._holds(days) else None
        return None

    def _holds(self, days: Days) -> bool:
        itinerary = Itinerary(cities=(), days=tuple(days[day] for day in sorted(days)))
        return verify(itinerary, self.wanted, self.sights).feasible

    def _solved(
        self,
        touched: set[int],
        progress: Progress | None,
        cancelled: Cancelled | None,
        *,
        free: bool = False,
        moved: Mapping[str, int] = MappingProxyType({}),
    ) -> tuple[Days | None, tuple[str, ...]]:
        """The days with these planned anew, and the demands that are then still not kept. `free`: a visit of one of
        them may be on another of them; `moved`: these visits are on those days."""
        if cancelled is not None and cancelled():
            raise Stopped
        stay, settled, frames = self._standing(touched)
        if not frames:
            return stay, tuple(sight for sight in self.wanted.demanded if sight not in settled)
        loyal = {v.id: day for day in touched & self.before.keys() for v in self.before[day].visits if v.sight}
        loyal |= moved
        dry = {frame.stay.id for frame in self.frames if frame.day not in {*touched, *self.wanted.rainy_days}}
        standing = Standing(settled, loyal, free, frozenset(dry), self._most(), *self._tiring(stay))
        try:
            problem = build(self.wanted, frames, self.sights, self.legs, standing)
        except BookingsClash:
            return None, ()
        ends = time.monotonic() + self.wanted.deadline_seconds
        problem, best = solve(problem, ends, progress, cancelled)
        if free:
            best = spread_evenly(problem, best)
        lost = tuple(sight for sight in missing(problem, best) if sight not in settled)
        problem, best = with_early_starts(problem, best)
        return {**stay, **{day.day: day for day in write_days(problem, best)}}, lost

    def _standing(self, touched: set[int]) -> tuple[Days, frozenset[str], tuple[DayFrame, ...]]:
        """The days that stay as they are, their visits, and the frames of those that are planned anew."""
        stay = {day: plan for day, plan in self.before.items() if day not in touched and day <= len(self.frames)}
        settled = frozenset(visit.id for day in stay.values() for visit in day.visits)
        return stay, settled, tuple(frame for frame in self.frames if frame.day in touched)

    def _tiring(self, stay: Days) -> tuple[frozenset[int], frozenset[int]]:
        """Of the days that stay those after which one rests, and those too hard to be days of rest."""
        days = [stay[day] for day in sorted(stay)]
        strained = list(strained_days(days, self.wanted, self.known)) if self.wanted.walkers else []
        hard = frozenset(day.day for day in strained if day.is_hard)
        return hard, frozenset(day.day for day in strained if day.exceeds_rest_limit and not day.requested)

    def _most(self) -> Mapping[int, int]:
        """The most sights of each day where the plan is to be easier: as many as it had."""
        if not self.delta.is_easier:
            return {}
        return {day: sum(visit.sight is not None for visit in plan.visits) for day, plan in self.before.items()}

    def _loss(self, days: Days) -> tuple[float, int, int]:
        """The worth of the visits that went unasked or are in the rain and of the days left empty, how many days have
        a single visit left, and how many visits are at another time."""
        times = {visit.id: (day.day, visit.arrive) for day in days.values() for visit in day.visits}
        were = {visit.id: (day.day, visit.arrive) for day in self.before.values() for visit in day.visits}
        unwanted = set(self.wanted.avoid)
        gone = [self.known[id] for id in were if id not in times and id not in self.given_up and id in self.known]
        unasked = [sight for sight in gone if not unwanted & sight.terms]
        worths = sum(worth(sight, self.wanted.interests) for sight in unasked)
        lost = worths + self._soaked(days) + DAY_WORTH * len(self._emptied(days))
        had = {day for day, plan in self.before.items() if len(plan.visits) > 1}
        thinned = sum(len(days[day].visits) == 1 for day in had & days.keys())
        return lost, thinned, sum(times.get(id) != at for id, at in were.items())

    def _emptied(self, days: Days) -> set[int]:
        """The days that had visits and have none, though their hours are those of before."""
        had = {day for day, plan in self.before.items() if plan.visits} - self.delta.rehoured_days
        return {day for day in had & days.keys() if not days[day].visits}

    def _soaked(self, days: Days) -> float:
        """Return the worth of the visits in the open on the days that the change makes rainy."""
        visits = [visit.sight for day in self.delta.rainy_days if day in days for visit in days[day].visits]
        sights = [self.known[id] for id in visits if id in self.known]
        return sum(worth(sight, self.wanted.interests) for sight in sights if in_the_open(sight))


def _bounds(frame: DayFrame) -> tuple[object, ...]:
    """What a day's plan depends on besides its sights."""
    ends = (frame.origin, frame.destination, frame.came_from.id if frame.came_from else None, frame.move, frame.drive)
    trip = frame.trip.city.id if frame.trip else None
    return (frame.stay.id, frame.stay.hotel, frame.date, frame.leave, frame.start, frame.end, ends, trip)
