"""The rest of a day planned anew while one is under way: late, in the rain, something skipped, from here and now.

What lies behind stays as it was. Where one is and since when becomes a stop of the traveller's own, from which the rest
of the day is planned as a day of its own (replan.py); both halves are then joined and verified as one. Other days stay
as they are, to the minute.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

from travelagent.planning.by_hand import Stop, laid_out_by_hand
from travelagent.planning.diff import diff
from travelagent.planning.edits.days import KeepIndoors, StartAt
from travelagent.planning.edits.sights import Drop
from travelagent.planning.edits.under_way import GoOn
from travelagent.planning.frame import frame
from travelagent.planning.messages import message, refuse
from travelagent.planning.rain import in_the_open
from travelagent.planning.renumbering import with_visits_renamed
from travelagent.planning.replan import as_planned, replan
from travelagent.planning.taste import worth
from travelagent.planning.visits import visit_of_booking
from travelagent.plans.errors import Infeasible
from travelagent.plans.fields import MIDNIGHT, clock
from travelagent.plans.meal_hours import meal_hours_of
from travelagent.plans.outcomes import Replanned
from travelagent.plans.requests import booking_id, day_hours, window_of
from travelagent.plans.values import PACES, DayPlan, Edit, FixedVisit, Itinerary, PlanRequest, Point, Sight, Visit
from travelagent.travel.legs import EstimatedLegs, LegProvider, km_between
from travelagent.verifier import verify

STOP_MINUTES = 5
"""So long one stands still to look at the new plan."""
SPEED_KMH = 50.0
"""The assumed speed, over the straight line, from the last visit to the place given."""
REACH_KM = 6.0
"""Nothing further than this from where one is or still comes to comes into a day that is under way."""


def onward(
    before: Itinerary,
    request: PlanRequest,
    situation: GoOn,
    sights: Sequence[Sight],
    legs: LegProvider | None = None,
) -> Replanned:
    """Return the plan with the rest of that day planned anew.

    Raises InvalidRequest, and Infeasible as `replan` does.
    """
    day = _day(before, situation)
    requested = as_planned(before, request)
    behind = tuple(visit for visit in day.visits if visit.arrive < situation.now and visit.id != situation.visit)
    stop = _stop(day, behind, situation)
    cut = stop.start + stop.minutes
    _, end = day_hours(requested, window_of(requested, day.day))
    if cut >= end:
        refuse("now", "day_over", day=day.day, until=clock(end))
    behind = _left_in_time(behind, stop)
    over = tuple(dict.fromkeys([*(visit.id for visit in behind), *_given_up(situation, day)]))
    edits: list[Edit] = [Drop(over)] if over else []
    edits.append(StartAt(situation.day, cut, Point(stop.name, stop.lat, stop.lon)))
    if situation.kind == "rain":
        edits.append(KeepIndoors(situation.day))
    rest_only = dataclasses.replace(day, visits=tuple(v for v in day.visits if v not in behind and v.arrive >= cut))
    ahead = dataclasses.replace(before, days=tuple(rest_only if d is day else d for d in before.days))
    seen = sum(v.sight is not None for v in behind)
    offered = _within_reach(sights, before, requested, (stop, *rest_only.visits, day.destination))
    try:
        found = _planned(ahead, requested, edits, offered, legs, situation.day, seen)
    except Infeasible:
        requested = _at_any_hour(requested, rest_only)
        found = _planned(ahead, requested, edits, offered, legs, situation.day, seen)
    final = _request_now(requested, stop, situation, day)
    names = _booking_names(requested, over)
    rest = with_visits_renamed(found.itinerary.days[situation.day - 1], names)
    here = visit_of_booking(booking_id(len(final.fixed) - 1), stop, day.city)
    if not rest.visits:
        rest = _way_home(here, situation.day, found.request, sights, legs or EstimatedLegs())
    joined = _in_time_for_lunch(_joined(day, behind, here, rest), final)
    days = tuple(joined if d.day == situation.day else with_visits_renamed(d, names) for d in found.itinerary.days)
    itinerary = dataclasses.replace(
        found.itinerary,
        days=days,
        left_out=(
            *(left for left in found.itinerary.left_out if left.sight not in {v.sight for v in behind}),
            *(left for left in before.left_out if left.sight not in {sight.id for sight in offered}),
        ),
    )
    itinerary = dataclasses.replace(itinerary, certificate=verify(itinerary, final, sights))
    final = dataclasses.replace(final, start_date=request.start_date)
    return Replanned(final, itinerary, diff(before, _without(itinerary, booking_id(len(final.fixed) - 1))))


def _within_reach(
    sights: Sequence[Sight], before: Itinerary, request: PlanRequest, ahead: Sequence[FixedVisit | Visit | Point]
) -> tuple[Sight, ...]:
    """What is planned or demanded already, and what else is near enough to a place that one is at or still comes to."""
    away = km_between([*ahead, *sights])[: len(ahead), len(ahead) :].min(axis=0)
    known = {*(visit.sight for visit in before.visits), *request.demanded}
    return tuple(s for s, km in zip(sights, away, strict=True) if s.id in known or km <= REACH_KM)


def _planned(
    ahead: Itinerary,
    requested: PlanRequest,
    edits: Sequence[Edit],
    sights: Sequence[Sight],
    legs: LegProvider | None,
    day: int,
    seen: int,
) -> Replanned:
    """The rest of the day with at most as many sights as its pace leaves room for after those `seen`."""
    found = replan(ahead, requested, edits, sights, legs, days=(day,))
    chosen = {visit.sight for visit in found.itinerary.days[day - 1].visits if visit.sight}
    room = PACES[requested.pace].visits - seen
    if len(chosen) <= room:
        return found
    planned = {visit.sight for visit in ahead.visits}
    liked = [sight for sight in sights if sight.id in chosen]
    wet = KeepIndoors(day) in edits
    liked.sort(key=lambda s: (wet and in_the_open(s), s.id not in planned, -worth(s, requested.interests)))
    surplus = {sight.id for sight in liked[max(room, 0) :]}
    offered = [s for s in sights if s.id in planned | {sight.id for sight in liked} and s.id not in surplus]
    fewer = replan(ahead, requested, edits, offered, legs, days=(day,))
    left_out = tuple(left for left in found.itinerary.left_out if left.sight not in surplus)
    return dataclasses.replace(fewer, itinerary=dataclasses.replace(fewer.itinerary, left_out=left_out))


def _day(before: Itinerary, situation: GoOn) -> DayPlan:
    """The day it happens on. Raises InvalidRequest."""
    day = next((day for day in before.days if day.day == situation.day), None)
    if day is None:
        refuse("day", "day", day=situation.day)
    if situation.visit is not None and situation.visit not in {visit.id for visit in day.visits}:
        refuse("visit", "visit_that_day", visit=situation.visit)
    if not 0 <= situation.now < MIDNIGHT - STOP_MINUTES or not 0 <= situation.minutes <= MIDNIGHT // 2:
        refuse("now", "time")
    return day


def _without(itinerary: Itinerary, stop: str) -> Itinerary:
    """The plan as it is compared: where one stands just now is nothing that was added to it."""
    days = (dataclasses.replace(d, visits=tuple(v for v in d.visits if v.id != stop)) for d in itinerary.days)
    return dataclasses.replace(itinerary, days=tuple(days))


def _stop(day: DayPlan, behind: Sequence[Visit], situation: GoOn) -> FixedVisit:
    """Return where one is, from when, and how long until one can go on.

    A visit that one is in is finished first, unless one goes on from here now, or skips it.
    """
    last = behind[-1] if behind else None
    begin = situation.now
    if last is not None and situation.kind in ("late", "rain") and situation.place is None:
        begin = max(begin, last.depart)
    minutes = situation.minutes if situation.kind == "late" else 0
    at = situation.place or (last.left_from if last else day.origin)
    minutes = max(minutes, STOP_MINUTES)
    if last is not None:
        begin = max(begin, last.arrive + 1 + _leg_minutes(last, at))
    begin = min(begin, MIDNIGHT - minutes)
    return FixedVisit(message(f"stop.{situation.kind}"), at.lat, at.lon, begin, minutes, day.day, marker=True)


def _leg_minutes(last: Visit, place: Point | FixedVisit) -> int:
    """So long one was at least on the way from the last visit to where one is now."""
    return math.ceil(float(km_between([last.left_from, place])[0, 1]) / SPEED_KMH * 60)


def _left_in_time(behind: tuple[Visit, ...], stop: FixedVisit) -> tuple[Visit, ...]:
    """What lies behind; the last visit ended early enough for being at the stop when it begins."""
    if not behind:
        return ()
    last = behind[-1]
    depart = max(last.arrive + 1, min(last.depart, stop.start - _leg_minutes(last, stop)))
    return (*behind[:-1], dataclasses.replace(last, depart=depart, minutes=depart - last.arrive))


def _given_up(situation: GoOn, day: DayPlan) -> tuple[str, ...]:
    """What is skipped, and the day's bookings that have begun."""
    begun = [visit.id for visit in day.visits if visit.sight is None and visit.arrive < situation.now]
    return (*((situation.visit,) if situation.visit else ()), *begun)


def _request_now(request: PlanRequest, stop: FixedVisit, situation: GoOn, day: DayPlan) -> PlanRequest:
    """The request that the joined plan answers: as before, with the stop, the rain, and without what was skipped."""
    skipped = next((visit.sight for visit in day.visits if visit.id == situation.visit), None)
    return dataclasses.replace(
        request,
        fixed=(*request.fixed, stop),
        must_see=tuple(sight for sight in request.must_see if sight != skipped),
        pinned=tuple(pin for pin in request.pinned if pin.sight != skipped),
        avoid=tuple(dict.fromkeys([*request.avoid, *([skipped] if skipped else [])])),
        rainy_days=tuple(sorted({*request.rainy_days, *([day.day] if situation.kind == "rain" else [])})),
    )


def _at_any_hour(request: PlanRequest, day: DayPlan) -> PlanRequest:
    """The request with the visits of the day no longer bound to an hour or a part of it, only to the day."""
    here = {visit.sight for visit in day.visits}
    pinned = tuple(
        dataclasses.replace(pin, start=None, when=None) if pin.sight in here else pin for pin in request.pinned
    )
    return dataclasses.replace(request, pinned=pinned)


def _booking_names(requested: PlanRequest, over: Sequence[str]) -> dict[str, str]:
    """The ids of the bookings in the plan of the rest, and what they are called in the joined one."""
    kept = [index for index in range(len(requested.fixed)) if booking_id(index) not in over]
    return {booking_id(number): booking_id(index) for number, index in enumerate(kept)}


def _way_home(here: Visit, day: int, request: PlanRequest, sights: Sequence[Sight], legs: LegProvider) -> DayPlan:
    """The rest of a day on which nothing is left to see: the way home and the meals that are still due."""
    home = laid_out_by_hand(
        frame(request, sights, legs)[day - 1], [Stop(dataclasses.replace(here, minutes=0))], request, legs
    )
    return dataclasses.replace(home, visits=(), legs=tuple(leg for leg in home.legs if leg.destination != here.id))


def _in_time_for_lunch(day: DayPlan, request: PlanRequest) -> DayPlan:
    """The day without a lunch that only who arrives then would still have."""
    until = meal_hours_of(request, day).lunch[1]
    meals = tuple(meal for meal in day.meals if meal.kind != "lunch" or meal.end <= until)
    return dataclasses.replace(day, meals=meals)


def _joined(day: DayPlan, behind: tuple[Visit, ...], here: Visit, rest: DayPlan) -> DayPlan:
    """What lies behind, where one is, and the rest as one day."""
    past = {visit.id for visit in behind}
    past_legs = tuple(leg for leg in day.legs if leg.destination in past or leg.is_move)
    onward_legs = tuple(
        dataclasses.replace(leg, origin=here.id, origin_name=here.name) if leg.origin == "start" else leg
        for leg in rest.legs
        if not leg.is_move
    )
    eaten = tuple(meal for meal in day.meals if meal.end <= here.arrive)
    return dataclasses.replace(
        rest,
        start=day.start,
        origin=day.origin,
        visits=(*behind, here, *rest.visits),
        meals=(*eaten, *(meal for meal in rest.meals if meal.kind not in {m.kind for m in eaten})),
        legs=(*past_legs, *onward_legs),
        end=max(rest.end, here.depart),
    )
