"""The plainest requests work for cities drawn from the whole catalogue, in both languages."""

import random

import pytest

from tests.assistant.asking import TODAY
from travelagent.assistant.embedded.understanding import Understood, understand_turns
from travelagent.briefs.acts import Ask
from travelagent.catalog import source
from travelagent.catalog.matches import CityMatch
from travelagent.catalog.names import resolve_city

# Names that two cities share are left out.
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


def topic_of(understood: Understood) -> tuple[str, str]:
    """The topic of a message's question, and the first place that it is about."""
    (ask,) = [act for act in understood.acts if isinstance(act, Ask)]
    return ask.topic, ask.about[0]


@pytest.mark.parametrize("city", DRAWN, ids=lambda city: city.id)
def test_the_plain_forms_are_understood(city: source.City) -> None:
    days = 1 + len(city.id) % 7
    for text in (f"规划{city.name_zh}{days}日游", f"Plan {days} days in {city.name_en}"):
        plan = read(text)
        assert (plan.intent, plan.brief.places, plan.brief.days) == ("travel_planning", (city.id,), days)
    sights = read(f"{city.name_zh}有什么好玩的")
    assert topic_of(sights) == ("sights", city.id)
    food = read(f"{city.name_zh}有什么好吃的")
    assert topic_of(food) == ("food", city.id)
    cost = read(f"How much does a day in {city.name_en} cost?")
    assert topic_of(cost) == ("price", city.id)
    assert (food.language, cost.language) == ("zh", "en")
