"""The account of wishes for days: free days, rests, hours, rain, visits at a time, kinds that are wanted or refused."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from travelagent.briefs.ledger.entries import Entry, Scope, Verdict
from travelagent.briefs.ledger.facts import Facts, Stop, at, day_list, is_same_place, named, share, text
from travelagent.briefs.ledger.sights import held_off, refused_name
from travelagent.briefs.values import DayWish, WishKind
from travelagent.briefs.wire import day_reference
from travelagent.planning.rests import days_without
from travelagent.plans.fields import clock
from travelagent.plans.values import PARTS_OF_DAY, DayPlan, LocalizedText, Rest, Visit
from travelagent.plans.words import REST, joined, listed

SOFT: Final = frozenset({"rest", "indoors"})
"""Kinds that a plan keeps as far as the day allows it."""
NOTHING: Final = LocalizedText("", "")
Found: TypeAlias = tuple[Verdict, LocalizedText]


def day_wishes(facts: Facts) -> Iterator[Entry]:
    """Account for each wish of a day, or of every day. Keys are `day:kind` or `day:kind:value`."""
    keys: Counter[str] = Counter()
    for wish in facts.brief.day_wishes:
        key = ":".join(str(part) for part in (wish.day, wish.kind, wish.value) if part != "")
        keys[key] += 1
        unique = key if keys[key] == 1 else f"{key}#{keys[key]}"
        numbers = day_reference(wish.day, len(facts.itinerary.days))
        days = [day for day in facts.itinerary.days if day.day in numbers]
        verdict, evidence = _KINDS[wish.kind](facts, wish, days) if days else ("given_up", text("plan.no_such_day"))
        scope = Scope(days=() if wish.day == "every" else numbers, part=wish.part)
        yield Entry("day_wishes", unique, _words(facts, wish), wish.kind not in SOFT, verdict, evidence, scope)


def _words(facts: Facts, wish: DayWish) -> LocalizedText:
    when = [text("words.at", time=clock(wish.start))] if wish.kind == "visit" and wish.start is not None else []
    when += [text(f"part.{wish.part}")] if wish.part else []
    when += [text("words.for_minutes", minutes=wish.minutes)] if wish.kind == "visit" and wish.minutes else []
    what = _WORDS[wish.kind](facts, wish)
    words = text("words.on", what=what, day=_day(wish), when=listed(when, "", ""))
    return LocalizedText(words.en.strip(), words.zh.strip())


def _day(wish: DayWish) -> LocalizedText:
    if wish.day == "every":
        return NOTHING if wish.kind == "visit" else text("day.every")
    return text("day.last") if wish.day == "last" else text("day.one", day=wish.day)


def _hours_words(facts: Facts, wish: DayWish) -> LocalizedText:
    parts = [text("words.hours_start", time=clock(wish.start))] if wish.start is not None else []
    parts += [text("words.hours_end", time=clock(wish.end))] if wish.end is not None else []
    parts += [text("words.hours_from", place=wish.origin.name)] if wish.origin else []
    parts += [text("words.hours_to", place=wish.destination.name)] if wish.destination else []
    hours = listed(parts, ", ", "，")
    return LocalizedText(hours.en, f" {hours.zh}")


def _visit(facts: Facts, wish: DayWish, days: Sequence[DayPlan]) -> Found:
    stops = facts.stops_at(wish.value)
    numbers = {day.day for day in days}
    if not stops:
        return facts.missing(wish.value)
    kept = next((stop for stop in stops if stop.day.day in numbers and _is_then(stop, wish)), None)
    if kept is not None:
        return "kept", at(kept)
    stop = stops[0]
    if wish.minutes is not None and stop.day.day in numbers and _is_then(stop, dataclasses.replace(wish, minutes=None)):
        return "kept_in_part", text("plan.lasts", minutes=stop.visit.minutes)
    return "kept_in_part", at(stop)


def _is_then(stop: Stop, wish: DayWish) -> bool:
    """Return whether a visit is at the hour, in the part or place of its day, and as long, as the wish has it."""
    visit = stop.visit
    if wish.start not in (None, visit.arrive):
        return False
    eaten = sum(meal.end - meal.start for meal in stop.day.meals if meal.visit == visit.id)
    if wish.minutes not in (None, visit.minutes, visit.minutes - eaten):
        return False
    arrivals = [other.arrive for other in stop.day.visits if other.sight]
    match wish.part:
        case None:
            return True
        case "first":
            return visit.arrive == min(arrivals)
        case "last":
            return visit.arrive == max(arrivals)
        case part:
            begins, ends = PARTS_OF_DAY[part]
            return begins <= visit.arrive <= ends


def _hours(facts: Facts, wish: DayWish, days: Sequence[DayPlan]) -> Found:
    lived = [day for day in days if day.visits]
    broken = {day.day: found for day in lived if (found := list(_outside(wish, day)))}
    if not broken:
        return "kept", text("plan.hours_kept")
    return share(len(lived) - len(broken), len(lived)), named(each for found in broken.values() for each in found)


def _outside(wish: DayWish, day: DayPlan) -> Iterator[LocalizedText]:
    """Yield in what the day leaves its hours or its ends. A move between cities may leave earlier."""
    moves = bool(day.legs) and day.legs[0].is_move
    begins = day.visits[0].arrive if moves else min(day.start, day.visits[0].arrive)
    ends = max(day.end, day.visits[-1].depart)
    if wish.start is not None and begins < wish.start:
        yield text("plan.begins_at", day=day.day, time=clock(begins))
    if wish.end is not None and ends > wish.end:
        yield text("plan.ends_at", day=day.day, time=clock(ends))
    if wish.origin is not None and not is_same_place(day.origin, wish.origin):
        yield text("plan.begins_in", day=day.day, place=day.origin.name)
    if wish.destination is not None and not is_same_place(day.destination, wish.destination):
        yield text("plan.ends_in", day=day.day, place=day.destination.name)


def _free(facts: Facts, wish: DayWish, days: Sequence[DayPlan]) -> Found:
    numbers = {day.day for day in days}
    stops = [stop for stop in facts.stops if stop.day.day in numbers]
    if not stops:
        return "kept", text("plan.nothing_planned")
    full = {stop.day.day for stop in stops}
    return share(len(days) - len(full), len(days)), named(stop.on_day for stop in stops)


def _rest(facts: Facts, wish: DayWish, days: Sequence[DayPlan]) -> Found:
    lived = [day for day in days if day.visits]
    rested = {day.day for day in lived if any(_is_rest(wish, visit) for visit in day.visits)}
    if lived and not rested:
        return "given_up", text("plan.no_rest", days=day_list(day.day for day in lived))
    without = {day.day for day in lived if day.day not in rested and _has_time_for(facts, wish, day)}
    if without:
        return "kept_in_part", text("plan.no_rest", days=day_list(without))
    return "kept", text("plan.rests")


def _has_time_for(facts: Facts, wish: DayWish, day: DayPlan) -> bool:
    """Return whether a day is under way at the hours of the rest, or has a rest at others."""
    if any(visit.name == REST for visit in day.visits):
        return True
    rest = Rest(wish.start, wish.minutes or Rest().minutes, (day.day,))
    known = any(stay.id == day.city for stay in facts.request.cities)
    return known and bool(days_without(dataclasses.replace(facts.itinerary, days=(day,)), facts.request, rest))


def _is_rest(wish: DayWish, visit: Visit) -> bool:
    return visit.name == REST and wish.start in (None, visit.arrive) and visit.minutes >= (wish.minutes or 0)


def _indoors(facts: Facts, wish: DayWish, days: Sequence[DayPlan]) -> Found:
    numbers = {day.day for day in days}
    stops = [stop for stop in facts.stops if stop.day.day in numbers]
    outdoors = [stop for stop in stops if stop.sight is not None and not stop.sight.indoor]
    if not outdoors:
        return "kept", text("plan.all_indoors")
    evidence = text("plan.outdoors", names=named(stop.visit.name for stop in outdoors))
    return share(len(stops) - len(outdoors), len(stops)), evidence


def _only_kind(facts: Facts, wish: DayWish, days: Sequence[DayPlan]) -> Found:
    numbers, kinds = {day.day for day in days}, set(wish.values)
    stops = [stop for stop in facts.stops if stop.day.day in numbers and stop.sight is not None]
    others = [s for s in stops if s.sight and s.sight.terms.isdisjoint(kinds) and s.visit.sight not in facts.requested]
    if not others:
        return "kept", text("plan.nothing_else")
    return share(len(stops) - len(others), len(stops)), named(stop.on_day for stop in others)


def _without(facts: Facts, wish: DayWish, days: Sequence[DayPlan]) -> Found:
    numbers = {day.day for day in days}
    return held_off(facts, wish.value, [stop for stop in facts.stops if stop.day.day in numbers])


def _day_trip(facts: Facts, wish: DayWish, days: Sequence[DayPlan]) -> Found:
    visits = {day.day: [visit for visit in day.visits if visit.sight] for day in days}
    there = [day for day, seen in visits.items() if seen and all(visit.city == wish.value for visit in seen)]
    if len(there) == len(days):
        return "kept", text("plan.day_trip", count=sum(len(visits[day]) for day in there))
    return share(len(there), len(days)), text("plan.no_day_trip", days=day_list(visits.keys() - set(there)))


_KINDS: Final[Mapping[WishKind, Callable[[Facts, DayWish, Sequence[DayPlan]], Found]]] = {
    "free": _free,
    "rest": _rest,
    "hours": _hours,
    "indoors": _indoors,
    "visit": _visit,
    "only_kind": _only_kind,
    "without": _without,
    "day_trip": _day_trip,
}
_WORDS: Final[Mapping[WishKind, Callable[[Facts, DayWish], LocalizedText]]] = {
    "free": lambda facts, wish: text("words.free"),
    "rest": lambda facts, wish: text("words.rest"),
    "hours": _hours_words,
    "indoors": lambda facts, wish: text("words.indoors"),
    "visit": lambda facts, wish: text("words.visit", name=facts.sight_name(wish.value)),
    "only_kind": lambda facts, wish: text("words.only", kinds=joined(wish.values)),
    "without": lambda facts, wish: text("words.without", what=refused_name(facts, wish.value)),
    "day_trip": lambda facts, wish: text("words.day_trip", city=facts.city_name(wish.value)),
}
