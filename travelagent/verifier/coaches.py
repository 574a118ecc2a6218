"""Does a coach go on that day, at that hour, and is one at the stop before the last one back?"""

from __future__ import annotations

from collections.abc import Iterator

from travelagent.plans.values import Check, CityStay, DayPlan, Leg, Point, Sight
from travelagent.plans.words import calendar_day
from travelagent.verifier.trip import Message, Trip, air_km, clock

BESIDE_KM, BASE_KM = 0.5, 10.0
"""So near to a sight a place where a day begins or ends, or one out of town with beds, has the sight's coach."""

NONE_GOES = Message("coach", "no coach is known from {here} to {there}", "{here}到{there}没有已知的班车")
NOT_THAT_DAY = Message("coach", "no coach to {place} on {on}", "{on}没有去{place}的班车")
FIRST = Message(
    "coach",
    "the first coach is at {place} at {first}; arrives {at}",
    "头班车 {first} 到{place}；{at} 到达",
)
LAST = Message(
    "coach",
    "the last coach back from {place} leaves at {last}; leaves {at}",
    "{place}末班返程车 {last} 发车；{at} 离开",
)


def check(trip: Trip, day: DayPlan) -> Iterator[Check]:
    """Check that every coach ride of the day exists on its date and is as long as the timetable has it."""
    visited = {visit.id: trip.known.get(visit.sight or "") for visit in day.visits}
    visited |= {"start": _beside(trip, day, day.origin), "end": _beside(trip, day, day.destination)}
    for leg in day.legs:
        if leg.mode == "bus" and not leg.is_move and not _is_day_trip(trip, day, leg):
            yield from _ride(day, leg, visited.get(leg.origin), visited.get(leg.destination))


def _is_day_trip(trip: Trip, day: DayPlan, leg: Leg) -> bool:
    """Return whether it is the journey to another city, or the one back, of a day that is spent there."""
    return trip.spent_in(day) != day.city and (leg.origin == "start" or leg.destination == "end")


def _beside(trip: Trip, day: DayPlan, place: Point) -> Sight | None:
    """Return the sight at which a day begins or ends: the nearest one of its city that is near enough."""
    stay = next((stay for stay in trip.request.cities if stay.id == day.city), None)
    within = BASE_KM if stay is not None and _is_base(place, stay) else BESIDE_KM
    own = [sight for sight in trip.known.values() if sight.city == day.city]
    away = ((air_km(place.lat, place.lon, sight.lat, sight.lon), sight.id) for sight in own)
    km, nearest = min(away, default=(within, ""))
    sight = trip.known.get(nearest)
    return sight if km < within else None


def _is_base(place: Point, stay: CityStay) -> bool:
    return any(base.place == place for base in stay.bases)


def _ride(day: DayPlan, leg: Leg, origin: Sight | None, destination: Sight | None) -> Iterator[Check]:
    """Hold a ride against the timetable of the line: that of where it leads to, and that of where it comes from."""
    ends = [sight for sight in (origin, destination) if sight is not None and sight.coach is not None]
    if not ends:
        yield NONE_GOES(False, day=day, here=leg.origin_name, there=leg.destination_name)
    for sight in ends:
        coach = sight.coach
        if coach is None:
            continue
        if not coach.runs_on(day.date):
            yield NOT_THAT_DAY(False, day=day, place=sight.name, on=calendar_day(day.date))
        elif sight is destination:
            first, at = coach.first + coach.minutes, leg.depart + leg.minutes
            yield FIRST(at >= first, day=day, place=sight.name, first=clock(first), at=clock(at))
        else:
            last = clock(coach.last)
            yield LAST(leg.depart <= coach.last, day=day, place=sight.name, last=last, at=clock(leg.depart))
