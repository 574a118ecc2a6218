"""From routes back to days people read: visits with their windows, meals, legs and reasons.

One leaves as late as the first stop allows. A meal is taken where one is, unless that would mean waiting there, or the
way leads back into town: then one goes on first, unless dinner is what one came for: it is had where the food is.
Dinner after the last visit is not taken right when its hours begin. Lunch on site lies in the middle of its window
inside the visit, as does dinner; before an early session one dines at its door.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

from travelagent.planning.constraints.base import begins_within
from travelagent.planning.day_writer import DayWriter, empty_day, moves_of
from travelagent.planning.hours import windows_of
from travelagent.planning.problem import Problem
from travelagent.planning.search.arrays import Plan
from travelagent.planning.search.evaluation import start_from
from travelagent.planning.stop_times import Stops, serves_dinner, stop_times
from travelagent.planning.taste import has_dinner
from travelagent.planning.visits import visit_of, visit_of_booking
from travelagent.planning.windows import DINNER, LUNCH, ON_SITE_MARGIN
from travelagent.plans.requests import booking_id
from travelagent.plans.values import DayPlan, Meal, MealKind, Sight, Visit
from travelagent.travel.values import Hop

PATIENCE = 30
"""Minutes one waits for a meal where one is; for longer one goes on first."""
INWARD = 20
"""Minutes nearer to where the day ends that make it better to eat after the way."""
KINDS: dict[int, MealKind] = {LUNCH: "lunch", DINNER: "dinner"}


def write_days(problem: Problem, plan: Plan) -> tuple[DayPlan, ...]:
    """Return all days of a solution."""
    days = range(len(problem.frames))
    return tuple(_write_day(problem, index, stop_times(problem, plan, index)) for index in days)


def _write_day(problem: Problem, index: int, stops: Stops) -> DayPlan:
    frame, inst = problem.frames[index], problem.instance
    moves, origin = moves_of(frame), int(inst.origin[index])
    writer = DayWriter(frame, problem.request, frame.start, moves)
    day = _Scheduled(problem, index, writer, origin)
    if all(inst.meal[node] for node, _ in stops):
        if not moves and frame.origin != frame.destination:
            writer.travel_to_end(day.hop(int(inst.destination[index])))
        empty = empty_day(frame, frame.leave if moves else frame.start, writer.moment)
        return dataclasses.replace(empty, legs=(*moves, *writer.legs))
    if not moves:
        first, begin = stops[0]
        writer.moment = begin - (0 if inst.meal[first] else int(inst.travel[origin, inst.place[first]]))
    start = frame.leave if moves else writer.moment
    hungry: list[int] = []
    for node, begin in stops:
        if inst.meal[node]:
            hungry.append(node)
        else:
            day.visit(node, begin, hungry)
            hungry = []
    day.end(hungry)
    return writer.finished(start)


@dataclass(slots=True)
class _Scheduled:
    """A day of a solution in the making; `place`: where one is. Meals are given as the nodes of those that are due."""

    problem: Problem
    index: int
    writer: DayWriter
    place: int

    def hop(self, place: int) -> Hop:
        """Go from where one is to that place."""
        hop = self.problem.hops[self.place][place]
        if hop is None:
            raise AssertionError(f"no leg from place {self.place} to place {place}")
        self.place = place
        return hop

    def visit(self, index: int, begin: int, meals: Sequence[int]) -> None:
        """Eat and go to the node in the better order, and visit it."""
        inst, node = self.problem.instance, self.problem.nodes[index]
        minutes, place = int(inst.duration[index]), int(inst.place[index])
        lead = self.writer.meal_minutes if node.dines_before else 0
        later = self._before_leaving(meals, place, begin)
        at = begin + lead
        visit, latest = self._booked(index, at) if node.sight is None else self._seen(index, node.sight, at)
        self.writer.travel(self.hop(place), visit.id, visit.name)
        for meal in later:
            self.writer.eat(self._kind(meal))
        if node.dines_before:
            self.writer.dine_early(begin)
        self.writer.visit(visit, node.sight, latest)
        if node.meal is not None and not node.dines_before:
            self.writer.eat_inside(node.meal, begin + ON_SITE_MARGIN, begin + minutes - self.writer.meal_minutes)

    def end(self, meals: Sequence[int]) -> None:
        """Eat and go to where the day ends in the better order."""
        place = int(self.problem.instance.destination[self.index])
        later = self._before_leaving(meals, place, self.writer.frame.end)
        self.writer.travel_to_end(self.hop(place))
        for meal in later:
            self.writer.eat_at_end(self._kind(meal))

    def _before_leaving(self, meals: Sequence[int], place: int, until: int) -> Sequence[int]:
        """Eat before going on to that place what is better eaten here; return the meals that are left for there."""
        if not meals or self._dines_inside(meals):
            return ()
        for eaten, meal in enumerate(meals):
            if self._misses_coach(meal, place) or self._eats_later(meals[eaten:], place, until):
                return meals[eaten:]
            self.writer.eat(self._kind(meal))
        return ()

    def _misses_coach(self, meal: int, place: int) -> bool:
        """Return whether the last coach from the last visit to that place leaves before the meal is over."""
        hop, at = self.problem.hops[self.place][place], self.writer.sights[-1] if self.writer.sights else None
        if hop is None or hop.mode != "bus" or at is None or at.coach is None:
            return False
        over = self._eaten([meal], self.writer.moment)
        return over < 0 or over > at.coach.last

    def _kind(self, meal: int) -> MealKind:
        return KINDS[int(self.problem.instance.meal[meal])]

    def _dines_inside(self, meals: Sequence[int]) -> bool:
        """Write the dinner that is due into the last visit, where that is one of a place of food, and return whether it
        was: long enough to look around besides, and within the hours of dinner."""
        writer = self.writer
        if len(meals) != 1 or self._kind(meals[0]) != "dinner" or not writer.visits:
            return False
        visit, sight = writer.visits[-1], writer.sights[-1]
        if sight is None or not serves_dinner(self.problem, self.index, sight, (visit.arrive, visit.depart)):
            return False
        writer.meals.append(Meal("dinner", visit.depart - writer.meal_minutes, visit.depart, visit.id))
        return True

    def _eats_later(self, meals: Sequence[int], place: int, until: int) -> bool:
        """Return whether to go on to the next place before these meals: better there, and time enough until the next
        begin."""
        inst, writer = self.problem.instance, self.writer
        end, minutes = int(inst.destination[self.index]), int(inst.travel[self.place, place])
        there, here = (self._eaten(meals, moment) for moment in (writer.moment + minutes, writer.moment))
        late = here < 0 or here + minutes > until
        if not 0 <= there <= until:
            return False
        at = writer.sights[-1] if writer.sights else None
        if self._kind(meals[0]) == "dinner" and at is not None and has_dinner(at):
            return late
        waits = int(inst.opens[self.index, meals[0], 0]) - writer.moment > PATIENCE
        inward = int(inst.travel[self.place, end] - inst.travel[place, end]) >= INWARD
        return waits or inward or late

    def _eaten(self, meals: Sequence[int], moment: int) -> int:
        """Return when these meals are over that one comes to at the moment; -1 where one cannot be had."""
        for meal in meals:
            begin = start_from(self.problem.instance, self.index, meal, moment)
            if begin < 0:
                return -1
            moment = begin + self.writer.meal_minutes
        return moment

    def _booked(self, index: int, begin: int) -> tuple[Visit, int]:
        """Return the visit of a booking, and its latest begin."""
        number = self.problem.nodes[index].booking or 0
        booking = dataclasses.replace(self.problem.request.fixed[number], start=begin)
        return visit_of_booking(booking_id(number), booking, self.writer.frame.stay.id), begin

    def _seen(self, index: int, sight: Sight, begin: int) -> tuple[Visit, int]:
        """Return the visit of a sight, and its latest begin within its opening window; a fixed hour does not move."""
        writer, node = self.writer, self.problem.nodes[index]
        minutes = int(self.problem.instance.duration[index]) - (self.writer.meal_minutes if node.dines_before else 0)
        windows = windows_of(sight, writer.frame.date, minutes)
        opens, closes = next(w for w in windows if w[0] <= begin and begin + minutes <= w[1])
        pin = next((pin for pin in writer.request.pinned if pin.sight == sight.id), None)
        allowed = begins_within(self.problem.rules, sight, writer.frame, minutes) or (begin, begin)
        latest = min(closes - minutes, closes - sight.last_entry_minutes, allowed[1])
        if node.meal is not None and not node.dines_before:
            hours = writer.frame.meals.lunch if node.meal == "lunch" else writer.frame.meals.dinner
            latest = min(latest, hours[1] - writer.meal_minutes)
        visit = dataclasses.replace(
            visit_of(sight, writer.frame.date),
            arrive=begin,
            depart=begin + minutes,
            minutes=minutes,
            opens=opens,
            closes=closes,
            pinned=pin is not None and pin.by_traveller,
        )
        return visit, latest
