"""What was stated of a trip and a change could not keep, wish by wish: the first thing that an answer reports of a
change.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from travelagent.briefs.values import DayWish, TripBrief
from travelagent.briefs.wire import day_reference
from travelagent.plans.fields import MIDNIGHT, clock
from travelagent.plans.values import PARTS_OF_DAY, DayPlan, Itinerary, LocalizedText, Sight, Visit
from travelagent.plans.words import REST, term

REST_WISH = "rest"
PARTS: Mapping[str, LocalizedText] = {
    "morning": LocalizedText(" in the morning", "上午"),
    "afternoon": LocalizedText(" in the afternoon", "下午"),
    "evening": LocalizedText(" in the evening", "晚上"),
    "first": LocalizedText(" as the first stop", "第一站"),
    "last": LocalizedText(" as the last stop", "最后一站"),
}


def given_up(
    before: tuple[TripBrief, Itinerary],
    after: tuple[TripBrief, Itinerary],
    sights: Sequence[Sight],
    named: Collection[str],
) -> tuple[LocalizedText, ...]:
    """Return what had to give way in the step from one brief and its plan to the next.

    That is every wish that held, or is new, and does not hold now, and every visit that has lost its day or hour.
    `named`: the ids of the sights that the change mentions, and `REST_WISH`; what the change withdraws of these is no
    loss, what it requests of them and does not get is one.
    """
    known = {sight.id: sight for sight in sights}
    lost = set(_Standing(*before, known).unheld())
    unheld = [text for key, text in _Standing(*after, known).unheld() if key in named or (key, text) not in lost]
    return tuple(dict.fromkeys([*_loosened(before[0], after[0], known, named), *unheld]))


def _loosened(
    before: TripBrief, after: TripBrief, known: Mapping[str, Sight], named: Collection[str]
) -> Iterator[LocalizedText]:
    """The visits that the change does not speak of and that are not held to their day, hour or part of it any more."""
    now = {wish.value: wish for wish in after.day_wishes if wish.kind == "visit"}
    for wish in before.day_wishes:
        if wish.kind != "visit" or wish.value in named or wish.value in after.avoid or wish.value not in known:
            continue
        held = now.get(wish.value)
        is_loose = held is None or (held.day == "every" and wish.day != "every")
        if is_loose or (held and (held.start, held.part) != (wish.start, wish.part)):
            yield _of_visit(wish, known)


@dataclass(frozen=True, slots=True)
class _Standing:
    """A brief and a plan, held against each other."""

    brief: TripBrief
    plan: Itinerary
    known: Mapping[str, Sight]

    def unheld(self) -> Iterator[tuple[str, LocalizedText]]:
        """The wishes of the brief that the plan does not hold: the sight or the kind of wish, and the wish in words."""
        visited = [sight for visit in self.plan.visits if (sight := self.known.get(visit.sight or ""))]
        there = {sight.id for sight in visited}
        yield from ((id, self.known[id].name) for id in self.brief.must_see if id in self.known and id not in there)
        for refused in self.brief.avoid:
            for sight in visited:
                if refused in sight.terms and sight.id not in self.brief.must_see:
                    yield refused, LocalizedText(f"no {term(refused).en} ({sight.name.en})", f"不去{sight.name.zh}")
        for wish in self.brief.day_wishes:
            yield from ((wish.value or wish.kind, text) for text in self._of_day(wish))

    def _of_day(self, wish: DayWish) -> Iterator[LocalizedText]:
        days = [day for day in self.plan.days if day.day in day_reference(wish.day, len(self.plan.days))]
        match wish.kind:
            case "visit":
                held = any(_is_then(visit, day, wish) for day in days for visit in day.visits)
                if days and not held and wish.value in self.known:
                    yield _of_visit(wish, self.known)
            case "hours":
                yield from (text for day in days if day.visits for text in _of_hours(wish, day))
            case "rest":
                if days and not any(visit.name == REST for day in days for visit in day.visits):
                    yield _of_rest(wish, days)
            case "free" | "indoors" | "only_kind" | "without":
                pass  # a day's rain and its kinds are held as far as possible, and the plan reports their days


def _is_then(visit: Visit, day: DayPlan, wish: DayWish) -> bool:
    """Return whether a visit is the requested one, at the time of the wish."""
    if visit.sight != wish.value or wish.start not in (None, visit.arrive):
        return False
    if wish.part == "first" or wish.part == "last":
        sights = [each.id for each in day.visits if each.sight]
        return sights[0 if wish.part == "first" else -1] == visit.id
    first, last = PARTS_OF_DAY[wish.part] if wish.part else (0, MIDNIGHT)
    return first <= visit.arrive <= last


def _of_visit(wish: DayWish, known: Mapping[str, Sight]) -> LocalizedText:
    name, part = known[wish.value].name, PARTS.get(wish.part or "", LocalizedText("", ""))
    at = "" if wish.start is None else clock(wish.start)
    on = LocalizedText("", "")
    if wish.day == "last":
        on = LocalizedText(" on the last day", "最后一天")
    elif wish.day != "every":
        on = LocalizedText(f" on day {wish.day}", f"第 {wish.day} 天")
    return LocalizedText(f"{name.en}{on.en}{part.en}{f' at {at}' if at else ''}", f"{on.zh}{part.zh}{at}{name.zh}")


def _of_hours(wish: DayWish, day: DayPlan) -> Iterator[LocalizedText]:
    moves = bool(day.legs) and day.legs[0].is_move
    begins = day.visits[0].arrive if moves else day.start
    if wish.start is not None and begins < wish.start:
        at = clock(wish.start)
        yield LocalizedText(f"day {day.day} not before {at}", f"第 {day.day} 天 {at} 以后出发")
    if wish.end is not None and day.end > wish.end:
        at = clock(wish.end)
        yield LocalizedText(f"day {day.day} until {at}", f"第 {day.day} 天 {at} 前结束")


def _of_rest(wish: DayWish, days: Sequence[DayPlan]) -> LocalizedText:
    if wish.day == "every":
        return LocalizedText("the rest at the hotel", "午休")
    return LocalizedText(f"the rest at the hotel on day {days[0].day}", f"第 {days[0].day} 天的午休")
