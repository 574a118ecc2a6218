"""What a trip costs: itemised, in exact decimals, every line with its range, source and date.

Mechanism: lines are made in the currency they are known in (a city's own for lodging, meals, transport and tickets; USD
for journeys between cities), each unit price is converted once and rounded to the target currency's smallest unit, and
`amount = quantity × unit price` is exact from there on, so the items sum to the total without a remainder. Lodging is
rooms × nights (two adults a room, and up to two children with them; a trip of n days has n - 1 nights, and those before
and after it where one comes the day before or leaves the day after), meals and transport are travellers × days, taxis
are the plan's own rides for every car of four, tickets are those of the visited sights only, one for all sights that
share it while it is valid, at the reduced price for those whose age has one there, journeys are made in the way that is
wanted where that is possible, the reserve is a tenth of all the rest.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from itertools import accumulate, groupby, pairwise
from typing import get_args

from travelagent.costs.admissions import Admission, admissions
from travelagent.costs.messages import message, refuse
from travelagent.costs.tickets import bought_at
from travelagent.costs.values import (
    Attendance,
    Budget,
    BudgetItem,
    BudgetKind,
    BudgetRequest,
    CityCosts,
    Fares,
    RateTable,
    Rides,
    TaxiFare,
    TrainFare,
)
from travelagent.plans.errors import MissingRate
from travelagent.plans.fields import MAX_DAYS
from travelagent.plans.values import Coach, IntercityMode, Itinerary, LocalizedText, Mode, Point, Sight, Tier
from travelagent.plans.words import calendar_day, duration, listed
from travelagent.travel.intercity import are_divided, intercity_leg
from travelagent.travel.legs import MODE_NAMES, TRAVELLERS_A_CAR
from travelagent.travel.network.choice import SHORTEST_FLIGHT_KM
from travelagent.travel.values import Hop

ADULTS_A_ROOM, CHILDREN_A_ROOM = 2, 2
TAXI_BASE, TAXI_KM = Decimal("0.06"), Decimal("0.02")
"""A taxi's flag-fall and its kilometre where the city's are not known: shares of what a day's meals of the middle tier
cost there, since both follow the local wages. Rough, and reported as such."""
TAXI_SOURCE = "estimate from the distance and the city's price level"
REDUCED = message("note.reduced")
AGE_UNKNOWN = message("note.age_unknown")
FAMILY_ROOMS = message("note.family_rooms")
COME_AND_GO = message("note.come_and_go")
PARTY_NOTES = (REDUCED, AGE_UNKNOWN, FAMILY_ROOMS, COME_AND_GO)
"""What a budget notes of who travels."""
RESERVE_SHARE = Decimal("0.10")
WHOLE_UNIT_CURRENCIES = frozenset({"JPY", "KRW", "VND", "IDR", "CLP", "ISK", "HUF", "COP", "PYG", "UGX", "LAK", "KHR"})
FARES_USD = {"flight": (Decimal("45"), Decimal("0.08")), "car": (Decimal("0"), Decimal("0.15"))}
"""Mode to (base fare, fare a kilometre) one way in US dollars: of one person in economy; of one car its fuel and tolls,
without a rent. An estimate."""
FARES_LOCAL = {
    "train": (Decimal("0.15"), Decimal("0.0028")),
    "bus": (Decimal("0.1"), Decimal("0.0018")),
    "ferry": (Decimal("0.25"), Decimal("0.006")),
}
"""Mode to (base fare, fare a kilometre) of one person one way, second class, coach and deck, as shares of what a day's
meals of the middle tier cost where one goes: rails and roads follow the local prices as taxis do. An estimate, taken
where the train fares of a country are not known."""
FARES_REGIONAL = (Decimal("0.04"), Decimal("0.0014"))
"""The same of the slower trains of an excursion, which rarely need a seat. An estimate."""
SUBURBAN_KM = 100
"""So far suburban trains go."""
RATES_NOTE = message("note.rates")
FARES_SOURCE = "estimate by distance and mode"
FARES_AS_OF = "2025"
RANGES: dict[BudgetKind, tuple[Decimal, Decimal]] = {
    "lodging": (Decimal("0.80"), Decimal("1.35")),
    "meals": (Decimal("0.75"), Decimal("1.40")),
    "transport": (Decimal("0.70"), Decimal("1.60")),
    "tickets": (Decimal("1.00"), Decimal("1.10")),
    "intercity": (Decimal("0.70"), Decimal("1.60")),
}
"""Kind to (low, high) as a share of the middle estimate."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line before conversion."""

    kind: BudgetKind
    label: LocalizedText
    quantity: int
    unit_price: Decimal
    currency: str
    source: str
    as_of: str


def convert(amount: Decimal, origin: str, target: str, rates: RateTable | None) -> Decimal:
    """`amount` of `origin` in `target`, unrounded. MissingRate when the table cannot say."""
    if origin == target:
        return amount
    if rates is None:
        raise MissingRate(origin, target)
    table = {**rates.rates, rates.base: Decimal(1)}
    if origin not in table or target not in table or table[origin] <= 0:
        raise MissingRate(origin, target)
    return amount / table[origin] * table[target]


def visited_sights(itinerary: Itinerary, sights: Iterable[Sight]) -> tuple[Sight, ...]:
    """Return the sights that a plan visits, each at its price of the day; what is none of `sights` is left out."""
    known = {sight.id: sight for sight in sights}
    visits = ((day.date, visit.sight) for day in itinerary.days for visit in day.visits)
    return entered((date, known[sight]) for date, sight in visits if sight in known)


def entered(dated: Iterable[tuple[dt.date, Sight]]) -> tuple[Sight, ...]:
    """Sights in the order of the dates of their visits, each at its price of the day and on the ticket it is entered
    on: a shared one that has run out is bought again."""
    visits = tuple(dated)
    return tuple(
        replace(sight.priced_on(date), shared_ticket=bought if bought != sight.id else "")
        for (date, sight), bought in zip(visits, bought_at(visits), strict=True)
    )


def visit_days(itinerary: Itinerary, sights: Iterable[Sight]) -> tuple[int, ...]:
    """Return the day of each of the `visited_sights` of a plan."""
    known = {sight.id for sight in sights}
    return tuple(day.day for day in itinerary.days for visit in day.visits if visit.sight in known)


def taxi_rides(itinerary: Itinerary) -> Rides:
    """Return the taxi legs of a plan, as `BudgetRequest` takes them."""
    return _rides(itinerary, "taxi")


def train_rides(itinerary: Itinerary) -> Rides:
    """Return the excursions of a plan by train, as `BudgetRequest` takes them."""
    return _rides(itinerary, "train")


def drives(itinerary: Itinerary) -> Rides:
    """Return the legs of a plan in a car of one's own, as `BudgetRequest` takes them."""
    return _rides(itinerary, "car")


def coach_fares(itinerary: Itinerary, sights: Iterable[Sight], costs: Iterable[CityCosts] = ()) -> Fares:
    """Return the coach rides of a plan within its days, as `BudgetRequest` takes them.

    `costs`: those of its cities, by which the coaches of day trips to other cities are estimated.
    """
    known, prices = {sight.id: sight for sight in sights}, {each.city: each for each in costs}
    found: list[tuple[str, Decimal]] = []
    for day in itinerary.days:
        visited = {visit.id: known.get(visit.sight or "") for visit in day.visits}
        for leg in day.legs:
            ends = [visited.get(end) for end in (leg.origin, leg.destination)]
            fare = ride_fare(*(sight.coach if sight else None for sight in ends))
            if leg.mode == "bus" and not leg.is_move and (fare is not None or day.city in prices):
                found.append((day.city, fare_by_coach(prices[day.city], leg.km) if fare is None else fare))
    return tuple(found)


def fare_by_coach(costs: CityCosts, km: float) -> Decimal:
    """Return the estimated fare of one adult by a coach to another city, one way."""
    coach = _fare_by_meals(costs, FARES_LOCAL["bus"])
    return coach.base + coach.per_km * round(km)


def ride_fare(origin: Coach | None, destination: Coach | None) -> Decimal | None:
    """Return one adult's fare from the place of one coach to that of another, None for town; None where neither is
    known.
    """
    coach, other = (origin, destination) if origin else (destination, None)
    return coach.fare_to(other) if coach else None


def _rides(itinerary: Itinerary, mode: Mode) -> Rides:
    legs = ((day.city, leg) for day in itinerary.days for leg in day.legs)
    return tuple((city, Decimal(str(leg.km))) for city, leg in legs if leg.mode == mode and not leg.is_move)


def rooms(travellers: int, children: int) -> int:
    """Return the number of rooms for so many travellers, the children among them with their parents."""
    return max(-(-(travellers - children) // ADULTS_A_ROOM), -(-children // CHILDREN_A_ROOM))


def nights_outside(earlier: Budget) -> int:
    """Return how many nights before and after the trip the budget counts."""
    if earlier.nights is not None:
        return max(earlier.nights - (earlier.days - 1), 0)
    nights = sum(item.quantity for item in earlier.items if item.kind == "lodging")
    nights //= rooms(earlier.travellers, earlier.children)
    return max(nights - (earlier.days - 1), 0)


def budget(request: BudgetRequest, rates: RateTable | None = None, earlier: Budget | None = None) -> Budget:
    """Return the itemised cost of a trip. Raises InvalidRequest (days, travellers, tier, cities) and MissingRate.

    A journey whose fare cannot be converted is left out and reported in `notes`; a city whose costs cannot be converted
    is an error, since the total would be meaningless. `earlier`: a budget in the same currency whose journeys between
    cities, with the notes on them, are to be taken as they are.
    """
    tier = _checked_tier(request)
    days = sum(count for _, count in request.cities)
    currency = request.currency or request.cities[0][0].currency
    notes: list[LocalizedText] = []
    items = [_item(line, currency, rates) for line in _local_lines(request, tier, rates)]
    if earlier is not None:
        items.extend(item for item in earlier.items if item.kind == "intercity")
    if request.by_day:
        notes.append(COME_AND_GO)
    if request.ages and any(item.kind == "tickets" for item in items):
        notes.append(REDUCED)
        notes += [AGE_UNKNOWN] if None in request.ages else []
    if request.children and any(item.kind == "lodging" for item in items):
        notes.append(FAMILY_ROOMS)
    if earlier is not None:
        kept = (note for note in earlier.notes if note not in PARTY_NOTES)
        notes.extend(note for note in kept if not note.en.startswith(RATES_NOTE.en))
    legs = _journeys(request) if earlier is None else ()
    for line in (_journey_line(leg, leg.travellers) for leg in legs):
        try:
            items.append(_item(line, currency, rates))
        except MissingRate as missing:
            notes.append(message("note.left_out", label=line.label, text=missing.text))
    notes += _journey_notes(request, legs) if earlier is None else ()
    items.append(_reserve(items, currency))
    if any(currency != costs.currency for costs, _ in request.cities) and rates is not None:
        dated = {"source": rates.source, "date": calendar_day(rates.as_of)}
        notes.append(message("note.rates_of", rates=RATES_NOTE, **dated))
    total = sum((item.amount for item in items), Decimal(0))
    return Budget(
        currency=currency,
        travellers=request.travellers,
        children=request.children,
        ages=request.ages,
        days=days,
        nights=sum(nights_of(request)),
        tier=tier,
        items=tuple(items),
        people=tuple(each.travellers for each in request.by_day),
        total=total,
        low=sum((item.low for item in items), Decimal(0)),
        high=sum((item.high for item in items), Decimal(0)),
        per_person_day=_rounded(total / sum(each.travellers for each in by_day(request)), currency),
        notes=tuple(notes),
    )


def nights_of(request: BudgetRequest) -> tuple[int, ...]:
    """Return the nights in each city: the last day of the trip has none unless one leaves the day after."""
    last = len(request.cities) - 1
    return tuple(
        max(days - (index == last and not request.night_after), 0) + (index == 0 and request.night_before)
        for index, (_, days) in enumerate(request.cities)
    )


def by_day(request: BudgetRequest) -> tuple[Attendance, ...]:
    """Return who is there on each day of the trip."""
    days = sum(count for _, count in request.cities)
    return request.by_day or (Attendance(request.travellers, request.ages, request.children),) * days


def stays_by_day(
    request: BudgetRequest,
) -> Iterator[tuple[CityCosts, tuple[Attendance, ...], tuple[Attendance, ...]]]:
    """Yield each city with who is there on its days, and on its nights: those of the day before the night."""
    there, begins = by_day(request), 0
    for index, ((costs, days), nights) in enumerate(zip(request.cities, nights_of(request), strict=True)):
        people = there[begins : begins + days]
        before = there[:1] if index == 0 and request.night_before else ()
        yield costs, people, (*before, *people[: nights - len(before)])
        begins += days


def _checked_tier(request: BudgetRequest) -> Tier:
    days = sum(count for _, count in request.cities)
    if not request.cities:
        refuse("cities", "no_city")
    if any(km < 0 for _, km in (*request.taxi_rides, *request.train_rides, *request.drives)):
        refuse("taxi_rides", "ride")
    if days <= 0 or any(count < 0 for _, count in request.cities):
        refuse("days", "no_days")
    if days > MAX_DAYS:
        refuse("days", "too_many_days", most=MAX_DAYS)
    if request.travellers <= 0:
        refuse("travellers", "travellers")
    if not 0 <= max(request.children, len(request.ages)) <= request.travellers:
        refuse("children", "children")
    if request.by_day and len(request.by_day) != days:
        refuse("days", "days_of_people", days=days)
    for tier in get_args(Tier):
        if tier == request.tier:
            return tier  # type: ignore[no-any-return]
    refuse("tier", "tier", tier=request.tier)


def room_tier(request: BudgetRequest, costs: CityCosts, tier: Tier, rates: RateTable | None) -> Tier:
    """Return the class of rooms in a city: the wanted one, or the dearest below it that the limit of a night allows;
    the cheapest where it allows none. Raises MissingRate."""
    if request.night_limit is None:
        return tier
    limit = convert(request.night_limit.amount, request.night_limit.currency, costs.currency, rates)
    tiers: tuple[Tier, ...] = get_args(Tier)
    below = tiers[tiers.index(tier) :: -1]
    return next((each for each in below if costs.lodging[each] <= limit), tiers[0])


def _of_tier(label: LocalizedText, taken: Tier, wanted: Tier) -> LocalizedText:
    """Return the label of a line, with its class where that is not the class of the trip."""
    return label if taken == wanted else message("item.of_tier", label=label, tier=message(f"tier.{taken}"))


def _local_lines(request: BudgetRequest, tier: Tier, rates: RateTable | None) -> Iterator[_Line]:
    """Lodging, meals, transport and tickets in each city's own currency."""
    for costs, people, nights in stays_by_day(request):
        known = (costs.currency, costs.source, costs.as_of)
        room = room_tier(request, costs, request.lodging_tier or tier, rates)
        meals = request.meals_tier or tier
        for needed, same in groupby(rooms(each.travellers, each.children) for each in nights):
            count = len(list(same))
            counts = {"rooms": _counted("room", needed), "nights": _counted("night", count)}
            label = _of_tier(message("item.lodging", city=costs.name, **counts), room, tier)
            yield _Line("lodging", label, needed * count, costs.lodging[room], *known)
        label = _of_tier(message("item.meals", city=costs.name), meals, tier)
        yield _Line("meals", label, sum(each.travellers for each in people), costs.meals[meals], *known)
        label = message("item.transport", city=costs.name)
        yield _Line("transport", label, sum(each.travellers for each in people), costs.transit_day, *known)
        most = max((each.travellers for each in people), default=0)
        yield from _taxi_line(request, costs, most)
        yield from _train_line(request, costs, most)
        yield from _coach_line(request, costs, most)
        yield from _drive_line(request, costs, most)
    yield from _ticket_lines(request)


def _ticket_lines(request: BudgetRequest) -> Iterator[_Line]:
    """Everybody's tickets: one for the sights that share it, the dearest of theirs, a line for each price that is paid
    for it."""
    as_of = {costs.city: (costs.source, costs.as_of) for costs, _ in request.cities}
    first = request.cities[0][0]
    there = by_day(request)
    days = request.visit_days or (1,) * len(request.visited)
    on_one: dict[str, list[Sight]] = {}
    who: dict[str, Attendance] = {}
    for sight, day in zip(request.visited, days, strict=True):
        ticket = sight.shared_ticket or sight.id
        on_one.setdefault(ticket, []).append(sight)
        who[ticket] = max(who.get(ticket, there[day - 1]), there[day - 1], key=lambda each: each.travellers)
    for ticket, sights in on_one.items():
        dearest = max(sights, key=lambda sight: sight.price or Decimal(0))
        price, currency = dearest.price or Decimal(0), sights[0].currency or first.currency
        if price > 0:
            known = as_of.get(sights[0].city, (first.source, first.as_of))
            names = listed((sight.name for sight in sights), " + ")
            rows = admissions(price, dearest.concessions, who[ticket].travellers, who[ticket].ages)
            for row in rows:
                label = names if len(rows) == 1 and not row.ages else _admission_label(names, row)
                yield _Line("tickets", label, row.count, row.price, currency, *known)


def _admission_label(names: LocalizedText, row: Admission) -> LocalizedText:
    if not row.ages:
        return message("item.ticket_full", names=names)
    ages = listed(LocalizedText(str(age), str(age)) for age in row.ages)
    return message("item.ticket_reduced" if row.price else "item.ticket_free", names=names, ages=ages)


def _taxi_line(request: BudgetRequest, costs: CityCosts, travellers: int) -> Iterator[_Line]:
    """All taxi rides in one city, a car."""
    rides = [km for city, km in request.taxi_rides if city == costs.city]
    if not rides:
        return
    cars, km = -(-travellers // TRAVELLERS_A_CAR), sum(rides, Decimal(0))
    taxi = taxi_fare(costs)
    fare = taxi.base * len(rides) + taxi.per_km * km
    counted = _counted("taxi_ride", len(rides))
    label = message("item.taxi", city=costs.name, rides=counted, km=km, most=TRAVELLERS_A_CAR)
    source = costs.source if costs.taxi else TAXI_SOURCE
    yield _Line("transport", label, cars, fare, costs.currency, source, costs.as_of)


def taxi_fare(costs: CityCosts) -> TaxiFare:
    """Return the taxi fare of the city's country; where it is not known, one estimated from the price of its meals."""
    return costs.taxi or TaxiFare(TAXI_BASE * costs.meals["mid"], TAXI_KM * costs.meals["mid"])


def _train_line(request: BudgetRequest, costs: CityCosts, travellers: int) -> Iterator[_Line]:
    """Everybody's excursions by train from one city."""
    rides = [km for city, km in request.train_rides if city == costs.city]
    if not rides:
        return
    km = sum(rides, Decimal(0))
    label = message("item.train", city=costs.name, rides=_counted("train_ride", len(rides)), km=km)
    fares = ((_excursion_fare(costs, ride), ride) for ride in rides)
    fare = sum((train.base + train.per_km * ride for train, ride in fares), Decimal(0))
    yield _Line("transport", label, travellers, fare, costs.currency, FARES_SOURCE, FARES_AS_OF)


def _coach_line(request: BudgetRequest, costs: CityCosts, travellers: int) -> Iterator[_Line]:
    """Everybody's rides by coach from one city."""
    fares = [fare for city, fare in request.coach_fares if city == costs.city]
    if not fares:
        return
    label = message("item.coach", city=costs.name, rides=_counted("coach_ride", len(fares)))
    fare = sum(fares, Decimal(0))
    yield _Line("transport", label, travellers, fare, costs.currency, costs.source, costs.as_of)


def _drive_line(request: BudgetRequest, costs: CityCosts, travellers: int) -> Iterator[_Line]:
    """The fuel and tolls of every car within the days in one city."""
    rides = [km for city, km in request.drives if city == costs.city]
    if not rides:
        return
    cars, km = -(-travellers // TRAVELLERS_A_CAR), sum(rides, Decimal(0))
    label = message("item.own_car", city=costs.name, rides=_counted("drive", len(rides)), km=km, most=TRAVELLERS_A_CAR)
    yield _Line("transport", label, cars, FARES_USD["car"][1] * km, "USD", FARES_SOURCE, FARES_AS_OF)


def _excursion_fare(costs: CityCosts, km: Decimal) -> TrainFare:
    """The fare of an excursion by train over so many kilometres: that of suburban trains, where it is a short one."""
    known = costs.suburban_train if km <= SUBURBAN_KM else costs.train
    return known or _fare_by_meals(costs, FARES_REGIONAL)


def _train_fare(costs: CityCosts) -> TrainFare:
    """The fare of trains between cities in the city's country, by the price of its meals where it is not known."""
    return costs.train or _fare_by_meals(costs, FARES_LOCAL["train"])


def _fare_by_meals(costs: CityCosts, shares: tuple[Decimal, Decimal]) -> TrainFare:
    base, rate = shares
    return TrainFare(base * costs.meals["mid"], rate * costs.meals["mid"])


def _counted(noun: str, count: int) -> LocalizedText:
    return message(f"count.{noun}" if count == 1 else f"count.{noun}s", count=count)


@dataclass(frozen=True, slots=True)
class _Journey:
    """One journey between cities: how it was wanted, what it is, and how many make it; `costs` are those of the city it
    leads to, home those of the city it comes from."""

    origin: Point
    destination: Point
    costs: CityCosts
    wanted: IntercityMode | None
    hop: Hop
    travellers: int


def _journeys(request: BudgetRequest) -> tuple[_Journey, ...]:
    """Origin to the first city, from city to city, and home again; the first and the last unless they are paid or left
    out. Between the cities it goes as the plan does."""
    there, begins = by_day(request), [0, *accumulate(days for _, days in request.cities)]
    known = [costs for costs, days in request.cities if days > 0]
    people = [there[at] for (_, days), at in zip(request.cities, begins, strict=False) if days > 0][1:]
    stops = [Point(costs.name, costs.lat, costs.lon, costs.land) for costs in known]
    moves = len(stops) - 1
    wanted = list(request.moves) if len(request.moves) == moves else [request.between] * moves
    costs = known[1:]
    if request.exit is not None:
        stops, wanted, costs = [*stops, request.exit], [*wanted, request.between], [*costs, known[-1]]
        people = [*people, there[-1]]
    if request.origin is not None and not (request.fares_paid or request.fares_left_out):
        stops = [request.origin, *stops, request.origin]
        wanted = [request.mode, *wanted, request.mode_back or request.mode]
        costs, people = [known[0], *costs, known[-1]], [there[0], *people, there[-1]]
    legs = zip(pairwise(stops), costs, wanted, people, strict=True)
    found = (_Journey(a, b, to, mode, intercity_leg(a, b, mode), who.travellers) for (a, b), to, mode, who in legs)
    return tuple(journey for journey in found if journey.hop.km > 0)


def _journey_line(journey: _Journey, travellers: int) -> _Line:
    """What a journey costs everybody: fares, or so many cars."""
    here, there, hop = journey.origin.name, journey.destination.name, journey.hop
    base, rate = FARES_USD.get(hop.mode) or FARES_LOCAL[hop.mode]
    local = hop.mode in FARES_LOCAL
    fare = (base + rate * round(hop.km)) * (journey.costs.meals["mid"] if local else 1)
    if hop.mode == "train":
        train = _train_fare(journey.costs)
        fare = train.base + train.per_km * round(hop.km)
    by_car = hop.mode == "car"
    ends = {"origin": here, "destination": there, "mode": MODE_NAMES[hop.mode], "km": hop.km}
    lasts = duration(hop.minutes)
    label = message("item.drive" if by_car else "item.journey", **ends, lasts=lasts, most=TRAVELLERS_A_CAR)
    quantity = -(-travellers // TRAVELLERS_A_CAR) if by_car else travellers
    currency = journey.costs.currency if local else "USD"
    return _Line("intercity", label, quantity, fare, currency, FARES_SOURCE, FARES_AS_OF)


def fare_between(origin: Point, costs: CityCosts, mode: IntercityMode | None = None) -> tuple[Decimal, str]:
    """Return what one journey to a city costs one person, or a car with everybody in it, and the currency of that."""
    there = Point(costs.name, costs.lat, costs.lon, costs.land)
    line = _journey_line(_Journey(origin, there, costs, mode, intercity_leg(origin, there, mode), 1), 1)
    return line.unit_price, line.currency


def _journey_notes(request: BudgetRequest, journeys: Sequence[_Journey]) -> Iterator[LocalizedText]:
    """Whether the journey there and back is in the total, and which journeys cannot be made as they were wanted."""
    if request.fares_paid:
        yield message("note.fares_paid")
    elif request.fares_left_out:
        yield message("note.fares_left_out")
    elif request.origin is None:
        yield message("note.no_origin")
    elif journeys:
        home = request.origin.name
        yield message("note.fares", home=home)
    for journey in journeys:
        if journey.wanted is not None and journey.wanted != journey.hop.mode:
            yield _not_as_wanted(journey, journey.wanted)


def _not_as_wanted(journey: _Journey, wanted: IntercityMode) -> LocalizedText:
    here, there = journey.origin, journey.destination
    if wanted == "flight":
        why = message("why.near", km=SHORTEST_FLIGHT_KM)
    elif are_divided(here, there):
        why = message("why.sea")
    else:
        why = message("why.no_train" if wanted == "train" else "why.long")
    modes = {"way": message(f"going.{wanted}"), "instead": message(f"going.{journey.hop.mode}")}
    return message("note.not_as_wanted", origin=here.name, destination=there.name, why=why, **modes)


def _item(line: _Line, currency: str, rates: RateTable | None) -> BudgetItem:
    low, high = RANGES[line.kind]
    unit = convert(line.unit_price, line.currency, currency, rates)
    unit_price = _rounded(unit, currency)
    return BudgetItem(
        kind=line.kind,
        label=line.label,
        quantity=line.quantity,
        unit_price=unit_price,
        amount=line.quantity * unit_price,
        low=min(line.quantity * _rounded(unit * low, currency), line.quantity * unit_price),
        high=max(line.quantity * _rounded(unit * high, currency), line.quantity * unit_price),
        source=line.source,
        as_of=line.as_of,
    )


def _reserve(items: list[BudgetItem], currency: str) -> BudgetItem:
    amount = _rounded(sum((item.amount for item in items), Decimal(0)) * RESERVE_SHARE, currency)
    return BudgetItem(
        kind="reserve",
        label=message("item.reserve"),
        quantity=1,
        unit_price=amount,
        amount=amount,
        low=Decimal(0).quantize(_unit(currency)),
        high=amount,
        source="a tenth of all other items",
        as_of=max((item.as_of for item in items), default=FARES_AS_OF),
    )


def _unit(currency: str) -> Decimal:
    return Decimal(1) if currency in WHOLE_UNIT_CURRENCIES else Decimal("0.01")


def _rounded(amount: Decimal, currency: str) -> Decimal:
    return amount.quantize(_unit(currency), rounding=ROUND_HALF_UP)
