"""What a question is about: the cities, sights, days and months that it names, else those of the trip at hand."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Final

from travelagent.assistant.asks.values import TripContext, Unanswered
from travelagent.assistant.asks.wording import compose_answer, counted, listed, name_of, say
from travelagent.assistant.results.route import Day, Route, Visit
from travelagent.briefs.acts import Ask
from travelagent.catalog import source
from travelagent.catalog.labels import SEASON_MONTHS
from travelagent.catalog.names import area_members, country_name, near_covered, place_name, region_name
from travelagent.catalog.open_data import world_city
from travelagent.catalog.values import CATEGORIES, TAGS, City, Sight

MOST_CITIES: Final = 3
"""Of so many cities at most one question is answered."""
_KINDS: Final = frozenset((*CATEGORIES, *TAGS))


def named_sights(question: Ask) -> tuple[Sight, ...]:
    """Return the sights of the catalogue that a question names."""
    return tuple(source.sights()[id] for id in question.about if id in source.sights())


def named_cities(question: Ask) -> tuple[City, ...]:
    """Return the cities of the catalogue that a question names itself."""
    return tuple(source.cities()[id] for id in question.about if id in source.cities())


def cities_of(question: Ask, trip: TripContext) -> tuple[City, ...]:
    """Return the cities that are meant: those named, those of the named sights, of the named days, of the plan, of the
    brief. Raises Unanswered for a place that is not known, an area of many cities, and where no place is named."""
    cities = source.cities()
    named = [*(city.id for city in named_cities(question)), *(sight.city for sight in named_sights(question))]
    for area in (id for id in question.about if id not in cities and id not in source.sights()):
        named += _members(area, trip, alone=not named)
    if not named and trip.route is not None:
        days = days_of(question, trip) if question.days else trip.route.days
        named = [day.city for day in days]
    named = named or list(trip.brief.places)
    found = tuple(cities[id] for id in dict.fromkeys(named) if id in cities)
    if not found:
        raise Unanswered(compose_answer(trip, [say(trip, "place.which")], {}, known=False))
    return found


def _members(area: str, trip: TripContext, *, alone: bool) -> list[str]:
    """The cities of an area; empty where it is not known and other places are named beside it."""
    members = list(area_members(area) or ()) if not area.startswith("geonames:") else []
    if 0 < len(members) <= MOST_CITIES or not alone:
        return members[:MOST_CITIES]
    if members:
        names = listed(trip, (name_of(trip, source.cities()[id]) for id in members))
        text = say(trip, "place.which_there", area=area_name(area, trip), names=names)
        raise Unanswered(compose_answer(trip, [text], {"cities": members}, known=False))
    raise Unanswered(compose_answer(trip, *_unknown(area, trip), known=False))


def _unknown(area: str, trip: TripContext) -> tuple[list[str], dict[str, object]]:
    """Return the sentences on a place that the catalogue does not cover, with the nearest covered ones, and the facts
    behind them.
    """
    text = say(trip, "place.unknown", place=area_name(area, trip))
    town = world_city(int(area.removeprefix("geonames:"))) if area.startswith("geonames:") else None
    if town is None:
        return [text], {"place": area}
    near = near_covered(town.lat, town.lon)
    names = [say(trip, "place.at_distance", name=name_of(trip, source.cities()[id]), km=round(km)) for id, km in near]
    return [text, say(trip, "place.nearest", names=listed(trip, names))], {
        "place": area,
        "near": [{"city": id, "km": round(km)} for id, km in near],
    }


def area_name(area: str, trip: TripContext) -> str:
    """Return what a region, country, city or other place is called; in Chinese in quotes where it has no such name."""
    if len(area) == 2 and area.isupper():
        english, chinese = country_name(area)
        return chinese if trip.locale == "zh" else english
    name = place_name(region_name(area, trip.locale), trip.locale)
    return say(trip, "place.foreign", name=name) if name.isascii() else name


def route_of(trip: TripContext) -> Route:
    """Return the plan at hand. Raises Unanswered without one."""
    if trip.route is None:
        raise Unanswered(compose_answer(trip, [say(trip, "plan.none")], {}, known=False))
    return trip.route


def is_on_plan(question: Ask, trip: TripContext) -> bool:
    """Return whether a question is about the plan at hand: it has no place, or a city of the plan."""
    planned = {city.id for city in trip.route.cities} if trip.route else set()
    return bool(planned) and (not question.about or not planned.isdisjoint(question.about))


def days_of(question: Ask, trip: TripContext) -> tuple[Day, ...]:
    """Return the days of the plan that are named by number or date, else those in the cities of the plan that are
    named, else all. Raises Unanswered without a plan, and for days that it does not have."""
    route = route_of(trip)
    if not question.days and not question.dates:
        return tuple(day for day in route.days if day.city in question.about) or route.days
    found = tuple(day for day in route.days if day.day in question.days or day.date in question.dates)
    if not found:
        text = say(trip, "plan.no_such_day", days=counted(trip, "days", len(route.days)))
        raise Unanswered(compose_answer(trip, [text], {"days": len(route.days)}, known=False))
    return found


def is_of_days(question: Ask, trip: TripContext) -> bool:
    """Return whether a question mentions days that the plan has."""
    days = trip.route.days if trip.route else ()
    return any(day.day in question.days or day.date in question.dates for day in days)


def visits_by_sight(trip: TripContext) -> Mapping[str, tuple[Day, Visit]]:
    """Return where the plan visits each sight; empty without a plan."""
    days = trip.route.days if trip.route else ()
    return {visit.sight: (day, visit) for day in days for visit in day.visits if visit.sight}


def kinds_of_sights(question: Ask) -> tuple[str, ...]:
    """Return the kinds of sight among what a question mentions."""
    return tuple(kind for kind in question.kinds if kind in _KINDS)


def visits_of_kinds(question: Ask, days: Sequence[Day]) -> tuple[tuple[Day, Visit], ...]:
    """Return the visits of these days to sights of the kinds that are mentioned, all visits where none is."""
    kinds = set(kinds_of_sights(question))
    every = [(day, visit) for day in days for visit in day.visits]
    return tuple((day, visit) for day, visit in every if not kinds or kinds & _kinds_of(visit))


def _kinds_of(visit: Visit) -> set[str]:
    sight = source.sights().get(visit.sight or "")
    return {sight.category, *sight.tags} if sight else set()


def visited_sights(question: Ask, trip: TripContext) -> tuple[Sight, ...]:
    """Return the sights that are named, else those that the plan visits on the days that are meant."""
    if named := named_sights(question):
        return named
    days = trip.route.days if trip.route is not None else ()
    if is_of_days(question, trip):
        days = days_of(question, trip)
    cities = {city.id for city in named_cities(question)}
    ids = (visit.sight or "" for day in days if not cities or day.city in cities for visit in day.visits)
    return tuple(source.sights()[id] for id in ids if id in source.sights())


def months_of(question: Ask, trip: TripContext, city: str = "") -> tuple[int, ...]:
    """Return the months that are meant: those mentioned, those of the days in the city (of all days where it has none),
    of the brief's dates; empty where none of these is known.
    """
    if question.months or question.dates:
        return tuple(dict.fromkeys((*question.months, *(on.month for on in question.dates))))
    days = trip.route.days if trip.route else ()
    named = [day for day in days if day.day in question.days] or days
    dates = [day.date for day in named if day.city == city] or [day.date for day in named]
    if dates:
        return tuple(dict.fromkeys(on.month for on in dates))
    wanted = trip.brief.dates
    if wanted.start is not None:
        return (wanted.start.month,)
    return (wanted.month,) if wanted.month else SEASON_MONTHS[wanted.season] if wanted.season else ()


def dates_of(question: Ask, trip: TripContext, city: str) -> tuple[date, ...]:
    """Return the dates that are meant in a city: those mentioned, the plan's days there, else the brief's own; empty
    where none of these is known.
    """
    if question.dates:
        return question.dates
    if trip.route is not None and not question.months:
        days = days_of(question, trip)
        return tuple(day.date for day in days if day.city == city)
    start, length = trip.brief.dates.start, trip.brief.days
    if start is None or question.months:
        return ()
    return tuple(start + timedelta(days=n) for n in range(length or 1))
