"""What a question is about: the cities, sights, days and months that it names, else those of the trip at hand."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Final

from travelagent.assistant.asks.values import Asked, Unanswered
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


def cities_of(question: Ask, asked: Asked) -> tuple[City, ...]:
    """Return the cities that are meant: those named, those of the named sights, of the named days, of the plan, of the
    brief. Raises Unanswered for a place that is not known, an area of many cities, and where no place is named."""
    cities = source.cities()
    named = [*(city.id for city in named_cities(question)), *(sight.city for sight in named_sights(question))]
    for area in (id for id in question.about if id not in cities and id not in source.sights()):
        named += _members(area, asked, alone=not named)
    if not named and asked.route is not None:
        days = days_of(question, asked) if question.days else asked.route.days
        named = [day.city for day in days]
    named = named or list(asked.brief.places)
    found = tuple(cities[id] for id in dict.fromkeys(named) if id in cities)
    if not found:
        raise Unanswered(compose_answer(asked, [say(asked, "place.which")], {}, known=False))
    return found


def _members(area: str, asked: Asked, *, alone: bool) -> list[str]:
    """The cities of an area; empty where it is not known and other places are named beside it."""
    members = list(area_members(area) or ()) if not area.startswith("geonames:") else []
    if 0 < len(members) <= MOST_CITIES or not alone:
        return members[:MOST_CITIES]
    if members:
        names = listed(asked, (name_of(asked, source.cities()[id]) for id in members))
        text = say(asked, "place.which_there", area=area_name(area, asked), names=names)
        raise Unanswered(compose_answer(asked, [text], {"cities": members}, known=False))
    raise Unanswered(compose_answer(asked, *_unknown(area, asked), known=False))


def _unknown(area: str, asked: Asked) -> tuple[list[str], dict[str, object]]:
    """What is said of a place that the catalogue does not cover, with the nearest ones that it does."""
    text = say(asked, "place.unknown", place=area_name(area, asked))
    town = world_city(int(area.removeprefix("geonames:"))) if area.startswith("geonames:") else None
    if town is None:
        return [text], {"place": area}
    near = near_covered(town.lat, town.lon)
    names = [say(asked, "place.at_distance", name=name_of(asked, source.cities()[id]), km=round(km)) for id, km in near]
    return [text, say(asked, "place.nearest", names=listed(asked, names))], {
        "place": area,
        "near": [{"city": id, "km": round(km)} for id, km in near],
    }


def area_name(area: str, asked: Asked) -> str:
    """Return what a region, country, city or other place is called; in Chinese in quotes where it has no such name."""
    if len(area) == 2 and area.isupper():
        english, chinese = country_name(area)
        return chinese if asked.locale == "zh" else english
    name = place_name(region_name(area, asked.locale), asked.locale)
    return say(asked, "place.foreign", name=name) if name.isascii() else name


def route_of(asked: Asked) -> Route:
    """Return the plan at hand. Raises Unanswered without one."""
    if asked.route is None:
        raise Unanswered(compose_answer(asked, [say(asked, "plan.none")], {}, known=False))
    return asked.route


def is_on_plan(question: Ask, asked: Asked) -> bool:
    """Whether a question is about the plan at hand: it names no place, or a city of the plan."""
    planned = {city.id for city in asked.route.cities} if asked.route else set()
    return bool(planned) and (not question.about or not planned.isdisjoint(question.about))


def days_of(question: Ask, asked: Asked) -> tuple[Day, ...]:
    """Return the days of the plan that are named by number or date, else those in the cities of the plan that are
    named, else all. Raises Unanswered without a plan, and for days that it does not have."""
    route = route_of(asked)
    if not question.days and not question.dates:
        return tuple(day for day in route.days if day.city in question.about) or route.days
    found = tuple(day for day in route.days if day.day in question.days or day.date in question.dates)
    if not found:
        text = say(asked, "plan.no_such_day", days=counted(asked, "days", len(route.days)))
        raise Unanswered(compose_answer(asked, [text], {"days": len(route.days)}, known=False))
    return found


def is_of_days(question: Ask, asked: Asked) -> bool:
    """Whether a question names days that the plan has."""
    days = asked.route.days if asked.route else ()
    return any(day.day in question.days or day.date in question.dates for day in days)


def visits_by_sight(asked: Asked) -> Mapping[str, tuple[Day, Visit]]:
    """Return where the plan visits each sight; empty without a plan."""
    days = asked.route.days if asked.route else ()
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


def visited_sights(question: Ask, asked: Asked) -> tuple[Sight, ...]:
    """Return the sights that are named, else those that the plan visits on the days that are meant."""
    if named := named_sights(question):
        return named
    days = asked.route.days if asked.route is not None else ()
    if is_of_days(question, asked):
        days = days_of(question, asked)
    cities = {city.id for city in named_cities(question)}
    ids = (visit.sight or "" for day in days if not cities or day.city in cities for visit in day.visits)
    return tuple(source.sights()[id] for id in ids if id in source.sights())


def months_of(question: Ask, asked: Asked, city: str = "") -> tuple[int, ...]:
    """Return the months that are meant: those named, those of the days in the city (of all days where it has none), of
    the brief's dates; empty where nothing tells."""
    if question.months or question.dates:
        return tuple(dict.fromkeys((*question.months, *(on.month for on in question.dates))))
    days = asked.route.days if asked.route else ()
    named = [day for day in days if day.day in question.days] or days
    dates = [day.date for day in named if day.city == city] or [day.date for day in named]
    if dates:
        return tuple(dict.fromkeys(on.month for on in dates))
    wanted = asked.brief.dates
    if wanted.start is not None:
        return (wanted.start.month,)
    return (wanted.month,) if wanted.month else SEASON_MONTHS[wanted.season] if wanted.season else ()


def dates_of(question: Ask, asked: Asked, city: str) -> tuple[date, ...]:
    """Return the dates that are meant in a city: those named, the plan's days there, else the brief's own; empty where
    nothing tells."""
    if question.dates:
        return question.dates
    if asked.route is not None and not question.months:
        days = days_of(question, asked)
        return tuple(day.date for day in days if day.city == city)
    start, length = asked.brief.dates.start, asked.brief.days
    if start is None or question.months:
        return ()
    return tuple(start + timedelta(days=n) for n in range(length or 1))
