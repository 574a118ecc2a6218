"""From routes back to days people read: visits with their windows, meals, legs and reasons.

One leaves as late as the first stop allows, and, when one would later wait anyway, later still (but not after ten), so
that the day starts unhurried instead of pausing in its middle. A meal after the last visit that would mean waiting
there is taken near the day's end instead. Lunch on site lies in the middle of its window inside the visit.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from travelagent.planning.frame import DayFrame, hotel_of
from travelagent.planning.hours import hours_known, windows_of
from travelagent.planning.problem import DINNER, LUNCH, Node, Problem
from travelagent.planning.search import Plan, start_from
from travelagent.planning.taste import EVENING, after_dark
from travelagent.planning.travel import Hop
from travelagent.planning.values import (
    LUNCH_WINDOW,
    PACES,
    DayPlan,
    Leg,
    LocalizedText,
    Meal,
    MealKind,
    Money,
    Sight,
    Visit,
)

PATIENCE = 30
"""Minutes one waits for dinner where the last visit was; for longer one goes back first."""
LATEST_START = 10 * 60
"""A day is not begun later than this only to spare a wait."""
KINDS: dict[int, MealKind] = {LUNCH: "lunch", DINNER: "dinner"}


@dataclass(slots=True)
class _Writer:
    """One day in the making: where one is, since when, and what is written so far."""

    problem: Problem
    frame: DayFrame
    place: int
    stop: str
    name: LocalizedText
    moment: int
    visits: list[Visit] = field(default_factory=list)
    meals: list[Meal] = field(default_factory=list)
    legs: list[Leg] = field(default_factory=list)

    def travel(self, place: int, stop: str, name: LocalizedText) -> Hop:
        """Go on to the next stop."""
        hop = self.problem.hops[self.place][place]
        if hop is None:
            raise AssertionError(f"no leg from {self.stop} to {stop}")
        self.legs.append(
            Leg(self.stop, stop, self.name, name, hop.mode, hop.minutes, hop.km, hop.estimated, self.moment)
        )
        self.place, self.stop, self.name = place, stop, name
        self.moment += hop.minutes
        return hop


def write_days(problem: Problem, plan: Plan) -> tuple[DayPlan, ...]:
    """All days of a solution."""
    return tuple(_write_day(problem, plan, index) for index in range(len(problem.frames)))


def _write_day(problem: Problem, plan: Plan, index: int) -> DayPlan:
    frame, inst = problem.frames[index], problem.instance
    stops = [
        (int(plan.route[index, p]), int(plan.start[index, p]), int(plan.latest[index, p]))
        for p in range(int(plan.length[index]))
    ]
    start, moves = frame.start, _moves(frame)
    if all(inst.meal[node] for node, _, _ in stops):
        leave = frame.leave if moves else start
        return DayPlan(
            frame.day, frame.stay.id, frame.date, leave, start, frame.origin, frame.destination, legs=tuple(moves)
        )
    if not moves:
        push = _later_start(problem, index, [(node, begin) for node, begin, _ in stops])
        stops = [(node, begin + push[p], latest) for p, (node, begin, latest) in enumerate(stops)]
    origin = int(inst.origin[index])
    if not moves and not inst.meal[stops[0][0]]:
        start = stops[0][1] - int(inst.travel[origin, inst.place[stops[0][0]]])
    writer = _Writer(problem, frame, origin, "start", frame.origin.name, start, legs=moves)
    last_visit = max(p for p, (node, _, _) in enumerate(stops) if not inst.meal[node])
    deferred: list[tuple[int, int]] = []
    for p, (node, begin, latest) in enumerate(stops):
        if inst.meal[node]:
            back = writer.moment + int(inst.travel[writer.place, inst.destination[index]])
            waits = begin - writer.moment > PATIENCE and start_from(inst, index, node, back) >= 0
            if deferred or (p > last_visit and waits):
                deferred.append((node, begin))
                continue
            _eat(writer, KINDS[int(inst.meal[node])], begin, int(inst.duration[node]))
        else:
            _visit(writer, problem.nodes[node], node, begin, latest - begin)
    writer.travel(int(inst.destination[index]), "end", frame.destination.name)
    for node, begin in deferred:
        _eat(writer, KINDS[int(inst.meal[node])], max(writer.moment, begin), int(inst.duration[node]))
    return DayPlan(
        frame.day,
        frame.stay.id,
        frame.date,
        frame.leave if frame.move else start,
        writer.moment,
        frame.origin,
        frame.destination,
        tuple(writer.visits),
        tuple(sorted(writer.meals, key=lambda meal: meal.start)),
        tuple(writer.legs),
    )


def _later_start(problem: Problem, day: int, stops: list[tuple[int, int]]) -> list[int]:
    """Minutes by which each stop before the first wait starts later: as many as the wait and their windows allow."""
    inst = problem.instance
    until, place, wait, leading = 0, -1, 0, 0
    for node, begin in stops:
        here = int(inst.place[node]) if not inst.meal[node] else place
        if leading:
            wait = begin - until - (int(inst.travel[place, here]) if here != place else 0)
            if wait > 0:
                break
        until, place, leading = begin + int(inst.duration[node]), here, leading + 1
    if wait <= 0 or any(inst.meal[node] for node, _ in stops[:leading]):
        return [0] * len(stops)
    leaves = stops[0][1] - int(inst.travel[inst.origin[day], inst.place[stops[0][0]]])
    push = min(wait, LATEST_START - leaves) // 5 * 5
    while push > 0 and any(
        start_from(inst, day, node, begin + push) != begin + push for node, begin in stops[:leading]
    ):
        push -= 5
    return [max(push, 0) if p < leading else 0 for p in range(len(stops))]


def _moves(frame: DayFrame) -> list[Leg]:
    """The move from the city before, if the day begins with one."""
    if frame.move is None or frame.came_from is None:
        return []
    move, before = frame.move, frame.came_from
    names = (hotel_of(before).name, hotel_of(frame.stay).name)
    ends = (f"city:{before.id}", f"city:{frame.stay.id}")
    return [Leg(*ends, *names, move.mode, frame.start - frame.leave, move.km, move.estimated, frame.leave)]


def _eat(writer: _Writer, kind: MealKind, begin: int, minutes: int) -> None:
    writer.meals.append(Meal(kind, begin, begin + minutes))
    writer.moment = begin + minutes


def _visit(writer: _Writer, node: Node, index: int, begin: int, spare: int) -> None:
    inst, request = writer.problem.instance, writer.problem.request
    place, depart = int(inst.place[index]), begin + int(inst.duration[index])
    if node.sight is None:
        booking = request.fixed[node.booking or 0]
        ident = f"fixed/{(node.booking or 0) + 1}"
        writer.travel(place, ident, booking.name)
        why = LocalizedText("Your own booking, kept at its time.", "您自己的预订，按原定时间保留。")
        span = (begin, depart, booking.minutes, None, begin, depart, 0, why, True)
        writer.visits.append(Visit(ident, None, writer.frame.stay.id, booking.name, booking.lat, booking.lon, *span))
        writer.moment = depart
        return
    sight = node.sight
    hop = writer.travel(place, sight.id, sight.name)
    opens, closes = next(w for w in windows_of(sight, writer.frame.date) if w[0] <= begin and depart <= w[1])
    ticket = Money(sight.price, sight.currency) if sight.price is not None and sight.currency else None
    unknown = (("hours", hours_known(sight)), ("price", ticket is not None))
    slack = min(closes - depart, closes - sight.last_entry_minutes - begin)
    writer.visits.append(
        Visit(
            id=sight.id,
            sight=sight.id,
            city=sight.city,
            name=sight.name,
            lat=sight.lat,
            lon=sight.lon,
            arrive=begin,
            depart=depart,
            minutes=depart - begin,
            ticket=ticket,
            opens=opens,
            closes=closes,
            slack_minutes=slack,
            why=_why(writer, sight, hop, begin, min(slack, spare)),
            pinned=any(pin.sight == sight.id for pin in request.pinned),
            estimated=tuple(name for name, known in unknown if not known),
        )
    )
    writer.moment = depart
    if node.on_site:
        meal = PACES[request.pace].meal_minutes
        middle = (LUNCH_WINDOW[0] + LUNCH_WINDOW[1] - meal) // 2 // 5 * 5
        eat = min(max(middle, begin), depart - meal)
        writer.meals.append(Meal("lunch", eat, eat + meal, sight.id))


def _why(writer: _Writer, sight: Sight, hop: Hop, begin: int, spare: int) -> LocalizedText:
    """Why this sight, here: demanded or of high score, its interests, its nearness, its hour, the time to spare."""
    request = writer.problem.request
    en, zh = [], []
    if any(pin.sight == sight.id for pin in request.pinned):
        en.append("you pinned it")
        zh.append("您已固定")
    elif sight.id in request.must_see:
        en.append("on your must-see list")
        zh.append("您的必去景点")
    else:
        en.append(f"rated {sight.score:g} of 10")
        zh.append(f"推荐度 {sight.score:g}/10")
    met = [tag for tag in request.interests if tag in (sight.category, *sight.tags)]
    if met:
        en.append(f"matches {', '.join(met)}")
        zh.append(f"符合兴趣：{'、'.join(met)}")
    if hop.mode == "walk" and writer.visits:
        en.append(f"{hop.minutes} min on foot from the stop before")
        zh.append(f"距上一站步行 {hop.minutes} 分钟")
    if after_dark(sight) and begin >= EVENING:
        en.append("best after dark")
        zh.append("适合夜间游览")
    en.append(f"{spare} min to spare")
    zh.append(f"时间余量 {spare} 分钟")
    text = "; ".join(en)
    return LocalizedText(text[0].upper() + text[1:] + ".", "；".join(zh) + "。")
