"""Violations that are planted into the plan of a trip: each breaks a wish of its brief, by values alone.

A violation returns None for a trip that has no such wish.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Any, Final, TypeAlias, get_args

from benchmarks.transactions.plans import CURRENCY, with_itinerary
from benchmarks.transactions.truth import STRAINS, WALKERS, WishKey, named_sights
from benchmarks.transactions.values import Trip
from travelagent.briefs.values import DayWish, Diet
from travelagent.plans.values import PACES, PARTS_OF_DAY, DayPlan, LocalizedText, Money, Point, Sight, Visit
from travelagent.plans.words import CHINESE, REST

ELSEWHERE: Final = Point(LocalizedText("Elsewhere", "别处"), 10.0, 10.0)


@dataclass(frozen=True, slots=True)
class Planted:
    """A trip with a violation, and the wish that it breaks."""

    trip: Trip
    target: WishKey


Violation: TypeAlias = Callable[[Trip, random.Random], Planted | None]


def _visits(trip: Trip) -> list[tuple[DayPlan, Visit]]:
    return [(day, visit) for day in trip.itinerary.days for visit in day.visits if visit.sight]


def _free_visits(trip: Trip) -> list[tuple[DayPlan, Visit]]:
    return [(day, visit) for day, visit in _visits(trip) if visit.sight not in named_sights(trip)]


def _standing(trip: Trip, sight: str) -> tuple[DayPlan, Visit]:
    return next(each for each in _visits(trip) if each[1].sight == sight)


def _with_days(trip: Trip, *days: DayPlan) -> Trip:
    new = {day.day: day for day in days}
    return with_itinerary(trip, days=tuple(new.get(day.day, day) for day in trip.itinerary.days))


def _exchanged(day: DayPlan, old: Visit, *new: Visit) -> DayPlan:
    """Return the day with other visits in the place of one."""
    found = (each for visit in day.visits for each in (new if visit is old else (visit,)))
    return dataclasses.replace(day, visits=tuple(found))


def _visit_to(sight: Sight, at: Visit) -> Visit:
    return dataclasses.replace(
        at, id=sight.id, sight=sight.id, city=sight.city, name=sight.name, lat=sight.lat, lon=sight.lon,
        shared_ticket=sight.shared_ticket,
    )  # fmt: skip


def _later(visit: Visit, minutes: int) -> Visit:
    return dataclasses.replace(visit, arrive=visit.arrive + minutes, depart=visit.depart + minutes)


def _unvisited(trip: Trip) -> list[Sight]:
    stand = {visit.sight for _, visit in _visits(trip)}
    return [sight for sight in trip.sights.values() if sight.id not in stand]


def _refusing(trip: Trip, term: str) -> Planted:
    refused = dataclasses.replace(trip.brief, avoid=(*trip.brief.avoid, term))
    return Planted(dataclasses.replace(trip, brief=refused), ("avoid", term))


def _wish_of(trip: Trip, kind: str) -> DayWish | None:
    return next((wish for wish in trip.brief.day_wishes if wish.kind == kind), None)


def _key(wish: DayWish) -> WishKey:
    return "day_wishes", ":".join(str(part) for part in (wish.day, wish.kind, wish.value) if part != "")


def place_missing(trip: Trip, pick: random.Random) -> Planted | None:
    """Take a sight out that must be in."""
    sight = pick.choice(trip.brief.must_see)
    day, visit = _standing(trip, sight)
    return Planted(_with_days(trip, _exchanged(day, visit)), ("must_see", sight))


def place_replaced(trip: Trip, pick: random.Random) -> Planted | None:
    """Put another sight, of the same kind if there is one, in the place of a sight that must be in."""
    sight = pick.choice(trip.brief.must_see)
    day, visit = _standing(trip, sight)
    others = sorted(_unvisited(trip), key=lambda other: (other.category != trip.sights[sight].category, other.id))
    if not others:
        return None
    return Planted(_with_days(trip, _exchanged(day, visit, _visit_to(others[0], visit))), ("must_see", sight))


def heads_miscounted(trip: Trip, pick: random.Random) -> Planted | None:
    """Count somebody too many or too few."""
    people = trip.request.travellers + pick.choice((-1, 1, 2))
    request = dataclasses.replace(trip.request, travellers=people)
    has_party = trip.brief.party.adults is not None
    return Planted(dataclasses.replace(trip, request=request), ("party", "people")) if has_party else None


def refused_sight(trip: Trip, pick: random.Random) -> Planted | None:
    """Visit the sight that is refused."""
    return _visiting(trip, pick, trip.brief.avoid[0], [trip.sights[trip.brief.avoid[0]]])


def refused_kind(trip: Trip, pick: random.Random) -> Planted | None:
    """Visit a sight that has the refused kind as its category or as a tag."""
    kind = trip.brief.avoid[1]
    return _visiting(trip, pick, kind, [sight for sight in _unvisited(trip) if kind in sight.terms])


def _visiting(trip: Trip, pick: random.Random, refused: str, sights: Sequence[Sight]) -> Planted | None:
    free = _free_visits(trip)
    if not free or not sights:
        return None
    day, visit = pick.choice(free)
    return Planted(_with_days(trip, _exchanged(day, visit, _visit_to(pick.choice(sights), visit))), ("avoid", refused))


def _visited_kind(trip: Trip, pick: random.Random) -> str | None:
    """Return a kind of a visited sight that the brief does not name."""
    free = [trip.sights[visit.sight or ""] for _, visit in _free_visits(trip)]
    kinds = sorted({kind for sight in free for kind in (sight.category, *sight.tags) if kind in CHINESE})
    return pick.choice(kinds) if kinds else None


def refused_in_chinese(trip: Trip, pick: random.Random) -> Planted | None:
    """Refuse a visited kind by its Chinese name."""
    kind = _visited_kind(trip, pick)
    return None if kind is None else _refusing(trip, CHINESE[kind])


def refused_in_plural(trip: Trip, pick: random.Random) -> Planted | None:
    """Refuse a visited kind by the plural of its name."""
    kind = _visited_kind(trip, pick)
    return None if kind is None else _refusing(trip, f"{kind.replace('_', ' ').title()}s")


def refused_by_its_name(trip: Trip, pick: random.Random) -> Planted | None:
    """Refuse a visited sight by its name in one of the languages."""
    free = _free_visits(trip)
    if not free:
        return None
    name = pick.choice(free)[1].name
    return _refusing(trip, pick.choice((name.en, name.zh)))


def museum_by_its_name(trip: Trip, pick: random.Random) -> Planted | None:
    """Visit a museum that the catalogue has under another category, with museums refused."""
    found = [
        sight for sight in trip.sights.values()
        if "museum" not in sight.terms and ("museum" in sight.name.en.lower().split() or "博物" in sight.name.zh)
        and sight.id not in named_sights(trip)
    ]  # fmt: skip
    planted = _visiting(trip, pick, "museum", found)
    return None if planted is None else _refusing(planted.trip, "museum")


def hour_missed(trip: Trip, pick: random.Random) -> Planted | None:
    """Begin a visit before or after its hour."""
    wish = _wish_of(trip, "visit")
    if wish is None or wish.start is None:
        return None
    day, visit = _standing(trip, wish.value)
    moved = _later(visit, pick.choice((-30, -10, 5, 45, 120)))
    return Planted(_with_days(trip, _exchanged(day, visit, moved)), _key(wish))


def part_of_day_missed(trip: Trip, pick: random.Random) -> Planted | None:
    """Begin a visit in another part of the day."""
    wish = _wish_of(trip, "visit")
    if wish is None or wish.part not in PARTS_OF_DAY:
        return None
    day, visit = _standing(trip, wish.value)
    hour = 14 * 60 if wish.part == "morning" else 9 * 60 + 30
    return Planted(_with_days(trip, _exchanged(day, visit, _later(visit, hour - visit.arrive))), _key(wish))


def visit_on_another_day(trip: Trip, pick: random.Random) -> Planted | None:
    """Put a visit that has its day on another one."""
    wish = _wish_of(trip, "visit")
    others = [day for day in trip.itinerary.days if wish is not None and day.day != wish.day]
    if wish is None or not others:
        return None
    (day, visit), other = _standing(trip, wish.value), pick.choice(others)
    onto = dataclasses.replace(other, visits=(*other.visits, visit))
    return Planted(_with_days(trip, _exchanged(day, visit), onto), _key(wish))


def _booked(trip: Trip) -> tuple[DayPlan, Visit] | None:
    names = {booking.name for booking in trip.brief.bookings}
    own = ((day, visit) for day in trip.itinerary.days for visit in day.visits if visit.name in names)
    return next(own, None)


def _booking_as(trip: Trip, change: Callable[[Visit], Sequence[Visit]]) -> Planted | None:
    found = _booked(trip)
    if found is None:
        return None
    day, visit = found
    return Planted(_with_days(trip, _exchanged(day, visit, *change(visit))), ("bookings", "1"))


def booking_at_another_hour(trip: Trip, pick: random.Random) -> Planted | None:
    """Begin a booking before or after its hour."""
    return _booking_as(trip, lambda visit: [_later(visit, pick.choice((-30, -15, 10, 60)))])


def booking_missing(trip: Trip, pick: random.Random) -> Planted | None:
    """Take a booking out."""
    return _booking_as(trip, lambda visit: [])


def booking_renamed(trip: Trip, pick: random.Random) -> Planted | None:
    """Give a booking another title."""
    other = pick.choice((LocalizedText("Dinner", "晚餐"), LocalizedText("Concert", "音乐会"), LocalizedText("", "")))
    return _booking_as(trip, lambda visit: [dataclasses.replace(visit, name=other)])


def booking_shorter(trip: Trip, pick: random.Random) -> Planted | None:
    """End a booking before its time."""
    less = pick.choice((15, 45))
    return _booking_as(trip, lambda visit: [dataclasses.replace(visit, depart=visit.depart - less)])


def booking_on_another_day(trip: Trip, pick: random.Random) -> Planted | None:
    """Put a booking on another day, at its hour."""
    found = _booked(trip)
    if found is None or len(trip.itinerary.days) < 2:
        return None
    day, visit = found
    other = pick.choice([each for each in trip.itinerary.days if each is not day])
    onto = dataclasses.replace(other, visits=(*other.visits, visit))
    return Planted(_with_days(trip, _exchanged(day, visit), onto), ("bookings", "1"))


def limit_of_a_day_exceeded(trip: Trip, pick: random.Random) -> Planted | None:
    """Visit a sight more on a day than its limit has."""
    if not trip.brief.constraints:
        return None
    most = int(getattr(trip.brief.constraints[0], "most", 0))
    return Planted(_filled(trip, pick.choice(trip.itinerary.days), most + 1), ("constraints", "most_sights"))


def pace_exceeded(trip: Trip, pick: random.Random) -> Planted | None:
    """Visit more sights on a day than its pace has."""
    if trip.brief.pace is None:
        return None
    most = PACES[trip.brief.pace].visits
    return Planted(_filled(trip, pick.choice(trip.itinerary.days), most + 1), ("pace", "pace"))


def _filled(trip: Trip, day: DayPlan, count: int) -> Trip:
    """Return the trip with that many sights on a day, visits added behind those that it has."""
    at = (_visits(trip))[0][1]
    new = [_visit_to(sight, at) for sight in _unvisited(trip)]
    sights = [visit for visit in day.visits if visit.sight]
    return _with_days(trip, dataclasses.replace(day, visits=(*day.visits, *new[: max(count - len(sights), 0)])))


def hours_exceeded(trip: Trip, pick: random.Random) -> Planted | None:
    """Begin a day before its hours, or end it after them."""
    wish, by = _wish_of(trip, "hours"), pick.choice((5, 30, 90))
    days = [day for day in trip.itinerary.days if day.visits and not any(leg.is_move for leg in day.legs)]
    if wish is None or not days:
        return None
    changes = {"end": wish.end + by} if wish.end is not None else {"start": (wish.start or 0) - by}
    return Planted(_with_days(trip, dataclasses.replace(pick.choice(days), **changes)), _key(wish))


def _renumbered(trip: Trip, days: Sequence[DayPlan]) -> Trip:
    first = trip.itinerary.days[0].date
    numbered = (
        dataclasses.replace(day, day=number, date=first + timedelta(days=number - 1))
        for number, day in enumerate(days, 1)
    )
    return with_itinerary(trip, days=tuple(numbered))


def day_dropped(trip: Trip, pick: random.Random) -> Planted | None:
    """Leave out a day."""
    if len(trip.itinerary.days) < 2:
        return None
    gone = pick.choice(trip.itinerary.days)
    return Planted(_renumbered(trip, [day for day in trip.itinerary.days if day is not gone]), ("stays", gone.city))


def city_replaced(trip: Trip, pick: random.Random) -> Planted | None:
    """Spend the days of a city in another one."""
    lost = pick.choice(trip.brief.places)
    days = (dataclasses.replace(day, city="reykjavik") if day.city == lost else day for day in trip.itinerary.days)
    return Planted(with_itinerary(trip, days=tuple(days)), ("stays", lost))


def cities_in_another_order(trip: Trip, pick: random.Random) -> Planted | None:
    """Visit the cities in the opposite order."""
    if len(trip.brief.places) < 2:
        return None
    order = trip.brief.places[::-1]
    days = sorted(trip.itinerary.days, key=lambda day: order.index(day.city))
    return Planted(_renumbered(trip, days), ("stays", "order"))


def night_moved(trip: Trip, pick: random.Random) -> Planted | None:
    """Give the last day of the first city to the second one."""
    if len(trip.brief.places) < 2:
        return None
    here, there = trip.brief.places[:2]
    last = [day for day in trip.itinerary.days if day.city == here][-1]
    return Planted(_with_days(trip, dataclasses.replace(last, city=there)), ("stays", here))


def dates_shifted(trip: Trip, pick: random.Random) -> Planted | None:
    """Begin on another date, in another month where only that was stated."""
    stated = trip.brief.dates.start is not None
    by = timedelta(days=pick.choice((-1, 1, 7, 365)) if stated else pick.choice((-60, 45, 90)))
    days = tuple(dataclasses.replace(day, date=day.date + by) for day in trip.itinerary.days)
    return Planted(with_itinerary(trip, days=days), ("dates", "start" if stated else "month"))


def wrong_weekday(trip: Trip, pick: random.Random) -> Planted | None:
    """Begin on another day of the week than the one that was stated."""
    if trip.brief.dates.weekday is None:
        return None
    by = timedelta(days=pick.choice((-1, 1, 2)))
    days = tuple(dataclasses.replace(day, date=day.date + by) for day in trip.itinerary.days)
    return Planted(with_itinerary(trip, days=days), ("dates", "weekday"))


def arrival_missed(trip: Trip, pick: random.Random) -> Planted | None:
    """Begin the first day before the arrival, or before one is in town."""
    at, day = trip.brief.arrival.at, trip.itinerary.days[0]
    if at is None or not day.visits:
        return None
    return Planted(_with_days(trip, dataclasses.replace(day, start=at + pick.choice((-60, -5, 5)))), ("arrival", "at"))


def departure_missed(trip: Trip, pick: random.Random) -> Planted | None:
    """End the last day after the departure, or too shortly before it."""
    at, day = trip.brief.departure.at, trip.itinerary.days[-1]
    if at is None or not day.visits:
        return None
    return Planted(_with_days(trip, dataclasses.replace(day, end=at + pick.choice((-5, 5, 60)))), ("departure", "at"))


def interest_lost(trip: Trip, pick: random.Random) -> Planted | None:
    """Take out all sights of an interest."""
    if not trip.brief.interests:
        return None
    interest = trip.brief.interests[0]
    days = [
        dataclasses.replace(day, visits=tuple(v for v in day.visits if not _is_of(trip, v, interest)))
        for day in trip.itinerary.days
    ]
    return Planted(_with_days(trip, *days), ("interests", interest))


def _is_of(trip: Trip, visit: Visit, kind: str) -> bool:
    return visit.sight is not None and kind in trip.sights[visit.sight].terms


def free_day_filled(trip: Trip, pick: random.Random) -> Planted | None:
    """Visit a sight on a free day."""
    wish = _wish_of(trip, "free")
    day = next((day for day in trip.itinerary.days if wish is not None and day.day == wish.day), None)
    return None if wish is None or day is None else Planted(_filled(trip, day, 1), _key(wish))


def other_kind_on_a_day(trip: Trip, pick: random.Random) -> Planted | None:
    """Visit a sight of another kind on a day that is for some kinds alone, or of the kind that it is to be without."""
    wish = _wish_of(trip, "only_kind") or _wish_of(trip, "without")
    if wish is None:
        return None
    is_only = wish.kind == "only_kind"
    sights = [
        sight for sight in _unvisited(trip)
        if (sight.terms.isdisjoint(wish.values) if is_only else wish.value in sight.terms)
    ]  # fmt: skip
    if not sights:
        return None
    day = next(day for day in trip.itinerary.days if day.day == wish.day)
    new = _visit_to(pick.choice(sights), _visits(trip)[0][1])
    return Planted(_with_days(trip, dataclasses.replace(day, visits=(*day.visits, new))), _key(wish))


def refused_mode_taken(trip: Trip, pick: random.Random) -> Planted | None:
    """Take a refused mode of transport."""
    if not trip.brief.travel.refuse:
        return None
    mode = trip.brief.travel.refuse[0]
    return _with_mode(trip, pick, mode, ("travel", f"refuse:{mode}"), lambda leg: True)


def other_mode_between(trip: Trip, pick: random.Random) -> Planted | None:
    """Travel between two cities by another mode than the one that is wanted."""
    if trip.brief.travel.between is None:
        return None
    return _with_mode(trip, pick, "flight", ("travel", "between"), lambda leg: bool(leg.is_move))


def _with_mode(
    trip: Trip, pick: random.Random, mode: Any, target: WishKey, suits: Callable[[Any], bool]
) -> Planted | None:
    legs = [(day, leg) for day in trip.itinerary.days for leg in day.legs if suits(leg)]
    if not legs:
        return None
    day, taken = pick.choice(legs)
    changed = tuple(dataclasses.replace(leg, mode=mode) if leg is taken else leg for leg in day.legs)
    return Planted(_with_days(trip, dataclasses.replace(day, legs=changed)), target)


def money_overspent(trip: Trip, pick: random.Random) -> Planted | None:
    """Spend more than the limit."""
    if trip.brief.budget is None:
        return None
    amount = trip.brief.budget.amount * Decimal(pick.choice(("1.06", "1.2", "3")))
    return Planted(dataclasses.replace(trip, total=Money(amount, CURRENCY)), ("budget", "total"))


def hotel_elsewhere(trip: Trip, pick: random.Random) -> Planted | None:
    """Begin or end a day elsewhere than at the hotel."""
    hotels = {stay.id for stay in trip.request.cities if stay.hotel is not None}
    first = trip.itinerary.days[0]
    days = [day for day in trip.itinerary.days if day.city in hotels and (day is first or day.city == first.city)]
    if trip.brief.lodging.place is None or not days:
        return None
    day = pick.choice(days)
    return Planted(_with_days(trip, dataclasses.replace(day, origin=ELSEWHERE)), ("lodging", "place"))


def rest_left_out(trip: Trip, pick: random.Random) -> Planted | None:
    """Take out the rest of a day."""
    wish = _wish_of(trip, "rest")
    days = [day for day in trip.itinerary.days if any(visit.name == REST for visit in day.visits)]
    if wish is None or not days:
        return None
    day = pick.choice(days)
    rest = next(visit for visit in day.visits if visit.name == REST)
    return Planted(_with_days(trip, _exchanged(day, rest)), _key(wish))


def strain_visited(trip: Trip, pick: random.Random) -> Planted | None:
    """Visit a sight that asks too much of somebody's body."""
    for need in trip.brief.needs:
        hard = [sight for sight in _unvisited(trip) if STRAINS[need] & set(sight.strains)]
        planted = _visiting(trip, pick, need, hard)
        if planted is not None:
            return Planted(planted.trip, ("needs", need))
    return None


def walker_not_counted(trip: Trip, pick: random.Random) -> Planted | None:
    """Measure the days without the person who walks less."""
    need = next((need for need in trip.brief.needs if need in WALKERS), None)
    if need is None:
        return None
    return Planted(dataclasses.replace(trip, request=dataclasses.replace(trip.request, walkers=())), ("needs", need))


def prices_not_weighed(trip: Trip, pick: random.Random) -> Planted | None:
    """Plan without weighing what tickets cost."""
    if trip.brief.thrift is None:
        return None
    return Planted(
        dataclasses.replace(trip, request=dataclasses.replace(trip.request, thrift=0.0)), ("thrift", "thrift")
    )


def diet_added(trip: Trip, pick: random.Random) -> Planted | None:
    """State a diet that the plan was not made for."""
    diet: Diet = pick.choice([each for each in get_args(Diet) if each not in trip.brief.diet])
    brief = dataclasses.replace(trip.brief, diet=(*trip.brief.diet, diet))
    return Planted(dataclasses.replace(trip, brief=brief), ("diet", diet))


VIOLATIONS: Final[tuple[Violation, ...]] = (
    place_missing, place_replaced, heads_miscounted, refused_sight, refused_kind, refused_in_chinese,
    refused_in_plural, refused_by_its_name, museum_by_its_name, hour_missed, part_of_day_missed, visit_on_another_day,
    booking_at_another_hour, booking_missing, booking_renamed, booking_shorter, booking_on_another_day,
    limit_of_a_day_exceeded, pace_exceeded, hours_exceeded, day_dropped, city_replaced, cities_in_another_order,
    night_moved, dates_shifted, wrong_weekday, arrival_missed, departure_missed, interest_lost, free_day_filled,
    other_kind_on_a_day, refused_mode_taken, other_mode_between, money_overspent, hotel_elsewhere, rest_left_out,
    strain_visited, walker_not_counted, prices_not_weighed, diet_added,
)  # fmt: skip
