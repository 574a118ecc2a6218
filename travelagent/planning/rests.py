"""Rests in the middle of the day: hours at the hotel, kept like bookings of the traveller's own.

A plan is made first; then its days make room for the rest, in place of those that are spent too far out to come back.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from travelagent.planning.edits.days import StartAt
from travelagent.planning.edits.sights import Visiting
from travelagent.planning.frame import hotel_of
from travelagent.planning.replan import replan
from travelagent.planning.wishes import unmissable
from travelagent.plans.errors import Infeasible
from travelagent.plans.fields import MIDNIGHT
from travelagent.plans.requests import later_hotel, window_of
from travelagent.plans.stretches import stretches
from travelagent.plans.values import PACES, CityStay, DayPlan, Edit, FixedVisit, Itinerary, PlanRequest, Rest, Sight
from travelagent.plans.words import REST
from travelagent.travel.legs import LegProvider

AFTER_LUNCH = 30
"""Minutes from the hour by which lunch is usually over, or from the end of a visit, to the rest that follows."""
LATER = 90
"""By so many minutes a visit puts off the rest after lunch at most."""
LUNCH_BEFORE = 90
"""Before a rest there is so much time for lunch, in minutes."""
SEVERAL = 2
"""Of so many visits one may as well come before the rest."""
EARLIER = 30
"""By so many minutes a day begins earlier for a visit before the rest."""
TRIED = 4
"""Of the sights that are left out so many are tried before a rest."""
FAR_MINUTES = 45
"""Nobody goes back to the hotel for a rest from a day with a longer way than this."""


@dataclass(frozen=True, slots=True)
class Rested:
    """A plan with its rests and the request that it answers."""

    request: PlanRequest
    itinerary: Itinerary


def with_rests(
    before: Itinerary, request: PlanRequest, rest: Rest, sights: Sequence[Sight], legs: LegProvider
) -> Rested:
    """Return the plan with a rest on each day that is under way at its hour and can hold it without losing an
    unmissable sight.
    """
    near = [booking for day, booking in _missing(before, request, rest) if not is_far(day)]
    best = set(unmissable(before, request, sights))

    found, held = Rested(request, before), list[FixedVisit]()
    for booking in near:
        with suppress(Infeasible):
            wanted = _with(request, [*held, booking])
            after = replan(before, wanted, (), sights, legs).itinerary
            if best <= {visit.sight for visit in after.visits}:
                found, held = Rested(wanted, after), [*held, booking]
    for booking in held:
        found = _with_a_morning(found, booking, sights, legs)
    return found


def days_without(plan: Itinerary, request: PlanRequest, rest: Rest) -> tuple[int, ...]:
    """Return the days of the rest that are under way at its hour and have none."""
    return tuple(day.day for day, _ in _missing(plan, request, rest))


def _missing(plan: Itinerary, request: PlanRequest, rest: Rest) -> Iterator[tuple[DayPlan, FixedVisit]]:
    """The days of `days_without`, each with the rest that it would have."""
    stays = {stay.id: stay for stay in request.cities}
    first = {day.day: stretch.first for stretch in stretches(plan.days) for day in stretch.days}
    for day in plan.days:
        stay = stays[day.city]
        moved = later_hotel(request, day.day - 1, first[day.day])
        booking = _on(day, stay if moved is None else dataclasses.replace(stay, hotel=moved), rest)
        if day.day in (rest.days or (day.day,)) and _is_under_way(day, booking):
            yield day, booking


def _with_a_morning(found: Rested, rest: FixedVisit, sights: Sequence[Sight], legs: LegProvider) -> Rested:
    """The same with something to see before the rest of a day that would only begin with it, where nothing is lost by
    that: one of the day's visits, else one more, in a day that may begin somewhat earlier."""
    if not _is_idle_until(found.itinerary, rest):
        return found
    visited = {visit.sight for visit in found.itinerary.visits}
    for edits in _mornings(found, rest):
        with suppress(Infeasible):
            after = replan(found.itinerary, found.request, edits, sights, legs)
            if visited <= {each.sight for each in after.itinerary.visits} and not _is_idle_until(after.itinerary, rest):
                return Rested(
                    dataclasses.replace(found.request, day_windows=after.request.day_windows), after.itinerary
                )
    return found


def _mornings(found: Rested, rest: FixedVisit) -> Iterator[tuple[Edit, ...]]:
    """What may bring a visit before the rest, what changes least first."""
    plan, request = found.itinerary, found.request
    assert rest.day is not None
    (day,) = (each for each in plan.days if each.day == rest.day)
    own = [visit.id for visit in day.visits if visit.sight]
    for sight in own if len(own) >= SEVERAL else ():
        yield (Visiting(sight, rest.day, when="morning", said=False),)
    is_given = window_of(request, rest.day).start is not None
    early = () if is_given else (StartAt(rest.day, PACES[request.pace].start - EARLIER),)
    if early:
        yield early
    for left in plan.left_out[:TRIED]:
        yield (*early, Visiting(left.sight, rest.day, when="morning", said=False))


def _is_idle_until(plan: Itinerary, rest: FixedVisit) -> bool:
    visits = (visit for day in plan.days if day.day == rest.day for visit in day.visits if visit.sight)
    return all(visit.arrive >= rest.start for visit in visits)


def is_far(day: DayPlan) -> bool:
    """Return whether the day leads farther out than one would come back from at noon."""
    return any(leg.minutes > FAR_MINUTES for leg in day.legs if not leg.is_move)


def _with(request: PlanRequest, bookings: Sequence[FixedVisit]) -> PlanRequest:
    earliest = min((booking.start for booking in bookings), default=MIDNIGHT) - LUNCH_BEFORE
    cities = tuple(_with_lunch_from(stay, earliest) for stay in request.cities)
    return dataclasses.replace(request, cities=cities, fixed=(*request.fixed, *bookings))


def _with_lunch_from(stay: CityStay, earliest: int) -> CityStay:
    """The stop with lunch from that hour on, where it is usual later: so there is time for it before the rest."""
    begins, ends = stay.meals.lunch
    return dataclasses.replace(stay, meals=dataclasses.replace(stay.meals, lunch=(min(begins, earliest), ends)))


def _on(day: DayPlan, stay: CityStay, rest: Rest) -> FixedVisit:
    start = _after_lunch(day, stay) if rest.start is None else rest.start
    hotel = hotel_of(stay)
    return FixedVisit(REST, hotel.lat, hotel.lon, start, rest.minutes, day.day)


def _after_lunch(day: DayPlan, stay: CityStay) -> int:
    """When lunch is over, and the visit that one is at then if it does not last too long."""
    lunch = max([stay.meals.lunch[1], *(meal.end for meal in day.meals if meal.kind == "lunch")])
    usual = lunch + AFTER_LUNCH
    ends = (visit.depart + AFTER_LUNCH for visit in day.visits if visit.arrive < usual)
    return max((end for end in ends if usual < end <= usual + LATER), default=usual)


def _is_under_way(day: DayPlan, rest: FixedVisit) -> bool:
    """Whether the day's plan has begun by then and goes on afterwards, and is neither at rest nor booked then."""
    ends = rest.start + rest.minutes
    rested = any(
        visit.name == REST or (visit.sight is None and visit.arrive < ends and rest.start < visit.depart)
        for visit in day.visits
    )
    return day.start < rest.start and ends < day.end and not rested
