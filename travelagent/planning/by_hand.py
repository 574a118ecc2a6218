"""A day laid out in the order that a person gave it, whether it works or not.

Nothing is searched and nothing refused: stop follows stop as early as it can, one waits where it is not open yet, and
meals are taken when their time has come. What then does not hold (closed, too late, no time for lunch) is left to the
verifier, which names it with its evidence.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

from travelagent.planning.day_writer import DayWriter, empty_day, moves_of
from travelagent.planning.frame import DayFrame
from travelagent.planning.hours import Window, windows_of
from travelagent.planning.places import legs_among, riders_of
from travelagent.planning.windows import EARLY_DINNER
from travelagent.plans.values import ON_SITE_MINUTES, DayPlan, MealKind, PlanRequest, Point, Sight, Visit
from travelagent.travel.legs import LegMatrix, LegProvider
from travelagent.travel.values import Hop


@dataclass(frozen=True, slots=True)
class Stop:
    """A visit to be laid out. `sight` None: a place of the traveller's own. `begin`: the minute it is bound to."""

    visit: Visit
    sight: Sight | None = None
    begin: int | None = None

    def latest(self, window: Window) -> int:
        """Return the latest begin of the visit within an opening window."""
        return window[1] - max(self.visit.minutes, self.sight.last_entry_minutes if self.sight else 0)


def laid_out_by_hand(frame: DayFrame, stops: Sequence[Stop], request: PlanRequest, legs: LegProvider) -> DayPlan:
    """Return the day with these stops in this order."""
    moves = tuple(moves_of(frame))
    if not stops:
        return dataclasses.replace(empty_day(frame, frame.leave if moves else frame.start, frame.start), legs=moves)
    points = [frame.origin, *(Point(s.visit.name, s.visit.lat, s.visit.lon) for s in stops), frame.destination]
    sights = [None, *(stop.sight for stop in stops), None]
    known = [sight for sight in sights if sight]
    riders = riders_of(request, frame.stay, [frame.date])
    matrix = legs_among(points, sights, frame.stay, legs, known, riders=riders)
    layout = _Layout(DayWriter(frame, request, frame.start), matrix)
    for stop in stops:
        layout.add(stop)
    day = layout.finished()
    return dataclasses.replace(day, legs=(*moves, *day.legs))


@dataclass(slots=True)
class _Layout:
    """A day in the making. `leave`: when one leaves for the first stop, once that is known."""

    writer: DayWriter
    matrix: LegMatrix
    leave: int | None = None

    def add(self, stop: Stop) -> None:
        """Write the next stop, with the meals that come before it or inside it."""
        writer, minutes = self.writer, stop.visit.minutes
        hop = self._hop()
        until = self._begin(stop, writer.moment + hop.minutes)[0] + minutes
        holds_lunch = minutes >= ON_SITE_MINUTES and stop.sight is not None
        for kind, (earliest, latest) in writer.due().items():
            is_time = writer.moment >= earliest or (until > latest and not holds_lunch)
            early = self._early_dinner(stop, hop, earliest) if kind == "dinner" and until > latest else None
            if early is not None:
                writer.dine_early(early)
            elif is_time and self._leaves_in_time(stop, hop, earliest):
                self._eat(kind)
        begin, window = self._begin(stop, writer.moment + hop.minutes)
        if self.leave is None:
            as_late_as_possible = writer.frame.move is None and not writer.meals
            self.leave = begin - hop.minutes if as_late_as_possible else writer.frame.start
            writer.moment = max(writer.moment, self.leave)
        writer.travel(hop, stop.visit.id, stop.visit.name)
        visit = dataclasses.replace(
            stop.visit,
            city=stop.sight.lies_in if stop.sight else writer.frame.stay.id,
            arrive=begin,
            depart=begin + minutes,
            opens=window[0],
            closes=window[1],
        )
        is_bound = stop.sight is None or stop.begin is not None
        writer.visit(visit, stop.sight, begin if is_bound else max(stop.latest(window), begin))
        if holds_lunch and "lunch" in writer.due():
            noon = writer.frame.meals.lunch
            first, last = max(noon[0], begin), min(noon[1], visit.depart) - writer.meal_minutes
            if first <= last:
                writer.eat_inside("lunch", first, last)

    def finished(self) -> DayPlan:
        """Return the day, once the way to its end and the meals still due are written."""
        writer = self.writer
        for kind, (earliest, _) in writer.due().items():
            if writer.moment >= earliest:
                self._eat(kind)
        writer.travel_to_end(self._hop())
        for kind in writer.due():
            writer.eat_at_end(kind)
        usual = writer.frame.start if self.leave is None else self.leave
        return writer.finished(writer.frame.leave if moves_of(writer.frame) else usual)

    def _hop(self) -> Hop:
        """Return the way from the last stop written to the next one."""
        here = len(self.writer.visits)
        return self.matrix.hop(here, here + 1)

    def _begin(self, stop: Stop, arrival: int) -> tuple[int, Window]:
        """Return when the visit begins, and the opening window it lies in, or the day's first one where in none."""
        arrival = max(arrival, stop.begin or 0)
        if stop.sight is None:
            return arrival, (arrival, arrival + stop.visit.minutes)
        windows = windows_of(stop.sight, self.writer.frame.date, stop.visit.minutes)
        for window in windows:
            begin = max(arrival, window[0])
            if begin <= stop.latest(window):
                return begin, window
        return arrival, windows[0] if windows else (0, 0)

    def _early_dinner(self, stop: Stop, hop: Hop, usual: int) -> int | None:
        """Return when to dine here for the session of the stop, where the usual hour is too late for that."""
        if stop.sight is None or not stop.sight.sessions:
            return None
        session, _ = self._begin(stop, self.writer.moment + hop.minutes)
        begin = session - hop.minutes - self.writer.meal_minutes
        earliest = max(self.writer.moment, self.writer.frame.meals.dinner[0] + EARLY_DINNER)
        return begin if earliest <= begin < usual else None

    def _leaves_in_time(self, stop: Stop, hop: Hop, earliest: int) -> bool:
        """Return whether a meal here leaves time to be at the stop at the minute it is bound to."""
        ends = max(self.writer.moment, earliest) + self.writer.meal_minutes
        return stop.begin is None or ends + hop.minutes <= stop.begin

    def _eat(self, kind: MealKind) -> None:
        """Take the meal here if it is not too late for it; a day that begins with one begins at its start."""
        self.writer.eat(kind)
        if self.writer.meals and self.leave is None:
            self.leave = self.writer.frame.start
