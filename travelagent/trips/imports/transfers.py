"""Which of the booked rides bring one to the trip and which take one home; those between are planned anew."""

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from travelagent.briefs.hours import LAST_MINUTE, arrival_minutes, departure_minutes
from travelagent.briefs.rides import Rides, country_of
from travelagent.briefs.values import Ride as BriefRide
from travelagent.briefs.values import Stay, TripBrief
from travelagent.catalog.source import distance_km
from travelagent.plans.rides import SHORTEST_DAY
from travelagent.plans.values import Ride
from travelagent.trips.imports.cities import city_at
from travelagent.trips.imports.values import Transfer

CONNECTION = timedelta(hours=24)
"""Of a ride that goes on within this from where the one before ends, both are one."""
SAME_TOWN_KM = 60

LocalClock = Callable[[float, float, datetime], datetime]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The rides to the trip and home, with their times by the clocks of the places; `between`: all others."""

    arrival: Transfer | None = None
    departure: Transfer | None = None
    between: tuple[Transfer, ...] = ()

    @property
    def dates(self) -> tuple[date, ...]:
        """The days of arriving and of leaving."""
        arrives = self.arrival.arrives if self.arrival else None
        departs = self.departure.departs if self.departure else None
        return tuple(moment.date() for moment in (arrives, departs) if moment)


def bounds_of(transfers: Sequence[Transfer], dates: Sequence[date], clock: LocalClock) -> Bounds:
    """Return what the rides are. `dates`: those of all else; `clock`: a moment by the clocks of a place."""
    rides = _joined(sorted((_by_local_clocks(ride, clock) for ride in transfers), key=_begins))
    if not rides:
        return Bounds()
    arrival, departure = _first(rides, dates), _last(rides, dates)
    if arrival is departure:
        departure = None
    return Bounds(arrival, departure, tuple(ride for ride in rides if ride not in (arrival, departure)))


def arriving(ride: Transfer, city: str) -> Ride | None:
    """Return the ride that brings one to a city by its id; None where its hour is not known."""
    if ride.arrives is None:
        return None
    brief = TripBrief(stays=(Stay(city),), arrival=BriefRide(mode=ride.mode, minutes=ride.minutes))
    minutes = arrival_minutes(brief, Rides(international=_is_international(ride.origin_at, city)))
    return Ride(_minute(ride.arrives), minutes, ride.mode)


def leaving(ride: Transfer, city: str) -> Ride | None:
    """Return the ride that takes one home from a city by its id; None where its hour is not known."""
    if ride.departs is None:
        return None
    brief = TripBrief(stays=(Stay(city),), departure=BriefRide(mode=ride.mode, minutes=ride.minutes))
    minutes = departure_minutes(brief, Rides(international=_is_international(ride.destination_at, city)))
    return Ride(_minute(ride.departs), minutes, ride.mode)


def day_begins(ride: Ride) -> int:
    """Return the minute at which the day in town begins after arriving."""
    return min(ride.at + ride.minutes, LAST_MINUTE - SHORTEST_DAY)


def day_ends(ride: Ride) -> int:
    """Return the minute at which the day in town ends before leaving."""
    return max(ride.at - ride.minutes, SHORTEST_DAY)


def _first(rides: Sequence[Transfer], dates: Sequence[date]) -> Transfer | None:
    """Return the ride there: the first one, unless it leaves behind all else."""
    first = rides[0]
    if first.arrives is None or (len(rides) == 1 and _leaves_behind(first, dates)):
        return None
    return first if not dates or first.arrives.date() <= min(dates) else None


def _last(rides: Sequence[Transfer], dates: Sequence[date]) -> Transfer | None:
    """Return the ride home: the last one, unless something is behind it."""
    last = rides[-1]
    if last.departs is None or (len(rides) == 1 and last.arrives is not None and not _leaves_behind(last, dates)):
        return None
    return last if not dates or last.departs.date() >= max(dates) else None


def _leaves_behind(ride: Transfer, dates: Sequence[date]) -> bool:
    """Return whether all else is over when the only ride leaves, and something was before that day."""
    return ride.departs is not None and bool(dates) and min(dates) < ride.departs.date() >= max(dates)


def _joined(rides: Sequence[Transfer]) -> list[Transfer]:
    """Return the rides, those with a connection as one."""
    found: list[Transfer] = []
    for ride in rides:
        before = found[-1] if found else None
        if before is not None and _goes_on(before, ride):
            mode = before.mode if before.mode == "flight" else ride.mode
            label = " + ".join(filter(None, (before.label, ride.label)))
            found[-1] = dataclasses.replace(
                ride, mode=mode, label=label, origin=before.origin, origin_at=before.origin_at, departs=before.departs
            )
        else:
            found.append(ride)
    return found


def _goes_on(before: Transfer, ride: Transfer) -> bool:
    if before.arrives is None or ride.departs is None or not ride.departs - before.arrives < CONNECTION:
        return False
    if _is_near(before.origin_at, ride.destination_at):
        return False
    return before.destination == ride.origin or _is_near(before.destination_at, ride.origin_at)


def _is_near(one: tuple[float, float] | None, other: tuple[float, float] | None) -> bool:
    return one is not None and other is not None and distance_km(*one, *other) <= SAME_TOWN_KM


def _by_local_clocks(ride: Transfer, clock: LocalClock) -> Transfer:
    departs = ride.departs and _on_spot(ride.departs, ride.origin_at, clock)
    arrives = ride.arrives and _on_spot(ride.arrives, ride.destination_at, clock)
    return dataclasses.replace(ride, departs=departs, arrives=arrives)


def _on_spot(moment: datetime, at: tuple[float, float] | None, clock: LocalClock) -> datetime:
    return clock(*at, moment) if at is not None else moment.replace(tzinfo=None)


def _begins(ride: Transfer) -> datetime:
    return ride.departs or ride.arrives or datetime.max


def _is_international(at: tuple[float, float] | None, city: str) -> bool | None:
    """Return whether the other end of a ride lies in another country; None when that is unknown."""
    return None if at is None else (city_at(*at).country or "") != country_of(city)


def _minute(moment: datetime) -> int:
    return moment.hour * 60 + moment.minute
