"""What is asked beside a plan, or asked to be remembered, leaves the plan's slots as they are."""

from datetime import date

import pytest

from travelagent.assistant.offline.understanding import understand_turns
from travelagent.assistant.offline.values import Understood

TODAY = date(2026, 11, 22)


def understood(*turns: str) -> Understood:
    return understand_turns(turns, TODAY)


PLAN = "3 days in Chengdu in April under 3000 yuan"


@pytest.mark.parametrize(
    "aside",
    [
        "recommend somewhere warm in January for the beach",
        "where is it warm in January?",
        "推荐一月看海的城市，一万以内",
        "一月去哪儿暖和",
        "what to eat there?",
        "hotels there in May",
        "那边的酒店呢",
    ],
)
def test_what_is_asked_beside_a_plan_leaves_it_as_it_is(aside: str) -> None:
    assert understood(PLAN, aside, "make it relaxed").entities == understood(PLAN, "make it relaxed").entities


def test_the_plan_does_not_narrow_a_recommendation_beside_it() -> None:
    e = understood(PLAN, "recommend somewhere for the beach in January").entities
    assert (e.cities, e.days, e.month, e.budget, e.interests) == ((), None, 1, None, ("beach",))


def test_a_recommendation_in_the_plans_place_takes_its_place() -> None:
    assert understood(PLAN, "recommend a beach town instead").entities.interests == ("beach",)
    assert understood(PLAN, "recommend a beach town instead", "5 days then").entities.interests == ("beach",)


@pytest.mark.parametrize(
    ("message", "intent"),
    [
        ("hotels there in May", "accommodation"),
        ("any restaurants there?", "food"),
        ("那里的天气怎么样", "season_query"),
        ("and the weather there in June?", "season_query"),
    ],
)
def test_a_bare_topic_is_a_question_about_the_place_at_hand(message: str, intent: str) -> None:
    assert understood("3 days in Tokyo", message).intent == intent


@pytest.mark.parametrize(
    ("question", "wish", "diet"),
    [
        ("云南有多少个博物馆", "记住我不吃辣", "no_spicy"),
        ("how many museums are in Yunnan?", "remember that I'm vegetarian", "vegetarian"),
        ("哪十个城市的博物馆最多", "记住我不吃肉", "vegetarian"),
    ],
)
def test_a_wish_to_remember_after_a_data_question_is_one(question: str, wish: str, diet: str) -> None:
    read = understood(question, wish)
    assert read.intent == "memory"
    assert read.entities.diet == (diet,)


def test_what_one_does_not_eat_is_no_taste_for_food() -> None:
    assert understood("remember that I don't eat spicy food").entities.interests == ()


@pytest.mark.parametrize(
    ("message", "needs"),
    [
        ("4 days in Rome, my wife uses a wheelchair", ("wheelchair",)),
        ("带坐轮椅的妈妈去罗马玩四天", ("wheelchair",)),
        ("推着婴儿车去罗马两天", ("stroller",)),
        ("3 days in Rome", ()),
    ],
)
def test_what_somebody_needs_is_kept_over_the_turns(message: str, needs: tuple[str, ...]) -> None:
    assert understood(message, "make it relaxed").needs == needs
