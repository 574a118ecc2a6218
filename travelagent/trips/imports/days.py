"""The days of a file: which places are visited on which date, and from which city.

Places that share a date, or a day's number, make a day; those without either are shared out, a few a day and one city
at a time, from the last dated day on. Bookings of rides and hotels stretch the trip to their dates. Days without
places are spent where one sleeps, else in the city of the day before.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from travelagent.catalog import values as catalog
from travelagent.catalog.adapter import planning_sight
from travelagent.catalog.source import cities, distance_km
from travelagent.planning.frame import assumed_start
from travelagent.plans.fields import MAX_DAYS, MIDNIGHT
from travelagent.plans.values import CityStay, LocalizedText, Point, Sight
from travelagent.trips.imports.cities import COVERED_KM, area_of, city_at, city_of, sight_of
from travelagent.trips.imports.transfers import Bounds, bounds_of
from travelagent.trips.imports.values import FileTrip, LodgingStay, Place, Unread, UnreadableFile

PLACES_A_DAY = 5
USUAL_MINUTES = 60

Sights = Mapping[Place, catalog.Sight | None]


@dataclass(slots=True)
class Stop:
    """A place on its day: its hour, None where the file has none, and its minutes, which may be cut short."""

    place: Place
    sight: Sight | None
    begin: int | None
    minutes: int


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the file: its date, the city to stay in, its stops in order."""

    date: date
    stay: CityStay
    stops: tuple[Stop, ...]


@dataclass(frozen=True, slots=True)
class Days:
    """All days from the first to the last.

    `dated`: whether the file states their dates; `bounds`: the rides there and home; `unread`: places for which there
    are no days left.
    """

    days: tuple[Day, ...]
    dated: bool
    bounds: Bounds
    unread: tuple[Unread, ...]


def days_of(found: FileTrip, today: date) -> Days:
    """Return the days. `today`: those without a date begin two weeks after it.

    Raises UnreadableFile for dated places of more days than a trip has.
    """
    sights = {place: sight_of(place) for place in found.places}
    own = {place: place.on if place.begin is None else _local(place, place.begin, sights[place]).date()
           for place in found.places}  # fmt: skip
    nights = [day for stay in found.lodgings for day in (stay.check_in, stay.check_out)]
    dates = [on for on in own.values() if on]
    bounds = bounds_of(found.transfers, [*dates, *nights], local_at)
    known = [*dates, *nights, *bounds.dates]
    by_date = _by_date(found.places, sights, own, known, today)
    first, last = min([*by_date, *known]), max([*by_date, *known])
    count = (last - first).days + 1
    if count > MAX_DAYS and any((on - first).days >= MAX_DAYS for on in known):
        raise UnreadableFile(_("The file's places lie %(days)s days apart; a trip has at most %(most)s days.")
                             % {"days": count, "most": MAX_DAYS})  # fmt: skip
    dates = [first + timedelta(days=offset) for offset in range(min(count, MAX_DAYS))]
    late = [place for on, places in sorted(by_date.items()) if on > dates[-1] for place in places]
    why = _("A trip has at most %(most)s days.") % {"most": MAX_DAYS}
    stays = _stays(dates, by_date, sights, found.lodgings, bounds)
    days = tuple(Day(on, stay, _stops(by_date.get(on, []), sights)) for on, stay in zip(dates, stays, strict=True))
    return Days(days, bool(known), bounds, tuple(Unread(place.name, why) for place in late))


def local_at(lat: float, lon: float, moment: datetime) -> datetime:
    """Return a moment in the local time of a place, without a zone: one in UTC is converted, any other is local
    already.
    """
    if _is_utc(moment):
        moment = moment.astimezone(ZoneInfo(city_at(lat, lon).timezone or "UTC"))
    return moment.replace(tzinfo=None)


def _is_utc(moment: datetime) -> bool:
    named = getattr(moment.tzinfo, "key", "UTC")
    return moment.tzinfo is not None and moment.utcoffset() == UTC.utcoffset(None) and named == "UTC"


def _local(place: Place, moment: datetime, sight: catalog.Sight | None) -> datetime:
    if sight is not None and _is_utc(moment):
        return moment.astimezone(ZoneInfo(cities()[sight.city].timezone)).replace(tzinfo=None)
    return local_at(place.lat, place.lon, moment)


def _by_date(
    places: Sequence[Place], sights: Sights, own: Mapping[Place, date | None], known: Sequence[date], today: date
) -> dict[date, list[Place]]:
    """Return the places of each date: their own, that of their day's number, or one city after the other behind all
    that are dated.
    """
    numbered = {place.day: on for place in places if place.day and (on := own[place])}
    if numbered:
        number, on = next(iter(numbered.items()))
        first = on - timedelta(days=number - 1)
    else:
        first = min(known, default=assumed_start(today))
    by_date: dict[date, list[Place]] = {}
    loose: dict[str, list[Place]] = {}
    for place in places:
        on_date = own[place]
        if on_date is None and place.day:
            on_date = numbered.get(place.day, first + timedelta(days=place.day - 1))
        if on_date is None:
            loose.setdefault(area_of(place, sights[place]), []).append(place)
        else:
            by_date.setdefault(on_date, []).append(place)
    free = max([*by_date, *known, first - timedelta(days=1)]) + timedelta(days=1)
    for members in loose.values():
        for begin in range(0, len(members), PLACES_A_DAY):
            by_date[free] = members[begin : begin + PLACES_A_DAY]
            free += timedelta(days=1)
    return by_date


def _stays(
    dates: Sequence[date],
    by_date: Mapping[date, Sequence[Place]],
    sights: Sights,
    lodgings: Sequence[LodgingStay],
    bounds: Bounds,
) -> list[CityStay]:
    """Return the city of each day, with the hotel that is booked there."""
    found: list[CityStay | None] = []
    for on in dates:
        places = by_date.get(on, [])
        if places:
            found.append(city_of(places, [sights[place] for place in places]))
        else:
            found.append(_slept_in(on, lodgings))
    if found[0] is None and bounds.arrival is not None and bounds.arrival.destination_at is not None:
        found[0] = city_at(*bounds.arrival.destination_at)
    known = next((stay for stay in found if stay is not None), None)
    stays: list[CityStay] = []
    for stay in found:
        known = stay or known
        if known is None:
            raise UnreadableFile(_("The file has no places: a trip needs at least one stop with its position."))
        stays.append(known)
    hotels = {stay.id: _hotel_in(stay, lodgings) for stay in stays}
    return [replace(stay, hotel=hotels[stay.id]) for stay in stays]


def _slept_in(on: date, lodgings: Sequence[LodgingStay]) -> CityStay | None:
    """Return the town of the hotel of the coming night, else of the night before."""
    towned = [stay for stay in lodgings if stay.town is not None]
    tonight = [stay for stay in towned if stay.check_in <= on < stay.check_out]
    before = [stay for stay in towned if stay.check_out == on]
    chosen = next(iter((*tonight, *before)), None)
    return city_at(*chosen.town) if chosen is not None and chosen.town is not None else None


def _hotel_in(stay: CityStay, lodgings: Sequence[LodgingStay]) -> Point | None:
    near = (
        Point(LocalizedText(each.name, each.name), *each.at)
        for each in lodgings
        if each.at is not None and distance_km(stay.lat, stay.lon, *each.at) <= COVERED_KM
    )
    return next(near, None)


def _stops(places: Sequence[Place], sights: Sights) -> tuple[Stop, ...]:
    stops = [_stop(place, sights[place]) for place in places]
    if all(stop.begin is not None for stop in stops):
        stops.sort(key=lambda stop: stop.begin or 0)
    return tuple(stops)


def _stop(place: Place, sight: catalog.Sight | None) -> Stop:
    known = planning_sight(sight, cities()[sight.city].currency) if sight is not None else None
    at = _local(place, place.begin, sight) if place.begin else None
    begin = at.hour * 60 + at.minute if at else None
    minutes = place.minutes or (known.minutes if known else USUAL_MINUTES)
    return Stop(place, known, begin, max(min(minutes, MIDNIGHT - (begin or 0)), 1))
