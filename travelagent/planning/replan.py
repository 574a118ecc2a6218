"""Minimal-change replanning: change one thing, keep the rest.

Days that the change does not touch stay as they are, to the minute. Touched are the days whose frame is another
(date, city, hours, ends), those that the verifier now finds fault with, and those that the change or the caller names.
Only they are searched again, and a sight that was on one of them stays on it unless it must make room. What has to
make room for a visit that moves, and what is refused on one day, may move, too, to another of these days: a swap
before a loss. A new demand that they cannot take goes to the one further day that loses the least by it; when no
single day can, the whole trip is planned anew. What the traveller wishes for stays in the plan (wishes.py), unless
nothing could be had with it.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta

from travelagent.planning.changes import applied, booking_id
from travelagent.planning.diff import diff
from travelagent.planning.engine import finished, plan
from travelagent.planning.errors import Infeasible
from travelagent.planning.frame import ASSUMED_LEAD_DAYS, DayFrame, frame
from travelagent.planning.placement import laid_out
from travelagent.planning.problem import BookingsClash, Standing, build
from travelagent.planning.relax import demanded
from travelagent.planning.schedule import write_days
from travelagent.planning.solve import Cancelled, Progress, missing, solve
from travelagent.planning.taste import worth
from travelagent.planning.travel import EstimatedLegs, LegProvider
from travelagent.planning.values import Change, DayPlan, Itinerary, PlanRequest, Replanned, Sight
from travelagent.planning.verify import verify
from travelagent.planning.wishes import insisting_on, kept

Days = Mapping[int, DayPlan]


def replan(
    before: Itinerary,
    request: PlanRequest,
    change: Change,
    sights: Sequence[Sight],
    legs: LegProvider | None = None,
    *,
    days: Collection[int] = (),
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Replanned:
    """The plan after the change, as near to the one before as it can be. `days` are planned anew in any case.

    `before` answers `request`, or is a hand-edited plan of it: what does not hold in it is put right. Raises
    InvalidRequest and Infeasible as `plan` does; then nothing is changed.
    """
    legs = legs or EstimatedLegs()
    asked = on_the_same_dates(before, request)
    wanted = applied(asked, change)
    result = dataclasses.replace(wanted, start_date=change.start_date or request.start_date)

    def renewed(wanted: PlanRequest) -> Itinerary:
        frames = frame(wanted, sights, legs)
        standing = _Renewal(before, asked, wanted, change, frames, sights, legs)
        after = standing.renew(standing.touched(set(days)), progress, cancelled)
        if after is None:
            return plan(wanted, sights, legs, progress=progress, cancelled=cancelled)
        problem = build(wanted, frames, sights, legs)
        written = tuple(after[frame.day] for frame in frames)
        return finished(problem, laid_out(problem, written), written, sights, legs)

    wishes = kept(before, asked, wanted, sights)
    try:
        after = renewed(insisting_on(wanted, wishes))
    except Infeasible:
        if not wishes:
            raise
        after = renewed(wanted)
    return Replanned(result, after, diff(before, after))


def on_the_same_dates(before: Itinerary, request: PlanRequest) -> PlanRequest:
    """The request with the dates of the plan, whatever the day is by now."""
    if request.start_date is not None or not before.days:
        return request
    return dataclasses.replace(request, today=before.days[0].date - timedelta(days=ASSUMED_LEAD_DAYS))


class _Renewal:
    """Some days of a plan planned anew."""

    def __init__(
        self,
        before: Itinerary,
        asked: PlanRequest,
        wanted: PlanRequest,
        change: Change,
        frames: tuple[DayFrame, ...],
        sights: Sequence[Sight],
        legs: LegProvider,
    ) -> None:
        self.asked, self.wanted, self.change, self.frames = asked, wanted, change, frames
        self.sights, self.legs = sights, legs
        self.known = {sight.id: sight for sight in sights}
        self.given_up = {day.day for day in before.days if any(visit.id in change.drop for visit in day.visits)}
        self.before = {day.day: renumbered(day, asked, change) for day in before.days}
        self.at_fault: set[int] = set()

    def touched(self, named: set[int]) -> set[int]:
        """The days that cannot stay as they are."""
        every = {frame.day for frame in self.frames}
        old = {here.day: _bounds(here) for here in frame(self.asked, self.sights, self.legs)}
        found = {here.day for here in self.frames if here.day not in self.before or old.get(here.day) != _bounds(here)}
        if self.change.extra_days < 0 or self.change.thrift is not None:
            found = set(every)
        found |= {pin.day for pin in self.change.pins if pin.day is not None}
        found |= {refusal.day for refusal in self.change.avoid_on}
        found |= set(self.change.rainy_days) | named | self.given_up
        days = tuple(self.before[day] for day in sorted(self.before) if day in every)
        certificate = verify(Itinerary(cities=(), days=days), self.wanted, self.sights)
        day_of = {visit.id: day.day for day in days for visit in day.visits}
        at_fault = {check.day or day_of.get(check.visit or "") for check in certificate.failures}
        self.at_fault = {day for day in at_fault if day is not None}
        found |= self.at_fault
        found |= {day_of[pin.sight] for pin in self.change.pins if pin.sight in day_of}
        return found & every

    def renew(self, touched: set[int], progress: Progress | None, cancelled: Cancelled | None) -> Days | None:
        """All days, the touched ones planned anew; None when that does not do."""
        found, lost = self._solved(touched, progress, cancelled)
        if found is not None and not lost:
            return self._calmed(self._swapped(found, touched, cancelled))
        cities = {self.known[sight].city for sight in lost if sight in self.known}
        further = [frame.day for frame in self.frames if frame.day not in touched and frame.stay.id in cities]
        best: tuple[tuple[float, int, int], Days] | None = None
        for day in further:
            attempt, still_lost = self._solved(touched | {day}, None, cancelled)
            if attempt is not None and not still_lost:
                loss = (*self._loss(attempt), day)
                best = min((loss, attempt), best, key=lambda item: item[0]) if best else (loss, attempt)
        return best[1] if best else None

    def _calmed(self, found: Days) -> Days:
        """The same days; where only less is to be spent, those with the visits of before at the hours of before."""
        if self.change.thrift is None or self.change != Change(thrift=self.change.thrift):
            return found
        return {day: self.before[day] if self._visits_alike(day, plan) else plan for day, plan in found.items()}

    def _visits_alike(self, day: int, plan: DayPlan) -> bool:
        """Whether the day has the visits of before, and nothing was wrong with it."""
        was = self.before.get(day)
        if was is None or day in self.at_fault:
            return False
        return {visit.id for visit in was.visits} == {visit.id for visit in plan.visits}

    def _swapped(self, found: Days, touched: set[int], cancelled: Cancelled | None) -> Days:
        """The same days, or, where a move or a day's refusal cost a visit, with the visits of the touched days free to
        change places; of a refusal with those of one further day."""
        others = {frame.day for frame in self.frames} - touched
        tried = [touched] if self.change.pins else [touched | {day} for day in sorted(others) if self.change.avoid_on]
        best = found
        for days in tried if self._loss(found)[0] else ():
            attempt, lost = self._solved(days, None, cancelled, free=True)
            if attempt is not None and not lost and self._loss(attempt) < self._loss(best):
                best = attempt
        return best

    def _solved(
        self, touched: set[int], progress: Progress | None, cancelled: Cancelled | None, *, free: bool = False
    ) -> tuple[Days | None, tuple[str, ...]]:
        """The days with these planned anew, and the demands that are then still not kept. `free`: a visit of one of
        them may be on another of them."""
        stay = {day: plan for day, plan in self.before.items() if day not in touched and day <= len(self.frames)}
        frames = tuple(frame for frame in self.frames if frame.day in touched)
        settled = frozenset(visit.id for day in stay.values() for visit in day.visits)
        if not frames:
            return stay, tuple(sight for sight in demanded(self.wanted) if sight not in settled)
        loyal = {
            visit.id: None if free else day
            for day in touched & self.before.keys()
            for visit in self.before[day].visits
            if visit.sight
        }
        try:
            problem = build(self.wanted, frames, self.sights, self.legs, Standing(settled, loyal))
        except BookingsClash:
            return None, ()
        ends = time.monotonic() + self.wanted.deadline_seconds
        problem, best = solve(problem, ends, progress, cancelled)
        lost = tuple(sight for sight in missing(problem, best) if sight not in settled)
        return {**stay, **{day.day: day for day in write_days(problem, best)}}, lost

    def _loss(self, days: Days) -> tuple[float, int]:
        """The worth of the visits that went unasked, and how many visits are at another time."""
        times = {visit.id: (day.day, visit.arrive) for day in days.values() for visit in day.visits}
        were = {visit.id: (day.day, visit.arrive) for day in self.before.values() for visit in day.visits}
        unwanted = set(self.wanted.avoid)
        gone = [self.known[id] for id in were if id not in times and id in self.known]
        unasked = [sight for sight in gone if not unwanted & {sight.id, sight.category, *sight.tags}]
        worths = sum(worth(sight, self.wanted.interests) for sight in unasked)
        return worths, sum(times.get(id) != at for id, at in were.items())


def _bounds(frame: DayFrame) -> tuple[object, ...]:
    """What a day's plan depends on besides its sights."""
    ends = (frame.origin, frame.destination, frame.came_from.id if frame.came_from else None)
    return (frame.stay.id, frame.stay.hotel, frame.date, frame.leave, frame.start, frame.end, ends)


def renumbered(day: DayPlan, request: PlanRequest, change: Change) -> DayPlan:
    """The day with its bookings numbered as they are once those that the change gives up are gone."""
    left = [index for index in range(len(request.fixed)) if booking_id(index) not in change.drop]
    names = {booking_id(index): booking_id(number) for number, index in enumerate(left)}
    if all(old == new for old, new in names.items()):
        return day
    return dataclasses.replace(
        day,
        visits=tuple(dataclasses.replace(visit, id=names.get(visit.id, visit.id)) for visit in day.visits),
        legs=tuple(
            dataclasses.replace(
                leg, origin=names.get(leg.origin, leg.origin), destination=names.get(leg.destination, leg.destination)
            )
            for leg in day.legs
        ),
    )
