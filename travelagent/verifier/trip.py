"""What all questions of the verifier share: the trip at hand, messages with their evidence, times and distances."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from travelagent.plans.fields import MIDNIGHT
from travelagent.plans.meal_hours import DRIVEN, eats_on_the_way
from travelagent.plans.values import (
    EARLIER_MINUTES,
    PACES,
    Check,
    CityStay,
    DayPlan,
    DayWindow,
    Itinerary,
    Leg,
    LocalizedText,
    PlanRequest,
    Point,
    Sight,
    Visit,
)


@dataclass(frozen=True, slots=True)
class Trip:
    """An itinerary, its request, and what is known of its sights, by id."""

    itinerary: Itinerary
    request: PlanRequest
    known: Mapping[str, Sight]
    city_names: Mapping[str, LocalizedText]
    windows: Mapping[int, DayWindow]

    @classmethod
    def of(cls, itinerary: Itinerary, request: PlanRequest, sights: Sequence[Sight]) -> Self:
        """Return the itinerary with its request and the sights and windows by their keys."""
        stays = (*request.cities, *(trip.city for trip in request.day_trips))
        names = {**itinerary.city_names, **{stay.id: stay.name for stay in stays}}
        windows = {window.day: window for window in request.day_windows}
        return cls(itinerary, request, {sight.id: sight for sight in sights}, names, windows)

    def window(self, day: DayPlan) -> DayWindow:
        """Return the requested window of that day."""
        return self.windows.get(day.day, DayWindow(day.day))

    def slept_before(self, day: DayPlan) -> Point | None:
        """Return where else the request spends the night before that day, None for the stay's first hotel."""
        before = next((each for each in self.itinerary.days if each.day == day.day - 1), None)
        return self._night_after(before) if before is not None and before.city == day.city else None

    def sleeps_after(self, day: DayPlan) -> Point | None:
        """Return where else the request spends the night after that day, None for the stay's first hotel."""
        return self._night_after(day)

    def _night_after(self, day: DayPlan) -> Point | None:
        """Where one sleeps out of town, which counts within a stay only, else the hotel to which one has moved."""
        cities = {each.day: each.city for each in self.itinerary.days}
        first = day.day
        while cities.get(first - 1) == day.city:
            first -= 1
        own = [night for night in self.request.nights if first <= night.day <= day.day]
        single = [night for night in own if night.day == day.day and not night.onward]
        if single and cities.get(day.day + 1) == day.city:
            return single[0].place
        moved = [night for night in own if night.onward]
        return max(moved, key=lambda night: night.day).place if moved else None

    def drives_from(self, day: DayPlan) -> CityStay | None:
        """Return the city from which that day drives to its own by way of sights; None where it does not."""
        before = next((each.city for each in self.itinerary.days if each.day == day.day - 1), day.city)
        if before == day.city or day.city not in self.request.stopovers or move_minutes(day):
            return None
        return next((stay for stay in self.request.cities if stay.id == before), None)

    def spent_in(self, day: DayPlan) -> str:
        """Return the city in which that day is spent: its own, or that of a day trip."""
        trips = (trip for trip in self.request.day_trips if (trip.day, trip.base) == (day.day, day.city))
        return next((trip.city.id for trip in trips), day.city)

    def hours(self, day: DayPlan) -> tuple[int, int]:
        """Return when that day may begin and must end, in minutes since midnight.

        As requested, else as its pace does, or a little earlier to be somewhere in time; where the traveller has a
        booking outside these hours, an hour before it begins and after it ends, or as long as the way from where the
        day begins takes, and the way to where it ends.
        """
        window, pace = self.window(day), PACES[self.request.pace]
        booked = [(own.start, own.start + own.minutes) for own in self.request.fixed if own.day == day.day]
        there = {visit.id: visit.arrive for visit in day.visits if visit.sight is None}
        left = {visit.id: visit.depart for visit in day.visits if visit.sight is None}
        legs = [(leg.origin, leg.destination, leg.minutes) for leg in day.legs]
        start = min(
            [
                pace.start - EARLIER_MINUTES,
                *(begin - BOOKING_MINUTES for begin, _ in booked),
                *(there[to] - minutes for origin, to, minutes in legs if origin == "start" and to in there),
            ]
        )
        end = max(
            [
                pace.end,
                *(until + BOOKING_MINUTES for _, until in booked),
                *(left[origin] + minutes for origin, to, minutes in legs if to == "end" and origin in left),
            ]
        )
        return (
            max(start, 0) if window.start is None else window.start,
            min(end, MIDNIGHT) if window.end is None else window.end,
        )


BOOKING_MINUTES = 60
"""A day is at most so much longer than a booking at its end, or its begin."""


@dataclass(frozen=True, slots=True)
class Message:
    """The evidence of a check, in the syntax of `str.format`. `constraint`: what is checked."""

    constraint: str
    en: str
    zh: str

    def __call__(
        self, ok: bool, *, visit: Visit | None = None, day: DayPlan | int | None = None, **evidence: object
    ) -> Check:
        """Return the check. A `LocalizedText` among the evidence is put in by its language."""
        texts = []
        for code, text in (("en", self.en), ("zh", self.zh)):
            values = {name: getattr(v, code) if isinstance(v, LocalizedText) else v for name, v in evidence.items()}
            texts.append(text.format(**values))
        number = day.day if isinstance(day, DayPlan) else day
        ident = visit.id if visit else None
        return Check(self.constraint, "pass" if ok else "fail", LocalizedText(*texts), ident, number)


def clock(minutes: int) -> str:
    """Format minutes since midnight as `HH:MM`."""
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def span(start: int, end: int) -> str:
    """Format a span of time as `HH:MM–HH:MM`."""
    return f"{clock(start)}–{clock(end)}"


def move_minutes(day: DayPlan) -> int:
    """Return the minutes of the day's move between cities."""
    return sum(leg.minutes for leg in day.legs if leg.is_move)


def stop_minutes(day: DayPlan, move: Leg) -> int:
    """Return the minutes of a move for which one stops for lunch; none where one eats while it goes on."""
    if move.mode not in DRIVEN or not eats_on_the_way(day, move):
        return 0
    return sum(meal.end - meal.start for meal in day.meals if meal.kind == "lunch")


def air_km(lat1: float, lon1: float, lat2: float, lon2: float) -> float:
    """Return the great circle in kilometres by the spherical law of cosines' stable form."""
    p, q, dl = math.radians(lat1), math.radians(lat2), math.radians(lon2 - lon1)
    across = math.hypot(
        math.cos(q) * math.sin(dl), math.cos(p) * math.sin(q) - math.sin(p) * math.cos(q) * math.cos(dl)
    )
    along = math.sin(p) * math.sin(q) + math.cos(p) * math.cos(q) * math.cos(dl)
    return 6371.0 * math.atan2(across, along)
