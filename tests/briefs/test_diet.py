"""Which dishes suit a diet."""

import pytest

from travelagent.briefs.diet import diet_name, judged_dishes, tables
from travelagent.briefs.notes import diet
from travelagent.briefs.values import Diet, PersonalDiet, TripBrief
from travelagent.catalog import source
from travelagent.plans.values import Itinerary, LocalizedText

OF_ANIMALS = {"meat", "pork", "beef", "lamb", "fish", "shellfish"}
OTHER = {"dairy", "egg", "honey", "gluten", "nuts", "spice", "alcohol", "varies"}


def test_each_dish_holds_what_the_diets_know_of() -> None:
    assert set().union(*source.dishes().values()) == OF_ANIMALS | OTHER


@pytest.mark.parametrize("kept", ["vegetarian", "vegan"])
def test_no_dish_of_an_animal_suits_those_who_eat_none(kept: Diet) -> None:
    judged = {names: no for city in source.cities().values() for names, no in judged_dishes(city, (kept,)).items()}
    assert [names for names, refused in judged.items() if source.dishes()[names[0]] & OF_ANIMALS and not refused] == []


def test_an_allergy_counts_for_shared_meals_and_another_diet_for_one_person() -> None:
    nuts = PersonalDiet("no_nuts", "my son", allergy=True)
    grandma = PersonalDiet("vegetarian", "grandma")
    assert tables(("halal", nuts, grandma)) == (("halal", nuts), (grandma,))
    assert tables((grandma,)) == ((grandma,),)
    chengdu = source.cities()["chengdu"]
    assert judged_dishes(chengdu, (nuts,)) == judged_dishes(chengdu, ("no_nuts",))
    assert diet_name(grandma) == LocalizedText("vegetarian (grandma)", "素食（grandma）")


def test_the_note_tells_shared_dishes_and_those_of_one_person() -> None:
    trip = Itinerary(("beijing",), ())
    all_of_us, of_one, allergic = (
        diet(TripBrief(diet=(each,)), trip, None)
        for each in ("vegan", PersonalDiet("vegan", "Li Na"), PersonalDiet("vegan", "Li Na", allergy=True))
    )
    assert all_of_us is not None
    assert of_one is not None
    assert allergic is not None
    assert "Dishes that usually suit:" in all_of_us.en
    assert "Dishes that usually suit:" in allergic.en
    assert "Dishes that usually suit Li Na:" in of_one.en
    assert "Li Na通常可以吃" in of_one.zh
    assert of_one.en.startswith("Vegan (Li Na): ")


def test_a_drink_is_no_dish() -> None:
    lisbon = source.cities()["lisbon"]
    assert "Ginjinha" in lisbon.food_en
    assert "Ginjinha" not in {english for english, _ in judged_dishes(lisbon, ("vegan",))}
