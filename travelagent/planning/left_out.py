"""Why a sight is left out, and the cheapest change that would let it in.

The reason is what really stands in the way, asked in this order: its opening hours, the length of any one day, the way
to it, its best hours, the pace, the other sights. The changes are tried on the plan as it stands: a sight given up, a
longer day, a faster pace; what cannot be tried there, another date or a further day, is settled exactly (relax.py).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from travelagent.planning.constraints.of_request import ruled_out
from travelagent.planning.edits.apply import demand, price, requested
from travelagent.planning.edits.days import AddDays, EndBy, SetStartDate, StartAt
from travelagent.planning.edits.lift import Lift
from travelagent.planning.edits.sights import Add, Drop
from travelagent.planning.edits.trip import SetPace, faster
from travelagent.planning.frame import DayFrame
from travelagent.planning.hours import windows_of
from travelagent.planning.problem import Problem
from travelagent.planning.rain import in_the_open
from travelagent.planning.relax import EARLIEST_START, EXTENSIONS, Edits, Settlement
from travelagent.planning.search.arrays import REFUSED, Instance, Plan
from travelagent.planning.search.evaluation import copy_plan, refresh, start_from
from travelagent.planning.search.exchange import cheapest_swap
from travelagent.planning.search.insertion import best_insertion
from travelagent.planning.solve import Cancelled
from travelagent.planning.taste import EARLY_EVENING, worth
from travelagent.planning.windows import starts_of
from travelagent.plans.values import MAX_DAYS, PACES, DayWindow, LeftOut, LocalizedText, Sight
from travelagent.plans.words import clock, short_day, week_day
from travelagent.travel.legs import LegProvider

LATEST_END = 22 * 60 + 30
"""A day is not proposed to end later than this."""
NOTHING_HELPS = LocalizedText("Stay overnight nearby, or leave it for another trip.", "可在附近住一晚，或留待下次。")
STAY_UP = LocalizedText("Keep an evening free to stay up for it.", "可留一个晚上晚些回来再看。")
CLOSED_THEN = LocalizedText("Leave it for a time when it is open.", "留待开放的时候再去。")
NO_ROOM_FOR_THE_WAY = LocalizedText(
    "At your hours as they are no day has room for it with the way there and back.",
    "照现在的时间，加上往返路程，哪天都放不下。",
)
NO_ROOM_FOR_THE_MEALS = LocalizedText(
    "At your hours as they are no day has room for it with the way there and back and the meals.",
    "照现在的时间，加上往返路程和用餐，哪天都放不下。",
)
ONLY_UNPLEASANTLY = LocalizedText(
    "It would fit, but only with long ways, long waits or a late dinner.", "放得下，但要多走路、久等或很晚吃饭。"
)
ONLY_IN_THE_RAIN = LocalizedText(
    "It is in the open, and only a rainy day has room for it.", "它在露天，而只有下雨那天排得下。"
)
TOO_DEAR = LocalizedText("It costs more than it adds, where money is to be saved.", "想省钱的话，它的花费不太值得。")
BEST_HOURS_TAKEN = LocalizedText(
    "At the hours when it is at its best the days hold other sights.", "适合游览它的时段已排了别的景点。"
)
DAYS_FULL = LocalizedText("Your days are full with sights that fit better.", "各天已排满更合适的景点。")
INSIST = LocalizedText("Ask for it by name and it goes in.", "点名要去即可安排。")
MAKE_ROOM = LocalizedText("Ask for it by name: other sights will make room.", "点名要去的话，其他景点会让出时间。")


def left_out(
    problem: Problem, plan: Plan, sights: Sequence[Sight], legs: LegProvider, cancelled: Cancelled | None = None
) -> tuple[LeftOut, ...]:
    """Every candidate that is not in the plan, the worthiest first, with its reason and the cheapest edits; no more of
    them once `cancelled` returns true."""
    explained = _Explained(problem, plan, Settlement(problem.request, sights, legs))
    absent = [sight for index, sight in enumerate(problem.sights) if plan.where[index] < 0]
    absent.sort(key=lambda sight: (-worth(sight, problem.request.interests), sight.id))
    wanted = absent if cancelled is None else takewhile(lambda _: not cancelled(), absent)
    return tuple(explained.left_out(sight) for sight in wanted)


class _Explained:
    """The plan as it stands, and what it is asked of one sight after the other."""

    def __init__(self, problem: Problem, plan: Plan, settlement: Settlement) -> None:
        self.problem, self.plan, self.settlement = problem, plan, settlement
        self.request, self.frames = problem.request, problem.frames
        self.dated = dataclasses.replace(problem.request, start_date=problem.frames[0].date)
        self.nodes: dict[str, list[int]] = {}
        for index, node in enumerate(problem.nodes):
            if node.sight is not None:
                self.nodes.setdefault(node.sight.id, []).append(index)
        self.trial = Plan(*(array.copy() for array in plan))
        self.longer: dict[tuple[int, int, int], Instance] = {}

    def left_out(self, sight: Sight) -> LeftOut:
        reason, offers = self._explain(sight)
        known = {other.id: other for other in self.problem.sights}
        names = {id: other.name for id, other in known.items()} | {c.kind: c.text for c in self.request.constraints}
        for edits in sorted(offers, key=lambda edits: price(edits, self.request, known)):
            insisting = (*edits, Add(sight.id))
            if _unsettled(edits) and not self._hold_after(insisting):
                continue
            if not edits:
                return LeftOut(sight.id, sight.name, reason, INSIST, insisting)
            wish = demand(edits, names)
            relaxation = LocalizedText(f"Fits if you {wish.en}.", f"{wish.zh}就放得下。")
            return LeftOut(sight.id, sight.name, reason, relaxation, insisting)
        insisting = (Add(sight.id),)
        if self._hold_after(insisting):
            return LeftOut(sight.id, sight.name, reason, MAKE_ROOM, insisting)
        return LeftOut(sight.id, sight.name, reason, self._advice(sight))

    def _hold_after(self, edits: Edits) -> bool:
        return self.settlement.holds(requested(self.dated, edits, self.settlement.sights))

    def _advice(self, sight: Sight) -> LocalizedText:
        """What is said where no change of the plan lets the sight in."""
        if self._is_shut(sight):
            return CLOSED_THEN
        return NOTHING_HELPS if self._too_late(sight) is None else STAY_UP

    def _explain(self, sight: Sight) -> tuple[LocalizedText, list[Edits]]:
        """The reason, and the edits that would do or, where they are unsettled, might."""
        plain, nodes = self.problem.plain, self.nodes[sight.id]
        if (begins := self._too_late(sight)) is not None:
            at = clock(begins)
            text = LocalizedText(
                f"It begins at {at}, too late to be over before your days end.",
                f"{at} 才开始，结束时已超过你每天的时间。",
            )
            return text, self._longer_trips(sight)
        if not any(plain.windows[:, node].any() for node in nodes):
            lifted: list[Edits] = [(Lift(held.kind),) for held in self.request.constraints]
            reason = ruled_out(self.request, self.frames, sight) or self._never_open(sight)
            return reason, [*lifted, *self._longer_trips(sight, self.settlement.other_dates())]
        if not any(self._reachable(node) for node in nodes):
            return NO_ROOM_FOR_THE_WAY, self._longer_trips(sight)
        if self._fits(self.problem.filling, nodes):
            return ONLY_UNPLEASANTLY, [()]
        if self._fits(plain, nodes):
            if self.request.rainy_days and in_the_open(sight):
                return ONLY_IN_THE_RAIN, [()]
            return TOO_DEAR if self._is_too_dear(nodes) else BEST_HOURS_TAKEN, [()]
        if not self._fits(plain, nodes, self.problem.initial):
            return NO_ROOM_FOR_THE_MEALS, self._longer_trips(sight)
        others = [*self._drop(sight), *self._longer_days(sight), *self._further_day(sight)]
        if self._fits(plain._replace(cap=plain.cap + 1), nodes):
            cap, pace = PACES[self.request.pace].visits, faster(self.request.pace)
            text = LocalizedText(f"Your pace allows {cap} sights a day.", f"当前节奏每天最多 {cap} 个景点。")
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
        return not any(windows_of(sight, frame.date) for frame in self.frames if frame.stay.id == sight.city)

    def _too_late(self, sight: Sight) -> int | None:
        """The minute from which it is open, where on every day in its city that is too late for the visit."""
        days = [frame for frame in self.frames if frame.stay.id == sight.city]
        opening = [(windows[0][0], frame) for frame in days if (windows := windows_of(sight, frame.date))]
        late = [opens for opens, frame in opening if opens >= EARLY_EVENING and opens + sight.minutes > frame.end]
        return min(late) if late and len(late) == len(opening) else None

    def _never_open(self, sight: Sight) -> LocalizedText:
        days = [frame for frame in self.frames if frame.stay.id == sight.city]
        shut = [frame for frame in days if not windows_of(sight, frame.date)]
        if len(shut) < len(days):
            return LocalizedText(
                f"Its {sight.minutes} minutes do not fit between its opening hours and your day.",
                f"参观需 {sight.minutes} 分钟，与开放时间和你当天的时段排不开。",
            )
        if len(shut) == 1:
            day = week_day(shut[0].date)
            return LocalizedText(f"Closed on {day.en}, your only day there.", f"你在当地只有一天，而{day.zh}不开放。")
        named = [short_day(frame.date) for frame in shut[:3]]
        more = len(shut) > len(named)
        en = ", ".join(day.en for day in named) + (" …" if more else "")
        zh = "、".join(day.zh for day in named) + ("等" if more else "")
        return LocalizedText(f"Closed on all your days there ({en}).", f"你在当地的几天（{zh}）都不开放。")

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
        said_of = {window.day: window for window in self.request.day_windows}
        for index, frame in enumerate(self.frames):
            window = said_of.get(frame.day, DayWindow(frame.day))
            if frame.stay.id != sight.city:
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

    def _starts(self, frame: DayFrame, node: int) -> list[tuple[int, int]]:
        return list(starts_of(self.request, self.problem.rules, frame, self.problem.nodes[node]))

    def _holds(self, frame: DayFrame, day: int, node: int) -> bool:
        """Whether that day, with the frame's start and end and otherwise empty, could hold the node."""
        inst, place = self.problem.plain, self.problem.plain.place[node]
        arrival = frame.start + int(inst.travel[inst.origin[day], place])
        back = int(inst.duration[node] + inst.travel[place, inst.destination[day]])
        return any(
            max(first, arrival) <= last and max(first, arrival) + back <= frame.end
            for first, last in self._starts(frame, node)
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


def _unsettled(edits: Edits) -> bool:
    """Whether the edits were not tried on the plan as it stands."""
    return any(isinstance(edit, AddDays | SetStartDate | StartAt | EndBy | Lift) for edit in edits)
