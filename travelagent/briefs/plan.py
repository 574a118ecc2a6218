"""From a compiled brief to a finished plan: the search, made better where little is missing, with its alternatives.

The engine is handed in: the planning package itself, or a pool of worker processes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from travelagent.briefs.compile import Compiled, rests_of
from travelagent.briefs.hours import BEDTIME, bedtime_of, day_with_a_free_evening
from travelagent.briefs.notes import NOTES, notes_on
from travelagent.briefs.rules import AppliedRule
from travelagent.briefs.values import TripBrief
from travelagent.catalog.origins import notices_of
from travelagent.planning import engine
from travelagent.planning.editing import Edited, edit_plan
from travelagent.planning.edits.apply import apply_edits, requested
from travelagent.planning.edits.days import EndBy, StartAt
from travelagent.planning.edits.sights import Add, Move, Visiting
from travelagent.planning.edits.trip import RestAt
from travelagent.planning.evenings import (
    LATE_END,
    Evening,
    evenings,
    has_early_sleepers,
    is_better_with,
    settled,
)
from travelagent.planning.rests import days_without
from travelagent.planning.second_base import (
    MOST_NIGHTS,
    PACKING_MINUTES,
    NightsOut,
    gain,
    nights_to_try,
    travel_minutes,
)
from travelagent.planning.stopovers import drives_to_try, stops_on
from travelagent.planning.stopovers import gain as stops_gain
from travelagent.planning.wishes import early_starts, kept, timely_starts, unmet, unmissable, with_demands
from travelagent.plans.errors import Infeasible, Unverified
from travelagent.plans.fields import clock
from travelagent.plans.outcomes import Alternative
from travelagent.plans.requests import window_of
from travelagent.plans.values import (
    PACES,
    Assumption,
    Edit,
    Itinerary,
    LocalizedText,
    Night,
    PlanRequest,
    Sight,
)
from travelagent.plans.words import duration
from travelagent.travel.legs import EstimatedLegs, LegProvider

LATE_EVENING, SECOND_BASE, ON_THE_WAY, NO_REST = "late_evening", "second_base", "stops_on_the_way", "no_rest"


@dataclass(frozen=True, slots=True)
class SearchRule:
    """A rule that acts in the search for a plan."""

    name: str
    figure: LocalizedText
    reason: LocalizedText


PLAN_RULES = (
    SearchRule(
        LATE_EVENING,
        LocalizedText(
            "one evening: until 21:30 for a sight of the night, as late as the pace allows for what must be in",
            "一个晚上：看夜景到 21:30，必去景点按节奏可到的最晚时间",
        ),
        LocalizedText(
            "What must be in is not given up for a bedtime, and neither are a city's lights.",
            "必去的景点和最好的夜景，不因睡觉时间而放弃。",
        ),
    ),
    SearchRule(
        SECOND_BASE,
        LocalizedText(
            f"a night out of town where it is worth more than {PACKING_MINUTES} minutes on the way",
            f"在城外住一晚，比路上 {PACKING_MINUTES} 分钟更值时",
        ),
        LocalizedText("Nobody likes to travel far out and back twice.", "同一段远路不必来回跑两趟。"),
    ),
    SearchRule(
        ON_THE_WAY,
        LocalizedText(
            "sights by which a drive from city to city is no more than 15% longer",
            "自驾转场途中，绕路不超过 15% 的景点",
        ),
        LocalizedText(
            "What lies on the road is seen on the road, not from either end.", "顺路的景点路上看，不必专程往返。"
        ),
    ),
)


LEAST_MINUTES_SPARED = 30
"""So many minutes less on the way are worth a word."""


class Engine(Protocol):
    """What computes plans; all raise what the planning package raises."""

    def plan(self, request: PlanRequest, sights: Sequence[Sight]) -> Itinerary:
        """Return the plan of a request."""
        ...

    def edit(
        self,
        before: Itinerary,
        request: PlanRequest,
        edits: Sequence[Edit],
        sights: Sequence[Sight],
        *,
        mend: bool = True,
        days: Collection[int] = (),
    ) -> Edited:
        """Return the plan after the edits, in their order; `mend` and `days` as `edit_plan` takes them."""
        ...

    def alternatives(
        self, itinerary: Itinerary, request: PlanRequest, sights: Sequence[Sight]
    ) -> tuple[Alternative, ...]:
        """Return other plans for the same request."""
        ...


@dataclass(frozen=True, slots=True)
class DirectEngine:
    """The planning package in this process, its plan searched for without alternatives."""

    legs: LegProvider = EstimatedLegs()  # noqa: RUF009  # it has no state

    def plan(self, request: PlanRequest, sights: Sequence[Sight]) -> Itinerary:
        """Return the plan of a request, computed in this process."""
        return engine.plan(request, sights, self.legs)

    def edit(
        self,
        before: Itinerary,
        request: PlanRequest,
        edits: Sequence[Edit],
        sights: Sequence[Sight],
        *,
        mend: bool = True,
        days: Collection[int] = (),
    ) -> Edited:
        """Return the plan after edits, computed in this process."""
        return edit_plan(before, request, edits, sights, self.legs, mend=mend, days=days)

    def alternatives(
        self, itinerary: Itinerary, request: PlanRequest, sights: Sequence[Sight]
    ) -> tuple[Alternative, ...]:
        """Return no alternatives."""
        return ()


@dataclass(frozen=True, slots=True)
class Planned:
    """A finished plan with the request that it answers, and what else it could be."""

    request: PlanRequest
    itinerary: Itinerary
    alternatives: tuple[Alternative, ...]


def plan_brief(brief: TripBrief, compiled: Compiled, sights: Sequence[Sight], planner: Engine) -> Planned:
    """Return the best plan found for a compiled brief; its assumptions begin with the rules that acted.

    Raises InvalidRequest, Infeasible, and what the planner raises.
    """
    search = _Search(sights, planner)
    request, itinerary = search.plan(compiled, brief)
    if ON_THE_WAY not in brief.rules_off:
        request, itinerary = search.with_stops_on_the_way(request, itinerary)
    if has_free_nights(brief):
        request, itinerary = search.with_nights_elsewhere(request, itinerary)
    request, itinerary = search.with_evenings(request, itinerary, brief)
    request, itinerary = search.with_timely_starts(request, itinerary)
    for rest in rests_of(brief, request.days):
        rested = planner.edit(itinerary, request, [RestAt(rest.start, rest.minutes, rest.days)], sights)
        request, itinerary = rested.request, rested.itinerary
    search.notes += without_rest(brief, request, itinerary)
    alternatives = planner.alternatives(itinerary, request, sights)
    rules = [*compiled.applied, *search.rules, *notes_on(brief, itinerary, request.today)]
    assumptions = [
        *notices_of(itinerary.cities),
        *(Assumption(rule.text.en, rule.text.zh, rule.name) for rule in rules),
        *search.notes,
    ]
    assuming = dataclasses.replace(itinerary, assumptions=(*assumptions, *itinerary.assumptions))
    return Planned(request, assuming, alternatives)


class _Search:
    """The plan of one request, and the notes on how it was found."""

    def __init__(self, sights: Sequence[Sight], engine: Engine) -> None:
        self.sights, self.engine = sights, engine
        self.notes: tuple[LocalizedText, ...] = ()
        self.rules: tuple[AppliedRule, ...] = ()

    def plan(self, compiled: Compiled, brief: TripBrief) -> tuple[PlanRequest, Itinerary]:
        """The plan, with one late evening where a sight that must be in does not fit before the children's bedtime."""
        request = compiled.request
        try:
            return self._with_wishes(request)
        except Infeasible:
            day = _free_evening(brief, request)
            if day is None or not request.demanded:
                raise
            later = _with_usual_evening(request, day)
            found = self._with_wishes(later)
        self.rules += (AppliedRule(LATE_EVENING, _late_evening(day)),)
        return found

    def _with_wishes(self, request: PlanRequest) -> tuple[PlanRequest, Itinerary]:
        """The plan, once more with a sight of every interest that it left unmet where that can be had."""
        itinerary = self.engine.plan(request, self.sights)
        wishes = unmet(itinerary, request, self.sights)
        if wishes:
            with suppress(Infeasible):
                itinerary = self.engine.plan(with_demands(request, wishes), self.sights)
        return self._with_early_starts(request, itinerary, wishes)

    def _with_early_starts(
        self, request: PlanRequest, itinerary: Itinerary, wishes: Sequence[str]
    ) -> tuple[PlanRequest, Itinerary]:
        """The plan with one more of what nobody should miss, where a day that begins earlier is all that it takes."""
        best = set(unmissable(itinerary, request, self.sights))
        for sight, start in early_starts(itinerary, request, self.sights).items():
            with suppress(Infeasible):
                earlier = requested(request, [start])
                found = self.engine.plan(with_demands(earlier, (*wishes, sight)), self.sights)
                if not best <= {visit.sight for visit in found.visits}:
                    continue
                self.notes += (_fits_early(start, self._name(sight)),)
                return earlier, found
        return request, itinerary

    def with_stops_on_the_way(self, request: PlanRequest, itinerary: Itinerary) -> tuple[PlanRequest, Itinerary]:
        """The plan with stops on its drives from city to city, those of all of them that are worth it at once, else of
        one after the other."""
        drives = drives_to_try(itinerary, request, self.sights)
        together = self._with_stops(drives, request, itinerary) if drives else None
        if together is not None:
            request, itinerary = together
        for city in drives if together is None and len(drives) > 1 else ():
            found = self._with_stops((*request.stopovers, city), request, itinerary)
            request, itinerary = found or (request, itinerary)
        if request.stopovers:
            self.rules += (AppliedRule(ON_THE_WAY, _stops_note(itinerary, request)),)
        return request, itinerary

    def _with_stops(
        self, cities: tuple[str, ...], request: PlanRequest, itinerary: Itinerary
    ) -> tuple[PlanRequest, Itinerary] | None:
        """The plan with stops on the drives to these cities, or to those of them where there are any, where it is
        better and loses nothing; None where it is not."""
        wanted = dataclasses.replace(request, stopovers=cities)
        with suppress(Infeasible, Unverified):
            found = self.engine.plan(wanted, self.sights)
            stopped = tuple(city for city in cities if stops_on(found, city))
            if stopped != cities:
                wanted = dataclasses.replace(request, stopovers=stopped)
                found = self.engine.plan(wanted, self.sights)
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
            self.rules += (AppliedRule(SECOND_BASE, _nights_elsewhere(request.nights, spared)),)
        return request, itinerary

    def _best_night(self, request: PlanRequest, itinerary: Itinerary) -> tuple[PlanRequest, Itinerary] | None:
        """The plan with one more night out of town, the one that is worth most; None where none is worth it."""
        best, most = None, 0.0
        for tried in nights_to_try(itinerary, request):
            found = self._with_night(tried, request, itinerary)
            if found is not None and (worth := gain(itinerary, found[1], tried, request.nights)) > most:
                best, most = found, worth
        return best

    def _with_night(
        self, tried: NightsOut, request: PlanRequest, itinerary: Itinerary
    ) -> tuple[PlanRequest, Itinerary] | None:
        """The plan with those nights that reaches the base in time and loses nothing; None where there is none."""
        for wanted in tried.applied_to(request):
            with suppress(Infeasible):
                found = self.engine.plan(wanted, self.sights)
                if tried.is_reached_in(found) and self._loses_nothing(itinerary, found, request):
                    return wanted, found
        return None

    def _loses_nothing(self, before: Itinerary, after: Itinerary, request: PlanRequest) -> bool:
        """Whether the later plan has all that nobody should miss and the interests of the earlier one."""
        missed = set(unmissable(before, request, self.sights)) - {visit.sight for visit in after.visits}
        return not missed and set(unmet(after, request, self.sights)) <= set(unmet(before, request, self.sights))

    def with_timely_starts(self, request: PlanRequest, itinerary: Itinerary) -> tuple[PlanRequest, Itinerary]:
        """The plan with days that begin somewhat earlier for what is best seen early."""
        for sight, start in timely_starts(itinerary, request, self.sights).items():
            with suppress(Infeasible):
                found = self.engine.edit(itinerary, request, [start], self.sights)
                request, itinerary = found.request, found.itinerary
                self.notes += (_best_early(start, self._name(sight)),)
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
                self.rules += (AppliedRule(LATE_EVENING, _evening_out(evening.sight, evening.late)),)
        return request, itinerary

    def _evening_out(
        self, request: PlanRequest, itinerary: Itinerary, late_days: Collection[int]
    ) -> tuple[Evening, PlanRequest, Itinerary] | None:
        wishes = kept(itinerary, request, request, self.sights)
        for evening in evenings(itinerary, request, self.sights, late_days):
            with suppress(Infeasible):
                found = self.engine.plan(evening.applied_to(request, wishes), self.sights)
                own, held = settled(found, evening, request, self.sights)
                if held.certificate.feasible and is_better_with(evening, itinerary, held, request, self.sights):
                    return evening, own, held
        return None

    def _name(self, sight: str) -> LocalizedText:
        return next(known.name for known in self.sights if known.id == sight)


NOTES_OF_PLANS = frozenset({LATE_EVENING, SECOND_BASE, ON_THE_WAY, *(note.name for note in NOTES)})
"""Rules whose notes tell of days and sights of the plan."""


def notes_of_plan(brief: TripBrief, request: PlanRequest, itinerary: Itinerary) -> tuple[AppliedRule, ...]:
    """Return the notes on a plan that an edit has made: its late evening, its nights and stops on the way, what to
    book.
    """
    found = []
    hour = bedtime_of(brief)
    late = [window.day for window in request.day_windows if hour is not None and (window.end or 0) > hour]
    if late and any(window.end == hour for window in request.day_windows):
        found.append(AppliedRule(LATE_EVENING, _late(late[0])))
    if request.nights:
        found.append(AppliedRule(SECOND_BASE, _nights_elsewhere(request.nights, 0)))
    if request.stopovers:
        found.append(AppliedRule(ON_THE_WAY, _stops_note(itinerary, request)))
    return (*found, *notes_on(brief, itinerary, request.today))


def has_free_nights(brief: TripBrief) -> bool:
    """Return whether a night may be spent elsewhere: no lodging was stated, and the rule is not switched off."""
    return not brief.lodging.place and not brief.lodging.near and SECOND_BASE not in brief.rules_off


def _nights_elsewhere(nights: Sequence[Night], spared: int) -> LocalizedText:
    less, days = duration(max(spared, 0)), dict[LocalizedText, list[str]]()
    for night in nights:
        days.setdefault(night.place.name, []).append(str(night.day))
    en = "; ".join(
        f"{'nights' if after[1:] else 'night'} in {place.en} after day {' and '.join(after)}"
        for place, after in days.items()
    )
    zh = "，".join(f"第 {'、'.join(after)} 天晚上住{place.zh}" for place, after in days.items())
    if spared < LEAST_MINUTES_SPARED:
        return LocalizedText(f"N{en[1:]}: evening and morning there are yours.", f"{zh}，傍晚和清晨都在那边。")
    return LocalizedText(f"N{en[1:]}: {less.en} less on the way.", f"{zh}，路上少花 {less.zh}。")


def _stops_note(itinerary: Itinerary, request: PlanRequest) -> LocalizedText:
    days = {city: next(day.day for day in itinerary.days if day.city == city) for city in request.stopovers}
    stops = {days[city]: [visit.name for visit in stops_on(itinerary, city)] for city in request.stopovers}
    en = "; ".join(f"{', '.join(name.en for name in names)} on day {day}" for day, names in stops.items())
    zh = "；".join(f"第 {day} 天{'、'.join(name.zh for name in names)}" for day, names in stops.items())
    return LocalizedText(f"Stops on the drives from place to place: {en}.", f"转场路上顺路停：{zh}。")


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


def with_a_late_evening(
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


def _late_evening(day: int) -> LocalizedText:
    return LocalizedText(
        f"The evening of day {day} is later than the children's bedtime: what must be in needs it.",
        f"第 {day} 天晚上晚于孩子的睡觉时间，因为必去的景点只能排在晚上。",
    )


def _late(day: int) -> LocalizedText:
    return LocalizedText(
        f"The evening of day {day} is later than the children's bedtime.", f"第 {day} 天晚上晚于孩子的睡觉时间。"
    )


def _evening_out(sight: Sight, day: int) -> LocalizedText:
    ends = clock(LATE_END)
    return LocalizedText(
        f"The evening of day {day} lasts until {ends}: {sight.name.en} is best seen after dark.",
        f"第 {day} 天晚上到 {ends}：{sight.name.zh}天黑后最好看。",
    )


def _best_early(start: StartAt, sight: LocalizedText) -> LocalizedText:
    begins = clock(start.at or 0)
    return LocalizedText(
        f"Day {start.day} begins at {begins}: {sight.en} is best seen early.",
        f"第 {start.day} 天 {begins} 出发：{sight.zh}早些去最好。",
    )


def _fits_early(start: StartAt, sight: LocalizedText) -> LocalizedText:
    begins = clock(start.at or 0)
    return LocalizedText(
        f"Day {start.day} begins at {begins}, so that {sight.en} fits.",
        f"第 {start.day} 天 {begins} 出发，这样才排得下{sight.zh}。",
    )


def without_rest(brief: TripBrief, request: PlanRequest, itinerary: Itinerary) -> tuple[Assumption, ...]:
    """Return the note on days that do not hold the requested rest; empty without such days."""
    rests = rests_of(brief, request.days)
    days = sorted({day for rest in rests for day in days_without(itinerary, request, rest)})
    en, zh = ", ".join(map(str, days)), "、".join(map(str, days))
    several = "s" if len(days) > 1 else ""
    note = Assumption(
        f"No rest at the hotel on day{several} {en}: too far from it, or too full.",
        f"第 {zh} 天离酒店太远或已排满，没有安排回酒店休息。",
        NO_REST,
    )
    return (note,) if days else ()
