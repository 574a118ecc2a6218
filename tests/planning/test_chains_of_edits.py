"""Whatever is edited one thing after the other, what was requested before stays, or what had to give is named."""

import dataclasses
import random
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest

from tests.planning.cast import SIGHTS, TOWN, TUESDAY, request, sight, text
from travelagent.planning.editing import Edited, edit_plan
from travelagent.planning.edits.apply import apply_edits
from travelagent.planning.edits.days import (
    AddDays,
    EndBy,
    FreeDay,
    KeepIndoors,
    OnlyKinds,
    RemoveDay,
    ReorderCities,
    SetCityDays,
    SetHours,
    SetStartDate,
    StartAt,
    SwapDays,
    Without,
)
from travelagent.planning.edits.lighten import Lighten
from travelagent.planning.edits.sights import (
    Add,
    AddPlace,
    Drop,
    Move,
    Remove,
    SetMinutes,
    SetPin,
    Swap,
    Visiting,
)
from travelagent.planning.edits.trip import (
    Cheaper,
    SetHotel,
    SetInterests,
    SetPace,
    SetTravellers,
)
from travelagent.planning.engine import plan
from travelagent.plans.errors import Infeasible, InvalidRequest
from travelagent.plans.requests import booking_id
from travelagent.plans.values import CityStay, Edit, Itinerary, PlanRequest, Point

THERE = CityStay("other", text("Other"), 48.6, 11.5)
FAR = tuple(
    dataclasses.replace(s, id=f"other/{s.id.partition('/')[2]}", city="other", lat=s.lat + 0.6, lon=s.lon + 0.5)
    for s in SIGHTS
)
MANY = (
    *SIGHTS,
    *(sight(f"spare-{n}", 48.0 + n / 200, 11.0 - n / 200, minutes=45, score=4.0 + n / 10) for n in range(6)),
    *FAR,
)
KNOWN = {s.id: s for s in MANY}
CHAIN = 5
OF_DAYS = {"pinned", "day_windows", "fixed", "rainy_days", "avoid_on", "days", "cities"}
TOUCHES: dict[type[Edit], set[str]] = {
    Add: {"must_see", "avoid", "pinned"},
    Drop: {"must_see", "avoid", "pinned", "fixed"},
    Remove: {"must_see", "avoid", "pinned", "fixed"},
    Swap: {"must_see", "avoid", "pinned", "fixed"},
    AddPlace: {"fixed", "day_windows"},
    Lighten: {"avoid_on"},
    Move: {"pinned", "avoid", "fixed"},
    Visiting: {"pinned"},
    SetPin: {"pinned"},
    SetMinutes: {"pinned", "fixed"},
    AddDays: OF_DAYS,
    RemoveDay: OF_DAYS,
    SetCityDays: OF_DAYS,
    SwapDays: {"pinned"},
    ReorderCities: OF_DAYS,
    SetStartDate: {"start_date", "rainy_days"},
    StartAt: {"day_windows"},
    EndBy: {"day_windows"},
    SetHours: {"day_windows"},
    FreeDay: {"day_windows"},
    KeepIndoors: {"rainy_days"},
    Without: {"avoid_on"},
    OnlyKinds: {"avoid_on"},
    SetPace: {"pace"},
    SetInterests: {"interests"},
    SetTravellers: {"travellers"},
    Cheaper: {"thrift"},
    SetHotel: {"cities"},
}
"""The fields of the request that an edit may change."""


class Chooser:
    """Draws edits that make sense of a plan."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def edit(self, itinerary: Itinerary, plan_request: PlanRequest) -> Edit:
        pick = self.random.choice
        day = pick(itinerary.days).day
        visits = [v.id for v in itinerary.visits]
        sights = [v.id for v in itinerary.visits if v.sight] or ["town/museum"]
        absent = [s.id for s in MANY if s.id not in visits and s.city in itinerary.cities] or sights
        cities = tuple(dict.fromkeys(d.city for d in itinerary.days))
        here = pick(sights)
        makers: list[Callable[[], Edit]] = [
            lambda: Add(pick(absent)),
            lambda: Add(pick(absent), day),
            lambda: Add(pick(absent), day, 0),
            lambda: Drop((here,)),
            lambda: Drop((pick(["museum", "park", "tower", "castle"]),)),
            lambda: Remove(pick(visits or sights)),
            lambda: Swap(here, pick(absent)),
            lambda: Lighten(day),
            lambda: AddPlace("Own", 48.01, 11.01, day, pick([10, 15, 20]) * 60, 45),
            lambda: Move(here, day),
            lambda: Move(here, day, self.random.randrange(4)),
            lambda: Move(here, when=pick(["morning", "afternoon"])),
            lambda: Visiting(here, day),
            lambda: SetPin(here),
            lambda: SetMinutes(here, pick([30, 60, 90])),
            lambda: AddDays(1, pick(cities)),
            lambda: AddDays(-1, pick(cities)),
            lambda: RemoveDay(day),
            lambda: SetCityDays(pick(cities), pick([1, 2, 3])),
            lambda: SwapDays(day, pick([d.day for d in itinerary.days if d.city == itinerary.days[day - 1].city])),
            lambda: ReorderCities(cities[::-1]),
            lambda: SetStartDate(itinerary.days[0].date + timedelta(days=pick([-1, 1, 7]))),
            lambda: StartAt(day, pick([8, 10, 11]) * 60),
            lambda: EndBy(day, pick([16, 18, 20]) * 60),
            lambda: SetHours(day, 10 * 60, 19 * 60),
            lambda: FreeDay(day, pick([None, "morning", "evening"])),
            lambda: KeepIndoors(day),
            lambda: Without(day, pick(["museum", "park"])),
            lambda: OnlyKinds(day, ("museum", "park", "garden")),
            lambda: SetPace(pick(["relaxed", "normal", "packed"])),
            lambda: SetInterests(pick([("art",), ("nature",), ()])),
            lambda: SetTravellers(pick([1, 2, 5])),
            lambda: Cheaper(),
            lambda: SetHotel(pick(cities), Point(text("Inn"), 48.01, 11.02)),
        ]
        return pick(makers)()


def lost_wishes(before: PlanRequest, after: PlanRequest, edit: Edit, itinerary: Itinerary) -> Iterator[str]:
    """What was asked before the edit and is not any more, though the edit does not speak of it."""
    for field in dataclasses.fields(PlanRequest):
        name = field.name
        if name in TOUCHES[type(edit)] | {"today", "seed", "iterations", "deadline_seconds", "cities", "any_order"}:
            continue
        if getattr(before, name) != getattr(after, name):
            yield name
    applied = apply_edits(before, [edit], itinerary, MANY)
    named = {getattr(edit, name, None) for name in ("visit", "sight")} | set(getattr(edit, "terms", ()))
    kept = {pin.sight: pin for pin in after.pinned}
    for pin in applied.before.pinned:
        if pin.sight not in named and KNOWN[pin.sight].terms.isdisjoint(named):
            now = kept.get(pin.sight)
            day = pin.day if pin.day is None or pin.day <= after.days else None
            if now is None or (now.day, now.start, now.minutes) != (day, pin.start, pin.minutes):
                yield f"pin of {pin.sight}"
    yield from (f"must-see {sight}" for sight in before.must_see if sight not in {*after.must_see, *named})
    yield from (f"refusal of {term}" for term in before.avoid if term not in {*after.avoid, *named})
    bookings = [b.name for index, b in enumerate(before.fixed) if booking_id(index) not in named]
    yield from (f"booking {name.en}" for name in bookings if name not in {booking.name for booking in after.fixed})


def unnamed_losses(before: Itinerary, found: Edited) -> set[str]:
    """The sights that are gone without a word."""
    now = {visit.sight for visit in found.itinerary.visits}
    mentioned = {moved.visit for moved in found.difference.removed}
    return {visit.sight for visit in before.visits if visit.sight and visit.sight not in now | mentioned}


@pytest.mark.sampled(of=40)
@pytest.mark.parametrize("seed", range(300))
def test_every_wish_of_a_chain_of_edits_is_kept_or_named(seed: int) -> None:
    choose = Chooser(seed)
    both = seed % 3 == 0
    plan_request = request(
        cities=(dataclasses.replace(TOWN, days=2), dataclasses.replace(THERE, days=2)) if both else (TOWN,),
        days=4 if both else 3,
        start_date=TUESDAY,
    )
    itinerary, done = plan(plan_request, MANY), 0
    refused: Infeasible | None = None
    for _ in range(40):
        if done == CHAIN:
            return
        edit = choose.edit(itinerary, plan_request)
        try:
            found = edit_plan(itinerary, plan_request, [edit], MANY)
        except InvalidRequest:
            continue
        except Infeasible as error:
            refused = error
            continue
        assert refused is None or (refused.clash and refused.relaxation.en)
        done += 1
        assert found.itinerary.certificate.feasible, (edit, found.itinerary.certificate.failures)
        assert list(lost_wishes(plan_request, found.request, edit, itinerary)) == [], edit
        assert not unnamed_losses(itinerary, found), edit
        itinerary, plan_request = found.itinerary, found.request
    pytest.fail("too few edits of this chain can be had")
