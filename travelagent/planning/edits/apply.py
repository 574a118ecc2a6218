"""Several edits upon one request, one after the other, and what they cost and are called together."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from travelagent.planning.edits.base import Names
from travelagent.planning.renumbering import renumbered_days, with_bookings_renumbered
from travelagent.plans.requests import booking_id, with_days_renumbered, without_bookings
from travelagent.plans.values import Edit, EditContext, Itinerary, LocalizedText, PlanRequest, Sight
from travelagent.plans.words import REST, listed

NO_PLAN = Itinerary(cities=(), days=())


@dataclass(frozen=True, slots=True)
class Applied:
    """What is asked after edits.

    `request`: the one after them; `before`: the one before them, with its days and bookings under their new numbers;
    `itinerary`: the plan before them, likewise; `numbers`: every day's new number by its old one, those of days that
    are gone behind the last day; `given_up`: the visits that are to go with what was left out.
    """

    request: PlanRequest
    before: PlanRequest
    itinerary: Itinerary
    numbers: Mapping[int, int]
    given_up: frozenset[str] = frozenset()


def apply_edits(
    request: PlanRequest, edits: Iterable[Edit], itinerary: Itinerary = NO_PLAN, sights: Sequence[Sight] = ()
) -> Applied:
    """Return the request after the edits. Raises InvalidRequest for what the plan does not have."""
    found = Applied(request, request, itinerary, {day: day for day in range(1, request.days + 1)})
    for edit in edits:
        found = _applied(found, edit, sights)
    return found


def _applied(to: Applied, edit: Edit, sights: Sequence[Sight]) -> Applied:
    context = EditContext(to.request, to.itinerary, sights)
    after, itinerary, cancelled = edit.apply(context), to.itinerary, edit.cancelled_bookings()
    if not cancelled and (cancelled := _rests_of_gone_days(after)):
        after = without_bookings(after, cancelled)
    added = max(after.days - to.request.days, 0)
    gone = {number: number + added for number in to.numbers.values() if number > to.request.days}
    numbers = {**edit.day_numbers(context), **gone}
    before = with_days_renumbered(to.before, numbers)
    if any(old != new for old, new in numbers.items()):
        itinerary = renumbered_days(itinerary, numbers)
    if cancelled:
        days = tuple(with_bookings_renumbered(day, to.request, cancelled) for day in itinerary.days)
        itinerary, before = dataclasses.replace(itinerary, days=days), without_bookings(before, cancelled)
    given_up = to.given_up | edit.given_up(context)
    return Applied(after, before, itinerary, {day: numbers[now] for day, now in to.numbers.items()}, given_up)


def _rests_of_gone_days(request: PlanRequest) -> frozenset[str]:
    """The ids of the rests at the hotel on days that the request does not have any more."""
    gone = [booking.name == REST and (booking.day or 0) > request.days for booking in request.fixed]
    return frozenset(booking_id(index) for index, is_gone in enumerate(gone) if is_gone)


def requested(request: PlanRequest, edits: Iterable[Edit], sights: Sequence[Sight] = ()) -> PlanRequest:
    """Return the request after the edits. It may be invalid then, which the engine reports."""
    return apply_edits(request, edits, sights=sights).request


def price(edits: Iterable[Edit], request: PlanRequest, known: Mapping[str, Sight]) -> float:
    """Return what the edits cost the traveller, in worth, by the measure with which the search weighs minutes."""
    return sum(edit.price(request, known) for edit in edits)


def demand(edits: Iterable[Edit], names: Names) -> LocalizedText:
    """Return the edits as a demand without its full stop: "drop the zoo and add a day", “去掉动物园，增加一天”."""
    return listed((words for edit in edits if (words := edit.words(names)) is not None), " and ", "，")


def names_of(request: PlanRequest, known: Mapping[str, Sight]) -> dict[str, LocalizedText]:
    """Return the names of all sights, bookings and carried constraints by id."""
    bookings = {booking_id(index): booking.name for index, booking in enumerate(request.fixed)}
    constraints = {held.kind: held.text for held in request.constraints}
    return {**{sight.id: sight.name for sight in known.values()}, **bookings, **constraints}
