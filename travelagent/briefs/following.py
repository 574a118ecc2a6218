"""A plan that follows its brief: what is new in the brief, as one edit of the plan that keeps all else.

The plan's request holds more than its brief: what the search settled (a late evening, a night out of town) and edits
of the plan itself. So the request is not compiled anew but changed by the difference of the two compiled briefs, field
by field and item by item.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final

from travelagent.briefs.compile import Compiled, compile_request, rests_of
from travelagent.briefs.rides import point_of
from travelagent.briefs.values import UNPLANNED, DayWish, LaterLodging, TripBrief
from travelagent.planning.edits.become import Become
from travelagent.planning.edits.trip import RestAt
from travelagent.plans.fields import MAX_DAYS
from travelagent.plans.requests import booking_id, with_days_renumbered, within_days
from travelagent.plans.stretches import by_turn, stretches
from travelagent.plans.values import CityStay, DayWindow, Edit, FixedVisit, Itinerary, PlanRequest, Sight
from travelagent.plans.words import REST

_WINDOW: Final = ("start", "end", "origin", "destination")


@dataclasses.dataclass(frozen=True, slots=True)
class Following:
    """The edits by which a plan follows its brief, none where nothing of its days is new; the brief and its
    compilation, days numbered as they are then.
    """

    edits: tuple[Edit, ...]
    brief: TripBrief
    compiled: Compiled


def following(
    before: TripBrief,
    after: TripBrief,
    request: PlanRequest,
    itinerary: Itinerary,
    sights: Sequence[Sight],
    today: date,
) -> Following:
    """Return how the plan of one brief becomes that of another one.

    Fields that change no days (UNPLANNED) change none here either, whatever a rule makes of them in a new plan: a limit
    that is stated after a plan rearranges nothing. `request`: the one that the plan answers; `sights`: all of the
    cities of both briefs. Raises KeyError for a city that the catalogue does not cover.
    """
    stated = {name: getattr(after, name) for name in UNPLANNED}
    planned = dataclasses.replace(after, **{name: getattr(before, name) for name in UNPLANNED})
    base = compile_request(before, _of(sights, before), today).request
    numbers = _new_numbers(compile_request(planned, _of(sights, planned), today).request, itinerary)
    brief = _renumbered(before, planned, numbers)
    compiled = compile_request(brief, _of(sights, brief), today)
    base, held = with_days_renumbered(base, numbers), with_days_renumbered(request, numbers)
    rests = rests_of(brief, compiled.request.days)
    rested_anew = rests != rests_of(before, base.days)
    if rested_anew:
        held = dataclasses.replace(held, fixed=tuple(own for own in held.fixed if own.name != REST))
    wanted = within_days(_merged(base, held, compiled.request, itinerary))
    gone = {
        booking_id(i) for i, own in enumerate(with_days_renumbered(request, numbers).fixed) if own not in wanted.fixed
    }
    edits: list[Edit] = [] if wanted == request else [Become(wanted, numbers, frozenset(gone))]
    if rested_anew:
        edits += [RestAt(rest.start, rest.minutes, rest.days) for rest in rests]
    return Following(tuple(edits), dataclasses.replace(brief, **stated), compiled)


def with_home(request: PlanRequest, before: TripBrief, after: TripBrief) -> PlanRequest:
    """Return the request with the home of its brief where that is new or withdrawn: it changes no day of a plan."""
    if before.origin == after.origin:
        return request
    return dataclasses.replace(request, home=point_of(after.origin) if after.origin else None)


def _of(sights: Sequence[Sight], brief: TripBrief) -> tuple[Sight, ...]:
    return tuple(sight for sight in sights if sight.city in brief.places)


def _new_numbers(wanted: PlanRequest, plan: Itinerary) -> dict[int, int]:
    """Return every day's new number: a city's days stay its days, in their order; those that are gone come last."""
    old = [day.city for day in plan.days]
    new = [stay.id for stay, count in zip(wanted.cities, _days_each(wanted, plan), strict=False) for _ in range(count)]
    if not new:
        return {number: number for number in range(1, len(old) + 1)}
    free = {city: [at for at, here in enumerate(new, 1) if here == city] for city in new}
    numbers: dict[int, int] = {}
    gone = []
    for number, city in enumerate(old, 1):
        if free.get(city):
            numbers[number] = free[city].pop(0)
        else:
            gone.append(number)
    return {**numbers, **{number: len(new) + at for at, number in enumerate(gone, 1)}}


def _days_each(wanted: PlanRequest, plan: Itinerary) -> tuple[int, ...]:
    """Return the days of each stay, as given, else as the plan has them, a single new one those that are left.

    Empty where they do not add up.
    """
    if len(wanted.cities) == 1:
        return (wanted.days,)
    planned = {turn: len(stretch.days) for turn, stretch in by_turn(stretches(plan.days)).items()}
    each = [stay.days or planned.get(turn, 0) for turn, stay in by_turn(wanted.cities).items()]
    if each.count(0) == 1:
        each[each.index(0)] = max(wanted.days - sum(each), 0)
    return tuple(each) if all(each) and sum(each) == wanted.days else ()


def _renumbered(before: TripBrief, after: TripBrief, numbers: Mapping[int, int]) -> TripBrief:
    """Return the brief with what it keeps of a day bound to that day's new number; what is new has its own."""
    if all(old == new for old, new in numbers.items()):
        return after
    days = len(numbers) + sum(number > len(numbers) for number in numbers.values())

    def moved(wish: DayWish) -> DayWish:
        if not isinstance(wish.day, int) or wish not in before.day_wishes:
            return wish
        return dataclasses.replace(wish, day=min(numbers.get(wish.day, wish.day), MAX_DAYS))

    def rebooked(own: FixedVisit) -> FixedVisit:
        if own.day is None or own not in before.bookings:
            return own
        return dataclasses.replace(own, day=min(numbers.get(own.day, own.day), MAX_DAYS))

    def moved_on(hotel: LaterLodging) -> LaterLodging:
        if hotel not in before.lodging.later:
            return hotel
        return dataclasses.replace(hotel, since=min(numbers.get(hotel.since, hotel.since), MAX_DAYS))

    wishes = tuple(map(moved, after.day_wishes))
    kept = tuple(wish for wish in wishes if not isinstance(wish.day, int) or wish.day <= (after.days or days))
    lodging = dataclasses.replace(after.lodging, later=tuple(map(moved_on, after.lodging.later)))
    return dataclasses.replace(after, day_wishes=kept, bookings=tuple(map(rebooked, after.bookings)), lodging=lodging)


def _merged(base: PlanRequest, held: PlanRequest, wanted: PlanRequest, plan: Itinerary) -> PlanRequest:
    """Return the held request with what is another thing in the wanted one than in the base."""
    found: dict[str, Any] = {}
    for field in dataclasses.fields(PlanRequest):
        was, is_now, stands = (getattr(each, field.name) for each in (base, wanted, held))
        if field.name == "cities":
            found["cities"] = _cities(base, held, wanted, plan)
        elif was == is_now:
            continue
        elif field.name == "day_windows":
            found["day_windows"] = _windows(was, stands, is_now)
        elif isinstance(stands, tuple):
            lost = [each for each in was if each not in is_now]
            kept = tuple(each for each in stands if each not in lost)
            found[field.name] = (*kept, *(each for each in is_now if each not in was and each not in kept))
        else:
            found[field.name] = is_now
    return dataclasses.replace(held, **found)


def _cities(base: PlanRequest, held: PlanRequest, wanted: PlanRequest, plan: Itinerary) -> tuple[CityStay, ...]:
    """Return the cities in the wanted order, where that is new; each with its hotel and days of before where they are
    not.
    """
    of_base, of_held, new = (by_turn(each.cities) for each in (base, held, wanted))
    is_reordered = list(of_base) != list(new)
    days = _days_each(wanted, plan) if wanted.days != base.days or is_reordered else ()
    each = dict(zip(new, days, strict=False))
    found = []
    for turn in new if is_reordered else of_held:
        is_now, was, stands = new[turn], of_base.get(turn), of_held.get(turn)
        if was is None or stands is None:
            found.append(dataclasses.replace(is_now, days=each.get(turn, is_now.days)))
            continue
        changes = {
            field.name: getattr(is_now, field.name)
            for field in dataclasses.fields(CityStay)
            if getattr(is_now, field.name) != getattr(was, field.name)
        }
        if each:
            changes["days"] = each[turn]
        elif wanted.days != base.days and "days" not in changes:
            changes["days"] = is_now.days
        found.append(dataclasses.replace(stands, **changes))
    return tuple(found)


def _windows(
    was: Sequence[DayWindow], stands: Sequence[DayWindow], is_now: Sequence[DayWindow]
) -> tuple[DayWindow, ...]:
    """Return the windows of the days, each part of one as it is now where it was something else."""
    of = [{window.day: window for window in each} for each in (was, stands, is_now)]
    found = []
    for day in sorted(set().union(*of)):
        before, held, now = (each.get(day, DayWindow(day)) for each in of)
        parts = {
            name: getattr(now, name) if getattr(now, name) != getattr(before, name) else getattr(held, name)
            for name in _WINDOW
        }
        if any(value is not None for value in parts.values()):
            found.append(DayWindow(day, **parts))
    return tuple(found)
