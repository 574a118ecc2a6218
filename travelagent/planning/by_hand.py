"""A day laid out in the order that a person gave it, whether it works or not.

Nothing is searched and nothing refused: stop follows stop as early as it can, one waits where it is not open yet, and
meals are taken when their time has come. What then does not hold (closed, too late, no time for lunch) is left to the
verifier, which names it with its evidence.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass, field

from travelagent.planning.frame import DayFrame
from travelagent.planning.hours import Window, windows_of
from travelagent.planning.places import ground_of
from travelagent.planning.reasons import BOOKING, why
from travelagent.planning.schedule import LAST_DINNER, moves_of
from travelagent.planning.slack import Step, spare_minutes
from travelagent.planning.travel import Hop, LegMatrix, LegProvider, by_own_ways
from travelagent.planning.values import (
    MIDNIGHT,
    ON_SITE_MINUTES,
    PACES,
    DayPlan,
    Leg,
    LocalizedText,
    Meal,
    MealKind,
    PlanRequest,
    Point,
    Sight,
    Visit,
)
from travelagent.planning.windows import meal_starts


@dataclass(frozen=True, slots=True)
class Stop:
    """A visit to be laid out. `sight` None: a place of the traveller's own. `begin`: the minute it is bound to."""

    visit: Visit
    sight: Sight | None = None
    begin: int | None = None


def laid_out_by_hand(frame: DayFrame, stops: Sequence[Stop], request: PlanRequest, legs: LegProvider) -> DayPlan:
    """The day with these stops in this order."""
    if not stops:
        moves = tuple(moves_of(frame))
        leave = frame.leave if moves else frame.start
        return DayPlan(
            frame.day, frame.stay.id, frame.date, leave, frame.start, frame.origin, frame.destination, legs=moves
        )
    points = [frame.origin, *(Point(s.visit.name, s.visit.lat, s.visit.lon) for s in stops), frame.destination]
    sights = [None, *(stop.sight for stop in stops), None]
    known = [sight for sight in sights if sight]
    grounds = [ground_of(point, frame.stay, sight, known) for point, sight in zip(points, sights, strict=True)]
    layout = _Layout(frame, request, by_own_ways(legs.matrix(points, frame.stay.size), grounds))
    for stop in stops:
        layout.add(stop)
    return layout.finished()


@dataclass(slots=True)
class _Layout:
    """One day in the making: what is written so far, and since when one is at the last stop."""

    frame: DayFrame
    request: PlanRequest
    matrix: LegMatrix
    moment: int = 0
    leave: int | None = None
    visits: list[Visit] = field(default_factory=list)
    sights: list[Sight | None] = field(default_factory=list)
    hops: list[Hop] = field(default_factory=list)
    meals: list[Meal] = field(default_factory=list)
    legs: list[Leg] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    leg_steps: list[int] = field(default_factory=list)
    visit_steps: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.moment = self.frame.start

    @property
    def meal_minutes(self) -> int:
        return PACES[self.request.pace].meal_minutes

    def add(self, stop: Stop) -> None:
        """The next stop, with the meals that come before it or inside it."""
        minutes = stop.visit.minutes
        hop = self._hop()
        until = self._begin(stop, self.moment + hop.minutes)[0] + minutes
        holds_lunch = minutes >= ON_SITE_MINUTES and stop.sight is not None
        for kind, window in self._due():
            is_time = self.moment >= window[0] or (until + self.meal_minutes > window[1] and not holds_lunch)
            if is_time and self._leaves_in_time(stop, hop, window):
                self._eat(kind, window)
        begin, window = self._begin(stop, self.moment + hop.minutes)
        if self.leave is None:
            self.leave = begin - hop.minutes if self.frame.move is None and not self.meals else self.frame.start
            self.moment = max(self.moment, self.leave)
        self._travel(hop, stop.visit.id, stop.visit.name)
        self.visits.append(
            dataclasses.replace(
                stop.visit,
                city=stop.sight.city if stop.sight else self.frame.stay.id,
                arrive=begin,
                depart=begin + minutes,
                opens=window[0],
                closes=window[1],
            )
        )
        self.sights.append(stop.sight)
        self.hops.append(hop)
        self.visit_steps.append(len(self.steps))
        self.steps.append(Step(begin, minutes, _latest(stop, begin, window)))
        self.moment = begin + minutes
        if holds_lunch:
            self._eat_on_site(self.visits[-1])

    def finished(self) -> DayPlan:
        """The day, once the way to its end and the meals still due are written."""
        for kind, window in self._due():
            if self.moment >= window[0]:
                self._eat(kind, window)
        self._travel(self._hop(), "end", self.frame.destination.name)
        for kind, window in self._due():
            self._eat(kind, window, LAST_DINNER + self.frame.stay.meals.dinner[0] if kind == "dinner" else 0)
        spare = spare_minutes(self.steps, max(self.frame.end, self.moment))
        moves = moves_of(self.frame)
        return DayPlan(
            day=self.frame.day,
            city=self.frame.stay.id,
            date=self.frame.date,
            start=self.frame.leave if moves else self.frame.start if self.leave is None else self.leave,
            end=self.moment,
            origin=self.frame.origin,
            destination=self.frame.destination,
            visits=tuple(self._explained(number, max(spare[step], 0)) for number, step in enumerate(self.visit_steps)),
            meals=tuple(self.meals),
            legs=(
                *moves,
                *(
                    dataclasses.replace(leg, slack_minutes=max(spare[step], 0))
                    for leg, step in zip(self.legs, self.leg_steps, strict=True)
                ),
            ),
        )

    def _explained(self, number: int, spare: int) -> Visit:
        visit, sight = self.visits[number], self.sights[number]
        reason = BOOKING
        if sight is not None:
            hop = self.hops[number]
            reason = why(self.request, sight, hop, first=number == 0, arrive=visit.arrive, spare=spare)
        return dataclasses.replace(visit, slack_minutes=spare, why=reason)

    def _hop(self) -> Hop:
        """From the last stop written to the next one."""
        here, there = len(self.visits), len(self.visits) + 1
        matrix = self.matrix
        return Hop(
            matrix.modes[here][there],
            int(matrix.minutes[here, there]),
            float(matrix.km[here, there]),
            bool(matrix.estimated[here, there]),
        )

    def _travel(self, hop: Hop, stop: str, name: LocalizedText) -> None:
        last = self.visits[-1] if self.visits else None
        origin, called = (last.id, last.name) if last else ("start", self.frame.origin.name)
        self.legs.append(Leg(origin, stop, called, name, hop.mode, hop.minutes, hop.km, hop.estimated, self.moment))
        self.leg_steps.append(len(self.steps))
        self.steps.append(Step(self.moment, hop.minutes, MIDNIGHT))
        self.moment += hop.minutes

    def _begin(self, stop: Stop, arrival: int) -> tuple[int, Window]:
        """When the visit begins, and the opening window it lies in, or the day's first one where it lies in none."""
        if stop.begin is not None:
            begin = max(arrival, stop.begin)
            if stop.sight is None:
                return begin, (begin, begin + stop.visit.minutes)
            arrival = begin
        if stop.sight is None:
            return arrival, (arrival, arrival + stop.visit.minutes)
        windows = windows_of(stop.sight, self.frame.date)
        for opens, closes in windows:
            begin = max(arrival, opens)
            latest = min(closes - stop.visit.minutes, closes - stop.sight.last_entry_minutes)
            if begin <= latest:
                return begin, (opens, closes)
        return arrival, windows[0] if windows else (0, 0)

    def _due(self) -> list[tuple[MealKind, Window]]:
        """The meals that the day has by its hours and that are not written yet, each with its hours."""
        taken = {meal.kind for meal in self.meals}
        starts = meal_starts(self.frame, self.meal_minutes)
        return [(kind, (a, b + self.meal_minutes)) for kind, (a, b) in starts.items() if kind not in taken]

    def _leaves_in_time(self, stop: Stop, hop: Hop, window: Window) -> bool:
        """Whether a meal here leaves time to be at the stop at the minute it is bound to."""
        ends = max(self.moment, window[0]) + self.meal_minutes
        return stop.begin is None or ends + hop.minutes <= stop.begin

    def _eat(self, kind: MealKind, window: Window, aim: int = 0) -> None:
        """Take the meal here when its window allows, or at the minute aimed at; not at all when it is too late."""
        last = window[1] - self.meal_minutes
        begin = max(self.moment, window[0], min(aim, last, self.frame.end - self.meal_minutes))
        if begin > last:
            return
        if self.leave is None:
            self.leave = self.frame.start
        self.meals.append(Meal(kind, begin, begin + self.meal_minutes))
        self.steps.append(Step(begin, self.meal_minutes, last))
        self.moment = begin + self.meal_minutes

    def _eat_on_site(self, visit: Visit) -> None:
        """Lunch inside a long visit, as near to the middle of its window as the visit allows."""
        noon = self.frame.stay.meals.lunch
        first = max(noon[0], visit.arrive)
        last = min(noon[1], visit.depart) - self.meal_minutes
        if any(kind == "lunch" for kind, _ in self._due()) and first <= last:
            middle = (sum(noon) - self.meal_minutes) // 2 // 5 * 5
            begin = min(max(middle, first), last)
            self.meals.append(Meal("lunch", begin, begin + self.meal_minutes, visit.id))


def _latest(stop: Stop, begin: int, window: Window) -> int:
    """The latest begin that the stop itself allows; a fixed hour does not move."""
    if stop.sight is None or stop.begin is not None:
        return begin
    return max(min(window[1] - stop.visit.minutes, window[1] - stop.sight.last_entry_minutes), begin)
