"""What one eats in a city: imported places near a sight, dishes, streets of food, and what suits a diet."""

import re
from typing import Any, Final, get_args

from travelagent.assistant.asks.subjects import cities_of, days_of, is_of_days
from travelagent.assistant.asks.values import Asked, TopicAnswer
from travelagent.assistant.asks.venue_wording import venue_facts, venue_sentences
from travelagent.assistant.asks.wording import compose_answer, in_locale, listed, name_of, say
from travelagent.briefs.acts import Ask
from travelagent.briefs.diet import DIET_NAMES, is_refused
from travelagent.briefs.values import Diet
from travelagent.catalog import source
from travelagent.catalog.values import City, Sight
from travelagent.plans.words import MEAL_NAMES

MOST_DISHES: Final = 4
MOST_STREETS: Final = 3
DIETS: Final[tuple[Diet, ...]] = get_args(Diet)
DRINK: Final = re.compile(r"\b(?:beers?|wines?|coffee|tea|cocktails?|cider|sake|whisk(?:e)?y|juice)$", re.ASCII)
"""What a city is known for that one drinks: it is no dish for a diet."""


def answer(question: Ask, asked: Asked) -> TopicAnswer:
    """Tell the dishes and the streets of food of the cities that are meant, those that suit where a diet is meant."""
    cities = cities_of(question, asked)
    diet = tuple(each for each in DIETS if each in question.kinds) or asked.brief.diet
    texts, facts = [], []
    for city in cities:
        told_of, figures = _dishes(city, diet, asked) if diet else _specialities(city, asked)
        streets = _streets(city)
        if streets:
            names = listed(asked, (name_of(asked, sight) for sight in streets))
            told_of.append(say(asked, "food.streets", city=name_of(asked, city), names=names))
        texts += told_of
        facts.append({"city": city.id, **figures, "streets": [sight.id for sight in streets]})
    meals = _meals(question, asked)
    tail = [say(asked, "food.ask_kitchen")] if diet else []
    behind: dict[str, Any] = {"cities": facts, "diet": list(diet)}
    if asked.nearby:
        behind["nearby"] = venue_facts(asked.nearby)
        return compose_answer(asked, [*venue_sentences(asked.nearby, asked), *meals, *tail, *texts], behind)
    return compose_answer(asked, [*meals, *texts, *tail, say(asked, "food.restaurants")], behind)


def _specialities(city: City, asked: Asked) -> tuple[list[str], dict[str, Any]]:
    dishes = city.food_zh if asked.locale == "zh" else city.food_en
    if not dishes:
        return [], {"dishes": []}
    names = listed(asked, dishes[:MOST_DISHES])
    return [say(asked, "food.dishes", city=name_of(asked, city), dishes=names)], {"dishes": list(dishes)}


def _dishes(city: City, diet: tuple[Diet, ...], asked: Asked) -> tuple[list[str], dict[str, Any]]:
    """The dishes that usually suit a diet, and those that do not."""
    pairs = [pair for pair in zip(city.food_en, city.food_zh, strict=True) if not DRINK.search(pair[0].lower())]
    if not pairs:
        return [], {"suit": [], "refused": [], "depends": []}
    judged = {pair: is_refused(pair[0], diet) for pair in pairs}
    spoken = {
        verdict: [zh if asked.locale == "zh" else en for (en, zh), held in judged.items() if held is verdict]
        for verdict in (False, True, None)
    }
    words = {"city": name_of(asked, city), "diet": listed(asked, (in_locale(asked, DIET_NAMES[each]) for each in diet))}
    texts = [
        say(asked, "food.suits", dishes=listed(asked, spoken[False], MOST_DISHES), **words)
        if spoken[False]
        else say(asked, "food.suits_none", **words)
    ]
    if spoken[True]:
        texts.append(say(asked, "food.refused", dishes=listed(asked, spoken[True], MOST_DISHES)))
    return texts, {"suit": spoken[False], "refused": spoken[True], "depends": spoken[None]}


def _streets(city: City) -> list[Sight]:
    """The city's best streets and markets to eat in."""
    found = [sight for sight in source.sights_of(city.id) if "food" in sight.tags]
    return sorted(found, key=lambda sight: (-sight.score, sight.id))[:MOST_STREETS]


def _meals(question: Ask, asked: Asked) -> list[str]:
    """When the meals of the named days are, and near which sight."""
    if not is_of_days(question, asked):
        return []
    return [
        say(
            asked, "food.meal_near" if meal.near else "food.meal", day=day.day, start=meal.start, near=meal.near,
            kind=in_locale(asked, MEAL_NAMES[meal.kind]),
        )
        for day in days_of(question, asked)
        for meal in day.meals
    ]  # fmt: skip
