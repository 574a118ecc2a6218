"""Why something is in the plan, or is not: the planner's own reasons."""

from collections.abc import Iterator, Sequence
from typing import Any

from travelagent.assistant.asks.subjects import (
    days_of,
    is_of_days,
    named_cities,
    named_sights,
    route_of,
    visits_by_sight,
)
from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.wording import (
    clause,
    compose_answer,
    counted,
    day_label,
    in_locale,
    joined,
    listed,
    name_of,
    say,
)
from travelagent.assistant.results.route import Day, Route
from travelagent.briefs.acts import Ask
from travelagent.catalog import source
from travelagent.catalog.search import opening_windows
from travelagent.catalog.values import Sight
from travelagent.plans.words import term

MOST_REASONS = 3


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell the reason for every sight that is named, else for every city, else for the days or for the whole plan."""
    route = route_of(trip)
    parts = [_of_sight(sight, question, trip, route) for sight in named_sights(question)[:MOST_REASONS]]
    parts = parts or [_of_city(city.id, trip, route) for city in named_cities(question)[:MOST_REASONS]]
    if not parts and question.about:
        cities = listed(trip, (city.name for city in route.cities))
        return compose_answer(trip, [say(trip, "why.not_considered", cities=cities)], {}, known=False)
    if not parts and is_of_days(question, trip):
        parts = [_of_visit(visit.sight, trip) for day in days_of(question, trip) for visit in day.visits if visit.sight]
    if not parts:
        return _of_plan(trip, route)
    facts = [facts for _, facts in parts]
    known = any(each.get("reason") is not None for each in facts)
    return compose_answer(trip, (text for text, _ in parts), {"reasons": facts}, known=known)


def _of_visit(sight: str, trip: TripContext) -> tuple[str, dict[str, Any]]:
    day, visit = visits_by_sight(trip)[sight]
    where = {
        "name": visit.name,
        "day": day_label(trip, day.day, day.date),
        "start": visit.arrive,
        "end": visit.depart,
    }
    facts = {
        "sight": sight, "in_plan": True, "day": day.day, "date": day.date, "arrive": visit.arrive,
        "depart": visit.depart, "reason": visit.why, "opens": visit.opens, "closes": visit.closes,
    }  # fmt: skip
    return say(trip, "why.visited", why=clause(trip, visit.why), **where), facts


def _of_sight(sight: Sight, question: Ask, trip: TripContext, route: Route) -> tuple[str, dict[str, Any]]:
    """The reason for a sight; asked about other days than its own, also when it is closed on them."""
    other_days = [day for day in route.days if day.day in question.days or day.date in question.dates]
    shut = [day for day in other_days if not opening_windows(sight, day.date)]
    closed = say(trip, "why.closed", name=name_of(trip, sight), days=_labels(trip, shut)) if shut else ""
    text, facts = _of_visit(sight.id, trip) if sight.id in visits_by_sight(trip) else _left_out(sight, trip, route)
    if not shut:
        return text, facts
    return joined(trip, closed, text), {**facts, "closed_on": [day.date for day in shut]}


def _labels(trip: TripContext, days: Sequence[Day]) -> str:
    return listed(trip, (day_label(trip, day.day, day.date) for day in days))


def _left_out(sight: Sight, trip: TripContext, route: Route) -> tuple[str, dict[str, Any]]:
    name = name_of(trip, sight)
    facts: dict[str, Any] = {"sight": sight.id, "in_plan": False}
    row = next((row for row in route.left_out if row.sight == sight.id), None)
    if row is not None:
        text = say(trip, "why.left_out", name=name, reason=clause(trip, row.reason), relaxation=row.relaxation)
        return text, {**facts, "reason": row.reason, "relaxation": row.relaxation}
    if sight.city not in {city.id for city in route.cities}:
        city = name_of(trip, source.cities()[sight.city])
        return say(trip, "why.elsewhere", name=name, city=city), {**facts, "reason": "elsewhere", "city": sight.city}
    if refused := _refused(sight, trip, route):
        what = name if refused == sight.id else in_locale(trip, term(refused))
        return say(trip, "why.refused", name=name, what=what), {**facts, "reason": "refused", "refused": refused}
    return say(trip, "why.not_recorded", name=name), facts


def _refused(sight: Sight, trip: TripContext, route: Route) -> str:
    """What of a sight was to be left out: itself, its kind or what it asks of a body; empty for nothing."""
    refused = {*trip.brief.avoid, *route.asked.avoid}
    traits = (sight.id, sight.category, *sight.tags, *source.strains_of(sight))
    return next((trait for trait in traits if trait in refused), "")


def _of_city(city: str, trip: TripContext, route: Route) -> tuple[str, dict[str, Any]]:
    name, days = name_of(trip, source.cities()[city]), [day for day in route.days if day.city == city]
    facts: dict[str, Any] = {"city": city, "in_plan": bool(days), "days": [day.day for day in days]}
    if not days:
        names = listed(trip, (each.name for each in route.cities))
        return say(trip, "why.city_absent", name=name, cities=names), {**facts, "reason": "not_wished_for"}
    requested = city in trip.brief.places
    text = say(
        trip,
        "why.city_wished" if requested else "why.city_planned",
        name=name,
        days=counted(trip, "days", len(days)),
    )
    return text, {**facts, "reason": "wished_for" if requested else None}


def _of_plan(trip: TripContext, route: Route) -> TopicAnswer:
    """The rules that shaped the plan; which sight is meant where none did."""
    rules = [rule for rule in route.rules if rule.rule]
    if not rules:
        return compose_answer(trip, [say(trip, "why.which")], {}, known=False)
    facts = {"rules": [{"rule": rule.rule, "text": rule.text} for rule in rules]}
    return compose_answer(trip, _rule_lines(trip, [rule.text for rule in rules]), facts)


def _rule_lines(trip: TripContext, texts: list[str]) -> Iterator[str]:
    yield say(trip, "why.rules", rule=clause(trip, min(texts, key=len)))
    yield from (text for text in texts if text != min(texts, key=len))
