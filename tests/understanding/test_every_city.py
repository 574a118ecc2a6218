"""The plainest requests work for cities drawn from the whole catalogue, in both languages."""

import random

import pytest

from tests.understanding.test_labelled_set import TODAY
from travelagent.assistant.offline.understanding import understand_turns
from travelagent.assistant.offline.values import Understood
from travelagent.catalog import source
from travelagent.catalog.matches import CityMatch
from travelagent.catalog.names import resolve_city

# Names that two cities share are asked about instead: see test_questions.py.
DRAWN = random.Random(2026).sample(
    [
        c
        for c in source.cities().values()
        if all(isinstance(resolve_city(n), CityMatch) for n in (c.name_en, c.name_zh))
    ],
    60,
)


def read(text: str) -> Understood:
    return understand_turns([text], TODAY)


@pytest.mark.parametrize("city", DRAWN, ids=lambda city: city.id)
def test_the_plain_forms_are_understood(city: source.City) -> None:
    days = 1 + len(city.id) % 7
    plan = read(f"规划{city.name_zh}{days}日游")
    assert (plan.intent, plan.entities.cities, plan.entities.days) == ("travel_planning", (city.id,), days)
    plan = read(f"Plan {days} days in {city.name_en}")
    assert (plan.intent, plan.entities.cities, plan.entities.days) == ("travel_planning", (city.id,), days)
    sights = read(f"{city.name_zh}有什么好玩的")
    assert (sights.intent, sights.entities.cities) == ("attraction_query", (city.id,))
    food = read(f"{city.name_zh}有什么好吃的")
    assert (food.intent, food.entities.cities) == ("food", (city.id,))
    cost = read(f"How much are 4 days in {city.name_en} for two?")
    assert (cost.intent, cost.entities.cities, cost.entities.days) == ("budget_query", (city.id,), 4)
    assert cost.entities.travellers is not None
    assert cost.entities.travellers.adults == 2
    assert plan.language == "en"
    assert food.language == "zh"
    assert cost.mode == "react"
