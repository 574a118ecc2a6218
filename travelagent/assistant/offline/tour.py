"""Which cities a plan is of: those that are named, those of the plan at hand, or a tour of the region that is named."""

import re
from collections.abc import Sequence
from itertools import permutations

from travelagent.assistant.offline.reading.message import read_message
from travelagent.assistant.offline.reading.places import city_meant
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import DEFAULT_DAYS, Entities, Understood
from travelagent.assistant.results.cities import FoundCity
from travelagent.catalog import source

MOST_CITIES = 4
FARTHEST_KM = 500.0
"""How far a tour's cities lie from its first one: half a day by train."""
SHORT_FLIGHT_KM = 1_000.0
"""How far they lie where the near ones do not fill the days."""

LIMITS = ("hours_max", "km_max")
"""What a search is told of how far one goes at most."""
PART = re.compile(r"多|少|加|减|再|挪|移|\b(?:more|fewer|less|extra|longer|shorter|another|add|move)\b", re.I)
"""Words that change a part of a plan; without them a city that is named is all that is wanted."""


def cities_of_plan(understood: Understood, turn: Turn) -> tuple[str, ...]:
    """The ids of the cities to plan, in the order of their worth; empty where a place is still to be found."""
    refused = read_message(turn.said[-1], turn.today).places.of("city", "refused") if turn.said else ()
    named, at_hand = understood.entities.cities, tuple(c for c in planned_cities(turn) if c not in refused)
    said_now = any("/" not in place for place in understood.about)
    if understood.unknown_places and not said_now:
        return tuple(city_meant(name) or name for name in understood.unknown_places[:1])
    if named:
        only_a_part = set(named) < set(at_hand) and (not said_now or PART.search(turn.said[-1]))
        return at_hand if only_a_part else named
    searched = turn.last("search_cities")
    if searched is None:
        return at_hand if _is_of_its_region(understood.entities, turn) else ()
    found = searched.search.cities
    if not found or not wants_days(understood) or goes_farther(turn):
        return ()
    return _tour(found, understood.entities)


def goes_farther(turn: Turn) -> bool:
    """Whether the newest search of this turn reaches farther than was wished for, as nothing was found so near."""
    first, *others = turn.results("search_cities")
    return bool(others) and not set(LIMITS) & set(others[-1].call.args) and bool(set(LIMITS) & set(first.call.args))


def planned_cities(turn: Turn) -> tuple[str, ...]:
    """The cities of the newest itinerary of the conversation."""
    standing = turn.standing_route
    return tuple(city.id for city in standing.itinerary.cities) if standing else ()


def wants_days(understood: Understood) -> bool:
    """Whether a plan is wanted rather than a list of places: the length or the date of a trip was said."""
    return understood.entities.days is not None or understood.entities.start_date is not None


def _is_of_its_region(said: Entities, turn: Turn) -> bool:
    """Whether the plan at hand came of a search in the region or country that is still said."""
    searched = turn.newest("search_cities")
    if searched is None:
        return False
    asked = searched.call.args
    return (asked.get("region"), asked.get("country")) == (
        next(iter(said.regions), None),
        next(iter(said.countries), None),
    )


def _tour(found: Sequence[FoundCity], said: Entities) -> tuple[str, ...]:
    """The best city and, of a region or a country, as many of the next best and near as the days have room for, farther
    ones where these do not fill the days, in the order of the shortest way."""
    first, *others = found
    if not (said.regions or said.countries):
        return (first.id,)
    days, chosen = said.days or DEFAULT_DAYS, [first]
    for city, farthest in [*((city, FARTHEST_KM) for city in others), *((city, SHORT_FLIGHT_KM) for city in others)]:
        room = days - sum(each.days_min for each in chosen)
        filled = farthest > FARTHEST_KM and days <= sum(each.days_max for each in chosen)
        fits = city not in chosen and len(chosen) < MOST_CITIES and city.days_min <= room
        if fits and not filled and _km(first.id, city.id) <= farthest:
            chosen.append(city)
    ids = [city.id for city in chosen]
    return min(permutations(ids), key=lambda order: sum(map(_km, order, order[1:])))


def _km(one: str, other: str) -> float:
    a, b = source.cities()[one], source.cities()[other]
    return source.distance_km(a.lat, a.lon, b.lat, b.lon)
