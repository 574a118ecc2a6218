"""The frame of a trip: the days shared out among the cities, each day's date, ends and window.

A move between cities is the first thing of the day in the new city: it leaves at the day's start (earlier when it would
not end before midnight) and the day in the city begins when it is over. A drive over the hours of lunch stops for it.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from travelagent.planning.checks import check
from travelagent.planning.city_order import shortest_order
from travelagent.planning.day_trips import journey
from travelagent.planning.hours import windows_of
from travelagent.planning.messages import message, refuse
from travelagent.planning.taste import worth
from travelagent.plans.fields import MAX_DAYS, MIDNIGHT
from travelagent.plans.meal_hours import DRIVEN, lunch_on_the_way, meal_hours
from travelagent.plans.requests import WAY_TO_BOOKING, day_hours, day_trip_on, later_hotel, night_after, window_of
from travelagent.plans.stretches import comes_back
from travelagent.plans.values import (
    PACES,
    USUAL_MEALS,
    CitySize,
    CityStay,
    DayTrip,
    DayWindow,
    FixedVisit,
    IntercityMode,
    Meal,
    MealHours,
    MealKind,
    PlanRequest,
    Point,
    Sight,
)
from travelagent.plans.words import MEAL_NAMES
from travelagent.travel.legs import LegProvider, km_between
from travelagent.travel.values import Hop

ASSUMED_LEAD_DAYS = 14
EARLIEST_FOR_BOOKING = 7 * 60
"""No day begins earlier for the sake of a long way to a booking."""
FAR_KM = 30.0
"""To a booking that lies farther out the way may take longer than the usual hour (`WAY_TO_BOOKING`)."""
WEEKS_OF_A_YEAR = 53
TUESDAY = 1
SMALL: frozenset[CitySize] = frozenset({"village", "small"})
"""Sizes of places whose centre is not called a city centre."""


@dataclass(frozen=True, slots=True)
class DayFrame:
    """One day before anything is planned.

    `leave`: when a move starts; `lunch`: the one on its way; `start`/`end`: the day in the city; `booked`: the meals
    that are bookings of its own; `meals`: the hours of its meals; `drive`: the move that the day itself makes, from
    where one slept by way of sights; `trip`: to another city, in which the day is spent.
    """

    day: int
    stay: CityStay
    date: date
    start: int
    end: int
    origin: Point
    destination: Point
    came_from: CityStay | None = None
    move: Hop | None = None
    leave: int = 0
    booked: frozenset[MealKind] = frozenset()
    meals: MealHours = USUAL_MEALS
    lunch: Meal | None = None
    drive: Hop | None = None
    trip: DayTrip | None = None

    @property
    def home(self) -> Point:
        """Where one sleeps in the city of the day, or begins the day there."""
        return self.destination if self.drive else self.origin

    def is_in_reach(self, sight: Sight) -> bool:
        """Return whether the day is spent in the city of that sight."""
        return sight.city == self.stay.id and sight.excursion == (self.trip.city.id if self.trip else "")


def may_begin_early(request: PlanRequest, frame: DayFrame) -> bool:
    """Return whether a day may begin `EARLIER_MINUTES` before its pace does: its hours were not requested, nobody moves
    on it, and it is not the first of several.
    """
    is_first = frame.day == 1 and request.days > 1
    return not is_first and frame.came_from is None and window_of(request, frame.day).start is None


def hotel_of(stay: CityStay) -> Point:
    """Return where one sleeps: the hotel, or the city's centre."""
    centre = "place.small_centre_of" if stay.size in SMALL else "place.centre_of"
    return stay.hotel or Point(message(centre, stay=stay.name), stay.lat, stay.lon, stay.land)


def assumed_start(today: date, weekday: int = TUESDAY) -> date:
    """Return the first such day of the week (Monday 0) on or after two weeks from today.

    From a Tuesday on a short trip meets no Monday closure and no weekend.
    """
    earliest = today + timedelta(days=ASSUMED_LEAD_DAYS)
    return earliest + timedelta(days=(weekday - earliest.weekday()) % 7)


def first_day(request: PlanRequest, sights: Sequence[Sight]) -> date:
    """Return the requested start date, else the assumed one.

    That is in the first week in which each sight that the traveller insists on opens on one of the trip's days, as that
    of a festival does only in its season. Raises InvalidRequest where no day is given at all.
    """
    if request.start_date is not None:
        return request.start_date
    if request.today is None:
        refuse("today", "today")
    usual = assumed_start(request.today)
    insisted = set(request.demanded)
    wanted = [sight for sight in sights if sight.id in insisted]
    weeks = (usual + timedelta(weeks=week) for week in range(WEEKS_OF_A_YEAR))

    def opens(sight: Sight, first: date) -> bool:
        return any(windows_of(sight, first + timedelta(days=day)) for day in range(request.days))

    return next((first for first in weeks if all(opens(sight, first) for sight in wanted)), usual)


def frame(request: PlanRequest, sights: Sequence[Sight], legs: LegProvider) -> tuple[DayFrame, ...]:
    """Return the days of the trip: their dates, cities, hours and ends. Raises InvalidRequest."""
    check(request, sights)
    first = first_day(request, sights)
    frames: list[DayFrame] = []
    before: CityStay | None = None
    for stay, count in zip(request.cities, shared_days(request, sights), strict=True):
        begins, until = len(frames) + 1, len(frames) + count
        for _ in range(count):
            day = len(frames) + 1
            slept = night_after(request, day - 1, begins) if before is stay else None
            sleeps = (night_after if day < until else later_hotel)(request, day, begins)
            window = window_of(request, day)
            start, end = day_hours(request, window)
            move, drive, leave, lunch, came_from = None, None, start, None, None
            if before is not None and before is not stay:
                move, came_from = _move(before, stay, legs, request.way), before
                if _stops_on(request, stay, move, (start, end), is_under_way=window.origin is not None):
                    move, drive, slept = None, move, hotel_of(before)
                else:
                    leave, start, lunch = _on_the_road(request, stay, move, start)
            origin = window.origin or slept or hotel_of(stay)
            destination = window.destination or sleeps or hotel_of(stay)
            trip = day_trip_on(request, day, stay.id)
            if trip is not None and came_from is not None:
                refuse("day_trips", "trip_on_a_move", day=day)
            if trip is not None:
                journey(legs, origin, trip, request.way)
            if came_from is None:
                start, end = _with_ways_to_bookings(request, window, (start, end), (origin, destination), stay, legs)
                leave = start
            frames.append(
                DayFrame(
                    day,
                    stay,
                    first + timedelta(days=day - 1),
                    start,
                    max(end, start),
                    origin,
                    destination,
                    came_from,
                    move,
                    leave,
                    meals_booked(request, day),
                    meal_hours(request, stay, day, start, leave if move else None, eaten=lunch is not None),
                    lunch,
                    drive,
                    trip,
                )
            )
            before = stay
        left = later_hotel(request, until, begins)
        before = stay if left is None else dataclasses.replace(stay, hotel=left)
    return tuple(frames)


def _with_ways_to_bookings(
    request: PlanRequest,
    window: DayWindow,
    hours: tuple[int, int],
    ends: tuple[Point, Point],
    stay: CityStay,
    legs: LegProvider,
) -> tuple[int, int]:
    """The hours of a day, begun earlier and ended later for bookings far out, where it has no hours of its own."""
    own = [booking for booking in request.fixed if booking.day == window.day and not booking.marker]
    (start, end), (origin, destination) = hours, ends
    if own and window.start is None:
        first = min(own, key=lambda booking: booking.start)
        start = min(start, max(first.start - way_to_booking(first, origin, stay, legs), EARLIEST_FOR_BOOKING))
    if own and window.end is None:
        last = max(own, key=lambda booking: booking.start + booking.minutes)
        back = way_to_booking(last, destination, stay, legs)
        end = min(max(end, last.start + last.minutes + back), MIDNIGHT)
    return start, end


def way_to_booking(booking: FixedVisit, place: Point, stay: CityStay, legs: LegProvider) -> int:
    """Return the minutes between a booking far out and an end of its day; the usual ones where it is not far out."""
    if km_between([booking, place])[0, 1] <= FAR_KM:
        return WAY_TO_BOOKING
    return int(legs.matrix([place, Point(booking.name, booking.lat, booking.lon)], stay.size).minutes[0, 1])


def _on_the_road(request: PlanRequest, stay: CityStay, move: Hop, start: int) -> tuple[int, int, Meal | None]:
    """When a move leaves, that begins with its day, when it is over, and the lunch on its way."""
    leave = max(0, min(start, MIDNIGHT - move.minutes))
    lunch = lunch_on_the_way(request, stay, leave, move.mode, move.minutes)
    if lunch is None or move.mode not in DRIVEN:
        return leave, min(leave + move.minutes, MIDNIGHT), lunch
    minutes = move.minutes + lunch.end - lunch.start
    leave = max(0, min(start, MIDNIGHT - minutes))
    return leave, min(leave + minutes, MIDNIGHT), lunch


def _stops_on(request: PlanRequest, stay: CityStay, move: Hop, hours: tuple[int, int], *, is_under_way: bool) -> bool:
    """Whether one stops at sights on that move: the day has the hours for it, between its lunch and its dinner too, or
    one is under way already."""
    meal, meals = PACES[request.pace].meal_minutes, stay.meals
    room = min(hours[1] - hours[0], meals.dinner[1] - meal - max(hours[0], meals.lunch[0]) - meal)
    return stay.id in request.stopovers and move.mode == "car" and (is_under_way or move.minutes <= room)


def meals_booked(request: PlanRequest, day: int) -> frozenset[MealKind]:
    """Return the meals that bookings of that day are, by their names."""
    names = [booking.name for booking in request.fixed if booking.day == day]
    return frozenset(
        kind
        for kind, meal in MEAL_NAMES.items()
        if any(meal.en in name.en.casefold() or meal.zh in name.zh for name in names)
    )


def _move(before: CityStay, stay: CityStay, legs: LegProvider, mode: IntercityMode | None) -> Hop:
    """The move to the next city in the wanted way, in the fastest one where that would take longer than a day."""
    wanted = legs.intercity(hotel_of(before), hotel_of(stay), mode)
    return wanted if wanted.minutes <= MIDNIGHT else legs.intercity(hotel_of(before), hotel_of(stay))


def in_shortest_order(request: PlanRequest, sights: Sequence[Sight], legs: LegProvider) -> PlanRequest:
    """Return the request with its cities in the order of the shortest moves, from `home` and back to it if it is given.

    Only where any order is welcome, one comes back to none and nothing is bound to a day. Raises InvalidRequest.
    """
    check(request, sights)
    cities = [stay.id for stay in request.cities]
    if not request.any_order or len(cities) < 2 or comes_back(cities) or _is_bound(request):
        return request
    points = [hotel_of(stay) for stay in request.cities]
    by = request.way
    minutes = [[legs.intercity(a, b, by).minutes if a is not b else 0 for b in points] for a in points]
    home = [legs.intercity(request.home, point, by).minutes if request.home else 0 for point in points]
    best = shortest_order(minutes, home)
    return dataclasses.replace(request, cities=tuple(request.cities[city] for city in best))


def with_low_cities_first(request: PlanRequest) -> PlanRequest:
    """Return the request with its high cities after the others, where altitude is to be spared and nothing is bound to
    a day.
    """
    is_in_order = comes_back(stay.id for stay in request.cities)
    if "altitude" not in request.avoid or is_in_order or _is_bound(request):
        return request
    return dataclasses.replace(request, cities=tuple(sorted(request.cities, key=lambda stay: stay.high)))


def _is_bound(request: PlanRequest) -> bool:
    """Whether anything is bound to a day."""
    days = (*(booking.day for booking in request.fixed), *(pin.day for pin in request.pinned))
    return any(day is not None for day in days)


def shared_days(request: PlanRequest, sights: Sequence[Sight]) -> tuple[int, ...]:
    """Return the days of each city: as requested, the rest one by one to the city whose next day has the most worth in
    it.

    Where a sight is bound to a day, those of most worth by which its city has that day.
    """
    a_day = PACES[request.pace].visits
    worths = {
        stay.id: sorted((worth(s, request.interests) for s in sights if s.lies_in == stay.id), reverse=True)
        for stay in request.cities
    }
    cities = {sight.id: sight.city for sight in sights}
    bound = {pin.day: cities[pin.sight] for pin in request.pinned if pin.day is not None}
    bound |= {trip.day: trip.base for trip in request.day_trips}
    sums = {id: [sum(each[: days * a_day]) for days in range(MAX_DAYS + 1)] for id, each in worths.items()}
    if bound and (kept := _days_that_keep(request, bound, sums)):
        return kept
    days = [stay.days or 1 for stay in request.cities]
    open_ended = [index for index, stay in enumerate(request.cities) if stay.days is None]
    for _ in range(request.days - sum(days)):
        there = Counter[str]()
        for stay, count in zip(request.cities, days, strict=True):
            there[stay.id] += count
        seen = {i: there[request.cities[i].id] * a_day for i in open_ended}
        gains = {i: sum(worths[request.cities[i].id][seen[i] : seen[i] + a_day]) for i in open_ended}
        chosen = max(open_ended, key=lambda i: (gains[i], -days[i], -i))
        days[chosen] += 1
    return tuple(days)


def _days_that_keep(
    request: PlanRequest, bound: Mapping[int, str], worths: Mapping[str, Sequence[float]]
) -> tuple[int, ...]:
    """The days of each city, of most worth, by which every bound day is spent in its city; empty where none are.
    `worths`: by city those of none, one, two … days with as many sights each as the pace has."""
    found: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    for stay in request.cities:
        longer: dict[int, tuple[float, tuple[int, ...]]] = {}
        for before, (worth_before, days) in found.items():
            for count in [stay.days] if stay.days else range(1, request.days - before + 1):
                own = range(before + 1, before + count + 1)
                if all(city == stay.id for day, city in bound.items() if day in own):
                    with_it = (worth_before + worths[stay.id][count], (*days, count))
                    longer[before + count] = max(longer.get(before + count, with_it), with_it)
        found = longer
    return found.get(request.days, (0.0, ()))[1]
