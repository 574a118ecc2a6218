"""Whether a request makes sense, with the sights that there are."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import get_args

from travelagent.planning.messages import refuse
from travelagent.plans.fields import MAX_DAYS, MIDNIGHT, clock
from travelagent.plans.values import PACES, DayWindow, PlaceInDay, PlanRequest, Point, Sight
from travelagent.travel.legs import km_between

MOST_KM = 300.0
"""Between a city and where a day in it begins or ends: hours of driving, and the day is not over at midnight."""


def check(request: PlanRequest, sights: Sequence[Sight]) -> None:
    """Raise InvalidRequest for the first thing that makes no sense."""
    if not 1 <= request.days <= MAX_DAYS:
        refuse("days", "days_of_trip", most=MAX_DAYS)
    if request.travellers < 1:
        refuse("travellers", "travellers")
    if not request.cities:
        refuse("cities", "no_city")
    if request.pace not in PACES:
        refuse("pace", "pace")
    if any(stay.id == other.id for stay, other in pairwise(request.cities)):
        refuse("cities", "city_twice")
    _check_days(request)
    _check_ends_of_days(request)
    _check_sights(request, sights)


def check_rides(request: PlanRequest, window: DayWindow) -> None:
    """Raise InvalidRequest for a day that would begin before one has arrived, or end after one has left."""
    there, back = request.arrival, request.departure
    if there and window.day == 1 and window.start is not None and window.start < there.at:
        refuse("start", "before_arrival", at=clock(there.at))
    if back and window.day == request.days and window.end is not None and window.end > back.at:
        refuse("end", "after_departure", at=clock(back.at))


def _check_ends_of_days(request: PlanRequest) -> None:
    """Raise InvalidRequest for a day that begins or ends where nobody gets to within it."""
    ends: list[tuple[str, Point | None]] = [("nights", night.place) for night in request.nights]
    for window in request.day_windows:
        ends += [("day_windows", window.origin), ("day_windows", window.destination)]
    for field, place in ends:
        if place is not None and km_between([place, *request.cities])[0, 1:].min() > MOST_KM:
            refuse(field, "far_away", place=place.name, km=int(MOST_KM))


def _check_days(request: PlanRequest) -> None:
    given = [stay.days for stay in request.cities]
    if any(days is not None and days < 1 for days in given):
        refuse("cities", "city_days")
    least = sum(days or 1 for days in given)
    if least > request.days or (None not in given and least != request.days):
        refuse("cities", "city_days_total", least=least, days=request.days)
    for window in request.day_windows:
        start = PACES[request.pace].start if window.start is None else window.start
        end = PACES[request.pace].end if window.end is None else window.end
        if not 1 <= window.day <= request.days or not 0 <= start < end <= MIDNIGHT:
            refuse("day_windows", "window", day=window.day)
    for night in request.nights:
        if not 1 <= night.day < request.days:
            refuse("nights", "day", day=night.day)
    cities, bases = {stay.id for stay in request.cities}, dict[str, str]()
    for trip in request.day_trips:
        if not 1 <= trip.day <= request.days:
            refuse("day_trips", "day", day=trip.day)
        if trip.city.id in cities or trip.base not in cities:
            refuse("day_trips", "trip_within", city=trip.city.name)
        if bases.setdefault(trip.city.id, trip.base) != trip.base:
            refuse("day_trips", "trip_from_two", city=trip.city.name)
    for day in request.rainy_days:
        if not 1 <= day <= request.days:
            refuse("rainy_days", "day", day=day)
    if not 0 <= request.thrift < math.inf:
        refuse("thrift", "thrift")
    for booking in request.fixed:
        if booking.start < 0 or booking.minutes <= 0 or booking.start + booking.minutes > MIDNIGHT:
            refuse("fixed", "time_of", name=booking.name)
        if booking.day is not None and not 1 <= booking.day <= request.days:
            refuse("fixed", "day_of", name=booking.name, days=request.days)


def _check_sights(request: PlanRequest, sights: Sequence[Sight]) -> None:
    cities = {stay.id for stay in request.cities}
    known = {sight.id: sight for sight in sights}
    if len(known) < len(sights):
        refuse("sights", "sight_twice")
    for sight in sights:
        if not (math.isfinite(sight.lat) and math.isfinite(sight.lon) and abs(sight.lat) <= 90 and sight.minutes > 0):
            refuse("sights", "sight_position", sight=sight.id)
        if not (math.isfinite(sight.score) and sight.score >= 0):
            refuse("sights", "sight_score", sight=sight.id)
    pins = tuple(pin.sight for pin in request.pinned)
    for field, names in (("must_see", request.must_see), ("held", request.held), ("pinned", pins)):
        for name in names:
            if name not in known or known[name].city not in cities:
                refuse(field, "sight", sight=name)
            if name in request.avoid:
                refuse(field, "wanted_and_avoided", sight=name)
        if twice := next((name for name, times in Counter(names).items() if times > 1), None):
            refuse(field, "sight_named_twice", sight=twice)
    for pin in request.pinned:
        if pin.day is not None and not 1 <= pin.day <= request.days:
            refuse("pinned", "pin_day", sight=pin.sight, day=pin.day)
        if pin.day is None and pin.when in get_args(PlaceInDay):
            refuse("pinned", "pin_place", sight=pin.sight, when=pin.when)
