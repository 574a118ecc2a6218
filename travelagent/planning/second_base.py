"""A night out of town: where it would spare the way back and forth to what lies far out, and what it is worth.

A day that leads far out ends in a town near there, and the next one begins there. Only towns that are known to have
beds are thought of (`CityStay.bases`), and only for days whose ends nobody has asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from travelagent.planning.places import BASE_KM
from travelagent.planning.search.objective import MINUTE_WORTH
from travelagent.plans.requests import day_hours, window_of, with_night, with_window
from travelagent.plans.stretches import stretches
from travelagent.plans.values import Base, CityStay, DayPlan, Itinerary, Night, PlanRequest, Visit
from travelagent.travel.legs import km_between

FAR_MINUTES, NIGHTS_FOR_ONE_ELSEWHERE = 60, 2
"""The fewest minutes each way of a day far out, and the days of a stay that has more of them."""
BASE_SHARE = 0.4
"""A base is no farther from what one visits than this share of the way from the hotel."""
PACKING_MINUTES = 90
"""What it costs to pack and to move for a night, in minutes on the way: judgement."""
MOST_NIGHTS_TRIED, MOST_NIGHTS = 4, 3
"""So many nights are tried for each that is found, and so many found for a trip."""


@dataclass(frozen=True, slots=True)
class Excursion:
    """The day's first stop, and the minutes to it and from the last one back."""

    day: DayPlan
    to: Visit
    minutes: int


def excursions(itinerary: Itinerary) -> tuple[Excursion, ...]:
    """Return the days that lead far out and back, of stays that are long enough for a night elsewhere, the longest
    first.
    """
    long = [stretch for stretch in stretches(itinerary.days) if len(stretch.days) > NIGHTS_FOR_ONE_ELSEWHERE]
    found = (_excursion(day) for stretch in long for day in stretch.days)
    return tuple(sorted(filter(None, found), key=lambda excursion: (-excursion.minutes, excursion.day.day)))


@dataclass(frozen=True, slots=True)
class NightsOut:
    """Nights one after another that may be spent at a base."""

    days: tuple[int, ...]
    base: Base

    @property
    def nights(self) -> tuple[Night, ...]:
        """The nights after these days."""
        return tuple(Night(day, self.base.place) for day in self.days)

    def applied_to(self, request: PlanRequest) -> Iterator[PlanRequest]:
        """Yield the requests with the nights, the first that leads to the base in time being the one to take.

        As it is, and with the day before them over when the last boat or cable car is there.
        """
        found, last = request, self.base.arrive_by
        for night in self.nights:
            found = with_night(found, night)
        yield found
        window = window_of(found, self.days[0])
        if last is not None and last < day_hours(found, window)[1]:
            yield with_window(found, replace(window, end=last))

    def is_reached_in(self, itinerary: Itinerary) -> bool:
        """Return whether one is back from all that lies elsewhere when the last boat or cable car is there."""
        return all(self._is_reached_on(itinerary.days[day - 1]) for day in self.days)

    def _is_reached_on(self, day: DayPlan) -> bool:
        legs = [leg for leg in day.legs if not leg.is_move]
        if self.base.arrive_by is None or not legs:
            return self.base.arrive_by is None or day.origin == day.destination
        away = km_between([self.base.place, *day.visits])[0, 1:].tolist()
        last_out = max((index for index, km in enumerate(away) if km > BASE_KM), default=-1)
        back = legs[last_out + 1]
        return back.depart + back.minutes <= self.base.arrive_by


def nights_to_try(itinerary: Itinerary, request: PlanRequest) -> tuple[NightsOut, ...]:
    """Return the nights out of town that may spare a long way: all those between consecutive days far out, then single
    ones, those of the longest way first.
    """
    stays = {stay.id: stay for stay in request.cities}
    days_near = [
        (excursion.day.day, base)
        for excursion in excursions(itinerary)
        if (base := _base_near(excursion.day, stays[excursion.day.city]))
    ]
    runs = [
        NightsOut(run[:-1], base)
        for base in dict.fromkeys(base for _, base in days_near)
        for run in _runs(days_near, base)
    ]
    single = [NightsOut((night,), base) for day, base in days_near for night in (day, day - 1)]
    found = dict.fromkeys(nights for nights in (*runs, *single) if _is_free(nights, itinerary, request))
    return tuple(found)[:MOST_NIGHTS_TRIED]


def _runs(days_near: Sequence[tuple[int, Base]], base: Base) -> Iterator[tuple[int, ...]]:
    """The runs of three days on end or more that lead near the base."""
    days = sorted(day for day, near in days_near if near == base)
    starts = [day for day in days if day - 1 not in days]
    for start in starts:
        run = tuple(day for day in range(start, start + len(days)) if set(range(start, day + 1)) <= set(days))
        if len(run) > NIGHTS_FOR_ONE_ELSEWHERE:
            yield run


def gain(before: Itinerary, after: Itinerary, tried: NightsOut, nights: Sequence[Night]) -> float:
    """Return what a plan with nights at the base is worth more than the one without, which has these `nights`
    elsewhere.

    That is its visits, the travel minutes that it spares, and the evenings and mornings there, less the packing.
    """
    stays_on = any(abs(other.day - day) == 1 for other in nights for day in tried.days)
    there = tried.base.draw * len(tried.days) - (0 if stays_on else PACKING_MINUTES)
    spared = travel_minutes(before) - travel_minutes(after) + there
    return after.score - before.score + MINUTE_WORTH * spared


def travel_minutes(itinerary: Itinerary) -> int:
    """Return the minutes of all legs, without the moves between cities."""
    return sum(leg.minutes for day in itinerary.days for leg in day.legs if not leg.is_move)


def _excursion(day: DayPlan) -> Excursion | None:
    away = any(visit.sight is not None and visit.city != day.city for visit in day.visits)
    if not day.visits or away or any(leg.is_move for leg in day.legs):
        return None
    out = sum(leg.minutes for leg in day.legs if leg.origin == "start")
    back = sum(leg.minutes for leg in day.legs if leg.destination == "end")
    return Excursion(day, day.visits[0], out + back) if min(out, back) >= FAR_MINUTES else None


def _is_free(tried: NightsOut, itinerary: Itinerary, request: PlanRequest) -> bool:
    """Whether the nights lie within a stay, nobody asked for other ends of their days, and none is spent elsewhere."""
    cities = {day.day: day.city for day in itinerary.days}
    for day in tried.days:
        ends = (window_of(request, day).destination, window_of(request, day + 1).origin)
        beside = [night for night in request.nights if abs(night.day - day) <= 1]
        free = all(night.day != day and night.place == tried.base.place for night in beside)
        if day not in cities or cities[day] != cities.get(day + 1) or ends != (None, None) or not free:
            return False
    return True


def _base_near(day: DayPlan, stay: CityStay) -> Base | None:
    """The base nearest to what one visits on a day, where one is near it."""
    best: tuple[float, Base] | None = None
    for visit in day.visits:
        away, *others = km_between([visit, stay, *(base.place for base in stay.bases)])[0, 1:].tolist()
        for km, base in zip(others, stay.bases, strict=True):
            if km <= BASE_SHARE * away and (best is None or km < best[0]):
                best = (km, base)
    return None if best is None else best[1]
