"""What one eats in a city: imported places near a sight, dishes, streets of food, and what suits a diet."""

from typing import Any, Final, get_args

from travelagent.assistant.asks.subjects import cities_of, days_of, is_of_days
from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.venue_wording import venue_facts, venue_sentences
from travelagent.assistant.asks.wording import compose_answer, in_locale, listed, name_of, say
from travelagent.briefs.acts import Ask
from travelagent.briefs.diet import diet_name, diet_of, judged_dishes, tables
from travelagent.briefs.values import Diet, DietWish
from travelagent.catalog import source
from travelagent.catalog.values import City, Sight
from travelagent.plans.words import MEAL_NAMES

MOST_DISHES: Final = 4
MOST_STREETS: Final = 3
DIETS: Final[tuple[Diet, ...]] = get_args(Diet)


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell the dishes and the streets of food of the cities that are meant, those that suit where a diet is meant."""
    cities = cities_of(question, trip)
    diet: tuple[DietWish, ...] = tuple(each for each in DIETS if each in question.kinds) or trip.brief.diet
    texts, facts = [], []
    for city in cities:
        sentences, figures = _suiting(city, diet, trip) if diet else _specialities(city, trip)
        streets = _streets(city)
        if streets:
            names = listed(trip, (name_of(trip, sight) for sight in streets))
            sentences.append(say(trip, "food.streets", city=name_of(trip, city), names=names))
        texts += sentences
        facts.append({"city": city.id, **figures, "streets": [sight.id for sight in streets]})
    meals = _meals(question, trip)
    tail = [say(trip, "food.ask_kitchen")] if diet else []
    behind: dict[str, Any] = {"cities": facts, "diet": list(map(diet_of, diet))}
    if trip.nearby:
        behind["nearby"] = venue_facts(trip.nearby)
        return compose_answer(trip, [*venue_sentences(trip.nearby, trip), *meals, *tail, *texts], behind)
    return compose_answer(trip, [*meals, *texts, *tail, say(trip, "food.restaurants")], behind)


def _specialities(city: City, trip: TripContext) -> tuple[list[str], dict[str, Any]]:
    dishes = city.food_zh if trip.locale == "zh" else city.food_en
    if not dishes:
        return [], {"dishes": []}
    names = listed(trip, dishes[:MOST_DISHES])
    return [say(trip, "food.dishes", city=name_of(trip, city), dishes=names)], {"dishes": list(dishes)}


def _suiting(city: City, diet: tuple[DietWish, ...], trip: TripContext) -> tuple[list[str], dict[str, Any]]:
    """The dishes for meals that are shared, or for the first person, then for each person with a diet of their own."""
    found = [_dishes(city, each, trip) for each in tables(diet)]
    return [text for texts, _ in found for text in texts], found[0][1]


def _dishes(city: City, diet: tuple[DietWish, ...], trip: TripContext) -> tuple[list[str], dict[str, Any]]:
    """The dishes that usually suit a diet, and those that do not."""
    judged = judged_dishes(city, diet)
    if not judged:
        return [], {"suit": [], "refused": [], "depends": []}
    spoken = {
        verdict: [zh if trip.locale == "zh" else en for (en, zh), held in judged.items() if held is verdict]
        for verdict in (False, True, None)
    }
    words = {
        "city": name_of(trip, city),
        "diet": listed(trip, (in_locale(trip, diet_name(each)) for each in diet)),
    }
    texts = [
        say(trip, "food.suits", dishes=listed(trip, spoken[False], MOST_DISHES), **words)
        if spoken[False]
        else say(trip, "food.suits_none", **words)
    ]
    if spoken[True]:
        texts.append(say(trip, "food.refused", dishes=listed(trip, spoken[True], MOST_DISHES)))
    return texts, {"suit": spoken[False], "refused": spoken[True], "depends": spoken[None]}


def _streets(city: City) -> list[Sight]:
    """The city's best streets and markets to eat in."""
    found = [sight for sight in source.sights_of(city.id) if "food" in sight.tags]
    return sorted(found, key=lambda sight: (-sight.score, sight.id))[:MOST_STREETS]


def _meals(question: Ask, trip: TripContext) -> list[str]:
    """When the meals of the named days are, and near which sight."""
    if not is_of_days(question, trip):
        return []
    return [
        say(
            trip, "food.meal_near" if meal.near else "food.meal", day=day.day, start=meal.start, near=meal.near,
            kind=in_locale(trip, MEAL_NAMES[meal.kind]),
        )
        for day in days_of(question, trip)
        for meal in day.meals
    ]  # fmt: skip
