"""Which wishes of a trip its plan breaks, read from the days of the plan.

The ledger is held against this, so it shares nothing with it but the values. A wish is named by the field of the brief
and the key of its entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from benchmarks.transactions.values import Trip
from travelagent.briefs.values import DayWish, Need
from travelagent.plans.values import PACES, PARTS_OF_DAY, DayPlan, Strain, Visit, Walker
from travelagent.plans.words import CHINESE, REST
from travelagent.travel.legs import km_between

WishKey: TypeAlias = tuple[str, str]
SAME_KM: Final = 0.2
LEAST_MINUTES: Final = 60
STRAINS: Final[dict[Need, frozenset[Strain]]] = {
    "wheelchair": frozenset({"stairs", "climb"}),
    "little_walking": frozenset({"stairs", "climb"}),
    "no_heights": frozenset({"heights"}),
    "stroller": frozenset(),
}
WALKERS: Final[dict[Need, Walker]] = {
    "wheelchair": "wheelchair",
    "little_walking": "little_walking",
    "stroller": "small_child",
}


def broken(trip: Trip) -> frozenset[WishKey]:
    """Return the wishes that the plan does not keep, or not all of."""
    return frozenset(key for check in _CHECKS for key in check(trip))


def _stays(trip: Trip) -> Iterator[WishKey]:
    cities = [day.city for day in trip.itinerary.days]
    for stay in trip.brief.stays:
        if cities.count(stay.place) != stay.days:
            yield "stays", stay.place
    order = [city for city in dict.fromkeys(cities) if city in trip.brief.places]
    if order != [place for place in trip.brief.places if place in order]:
        yield "stays", "order"


def _dates(trip: Trip) -> Iterator[WishKey]:
    wanted, days = trip.brief.dates, trip.itinerary.days
    if wanted.days is not None and len(days) != wanted.days:
        yield "dates", "days"
    if wanted.start is not None and days[0].date != wanted.start:
        yield "dates", "start"
    if wanted.end is not None and days[-1].date != wanted.end:
        yield "dates", "end"
    if (
        wanted.start is None
        and wanted.month is not None
        and wanted.month not in (days[0].date.month, days[-1].date.month)
    ):
        yield "dates", "month"
    if wanted.start is None and wanted.weekday is not None and days[0].date.weekday() != wanted.weekday:
        yield "dates", "weekday"


def _rides(trip: Trip) -> Iterator[WishKey]:
    first, last = trip.itinerary.days[0], trip.itinerary.days[-1]
    for name, day in (("arrival", first), ("departure", last)):
        ride, planned = getattr(trip.brief, name), getattr(trip.request, name)
        if ride.at is None or planned is None or not day.visits:
            continue
        if name == "arrival" and min(day.start, day.visits[0].arrive) < ride.at + planned.minutes:
            yield name, "at"
        if name == "departure" and max(day.end, day.visits[-1].depart) > max(ride.at - planned.minutes, LEAST_MINUTES):
            yield name, "at"


def _people(trip: Trip) -> Iterator[WishKey]:
    who = trip.brief.party
    people = (who.adults or 0) + len(who.children) + (who.seniors or 0)
    if people and people != trip.request.travellers:
        yield "party", "people"
    for need in trip.brief.needs:
        hard = any(STRAINS[need] & set(trip.sights[visit.sight or ""].strains) for _, visit in _free_visits(trip))
        if hard or (need in WALKERS and WALKERS[need] not in trip.request.walkers):
            yield "needs", need
    if trip.brief.budget is not None and trip.total is not None:
        if trip.total.amount > trip.brief.budget.amount * 105 / 100:
            yield "budget", "total"
    if trip.brief.thrift is not None and not trip.request.thrift:
        yield "thrift", "thrift"


def _counts(trip: Trip) -> Iterator[WishKey]:
    limit = None if trip.brief.pace is None else PACES[trip.brief.pace].visits
    for day in trip.itinerary.days:
        sights = [visit.sight for visit in day.visits if visit.sight]
        if limit is not None and len(sights) > max(limit, sum(sight in named_sights(trip) for sight in sights)):
            yield "pace", "pace"
        for constraint in trip.brief.constraints:
            if len(sights) > getattr(constraint, "most", len(sights)):
                yield "constraints", constraint.kind


def _sights(trip: Trip) -> Iterator[WishKey]:
    visited = [visit.sight for _, visit in _visits(trip)]
    for sight in trip.brief.must_see:
        if sight not in visited:
            yield "must_see", sight
    for interest in trip.brief.interests:
        if not any(interest in (s.category, *s.tags) for s in (trip.sights[id] for id in visited if id)):
            yield "interests", interest
    for refused in trip.brief.avoid:
        free = [visit for _, visit in _free_visits(trip)]
        on_its_ticket = any(trip.sights[visit.sight or ""].shared_ticket == refused for visit in free)
        if on_its_ticket or any(is_of(trip, visit, refused) for visit in free):
            yield "avoid", refused


def is_of(trip: Trip, visit: Visit, refused: str) -> bool:
    """Return whether a visit is what is refused: by id, name, category, tag or strain, in either language."""
    sight = trip.sights[visit.sight or ""]
    kinds = {sight.category, *sight.tags, *sight.strains}
    words = {sight.id, visit.name.en, visit.name.zh, *kinds, *(CHINESE.get(kind, kind) for kind in kinds)}
    spelt = {form for word in words for form in (word.lower(), word.lower().replace("_", " "))}
    spelt |= {f"{word}s" for word in spelt}
    by_name = refused == "museum" and ("博物" in visit.name.zh or "museum" in visit.name.en.lower().split())
    return refused.lower() in spelt or by_name


def _bookings(trip: Trip) -> Iterator[WishKey]:
    own = [(day.day, visit) for day in trip.itinerary.days for visit in day.visits if visit.sight is None]
    for number, booking in enumerate(trip.brief.bookings, 1):
        stands = any(
            visit.name == booking.name and day == booking.day and visit.arrive == booking.start
            and visit.depart == booking.start + booking.minutes and _is_near(visit, booking)
            for day, visit in own
        )  # fmt: skip
        if not stands:
            yield "bookings", str(number)


def _lodging(trip: Trip) -> Iterator[WishKey]:
    place = trip.brief.lodging.place
    if place is None:
        return
    stay = next((stay for stay in trip.request.cities if stay.hotel and _is_near(stay.hotel, place)), None)
    days = [day for day in trip.itinerary.days if stay is not None and day.city == stay.id]
    outside = {night.day for night in trip.request.nights}
    if not days or any(not _is_based(trip, day, outside) for day in days):
        yield "lodging", "place"


def _is_based(trip: Trip, day: DayPlan, outside: set[int]) -> bool:
    """Return whether a day begins and ends at the hotel but for moves between cities and nights elsewhere."""
    place = trip.brief.lodging.place
    before = next((other for other in trip.itinerary.days if other.day == day.day - 1), day)
    begins = _is_near(day.origin, place) or before.city != day.city or day.day - 1 in outside
    return begins and (_is_near(day.destination, place) or day.day in outside)


def _day_wishes(trip: Trip) -> Iterator[WishKey]:
    for wish in trip.brief.day_wishes:
        days = [day for day in trip.itinerary.days if wish.day in ("every", day.day)]
        if not days or not _holds(trip, wish, days):
            yield "day_wishes", ":".join(str(part) for part in (wish.day, wish.kind, wish.value) if part != "")


def _holds(trip: Trip, wish: DayWish, days: list[DayPlan]) -> bool:
    sights = [(day, visit) for day in days for visit in day.visits if visit.sight]
    match wish.kind:
        case "visit":
            return any(visit.sight == wish.value and _is_then(wish, day, visit) for day, visit in sights)
        case "hours":
            return all(_is_within(wish, day) for day in days if day.visits)
        case "free":
            return not sights
        case "rest":
            return all(any(visit.name == REST for visit in day.visits) for day in days if day.visits)
        case "only_kind":
            known = [trip.sights[visit.sight or ""] for _, visit in sights if visit.sight not in named_sights(trip)]
            return all({sight.category, *sight.tags, *sight.strains} & set(wish.values) for sight in known)
        case "without":
            free = [visit for _, visit in sights if visit.sight not in named_sights(trip)]
            return not any(is_of(trip, visit, wish.value) for visit in free)
        case "indoors":
            return True  # as far as possible


def _is_then(wish: DayWish, day: DayPlan, visit: Visit) -> bool:
    if wish.start not in (None, visit.arrive):
        return False
    arrivals = [other.arrive for other in day.visits if other.sight]
    if wish.part in ("first", "last"):
        return visit.arrive == (min(arrivals) if wish.part == "first" else max(arrivals))
    begins, ends = PARTS_OF_DAY[wish.part] if wish.part else (0, 24 * 60)
    return begins <= visit.arrive <= ends


def _is_within(wish: DayWish, day: DayPlan) -> bool:
    begins = day.visits[0].arrive if day.legs and day.legs[0].is_move else min(day.start, day.visits[0].arrive)
    ends = max(day.end, day.visits[-1].depart)
    return begins >= (wish.start or 0) and ends <= (24 * 60 if wish.end is None else wish.end)


def _modes(trip: Trip) -> Iterator[WishKey]:
    legs = [leg for day in trip.itinerary.days for leg in day.legs]
    for mode in trip.brief.travel.refuse:
        if any(leg.mode == mode for leg in legs):
            yield "travel", f"refuse:{mode}"
    between = trip.brief.travel.between
    if between is not None and any(leg.mode != between for leg in legs if leg.is_move):
        yield "travel", "between"


def _visits(trip: Trip) -> list[tuple[DayPlan, Visit]]:
    return [(day, visit) for day in trip.itinerary.days for visit in day.visits if visit.sight]


def _free_visits(trip: Trip) -> list[tuple[DayPlan, Visit]]:
    """The visits that the brief does not name: what it names outweighs what it refuses."""
    return [(day, visit) for day, visit in _visits(trip) if visit.sight not in named_sights(trip)]


def named_sights(trip: Trip) -> set[str]:
    """Return the sights that the brief names, which outweigh what it refuses."""
    return {*trip.brief.must_see, *(wish.value for wish in trip.brief.day_wishes if wish.kind == "visit")}


def _is_near(one: object, other: object) -> bool:
    return float(km_between([one, other])[0, 1]) < SAME_KM  # type: ignore[list-item]  # both have lat and lon


_CHECKS: Final[tuple[Callable[[Trip], Iterator[WishKey]], ...]] = (
    _stays, _dates, _rides, _people, _counts, _sights, _bookings, _lodging, _day_wishes, _modes,
)  # fmt: skip
