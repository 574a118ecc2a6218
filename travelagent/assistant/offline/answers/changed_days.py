"""What a follow-up changed of a plan's days: the first one, how many there are, and their hours."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from travelagent.assistant.offline.answers.journey import of_the_day
from travelagent.assistant.offline.reading.hours import Hours
from travelagent.assistant.offline.reading.message import of_a_day, read_message
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import Understood
from travelagent.assistant.results.route import Day, Route
from travelagent.assistant.tool_results import Found
from travelagent.assistant.wording import Say, listed
from travelagent.plans.words import short_day

_Hours: TypeAlias = Literal["free", "idle", "begins", "ends"]


def _day_hours(turn: Turn, route: Found, told: set[int], say: Say) -> list[str]:
    """The hours that other days were given, and on which of them an earlier start is of no use."""
    windows = [w for w in route.call.args.get("day_windows", ()) if w["day"] not in told]
    before = {day.day: day for day in turn.plan_before.itinerary.days} if turn.plan_before else {}
    runs = {day.day: _runs(day) for day in route.itinerary.days}
    empty = {day.day for day in route.itinerary.days if not day.visits}
    found: dict[tuple[_Hours, str], list[int]] = {}
    for w in windows:
        start, old = w.get("start"), before.get(w["day"])
        if w["day"] in empty:
            found.setdefault(("free", ""), []).append(w["day"])
            continue
        if start:
            idle = old is not None and start < old.start and _runs(old) == runs[w["day"]]
            found.setdefault(("idle" if idle else "begins", start), []).append(w["day"])
        if end := w.get("end"):
            found.setdefault(("ends", end), []).append(w["day"])
    return [_of_days(kind, at, days, say) for (kind, at), days in found.items()]


def _of_days(kind: _Hours, at: str, days: Sequence[int], say: Say) -> str:
    """What becomes of the hours of these days, in one line."""
    one = len(days) == 1
    en = f"Day {days[0]}" if one else f"Days {listed(list(map(str, days)), 'en')}"
    zh = f"第 {'、'.join(map(str, days))} 天"
    match kind:
        case "free":
            return say(f"{en} {'is' if one else 'are'} left free.", f"{zh}不安排行程。")
        case "idle":
            return say(
                f"{en}: a start at {at} is of no use, what is planned begins no sooner.",
                f"{zh} {at} 出发也用不上：当天的安排提前不了。",
            )
        case "begins":
            return say(f"{en} {'begins' if one else 'begin'} at {at}.", f"{zh} {at} 出发。")
        case "ends":
            return say(f"{en} {'ends' if one else 'end'} by {at}.", f"{zh} {at} 前结束。")


def _runs(day: Day) -> list[tuple[str, str]]:
    """When a day sets out for what."""
    return [("", day.start), *((visit.id, visit.arrive) for visit in day.visits)]


def other_first_day(turn: Turn, plan: Route, say: Say) -> list[str]:
    """The first day, where it is another than before."""
    before = turn.plan_before
    if before is None:
        return []
    was, is_now = before.itinerary.days[0].date, plan.days[0].date
    if was == is_now:
        return []
    old, new = short_day(was), short_day(is_now)
    return [say(f"Begins on {new.en} instead of {old.en}.", f"出发日由{old.zh}改为{new.zh}。")]


def other_length(turn: Turn, plan: Route, say: Say) -> list[str]:
    """How many days there are, where they are more or fewer than before."""
    before = turn.plan_before
    was, is_now = len(before.itinerary.days) if before else 0, len(plan.days)
    return [] if was in (0, is_now) else [say(f"{is_now} days instead of {was}.", f"由 {was} 天改为 {is_now} 天。")]


def empty_days(turn: Turn, route: Found, say: Say) -> list[str]:
    """The days on which nothing is visited any longer, or from the first, and which no wish leaves free."""
    before = turn.plan_before
    empty = {day.date for day in before.itinerary.days if not day.visits} if before else set()
    wished = {window["day"] for window in route.call.args.get("day_windows", ())} if _leaves_free(turn) else set()
    new = [day for day in route.itinerary.days if not day.visits and day.date not in empty]
    return [
        say(f"Nothing is visited on day {day.day}.", f"第 {day.day} 天没有安排游览。")
        for day in new
        if day.day not in wished
    ]


def lost_meals(turn: Turn, plan: Route, say: Say) -> list[str]:
    """The meals for which the days of the plan before had time and these have none, where something is visited."""
    names = {"lunch": ("lunch", "午餐"), "dinner": ("dinner", "晚餐")}
    had = {day.date: _kinds(day) for day in turn.plan_before.itinerary.days} if turn.plan_before else {}
    lost = {
        kind: [day.day for day in plan.days if day.visits and kind in had.get(day.date, ()) and kind not in _kinds(day)]
        for kind in names
    }
    return [_without(days, say(*names[kind]), say) for kind, days in lost.items() if days]


def _without(days: Sequence[int], meal: str, say: Say) -> str:
    numbers = [str(day) for day in days]
    en = f"Day {numbers[0]} has" if len(days) == 1 else f"Days {listed(numbers, 'en')} have"
    return say(
        f"{en} no {meal} planned: eat when it suits you.", f"第 {'、'.join(numbers)} 天没有排{meal}，方便时自行解决。"
    )


def _kinds(day: Day) -> set[str]:
    return {meal.kind for meal in day.meals}


def _leaves_free(turn: Turn) -> bool:
    """Whether the message itself wishes for hours of days, of which it is told what becomes of them."""
    return read_message(turn.said[-1], turn.today).hours != Hours()


def other_hours(understood: Understood, turn: Turn, route: Found, say: Say) -> list[str]:
    """Which days begin or end otherwise, for the journey's sake where the message does not wish it itself."""
    message = read_message(turn.said[-1], turn.today)
    if _leaves_free(turn) or (message.manner.pace and of_a_day(message)):
        return _day_hours(turn, route, set(), say)
    lines, told = [], set()
    for number in (window["day"] for window in route.call.args.get("day_windows", ())):
        said = " ".join(of_the_day(understood, number, route.itinerary, say))
        if said:
            told.add(number)
            lines.append(say(f"Day {number}: {said}", f"第 {number} 天：{said}"))
    return [*lines, *_day_hours(turn, route, told, say)]
