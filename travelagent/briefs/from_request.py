"""The brief that a request to the planner could have come from: for plans that were made without one."""

from __future__ import annotations

from typing import get_args

from travelagent.briefs.values import Dates, DayWish, LaterLodging, Lodging, Need, Party, Ride, Stay, Travel, TripBrief
from travelagent.plans.values import PlanRequest
from travelagent.plans.values import Ride as PlannedRide


def brief_of_request(request: PlanRequest) -> TripBrief:
    """Return a brief that requests the same; hours that rules once gave a day count as stated."""
    hotel = next((stay.hotel for stay in request.cities if stay.hotel), None)
    wishes = [
        *(
            DayWish(w.day, "hours", start=w.start, end=w.end, origin=w.origin, destination=w.destination)
            for w in request.day_windows
        ),
        *(DayWish(day, "indoors") for day in request.rainy_days),
        *(DayWish(trip.day, "day_trip", value=trip.city.id) for trip in request.day_trips),
        *(DayWish(refusal.day, "without", value=refusal.term) for refusal in request.avoid_on),
        *(
            DayWish(pin.day or "every", "visit", value=pin.sight, start=pin.start, part=pin.when, minutes=pin.minutes)
            for pin in request.pinned
            if pin.by_traveller
        ),
    ]
    return TripBrief(
        stays=tuple(Stay(stay.id, stay.days) for stay in request.cities),
        order_free=request.any_order,
        dates=Dates(start=request.start_date, days=request.days),
        arrival=_ride(request.arrival),
        departure=_ride(request.departure),
        party=Party(adults=request.travellers, elders="senior" in request.walkers),
        needs=_needs(request),
        thrift="sparing" if request.thrift else None,
        pace=request.pace,
        interests=request.interests,
        must_see=request.must_see,
        avoid=request.avoid,
        lodging=Lodging(
            place=hotel,
            later=tuple(LaterLodging(night.day, place=night.place) for night in request.nights if night.onward),
        ),
        bookings=request.fixed,
        constraints=request.constraints,
        day_wishes=tuple(wishes),
        travel=Travel(between=request.way),
    )


def _needs(request: PlanRequest) -> tuple[Need, ...]:
    """The needs that the request's ways and walkers come from."""
    wanted = {*request.walkers, *(("short_trips",) if request.short_ways else ())}
    return tuple(need for need in get_args(Need) if need in wanted)


def _ride(ride: PlannedRide | None) -> Ride:
    return Ride(at=ride.at, mode=ride.way, minutes=ride.minutes) if ride else Ride()
