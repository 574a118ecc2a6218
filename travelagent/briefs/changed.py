"""The brief after edits of the plan: what the planner was asked to change is wanted from now on."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from travelagent.briefs.acts import SetField
from travelagent.briefs.party import head_count, recounted
from travelagent.briefs.values import DayReference, DayWish, LaterLodging, Ride, Stay, TripBrief
from travelagent.planning.edits.days import OnlyKinds
from travelagent.planning.edits.sights import AddPlace, Drop, Move, Remove
from travelagent.planning.edits.trip import RestAt, SetInterests, SetPace
from travelagent.plans.requests import window_of
from travelagent.plans.stretches import by_turn, turns
from travelagent.plans.values import DayWindow, Edit, PlanRequest
from travelagent.plans.values import Ride as PlannedRide
from travelagent.plans.words import REST

EDITS_OF_FIELDS: Final[Mapping[str, type[Edit]]] = {"interests": SetInterests, "pace": SetPace}
"""The edits that state a field, whatever a rule of travel had made of it before."""


def ops_of_edits(
    brief: TripBrief, edits: Sequence[Edit], before: PlanRequest, after: PlanRequest
) -> tuple[SetField, ...]:
    """Return the operations by which a brief follows edits, that led from the one request to the other."""
    return tuple(op for op in _ops(brief, edits, before, after) if getattr(brief, op.field) != op.value)


def _ops(brief: TripBrief, edits: Sequence[Edit], before: PlanRequest, after: PlanRequest) -> Iterator[SetField]:
    yield SetField("must_see", _followed(brief.must_see, before.must_see, after.must_see))
    avoid = _followed(brief.avoid, before.avoid, after.avoid)
    yield SetField("avoid", tuple(dict.fromkeys([*avoid, *(term for term in _dropped(edits) if term in after.avoid)])))
    if before.fixed != after.fixed:
        own = tuple(booking for booking in after.fixed if booking.name != REST and not booking.marker)
        yield SetField("bookings", own)
    yield SetField("day_wishes", _wishes(brief, edits, before, after))
    dates = brief.dates
    if after.days != before.days:
        dates = dataclasses.replace(dates, days=after.days)
    if after.start_date != before.start_date:
        dates = dataclasses.replace(dates, start=after.start_date, end=None)
    yield SetField("dates", dates)
    if [(stay.id, stay.days) for stay in before.cities] != [(stay.id, stay.days) for stay in after.cities]:
        yield SetField("stays", _stays(brief, before, after))
    if before.any_order and not after.any_order:
        yield SetField("order_free", False)
    if after.constraints != before.constraints:
        yield SetField("constraints", after.constraints)
    stated = {name for edit in edits for name, kind in EDITS_OF_FIELDS.items() if isinstance(edit, kind)}
    for field in ("interests", "pace"):
        if field in stated or getattr(after, field) != getattr(before, field):
            yield SetField(field, getattr(after, field))
    if after.thrift > before.thrift:
        yield SetField("thrift", "cheapest")
    if after.way != before.way:
        yield SetField("travel", dataclasses.replace(brief.travel, between=after.way))
    for name in ("arrival", "departure"):
        ride = getattr(after, name)
        if ride != getattr(before, name) and ride is not None:
            yield SetField(name, _ride(getattr(brief, name), ride))
    if after.travellers not in (before.travellers, head_count(brief.party)):
        yield SetField("party", recounted(brief.party, after.travellers))
    hotels = [stay.hotel for stay in after.cities if stay.hotel not in {other.hotel for other in before.cities}]
    moved = tuple(LaterLodging(night.day, place=night.place) for night in after.nights if night.onward)
    lodging = dataclasses.replace(brief.lodging, near="", place=hotels[0]) if hotels else brief.lodging
    if hotels or moved != tuple(LaterLodging(night.day, place=night.place) for night in before.nights if night.onward):
        yield SetField("lodging", dataclasses.replace(lodging, later=moved))


def _dropped(edits: Sequence[Edit]) -> Iterator[str]:
    """What edits refuse by name, bookings aside: a rule may have refused it before."""
    for edit in edits:
        terms = edit.terms if isinstance(edit, Drop) else (edit.visit,) if isinstance(edit, Remove) else ()
        yield from (term for term in terms if not term.startswith("fixed/"))


def _followed(held: Sequence[str], before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    """What is held, without what is gone and with what is new."""
    gone = set(before) - set(after)
    return tuple(dict.fromkeys([*(each for each in held if each not in gone), *(x for x in after if x not in before)]))


def _stays(brief: TripBrief, before: PlanRequest, after: PlanRequest) -> tuple[Stay, ...]:
    """The stays in their order of now, with the days of each where one of several cities has more or fewer."""
    held = dict(zip(turns(brief.places), brief.stays, strict=True))
    known, new = by_turn(before.cities), by_turn(after.cities)
    were_given = any(turn in known and known[turn].days is not None for turn in new)
    if (len(new) == 1 or not were_given) and after.days == before.days:
        return tuple(held.get(turn, Stay(turn[0])) for turn in new)
    each = {turn: None if len(new) == 1 else stay.days for turn, stay in new.items()}
    return tuple(dataclasses.replace(held.get(turn, Stay(turn[0])), days=days) for turn, days in each.items())


def _ride(before: Ride, ride: PlannedRide) -> Ride:
    """Return the ride of the brief with what the edit states; the minutes are a rule's again where the mode or hour is
    new.
    """
    return dataclasses.replace(before, at=ride.at, mode=ride.way or before.mode, part_of_day=None, minutes=None)


def _wishes(brief: TripBrief, edits: Sequence[Edit], before: PlanRequest, after: PlanRequest) -> tuple[DayWish, ...]:
    unpinned = {pin.sight for pin in before.pinned if pin not in after.pinned}
    rehoured = _rehoured_days(edits, before, after)
    dry = set(before.rainy_days) - set(after.rainy_days)
    only = {edit.day: edit for edit in edits if isinstance(edit, OnlyKinds)}
    rests = [edit for edit in edits if isinstance(edit, RestAt)]
    trips = {(trip.day, trip.city.id): trip for trip in after.day_trips}

    def is_kept(wish: DayWish) -> bool:
        match wish.kind:
            case "visit":
                return wish.value not in unpinned and wish.value not in after.avoid
            case "hours" | "free":
                return wish.day not in rehoured
            case "indoors":
                return wish.day not in dry
            case "only_kind":
                return wish.day not in only
            case "rest":
                return not rests
            case "day_trip":
                return (wish.day, wish.value) in trips or wish.day not in {trip.day for trip in before.day_trips}
        return True

    held = {wish.day: wish for wish in brief.day_wishes if wish.kind == "hours"}
    new_pins = (pin for pin in after.pinned if pin.by_traveller and pin not in before.pinned)
    refusals = (each for each in after.avoid_on if each not in before.avoid_on and each.day not in only)
    wishes = [
        *filter(is_kept, brief.day_wishes),
        *(_hours(held.get(day), window_of(before, day), window_of(after, day)) for day in sorted(rehoured)),
        *(
            DayWish(pin.day or "every", "visit", value=pin.sight, start=pin.start, part=pin.when, minutes=pin.minutes)
            for pin in new_pins
        ),
        *(DayWish(day, "indoors") for day in after.rainy_days if day not in before.rainy_days),
        *(DayWish(refusal.day, "without", value=refusal.term) for refusal in refusals),
        *(DayWish(edit.day, "only_kind", values=edit.kinds) for edit in only.values()),
        *(wish for edit in rests for wish in _rests(edit)),
        *(DayWish(day, "day_trip", value=city) for (day, city), trip in trips.items() if trip not in before.day_trips),
    ]
    return tuple(dict.fromkeys(wishes))


def _rehoured_days(edits: Sequence[Edit], before: PlanRequest, after: PlanRequest) -> set[int]:
    """The days whose hours an edit of that day changed; other hours follow from a ride, from the trip's length, or from
    an appointment, for which stated hours give way and are named."""
    stating = (edit for edit in edits if not isinstance(edit, AddPlace | Move))
    named = {day for edit in stating if isinstance(day := getattr(edit, "day", None), int)}
    return {day for day in named if window_of(before, day) != window_of(after, day)}


def _hours(held: DayWish | None, before: DayWindow, after: DayWindow) -> DayWish:
    """Return the wish for the hours of a day: what is new of its window, and what was wanted before."""
    wish = held or DayWish(after.day, "hours")
    new = {
        name: getattr(after, name)
        for name in ("start", "end", "origin", "destination")
        if getattr(after, name) != getattr(before, name)
    }
    return dataclasses.replace(wish, **new)


def _rests(edit: RestAt) -> Iterator[DayWish]:
    days: Sequence[DayReference] = edit.days or ("every",)
    return (DayWish(day, "rest", start=edit.start, minutes=edit.minutes) for day in days)
