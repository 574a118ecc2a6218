"""Trips of one to three cities with many wishes, drawn by a seed, each with a plan that keeps what can be decided."""

from __future__ import annotations

import dataclasses
import json
import random
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal
from functools import cache
from typing import Any

from benchmarks.preservation.scenes import LEAST_SIGHTS, NEAR_KM, TODAY
from benchmarks.transactions.truth import broken
from benchmarks.transactions.values import Trip
from travelagent.briefs.compile import compile_request
from travelagent.briefs.plan import DirectEngine, plan_brief
from travelagent.briefs.values import BudgetLimit, Dates, DayWish, Lodging, Party, Ride, Stay, Travel, TripBrief
from travelagent.briefs.wire import brief_to_wire
from travelagent.catalog import source
from travelagent.catalog.adapter import planning_sights
from travelagent.planning.constraints.most_sights import MostSights
from travelagent.plans.errors import Infeasible, Unverified
from travelagent.plans.values import FixedVisit, LocalizedText, Money, Point

TRIES = 40
CURRENCY = "CNY"
SHARE = 0.35
"""Share of the trips that have a field."""
SHARES = {"party": 0.85}
"""That of single fields, where it is another."""
KINDS = ("museum", "shopping", "religion", "zoo", "nightlife", "theme_park", "hiking", "market")
UNDECIDABLE = frozenset({"diet"})
"""Fields of which no plan of days can say whether it keeps them."""
CONCERT = LocalizedText("Evening concert", "晚场音乐会")


@cache
def trip(seed: int) -> Trip:
    """Return the trip of a seed; its plan keeps every wish that can be decided.

    A trip whose plan fails its verification is printed, and another one is drawn.
    Raises AssertionError when none of the drawn trips can be planned so.
    """
    pick = random.Random(f"transactions {seed}")
    for _ in range(TRIES):
        brief = _drawn(pick)
        sights = planning_sights(brief.places)
        try:
            planned = plan_brief(brief, compile_request(brief, sights, TODAY), sights, DirectEngine())
        except Infeasible:
            continue
        except Unverified as error:
            print(f"seed {seed}: {error} {json.dumps(brief_to_wire(brief), ensure_ascii=False)}", flush=True)
            continue
        total = None if brief.budget is None else Money(brief.budget.amount * Decimal("0.9"), CURRENCY)
        found = Trip(seed, brief, planned.request, planned.itinerary, {each.id: each for each in sights}, total)
        if not broken(found):
            return found
    raise AssertionError("no trip of this seed can be planned with its wishes")


@cache
def _cities() -> tuple[str, ...]:
    return tuple(sorted(id for id in source.cities() if len(list(source.sights_of(id))) >= LEAST_SIGHTS))


def _near(first: str) -> list[str]:
    here, cities = source.cities()[first], source.cities()
    return [
        id for id in _cities()
        if id != first and cities[id].country == here.country
        and source.distance_km(here.lat, here.lon, cities[id].lat, cities[id].lon) < NEAR_KM
    ]  # fmt: skip


def _stays(pick: random.Random) -> tuple[Stay, ...]:
    first = pick.choice(_cities())
    near = _near(first)
    others = pick.sample(near, min(pick.choice((0, 0, 1, 1, 2)), len(near)))
    return tuple(Stay(place, pick.choice((1, 2, 2, 3) if others else (2, 3, 4, 5))) for place in (first, *others))


def _drawn(pick: random.Random) -> TripBrief:
    stays = _stays(pick)
    days = sum(stay.days or 0 for stay in stays)
    of_day = [stay.place for stay in stays for _ in range(stay.days or 0)]
    fields = {name: value for name, value in _fields(pick, of_day) if pick.random() < SHARES.get(name, SHARE)}
    best = {stay.place: _best_sights(stay.place) for stay in stays}
    wanted = pick.sample([id for ids in best.values() for id in ids[:6]], 3)
    musts, timed = tuple(wanted[:2]), wanted[2]
    day = pick.choice([number for number, city in enumerate(of_day, 1) if timed in best[city]])
    part, start = pick.choice(((None, None), ("morning", None), ("afternoon", None), (None, 14 * 60), ("first", None)))
    wishes = [DayWish(day, "visit", value=timed, part=part, start=start)]  # type: ignore[arg-type]  # of a drawn tuple
    wishes += _day_wishes(pick, days)
    others = [id for ids in best.values() for id in ids if id not in wanted]
    return TripBrief(
        stays=stays,
        dates=_dates(pick, days),
        must_see=musts,
        avoid=(pick.choice(others), pick.choice(KINDS)),
        day_wishes=tuple(wishes),
        **fields,
    )


def _best_sights(city: str) -> list[str]:
    return [sight.id for sight in sorted(source.sights_of(city), key=lambda sight: (-sight.score, sight.id))[:8]]


def _dates(pick: random.Random, days: int) -> Dates:
    start = date(2027, 4, 5) + timedelta(days=pick.randrange(120))
    return pick.choice(
        (
            Dates(start=start, days=days),
            Dates(start=start, end=start + timedelta(days=days - 1)),
            Dates(month=start.month, days=days),
            Dates(weekday=start.weekday(), month=start.month, days=days),
        )
    )


def _day_wishes(pick: random.Random, days: int) -> Iterator[DayWish]:
    if pick.random() < 0.5:
        yield pick.choice((DayWish("every", "hours", start=10 * 60), DayWish("every", "hours", end=19 * 60 + 30)))
    if pick.random() < 0.2:
        yield DayWish("every", "rest")
    day = pick.randrange(1, days + 1)
    match pick.choice(("free", "only_kind", "without", "none")):
        case "free" if days > 2:
            yield DayWish(days, "free")
        case "only_kind":
            yield DayWish(day, "only_kind", values=("history", "nature", "culture", "park"))
        case "without":
            yield DayWish(day, "without", value=pick.choice(("museum", "park", "church", "temple")))


def _fields(pick: random.Random, of_day: Sequence[str]) -> Iterator[tuple[str, Any]]:
    yield "party", pick.choice((Party(adults=2), Party(adults=2, children=(9, 6)), Party(adults=1, seniors=2)))
    yield "needs", (pick.choice(("wheelchair", "little_walking", "no_heights", "stroller")),)
    yield "budget", BudgetLimit(Decimal(pick.choice((5000, 12000))), CURRENCY)
    yield "pace", pick.choice(("relaxed", "normal", "packed"))
    yield "interests", (pick.choice(("food", "history", "art", "nature")),)
    yield "diet", (pick.choice(("vegetarian", "halal", "no_nuts")),)
    yield "tier", pick.choice(("budget", "mid"))
    yield "thrift", "sparing"
    yield "travel", pick.choice((Travel(refuse=("flight",)), Travel(between="train"), Travel(refuse=("car",))))
    yield "arrival", Ride(11 * 60, mode="train")
    yield "departure", Ride(19 * 60, mode="train")
    yield "constraints", (MostSights(pick.choice((2, 3, 4))),)
    day = pick.randrange(1, len(of_day) + 1)
    city = source.cities()[of_day[day - 1]]
    yield "bookings", (FixedVisit(CONCERT, city.lat + 0.004, city.lon + 0.004, 17 * 60 + 30, 90, day),)
    yield "lodging", Lodging(place=Point(LocalizedText("Inn", "客栈"), city.lat + 0.008, city.lon - 0.006))


def with_itinerary(of: Trip, **changes: Any) -> Trip:
    """Return the trip with fields of its plan replaced."""
    return dataclasses.replace(of, itinerary=dataclasses.replace(of.itinerary, **changes))
