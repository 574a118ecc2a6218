"""Every answer is short, of one language, well set, and its facts are JSON."""

import json
from collections.abc import Iterator
from typing import get_args

import pytest

from tests.asks.trips import BRIEFS, LOCALES, left_out, trip_context, visited, without_plan
from tests.support.language import is_badly_set
from travelagent.assistant.asks.registry import RESOLVERS, answer
from travelagent.assistant.asks.values import Topic, TripContext
from travelagent.assistant.asks.wording import fits
from travelagent.assistant.results.parsing import dumped
from travelagent.assistant.results.plan_answer import PlanAnswer
from travelagent.briefs.acts import Ask
from travelagent.catalog import source
from travelagent.plans.messages import Messages


def _variants(topic: str, trip: TripContext) -> Iterator[Ask]:
    sights = [str(visit.sight) for visit in visited(trip)]
    city = sights[0].partition("/")[0]
    yield Ask(topic)
    for about in ((sights[0],), (left_out(trip),), (city,), tuple(sights[:8]), ("IT",), ("geonames:2911522",)):
        yield Ask(topic, about=about)
    for day in (1, 3, 29):
        yield Ask(topic, days=(day,))
        yield Ask(topic, about=(sights[0],), days=(day,))
    yield Ask(topic, kinds=("museum", "vegetarian", "train", "food"), months=(5, 6, 7))
    yield Ask(topic, ends=(city, "paris"), length=2)


def _without_dishes(text: str) -> str:
    """The text without the names of dishes, which are data: biangbiang面."""
    for city in source.cities().values():
        for dish in city.food_zh:
            text = text.replace(dish, "…")
    return text


def test_the_topics_are_those_of_the_modules() -> None:
    assert set(RESOLVERS) == set(get_args(Topic))


def test_both_languages_have_the_same_texts() -> None:
    messages = Messages("travelagent.assistant.asks.messages")
    assert set(messages.en) == set(messages.zh)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", list(BRIEFS))
@pytest.mark.parametrize("topic", list(RESOLVERS))
def test_an_answer_is_short_and_of_one_language(topic: str, name: str, locale: str) -> None:
    trip = trip_context(name, locale)
    for of in (trip, without_plan(locale)):
        for question in _variants(topic, trip):
            reply = answer(question, of)
            assert reply.text
            assert fits(reply.text, locale), reply.text
            assert "{" not in reply.text
            assert "  " not in reply.text
            if locale == "en":
                assert not any("\u4e00" <= letter <= "\u9fff" for letter in reply.text), reply.text
            else:
                assert not is_badly_set(_without_dishes(reply.text)), reply.text
            json.dumps(dumped(PlanAnswer(topic=topic, text=reply.text, known=reply.known, facts=reply.facts)))
