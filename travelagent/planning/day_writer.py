"""Write one day: legs, visits and meals one after the other, and what each of them leaves to spare.

Who decides what comes next is somebody else: the solution of a search (schedule.py) or a person (by_hand.py).
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field

from travelagent.planning.frame import DayFrame, hotel_of
from travelagent.planning.hours import Window
from travelagent.planning.reasons import BOOKING, why
from travelagent.planning.slack import Step, spare_minutes
from travelagent.planning.windows import meal_starts
from travelagent.plans.fields import MIDNIGHT
from travelagent.plans.values import PACES, DayPlan, Leg, LocalizedText, Meal, MealKind, PlanRequest, Sight, Visit
from travelagent.travel.values import Hop

LAST_DINNER = 90
"""Dinner behind the way to the day's end begins so many minutes after its hours do."""


@dataclass(slots=True)
class DayWriter:
    """One day in the making. `moment`: since when one is at the last stop; `moves`: the legs from the city before.

    `steps` holds all that takes time, in its order; `leg_steps` and `visit_steps` are the positions in it of the legs
    (without the moves) and the visits, `sights` what is visited (None: a place of the traveller's own).
    """

    frame: DayFrame
    request: PlanRequest
    moment: int
    moves: list[Leg] = field(default_factory=list)
    legs: list[Leg] = field(default_factory=list)
    visits: list[Visit] = field(default_factory=list)
    meals: list[Meal] = field(default_factory=list)
    sights: list[Sight | None] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    leg_steps: list[int] = field(default_factory=list)
    visit_steps: list[int] = field(default_factory=list)

    @property
    def meal_minutes(self) -> int:
        """The length of a meal at the request's pace, in minutes."""
        return PACES[self.request.pace].meal_minutes

    def due(self) -> dict[MealKind, Window]:
        """Return the (earliest, latest) starts of the meals that the day has by its hours and that are not written."""
        taken = {meal.kind for meal in self.meals}
        starts = meal_starts(self.frame, self.meal_minutes)
        return {kind: window for kind, window in starts.items() if kind not in taken}

    def travel(self, hop: Hop, stop: str, name: LocalizedText) -> None:
        """Go on from the last visit to the next stop."""
        origin, origin_name = ("start", self.frame.origin.name)
        if self.visits:
            origin, origin_name = self.visits[-1].id, self.visits[-1].left_from.name
        self.legs.append(
            Leg(origin, stop, origin_name, name, hop.mode, hop.minutes, hop.km, hop.estimated, self.moment)
        )
        self.leg_steps.append(len(self.steps))
        self.steps.append(Step(self.moment, hop.minutes, MIDNIGHT))
        self.moment += hop.minutes

    def travel_to_end(self, hop: Hop) -> None:
        """Go where the day ends."""
        self.travel(hop, "end", self.frame.destination.name)

    def visit(self, visit: Visit, sight: Sight | None, latest: int) -> None:
        """Write a visit to which the last leg led and which could begin at that minute at the latest."""
        self.visit_steps.append(len(self.steps))
        self.steps.append(Step(visit.arrive, visit.minutes, latest))
        self.visits.append(visit)
        self.sights.append(sight)
        self.moment = visit.depart

    def eat(self, kind: MealKind, aim: int = 0) -> None:
        """Write a meal that is due now, or when its time has come, or at the minute aimed at if that is allowed.

        Nothing is written where it is too late.
        """
        earliest, latest = self.due()[kind]
        begin = max(self.moment, earliest, min(aim, latest, self.frame.end - self.meal_minutes))
        if begin > latest:
            return
        self.meals.append(Meal(kind, begin, begin + self.meal_minutes))
        self.steps.append(Step(begin, self.meal_minutes, latest))
        self.moment = begin + self.meal_minutes

    def eat_at_end(self, kind: MealKind) -> None:
        """Write a meal that is due where the day ends, a dinner not right when its hours begin."""
        self.eat(kind, self.frame.meals.dinner[0] + LAST_DINNER if kind == "dinner" else 0)

    def dine_early(self, begin: int) -> None:
        """Write the dinner at that minute, from which there is none to spare before a session."""
        self.meals.append(Meal("dinner", begin, begin + self.meal_minutes))
        self.steps.append(Step(begin, self.meal_minutes, begin))
        self.moment = begin + self.meal_minutes

    def eat_inside(self, kind: MealKind, first: int, last: int) -> None:
        """Write a meal into the last visit, between these starts as near to the middle of its hours as can be."""
        hours = self.frame.meals.lunch if kind == "lunch" else self.frame.meals.dinner
        middle = (sum(hours) - self.meal_minutes) // 2 // 5 * 5
        begin = min(max(middle, first), last)
        self.meals.append(Meal(kind, begin, begin + self.meal_minutes, self.visits[-1].id))

    def finished(self, start: int) -> DayPlan:
        """Return the day that one begins at that minute, with its reasons and minutes to spare."""
        spare = [max(minutes, 0) for minutes in spare_minutes(self.steps, max(self.frame.end, self.moment))]
        legs = zip(self.legs, self.leg_steps, strict=True)
        visits = zip(self.visits, self.visit_steps, strict=True)
        return dataclasses.replace(
            empty_day(self.frame, start, self.moment),
            visits=tuple(self._explained(n, visit, spare[step]) for n, (visit, step) in enumerate(visits)),
            meals=tuple(sorted([*_on_the_way(self.frame), *self.meals], key=lambda meal: meal.start)),
            legs=(
                *(dataclasses.replace(move, slack_minutes=spare[self.leg_steps[0]]) for move in self.moves),
                *(dataclasses.replace(leg, slack_minutes=spare[step]) for leg, step in legs),
            ),
        )

    def _explained(self, number: int, visit: Visit, spare: int) -> Visit:
        """Return the visit with its minutes to spare and its reason."""
        sight, reason = self.sights[number], BOOKING
        if sight is not None:
            leg = self.legs[number]
            reason = why(self.request, sight, leg, first=number == 0, arrive=visit.arrive, spare=spare)
        return dataclasses.replace(visit, slack_minutes=spare, why=reason)


def empty_day(frame: DayFrame, start: int, end: int) -> DayPlan:
    """Return a day without stops or legs, with the lunch on the way there."""
    ends = (frame.origin, frame.destination)
    return DayPlan(frame.day, frame.stay.id, frame.date, start, end, *ends, meals=tuple(_on_the_way(frame)))


def _on_the_way(frame: DayFrame) -> list[Meal]:
    return [frame.lunch] if frame.lunch else []


def moves_of(frame: DayFrame) -> list[Leg]:
    """Return the move from the city before, if the day begins with one."""
    if frame.move is None or frame.came_from is None:
        return []
    move, before = frame.move, frame.came_from
    names = (hotel_of(before).name, hotel_of(frame.stay).name)
    ends = (f"city:{before.id}", f"city:{frame.stay.id}")
    return [Leg(*ends, *names, move.mode, frame.start - frame.leave, move.km, move.estimated, frame.leave)]
