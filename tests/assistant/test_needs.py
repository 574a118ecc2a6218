"""A diet or a wheelchair, said or remembered, reaches the answers on food and the plans."""

import json

import pytest

from agent_core.messages import call
from tests.assistant.asking import conversed
from travelagent.assistant.offline.answers.needs import eating_note, suitable_dishes, suiting_first
from travelagent.assistant.offline.known import with_memories
from travelagent.assistant.offline.policy import Answered, decide
from travelagent.assistant.offline.turn import Found, Turn
from travelagent.assistant.offline.understanding import understand_turns

CHENGDU = {
    "name": "成都",
    "food": ["四川火锅", "甜水面", "麻辣兔头"],
    "costs": {"currency": "CNY", "meals": {"budget": "65", "mid": "150"}},
}
STREETS = {"cities": [{"sights": [{"name": "锦里", "note": "小吃偏贵"}, {"name": "文殊院", "note": "有素斋"}]}]}


def answered(question: str, *memories: str) -> str:
    found = (Found(call("a", "get_city_info"), CHENGDU, None), Found(call("b", "query_attractions"), STREETS, None))
    turn = Turn((question,), found, memories=memories)
    step = decide(with_memories(understand_turns(turn.said), memories), turn, frozenset())
    assert isinstance(step, Answered)
    return step.text


def test_a_remembered_diet_reaches_an_answer_on_food() -> None:
    told = answered("成都有什么好吃的", "我不吃辣")
    assert "从菜名看不适合：四川火锅、麻辣兔头" in told
    assert "从菜名看不出问题的有：甜水面。我没有配料信息" in told
    assert told.index("文殊院") < told.index("锦里")


def test_without_a_diet_all_dishes_are_named() -> None:
    told = answered("成都有什么好吃的")
    assert "四川火锅、甜水面、麻辣兔头" in told
    assert "配料" not in told


@pytest.mark.parametrize(
    ("diet", "out"),
    [("vegetarian", "Rabbit heads"), ("no_seafood", "Sydney rock oysters"), ("no_dairy", "Gelato"), ("halal", "Ham")],
)
def test_a_dish_whose_name_shows_that_it_does_not_suit_is_left_out(diet: str, out: str) -> None:
    assert suitable_dishes(["Sweet rice cakes", out], [diet]) == (["Sweet rice cakes"], [out])


def test_places_that_serve_a_diet_come_first() -> None:
    places = [{"note": "Snacks."}, {"note": "Vegetarian lunch."}]
    assert suiting_first(places, ["vegetarian"])[0] == places[1]
    assert suiting_first(places, ["no_nuts"]) == places


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("记住我不吃肉，坐轮椅", "去成都三天"), ("饮食（不吃肉）", "轮椅出行：我没有景点的无障碍信息")),
        (("3 days in Rome, my wife uses a wheelchair",), ("the catalogue does not say which sights are step-free",)),
    ],
)
async def test_a_plan_names_the_needs_and_what_it_cannot_promise(turns: tuple[str, ...], told: tuple[str, ...]) -> None:
    *_, state = await conversed(turns)
    assert all(part in state.messages[-1].text for part in told)


def test_a_remembered_wheelchair_reaches_the_understanding() -> None:
    remembered = with_memories(understand_turns(("3 days in Rome",)), ["I use a wheelchair", "I eat no meat"])
    assert remembered.needs == ("wheelchair",)
    assert json.dumps(remembered.as_wire())


@pytest.mark.parametrize(
    ("said", "diet"),
    [
        ("my wife cant eat gluten", {"gluten_free"}),
        ("I'm allergic to nuts and gluten", {"no_nuts", "gluten_free"}),
        ("my son is lactose intolerant", {"no_dairy"}),
        ("不能吃花生和海鲜", {"no_nuts", "no_seafood"}),
        ("我奶奶吃素，还对花生过敏", {"vegetarian", "no_nuts"}),
    ],
)
def test_a_food_that_somebody_cannot_eat_is_understood_however_it_is_said(said: str, diet: set[str]) -> None:
    assert set(understand_turns((said,)).entities.diet) == diet
    assert set(understand_turns(("3 days in Chengdu", said)).entities.diet) == diet


def test_what_a_person_forgot_to_say_of_their_food_is_not_forgotten() -> None:
    assert understand_turns(("成都三天", "忘了说，我不吃牛肉")).entities.diet == ("no_beef",)
    forgotten = understand_turns(("成都三天，我不吃牛肉", "忘掉不吃牛肉"))
    assert (forgotten.intent, forgotten.entities.diet) == ("memory", ())


def test_whether_the_food_is_hot_is_answered_by_the_names_of_the_dishes() -> None:
    assert answered("成都的菜辣不辣").startswith("有些菜是辣的：四川火锅、麻辣兔头。")


def test_dishes_with_wheat_are_not_recommended_without_gluten() -> None:
    dishes = ["Dan dan noodles", "Sunday roast", "Fish and chips", "Rabbit heads"]
    assert suitable_dishes(dishes, ["gluten_free"])[0] == ["Rabbit heads"]
    assert suitable_dishes(["Sunday roast", "Full English breakfast"], ["vegan"])[0] == []


def test_of_a_place_to_eat_only_what_concerns_eating_is_told() -> None:
    assert eating_note("Street food after dark; never leave bags alone.", "en") == "Street food after dark."
    assert eating_note("Watch for pickpockets.", "en") == ""


async def test_a_diet_told_beside_a_plan_is_answered_without_printing_the_plan_again() -> None:
    *_, state = await conversed(("成都玩两天", "我奶奶吃素，还对花生过敏"))
    assert {outcome.call.name for outcome in state.tool_result_history} == {"get_city_info", "query_attractions"}
    told = state.messages[-1].text
    assert told.startswith("已记下")
    assert "不吃肉、不吃坚果花生" in told
