"""The notes on a plan's roads: the coaches that it takes, lunch on long drives, days of long taxi rides, and a car that
is not brought back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from travelagent.planning.frame import hotel_of
from travelagent.planning.messages import message
from travelagent.plans.fields import clock
from travelagent.plans.meal_hours import DRIVEN, eats_on_the_way
from travelagent.plans.values import Coach, DayPlan, LocalizedText, PlanRequest, Sight, Visit
from travelagent.plans.words import duration, listed
from travelagent.travel.intercity import intercity_leg
from travelagent.travel.legs import km_between

DRIVEN_KM = 120
"""From so many kilometres a day on a car, or a driver for the day, costs less than taxis."""
RETURN_KM = 50
"""So far from where it was taken a car is not simply brought back."""


def road_notes(request: PlanRequest, days: Sequence[DayPlan], sights: Sequence[Sight]) -> Iterator[LocalizedText]:
    """Yield what one has to know of the coaches and roads of a plan."""
    yield from _coaches_taken(days, sights)
    yield from _lunches_on_the_way(days)
    yield from _long_taxis(days)
    yield from _one_way_drive(request)


def _coaches_taken(days: Sequence[DayPlan], sights: Sequence[Sight]) -> Iterator[LocalizedText]:
    """Say of each line that a plan takes what one has to know, by the farthest of its stops."""
    known = {sight.id: sight for sight in sights if sight.coach is not None}
    farthest: dict[str, tuple[Coach, Sight]] = {}
    for day in days:
        visits = {visit.id: visit for visit in day.visits}
        for leg in day.legs:
            for end in (leg.origin, leg.destination) if leg.mode == "bus" and not leg.is_move else ():
                sight = _sight_at(end, visits, known)
                if sight is None or sight.coach is None:
                    continue
                before = farthest.get(sight.coach.line)
                if before is None or before[0].minutes < sight.coach.minutes:
                    farthest[sight.coach.line] = sight.coach, sight
    for coach, sight in farthest.values():
        yield message(
            "assumption.coach",
            sight=sight.name,
            stop=coach.stop,
            operator=coach.operator,
            lasts=duration(coach.minutes),
            every=duration(coach.every),
            fare=_fare(coach.fare, sight.currency or ""),
            last=clock(coach.last),
        )


def _lunches_on_the_way(days: Sequence[DayPlan]) -> Iterator[LocalizedText]:
    """Say on which drives from city to city there is a stop for lunch."""
    moves = ((day, leg) for day in days for leg in day.legs if leg.is_move and leg.mode in DRIVEN)
    stops = [day.day for day, leg in moves if eats_on_the_way(day, leg)]
    if stops:
        yield message("assumption.lunch", days=listed(LocalizedText(str(day), str(day)) for day in stops))


def _fare(fare: Decimal, currency: str) -> LocalizedText:
    """What the way costs: an amount, or nothing beside the ticket, where the ride is part of that."""
    if not fare:
        return message("coach.included")
    amount = f"{fare:,.{0 if fare == fare.to_integral_value() else 2}f}"
    return message("coach.yuan" if currency == "CNY" else "coach.fare", currency=currency, amount=amount)


def _sight_at(stop: str, visits: Mapping[str, Visit], known: Mapping[str, Sight]) -> Sight | None:
    """Return the sight with a coach that is visited at that stop of a day, None for any other."""
    visit = visits.get(stop)
    return known.get(visit.sight or "") if visit else None


def _long_taxis(days: Sequence[DayPlan]) -> Iterator[LocalizedText]:
    """Say on which days so much is ridden by taxi that a car costs less."""
    ridden = {day.day: sum(leg.km for leg in day.legs if leg.mode == "taxi") for day in days}
    long = {day: km for day, km in ridden.items() if km >= DRIVEN_KM}
    if long:
        numbers = listed(LocalizedText(str(day), str(day)) for day in long)
        yield message("assumption.long_taxis", days=numbers, km=max(long.values()))


def _one_way_drive(request: PlanRequest) -> Iterator[LocalizedText]:
    """Say how far a hired car is at the end from where it was taken."""
    first, last = request.cities[0], request.cities[-1]
    if request.way != "car" or request.home is not None or km_between([first, last])[0, 1] < RETURN_KM:
        return
    back = intercity_leg(hotel_of(last), hotel_of(first), "car")
    if back.mode == "car":
        ends = {"first": first.name, "last": last.name}
        yield message("assumption.one_way_drive", **ends, km=back.km, lasts=duration(back.minutes))
