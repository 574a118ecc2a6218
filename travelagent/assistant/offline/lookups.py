"""The steps of a question about places: one call or a few side by side, answered from what they bring."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from travelagent.assistant.offline import limits
from travelagent.assistant.offline.answers.advice import advice_answer
from travelagent.assistant.offline.answers.bloom import BLOOM, bloom_answer
from travelagent.assistant.offline.answers.comparison import compared_aspects, comparison_answer
from travelagent.assistant.offline.answers.enough import enough_answer
from travelagent.assistant.offline.answers.good_to_know import altitude_answer
from travelagent.assistant.offline.answers.places import (
    ask_city_answer,
    evening_answer,
    facts_answer,
    food_answer,
    sights_answer,
)
from travelagent.assistant.offline.answers.recommended import recommendation_answer
from travelagent.assistant.offline.answers.sights import named_sights_answer, visits_for_a_child
from travelagent.assistant.offline.answers.words import beyond_answer
from travelagent.assistant.offline.arguments import month_of, search_arguments
from travelagent.assistant.offline.reach import wish_of
from travelagent.assistant.offline.reading.asked import Advice, Enough, asks_about
from travelagent.assistant.offline.reading.lexicon import pattern
from travelagent.assistant.offline.reading.message import asks_evening, read_message
from travelagent.assistant.offline.reading.search_wish import SearchWish, spectacle_named
from travelagent.assistant.offline.steps import Answered, Step, Tools, available
from travelagent.assistant.offline.tour import LIMITS, cities_of_plan
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import Understood

FREE = re.compile(r"免费|不要钱|\bfree\b", re.I)
SIGHTS, ALL_SIGHTS = 12, 50
CITIES_COMPARED = 6


def recommend(understood: Understood, turn: Turn, tools: Tools) -> Step:
    """Ranked cities; when nothing matches, once more each without the limits that may shut everything out."""
    if not turn.tried("search_cities"):
        if call := available(tools, ("search_cities", search_arguments(understood, turn))):
            return call
    searched = turn.results("search_cities")
    if searched and not searched[-1].search.cities:
        tried = [dict(found.call.args) for found in searched]
        wider = next((args for args in _wider(tried[0]) if args not in tried), None)
        if wider and (call := available(tools, ("search_cities", wider))):
            return call
    return Answered(recommendation_answer(understood, turn))


def _wider(args: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """A search without the limits of money and time, then one as far as it takes, the nearest first."""
    yield {k: v for k, v in args.items() if k not in ("budget_min", "budget_max", "days")}
    if set(LIMITS) & set(args):
        yield {**{k: v for k, v in args.items() if k not in (*LIMITS, "way")}, "nearest": True}


def sights(understood: Understood, turn: Turn, tools: Tools) -> Step:
    city = named_city(understood, turn)
    if city is None:
        return recommend(understood, turn, tools) if can_be_searched(understood, turn) else ask_city(understood)
    named = sights_named(understood, turn)
    evening = turn.standing_route is not None and asks_evening(read_message(turn.said[-1], turn.today))
    if not turn.tried("query_attractions"):
        tastes = [] if named else list(understood.entities.interests)
        args: dict[str, Any] = {
            "cities": list(named_cities(understood, turn)),
            "limit": ALL_SIGHTS if named else SIGHTS,
            "interests": _of_evenings(turn.said[-1]) if evening else tastes,
            "free_only": (FREE.search(turn.said[-1]) is not None and not named) or None,
        }
        wanted = [("query_attractions", args)]
        if asks_about(turn.said[-1], turn.today):
            wanted.append(("get_city_info", {"city": city}))
        if call := available(tools, *wanted):
            return call
    if told := named_sights_answer(understood, turn, named):
        return Answered(told)
    if evening and turn.standing_route:
        return Answered(evening_answer(understood, turn, turn.standing_route.itinerary))
    return Answered(sights_answer(understood, turn))


def _of_evenings(said: str) -> list[str]:
    """The tags of what one goes to in the evening: where a view is wished for, those of lookouts, too."""
    return ["nightlife", "romance"] if pattern("intents", "night_view").search(said.lower()) else ["nightlife"]


def sights_named(understood: Understood, turn: Turn) -> tuple[str, ...]:
    """The sights that a question is about: those that it names, else those of the plan of the kind that it asks for a
    child about."""
    named = tuple(place for place in understood.about if "/" in place)
    return named or (visits_for_a_child(turn) if turn.standing_route else ())


def enough(understood: Understood, turn: Turn, tools: Tools, wish: Enough) -> Step:
    """Whether so many days are enough: what the visits take, or how long people stay."""
    if not turn.found:
        wanted = ("query_attractions", {"cities": list(wish.cities), "limit": ALL_SIGHTS})
        cities = [("get_city_info", {"city": city}) for city in wish.cities]
        if call := available(tools, *([wanted] if wish.sights else cities)):
            return call
    return Answered(enough_answer(understood, turn, wish))


def advice(understood: Understood, turn: Turn, tools: Tools, wish: Advice) -> Step:
    """Whether cities shall be part of the trip, and for how long: how long people stay."""
    if not turn.found:
        if call := available(tools, *(("get_city_info", {"city": city}) for city in wish.cities[:CITIES_COMPARED])):
            return call
    return Answered(advice_answer(understood, turn, wish))


def food(understood: Understood, turn: Turn, tools: Tools) -> Step:
    city = named_city(understood, turn)
    if city is None:
        return recommend(understood, turn, tools) if can_be_searched(understood, turn) else ask_city(understood)
    if not turn.found:
        streets = {"cities": [city], "interests": ["food"], "limit": SIGHTS}
        if call := available(tools, ("get_city_info", {"city": city}), ("query_attractions", streets)):
            return call
    return Answered(food_answer(understood, turn))


def facts(understood: Understood, turn: Turn, tools: Tools) -> Step:
    """Climate, costs, lodging, getting around: the facts of one city or of several."""
    cities = named_cities(understood, turn)
    if not cities:
        return recommend(understood, turn, tools) if can_be_searched(understood, turn) else ask_city(understood)
    if not turn.tried("get_city_info"):
        wanted = [("get_city_info", {"city": city}) for city in cities[:CITIES_COMPARED]]
        if call := available(tools, *wanted):
            return call
    return Answered(facts_answer(understood, turn))


def altitude(understood: Understood, turn: Turn, tools: Tools) -> Step:
    """How high the cities lie that a question is about."""
    if not turn.found:
        wanted = [("get_city_info", {"city": city}) for city in named_cities(understood, turn)[:CITIES_COMPARED]]
        if wanted and (call := available(tools, *wanted)):
            return call
    return Answered(altitude_answer(understood, turn))


def bloom(understood: Understood, turn: Turn, tools: Tools) -> Step:
    """When the cities that a question is about have their blossom or leaves; where to ask where that is not known."""
    if not turn.found and spectacle_named(turn.said[-1]):
        wanted = [("get_city_info", {"city": city}) for city in named_cities(understood, turn)[:CITIES_COMPARED]]
        if wanted and (call := available(tools, *wanted)):
            return call
    return Answered(bloom_answer(understood, turn) or beyond_answer(BLOOM, understood.language))


def compare(understood: Understood, turn: Turn, tools: Tools) -> Step:
    """Cities side by side in one call; the facts of each where that is not to be had."""
    cities = named_cities(understood, turn)[:CITIES_COMPARED]
    if len(cities) < 2:
        return facts(understood, turn, tools)
    if not turn.tried("compare_cities"):
        e = understood.entities
        args = {
            "cities": list(cities),
            "aspects": compared_aspects(turn.said[-1], liked=bool(e.interests)),
            "month": month_of(understood),
            "interests": list(e.interests),
            "currency": limits.said_currency(understood) or turn.counted_in,
        }
        if call := available(tools, ("compare_cities", args)):
            return call
    if turn.last("compare_cities") is None:
        return facts(understood, turn, tools)
    return Answered(comparison_answer(understood, turn))


def can_be_searched(understood: Understood, turn: Turn) -> bool:
    """Whether enough was said of a place to look for one."""
    e = understood.entities
    said = e.regions or e.countries or e.interests or e.month or e.season or e.budget or (e.origin and e.days)
    return bool(said) or wish_of(turn) != SearchWish()


def ask_city(understood: Understood) -> Step:
    return Answered(ask_city_answer(understood))


def named_city(understood: Understood, turn: Turn) -> str | None:
    """The city a question is about: the one the last message names, else the plan's."""
    return next(iter(named_cities(understood, turn)), None)


def named_cities(understood: Understood, turn: Turn) -> tuple[str, ...]:
    about = tuple(dict.fromkeys(place.partition("/")[0] for place in understood.about))
    return about or cities_of_plan(understood, turn)
