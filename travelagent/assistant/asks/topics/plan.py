"""The plan itself: what is on a day, when one is back, the trip at a glance."""

from typing import Any

from travelagent.assistant.asks.subjects import days_of, kinds_of_sights, named_sights, route_of, visits_by_sight
from travelagent.assistant.asks.topics import when
from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.wording import compose_answer, counted, day_label, in_locale, listed, say, short_date
from travelagent.assistant.results.route import Day, Route
from travelagent.briefs.acts import Ask
from travelagent.plans.words import MEAL_NAMES

MOST_STOPS = 7


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell the days that are named, where the sights and cities are that are named, else the trip at a glance."""
    route = route_of(trip)
    if named_sights(question):
        return _of_sights(question, trip)
    if question.days or question.dates:
        days = days_of(question, trip)
        return compose_answer(
            trip, [line for day in days for line in _of_day(day, trip)], {"days": [_facts(d) for d in days]}
        )
    if question.about:
        return when.answer(question, trip)
    if kinds_of_sights(question):
        return when.answer(question, trip)
    return _at_a_glance(trip, route)


def _of_sights(question: Ask, trip: TripContext) -> TopicAnswer:
    """When the sights are that are named and, where they are on one day, when one sets out and is back on it."""
    found = when.answer(question, trip)
    held = (visits_by_sight(trip).get(sight.id) for sight in named_sights(question))
    days = {visited[0].day: visited[0] for visited in held if visited}
    if len(days) != 1:
        return found
    (day,) = days.values()
    hours = {"start": day.start, "end": day.end}
    return compose_answer(trip, [found.text, say(trip, "plan.back", **hours)], {**found.facts, **hours})


def _of_day(day: Day, trip: TripContext) -> list[str]:
    """The stops of a day with their hours, and when one is back."""
    label = day_label(trip, day.day, day.date)
    if not day.visits:
        return [say(trip, "plan.free_day", day=label)]
    stops = (say(trip, "plan.stop", start=visit.arrive, name=visit.name) for visit in day.visits)
    meals = [say(trip, "plan.meal", start=m.start, kind=in_locale(trip, MEAL_NAMES[m.kind])) for m in day.meals]
    texts = [
        say(trip, "plan.day", day=label, stops=listed(trip, stops, MOST_STOPS)),
        say(trip, "plan.back", start=day.start, end=day.end),
    ]
    walk = [say(trip, "plan.walk", km=f"{day.walked.km:.1f}")] if day.walked else []
    return [*texts, *walk, say(trip, "plan.meals", meals=listed(trip, meals))] if meals else [*texts, *walk]


def _facts(day: Day) -> dict[str, Any]:
    return {
        "day": day.day,
        "date": day.date,
        "city": day.city,
        "start": day.start,
        "end": day.end,
        "visits": [{"sight": v.sight, "name": v.name, "arrive": v.arrive, "depart": v.depart} for v in day.visits],
        "walked_km": day.walked.km if day.walked else None,
        "meals": [{"kind": meal.kind, "start": meal.start} for meal in day.meals],
    }


def _at_a_glance(trip: TripContext, route: Route) -> TopicAnswer:
    days = {city.id: [day for day in route.days if day.city == city.id] for city in route.cities}
    names = {city.id: city.name for city in route.cities}
    cities = [
        say(trip, "plan.city", city=names[id], days=counted(trip, "days", len(rows))) for id, rows in days.items()
    ]
    first, last = route.days[0], route.days[-1]
    facts = {
        "days": len(route.days), "start": first.date, "end": last.date, "stops": route.stop_count,
        "cities": {id: len(rows) for id, rows in days.items()}, "feasible": route.feasible,
    }  # fmt: skip
    text = say(
        trip, "plan.glance", days=counted(trip, "days", len(route.days)), cities=listed(trip, cities),
        first=short_date(trip, first.date), last=short_date(trip, last.date),
        stops=counted(trip, "stops", route.stop_count),
    )  # fmt: skip
    leads = [
        say(trip, "plan.first_stops", day=day.day, names=listed(trip, (visit.name for visit in day.visits), 2))
        for day in route.days
        if day.visits
    ]
    return compose_answer(trip, [text, *leads], facts)
