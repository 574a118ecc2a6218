"""The second one of a list of cities is the city at that place of the newest list."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from agent_core.state import AgentState
from tests.assistant.asking import conversed
from travelagent.catalog import source
from travelagent.catalog.names import place_name

pytestmark = pytest.mark.sampled(of=5)


def said(*turns: str) -> Sequence[AgentState]:
    return asyncio.run(conversed(turns))


def listed(state: AgentState) -> list[str]:
    return [
        city["id"] for o in state.tool_result_history if o.call.name == "search_cities" for city in o.result["cities"]
    ]


def planned(state: AgentState) -> list[str]:
    made: list[dict[str, Any]] = [
        o.result for o in state.tool_result_history if o.call.name in ("generate_route", "change_route")
    ]
    return [city["id"] for city in made[-1]["cities"]] if made else []


@pytest.mark.parametrize(
    ("wish", "pick", "place"),
    [
        ("where is it warm in January?", "The second one", 1),
        ("where is it warm in January?", "ok, the third one for four days", 2),
        ("冬天去哪里暖和", "第一个怎么样，玩四天", 0),
        ("冬天去哪里暖和", "就第二个吧", 1),
        ("where is it warm in January?", "option 2", 1),
        ("where is it warm in January?", "3", 2),
        ("冬天去哪里暖和", "那就二吧", 1),
        ("冬天去哪里暖和", "最后一个，三天", -1),
    ],
)
def test_a_city_is_picked_by_its_place_in_the_list(wish: str, pick: str, place: int) -> None:
    before, after = said(wish, pick)
    assert planned(after) == [listed(before)[place]]
    assert after.understanding is not None
    assert after.understanding["entities"]["cities"] == [listed(before)[place]]


@pytest.mark.parametrize(
    ("wish", "beside", "pick", "place"),
    [
        ("冬天去哪里暖和", "3天罗马", "第二个吧", 1),
        ("冬天去哪里暖和", "罗马有什么好吃的", "就第三个吧", 2),
        ("where is it warm in January?", "3 days in Rome", "the second one", 1),
        ("where is it warm in January?", "what is there to eat in Rome?", "the first one then", 0),
        ("where is it warm in January?", "3 days in Rome", "ok let's go with the third, 4 days", 2),
    ],
)
def test_a_pick_is_of_the_newest_list_whatever_came_behind_it(wish: str, beside: str, pick: str, place: int) -> None:
    before, _, after = said(wish, beside, pick)
    assert planned(after) == [listed(before)[place]]


@pytest.mark.parametrize(
    ("wish", "pick"),
    [
        ("somewhere warm in February, I live in Bangkok", "tell me more about the second one"),
        ("二月去哪里暖和，从曼谷出发", "介绍一下第二个"),
    ],
)
def test_what_is_told_of_the_second_one_is_of_the_second_as_shown(wish: str, pick: str) -> None:
    before, after = said(wish, pick)
    shown = next(line for line in before.messages[-1].text.splitlines() if line.startswith("2. **"))
    asked = [o.call.args["city"] for o in after.tool_result_history if o.call.name == "get_city_info"]
    assert [name for city in asked for name in (place_name(city, "en"), place_name(city, "zh")) if name in shown]


def test_of_two_that_were_compared_the_second_is_picked() -> None:
    for compared, pick in (("大阪和京都哪个好", "第二个吧"), ("Osaka or Kyoto for 3 days?", "the second one")):
        *_, after = said(compared, pick)
        assert planned(after) == ["kyoto"]


def test_what_is_picked_stays_picked_and_the_newest_list_counts() -> None:
    plan, beside, other, longer = said(
        "3 days in Rome", "Recommend warm cities for January", "the second one, 4 days", "make it five days"
    )
    assert planned(plan) == ["rome"]
    assert planned(other) == planned(longer) == [listed(beside)[1]]


@pytest.mark.parametrize(
    ("wish", "pick", "told"),
    [
        ("recommend seaside cities", "the thirtieth", "The list holds 6 cities only."),
        ("recommend seaside cities", "the 9th one", "The list holds 6 cities only."),
        ("推荐几个海边城市", "第三十个", "列表里只有 6 座城市。"),
    ],
)
def test_a_place_beyond_the_list_is_told_as_such(wish: str, pick: str, told: str) -> None:
    listing, picking = said(wish, pick)
    assert len(listed(listing)) == 6
    assert picking.tool_result_history == ()
    assert told in picking.messages[-1].text


@pytest.mark.parametrize(
    ("wish", "pick", "other"),
    [
        ("where is it warm in January?", "the first one, 4 days", "the second one then"),
        ("冬天去哪里暖和", "第一个怎么样，玩四天", "换第二个"),
        ("想在秋天看红叶，不知道去哪儿", "第一个怎么样", "换第二个吧"),
    ],
)
def test_another_city_of_the_list_takes_the_place_of_the_one_that_was_picked(wish: str, pick: str, other: str) -> None:
    before, _, after = said(wish, pick, other)
    assert planned(after) == [listed(before)[1]]


@pytest.mark.parametrize(
    ("asked", "cheapest", "there"),
    [
        ("云南和四川哪些城市景点最多？", "那里面哪个最便宜", "就去那儿，三个人玩四天"),
        ("which cities in Italy have the most sights?", "which is the cheapest of those?", "ok let's go there, 4 days"),
    ],
)
def test_a_question_about_those_cities_stays_among_them(asked: str, cheapest: str, there: str) -> None:
    first, second, plan = said(asked, cheapest, there)
    cities, cheap = named_by_figures(first), named_by_figures(second)

    assert cheap
    assert set(cheap) <= set(cities)
    assert [source.cities()[city].name_zh for city in planned(plan)] == cheap[:1] or [
        source.cities()[city].name_en for city in planned(plan)
    ] == cheap[:1]


def named_by_figures(state: AgentState) -> list[str]:
    (rows,) = (o.result["rows"] for o in state.tool_result_history if o.call.name == "run_sql")
    return [row[0] for row in rows]
