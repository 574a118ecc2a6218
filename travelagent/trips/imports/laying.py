"""Days laid out of the places of a file, each at the hour of the file as far as the travel time allows.

Hours that a place lacks follow from the order; booked rides shorten the first and the last day.
"""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from travelagent.catalog.legs import leg_provider
from travelagent.planning.by_hand import Stop as ByHand
from travelagent.planning.by_hand import laid_out_by_hand
from travelagent.planning.frame import DayFrame, hotel_of, meals_booked
from travelagent.planning.visits import visit_of, visit_of_booking
from travelagent.plans.fields import MIDNIGHT
from travelagent.plans.requests import booking_id, window_of, with_window
from travelagent.plans.values import (
    EARLIER_MINUTES,
    PACES,
    CityStay,
    DayPlan,
    FixedVisit,
    Itinerary,
    LocalizedText,
    MealKind,
    PlanRequest,
    Ride,
)
from travelagent.trips.imports.days import Day, Days, days_of
from travelagent.trips.imports.transfers import arriving, day_begins, day_ends, leaving
from travelagent.trips.imports.values import FileTrip, Unread
from travelagent.trips.plans import payload_of, request_of

LEAST_MINUTES = 10
TRIES = 12


@dataclass(frozen=True, slots=True)
class LaidOut:
    """The payload of an itinerary with its request, and what has no place in it."""

    itinerary: dict[str, Any]
    unread: tuple[Unread, ...]


def laid_out(found: FileTrip, today: date) -> LaidOut:
    """Return the days of a file as a plan. `today`: days without a date begin two weeks after it.

    Raises UnreadableFile for a trip of more days than are kept.
    """
    made = days_of(found, today)
    days, rides = made.days, _rides(made)
    request = PlanRequest(
        cities=tuple({day.stay.id: day.stay for day in days}.values()), days=len(days), start_date=days[0].date
    )
    plans, lost, bookings = [], [], 0
    before: CityStay | None = None
    for number, day in enumerate(days, 1):
        begins = day_begins(rides[0]) if rides[0] and number == 1 else None
        ends = day_ends(rides[1]) if rides[1] and number == len(days) else None
        frame = _frame(number, day, before, begins, ends)
        plan, kept = _fitting(frame, day, request, bookings)
        plans.append(plan)
        lost += [stop.place.name for stop in day.stops if stop not in kept.stops]
        bookings += sum(stop.sight is None for stop in kept.stops)
        before = day.stay
    itinerary = Itinerary(
        cities=tuple(stay.id for stay in request.cities),
        days=tuple(plans),
        city_names={stay.id: stay.name for stay in request.cities},
        date_assumed=not made.dated,
    )
    payload = payload_of(itinerary, _with_rides(request_of(itinerary), itinerary, rides))
    late = (Unread(name, _("No time is left for it on its day.")) for name in lost)
    return LaidOut(payload, (*made.unread, *late, *_rides_left_out(made, rides)))


def _rides(made: Days) -> tuple[Ride | None, Ride | None]:
    """Return the rides there and home, where the trip begins and ends with them."""
    first, last, bounds = made.days[0], made.days[-1], made.bounds
    there, home = bounds.arrival, bounds.departure
    comes = there is not None and there.arrives is not None and there.arrives.date() == first.date
    goes = home is not None and home.departs is not None and home.departs.date() == last.date
    return (
        arriving(there, first.stay.id) if there is not None and comes else None,
        leaving(home, last.stay.id) if home is not None and goes else None,
    )


def _rides_left_out(made: Days, rides: tuple[Ride | None, Ride | None]) -> list[Unread]:
    """Return the rides that neither bring one to the trip nor take one home."""
    bounds = made.bounds
    at_ends = zip((bounds.arrival, bounds.departure), rides, strict=True)
    lost = [*bounds.between, *(bound for bound, ride in at_ends if bound is not None and ride is None)]
    why = _("Rides within the trip are planned anew; the hours of this one stand in the notes.")
    return [Unread(" ".join(filter(None, (each.label, f"{each.origin} → {each.destination}"))), why) for each in lost]


def _with_rides(request: PlanRequest, itinerary: Itinerary, rides: tuple[Ride | None, Ride | None]) -> PlanRequest:
    """Return the request with the rides, and the hours that they leave of the first and the last day."""
    arrival, departure = rides
    first, last = itinerary.days[0], itinerary.days[-1]
    if arrival is not None:
        window = window_of(request, first.day)
        request = with_window(request, replace(window, start=min(first.start, day_begins(arrival))))
    if departure is not None:
        window = window_of(request, last.day)
        request = with_window(request, replace(window, end=max(last.end, day_ends(departure))))
    return replace(request, arrival=arrival, departure=departure)


def _frame(number: int, day: Day, before: CityStay | None, begins_at: int | None, ends_at: int | None) -> DayFrame:
    """Return the day's hours: usual ones or those that the rides leave, extended where its places need it."""
    usual = PACES["normal"]
    begins = [stop.begin for stop in day.stops if stop.begin is not None]
    ends = [stop.begin + stop.minutes for stop in day.stops if stop.begin is not None]
    opens = usual.start if begins_at is None else begins_at
    closes = usual.end if ends_at is None else ends_at
    start = min([opens, *(max(begin - EARLIER_MINUTES, 0) for begin in begins)])
    end = min(max([closes, start, *ends]), MIDNIGHT)
    moves = before is not None and before.id != day.stay.id
    move = leg_provider().intercity(hotel_of(before), hotel_of(day.stay)) if moves and before else None
    leave = max(0, min(start, MIDNIGHT - move.minutes)) if move else start
    arrives = min(leave + move.minutes, MIDNIGHT) if move else start
    home = hotel_of(day.stay)
    came_from = before if move else None
    return DayFrame(
        number, day.stay, day.date, arrives, max(end, arrives), home, home, came_from, move, leave, _booked(day),
        day.stay.meals,
    )  # fmt: skip


def _booked(day: Day) -> frozenset[MealKind]:
    own = tuple(
        FixedVisit(LocalizedText(s.place.name, s.place.name), s.place.lat, s.place.lon, s.begin or 0, s.minutes, 1)
        for s in day.stops
        if s.sight is None
    )
    return meals_booked(PlanRequest(cities=(day.stay,), days=1, fixed=own), 1)


def _fitting(frame: DayFrame, day: Day, request: PlanRequest, bookings: int) -> tuple[DayPlan, Day]:
    """Return the day laid out, and with the stops that it has time for: it ends within the day after it."""
    plan = _laid_out(frame, day, request, bookings)
    while plan.end >= 2 * MIDNIGHT and day.stops:
        stops = tuple(stop for stop, visit in zip(day.stops, plan.visits, strict=True) if visit.arrive < MIDNIGHT)
        day = replace(day, stops=stops if len(stops) < len(day.stops) else day.stops[:-1])
        plan = _laid_out(frame, day, request, bookings)
    return plan, day


def _laid_out(frame: DayFrame, day: Day, request: PlanRequest, bookings: int) -> DayPlan:
    """Return the day with its stops; one that makes the next one late is cut short, as far as it can be."""
    plan = laid_out_by_hand(frame, _by_hand(day, bookings), request, leg_provider())
    for _attempt in range(TRIES):
        late = _first_late(plan, day)
        if late is None:
            break
        index, minutes = late
        day.stops[index].minutes = max(day.stops[index].minutes - minutes, LEAST_MINUTES)
        plan = laid_out_by_hand(frame, _by_hand(day, bookings), request, leg_provider())
    return plan


def _first_late(plan: DayPlan, day: Day) -> tuple[int, int] | None:
    """Return the index of the stop before the first late one that can be cut short, and by how many minutes."""
    for index, (visit, stop) in enumerate(zip(plan.visits, day.stops, strict=True)):
        before = day.stops[index - 1] if index else None
        is_bound = before is None or before.place.minutes > 0
        if stop.begin is not None and visit.arrive > stop.begin and before and not is_bound:
            if before.minutes > LEAST_MINUTES:
                return index - 1, visit.arrive - stop.begin
    return None


def _by_hand(day: Day, bookings: int) -> list[ByHand]:
    """`bookings`: how many places of the traveller's own the days before have."""
    found = []
    for stop in day.stops:
        if stop.sight is not None:
            visit = replace(visit_of(stop.sight, day.date), minutes=stop.minutes)
            found.append(ByHand(visit, stop.sight, stop.begin))
            continue
        name = LocalizedText(stop.place.name, stop.place.name)
        own = FixedVisit(name, stop.place.lat, stop.place.lon, stop.begin or 0, stop.minutes)
        found.append(ByHand(visit_of_booking(booking_id(bookings), own, day.stay.id), None, stop.begin))
        bookings += 1
    return found
