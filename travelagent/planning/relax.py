"""What clashes when not all demands can be kept, and the cheapest edits that make the trip possible.

Both are proven where the demands are few (placement.py). A larger set is first thinned out by the search: what is not
needed for the clash is dropped, one demand after the other.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from itertools import combinations, islice

from travelagent.planning.constraints.base import Edits, Rule
from travelagent.planning.constraints.day_hours import EARLIEST_START, EXTENSIONS, DayHours
from travelagent.planning.constraints.of_request import rules_of
from travelagent.planning.constraints.pace import PaceCap
from travelagent.planning.edits.apply import price, requested
from travelagent.planning.edits.days import AddDays, SetStartDate, StartAt
from travelagent.planning.edits.sights import Add, Drop, Visiting
from travelagent.planning.fixed_stops import BookingsClash
from travelagent.planning.frame import first_day, frame
from travelagent.planning.placement import EXACT_DEMANDS, Placements, placements
from travelagent.planning.problem import build
from travelagent.planning.taste import worth
from travelagent.plans.errors import InvalidRequest
from travelagent.plans.fields import MAX_DAYS
from travelagent.plans.requests import booking_id, day_hours, without_bookings
from travelagent.plans.values import DayWindow, PlanRequest, Sight
from travelagent.travel.legs import LegProvider

MOST_EXTRA_DAYS = 5
MOST_TRIALS = 300
"""So many sets of bookings are tried for a clash, or to be given up: all pairs of 24."""
OTHER_DATES = (1, -1, 2, -2, 3, -3, 4, 5, 6)
"""Days by which the trip may be moved."""


def with_only_demands(request: PlanRequest, sights: Sequence[str]) -> PlanRequest:
    """Return the request with these of its demands; the others may be visited but need not."""
    return dataclasses.replace(
        request,
        must_see=tuple(sight for sight in request.must_see if sight in sights),
        held=tuple(sight for sight in request.held if sight in sights),
        pinned=tuple(pin for pin in request.pinned if pin.sight in sights),
    )


class Settlement:
    """Settles what a request demands of these sights and legs."""

    def __init__(self, request: PlanRequest, sights: Sequence[Sight], legs: LegProvider) -> None:
        self.request, self.sights, self.legs = request, sights, legs
        self.known = {sight.id: sight for sight in sights}

    def placements(self, request: PlanRequest) -> Placements | None:
        """Return what fits of the request's demands.

        None when they are too many to be settled, the request is invalid or its bookings clash.
        """
        demands = request.demanded
        if len(demands) > EXACT_DEMANDS:
            return None
        try:
            frames = frame(request, self.sights, self.legs)
            problem = build(request, frames, [self.known[sight] for sight in demands], self.legs)
        except (InvalidRequest, BookingsClash):
            return None
        return placements(problem.without_taste(), demands)

    def holds(self, request: PlanRequest) -> bool:
        """Return whether all demands of the request fit."""
        found = self.placements(request)
        return found is not None and found.everything is not None

    def smallest_clash(self) -> tuple[str, ...]:
        """Return a set of fewest demands, bookings among them, that do not fit together."""
        clash: tuple[str, ...] = ()
        for bookings in self._few_bookings():
            if clash and len(bookings) >= len(clash):
                break
            found = self._clash_with(bookings)
            if found and (not clash or len(found) < len(clash)):
                clash = found
        return clash or tuple(booking_id(index) for index in range(len(self.request.fixed)))

    def _few_bookings(self) -> Iterator[tuple[int, ...]]:
        """Sets of bookings, by their numbers from 0, those of fewest first; as many as time allows to try."""
        numbers = range(len(self.request.fixed))
        return islice((some for size in range(len(numbers) + 1) for some in combinations(numbers, size)), MOST_TRIALS)

    def _clash_with(self, bookings: tuple[int, ...]) -> tuple[str, ...]:
        """A smallest clash of sights when only these bookings are kept; the bookings if they clash by themselves."""
        kept = tuple(self.request.fixed[index] for index in bookings)
        found = self.placements(dataclasses.replace(self.request, fixed=kept))
        ids = tuple(booking_id(index) for index in bookings)
        if found is None:
            return ids
        clash = found.smallest_clash()
        return (*clash, *ids) if clash else ()

    def cheapest_edits(self) -> Edits:
        """Return the cheapest edits after which all demands that are left can be kept."""
        rules, dates = rules_of(self.request), self.other_dates()
        pace = PaceCap.of(self.request, {})
        offers = [*self._drops(), *self._eased(*rules), *dates, *self._eased(pace), *self._more_days()]
        offers.sort(key=self._price)
        return next(edits for edits in offers if isinstance(edits[0], Drop) or self._hold_after(edits))

    def cheapest_extension(self) -> Edits | None:
        """Return the cheapest edits that keep all demands without giving one up or moving the dates, None where there
        are none.
        """
        pace, hours = PaceCap.of(self.request, {}), DayHours(self.request)
        offers = [*self._eased(pace, hours), *self._more_days()]
        offers.sort(key=self._price)
        return next((edits for edits in offers if self._hold_after(edits)), None)

    def _eased(self, *rules: Rule) -> Iterator[Edits]:
        """The edits that give up some of a rule, where giving up as much as can be would do."""
        for rule in rules:
            loosest = rule.loosest()
            if not loosest or self._hold_after(loosest):
                yield from rule.relaxations()

    def _price(self, edits: Edits) -> float:
        return price(edits, self.request, self.known)

    def _hold_after(self, edits: Edits) -> bool:
        """Whether all demands fit after the edits."""
        return self.holds(requested(self.request, edits, self.sights))

    def _drops(self) -> Iterator[Edits]:
        """The fewest bookings and the sights of least worth whose loss lets all the others be kept."""
        every = tuple(booking_id(index) for index in range(len(self.request.fixed)))
        for bookings in (*self._few_bookings(), range(len(every))):
            given_up = tuple(every[index] for index in bookings)
            found = self.placements(without_bookings(self.request, given_up))
            if found is None:
                continue
            kept = found.dearest([worth(self.known[sight], self.request.interests) for sight in found.demands])
            lost = tuple(sight for sight in found.demands if sight not in kept)
            if lost or given_up:
                yield (Drop((*lost, *given_up)),)
            if not lost:
                return

    def other_dates(self) -> Iterator[Edits]:
        """Yield the edits that begin the trip on another day, never before today."""
        request = self.request
        first = first_day(request, self.sights)
        for days in OTHER_DATES:
            moved = first + timedelta(days=days)
            if request.today is None or moved >= request.today:
                yield (SetStartDate(moved),)

    def _more_days(self) -> Iterator[Edits]:
        cities: dict[str | None, None] = dict.fromkeys(self.known[sight].city for sight in self.request.demanded)
        if any(stay.days is None for stay in self.request.cities):
            cities = {None: None}
        for days in range(1, min(MOST_EXTRA_DAYS, MAX_DAYS - self.request.days) + 1):
            yield from ((AddDays(days, city),) for city in cities)


def on_the_added_day(request: PlanRequest, edits: Edits, sights: Sequence[Sight], legs: LegProvider) -> Edits | None:
    """Return edits that add a day, with the sights that they add on that day, begun so early that it holds them.

    None where it does not, or it is not clear which day it is.
    """
    longer = [edit for edit in edits if isinstance(edit, AddDays)]
    wanted = [edit.sight for edit in edits if isinstance(edit, Add) and edit.day is None]
    if [edit.count for edit in longer] != [1] or not wanted or len(request.cities) > 1:
        return None
    settlement, day = Settlement(request, sights, legs), request.days + 1
    pinned = (*edits, *(Visiting(sight, day) for sight in wanted))
    begins = day_hours(request, DayWindow(day))[0]
    early = ((*pinned, StartAt(day, begins - minutes)) for minutes in EXTENSIONS if begins - minutes >= EARLIEST_START)
    return next(
        (attempt for attempt in (pinned, *early) if settlement.holds(requested(request, attempt, sights))), None
    )


def minimal_conflict(
    demands: tuple[str, ...], missing: tuple[str, ...], fits: Callable[[tuple[str, ...]], bool]
) -> tuple[str, ...]:
    """Return demands that do not fit together and of which none can be spared, by a deletion filter (Chinneck 1997)."""
    clash = demands
    for one in [*(d for d in demands if d not in missing), *reversed(missing)]:
        rest = tuple(other for other in clash if other != one)
        if rest and not fits(rest):
            clash = rest
    return clash
