"""The plan itself: what is on a day, when one is back, the trip at a glance."""

from typing import Any

from travelagent.assistant.asks.subjects import days_of, kinds_of_sights, named_sights, route_of
from travelagent.assistant.asks.topics import when
from travelagent.assistant.asks.values import Asked, TopicAnswer
from travelagent.assistant.asks.wording import compose_answer, counted, day_label, in_locale, listed, say, short_date
from travelagent.assistant.results.route import Day, Route
from travelagent.briefs.acts import Ask
from travelagent.plans.words import MEAL_NAMES

MOST_STOPS = 7


def answer(question: Ask, asked: Asked) -> TopicAnswer:
    """Tell the days that are named, where the sights and cities are that are named, else the trip at a glance."""
    route = route_of(asked)
    if named_sights(question):
        return when.answer(question, asked)
    if question.days or question.dates:
        days = days_of(question, asked)
        return compose_answer(
            asked, [line for day in days for line in _of_day(day, asked)], {"days": [_facts(d) for d in days]}
        )
    if question.about:
        return when.answer(question, asked)
    if kinds_of_sights(question):
        return when.answer(question, asked)
    return _at_a_glance(asked, route)


def _of_day(day: Day, asked: Asked) -> list[str]:
    """The stops of a day with their hours, and when one is back."""
    label = day_label(asked, day.day, day.date)
    if not day.visits:
        return [say(asked, "plan.free_day", day=label)]
    stops = (say(asked, "plan.stop", start=visit.arrive, name=visit.name) for visit in day.visits)
    meals = [say(asked, "plan.meal", start=m.start, kind=in_locale(asked, MEAL_NAMES[m.kind])) for m in day.meals]
    texts = [
        say(asked, "plan.day", day=label, stops=listed(asked, stops, MOST_STOPS)),
        say(asked, "plan.back", start=day.start, end=day.end),
    ]
    walk = [say(asked, "plan.walk", km=f"{day.walked.km:.1f}")] if day.walked else []
    return [*texts, *walk, say(asked, "plan.meals", meals=listed(asked, meals))] if meals else [*texts, *walk]


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


def _at_a_glance(asked: Asked, route: Route) -> TopicAnswer:
    days = {city.id: [day for day in route.days if day.city == city.id] for city in route.cities}
    names = {city.id: city.name for city in route.cities}
    cities = [
        say(asked, "plan.city", city=names[id], days=counted(asked, "days", len(rows))) for id, rows in days.items()
    ]
    first, last = route.days[0], route.days[-1]
    facts = {
        "days": len(route.days), "start": first.date, "end": last.date, "stops": route.stop_count,
        "cities": {id: len(rows) for id, rows in days.items()}, "feasible": route.feasible,
    }  # fmt: skip
    text = say(
        asked, "plan.glance", days=counted(asked, "days", len(route.days)), cities=listed(asked, cities),
        first=short_date(asked, first.date), last=short_date(asked, last.date),
        stops=counted(asked, "stops", route.stop_count),
    )  # fmt: skip
    leads = [
        say(asked, "plan.first_stops", day=day.day, names=listed(asked, (visit.name for visit in day.visits), 2))
        for day in route.days
        if day.visits
    ]
    return compose_answer(asked, [text, *leads], facts)
