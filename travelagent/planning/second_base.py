"""A night out of town: where it would spare the way back and forth to what lies far out, and what it is worth.

A day that leads far out ends in a town near there, and the next one begins there. Only towns that are known to have
beds are thought of (`CityStay.bases`), and only for days whose ends nobody has asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from travelagent.planning.places import BASE_KM
from travelagent.planning.search.objective import MINUTE_WORTH
from travelagent.plans.requests import day_hours, window_of, with_night, with_window
from travelagent.plans.values import Base, CityStay, DayPlan, Itinerary, Night, PlanRequest, Visit
from travelagent.travel.legs import km_between

FAR_MINUTES, NIGHTS_FOR_ONE_ELSEWHERE = 75, 2
"""The fewest minutes each way of a day far out, and the days of a stay that has more of them."""
BASE_SHARE = 0.4
"""A base is no farther from what one visits than this share of the way from the hotel."""
PACKING_MINUTES = 90
"""What it costs to pack and to move for a night, in minutes on the way: judgement."""
MOST_NIGHTS_TRIED = 4


@dataclass(frozen=True, slots=True)
class WayOut:
    """The day's first stop, and the minutes to it and from the last one back."""

    day: DayPlan
    to: Visit
    minutes: int


def ways_out(itinerary: Itinerary) -> tuple[WayOut, ...]:
    """The days that lead far out and back, of stays that are long enough for a night elsewhere, the longest first."""
    cities = [day.city for day in itinerary.days]
    found = (_way_out(day) for day in itinerary.days if cities.count(day.city) > NIGHTS_FOR_ONE_ELSEWHERE)
    return tuple(sorted(filter(None, found), key=lambda way: (-way.minutes, way.day.day)))


@dataclass(frozen=True, slots=True)
class NightOut:
    """A night that may be spent at a base."""

    night: Night
    base: Base

    def asked_in(self, request: PlanRequest) -> Iterator[PlanRequest]:
        """The requests with the night, the first that leads to the base in time being the one to take: as it is, and
        with the day before it over when the last boat or cable car is there."""
        found, last = with_night(request, self.night), self.base.arrive_by
        yield found
        window = window_of(found, self.night.day)
        if last is not None and last < day_hours(found, window)[1]:
            yield with_window(found, replace(window, end=last))

    def is_reached_in(self, itinerary: Itinerary) -> bool:
        """Whether one is back from all that lies elsewhere when the last boat or cable car is there."""
        day = itinerary.days[self.night.day - 1]
        away = km_between([self.base.place, *day.visits])[0, 1:].tolist()
        last_out = max((index for index, km in enumerate(away) if km > BASE_KM), default=-1)
        leg = day.legs[last_out + 1] if day.visits else day.legs[-1]
        return self.base.arrive_by is None or leg.depart + leg.minutes <= self.base.arrive_by


def nights_to_try(itinerary: Itinerary, request: PlanRequest) -> tuple[NightOut, ...]:
    """The nights out of town that may spare a way, those of the longest way first."""
    stays = {stay.id: stay for stay in request.cities}
    nights = [night for way in ways_out(itinerary) for night in _nights(way, stays[way.day.city], itinerary, request)]
    return tuple(dict.fromkeys(nights))[:MOST_NIGHTS_TRIED]


def gain(before: Itinerary, after: Itinerary, base: Base) -> float:
    """What a plan with a night at the base is worth more than the one without: its visits, the minutes that it spares
    on the way, and the evening and morning there, less the packing."""
    spared = way_minutes(before) - way_minutes(after) + base.draw - PACKING_MINUTES
    return after.score - before.score + MINUTE_WORTH * spared


def way_minutes(itinerary: Itinerary) -> int:
    """The minutes on the way, without the moves between cities."""
    return sum(leg.minutes for day in itinerary.days for leg in day.legs if not leg.is_move)


def _way_out(day: DayPlan) -> WayOut | None:
    if not day.visits or any(leg.is_move for leg in day.legs):
        return None
    out = sum(leg.minutes for leg in day.legs if leg.origin == "start")
    back = sum(leg.minutes for leg in day.legs if leg.destination == "end")
    return WayOut(day, day.visits[0], out + back) if min(out, back) >= FAR_MINUTES else None


def _nights(way: WayOut, stay: CityStay, itinerary: Itinerary, request: PlanRequest) -> Iterator[NightOut]:
    """The nights before and after that day at the base near it, within the stay."""
    base = _base_near(way.day, stay)
    if base is None:
        return
    cities = {day.day: day.city for day in itinerary.days}
    for day in (way.day.day, way.day.day - 1):
        ends = (window_of(request, day).destination, window_of(request, day + 1).origin)
        taken = any(abs(night.day - day) <= 1 for night in request.nights)
        if cities.get(day) == cities.get(day + 1) == stay.id and ends == (None, None) and not taken:
            yield NightOut(Night(day, base.place), base)


def _base_near(day: DayPlan, stay: CityStay) -> Base | None:
    """The base nearest to what one visits on a day, where one is near it."""
    best: tuple[float, Base] | None = None
    for visit in day.visits:
        away, *others = km_between([visit, stay, *(base.place for base in stay.bases)])[0, 1:].tolist()
        for km, base in zip(others, stay.bases, strict=True):
            if km <= BASE_SHARE * away and (best is None or km < best[0]):
                best = (km, base)
    return None if best is None else best[1]
