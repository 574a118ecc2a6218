"""Views of a request, and the ways in which its parts are put in place of others."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from travelagent.plans.fields import MIDNIGHT
from travelagent.plans.stretches import stretches
from travelagent.plans.values import (
    PACES,
    PARTS_OF_DAY,
    DayPlan,
    DayTrip,
    DayWindow,
    FixedVisit,
    Night,
    Pin,
    PlanRequest,
    Point,
    Refusal,
    Sight,
    Walker,
)

QUIET_CATEGORIES, QUIET_MINUTES = frozenset({"museum", "gallery"}), 150
"""Rooms to be quiet in, and the most minutes that children bear there."""
TOURED_CATEGORIES = QUIET_CATEGORIES | {
    "palace", "castle", "fortress", "temple", "church", "garden", "monument", "ruins", "tower", "park",
}  # fmt: skip
TOURED_MINUTES = 180
"""What one walks through from end to end, and the most minutes of it for children and for whoever tires soon: half a
day with a meal. A theme park, a zoo, an island or a mountain is a day out, as is what lies in thin air."""
WAY_TO_BOOKING = 60
"""Minutes that a day begins before its first booking and ends after its last one, if they lie outside its hours."""
YOUNG = frozenset[Walker]({"small_child", "child"})
SOON_TIRED = YOUNG | frozenset[Walker]({"senior", "pregnant", "little_walking"})
Bound = TypeVar("Bound", Pin, DayWindow, FixedVisit, Refusal, DayTrip)


def booking_id(index: int) -> str:
    """Return the id of a request's booking, counted from 0: `fixed/1` is the first."""
    return f"fixed/{index + 1}"


def booking_index(request: PlanRequest, id: str) -> int | None:
    """Return the index of the booking with that id, None for none."""
    return next((index for index in range(len(request.fixed)) if booking_id(index) == id), None)


def with_booking(request: PlanRequest, index: int, **changes: Any) -> PlanRequest:
    """Return the request with that booking changed."""
    fixed = list(request.fixed)
    fixed[index] = dataclasses.replace(fixed[index], **changes)
    return dataclasses.replace(request, fixed=tuple(fixed))


def pin_of(request: PlanRequest, sight: str) -> Pin | None:
    """Return what the request pins of the sight, None for nothing."""
    return next((pin for pin in request.pinned if pin.sight == sight), None)


def with_pin(request: PlanRequest, pin: Pin) -> PlanRequest:
    """Return the request with the sight pinned so, whatever it was before."""
    others = tuple(other for other in request.pinned if other.sight != pin.sight)
    return dataclasses.replace(request, pinned=(*others, pin))


def with_window(request: PlanRequest, window: DayWindow) -> PlanRequest:
    """Return the request with that window of a day in place of the one that it had."""
    windows = {each.day: each for each in request.day_windows} | {window.day: window}
    return dataclasses.replace(request, day_windows=tuple(windows[day] for day in sorted(windows)))


def window_of(request: PlanRequest, day: int) -> DayWindow:
    """Return the requested begin and end of the day, with None where the request leaves them open."""
    return next((window for window in request.day_windows if window.day == day), DayWindow(day))


def night_after(request: PlanRequest, day: int, first: int) -> Point | None:
    """Return where the night after that day of a stay is spent, None for the stay's hotel. `first`: the stay's first
    day.
    """
    single = (night.place for night in request.nights if night.day == day and not night.onward)
    return next(single, None) or later_hotel(request, day, first)


def later_hotel(request: PlanRequest, day: int, first: int) -> Point | None:
    """Return the hotel to which one has moved within a stay by the night after that day, None for none. `first`: the
    stay's first day.
    """
    moved = [night for night in request.nights if night.onward and first <= night.day <= day]
    return max(moved, key=lambda night: night.day).place if moved else None


def booked_hotels(request: PlanRequest, days: Iterable[DayPlan]) -> Iterator[tuple[str, Point, DayPlan, DayPlan]]:
    """Yield the hotels of a plan: the city's id, the hotel, and the first and the last day on which one is there."""
    hotels_of = {stay.id: stay.hotel for stay in request.cities}
    for stretch in stretches(days):
        own = {day.day: day for day in stretch.days}
        moved = sorted((night.day, night.place) for night in request.nights if night.onward and night.day in own)
        hotels = [(stretch.first, hotels_of.get(stretch.id)), *moved]
        for (since, hotel), (until, _) in zip(hotels, [*moved, (stretch.last, None)], strict=True):
            if hotel is not None:
                yield stretch.id, hotel, own[since], own[until]


def with_night(request: PlanRequest, night: Night) -> PlanRequest:
    """Return the request with the night after that day spent there, wherever it was before; one from which on another
    hotel is the stay's takes the place of another such one.
    """
    nights = {(each.day, each.onward): each for each in request.nights} | {(night.day, night.onward): night}
    return dataclasses.replace(request, nights=tuple(nights[key] for key in sorted(nights)))


def day_trip_on(request: PlanRequest, day: int, base: str) -> DayTrip | None:
    """Return the trip to another city on that day of the stay in the city `base`, None for none."""
    return next((trip for trip in request.day_trips if (trip.day, trip.base) == (day, base)), None)


def with_day_trip(request: PlanRequest, trip: DayTrip) -> PlanRequest:
    """Return the request with that day spent so, wherever it was to be spent before."""
    trips = {each.day: each for each in request.day_trips} | {trip.day: trip}
    return dataclasses.replace(request, day_trips=tuple(trips[day] for day in sorted(trips)))


def with_days_renumbered(request: PlanRequest, numbers: Mapping[int, int]) -> PlanRequest:
    """Return the request with all that is bound to a day bound to that day's new number."""

    def moved(bound: Bound) -> Bound:
        return bound if bound.day is None else dataclasses.replace(bound, day=numbers.get(bound.day, bound.day))

    def slept(night: Night) -> Night:
        """Another hotel is the stay's from the day before the one that follows, where the day itself is gone."""
        day = numbers.get(night.day, night.day)
        following = numbers.get(night.day + 1, day + 1)
        return dataclasses.replace(night, day=max(following - 1, 1) if night.onward and day > following else day)

    return dataclasses.replace(
        request,
        pinned=tuple(map(moved, request.pinned)),
        day_windows=tuple(map(moved, request.day_windows)),
        fixed=tuple(map(moved, request.fixed)),
        rainy_days=tuple(numbers.get(day, day) for day in request.rainy_days),
        avoid_on=tuple(map(moved, request.avoid_on)),
        nights=tuple(map(slept, request.nights)),
        day_trips=tuple(map(moved, request.day_trips)),
    )


def within_days(request: PlanRequest) -> PlanRequest:
    """Return the request without what is bound to days that it does not have.

    A pin is then for any day, at its hour or in its part of it.
    """
    days = request.days
    return dataclasses.replace(
        request,
        pinned=tuple(_within(pin, days) for pin in request.pinned),
        day_windows=tuple(sorted((w for w in request.day_windows if w.day <= days), key=lambda window: window.day)),
        rainy_days=tuple(sorted(day for day in request.rainy_days if day <= days)),
        avoid_on=tuple(refusal for refusal in request.avoid_on if refusal.day <= days),
        day_trips=tuple(sorted((trip for trip in request.day_trips if trip.day <= days), key=lambda trip: trip.day)),
        nights=tuple(sorted((night for night in request.nights if night.day < days), key=lambda night: night.day)),
    )


def _within(pin: Pin, days: int) -> Pin:
    if pin.day is None or pin.day <= days:
        return pin
    return dataclasses.replace(pin, day=None, when=pin.when if pin.when in PARTS_OF_DAY else None)


def without_bookings(request: PlanRequest, ids: Iterable[str]) -> PlanRequest:
    """Return the request without these bookings."""
    gone = set(ids)
    kept = tuple(booking for index, booking in enumerate(request.fixed) if booking_id(index) not in gone)
    return dataclasses.replace(request, fixed=kept)


def day_hours(request: PlanRequest, window: DayWindow | None) -> tuple[int, int]:
    """Return (start, end) of a day with that window, in minutes since midnight; None: the pace's usual hours.

    Where the window leaves an end open, the day is as long as the bookings on it need.
    """
    usual = PACES[request.pace]
    if window is None:
        return usual.start, usual.end
    own = [booking for booking in request.fixed if booking.day == window.day and not booking.marker]
    first = min((booking.start for booking in own), default=MIDNIGHT) - WAY_TO_BOOKING
    last = max((booking.start + booking.minutes for booking in own), default=0) + WAY_TO_BOOKING
    start = min(usual.start, max(first, 0)) if window.start is None else window.start
    return start, min(max(usual.end, last) if window.end is None else window.end, MIDNIGHT)


def with_visit_minutes(sights: Sequence[Sight], request: PlanRequest) -> tuple[Sight, ...]:
    """Return the sights with the lengths of visits that the request asks for.

    Those that it pins to a length last so long, others no longer than the travellers can bear.
    """
    minutes = {sight.id: most for sight in sights if (most := most_minutes(sight, request.walkers)) < sight.minutes}
    minutes |= {pin.sight: pin.minutes for pin in request.pinned if pin.minutes is not None}
    return tuple(dataclasses.replace(s, minutes=minutes[s.id]) if s.id in minutes else s for s in sights)


def most_minutes(sight: Sight, walkers: Iterable[Walker]) -> int:
    """Return how long these people stay at a sight at most; as long as the day is where it is a day out."""
    going = frozenset(walkers)
    if sight.category in QUIET_CATEGORIES and not YOUNG.isdisjoint(going):
        return QUIET_MINUTES
    toured = sight.category in TOURED_CATEGORIES and "altitude" not in sight.strains
    return TOURED_MINUTES if toured and not SOON_TIRED.isdisjoint(going) else MIDNIGHT
