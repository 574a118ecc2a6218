"""The single entry to changing a plan: edits, each laid out as requested or searched for, whoever asks.

Where the traveller spells out the order of a day (edits whose `is_exact` holds), the days are laid out in that order
(by_hand.py) and all others stay to the minute; what then does not hold is mended by a search, or kept with a
certificate that names it. Everything else is searched for with as little change as can be (replan.py). What was
requested is written into the request, so that every later change keeps to it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from travelagent.planning.by_hand import Stop, laid_out_by_hand
from travelagent.planning.diff import describe, diff
from travelagent.planning.early_days import begins_early
from travelagent.planning.edits.apply import apply_edits, names_of
from travelagent.planning.edits.days import KeepIndoors
from travelagent.planning.edits.draft import Draft
from travelagent.planning.edits.sights import Move, SetPin, SightEdit
from travelagent.planning.edits.trip import FURTHER, Cheaper, RestAt, SetThrift
from travelagent.planning.edits.under_way import GoOn
from travelagent.planning.frame import DayFrame, frame, meals_booked
from travelagent.planning.hardship import TOO_HARD, hard_days
from travelagent.planning.messages import message
from travelagent.planning.onward import onward
from travelagent.planning.relax import on_the_added_day
from travelagent.planning.renumbering import with_bookings_renumbered
from travelagent.planning.replan import as_planned, on_the_same_dates, replan
from travelagent.planning.rests import with_rests
from travelagent.planning.solve import Cancelled, Progress
from travelagent.planning.taste import worth
from travelagent.planning.variants import saves
from travelagent.plans.errors import Infeasible
from travelagent.plans.outcomes import Difference, Replanned
from travelagent.plans.requests import booking_index, pin_of
from travelagent.plans.values import (
    Assumption,
    DayPlan,
    Edit,
    EditContext,
    Itinerary,
    LeftOut,
    LocalizedText,
    PlanRequest,
    Sight,
    Visit,
)
from travelagent.plans.words import MEAL_NAMES, sentence
from travelagent.travel.legs import EstimatedLegs, LegProvider
from travelagent.verifier import verify

HARDER = 2
"""So many times is less to pay tried for harder where the first try saves nothing."""


@dataclass(frozen=True, slots=True)
class Edited:
    """A plan after edits.

    `request`: as it is now; `difference`: from the plan before; `done`: what was done, in sentences;
    `is_unchanged`: whether the plan has nothing better for what was requested, and so is as before.
    """

    request: PlanRequest
    itinerary: Itinerary
    difference: Difference
    done: tuple[LocalizedText, ...] = ()
    is_unchanged: bool = False


def edit_plan(
    before: Itinerary,
    request: PlanRequest,
    edits: Sequence[Edit],
    sights: Sequence[Sight],
    legs: LegProvider | None = None,
    *,
    mend: bool = True,
    days: Collection[int] = (),
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Edited:
    """Return the plan after the edits, in their order; without any, mended where it does not hold.

    `mend` false: what the traveller spelt out is kept even where it does not hold, and the certificate names it. `days`
    are planned anew in any case. Raises InvalidRequest for what the plan does not have, and Infeasible; then nothing is
    changed.
    """
    editing = _Editing(before, sights, legs or EstimatedLegs(), mend, tuple(days), progress, cancelled)
    found = [editing.step(request, group) for group in _groups(edits, bool(days))]
    return found[0] if len(found) == 1 else _joined(before, found) if found else editing.step(request, ())


def _groups(edits: Sequence[Edit], with_days: bool) -> Iterator[tuple[Edit, ...]]:
    """The edits that are done at once; one of them a search where days are to be planned anew."""

    def manner(each: tuple[int, Edit]) -> tuple[bool, int]:
        """Whether the edit is laid out by hand, and its number where it is done by itself."""
        index, edit = each
        return edit.is_exact, index if isinstance(edit, GoOn | RestAt) else -1

    searched = False
    for (is_exact, single), group in groupby(enumerate(edits), key=manner):
        searched |= not is_exact and single < 0
        yield tuple(edit for _, edit in group)
    if with_days and edits and not searched:
        yield ()


def _joined(before: Itinerary, steps: Sequence[Edited]) -> Edited:
    last = steps[-1]
    return dataclasses.replace(
        last,
        difference=diff(before, last.itinerary),
        done=tuple(text for step in steps for text in step.done),
        is_unchanged=all(step.is_unchanged for step in steps),
    )


class _Editing:
    """A plan, changed step by step."""

    def __init__(
        self,
        plan: Itinerary,
        sights: Sequence[Sight],
        legs: LegProvider,
        mend: bool,
        days: tuple[int, ...],
        progress: Progress | None,
        cancelled: Cancelled | None,
    ) -> None:
        self.plan, self.sights, self.legs = plan, sights, legs
        self.known = {sight.id: sight for sight in sights}
        self.mend, self.days, self.progress, self.cancelled = mend, days, progress, cancelled
        self.request: PlanRequest | None = None

    def step(self, request: PlanRequest, edits: Sequence[Edit]) -> Edited:
        """Do these edits upon the plan as it stands. `request`: the one that the first plan answers."""
        found = self._done(self.request or request, edits)
        self.plan, self.request = found.itinerary, found.request
        return found

    def _done(self, request: PlanRequest, edits: Sequence[Edit]) -> Edited:
        match edits:
            case [GoOn() as situation]:
                return self._searched_for(request, edits, onward(self.plan, request, situation, self.sights, self.legs))
            case [RestAt() as wish]:
                rested = with_rests(self.plan, request, wish.rest, self.sights, self.legs)
                after = Replanned(rested.request, rested.itinerary, diff(self.plan, rested.itinerary))
                return self._searched_for(request, edits, after)
        exact = [edit for edit in edits if isinstance(edit, SightEdit) and edit.is_exact]
        return self._arrange(request, exact) if exact else self._search(request, tuple(edits))

    # ---- laid out as requested

    def _arrange(self, request: PlanRequest, edits: Sequence[SightEdit]) -> Edited:
        before, draft, requested = self.plan, Draft(self.plan), as_planned(self.plan, request)
        done = []
        for edit in edits:
            context = EditContext(requested, draft.itinerary, self.sights)
            done.append(edit.arrange(draft, context))
            cancelled = edit.cancelled_bookings()
            if cancelled:
                days = tuple(with_bookings_renumbered(day, requested, cancelled) for day in before.days)
                before = dataclasses.replace(before, days=days)
            requested = edit.apply(context)
        frames = frame(requested, self.sights, self.legs) if draft.touched else ()
        touched = {here.day: here for here in frames if here.day in draft.touched}
        days = self._laid_out(draft.days.values(), requested, touched)
        found = self._written(before, days, requested, request)
        if not self.mend and not found.itinerary.certificate.feasible:
            moved = {edit.visit for edit in edits if isinstance(edit, Move)}
            held = {pin.sight for pin in request.pinned} | {edit.visit for edit in edits if isinstance(edit, SetPin)}
            days, requested = _unpinned(moved - held, days, requested)
            found = self._written(before, days, requested, request)
        elif not found.itinerary.certificate.feasible:
            mended = replan(found.itinerary, found.request, (), self.sights, self.legs, cancelled=self.cancelled)
            difference = diff(before, mended.itinerary)
            return Edited(mended.request, mended.itinerary, difference, (*done, *describe(mended.difference)))
        lost = _meals_lost(before, found.itinerary.days, found.request)
        return dataclasses.replace(found, done=(*done, *lost, *self._too_hard(before, found)))

    def _laid_out(
        self, days: Iterable[DayPlan], requested: PlanRequest, touched: Mapping[int, DayFrame]
    ) -> tuple[DayPlan, ...]:
        """All days, those that were touched laid out anew in their order."""

        def laid_out(day: DayPlan) -> DayPlan:
            stops = [_stop_of(visit, requested, self.known) for visit in day.visits]
            frame = touched[day.day]
            if begins_early(day, frame):
                frame = dataclasses.replace(frame, start=day.start)
            return laid_out_by_hand(frame, stops, requested, self.legs)

        return tuple(laid_out(day) if day.day in touched else day for day in days)

    def _written(
        self, before: Itinerary, days: tuple[DayPlan, ...], requested: PlanRequest, request: PlanRequest
    ) -> Edited:
        """The plan of these days with its certificate, on the dates that were asked for."""
        visited = {visit.sight for day in days for visit in day.visits}
        assumptions = [
            text for text in self.plan.assumptions if not (isinstance(text, Assumption) and text.rule == TOO_HARD)
        ]
        itinerary = dataclasses.replace(
            self.plan,
            assumptions=(*assumptions, *hard_days(days, requested, self.sights)),
            days=tuple(_without_taken_alternates(day, visited) for day in days),
            left_out=_left_out(self.plan, visited, self.known),
            score=round(sum((worth(self.known[s], request.interests) for s in visited if s in self.known), 0.0), 2),
        )
        itinerary = dataclasses.replace(itinerary, certificate=verify(itinerary, requested, self.sights))
        return Edited(dataclasses.replace(requested, start_date=request.start_date), itinerary, diff(before, itinerary))

    # ---- searched for

    def _search(self, request: PlanRequest, edits: tuple[Edit, ...]) -> Edited:
        try:
            found = self._first_possible(request, self._attempts(request, edits))
        except Infeasible:
            spelt_out = [edit.spelt_out() for edit in edits]
            if self.mend or not edits:
                raise
            if None not in spelt_out:
                return self._arrange(request, [edit for edit in spelt_out if isinstance(edit, SightEdit)])
            if not all(edit.keeps_order for edit in edits):
                raise
            return self._in_the_old_order(request, edits)
        only_cheaper = bool(edits) and all(isinstance(edit, Cheaper) for edit in edits)
        if only_cheaper:
            for _ in range(HARDER):
                if saves(self.plan, found):
                    break
                found = self._replanned(request, (SetThrift(found.request.thrift * FURTHER),))
        same = len(found.difference.same_days) == len(self.plan.days)
        only_rain = bool(edits) and all(isinstance(edit, KeepIndoors) for edit in edits)
        if only_cheaper and not saves(self.plan, found):
            return Edited(request, self.plan, diff(self.plan, self.plan), is_unchanged=True)
        if only_rain and same:  # what was requested for the day holds for later changes
            return Edited(found.request, found.itinerary, diff(self.plan, found.itinerary), is_unchanged=True)
        return self._searched_for(request, edits, found)

    def _attempts(self, request: PlanRequest, edits: tuple[Edit, ...]) -> Iterator[tuple[Edit, ...]]:
        """The edits as they are tried, one after the other, until they can be had."""
        added = on_the_added_day(on_the_same_dates(self.plan, request), edits, self.sights, self.legs)
        if added is not None:
            yield added
        yield edits
        weaker = tuple(edit.weaker() or edit for edit in edits)
        if weaker != edits:
            yield weaker

    def _first_possible(self, request: PlanRequest, attempts: Iterable[tuple[Edit, ...]]) -> Replanned:
        """The plan after the first of the edits that can be had. Raises Infeasible, telling of the first."""
        refused: Infeasible | None = None
        for edits in attempts:
            try:
                return self._replanned(request, edits)
            except Infeasible as error:
                refused = refused or error
        assert refused is not None
        raise refused

    def _replanned(self, request: PlanRequest, edits: Sequence[Edit]) -> Replanned:
        return replan(
            self.plan, request, edits, self.sights, self.legs,
            days=self.days, progress=self.progress, cancelled=self.cancelled,
        )  # fmt: skip

    def _in_the_old_order(self, request: PlanRequest, edits: Sequence[Edit]) -> Edited:
        """The days at their new hours and ends, with the visits of before in their order, whether it works or not."""
        requested = as_planned(self.plan, request)
        after = apply_edits(requested, edits, self.plan, self.sights).request
        old, new = (frame(each, self.sights, self.legs) for each in (requested, after))
        touched = {now.day: now for was, now in zip(old, new, strict=True) if was != now}
        found = self._written(self.plan, self._laid_out(self.plan.days, after, touched), after, request)
        return dataclasses.replace(found, done=self._sentences(after, edits))

    def _searched_for(self, request: PlanRequest, edits: Sequence[Edit], found: Replanned) -> Edited:
        done = (*self._sentences(request, edits), *describe(found.difference), *self._too_hard(self.plan, found))
        return Edited(found.request, found.itinerary, found.difference, done)

    def _too_hard(self, before: Itinerary, after: Replanned | Edited) -> Iterator[LocalizedText]:
        """A sentence for every day that is too hard for those who go by what they asked for, and was not before."""
        hard_before = set(hard_days(before.days, after.request, self.sights))
        found = (
            text for text in hard_days(after.itinerary.days, after.request, self.sights) if text not in hard_before
        )
        return (LocalizedText(text.en, text.zh) for text in found)

    def _sentences(self, request: PlanRequest, edits: Sequence[Edit]) -> tuple[LocalizedText, ...]:
        """What was asked for, in sentences."""
        names = {**names_of(request, self.known), **{stay.id: stay.name for stay in request.cities}}
        found = (edit.words(names) for edit in edits)
        return tuple(sentence(words) for words in found if words)


def _unpinned(
    loose: Collection[str], days: tuple[DayPlan, ...], requested: PlanRequest
) -> tuple[tuple[DayPlan, ...], PlanRequest]:
    """The days, and what is asked, without these sights being held: a search may mend where they do not fit."""

    def visits(day: DayPlan) -> tuple[Visit, ...]:
        return tuple(dataclasses.replace(v, pinned=v.pinned and v.sight not in loose) for v in day.visits)

    pinned = tuple(pin for pin in requested.pinned if pin.sight not in loose)
    freed = tuple(dataclasses.replace(day, visits=visits(day)) for day in days)
    return freed, dataclasses.replace(requested, pinned=pinned)


def _stop_of(visit: Visit, request: PlanRequest, sights: dict[str, Sight]) -> Stop:
    """The visit as it is laid out by hand, bound to the hour of its booking or pin."""
    if visit.sight is None:
        booking = booking_index(request, visit.id)
        return Stop(visit, begin=visit.arrive if booking is None else request.fixed[booking].start)
    pin = pin_of(request, visit.sight)
    return Stop(visit, sights.get(visit.sight), pin.start if pin else None)


def _meals_lost(before: Itinerary, days: Iterable[DayPlan], request: PlanRequest) -> Iterator[LocalizedText]:
    """A sentence for every meal that a day had and has no time for after the edits."""
    had = {day.day: {meal.kind for meal in day.meals} for day in before.days}
    for day in days:
        has = {*(meal.kind for meal in day.meals), *meals_booked(request, day.day)}
        for kind, name in MEAL_NAMES.items() if day.visits else ():
            if kind in had.get(day.day, ()) and kind not in has:
                yield message("done.meal_lost", day=day.day, name=name)


def _without_taken_alternates(day: DayPlan, visited: set[str | None]) -> DayPlan:
    """The day without alternates that are in the plan by now."""
    return dataclasses.replace(
        day,
        visits=tuple(
            dataclasses.replace(visit, alternates=tuple(a for a in visit.alternates if a.sight not in visited))
            for visit in day.visits
        ),
    )


def _left_out(before: Itinerary, visited: set[str | None], known: dict[str, Sight]) -> tuple[LeftOut, ...]:
    """What is left out now: what was and still is, and what was taken out by hand."""
    taken_out = [
        LeftOut(
            visit.sight,
            visit.name,
            message("left_out.taken_out"),
            message("left_out.add_again"),
        )
        for visit in before.visits
        if visit.sight in known and visit.sight not in visited
    ]
    return (*taken_out, *(left for left in before.left_out if left.sight not in visited))
