"""Explanations out of the solver: why a sight is left out, what would bring it in, which demands clash, how far at most
a plan could be from the best.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np

from travelagent.planning.arrays import Plan
from travelagent.planning.frame import DayFrame
from travelagent.planning.hours import windows_of
from travelagent.planning.problem import SCALE, Problem, starts_of
from travelagent.planning.search import REFUSED, best_insertion, cheapest_swap, copy_plan, start_from
from travelagent.planning.taste import worth
from travelagent.planning.values import MIDNIGHT, PACES, WEEKDAYS, LeftOut, LocalizedText, Sight

EXTENSIONS = (30, 60, 90, 120, 180)
EARLIEST_START = 5 * 60
WEEKDAY_NAMES = {
    "Mo": ("Mondays", "周一"),
    "Tu": ("Tuesdays", "周二"),
    "We": ("Wednesdays", "周三"),
    "Th": ("Thursdays", "周四"),
    "Fr": ("Fridays", "周五"),
    "Sa": ("Saturdays", "周六"),
    "Su": ("Sundays", "周日"),
}


def left_out(problem: Problem, plan: Plan) -> tuple[LeftOut, ...]:
    """Every candidate that is not in the plan, the worthiest first, with its reason and the cheapest relaxation."""
    nodes: dict[str, list[int]] = {}
    for index, node in enumerate(problem.nodes):
        if node.sight is not None:
            nodes.setdefault(node.sight.id, []).append(index)
    absent = [sight for index, sight in enumerate(problem.sights) if plan.where[index] < 0]
    absent.sort(key=lambda sight: (-worth(sight, problem.request.interests), sight.id))
    found = []
    for sight in absent:
        reason, relaxation = _explained(problem, plan, sight, nodes[sight.id])
        found.append(LeftOut(sight.id, sight.name, reason, relaxation))
    return tuple(found)


def _explained(problem: Problem, plan: Plan, sight: Sight, nodes: list[int]) -> tuple[LocalizedText, LocalizedText]:
    inst = problem.instance
    if not any(inst.windows[:, node].any() for node in nodes):
        return _never_open(problem, sight, nodes)
    if not any(_reachable(problem, node) for node in nodes):
        return (
            LocalizedText(
                "With the way there and back it does not fit into any one of your days.",
                "加上往返路程，任何一天都放不下。",
            ),
            _longer_day(problem, sight, nodes),
        )
    trial = Plan(*(array.copy() for array in plan))
    wider = inst._replace(cap=inst.cap + 1)
    for node in nodes:
        if best_insertion(inst, plan, node)[0] < REFUSED:
            return (
                LocalizedText("It fits, but the detour is longer than it is worth.", "放得下，但绕路过远，不划算。"),
                LocalizedText("Add it to your must-see list.", "将其设为必去景点。"),
            )
    for node in nodes:
        if plan.route.shape[1] > int(plan.length.max()) and best_insertion(wider, plan, node)[0] < REFUSED:
            cap = PACES[problem.request.pace].visits
            return (
                LocalizedText(f"Your pace allows {cap} sights a day.", f"当前节奏每天最多 {cap} 个景点。"),
                LocalizedText("Fits at a faster pace.", "加快节奏即可安排。"),
            )
    swaps = [swap for node in nodes if (swap := cheapest_swap(inst, plan, trial, node))[0] >= 0]
    copy_plan(plan, trial)
    full = LocalizedText("Your days are full with sights that fit better.", "各天已排满更合适的景点。")
    if not swaps:
        return full, LocalizedText("Fits if you add a day.", "增加一天即可安排。")
    day, position = min(swaps, key=lambda swap: int(inst.profit[plan.route[swap[0], swap[1]]]))
    other = problem.nodes[int(plan.route[day, position])].sight
    name = other.name if other else sight.name
    return full, LocalizedText(
        f"Fits if you drop {name.en} (day {day + 1}), or add a day.",
        f"去掉第 {day + 1} 天的{name.zh}，或增加一天即可安排。",
    )


def _never_open(problem: Problem, sight: Sight, nodes: list[int]) -> tuple[LocalizedText, LocalizedText]:
    days = [frame for frame in problem.frames if frame.stay.id == sight.city]
    shut = [frame for frame in days if not windows_of(sight, frame.date)]
    if len(shut) < len(days):
        return (
            LocalizedText(
                f"Its {sight.minutes} minutes do not fit between its opening hours and your day.",
                f"参观需 {sight.minutes} 分钟，开放时间与您的时间窗容不下。",
            ),
            _longer_day(problem, sight, nodes),
        )
    codes = list(dict.fromkeys(WEEKDAYS[frame.date.weekday()] for frame in shut))
    en, zh = (" and ".join(WEEKDAY_NAMES[code][0] for code in codes), "、".join(WEEKDAY_NAMES[c][1] for c in codes))
    dates = ", ".join(frame.date.isoformat() for frame in shut[:3])
    if len(shut) == 1:
        return (
            LocalizedText(f"Closed on {dates} ({en}), your only day there.", f"您仅有的一天 {dates}（{zh}）不开放。"),
            LocalizedText("Move the trip by a day, or add one.", "将行程挪动一天，或增加一天。"),
        )
    return (
        LocalizedText(f"Closed on all your days there ({dates}).", f"您在当地的日期（{dates}）均不开放。"),
        LocalizedText("Travel in another season or on other weekdays.", "换个季节或换成其他日子。"),
    )


def _longer_day(problem: Problem, sight: Sight, nodes: list[int]) -> LocalizedText:
    """The smallest lengthening of one day, at its start or its end, that lets it hold the sight."""
    for extra in EXTENSIONS:
        for index, frame in enumerate(problem.frames):
            for earlier, later in ((extra, 0), (0, extra)):
                start, end = frame.start - earlier, frame.end + later
                if frame.move or start < EARLIEST_START or end > MIDNIGHT or frame.stay.id != sight.city:
                    continue
                wider = dataclasses.replace(frame, start=start, end=end)
                if any(_holds(problem, wider, index, node) for node in nodes):
                    en = f"start at {_clock(start)}" if earlier else f"stay out until {_clock(end)}"
                    zh = f"{_clock(start)} 出发" if earlier else f"{_clock(end)} 结束"
                    return LocalizedText(f"Fits if you {en} on day {frame.day}.", f"第 {frame.day} 天{zh}即可安排。")
    return LocalizedText("Stay overnight nearby, or leave it for another trip.", "可在附近住一晚，或留待下次。")


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def _holds(problem: Problem, frame: DayFrame, index: int, node: int) -> bool:
    """Whether that day, with the frame's start and end and otherwise empty, could hold the node."""
    inst, place = problem.instance, problem.instance.place[node]
    arrival = frame.start + int(inst.travel[inst.origin[index], place])
    back = int(inst.duration[node] + inst.travel[place, inst.destination[index]])
    starts = starts_of(problem.request, frame, problem.nodes[node], None, None)
    return any(max(first, arrival) <= last and max(first, arrival) + back <= frame.end for first, last in starts)


def _reachable(problem: Problem, node: int) -> bool:
    """Whether an otherwise empty day could hold the node."""
    inst, place = problem.instance, problem.instance.place[node]
    for day in range(len(problem.frames)):
        begin = start_from(inst, day, node, int(inst.day_start[day] + inst.travel[inst.origin[day], place]))
        back = begin + inst.duration[node] + inst.travel[place, inst.destination[day]]
        if inst.windows[day, node] and begin >= 0 and back <= inst.day_end[day]:
            return True
    return False


def clash_of(
    demands: tuple[str, ...], missing: tuple[str, ...], fits: Callable[[tuple[str, ...]], bool]
) -> tuple[str, ...]:
    """A smallest set of demands that do not fit together: none can be spared without the rest fitting.

    A deletion filter: whatever is not needed for the clash is dropped, one after the other.
    """
    clash = demands
    for demand in [*(d for d in demands if d not in missing), *reversed(missing)]:
        rest = tuple(other for other in clash if other != demand)
        if rest and not fits(rest):
            clash = rest
    return clash


def upper_bound(problem: Problem) -> float | None:
    """No plan's score can exceed this: the best fractional packing of visit minutes into the days, and the day caps.

    None when there is nothing to visit.
    """
    inst = problem.instance
    usable = [int(node) for node in (inst.orders[0] if inst.orders.size else []) if not inst.replaces[node]]
    if not usable:
        return None
    worths = np.array([worth(s, problem.request.interests) for n in usable if (s := problem.nodes[n].sight)])
    minutes = np.array([float(inst.duration[node]) for node in usable])
    room = float((inst.day_end - inst.day_start).sum())
    packed = 0.0
    for index in np.argsort(-worths / minutes, kind="stable"):
        share = min(1.0, room / minutes[index])
        packed += worths[index] * share
        room -= minutes[index] * share
    by_cap = float(np.sort(worths)[::-1][: int(inst.cap.sum())].sum())
    return round(min(packed, by_cap) + 1 / SCALE, 2)


def assumptions(problem: Problem) -> tuple[LocalizedText, ...]:
    """What the plan takes for granted because nobody said otherwise."""
    request, frames = problem.request, problem.frames
    found = []
    if request.start_date is None:
        first = frames[0].date.isoformat()
        found.append(
            LocalizedText(
                f"No date was given: planned as if the trip began on Tuesday {first}.",
                f"未给出日期：按 {first}（周二）出发安排。",
            )
        )
    for stay in request.cities:
        if stay.hotel is None:
            found.append(
                LocalizedText(f"{stay.name.en}: you stay in the city centre.", f"{stay.name.zh}：住宿按市中心计算。")
            )
    return (*found, *problem.leg_notes)
