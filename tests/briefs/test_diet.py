"""Which dishes suit a diet."""

import pytest

from travelagent.briefs.diet import judged_dishes
from travelagent.briefs.values import Diet
from travelagent.catalog import source

OF_ANIMALS = {"meat", "pork", "beef", "lamb", "fish", "shellfish"}
OTHER = {"dairy", "egg", "honey", "gluten", "nuts", "spice", "alcohol", "varies"}


def test_each_dish_holds_what_the_diets_know_of() -> None:
    assert set().union(*source.dishes().values()) == OF_ANIMALS | OTHER


@pytest.mark.parametrize("diet", ["vegetarian", "vegan"])
@pytest.mark.parametrize("city", ["urumqi", "samarkand", "lisbon", "chengdu"])
def test_no_dish_of_an_animal_suits_those_who_eat_none(city: str, diet: Diet) -> None:
    judged = judged_dishes(source.cities()[city], (diet,))
    held = {names: source.dishes()[names[0]] for names in judged}
    assert judged
    assert all(refused for names, refused in judged.items() if held[names] & OF_ANIMALS)


def test_a_drink_is_no_dish() -> None:
    lisbon = source.cities()["lisbon"]
    assert "Ginjinha" in lisbon.food_en
    assert "Ginjinha" not in {english for english, _ in judged_dishes(lisbon, ("vegan",))}
