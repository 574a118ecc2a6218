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
def test_no_dish_of_an_animal_suits_those_who_eat_none(diet: Diet) -> None:
    judged = {names: no for city in source.cities().values() for names, no in judged_dishes(city, (diet,)).items()}
    assert [names for names, refused in judged.items() if source.dishes()[names[0]] & OF_ANIMALS and not refused] == []


def test_a_drink_is_no_dish() -> None:
    lisbon = source.cities()["lisbon"]
    assert "Ginjinha" in lisbon.food_en
    assert "Ginjinha" not in {english for english, _ in judged_dishes(lisbon, ("vegan",))}
