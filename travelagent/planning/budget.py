"""What a trip costs: itemised, in exact decimals, every line with its range, source and date.

Mechanism: lines are made in the currency they are known in (a city's own for lodging, meals, transport and tickets;
USD for journeys between cities), each unit price is converted once and rounded to the target currency's smallest
unit, and `amount = quantity × unit price` is exact from there on, so the items sum to the total without a remainder.
Lodging is rooms × nights (two travellers a room; a trip of n days has n - 1 nights), meals and transport are
travellers × days, taxis are the plan's own rides for every car of four, tickets are those of the visited sights only,
the reserve is a tenth of all the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise
from typing import get_args

from travelagent.planning.errors import InvalidRequest, MissingRate
from travelagent.planning.travel import MODE_NAMES, intercity_leg
from travelagent.planning.values import (
    MAX_DAYS,
    Budget,
    BudgetItem,
    BudgetKind,
    BudgetRequest,
    CityCosts,
    Itinerary,
    LocalizedText,
    Point,
    RateTable,
    Tier,
)
from travelagent.planning.words import calendar_day

TRAVELLERS_A_ROOM, TRAVELLERS_A_CAR = 2, 4
TAXI_BASE, TAXI_KM = Decimal("0.06"), Decimal("0.02")
"""A taxi's flag-fall and its kilometre as shares of what a day's meals of the middle tier cost in that city: both
follow the local wages. Rough, and said to be."""
TAXI_SOURCE = "estimate from the distance and the city's price level"
RESERVE_SHARE = Decimal("0.10")
WHOLE_UNIT_CURRENCIES = frozenset({"JPY", "KRW", "VND", "IDR", "CLP", "ISK", "HUF", "COP", "PYG", "UGX", "LAK", "KHR"})
FARES_USD = {"train": (Decimal("3"), Decimal("0.09")), "flight": (Decimal("45"), Decimal("0.08"))}
"""Mode to (base fare, fare a kilometre) of one person one way in US dollars: second class, economy; an estimate."""
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


def taxi_rides(itinerary: Itinerary) -> tuple[tuple[str, Decimal], ...]:
    """The taxi legs of a plan, as `BudgetRequest.taxi_rides` takes them: (city id, kilometres)."""
    return tuple((day.city, Decimal(str(leg.km))) for day in itinerary.days for leg in day.legs if leg.mode == "taxi")


def rooms(travellers: int) -> int:
    """Rooms of two."""
    return -(-travellers // TRAVELLERS_A_ROOM)


def budget(
    request: BudgetRequest, rates: RateTable | None = None, journeys: Sequence[BudgetItem] | None = None
) -> Budget:
    """The itemised cost of a trip. Raises InvalidRequest (days, travellers, tier, cities) and MissingRate.

    A journey whose fare cannot be converted is left out and named in `notes`; a city whose costs cannot be converted
    is an error, since the total would be meaningless. `journeys`: the lines of an earlier budget for the moves between
    cities, in the same currency, to be taken as they are.
    """
    tier = _checked_tier(request)
    days = sum(count for _, count in request.cities)
    currency = request.currency or request.cities[0][0].currency
    notes: list[LocalizedText] = []
    items = [_item(line, currency, rates) for line in _local_lines(request, tier)]
    items.extend(journeys or ())
    for line in _journey_lines(request) if journeys is None else ():
        try:
            items.append(_item(line, currency, rates))
        except MissingRate as missing:
            notes.append(
                LocalizedText(
                    f"{line.label.en}: left out of the total. {missing.text.en}",
                    f"{line.label.zh}：未计入总额。{missing.text.zh}",
                )
            )
    items.append(_reserve(items, currency))
    if any(currency != costs.currency for costs, _ in request.cities) and rates is not None:
        as_of = calendar_day(rates.as_of)
        notes.append(
            LocalizedText(
                f"Exchange rates: {rates.source.en}, {as_of.en}.",
                f"汇率：{rates.source.zh}，{as_of.zh}。",
            )
        )
    total = sum((item.amount for item in items), Decimal(0))
    return Budget(
        currency=currency,
        travellers=request.travellers,
        days=days,
        tier=tier,
        items=tuple(items),
        total=total,
        low=sum((item.low for item in items), Decimal(0)),
        high=sum((item.high for item in items), Decimal(0)),
        per_person_day=_rounded(total / (request.travellers * days), currency),
        notes=tuple(notes),
    )


def _checked_tier(request: BudgetRequest) -> Tier:
    days = sum(count for _, count in request.cities)
    if not request.cities:
        raise InvalidRequest("cities", LocalizedText("Name at least one city.", "请至少给出一座城市。"))
    if any(km < 0 for _, km in request.taxi_rides):
        raise InvalidRequest("taxi_rides", LocalizedText("A ride has a length.", "乘车里程不能为负。"))
    if days <= 0 or any(count < 0 for _, count in request.cities):
        raise InvalidRequest("days", LocalizedText("A trip has at least one day.", "行程至少一天。"))
    if days > MAX_DAYS:
        raise InvalidRequest("days", LocalizedText(f"A trip has at most {MAX_DAYS} days.", f"行程最多 {MAX_DAYS} 天。"))
    if request.travellers <= 0:
        raise InvalidRequest("travellers", LocalizedText("At least one traveller, please.", "出行人数至少为一人。"))
    for tier in get_args(Tier):
        if tier == request.tier:
            return tier  # type: ignore[no-any-return]
    raise InvalidRequest(
        "tier",
        LocalizedText(
            f"Unknown tier {request.tier!r}: budget, mid or luxury.",
            f"未知的消费档次“{request.tier}”：可选 budget、mid、luxury。",
        ),
    )


def _local_lines(request: BudgetRequest, tier: Tier) -> Iterator[_Line]:
    """Lodging, meals, transport and tickets in each city's own currency. The trip's last day has no night."""
    people = request.travellers
    last = len(request.cities) - 1
    for index, (costs, days) in enumerate(request.cities):
        nights = max(days - (index == last), 0)
        known = (costs.currency, costs.source, costs.as_of)
        label = LocalizedText(
            f"{costs.name.en}: {_counted(rooms(people), 'room')} × {_counted(nights, 'night')}",
            f"{costs.name.zh}：{rooms(people)} 间 × {nights} 晚",
        )
        yield _Line("lodging", label, rooms(people) * nights, costs.lodging[tier], *known)
        label = LocalizedText(f"{costs.name.en}: meals", f"{costs.name.zh}：餐饮")
        yield _Line("meals", label, people * days, costs.meals[tier], *known)
        label = LocalizedText(f"{costs.name.en}: local transport", f"{costs.name.zh}：市内交通")
        yield _Line("transport", label, people * days, costs.transit_day, *known)
        yield from _taxi_line(request, costs)
    as_of = {costs.city: (costs.source, costs.as_of) for costs, _ in request.cities}
    first = request.cities[0][0]
    for sight in request.visited:
        if sight.price is not None and sight.price > 0:
            source, dated = as_of.get(sight.city, (first.source, first.as_of))
            yield _Line("tickets", sight.name, people, sight.price, sight.currency or first.currency, source, dated)


def _taxi_line(request: BudgetRequest, costs: CityCosts) -> Iterator[_Line]:
    """All taxi rides in one city, a car."""
    rides = [km for city, km in request.taxi_rides if city == costs.city]
    if not rides:
        return
    cars, km = -(-request.travellers // TRAVELLERS_A_CAR), sum(rides, Decimal(0))
    fare = costs.meals["mid"] * (TAXI_BASE * len(rides) + TAXI_KM * km)
    label = LocalizedText(
        f"{costs.name.en}: {_counted(len(rides), 'taxi ride')}, {km:.0f} km in all, a car of up to {TRAVELLERS_A_CAR}",
        f"{costs.name.zh}：出租车 {len(rides)} 程，共 {km:.0f} 公里，每车至多 {TRAVELLERS_A_CAR} 人",
    )
    yield _Line("transport", label, cars, fare, costs.currency, TAXI_SOURCE, costs.as_of)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" + ("" if count == 1 else "s")


def _journey_lines(request: BudgetRequest) -> Iterator[_Line]:
    """Origin to the first city, from city to city, and home again."""
    stops = [Point(costs.name, costs.lat, costs.lon) for costs, days in request.cities if days > 0]
    if request.origin is not None:
        stops = [request.origin, *stops, request.origin]
    for here, there in pairwise(stops):
        leg = intercity_leg(here, there)
        if leg.km <= 0:
            continue
        base, rate = FARES_USD[leg.mode]
        label = LocalizedText(
            f"{here.name.en} to {there.name.en}, {MODE_NAMES[leg.mode].en}, {leg.km:.0f} km",
            f"{here.name.zh}至{there.name.zh}，{MODE_NAMES[leg.mode].zh}，{leg.km:.0f} 公里",
        )
        fare = base + rate * Decimal(round(leg.km))
        yield _Line("intercity", label, request.travellers, fare, "USD", FARES_SOURCE, FARES_AS_OF)


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
        label=LocalizedText("Reserve, 10 %", "备用金，10%"),
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
