"""On which day and at what hour something of the plan is."""

from travelagent.assistant.asks.subjects import (
    days_of,
    is_of_days,
    kinds_of_sights,
    named_cities,
    named_sights,
    route_of,
    visits_by_sight,
    visits_of_kinds,
)
from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.wording import (
    clause,
    compose_answer,
    counted,
    day_label,
    in_locale,
    listed,
    name_of,
    say,
    short_date,
)
from travelagent.assistant.results.route import Day, Route, Visit
from travelagent.briefs.acts import Ask
from travelagent.catalog.values import City, Sight
from travelagent.plans.words import term


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell the day and hour of the sights, cities or kinds that are named, else from when to when the trip is."""
    route = route_of(trip)
    if sights := named_sights(question):
        texts = [_of_sight(sight, trip, route) for sight in sights]
        return compose_answer(trip, texts, {"visits": [_facts(sight, trip) for sight in sights]})
    if cities := named_cities(question):
        texts = [_of_city(city, trip, route) for city in cities]
        days = {city.id: [day.day for day in route.days if day.city == city.id] for city in cities}
        return compose_answer(trip, texts, {"days": days})
    if kinds := kinds_of_sights(question):
        found = visits_of_kinds(question, days_of(question, trip))
        lines = [_at(trip, day, visit) for day, visit in found]
        facts = {"visits": [{"sight": v.sight, "day": d.day, "arrive": v.arrive} for d, v in found]}
        names = listed(trip, (in_locale(trip, term(kind)) for kind in kinds))
        text = say(trip, "when.kinds", kinds=names, visits=listed(trip, lines))
        return compose_answer(trip, [text if found else say(trip, "when.no_kinds", kinds=names)], facts)
    return _of_trip(question, trip, route)


def _at(trip: TripContext, day: Day, visit: Visit) -> str:
    return say(trip, "when.at", name=visit.name, day=day.day, start=visit.arrive)


def _of_sight(sight: Sight, trip: TripContext, route: Route) -> str:
    name, held = name_of(trip, sight), visits_by_sight(trip).get(sight.id)
    if held is not None:
        day, visit = held
        label = day_label(trip, day.day, day.date)
        return say(trip, "when.visit", name=name, day=label, start=visit.arrive, end=visit.depart)
    row = next((row for row in route.left_out if row.sight == sight.id), None)
    if row is not None:
        return say(trip, "when.left_out", name=name, reason=clause(trip, row.reason))
    return say(trip, "when.absent", name=name)


def _facts(sight: Sight, trip: TripContext) -> dict[str, object]:
    held = visits_by_sight(trip).get(sight.id)
    if held is None:
        return {"sight": sight.id, "in_plan": False}
    day, visit = held
    when = {"day": day.day, "date": day.date, "arrive": visit.arrive, "depart": visit.depart}
    return {"sight": sight.id, "in_plan": True, **when}


def _of_city(city: City, trip: TripContext, route: Route) -> str:
    days = [day for day in route.days if day.city == city.id]
    if not days:
        return say(trip, "when.city_absent", name=name_of(trip, city))
    first, last = (day_label(trip, day.day, day.date) for day in (days[0], days[-1]))
    if len(days) == 1:
        return say(trip, "when.city_one", name=name_of(trip, city), day=first)
    return say(trip, "when.city", name=name_of(trip, city), first=first, last=last)


def _of_trip(question: Ask, trip: TripContext, route: Route) -> TopicAnswer:
    """From when to when the trip is; of days that are named which ones they are."""
    days = days_of(question, trip)
    facts = {"days": [{"day": day.day, "date": day.date, "city": day.city} for day in days]}
    if is_of_days(question, trip):
        names = {city.id: city.name for city in route.cities}
        text = [
            say(trip, "when.day", day=day_label(trip, day.day, day.date), city=names.get(day.city, day.city))
            for day in days
        ]
        return compose_answer(trip, text, facts)
    first, last = (short_date(trip, day.date) for day in (days[0], days[-1]))
    length = counted(trip, "days", len(days))
    return compose_answer(trip, [say(trip, "when.trip", first=first, last=last, days=length)], facts)
