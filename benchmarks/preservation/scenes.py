"""The trips that chains of changes begin with: a city or two, a party and its wishes, drawn by a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from benchmarks.preservation.stated import Stated, faults, terms_of
from travelagent.briefs.compile import compile_request
from travelagent.briefs.plan import DirectEngine, plan_brief
from travelagent.briefs.values import BudgetLimit, Dates, DayWish, Party, Ride, Stay, Travel, TripBrief
from travelagent.catalog import source
from travelagent.catalog.adapter import planning_sights
from travelagent.plans.errors import Infeasible
from travelagent.plans.values import BODILY, Itinerary, PartOfDay, PlanRequest

TODAY = date(2026, 11, 23)
LEAST_SIGHTS, NEAR_KM = 12, 400
TRIES = 20
PARTS: tuple[PartOfDay | None, ...] = (None, None, "morning", "afternoon")
RIDES = ("arrival", "departure")


@dataclass(frozen=True, slots=True)
class Scene:
    """A trip with its plan, and the traveller's statements about it."""

    brief: TripBrief
    request: PlanRequest
    plan: Itinerary
    stated: tuple[Stated, ...]


def scene(pick: random.Random) -> Scene:
    """Return a trip whose plan keeps all statements.

    Raises AssertionError when none of the drawn trips can be planned.
    """
    for _ in range(TRIES):
        brief, stated = _drawn(pick)
        sights = planning_sights(brief.places)
        try:
            planned = plan_brief(brief, compile_request(brief, sights, TODAY), sights, DirectEngine())
        except Infeasible:
            continue
        plan = planned.itinerary
        if brief.needs:
            free = BODILY - {term for v in plan.visits if v.sight for term in terms_of(v.sight)}
            stated += tuple(Stated("strain", strain) for strain in sorted(free & set(planned.request.avoid)))
        if not any(list(faults(each, brief, plan)) for each in stated):
            return Scene(brief, planned.request, plan, stated)
    raise AssertionError("no trip of this seed can be planned with its statements")


def _drawn(pick: random.Random) -> tuple[TripBrief, tuple[Stated, ...]]:
    cities = [id for id in source.cities() if len(list(source.sights_of(id))) >= LEAST_SIGHTS]
    first = pick.choice(sorted(cities))
    here = source.cities()[first]
    near = [
        id for id in sorted(cities)
        if id != first and source.cities()[id].country == here.country
        and source.distance_km(here.lat, here.lon, source.cities()[id].lat, source.cities()[id].lon) < NEAR_KM
    ]  # fmt: skip
    both = bool(near) and pick.random() < 0.2
    stays = (Stay(first, 2), Stay(pick.choice(near), 2)) if both else (Stay(first),)
    days = 4 if both else pick.choice([2, 3, 4, 5])
    fields: dict[str, Any] = {
        "stays": stays,
        "dates": Dates(start=date(2027, 4, 5) + timedelta(days=pick.randrange(120)), days=days),
        "party": pick.choice([Party(adults=2), Party(adults=2, children=(6,)), Party(adults=2, seniors=1)]),
    }
    fields |= {name: value for name, value in _fields(pick) if pick.random() < 0.4}
    sights = sorted(source.sights_of(first), key=lambda sight: -sight.score)[:8]
    strained = {sight.id for sight in sights if not BODILY.isdisjoint(terms_of(sight.id))}
    wanted = [s.id for s in pick.sample(sights, 3) if not (fields.get("needs") and s.id in strained)]
    musts, pinned = tuple(wanted[:2]), wanted[2:]
    stated: list[Stated] = [Stated("must", sight) for sight in musts]
    wishes: list[DayWish] = []
    for sight in pinned:
        day = pick.randrange(1, (2 if both else days) + 1)
        part = pick.choice(PARTS)
        wishes.append(DayWish(day, "visit", value=sight, part=part))
        stated.append(Stated("visit", sight, day, part))
    refused = pick.choice([s.id for s in sights if s.id not in wanted])
    kind = pick.choice(["museum", "shopping", "religion", "zoo"])
    avoid = (refused, kind) if all(kind not in terms_of(sight) for sight in wanted) else (refused,)
    stated += [Stated("refusal", term) for term in avoid]
    if pick.random() < 0.4:
        wishes.append(DayWish("every", "hours", start=10 * 60))
        stated.append(Stated("start", minute=10 * 60))
    elif pick.random() < 0.4:
        wishes.append(DayWish("every", "hours", end=19 * 60 + 30))
        stated.append(Stated("end", minute=19 * 60 + 30))
    if pick.random() < 0.2:
        wishes.append(DayWish("every", "rest"))
        stated.append(Stated("rest"))
    if pick.random() < 0.5:
        fields["arrival"], fields["departure"] = Ride(12 * 60, mode="train"), Ride(18 * 60, mode="train")
        stated += [Stated("arrival", minute=12 * 60), Stated("departure", minute=18 * 60)]
    brief = TripBrief(must_see=musts, avoid=avoid, day_wishes=tuple(wishes), **fields)
    stated += [Stated("field", name, held=value) for name, value in fields.items() if name not in RIDES]
    stated = [each for each in stated if not (each.value == "stays" and not both)]
    return brief, tuple(stated)


def _fields(pick: random.Random) -> Iterator[tuple[str, Any]]:
    yield "needs", (pick.choice(["wheelchair", "little_walking"]),)
    yield "budget", BudgetLimit(Decimal(pick.choice([800, 2000, 6000])), "CNY", pick.choice(["total", "person"]))
    yield "pace", pick.choice(["relaxed", "normal", "packed"])
    yield "interests", (pick.choice(["food", "history", "art", "nature"]),)
    yield "diet", (pick.choice(["vegetarian", "halal", "no_nuts"]),)
    yield "travel", Travel(refuse=("flight",))
    yield "tier", pick.choice(["budget", "mid"])
