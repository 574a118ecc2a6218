"""What people do not eat, and whether a dish usually holds any of it (catalog/data/curated/dishes.csv)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from travelagent.briefs.values import Diet, DietWish, PersonalDiet
from travelagent.catalog import source
from travelagent.catalog.values import City
from travelagent.plans.values import LocalizedText

VARIES: Final = "varies"
"""The content of a dish that is made in many ways."""
_MEAT: Final = frozenset({"meat", "pork", "beef", "lamb", "fish", "shellfish"})
WITHOUT: Final[Mapping[Diet, frozenset[str]]] = {
    "vegetarian": _MEAT,
    "vegan": _MEAT | {"dairy", "egg", "honey"},
    "halal": frozenset({"pork", "alcohol"}),
    "kosher": frozenset({"pork", "shellfish"}),
    "gluten_free": frozenset({"gluten"}),
    "no_seafood": frozenset({"fish", "shellfish"}),
    "no_pork": frozenset({"pork"}),
    "no_beef": frozenset({"beef"}),
    "no_lamb": frozenset({"lamb"}),
    "no_nuts": frozenset({"nuts"}),
    "no_dairy": frozenset({"dairy"}),
    "no_spicy": frozenset({"spice"}),
}
"""Diet to the contents that a dish must be made without."""
DIET_NAMES: Final[Mapping[Diet, LocalizedText]] = {
    "vegetarian": LocalizedText("vegetarian", "素食"),
    "vegan": LocalizedText("vegan", "纯素"),
    "halal": LocalizedText("halal food", "清真"),
    "kosher": LocalizedText("kosher food", "犹太洁食"),
    "gluten_free": LocalizedText("gluten-free", "无麸质"),
    "no_seafood": LocalizedText("no seafood", "不吃海鲜"),
    "no_pork": LocalizedText("no pork", "不吃猪肉"),
    "no_beef": LocalizedText("no beef", "不吃牛肉"),
    "no_lamb": LocalizedText("no lamb", "不吃羊肉"),
    "no_nuts": LocalizedText("no nuts", "不吃坚果"),
    "no_dairy": LocalizedText("no dairy", "不吃奶制品"),
    "no_spicy": LocalizedText("nothing spicy", "不吃辣"),
}


def diet_of(wish: DietWish) -> Diet:
    """Return the diet, whoever keeps it."""
    return wish.diet if isinstance(wish, PersonalDiet) else wish


def diet_name(wish: DietWish) -> LocalizedText:
    """Return the diet in words, with whose it is: `vegetarian (grandma)`."""
    name = DIET_NAMES[diet_of(wish)]
    if not isinstance(wish, PersonalDiet):
        return name
    return LocalizedText(f"{name.en} ({wish.who})", f"{name.zh}（{wish.who}）")


def tables(wishes: Sequence[DietWish]) -> tuple[tuple[DietWish, ...], ...]:
    """Return the diets by who eats: first those of shared meals, allergies of one person included, then each other one
    of a person by itself.
    """
    own = tuple(wish for wish in wishes if isinstance(wish, PersonalDiet) and not wish.allergy)
    shared = tuple(wish for wish in wishes if wish not in own)
    return (*((shared,) if shared else ()), *((wish,) for wish in own))


def judged_dishes(city: City, diet: Sequence[DietWish]) -> dict[tuple[str, str], bool | None]:
    """Return the dishes a city is known for, drinks aside, by their English and Chinese names: whether they hold what
    these diets go without; None where that is not known or varies.
    """
    pairs = zip(city.food_en, city.food_zh, strict=True)
    diets = tuple(map(diet_of, diet))
    return {pair: _is_refused(pair[0], diets) for pair in pairs if pair[0] not in source.drinks()}


def _is_refused(dish: str, diet: Sequence[Diet]) -> bool | None:
    """Return whether a dish by its English name holds what these diets go without; None where that is not known or
    varies.
    """
    contents = source.dishes().get(dish)
    if contents is None:
        return None
    if contents & frozenset().union(*(WITHOUT[each] for each in diet)):
        return True
    return None if VARIES in contents else False
