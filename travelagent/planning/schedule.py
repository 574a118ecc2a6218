"""From routes back to days people read: visits with their windows, meals, legs and reasons.

One leaves as late as the first stop allows, and, when one would later wait anyway, later still, so that the day starts
unhurried instead of pausing in its middle; but not after ten, nor, where people have lunch late, after the middle of
the morning. A meal is taken where one is, unless that would mean waiting there, or the way leads back into town: then
one goes on first, unless dinner is what one came for: it is had where the food is. Dinner after the last visit is not
taken right when its hours begin, and what would follow it is seen before it when that only fills the wait. Lunch on
site lies in the middle of its window inside the visit.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from travelagent.planning.frame import DayFrame, hotel_of
from travelagent.planning.hours import Window, hours_known, windows_of
from travelagent.planning.problem import Problem
from travelagent.planning.reasons import BOOKING, why
from travelagent.planning.search.arrays import Plan
from travelagent.planning.search.evaluation import start_from
from travelagent.planning.slack import Step, spare_minutes
from travelagent.planning.taste import after_dark, has_dinner
from travelagent.planning.travel import Hop
from travelagent.planning.values import (
    MIDNIGHT,
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
from travelagent.planning.windows import DINNER, LUNCH, ON_SITE_MARGIN, Node, hours_wanted

PATIENCE = 30
"""Minutes one waits for a meal where one is; for longer one goes on first."""
INWARD = 20
"""Minutes nearer to where the day ends that make it better to eat after the way."""
LAST_DINNER = 90
"""So long after its hours begin one has dinner after the day's last visit."""
LOOK_AROUND = 30
"""Minutes that a visit with dinner has besides."""
IDLE = 30
"""Minutes that one waits at most for the best hours of a sight."""
KEPT_SPARE = 20
"""Minutes that a later start of the day leaves to spare."""
LATEST_START, BEFORE_LUNCH = 10 * 60, 150
"""A day is not begun later than this hour, or so many minutes before people there have lunch, only to spare a wait."""
KINDS: dict[int, MealKind] = {LUNCH: "lunch", DINNER: "dinner"}


@dataclass(slots=True)
class _Writer:
    """One day in the making: where one is, since when, what is written so far; `hops`: how each visit is reached."""

    problem: Problem
    index: int
    frame: DayFrame
    place: int
    stop: str
    name: LocalizedText
    moment: int
    visits: list[Visit] = field(default_factory=list)
    meals: list[Meal] = field(default_factory=list)
    legs: list[Leg] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    hops: list[Hop] = field(default_factory=list)
    leg_steps: list[int] = field(default_factory=list)
    visit_steps: list[int] = field(default_factory=list)

    def travel(self, place: int, stop: str, name: LocalizedText) -> Hop:
        """Go on to the next stop."""
        hop = self.problem.hops[self.place][place]
        if hop is None:
            raise AssertionError(f"no leg from {self.stop} to {stop}")
        self.legs.append(
            Leg(self.stop, stop, self.name, name, hop.mode, hop.minutes, hop.km, hop.estimated, self.moment)
        )
        self.leg_steps.append(len(self.steps))
        self.steps.append(Step(self.moment, hop.minutes, MIDNIGHT))
        self.place, self.stop, self.name = place, stop, name
        self.moment += hop.minutes
        return hop

    def eat(self, node: int, aim: int = 0) -> None:
        """Take the meal of that node now, or when its time has come, or at the minute aimed at if that is allowed."""
        inst = self.problem.instance
        minutes, last = int(inst.duration[node]), int(inst.closes[self.index, node, 0])
        begin = max(self.moment, int(inst.opens[self.index, node, 0]), min(aim, last, self.frame.end - minutes))
        self.meals.append(Meal(KINDS[int(inst.meal[node])], begin, begin + minutes))
        self.steps.append(Step(begin, minutes, last))
        self.moment = begin + minutes


def write_days(problem: Problem, plan: Plan) -> tuple[DayPlan, ...]:
    """All days of a solution."""
    return tuple(_write_day(problem, plan, index) for index in range(len(problem.frames)))


def _write_day(problem: Problem, plan: Plan, index: int) -> DayPlan:
    frame, inst = problem.frames[index], problem.instance
    stops = [(int(plan.route[index, p]), int(plan.start[index, p])) for p in range(int(plan.length[index]))]
    stops = _without_idling(problem, index, _visit_before_dinner(problem, index, stops))
    stops = _dinner_where_the_food_is(problem, index, stops)
    start, moves = frame.start, moves_of(frame)
    if all(inst.meal[node] for node, _ in stops):
        leave = frame.leave if moves else start
        writer = _Writer(
            problem, index, frame, int(inst.origin[index]), "start", frame.origin.name, start, legs=list(moves)
        )
        if not moves and frame.origin != frame.destination:
            writer.travel(int(inst.destination[index]), "end", frame.destination.name)
        return DayPlan(
            frame.day,
            frame.stay.id,
            frame.date,
            leave,
            writer.moment,
            frame.origin,
            frame.destination,
            legs=tuple(writer.legs),
        )
    if not moves:
        push = _later_start(problem, index, stops, _meals_at_the_end(problem, plan, index))
        stops = [(node, begin + push[p]) for p, (node, begin) in enumerate(stops)]
    origin = int(inst.origin[index])
    if not moves:
        first, begin = stops[0]
        start = begin - (0 if inst.meal[first] else int(inst.travel[origin, inst.place[first]]))
    writer = _Writer(problem, index, frame, origin, "start", frame.origin.name, start, legs=moves)
    hungry: list[int] = []
    for node, begin in stops:
        if inst.meal[node]:
            hungry.append(node)
            continue
        if _dines_there(writer, hungry):
            hungry = []
        later = _eat_later(writer, hungry, int(inst.place[node]), begin)
        for meal in [] if later else hungry:
            writer.eat(meal)
        _visit(writer, problem.nodes[node], node, begin, hungry if later else [])
        hungry = []
    end = int(inst.destination[index])
    if _dines_there(writer, hungry):
        hungry = []
    later = _eat_later(writer, hungry, end, frame.end)
    for meal in [] if later else hungry:
        writer.eat(meal)
    writer.travel(end, "end", frame.destination.name)
    for meal in hungry if later else []:
        writer.eat(meal, frame.stay.meals.dinner[0] + LAST_DINNER if inst.meal[meal] == DINNER else 0)
    spare = spare_minutes(writer.steps, max(frame.end, writer.moment))
    return DayPlan(
        frame.day,
        frame.stay.id,
        frame.date,
        frame.leave if frame.move else start,
        writer.moment,
        frame.origin,
        frame.destination,
        _with_reasons(writer, spare),
        tuple(sorted(writer.meals, key=lambda meal: meal.start)),
        _with_slack(writer, spare),
    )


def _dines_there(writer: _Writer, meals: list[int]) -> bool:
    """Write the dinner that is due into the day's last visit, where that is one of a place of food, and say whether it
    was: long enough to look around besides, and within the hours of dinner."""
    inst = writer.problem.instance
    if len(meals) != 1 or inst.meal[meals[0]] != DINNER or not writer.visits:
        return False
    visit, minutes = writer.visits[-1], int(inst.duration[meals[0]])
    sight = next((sight for sight in writer.problem.sights if sight.id == visit.sight), None)
    if sight is None or not _serves_dinner(writer.problem, writer.index, sight, (visit.arrive, visit.depart)):
        return False
    writer.meals.append(Meal("dinner", visit.depart - minutes, visit.depart, visit.id))
    return True


def _serves_dinner(problem: Problem, day: int, sight: Sight, visit: Window) -> bool:
    """Whether a visit of those hours to a place of food may end with the day's dinner."""
    inst, dinner = problem.instance, int(problem.instance.meal_node[day, DINNER])
    begin = visit[1] - int(inst.duration[dinner])
    in_time = begin >= max(int(inst.opens[day, dinner, 0]), visit[0] + LOOK_AROUND)
    return has_dinner(sight) and in_time and visit[1] <= problem.frames[day].stay.meals.dinner[1]


def _dinner_where_the_food_is(problem: Problem, day: int, stops: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The stops with the day's dinner within the visit before it to a place of food, where there is one that may end
    with it, and what follows as soon as it can be."""
    inst = problem.instance
    dinner = next((node for node, _ in stops if inst.meal[node] == DINNER), None)
    for p, (node, begin) in enumerate(stops):
        sight, over = problem.nodes[node].sight, begin + int(inst.duration[node])
        if dinner is None or node == dinner:
            break
        if sight is not None and _serves_dinner(problem, day, sight, (begin, over)):
            after = [other for other, _ in stops[p + 1 :] if other != dinner]
            return [*stops[: p + 1], (dinner, over), *_in_turn(problem, day, after, (int(inst.place[node]), over))]
    return stops


def _in_turn(problem: Problem, day: int, nodes: Sequence[int], since: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Those nodes one after another from that place and minute on, each begun as soon as it can be."""
    inst, (place, ready) = problem.instance, since
    for node in nodes:
        here = place if inst.meal[node] else int(inst.place[node])
        begin = start_from(inst, day, node, ready + int(inst.travel[place, here]))
        yield node, begin
        place, ready = here, begin + int(inst.duration[node])


def _eat_later(writer: _Writer, meals: list[int], place: int, until: int) -> bool:
    """Whether to go on to the next place before these meals: better there, and time enough until the next begin."""
    if not meals:
        return False
    inst, index = writer.problem.instance, writer.index
    end = int(inst.destination[index])
    waits = int(inst.opens[index, meals[0], 0]) - writer.moment > PATIENCE
    inward = int(inst.travel[writer.place, end] - inst.travel[place, end]) >= INWARD
    moment = writer.moment + int(inst.travel[writer.place, place])
    eaten_there = _eaten(writer, meals, moment)
    eaten_here = _eaten(writer, meals, writer.moment)
    late = eaten_here < 0 or eaten_here + int(inst.travel[writer.place, place]) > until
    if inst.meal[meals[0]] == DINNER and any(s.id == writer.stop and has_dinner(s) for s in writer.problem.sights):
        return late and 0 <= eaten_there <= until
    return 0 <= eaten_there <= until and (waits or inward or late)


def _eaten(writer: _Writer, meals: list[int], moment: int) -> int:
    """When these meals are over that one comes to at the moment; -1 where one cannot be had."""
    for meal in meals:
        begin = start_from(writer.problem.instance, writer.index, meal, moment)
        if begin < 0:
            return -1
        moment = begin + int(writer.problem.instance.duration[meal])
    return moment


def _with_reasons(writer: _Writer, spare: list[int]) -> tuple[Visit, ...]:
    """The visits with their minutes to spare and their reasons."""
    sights = {node.sight.id: node.sight for node in writer.problem.nodes if node.sight is not None}
    found = []
    for visit, hop, step in zip(writer.visits, writer.hops, writer.visit_steps, strict=True):
        sight, slack = sights.get(visit.sight or ""), spare[step]
        reason = BOOKING
        if sight is not None:
            reason = why(
                writer.problem.request, sight, hop, first=visit is writer.visits[0], arrive=visit.arrive, spare=slack
            )
        found.append(dataclasses.replace(visit, slack_minutes=slack, why=reason))
    return tuple(found)


def _with_slack(writer: _Writer, spare: list[int]) -> tuple[Leg, ...]:
    """The legs with their minutes to spare; a move between cities has those of the first leg in the new one."""
    moves = len(writer.legs) - len(writer.leg_steps)
    steps = [writer.leg_steps[0]] * moves + writer.leg_steps
    return tuple(
        dataclasses.replace(leg, slack_minutes=spare[step]) for leg, step in zip(writer.legs, steps, strict=True)
    )


def _visit_before_dinner(problem: Problem, day: int, stops: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The stops with dinner behind the sight that followed it, if both then end no later than they did."""
    inst = problem.instance
    ready, place = int(inst.day_start[day]), int(inst.origin[day])
    for p, (meal, at) in enumerate(stops[:-1]):
        sight, begin = stops[p + 1]
        if inst.meal[meal] == DINNER and problem.nodes[sight].sight is not None:
            here = int(inst.place[sight])
            earlier = start_from(inst, day, sight, ready + int(inst.travel[place, here]))
            dinner = start_from(inst, day, meal, earlier + int(inst.duration[sight])) if earlier >= 0 else -1
            if dinner >= 0 and dinner + inst.duration[meal] <= begin + inst.duration[sight]:
                return [*stops[:p], (sight, earlier), (meal, dinner), *stops[p + 2 :]]
        ready = at + int(inst.duration[meal])
        place = place if inst.meal[meal] else int(inst.place[meal])
    return stops


def _without_idling(problem: Problem, day: int, stops: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The stops, what is of the day begun as soon as one is there where nothing but its best hours would let one wait
    long for it, and what follows it sooner by as much as it can be."""
    inst, place, ready = problem.instance, int(problem.instance.origin[day]), int(problem.instance.day_start[day])
    found: list[tuple[int, int]] = []
    for node, planned in stops:
        here = place if inst.meal[node] else int(inst.place[node])
        there = ready + int(inst.travel[place, here])
        begin = start_from(inst, day, node, there) if found and found != stops[: len(found)] else planned
        sight = problem.nodes[node].sight
        if found and sight is not None and begin - there > IDLE and not (after_dark(sight) or has_dinner(sight)):
            sooner = start_from(problem.plain, day, node, there)
            begin = min(begin, sooner) if sooner >= 0 else begin
        found.append((node, begin))
        place, ready = here, begin + int(inst.duration[node])
    return found


def _meals_at_the_end(problem: Problem, plan: Plan, day: int) -> set[int]:
    """The day's meals that are taken where it ends."""
    inst, stops = problem.instance, range(int(plan.length[day]))
    end = int(inst.destination[day])
    return {int(plan.route[day, p]) for p in stops if inst.meal[plan.route[day, p]] and plan.at[day, p] == end}


def _later_start(problem: Problem, day: int, stops: list[tuple[int, int]], at_the_end: Collection[int]) -> list[int]:
    """Minutes by which each stop before the first wait starts later: as many as the wait and their windows allow."""
    inst, end = problem.instance, int(problem.instance.destination[day])
    until, place, wait, leading = 0, -1, 0, 0
    for node, begin in stops:
        stays = end if node in at_the_end else place
        here = stays if inst.meal[node] else int(inst.place[node])
        if leading:
            wait = begin - until - (int(inst.travel[place, here]) if here != place else 0)
            if wait > 0:
                break
        until, place, leading = begin + int(inst.duration[node]), here, leading + 1
    if wait <= 0 or any(inst.meal[node] for node, _ in stops[:leading]):
        return [0] * len(stops)
    leaves = stops[0][1] - int(inst.travel[inst.origin[day], inst.place[stops[0][0]]])
    latest = max(LATEST_START, problem.frames[day].stay.meals.lunch[0] - BEFORE_LUNCH)
    early = (begin_by - begin for node, begin in stops[:leading] if (begin_by := _best_begun_by(problem, node)))
    push = min(wait, latest - leaves, *early) // 5 * 5
    while push > 0 and any(
        start_from(inst, day, node, begin + push + KEPT_SPARE) != begin + push + KEPT_SPARE
        for node, begin in stops[:leading]
    ):
        push -= 5
    return [max(push, 0) if p < leading else 0 for p in range(len(stops))]


def _best_begun_by(problem: Problem, node: int) -> int | None:
    sight = problem.nodes[node].sight
    return sight.begin_by if sight else None


def moves_of(frame: DayFrame) -> list[Leg]:
    """The move from the city before, if the day begins with one."""
    if frame.move is None or frame.came_from is None:
        return []
    move, before = frame.move, frame.came_from
    names = (hotel_of(before).name, hotel_of(frame.stay).name)
    ends = (f"city:{before.id}", f"city:{frame.stay.id}")
    return [Leg(*ends, *names, move.mode, frame.start - frame.leave, move.km, move.estimated, frame.leave)]


def _visit(writer: _Writer, node: Node, index: int, begin: int, meals: list[int]) -> None:
    """Go there, take the meals that were kept for it, and visit."""
    place, minutes = int(writer.problem.instance.place[index]), int(writer.problem.instance.duration[index])
    if node.sight is None:
        booking = writer.problem.request.fixed[node.booking or 0]
        ident, name, at = f"fixed/{(node.booking or 0) + 1}", booking.name, (booking.lat, booking.lon)
        window, latest, ticket = (begin, begin + minutes), begin, None
        marker = booking.marker
    else:
        sight, marker = node.sight, False
        ident, name, at = sight.id, sight.name, (sight.lat, sight.lon)
        window = next(w for w in windows_of(sight, writer.frame.date) if w[0] <= begin and begin + minutes <= w[1])
        latest = _latest(writer, sight, begin, window[1], minutes, on_site=node.on_site)
        ticket = sight.ticket_on(writer.frame.date)
    writer.hops.append(writer.travel(place, ident, name))
    for meal in meals:
        writer.eat(meal)
    writer.visits.append(
        Visit(
            id=ident,
            sight=node.sight.id if node.sight else None,
            city=node.sight.city if node.sight else writer.frame.stay.id,
            name=name,
            lat=at[0],
            lon=at[1],
            arrive=begin,
            depart=begin + minutes,
            minutes=minutes,
            ticket=ticket,
            opens=window[0],
            closes=window[1],
            slack_minutes=0,
            marker=marker,
            why=BOOKING,
            pinned=node.sight is None or any(pin.sight == ident and pin.said for pin in writer.problem.request.pinned),
            estimated=estimated_of(node.sight, ticket) if node.sight else (),
            shared_ticket=node.sight.shared_ticket if node.sight else "",
            ticket_days=node.sight.ticket_days if node.sight else 0,
        )
    )
    writer.visit_steps.append(len(writer.steps))
    writer.steps.append(Step(begin, minutes, latest))
    writer.moment = begin + minutes
    if node.on_site:
        meal_minutes = PACES[writer.problem.request.pace].meal_minutes
        middle = (sum(writer.frame.stay.meals.lunch) - meal_minutes) // 2 // 5 * 5
        eat = min(max(middle, begin + ON_SITE_MARGIN), begin + minutes - meal_minutes)
        writer.meals.append(Meal("lunch", eat, eat + meal_minutes, ident))


def _latest(writer: _Writer, sight: Sight, begin: int, closes: int, minutes: int, *, on_site: bool) -> int:
    """The latest begin of a visit in the window that closes then; a fixed hour does not move."""
    request = writer.problem.request
    pin = next((pin for pin in request.pinned if pin.sight == sight.id), None)
    latest = min(closes - minutes, closes - sight.last_entry_minutes, hours_wanted(pin)[1])
    return min(latest, writer.frame.stay.meals.lunch[1] - PACES[request.pace].meal_minutes) if on_site else latest


def estimated_of(sight: Sight, ticket: Money | None) -> tuple[str, ...]:
    """What of a visit to the sight is not certain: "hours", "price"."""
    known = {"hours": hours_known(sight), "price": ticket is not None}
    return tuple(name for name, is_known in known.items() if not is_known or name in sight.estimated)
