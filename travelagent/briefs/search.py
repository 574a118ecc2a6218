"""The search for a plan: one job of a worker, from the request of a brief to the plan and its alternatives.

The plan is made better where little is missing (an earlier start, an evening, a night out of town, stops on the way)
as long as there is time for it.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeVar

from travelagent.briefs.compile import rests_of
from travelagent.briefs.hours import BEDTIME, bedtime_of, day_with_a_free_evening
from travelagent.briefs.rules import AppliedRule
from travelagent.briefs.search_rules import (
    LATE_EVENING,
    ON_THE_WAY,
    SECOND_BASE,
    best_early,
    evening_out,
    fits_early,
    late_evening,
    nights_elsewhere,
    stops_note,
    without_rest,
)
from travelagent.briefs.values import TripBrief
from travelagent.planning.editing import Edited
from travelagent.planning.edits.apply import apply_edits, requested
from travelagent.planning.edits.days import EndBy
from travelagent.planning.edits.sights import Add, Move, Visiting
from travelagent.planning.edits.trip import RestAt
from travelagent.planning.evenings import Evening, evenings, has_early_sleepers, is_better_with, settled
from travelagent.planning.planner import Planner
from travelagent.planning.second_base import MOST_NIGHTS, NightsOut, gain, nights_to_try, travel_minutes
from travelagent.planning.stopovers import drives_to_try, stops_on
from travelagent.planning.stopovers import gain as stops_gain
from travelagent.planning.wishes import early_starts, kept, timely_starts, unmet, unmissable, with_demands
from travelagent.plans.errors import Infeasible, Unverified
from travelagent.plans.outcomes import Alternative
from travelagent.plans.requests import window_of
from travelagent.plans.values import PACES, Edit, Itinerary, LocalizedText, PlanRequest, Sight

T = TypeVar("T")

PATIENCE_S = 6.0
"""Seconds after which a search stops trying to make its plan better."""


@dataclass(frozen=True, slots=True)
class Searched:
    """A plan with the request that it answers, what else it could be, the rules that acted, and notes on the rest."""

    request: PlanRequest
    itinerary: Itinerary
    alternatives: tuple[Alternative, ...]
    rules: tuple[AppliedRule, ...]
    notes: tuple[LocalizedText, ...]


def searched(planner: Planner, brief: TripBrief, request: PlanRequest, sights: Sequence[Sight]) -> Searched:
    """Return the best plan found for the request of a brief. `sights`: all of its cities.

    Raises InvalidRequest, Infeasible, Stopped.
    """
    search = _Search(sights, planner)
    request, itinerary = search.plan(request, brief)
    if ON_THE_WAY not in brief.rules_off:
        request, itinerary = search.with_stops_on_the_way(request, itinerary)
    if has_free_nights(brief):
        request, itinerary = search.with_nights_elsewhere(request, itinerary)
    request, itinerary = search.with_evenings(request, itinerary, brief)
    request, itinerary = search.with_timely_starts(request, itinerary)
    for rest in rests_of(brief, request.days):
        rested = planner.edit(itinerary, request, [RestAt(rest.start, rest.minutes, rest.days)], sights)
        request, itinerary = rested.request, rested.itinerary
    notes = (*search.notes, *without_rest(brief, request, itinerary))
    others = planner.alternatives(itinerary, request, sights, until=search.ends)
    return Searched(request, itinerary, others, search.rules, notes)


@dataclass(frozen=True, slots=True)
class EditSearched:
    """What came of edits, and what else the plan could be now."""

    edited: Edited
    alternatives: tuple[Alternative, ...]


def edit_searched(
    planner: Planner,
    brief: TripBrief,
    before: Itinerary,
    request: PlanRequest,
    edits: Sequence[Edit],
    sights: Sequence[Sight],
    *,
    mend: bool,
    days: Collection[int],
    varies: bool,
) -> EditSearched:
    """Return the plan after the edits, with one late evening where they fit no other way.

    `mend`, `days`: see `planning.editing`; `varies`: whether alternatives are wanted. Raises InvalidRequest,
    Infeasible, Stopped.
    """
    ends = time.monotonic() + PATIENCE_S
    try:
        found = planner.edit(before, request, edits, sights, mend=mend, days=days)
    except Infeasible as error:
        late = _with_a_late_evening(brief, before, request, edits, sights)
        if late is None:
            raise
        try:
            found = planner.edit(before, request, late, sights, mend=mend, days=days)
        except Infeasible:
            raise error from None
    if found.is_unchanged or not varies:
        return EditSearched(found, ())
    return EditSearched(found, planner.alternatives(found.itinerary, found.request, sights, until=ends))


class _Search:
    """The plan of one request, and the notes on how it was found."""

    def __init__(self, sights: Sequence[Sight], planner: Planner) -> None:
        self.sights, self.planner = sights, planner
        self.ends = time.monotonic() + PATIENCE_S
        self.notes: tuple[LocalizedText, ...] = ()
        self.rules: tuple[AppliedRule, ...] = ()

    def plan(self, request: PlanRequest, brief: TripBrief) -> tuple[PlanRequest, Itinerary]:
        """The plan, with one late evening where a sight that must be in does not fit before the children's bedtime."""
        try:
            return self._with_wishes(request)
        except Infeasible:
            day = _free_evening(brief, request)
            if day is None or not request.demanded:
                raise
            later = _with_usual_evening(request, day)
            found = self._with_wishes(later)
        self.rules += (AppliedRule(LATE_EVENING, late_evening(day)),)
        return found

    def _with_wishes(self, request: PlanRequest) -> tuple[PlanRequest, Itinerary]:
        """The plan, once more with a sight of every interest that it left unmet where that can be had."""
        itinerary = self.planner.plan(request, self.sights)
        wishes = unmet(itinerary, request, self.sights)
        if wishes:
            with suppress(Infeasible):
                itinerary = self.planner.plan(with_demands(request, wishes), self.sights)
        return self._with_early_starts(request, itinerary, wishes)

    def _with_early_starts(
        self, request: PlanRequest, itinerary: Itinerary, wishes: Sequence[str]
    ) -> tuple[PlanRequest, Itinerary]:
        """The plan with one more of what nobody should miss, where a day that begins earlier is all that it takes."""
        best = set(unmissable(itinerary, request, self.sights))
        for sight, start in self._in_time(early_starts(itinerary, request, self.sights).items()):
            with suppress(Infeasible):
                earlier = requested(request, [start])
                found = self.planner.plan(with_demands(earlier, (*wishes, sight)), self.sights)
                if not best <= {visit.sight for visit in found.visits}:
                    continue
                self.notes += (fits_early(start, self._name(sight)),)
                return earlier, found
        return request, itinerary

    def with_stops_on_the_way(self, request: PlanRequest, itinerary: Itinerary) -> tuple[PlanRequest, Itinerary]:
        """The plan with stops on its drives from city to city, those of all of them that are worth it at once, else of
        one after the other."""
        drives = drives_to_try(itinerary, request, self.sights)
        together = self._with_stops(drives, request, itinerary) if drives else None
        if together is not None:
            request, itinerary = together
        for city in self._in_time(drives if together is None and len(drives) > 1 else ()):
            found = self._with_stops((*request.stopovers, city), request, itinerary)
            request, itinerary = found or (request, itinerary)
        if request.stopovers:
            self.rules += (AppliedRule(ON_THE_WAY, stops_note(itinerary, request)),)
        return request, itinerary

    def _with_stops(
        self, cities: tuple[str, ...], request: PlanRequest, itinerary: Itinerary
    ) -> tuple[PlanRequest, Itinerary] | None:
        """The plan with stops on the drives to these cities, or to those of them where there are any, where it is
        better and loses nothing; None where it is not."""
        wanted = dataclasses.replace(request, stopovers=cities)
        with suppress(Infeasible, Unverified):
            found = self.planner.plan(wanted, self.sights)
            stopped = tuple(city for city in cities if stops_on(found, (city,)))
            if stopped != cities:
                wanted = dataclasses.replace(request, stopovers=stopped)
                found = self.planner.plan(wanted, self.sights)
            if stopped and stops_gain(itinerary, found) > 0 and self._loses_nothing(itinerary, found, request):
                return wanted, found
        return None

    def with_nights_elsewhere(self, request: PlanRequest, itinerary: Itinerary) -> tuple[PlanRequest, Itinerary]:
        """The plan with the nights out of town that are worth more than they cost, the best one after the other."""
        usual = itinerary
        for _ in range(MOST_NIGHTS):
            found = self._best_night(request, itinerary)
            if found is None:
                break
            request, itinerary = found
        if request.nights:
            spared = travel_minutes(usual) - travel_minutes(itinerary)
            self.rules += (AppliedRule(SECOND_BASE, nights_elsewhere(request.nights, spared)),)
        return request, itinerary

    def _best_night(self, request: PlanRequest, itinerary: Itinerary) -> tuple[PlanRequest, Itinerary] | None:
        """The plan with one more night out of town, the one that is worth most; None where none is worth it."""
        best, most = None, 0.0
        for tried in self._in_time(nights_to_try(itinerary, request)):
            found = self._with_night(tried, request, itinerary)
            if found is not None and (worth := gain(itinerary, found[1], tried, request.nights)) > most:
                best, most = found, worth
        return best

    def _with_night(
        self, tried: NightsOut, request: PlanRequest, itinerary: Itinerary
    ) -> tuple[PlanRequest, Itinerary] | None:
        """The sound plan with those nights that reaches the base in time and loses nothing; None for none."""
        for wanted in tried.applied_to(request):
            with suppress(Infeasible, Unverified):
                found = self.planner.plan(wanted, self.sights)
                if tried.is_reached_in(found) and self._loses_nothing(itinerary, found, request):
                    return wanted, found
        return None

    def _loses_nothing(self, before: Itinerary, after: Itinerary, request: PlanRequest) -> bool:
        """Whether the later plan has all that nobody should miss and the interests of the earlier one."""
        missed = set(unmissable(before, request, self.sights)) - {visit.sight for visit in after.visits}
        return not missed and set(unmet(after, request, self.sights)) <= set(unmet(before, request, self.sights))

    def with_timely_starts(self, request: PlanRequest, itinerary: Itinerary) -> tuple[PlanRequest, Itinerary]:
        """The plan with days that begin somewhat earlier for what is best seen early."""
        for sight, start in self._in_time(timely_starts(itinerary, request, self.sights).items()):
            with suppress(Infeasible):
                found = self.planner.edit(itinerary, request, [start], self.sights)
                request, itinerary = found.request, found.itinerary
                self.notes += (best_early(start, self._name(sight)),)
        return request, itinerary

    def with_evenings(
        self, request: PlanRequest, itinerary: Itinerary, brief: TripBrief
    ) -> tuple[PlanRequest, Itinerary]:
        """The plan of a party that goes to bed early with what is best seen after dark, one of its evenings late."""
        if not has_early_sleepers(request):
            return request, itinerary
        is_late = any(rule.name == LATE_EVENING for rule in self.rules)
        late_days = () if is_late else _late_days(brief, request)
        for _ in range(request.days):
            found = self._evening_out(request, itinerary, late_days)
            if found is None:
                break
            evening, request, itinerary = found
            if evening.late is not None:
                late_days = ()
                self.rules += (AppliedRule(LATE_EVENING, evening_out(evening.sight, evening.late)),)
        return request, itinerary

    def _evening_out(
        self, request: PlanRequest, itinerary: Itinerary, late_days: Collection[int]
    ) -> tuple[Evening, PlanRequest, Itinerary] | None:
        wishes = kept(itinerary, request, request, self.sights)
        for evening in self._in_time(evenings(itinerary, request, self.sights, late_days)):
            with suppress(Infeasible):
                found = self.planner.plan(evening.applied_to(request, wishes), self.sights)
                own, held = settled(found, evening, request, self.sights)
                if held.certificate.feasible and is_better_with(evening, itinerary, held, request, self.sights):
                    return evening, own, held
        return None

    def _in_time(self, tries: Iterable[T]) -> Iterator[T]:
        """Yield what there is still time to try."""
        return takewhile(lambda _: time.monotonic() < self.ends, tries)

    def _name(self, sight: str) -> LocalizedText:
        return next(known.name for known in self.sights if known.id == sight)


def has_free_nights(brief: TripBrief) -> bool:
    """Return whether a night may be spent elsewhere: no lodging was stated, and the rule is not switched off."""
    is_stated = brief.lodging.place or brief.lodging.near or brief.lodging.later
    return not is_stated and SECOND_BASE not in brief.rules_off


def _free_evening(brief: TripBrief, request: PlanRequest) -> int | None:
    """The day whose evening may be late for the children; None where none is, or the rules are switched off."""
    hour = bedtime_of(brief)
    if hour is None or {"bedtime", LATE_EVENING} & set(brief.rules_off):
        return None
    return day_with_a_free_evening(
        request.day_windows,
        hour,
        arrival_day=1 if request.arrival else None,
        departure_day=request.days if request.departure else None,
    )


def _late_days(brief: TripBrief, request: PlanRequest) -> tuple[int, ...]:
    """The days whose evening may be late: no journey ends them, and nothing but a bedtime or the pace ends it."""
    hour = bedtime_of(brief)
    if {"bedtime", LATE_EVENING} & set(brief.rules_off) or (hour is not None and hour < BEDTIME):
        return ()
    journeys = {1 if request.arrival else None, request.days if request.departure else None}
    days = (day for day in range(1, request.days + 1) if day not in journeys)
    return tuple(day for day in days if window_of(request, day).end in (None, hour))


def _with_a_late_evening(
    brief: TripBrief, plan: Itinerary, request: PlanRequest, edits: Sequence[Edit], sights: Sequence[Sight]
) -> tuple[Edit, ...] | None:
    """Return the edits with one evening later than the children's bedtime, for the sights that they wish for: that of
    a day that they add before any other. None where they wish for none, or no evening may be late."""
    hour = bedtime_of(brief)
    wishes = any(isinstance(edit, Add | Move | Visiting) for edit in edits)
    if hour is None or not wishes or {"bedtime", LATE_EVENING} & set(brief.rules_off):
        return None
    after = apply_edits(request, edits, plan, sights).request
    added = [window for window in after.day_windows if window.day > request.days]
    day = day_with_a_free_evening(
        [*added, *after.day_windows],
        hour,
        arrival_day=1 if after.arrival else None,
        departure_day=after.days if after.departure else None,
    )
    return None if day is None else (*edits, EndBy(day, PACES[after.pace].end))


def _with_usual_evening(request: PlanRequest, day: int) -> PlanRequest:
    usual = PACES[request.pace].end
    windows = (dataclasses.replace(w, end=usual) if w.day == day else w for w in request.day_windows)
    return dataclasses.replace(request, day_windows=tuple(windows))
