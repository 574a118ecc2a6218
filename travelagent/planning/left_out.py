"""Why a sight is left out, and the cheapest change that would let it in.

The reason is what really stands in the way, asked in this order: its opening hours, the length of any one day, the way
to it, its best hours, the pace, the other sights. The changes are tried on the plan as it stands: a sight given up, a
longer day, a faster pace; what cannot be tried there, another date or a further day, is settled exactly (relax.py).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import takewhile

from travelagent.planning.constraints.base import Edits, Rule
from travelagent.planning.constraints.day_hours import EARLIEST_START, EXTENSIONS
from travelagent.planning.constraints.daylight import Daylight, daylight_between
from travelagent.planning.constraints.of_request import ruled_out
from travelagent.planning.edits.apply import demand, names_of, price, requested
from travelagent.planning.edits.days import AddDays, EndBy, SetStartDate, StartAt
from travelagent.planning.edits.lift import Lift
from travelagent.planning.edits.sights import Add, Drop
from travelagent.planning.edits.trip import SetPace, faster
from travelagent.planning.frame import DayFrame, first_day
from travelagent.planning.hours import windows_of
from travelagent.planning.messages import message
from travelagent.planning.problem import Problem
from travelagent.planning.rain import in_the_open
from travelagent.planning.relax import Settlement
from travelagent.planning.search.arrays import REFUSED, Instance, Plan, copied
from travelagent.planning.search.evaluation import copy_plan, refresh, start_from
from travelagent.planning.search.exchange import cheapest_swap
from travelagent.planning.search.insertion import best_insertion
from travelagent.planning.solve import Cancelled
from travelagent.planning.taste import EARLY_EVENING, worth
from travelagent.planning.windows import starts_of
from travelagent.plans.fields import MAX_DAYS, clock
from travelagent.plans.requests import window_of
from travelagent.plans.values import PACES, LeftOut, LocalizedText, Sight
from travelagent.plans.words import closed_day, listed, short_day, week_day
from travelagent.travel.legs import LegProvider, RememberedLegs

LATEST_END = 22 * 60 + 30
"""A day is not proposed to end later than this."""
UNTRIED = (AddDays, SetStartDate, StartAt, EndBy, Lift)
"""Edits that are not tried on the plan as it stands."""
MOST_NAMED = 3
"""So many of the days on which it is closed are named."""
NOTHING_HELPS = message("left_out.nothing_helps")
STAY_UP = message("left_out.stay_up")
CLOSED_THEN = message("left_out.closed_then")
NO_ROOM_FOR_THE_WAY = message("left_out.no_room_for_the_way")
NO_ROOM_FOR_THE_MEALS = message("left_out.no_room_for_the_meals")
ONLY_UNPLEASANTLY = message("left_out.only_unpleasantly")
ONLY_IN_THE_RAIN = message("left_out.only_in_the_rain")
TOO_HARD = message("left_out.too_hard")
TOO_DEAR = message("left_out.too_dear")
BEST_HOURS_TAKEN = message("left_out.best_hours_taken")
DAYS_FULL = message("left_out.days_full")
INSIST = message("left_out.insist")
MAKE_ROOM = message("left_out.make_room")


def left_out(
    problem: Problem, plan: Plan, sights: Sequence[Sight], legs: LegProvider, cancelled: Cancelled | None = None
) -> tuple[LeftOut, ...]:
    """Return every candidate that is not in the plan, the worthiest first, with its reason and the cheapest edits.

    No more of them once `cancelled` returns true.
    """
    explained = _Explained(problem, plan, Settlement(problem.request, sights, RememberedLegs(legs)), cancelled)
    absent = [
        sight
        for index, sight in enumerate(problem.sights)
        if plan.where[index] < 0 and any(frame.is_in_reach(sight) for frame in problem.frames)
    ]
    absent.sort(key=lambda sight: (-worth(sight, problem.request.interests), sight.id))
    rows = (explained.left_out(sight) for sight in absent)
    return tuple(row for row in takewhile(lambda row: row is not None, rows) if row is not None)


class _Explained:
    """The plan as it stands, and what it is asked of one sight after the other."""

    def __init__(self, problem: Problem, plan: Plan, settlement: Settlement, cancelled: Cancelled | None) -> None:
        self.problem, self.plan, self.settlement, self.cancelled = problem, plan, settlement, cancelled
        self.request, self.frames = problem.request, problem.frames
        self.dated = dataclasses.replace(problem.request, start_date=problem.frames[0].date)
        self.nodes: dict[str, list[int]] = {}
        for index, node in enumerate(problem.nodes):
            if node.sight is not None:
                self.nodes.setdefault(node.sight.id, []).append(index)
        self.trial = copied(plan)
        self.longer: dict[tuple[int, int, int], Instance] = {}

    def left_out(self, sight: Sight) -> LeftOut | None:
        """Why a sight is not in the plan, and the cheapest edits that let it in; None once it is to stop."""
        if self._stops():
            return None
        reason, offers = self._explain(sight)
        known = {other.id: other for other in self.problem.sights}
        names = names_of(self.request, known)
        for edits in sorted(offers, key=lambda edits: price(edits, self.request, known)):
            insisting = (*edits, Add(sight.id))
            if self._stops():
                return None
            if any(isinstance(edit, UNTRIED) for edit in edits) and not self._holds_after(insisting, sight):
                continue
            if not edits:
                return LeftOut(sight.id, sight.name, reason, INSIST, insisting)
            wish = demand(edits, names)
            relaxation = message("left_out.fits_if", wish=wish)
            return LeftOut(sight.id, sight.name, reason, relaxation, insisting)
        insisting = (Add(sight.id),)
        if self._holds_after(insisting, sight):
            return LeftOut(sight.id, sight.name, reason, MAKE_ROOM, insisting)
        return LeftOut(sight.id, sight.name, reason, self._advice(sight))

    def _stops(self) -> bool:
        return self.cancelled is not None and self.cancelled()

    def _holds_after(self, edits: Edits, sight: Sight) -> bool:
        """Whether all demands fit after the edits, the sight among them; not settled where that is always closed."""
        request = requested(self.dated, edits, self.settlement.sights)
        first = first_day(request, self.settlement.sights)
        opens = any(windows_of(sight, first + timedelta(days=day)) for day in range(request.days))
        return opens and self.settlement.holds(request)

    def _advice(self, sight: Sight) -> LocalizedText:
        """Return the advice where no change of the plan lets the sight in."""
        if self._is_shut(sight):
            return CLOSED_THEN
        return NOTHING_HELPS if self._too_late(sight) is None else STAY_UP

    def _explain(self, sight: Sight) -> tuple[LocalizedText, list[Edits]]:
        """The reason, and the edits that would do or, where they are unsettled, might."""
        plain, nodes = self.problem.plain, self.nodes[sight.id]
        if (begins := self._too_late(sight)) is not None:
            at = clock(begins)
            text = message("left_out.too_late", at=at)
            return text, self._longer_trips(sight)
        if not any(plain.windows[:, node].any() for node in nodes):
            lifted: list[Edits] = [(Lift(held.kind),) for held in self.request.constraints]
            ruled = ruled_out(self.request, self.frames, sight) or self._too_dark(sight)
            reason = ruled or self._never_open(sight)
            return reason, [*lifted, *self._longer_trips(sight, self.settlement.other_dates())]
        if not any(self._reachable(node) for node in nodes):
            return self._too_dark(sight) or NO_ROOM_FOR_THE_WAY, self._longer_trips(sight)
        if self._fits(self.problem.filling, nodes):
            return ONLY_UNPLEASANTLY, [()]
        if self._fits(plain, nodes):
            if self.request.rainy_days and in_the_open(sight):
                return ONLY_IN_THE_RAIN, [()]
            return TOO_DEAR if self._is_too_dear(nodes) else BEST_HOURS_TAKEN, [()]
        if not self._fits(plain, nodes, self.problem.initial):
            return NO_ROOM_FOR_THE_MEALS, self._longer_trips(sight)
        others = [*self._drop(sight), *self._longer_days(sight), *self._further_day(sight)]
        if self._fits(plain._replace(limits=plain.limits[:0]), nodes):
            return TOO_HARD, others
        if self._fits(plain._replace(cap=plain.cap + 1), nodes):
            cap, pace = PACES[self.request.pace].visits, faster(self.request.pace)
            text = message("left_out.pace", most=cap)
            return text, [*others, *([(SetPace(pace),)] if pace else [])]
        return DAYS_FULL, others

    def _longer_trips(self, sight: Sight, others: Iterable[Edits] = ()) -> list[Edits]:
        """A longer day, those others, and a further day."""
        return [*self._longer_days_alone(sight), *others, *self._further_day(sight)]

    def _fits(self, inst: Instance, nodes: list[int], plan: Plan | None = None) -> bool:
        """Whether one of the nodes can be squeezed in somewhere: into the plan as it stands or into that one."""
        plan = plan or self.plan
        if plan.route.shape[1] <= int(plan.length.max()):
            return False
        return any(best_insertion(inst, plan, node)[0] < REFUSED for node in nodes)

    def _is_too_dear(self, nodes: list[int]) -> bool:
        """Whether what the sight costs is more than it is worth to a traveller who watches the money."""
        return self.request.thrift > 0 and all(self.problem.filling.profit[node] <= 0 for node in nodes)

    def _is_shut(self, sight: Sight) -> bool:
        """Whether it is closed on all days in its city."""
        return not any(windows_of(sight, frame.date) for frame in self.frames if frame.is_in_reach(sight))

    def _too_late(self, sight: Sight) -> int | None:
        """The minute from which it is open, where on every day in its city that is too late for the visit."""
        days = [frame for frame in self.frames if frame.is_in_reach(sight)]
        opening = [(windows[0][0], frame) for frame in days if (windows := windows_of(sight, frame.date))]
        late = [opens for opens, frame in opening if opens >= EARLY_EVENING and opens + sight.minutes > frame.end]
        return min(late) if late and len(late) == len(opening) else None

    def _too_dark(self, sight: Sight) -> LocalizedText | None:
        """That daylight is too short for it, where nothing else keeps an otherwise empty day from holding it."""
        nodes, rules = self.nodes[sight.id], [rule for rule in self.problem.rules if not isinstance(rule, Daylight)]
        days = [(day, frame) for day, frame in enumerate(self.frames) if frame.is_in_reach(sight)]
        in_the_dark = any(self._holds(frame, day, node, rules) for day, frame in days for node in nodes)
        return daylight_between([frame for _, frame in days]) if in_the_dark else None

    def _never_open(self, sight: Sight) -> LocalizedText:
        days = [frame for frame in self.frames if frame.is_in_reach(sight)]
        shut = [frame for frame in days if not windows_of(sight, frame.date)]
        if len(shut) < len(days):
            return message("left_out.too_long", minutes=sight.minutes)
        if len(shut) == 1:
            day = closed_day(week_day(shut[0].date), sight.closure_on(shut[0].date))
            return message("left_out.closed_only_day", day=day)
        closed = "left_out.closed_more_days" if len(shut) > MOST_NAMED else "left_out.closed_all_days"
        named = (frame.date for frame in shut[:MOST_NAMED])
        return message(closed, days=listed(closed_day(short_day(on), sight.closure_on(on)) for on in named))

    def _further_day(self, sight: Sight) -> Iterator[Edits]:
        if self.request.days < MAX_DAYS:
            fixed = all(stay.days is not None for stay in self.request.cities)
            yield (AddDays(1, sight.city if fixed else None),)

    def _drop(self, sight: Sight) -> Iterator[Edits]:
        """The one sight of least worth, not insisted upon, that would make room."""
        inst, plan = self.problem.plain, self.plan
        for node in self.nodes[sight.id]:
            day, position = cheapest_swap(inst, plan, self.trial, node)
            copy_plan(plan, self.trial)
            other = self.problem.nodes[int(plan.route[day, position])].sight if day >= 0 else None
            if other is not None and other.id not in self.request.demanded:
                yield (Drop((other.id,)),)

    def _longer_days(self, sight: Sight) -> Iterator[Edits]:
        """The shortest lengthening of one of the days as they stand that makes room."""
        for minutes in EXTENSIONS:
            for day, earlier, edits in self._extensions(sight, minutes):
                if self.plan.used[day] >= self.problem.plain.cap[day]:
                    continue
                inst = self._with_longer_day(day, minutes, earlier)
                copy_plan(self.plan, self.trial)
                if refresh(inst, self.trial, day) and any(
                    best_insertion(inst, self.trial, node)[0] < REFUSED for node in self.nodes[sight.id]
                ):
                    yield edits
                    return

    def _longer_days_alone(self, sight: Sight) -> Iterator[Edits]:
        """The lengthenings, shortest first, that let an otherwise empty day hold the sight."""
        for minutes in EXTENSIONS:
            for day, earlier, edits in self._extensions(sight, minutes):
                frame = self._longer_frame(day, minutes, earlier)
                if any(self._holds(frame, day, node) for node in self.nodes[sight.id]):
                    yield edits

    def _extensions(self, sight: Sight, minutes: int) -> Iterator[tuple[int, bool, Edits]]:
        """(day's index, whether at its start, the edit) of the days that may be longer by so many minutes."""
        for index, frame in enumerate(self.frames):
            window = window_of(self.request, frame.day)
            if not frame.is_in_reach(sight):
                continue
            if window.start is None and not frame.move and frame.start - minutes >= EARLIEST_START:
                yield index, True, (StartAt(frame.day, frame.start - minutes),)
            if window.end is None and frame.end + minutes <= LATEST_END:
                yield index, False, (EndBy(frame.day, frame.end + minutes),)

    def _longer_frame(self, day: int, minutes: int, earlier: bool) -> DayFrame:
        frame = self.frames[day]
        if earlier:
            return dataclasses.replace(frame, start=frame.start - minutes)
        return dataclasses.replace(frame, end=frame.end + minutes)

    def _with_longer_day(self, day: int, minutes: int, earlier: bool) -> Instance:
        """The plain instance with that day longer, and open on no other."""
        key = (day, minutes, int(earlier))
        if key not in self.longer:
            plain, frame = self.problem.plain, self._longer_frame(day, minutes, earlier)
            opens, closes, windows = plain.opens.copy(), plain.closes.copy(), plain.windows.copy()
            day_start, day_end = plain.day_start.copy(), plain.day_end.copy()
            day_start[day], day_end[day] = frame.start, frame.end
            for nodes in self.nodes.values():
                if self.plan.where[plain.sight[nodes[0]]] >= 0:
                    continue
                for node in nodes:
                    windows[:, node] = 0
                    found = self._starts(frame, node)[: opens.shape[2]]
                    windows[day, node] = len(found)
                    for k, (first, last) in enumerate(found):
                        opens[day, node, k], closes[day, node, k] = first, last
            self.longer[key] = plain._replace(
                opens=opens, closes=closes, windows=windows, day_start=day_start, day_end=day_end
            )
        return self.longer[key]

    def _starts(self, frame: DayFrame, node: int, rules: Sequence[Rule] = ()) -> list[tuple[int, int]]:
        return list(starts_of(self.request, rules or self.problem.rules, frame, self.problem.nodes[node]))

    def _holds(self, frame: DayFrame, day: int, node: int, rules: Sequence[Rule] = ()) -> bool:
        """Whether that day, with the frame's start and end and otherwise empty, could hold the node by these rules, or
        by all of the problem."""
        inst, place = self.problem.plain, self.problem.plain.place[node]
        arrival = frame.start + int(inst.travel[inst.origin[day], place])
        back = int(inst.duration[node] + inst.travel[place, inst.destination[day]])
        return any(
            max(first, arrival) <= last and max(first, arrival) + back <= frame.end
            for first, last in self._starts(frame, node, rules)
        )

    def _reachable(self, node: int) -> bool:
        """Whether an otherwise empty day could hold the node."""
        inst, place = self.problem.plain, self.problem.plain.place[node]
        for day in range(len(self.frames)):
            begin = start_from(inst, day, node, int(inst.day_start[day] + inst.travel[inst.origin[day], place]))
            back = begin + inst.duration[node] + inst.travel[place, inst.destination[day]]
            if inst.windows[day, node] and begin >= 0 and back <= inst.day_end[day]:
                return True
        return False
