"""The verifier: every constraint of a plan, held against every visit, with its evidence.

Independent of the optimiser: it shares nothing with it but the values and their names, reads the opening hours itself,
measures distances itself, and takes any itinerary, a hand-edited one too. It trusts nothing the plan says of itself:
windows, cities, prices come from the sights, day windows and bookings from the request. A leg's minutes are taken from
the plan but must not beat what its mode can do over the straight line; a missing leg is replaced by a fast taxi's time.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, time, timedelta
from itertools import pairwise
from typing import Literal

from opening_hours import OpeningHours, State, validate

from travelagent.planning.values import (
    ASSUMED_HOURS,
    MIDNIGHT,
    ON_SITE_MINUTES,
    PACES,
    PARTS_OF_DAY,
    USUAL_MEALS,
    Certificate,
    Check,
    DayPlan,
    DayWindow,
    FixedVisit,
    Itinerary,
    Leg,
    LocalizedText,
    Meal,
    Mode,
    Pin,
    PlanRequest,
    Sight,
    Visit,
)
from travelagent.planning.words import MEAL_NAMES, calendar_day, joined, week_day, when_said

TOP_KMH: dict[Mode, float] = {
    "walk": 6.5, "transit": 90.0, "taxi": 110.0, "shuttle": 110.0, "ferry": 110.0, "train": 350.0, "flight": 950.0,
    "bus": 110.0, "car": 120.0,
}  # fmt: skip
"""The fastest a mode can be over the straight line; a leg that claims more is refused."""
"""The modes between cities."""
UNSTATED_LEG_KMH = 50.0
"""Speed over the straight line assumed where the plan states no leg."""
Constraint = Literal[
    "days", "dates", "day_window", "midnight", "day_ends", "leg_speed", "travel_time", "no_overlap", "lunch", "dinner",
    "pace", "known_sight", "city", "opening_hours", "last_entry", "once", "must_see", "avoid", "pinned", "fixed",
    "journey",
]  # fmt: skip
"""The kinds of checks."""
_Stop = tuple[str, float, float, int, int]
"""A stop as (id, lat, lon, from, until)."""


def verify(itinerary: Itinerary, request: PlanRequest, sights: Sequence[Sight]) -> Certificate:
    """The certificate of any itinerary against what was asked and what is known of the sights."""
    known = {sight.id: sight for sight in sights}
    cities = {**itinerary.city_names, **{stay.id: stay.name for stay in request.cities}}
    windows = {window.day: window for window in request.day_windows}
    checks: list[Check] = list(_trip(itinerary, request))
    for day in itinerary.days:
        window = windows.get(day.day, DayWindow(day.day))
        checks += _day_window(day, window, request)
        checks += _travel(day)
        checks += _overlaps(day, known)
        checks += _meals(day, window, request)
        checks += _pace(day, request)
        for visit in day.visits:
            checks += _visit(visit, day, known, cities)
    checks += _once(itinerary)
    checks += _wishes(itinerary, request, known)
    checks += _pins(itinerary, request)
    checks += _bookings(itinerary, request)
    checks += _journey(itinerary, request)
    return Certificate(tuple(checks))


def _check(
    constraint: Constraint, ok: bool, en: str, zh: str, *, visit: Visit | None = None, day: DayPlan | int | None = None
) -> Check:
    number = day.day if isinstance(day, DayPlan) else day
    return Check(constraint, "pass" if ok else "fail", LocalizedText(en, zh), visit.id if visit else None, number)


def _at(minutes: int) -> str:
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def _span(start: int, end: int) -> str:
    return f"{_at(start)}–{_at(end)}"


def _trip(itinerary: Itinerary, request: PlanRequest) -> Iterator[Check]:
    """The right number of days, on consecutive dates, from the asked one."""
    numbers = [day.day for day in itinerary.days]
    yield _check(
        "days",
        numbers == list(range(1, request.days + 1)),
        f"{len(numbers)} days planned, {request.days} asked",
        f"安排了 {len(numbers)} 天，要求 {request.days} 天",
    )
    steps = all(later.date - day.date == timedelta(days=later.day - day.day) for day, later in pairwise(itinerary.days))
    starts = not itinerary.days or request.start_date is None or itinerary.days[0].date == request.start_date
    shown = calendar_day(itinerary.days[0].date) if itinerary.days else LocalizedText("-", "-")
    yield _check("dates", steps and starts, f"first day {shown.en}, dates follow on", f"首日 {shown.zh}，日期连续")


def _day_window(day: DayPlan, window: DayWindow, request: PlanRequest) -> Iterator[Check]:
    """All that happens in the city lies within the day's window; a move between cities may leave earlier."""
    pace = PACES[request.pace]
    start = pace.start if window.start is None else window.start
    end = pace.end if window.end is None else window.end
    arrival = day.start + _intercity_minutes(day)
    first = arrival if _intercity_minutes(day) else day.start
    spans = [(visit.arrive, visit.depart) for visit in day.visits]
    ok = not spans or (first >= start and day.end <= end and all(start <= a and b <= end for a, b in spans))
    yield _check(
        "day_window",
        ok,
        f"day runs {_span(first, day.end)}, window {_span(start, end)}",
        f"当天 {_span(first, day.end)}，时间窗 {_span(start, end)}",
        day=day,
    )
    latest = max([day.end, *(b for _, b in spans), *(meal.end for meal in day.meals)])
    over = latest > MIDNIGHT
    yield _check(
        "midnight",
        not over,
        f"ends {_at(latest)}" if not over else f"would last until {_at(latest - MIDNIGHT)} of the next day",
        f"{_at(latest)} 结束" if not over else f"要到次日 {_at(latest - MIDNIGHT)} 才结束，过了零点",
        day=day,
    )
    for name, asked, real in (
        ("origin", window.origin, day.origin),
        ("destination", window.destination, day.destination),
    ):
        if asked is not None:
            away = _air_km(asked.lat, asked.lon, real.lat, real.lon)
            yield _check(
                "day_ends",
                away < 0.2,
                f"{name} is {asked.name.en}, the plan's is {away:.1f} km from it",
                f"{'起点' if name == 'origin' else '终点'}应为{asked.name.zh}，计划与其相距 {away:.1f} 公里",
                day=day,
            )


def _intercity_minutes(day: DayPlan) -> int:
    return sum(leg.minutes for leg in day.legs if leg.is_move)


def _air_km(lat1: float, lon1: float, lat2: float, lon2: float) -> float:
    """Great circle by the spherical law of cosines' stable form."""
    p, q, dl = math.radians(lat1), math.radians(lat2), math.radians(lon2 - lon1)
    across = math.hypot(
        math.cos(q) * math.sin(dl), math.cos(p) * math.sin(q) - math.sin(p) * math.cos(q) * math.cos(dl)
    )
    along = math.sin(p) * math.sin(q) + math.cos(p) * math.cos(q) * math.cos(dl)
    return 6371.0 * math.atan2(across, along)


def _travel(day: DayPlan) -> Iterator[Check]:
    """From stop to stop there is time for the leg and for the meals in between."""
    arrival = day.start + _intercity_minutes(day)
    stops: list[_Stop] = [("start", day.origin.lat, day.origin.lon, day.start, arrival)]
    stops += [(visit.id, visit.lat, visit.lon, visit.arrive, visit.depart) for visit in day.visits]
    stops.append(("end", day.destination.lat, day.destination.lon, day.end, day.end))
    legs = {(leg.origin, leg.destination): leg for leg in day.legs}
    for leg in day.legs:
        if leg.is_move:
            needed = leg.km / TOP_KMH[leg.mode] * 60
            yield _check(
                "leg_speed",
                leg.minutes >= needed,
                f"{leg.mode} {leg.km:.0f} km in {leg.minutes} min, at least {needed:.0f} min",
                f"{leg.km:.0f} 公里用时 {leg.minutes} 分钟，至少需 {needed:.0f} 分钟",
                day=day,
            )
    visits = {visit.id: visit for visit in day.visits}
    for here, there in pairwise(stops):
        yield from _hop(day, here, there, legs.get((here[0], there[0])), visits.get(there[0]))


def _hop(day: DayPlan, here: _Stop, there: _Stop, leg: Leg | None, visit: Visit | None) -> Iterator[Check]:
    air = _air_km(here[1], here[2], there[1], there[2])
    meals = sum(m.end - m.start for m in day.meals if m.visit is None and m.start >= here[4] and m.end <= there[3])
    if leg is None:
        needed = math.floor(air / UNSTATED_LEG_KMH * 60)
        how = f"{air:.1f} km as the crow flies, no leg stated", f"直线 {air:.1f} 公里，未写明路段"
    else:
        needed = leg.minutes
        how = f"{leg.mode} {leg.minutes} min, {leg.km:.1f} km", f"路上 {leg.minutes} 分钟，{leg.km:.1f} 公里"
        fastest = math.floor(air / TOP_KMH[leg.mode] * 60)
        yield _check(
            "leg_speed",
            leg.minutes >= fastest,
            f"{leg.mode} over {air:.1f} km in {leg.minutes} min, at least {fastest} min",
            f"直线 {air:.1f} 公里用时 {leg.minutes} 分钟，至少需 {fastest} 分钟",
            visit=visit,
            day=day,
        )
    spare = there[3] - here[4] - meals - needed
    yield _check(
        "travel_time",
        spare >= 0,
        f"leaves {_at(here[4])}, {how[0]}, meals {meals} min, due {_at(there[3])}: {spare:+d} min",
        f"{_at(here[4])} 离开，{how[1]}，用餐 {meals} 分钟，{_at(there[3])} 到达：余 {spare:+d} 分钟",
        visit=visit,
        day=day,
    )


def _overlaps(day: DayPlan, known: Mapping[str, Sight]) -> Iterator[Check]:
    """Visits follow one another; a meal lies beside them, or wholly inside the visit it names, which is long or in a
    place of food."""
    until = 0
    for visit in day.visits:
        yield _check(
            "no_overlap",
            visit.arrive >= until and visit.depart > visit.arrive,
            f"{_span(visit.arrive, visit.depart)}, the stop before ends {_at(until)}",
            f"{_span(visit.arrive, visit.depart)}，上一站 {_at(until)} 结束",
            visit=visit,
            day=day,
        )
        until = max(until, visit.depart)
    for meal in day.meals:
        clashing = [v for v in day.visits if v.arrive < meal.end and meal.start < v.depart and v.id != meal.visit]
        host = next((visit for visit in day.visits if visit.id == meal.visit), None)
        inside = meal.visit is None or (host is not None and _holds(host, meal, known.get(host.sight or "")))
        yield _check(
            "no_overlap",
            inside and not clashing and meal.end > meal.start,
            f"{meal.kind} {_span(meal.start, meal.end)}" + "".join(f", clashes with {v.name.en}" for v in clashing),
            f"{MEAL_NAMES[meal.kind].zh} {_span(meal.start, meal.end)}"
            + "".join(f"，与{v.name.zh}冲突" for v in clashing),
            visit=host,
            day=day,
        )


def _holds(visit: Visit, meal: Meal, sight: Sight | None) -> bool:
    fed = visit.depart - visit.arrive >= ON_SITE_MINUTES or (sight is not None and "food" in sight.tags)
    return fed and visit.arrive <= meal.start and meal.end <= visit.depart


def _meals(day: DayPlan, window: DayWindow, request: PlanRequest) -> Iterator[Check]:
    """Lunch and dinner lie in their windows. A day whose own window covers one must have the meal, unless a pinned
    visit or a booking reaches into it."""
    pace = PACES[request.pace]
    start = max(pace.start if window.start is None else window.start, day.start + _intercity_minutes(day))
    end = pace.end if window.end is None else window.end
    hours = next((stay.meals for stay in request.cities if stay.id == day.city), USUAL_MEALS)
    for kind, name in MEAL_NAMES.items():
        (opens, closes), en, zh = hours.lunch if kind == "lunch" else hours.dinner, name.en.capitalize(), name.zh
        taken = [meal for meal in day.meals if meal.kind == kind]
        for meal in taken:
            yield _check(
                kind,
                opens <= meal.start and meal.end <= closes,
                f"{en} {_span(meal.start, meal.end)}, window {_span(opens, closes)}",
                f"{zh} {_span(meal.start, meal.end)}，时段 {_span(opens, closes)}",
                day=day,
            )
        due = bool(day.visits) and start <= opens and end >= closes
        held = any(visit.pinned and visit.arrive < closes and opens < visit.depart for visit in day.visits)
        if due and not taken:
            yield _check(
                kind,
                held,
                f"no {kind}: " + ("a pinned visit takes its time" if held else "nothing stands in its way"),
                f"没有{zh}：" + ("固定安排占用了时段" if held else "时段空闲却未安排"),
                day=day,
            )


def _pace(day: DayPlan, request: PlanRequest) -> Iterator[Check]:
    """At most the pace's number of sights; more only where the traveller pinned more."""
    visits = [visit for visit in day.visits if visit.sight is not None]
    cap = max(PACES[request.pace].visits, sum(visit.sight in {p.sight for p in request.pinned} for visit in visits))
    yield _check(
        "pace",
        len(visits) <= cap,
        f"{len(visits)} sights, at most {cap} at this pace",
        f"{len(visits)} 个景点，该节奏每天最多 {cap} 个",
        day=day,
    )


def _visit(
    visit: Visit, day: DayPlan, known: Mapping[str, Sight], cities: Mapping[str, LocalizedText]
) -> Iterator[Check]:
    """What one sight demands: it is known, lies in the day's city and where it says, is open, lets one in."""
    if visit.sight is None:
        return
    sight = known.get(visit.sight)
    if sight is None:
        yield _check(
            "known_sight", False, f"{visit.sight} is not known", f"未知景点 {visit.sight}", visit=visit, day=day
        )
        return
    away = _air_km(visit.lat, visit.lon, sight.lat, sight.lon)
    yield _check(
        "known_sight", away < 0.2, f"{away:.2f} km from the sight", f"距景点 {away:.2f} 公里", visit=visit, day=day
    )
    lies, spent = (cities.get(city, LocalizedText(city, city)) for city in (sight.city, day.city))
    yield _check(
        "city",
        sight.city == day.city,
        f"lies in {lies.en}, day in {spent.en}",
        f"位于{lies.zh}，当天在{spent.zh}",
        visit=visit,
        day=day,
    )
    windows = _open_windows(sight, day)
    when = week_day(day.date)
    shown = ", ".join(_span(*window) for window in windows)
    visiting = _span(visit.arrive, visit.depart)
    window = next((w for w in windows if w[0] <= visit.arrive and visit.depart <= w[1]), None)
    yield _check(
        "opening_hours",
        window is not None,
        f"{when.en}: {f'open {shown}' if shown else 'closed all day'}; visit {visiting}",
        f"{when.zh}{f'开放 {shown}' if shown else '全天不开放'}；参观 {visiting}",
        visit=visit,
        day=day,
    )
    if sight.last_entry_minutes > 0:
        entry = next((w for w in windows if w[0] <= visit.arrive <= w[1]), None)
        last = entry[1] - sight.last_entry_minutes if entry else None
        yield _check(
            "last_entry",
            last is not None and visit.arrive <= last,
            f"arrives {_at(visit.arrive)}, {'no entry then' if last is None else f'last entry {_at(last)}'}",
            f"{_at(visit.arrive)} 到达，{'此时不能入场' if last is None else f'最晚入场 {_at(last)}'}",
            visit=visit,
            day=day,
        )


def _open_windows(sight: Sight, day: DayPlan) -> list[tuple[int, int]]:
    """The sight's open windows of the day, read afresh."""
    if not sight.hours or not validate(sight.hours):
        return [ASSUMED_HOURS]
    solar = re.search(r"sun(rise|set)|dawn|dusk|\b[PS]H\b", sight.hours)
    rules = OpeningHours(sight.hours, coords=(sight.lat, sight.lon)) if solar else OpeningHours(sight.hours)
    midnight = datetime.combine(day.date, time())
    minute, open_since, found = 0, None, []
    for _, ends, state, _ in rules.intervals(midnight, midnight + timedelta(days=1)):
        is_open = state == State.OPEN
        if is_open and open_since is None:
            open_since = minute
        elif not is_open and open_since is not None:
            found.append((open_since, minute))
            open_since = None
        local = None if ends is None else ends.replace(tzinfo=None)
        minute = MIDNIGHT if local is None else min(int((local - midnight).total_seconds() // 60), MIDNIGHT)
    if open_since is not None:
        found.append((open_since, minute))
    return found


def _once(itinerary: Itinerary) -> Iterator[Check]:
    counts = Counter(visit.sight for visit in itinerary.visits if visit.sight is not None)
    for visit in itinerary.visits:
        if visit.sight is not None:
            times = counts[visit.sight]
            yield _check("once", times == 1, f"visited {times}×", f"到访 {times} 次", visit=visit)


def _wishes(itinerary: Itinerary, request: PlanRequest, known: dict[str, Sight]) -> Iterator[Check]:
    """Must-see sights are there, avoided ones are not. What is demanded by name outweighs what is avoided."""
    visited = {visit.sight for visit in itinerary.visits}
    for sight in request.must_see:
        ok = sight in visited
        name = known[sight].name if sight in known else LocalizedText(sight, sight)
        yield _check(
            "must_see",
            ok,
            f"{name.en}: {'in the plan' if ok else 'missing'}",
            f"{name.zh}：{'已安排' if ok else '缺失'}",
        )
    demanded = set(request.demanded)
    day_of = {visit.id: day.day for day in itinerary.days for visit in day.visits}
    on_day: dict[int, set[str]] = {}
    for refusal in request.avoid_on:
        on_day.setdefault(refusal.day, set()).add(refusal.term)
    for visit in itinerary.visits:
        sight_known = known.get(visit.sight or "")
        if sight_known is None or sight_known.id in demanded:
            continue
        hits = sight_known.terms & {*request.avoid, *on_day.get(day_of[visit.id], ())}
        yield _check(
            "avoid",
            not hits,
            f"avoided: {joined(sorted(hits)).en or 'nothing of it'}",
            f"需避开：{joined(sorted(hits)).zh or '无'}",
            visit=visit,
        )


def _pins(itinerary: Itinerary, request: PlanRequest) -> Iterator[Check]:
    for pin in request.pinned:
        found = [(day, visit) for day in itinerary.days for visit in day.visits if visit.sight == pin.sight]
        ok = any(_is_as_pinned(pin, day, visit) for day, visit in found)
        at = when_said(pin)
        wanted = LocalizedText(f", wanted {at.en}" if at.en else "", f"（要求{at.zh}）" if at.zh else "")
        en, zh = (
            ", ".join(said.format(day.day, _at(visit.arrive)) for day, visit in found)
            for said in ("day {} {}", "第 {} 天 {}")
        )
        yield _check(
            "pinned",
            ok,
            f"{pin.sight}{wanted.en}: {en or 'missing'}",
            f"{pin.sight}{wanted.zh}：{zh or '缺失'}",
            visit=found[0][1] if found else None,
            day=pin.day,
        )


def _eaten_there(day: DayPlan, visit: Visit) -> int:
    """The minutes of the day's meals at a visit."""
    return sum(meal.end - meal.start for meal in day.meals if meal.visit == visit.id)


def _is_as_pinned(pin: Pin, day: DayPlan, visit: Visit) -> bool:
    """On its day, at its minute, in its part of the day, or before or after all the day's other sights, and for its
    time."""
    if pin.day not in (None, day.day) or pin.start not in (None, visit.arrive):
        return False
    if pin.minutes not in (None, visit.minutes, visit.minutes - _eaten_there(day, visit)):
        return False
    others = [other.arrive for other in day.visits if other.sight is not None and other is not visit]
    match pin.when:
        case None:
            return True
        case "first":
            return all(visit.arrive < arrive for arrive in others)
        case "last":
            return all(arrive < visit.arrive for arrive in others)
        case part:
            begins, ends = PARTS_OF_DAY[part]
            return begins <= visit.arrive <= ends


def _bookings(itinerary: Itinerary, request: PlanRequest) -> Iterator[Check]:
    """Each booking has its own stop, at its place and time, on its day. Those with a day choose their stop first."""
    free = [(day, visit) for day in itinerary.days for visit in day.visits if visit.sight is None]
    for booking in sorted(request.fixed, key=lambda booking: booking.day is None):
        there = [(d, v) for d, v in free if _air_km(v.lat, v.lon, booking.lat, booking.lon) < 0.2]
        found = next(((day, visit) for day, visit in there if _is_kept(booking, day, visit)), None)
        if found:
            free.remove(found)
        at = found or next(((day, visit) for day, visit in there if visit.name == booking.name), None)
        en, zh = "not kept", "未安排"
        if found:
            en, zh = f"kept on day {found[0].day}", f"第 {found[0].day} 天已安排"
        elif at:
            planned = _span(at[1].arrive, at[1].depart)
            en, zh = f"planned for {planned} on day {at[0].day}", f"排在第 {at[0].day} 天 {planned}"
        span = _span(booking.start, booking.start + booking.minutes)
        yield _check(
            "fixed",
            found is not None,
            f"{booking.name.en} {span}: {en}",
            f"{booking.name.zh} {span}：{zh}",
            visit=at[1] if at else None,
            day=at[0] if at else booking.day,
        )


def _is_kept(booking: FixedVisit, day: DayPlan, visit: Visit) -> bool:
    """The visit has the booking's times, on its day if it has one."""
    times = (booking.start, booking.start + booking.minutes)
    return (visit.arrive, visit.depart) == times and booking.day in (None, day.day)


def failures_text(checks: Iterable[Check]) -> str:
    """The failed checks on one English line, for logs and errors."""
    return "; ".join(f"{c.constraint} {c.visit or c.day or ''}: {c.evidence.en}" for c in checks if c.status == "fail")


def _journey(itinerary: Itinerary, request: PlanRequest) -> Iterator[Check]:
    """The first day begins after the arrival, the last one ends before the departure."""
    days = {day.day: day for day in itinerary.days if day.visits}
    first, last = days.get(1), days.get(request.days)
    if request.arrival is not None and first is not None:
        begins, arrives = min(first.start, first.visits[0].arrive), request.arrival.at
        yield _check(
            "journey",
            arrives <= begins,
            f"day begins {_at(begins)}, you arrive at {_at(arrives)}",
            f"当天 {_at(begins)} 开始，{_at(arrives)} 才到达",
            day=first,
        )
    if request.departure is not None and last is not None:
        ends, leaves = max(last.end, last.visits[-1].depart), request.departure.at
        yield _check(
            "journey",
            ends <= leaves,
            f"day ends {_at(ends)}, you leave at {_at(leaves)}",
            f"当天 {_at(ends)} 结束，{_at(leaves)} 返程",
            day=last,
        )
