"""Days laid out of the places of a file, each at the hour that the file tells as far as the way there allows.

Places that share a date, or a day's number, make a day; those without either are shared out, a few a day, from the
last dated day on. Days between are free. Hours that a place does not tell follow from the order.
"""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from travelagent.catalog import values as catalog
from travelagent.catalog.adapter import planning_sight
from travelagent.catalog.legs import leg_provider
from travelagent.catalog.source import cities
from travelagent.planning.by_hand import Stop, laid_out_by_hand
from travelagent.planning.frame import DayFrame, assumed_start, hotel_of, meals_booked
from travelagent.planning.visits import visit_of, visit_of_booking
from travelagent.plans.requests import booking_id
from travelagent.plans.values import (
    EARLIER_MINUTES,
    MAX_DAYS,
    MIDNIGHT,
    PACES,
    CityStay,
    DayPlan,
    FixedVisit,
    Itinerary,
    LocalizedText,
    MealKind,
    PlanRequest,
    Sight,
)
from travelagent.trips.imports.cities import city_of, sight_of
from travelagent.trips.imports.values import FileTrip, Place, UnreadableFile
from travelagent.wire.itinerary import itinerary_to_wire

PLACES_A_DAY = 5
USUAL_MINUTES = 60
LEAST_MINUTES = 10
TRIES = 12


@dataclass(slots=True)
class _Stop:
    """A place on its day: its hour, None where the file tells none, and its minutes, which may be cut short."""

    place: Place
    sight: Sight | None
    begin: int | None
    minutes: int


@dataclass(frozen=True, slots=True)
class _Day:
    date: date
    stay: CityStay
    stops: tuple[_Stop, ...]


def laid_out(found: FileTrip, today: date) -> tuple[dict[str, Any], str]:
    """Return the payload of the itinerary, and the notes: what the file tells beside its places.

    Raises UnreadableFile for a trip of more days than are kept.
    """
    days = _days(found, today)
    request = PlanRequest(
        cities=tuple({day.stay.id: day.stay for day in days}.values()), days=len(days), start_date=days[0].date
    )
    plans, bookings = [], 0
    before: CityStay | None = None
    for number, day in enumerate(days, 1):
        frame = _frame(number, day, before)
        plans.append(_laid_out(frame, day, request, bookings))
        bookings += sum(stop.sight is None for stop in day.stops)
        before = day.stay
    itinerary = Itinerary(
        cities=tuple(stay.id for stay in request.cities),
        days=tuple(plans),
        city_names={stay.id: stay.name for stay in request.cities},
    )
    return itinerary_to_wire(itinerary), "\n".join(found.remarks)


def _days(found: FileTrip, today: date) -> list[_Day]:
    """All days from the first to the last, those without places in the city of the day before."""
    sights = {place: sight_of(place) for place in found.places}
    by_date: dict[date, list[Place]] = {}
    for place, on in zip(found.places, _dates(found.places, today), strict=True):
        by_date.setdefault(on, []).append(place)
    first, last = min(by_date), max(by_date)
    if (last - first).days >= MAX_DAYS:
        raise UnreadableFile(_("The file's places lie %(days)s days apart; a trip has at most %(most)s days.")
                             % {"days": (last - first).days + 1, "most": MAX_DAYS})  # fmt: skip
    days: list[_Day] = []
    for offset in range((last - first).days + 1):
        on = first + timedelta(days=offset)
        places = by_date.get(on, [])
        stay = city_of(places, [sights[place] for place in places]) if places else days[-1].stay
        stops = [_stop(place, sights[place]) for place in places]
        timed = [stop for stop in stops if stop.begin is not None]
        if len(timed) == len(stops):
            stops.sort(key=lambda stop: stop.begin or 0)
        days.append(_Day(on, stay, tuple(stops)))
    return days


def _dates(places: Sequence[Place], today: date) -> list[date]:
    """The date of each place: its own, that of its day's number, or one after the other behind the last dated day."""
    own = [_local(place, place.begin).date() if place.begin else place.on for place in places]
    numbered = {place.day: on for place, on in zip(places, own, strict=True) if place.day and on}
    number, known = next(iter(numbered.items()), (1, max((on for on in own if on), default=None)))
    first = known - timedelta(days=number - 1) if known else assumed_start(today)
    undated = 0
    found: list[date] = []
    for place, on in zip(places, own, strict=True):
        if on is None and place.day:
            on = numbered.get(place.day, first + timedelta(days=place.day - 1))
        elif on is None:
            after = max((each for each in own if each), default=first - timedelta(days=1))
            on = after + timedelta(days=1 + undated // PLACES_A_DAY)
            undated += 1
        found.append(on)
    return found


def _local(place: Place, begin: datetime) -> datetime:
    """The moment at which a place begins on its own clocks: one in UTC is turned into them, any other is told by
    them."""
    if begin.tzinfo is None or begin.utcoffset() != UTC.utcoffset(None) or getattr(begin.tzinfo, "key", "UTC") != "UTC":
        return begin.replace(tzinfo=None)
    sight = sight_of(place)
    zone = cities()[sight.city].timezone if sight else city_of([place], [None]).timezone
    return begin.astimezone(ZoneInfo(zone or "UTC")).replace(tzinfo=None)


def _stop(place: Place, sight: catalog.Sight | None) -> _Stop:
    known = planning_sight(sight, cities()[sight.city].currency) if sight is not None else None
    at = _local(place, place.begin) if place.begin else None
    begin = at.hour * 60 + at.minute if at else None
    usual = known.minutes if known else USUAL_MINUTES
    minutes = place.minutes or usual
    return _Stop(place, known, begin, min(minutes, MIDNIGHT - (begin or 0)))


def _frame(number: int, day: _Day, before: CityStay | None) -> DayFrame:
    """The day's hours: the usual ones, earlier or later where its places need it."""
    usual = PACES["normal"]
    begins = [stop.begin for stop in day.stops if stop.begin is not None]
    ends = [stop.begin + stop.minutes for stop in day.stops if stop.begin is not None]
    earliest = min([usual.start, *(max(begin - EARLIER_MINUTES, 0) for begin in begins)])
    start, end = earliest, min(max([usual.end, *ends]), MIDNIGHT)
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


def _booked(day: _Day) -> frozenset[MealKind]:
    own = tuple(
        FixedVisit(LocalizedText(s.place.name, s.place.name), s.place.lat, s.place.lon, s.begin or 0, s.minutes, 1)
        for s in day.stops
        if s.sight is None
    )
    return meals_booked(PlanRequest(cities=(day.stay,), days=1, fixed=own), 1)


def _laid_out(frame: DayFrame, day: _Day, request: PlanRequest, bookings: int) -> DayPlan:
    """The day with its stops; one that makes the next one late is cut short, as far as it can be."""
    plan = laid_out_by_hand(frame, _by_hand(day, bookings), request, leg_provider())
    for _try in range(TRIES):
        late = _first_late(plan, day)
        if late is None:
            break
        index, minutes = late
        day.stops[index].minutes = max(day.stops[index].minutes - minutes, LEAST_MINUTES)
        plan = laid_out_by_hand(frame, _by_hand(day, bookings), request, leg_provider())
    return plan


def _first_late(plan: DayPlan, day: _Day) -> tuple[int, int] | None:
    """The stop before the first late one that can be cut short, by its index, and by how many minutes."""
    for index, (visit, stop) in enumerate(zip(plan.visits, day.stops, strict=True)):
        before = day.stops[index - 1] if index else None
        told = before is None or before.place.minutes > 0
        if stop.begin is not None and visit.arrive > stop.begin and before and not told:
            if before.minutes > LEAST_MINUTES:
                return index - 1, visit.arrive - stop.begin
    return None


def _by_hand(day: _Day, bookings: int) -> list[Stop]:
    """`bookings`: how many places of the traveller's own the days before have."""
    found = []
    for stop in day.stops:
        if stop.sight is not None:
            visit = dataclasses.replace(visit_of(stop.sight, day.date), minutes=stop.minutes)
            found.append(Stop(visit, stop.sight, stop.begin))
            continue
        name = LocalizedText(stop.place.name, stop.place.name)
        own = FixedVisit(name, stop.place.lat, stop.place.lon, stop.begin or 0, stop.minutes)
        found.append(Stop(visit_of_booking(booking_id(bookings), own, day.stay.id), None, stop.begin))
        bookings += 1
    return found
