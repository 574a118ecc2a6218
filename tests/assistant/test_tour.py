"""A week in a region is a tour of its cities, and a city that is named may be only a part of the plan at hand."""

import asyncio
import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from agent_core.tools import ToolContext, ToolError
from tests.assistant.asking import conversed
from travelagent.assistant.offline.tour import FARTHEST_KM
from travelagent.assistant.tools.generate_route import generate_route
from travelagent.catalog import source

pytestmark = pytest.mark.sampled(of=5)

YUNNAN = "五月去云南玩七天"


def plans(turns: Sequence[str]) -> list[dict[str, Any] | None]:
    """The itinerary that each turn made, as the tool told it."""
    return [
        next((o.result for o in reversed(state.tool_result_history) if o.call.name.endswith("_route")), None)
        for state in asyncio.run(conversed(turns))
    ]


def cities(plan: dict[str, Any] | None) -> list[str]:
    assert plan is not None
    return [city["id"] for city in plan["cities"]]


@pytest.mark.parametrize("wish", [YUNNAN, "Plan a week in Italy", "日本七日游"])
def test_a_week_in_a_region_is_a_tour_of_near_cities_with_days_for_each(wish: str) -> None:
    (plan,) = plans([wish])
    rows = [source.cities()[city] for city in cities(plan)]

    assert len(rows) >= 2
    assert sum(row.days_min for row in rows) <= 7
    assert all(source.distance_km(a.lat, a.lon, b.lat, b.lon) <= 2 * FARTHEST_KM for a, b in pairwise(rows))


@pytest.mark.parametrize("wish", ["a week in Turkey", "土耳其玩一周"])
def test_a_week_that_one_city_does_not_fill_takes_in_a_farther_one(wish: str) -> None:
    assert set(cities(plans([wish])[0])) == {"istanbul", "cappadocia"}


def test_a_short_stay_is_one_city() -> None:
    assert len(cities(plans(["云南玩两天"])[0])) == 1


def test_a_city_of_the_tour_may_be_a_part_of_it_or_all_that_is_wanted() -> None:
    first, longer, fuller, alone = plans([YUNNAN, "大理多待一天", "第三天太满了", "只去大理，三天"])

    assert "dali" in cities(first)
    assert cities(longer) == cities(first)
    assert longer is not None
    assert longer["asked"]["days"] == 8
    assert cities(fuller) == cities(first)
    assert cities(alone) == ["dali"]


def test_a_question_without_a_place_is_about_the_plan_at_hand() -> None:
    states = asyncio.run(conversed([YUNNAN, "大概要多少钱？", "酒店推荐一下"]))
    planned = next(o for o in states[0].tool_result_history if o.call.name == "calculate_budget")
    asked = next(o for o in states[1].tool_result_history if o.call.name == "calculate_budget")
    route = next(o.result for o in states[0].tool_result_history if o.call.name == "generate_route")

    assert asked.result["total"] == planned.result["total"]
    told = {o.call.args["city"] for o in states[2].tool_result_history if o.call.name == "get_city_info"}
    assert told == {city["id"] for city in route["cities"]}


def test_days_that_are_not_those_of_every_city_are_refused() -> None:
    args = generate_route.validated({"city": "rome", "cities": ["florence"], "days": 5, "days_each": [5]}, {})
    with pytest.raises(ToolError) as refused:
        generate_route.function(**args, context=ToolContext("run", "call", "en", lambda fraction, note: None))
    assert refused.value.code == "invalid_arguments"


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ("One week in Cusco and Lima in May, two of us in our 60s, worried about altitude", "The high city comes last"),
        ("五月去库斯科和利马玩一周，两个人，担心高反", "海拔高的城市放在后面"),
    ],
)
def test_where_altitude_worries_the_low_city_comes_first_and_the_great_sight_begins_early(wish: str, told: str) -> None:
    (state,) = asyncio.run(conversed((wish,)))
    (plan,) = plans((wish,))
    assert plan is not None
    assert cities(plan) == ["lima", "cusco"]
    (there,) = [day for day in plan["days"] if any(visit["sight"] == "cusco/machu-picchu" for visit in day["visits"])]
    assert {leg["mode"] for leg in there["legs"]} >= {"train"}
    assert there["start"] < "08:00"
    text = state.messages[-1].text
    assert told in text
    assert there["start"] in text


@pytest.mark.parametrize(
    ("wish", "dear", "told"),
    [
        ("solo backpacker, 3 days in Tbilisi in october, 30 euros a day", "tbilisi/gergeti", "The largest item is"),
        ("我和男朋友穷游贵阳4天，两个人一共1000块，十二月", "guiyang/fast-sky-eye", "其中最大的一项是"),
    ],
)
def test_with_a_small_budget_no_dear_taxi_is_taken_and_the_dearest_item_is_named(
    wish: str, dear: str, told: str
) -> None:
    (state,) = asyncio.run(conversed((wish,)))
    (plan,) = plans((wish,))
    assert plan is not None
    assert not [v for day in plan["days"] for v in day["visits"] if v["sight"] and v["sight"].startswith(dear)]
    assert told in state.messages[-1].text


@pytest.mark.parametrize("wish", ["2 days in Lisbon", "里斯本两日游"])
def test_ways_of_no_length_are_not_told(wish: str) -> None:
    (state,) = asyncio.run(conversed((wish,)))
    assert not re.search(r"\b0 (?:min|m|分钟|米)|\b0\.\d (?:km|公里)", state.messages[-1].text)
    assert re.search(r"\b\d00 (?:m|米)\b", state.messages[-1].text)


@pytest.mark.parametrize(
    ("turns", "days"),
    [
        (["扬州南京四日游", "南京那边少一天，都给扬州"], {"yangzhou": 2, "nanjing": 2}),
        (["4 days in Kyoto and Osaka", "One day less in Osaka, give it to Kyoto"], {"kyoto": 3, "osaka": 1}),
        (["规划扬州四日游，从武汉坐高铁，顺便去淮安", "淮安那边少一天，都给扬州"], {"yangzhou": 3}),
    ],
)
def test_the_day_that_one_city_loses_goes_to_the_other_one(turns: list[str], days: dict[str, int]) -> None:
    plan = plans(turns)[-1]
    assert plan is not None
    assert Counter(day["city"] for day in plan["days"]) == days


@pytest.mark.parametrize(
    ("wish", "pick", "told"),
    [
        ("周末想带爸妈从上海出去玩两天，别太累", "第二个", "你没说去哪座城市：按你的条件，"),
        ("plan us a weekend by train from London", "the second one", "You named no city: "),
    ],
)
def test_a_city_that_was_chosen_is_told_with_those_that_come_next(wish: str, pick: str, told: str) -> None:
    first, second = asyncio.run(conversed((wish, pick)))
    found = next(o.result["cities"] for o in first.tool_result_history if o.call.name == "search_cities")
    [line] = [line for line in first.messages[-1].text.splitlines() if line.startswith(told)]
    assert found[0]["name"] in line
    assert found[1]["name"] in line
    assert not [line for line in second.messages[-1].text.splitlines() if line.startswith(told)]
    (route,) = (o for o in second.tool_result_history if o.call.name == "generate_route")
    assert route.call.args["city"] == found[1]["id"]
