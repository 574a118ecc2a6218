"""The embedded model: answers from tool results alone, adapting to the tools it is given."""

import dataclasses
from decimal import Decimal
from typing import Any

import pytest

from agent_core.tools import ToolError
from tests.assistant.asking import asked
from travelagent.assistant.tools import TOOLS
from travelagent.catalog import source
from travelagent.catalog.climate import climate_of
from travelagent.catalog.money import packaged_rates

KYOTO = "Plan 3 days in Kyoto in April for two, under $900"


def artifact(sink: Any, kind: str) -> dict[str, Any]:
    return dict([e.payload for e in sink.of("artifact") if e.kind == kind][-1])


async def test_it_works() -> None:
    result, sink = await asked(KYOTO)

    assert result.metadata["tools_used"] == ["generate_route", "get_city_info", "calculate_budget"]
    itinerary, budget = artifact(sink, "itinerary"), artifact(sink, "budget")
    assert itinerary["certificate"]["feasible"] is True
    assert (budget["currency"], budget["travellers"], budget["days"]) == ("USD", 2, 3)
    assert sum(Decimal(item["amount"]) for item in budget["items"]) == Decimal(budget["total"])
    assert all(visit["name"]["en"] in result.final_reply for day in itinerary["days"] for visit in day["visits"])


async def test_without_the_budget_tool_there_is_no_budget() -> None:
    result, sink = await asked(KYOTO, TOOLS.without(["calculate_budget"]))

    assert "Budget" not in result.final_reply
    assert "calculate_budget" not in [e.tool for e in sink.of("tool_start")]
    assert artifact(sink, "itinerary")


async def test_when_a_tool_fails_the_next_call_differs() -> None:
    def away(**arguments: Any) -> None:
        raise ToolError("away", "the planner is away")

    broken = [dataclasses.replace(t, function=away) if t.name == "generate_route" else t for t in TOOLS]
    _, well = await asked("规划北京三日游")
    result, sink = await asked("规划北京三日游", broken)

    assert "query_attractions" not in [e.tool for e in well.of("tool_start")]
    assert "query_attractions" in [e.tool for e in sink.of("tool_start")]
    assert "故宫博物院" in result.final_reply


async def test_a_place_in_yunnan() -> None:
    result, sink = await asked("云南旅游推荐")

    cities = artifact(sink, "cities")["cities"]
    assert len(cities) >= 4
    assert {source.cities()[c["id"]].region_en for c in cities} == {"Yunnan"}
    assert [c["score"] for c in cities] == sorted((c["score"] for c in cities), reverse=True)
    assert all(c["match_reasons"] for c in cities)
    assert all(c["name"]["zh"] in result.final_reply for c in cities)


async def test_a_warm_beach_within_the_budget() -> None:
    _, sink = await asked("beach in January under 800 yuan a day")

    cities = artifact(sink, "cities")["cities"]
    assert cities
    for row in cities:
        city = source.cities()[row["id"]]
        january = climate_of(city.id).months[0]
        daily = packaged_rates().convert(city.daily_cost(row["daily_cost"]["tier"]), city.currency, "CNY").amount
        assert "beach" in city.tags
        assert (january.t_max or 0) >= 24
        assert daily <= 800


async def test_what_to_eat() -> None:
    result, sink = await asked("成都有什么好吃的")

    assert all(dish in result.final_reply for dish in source.cities()["chengdu"].food_zh)
    streets = artifact(sink, "sights")["cities"][0]["sights"]
    assert streets
    assert all("food" in sight["tags"] and sight["name"]["zh"] in result.final_reply for sight in streets)


async def test_a_week_for_four() -> None:
    _, sink = await asked("How much is a week in Paris for four?")

    budget = artifact(sink, "budget")
    assert (budget["travellers"], budget["days"]) == (4, 7)
    lodging = next(item for item in budget["items"] if item["kind"] == "lodging")
    assert lodging["quantity"] == 2 * 6
    assert sum(Decimal(item["amount"]) for item in budget["items"]) == Decimal(budget["total"])


@pytest.mark.parametrize(
    "question",
    [
        "plan 3 days in Xyzzyville",
        "规划阿布拉卡三日游",
        "五一带娃去阿布拉卡，4天",
        "想去Xyzzyville玩三天",
        "Xyzzyville三日游",
        "I'd love Xyzzyville for 3 days",
        "Planning Xyzzyville, 3 days in June",
        "a weekend in Xyzzyville",
    ],
)
async def test_an_unknown_city_is_said(question: str) -> None:
    result, sink = await asked(question)

    assert {e.error["code"] for e in sink.of("tool_end") if e.error} == {"unknown_city"}
    assert not sink.of("artifact")
    assert result.final_reply


@pytest.mark.parametrize(
    ("question", "written"),
    [
        ("长shaa三日游", "长shaa"),
        ("元旦想去长shaa耍3天，俩闺蜜，主打一个出片+炫饭，别太贵", "长shaa"),
        ("去chang沙三天", "chang沙"),
    ],
)
async def test_a_name_half_in_letters_is_planned_and_told_what_it_was_taken_for(question: str, written: str) -> None:
    result, _ = await asked(question)
    assert f"我把“{written}”理解为长沙" in result.final_reply
    assert "**长沙 3 天" in result.final_reply


async def test_an_unknown_city_comes_with_near_matches() -> None:
    result, sink = await asked("plan 3 days in Edinborough")

    error = sink.of("tool_end")[0].error
    assert [near["id"] for near in error["near"]] == ["edinburgh"]
    assert "Names like it: Edinburgh" in result.final_reply


async def test_what_is_like_no_city_is_offered_none() -> None:
    result, sink = await asked("plan 3 days in Xyzzyville")

    assert sink.of("tool_end")[0].error["near"] == []
    assert "Names like it" not in result.final_reply


@pytest.mark.parametrize("days", [0, 40, -1, "three"])
@pytest.mark.parametrize("name", ["generate_route", "calculate_budget"])
def test_impossible_days_are_invalid(name: str, days: object) -> None:
    found = TOOLS.get(name)
    assert found is not None
    with pytest.raises(ToolError, match="days") as error:
        found.validated({"city": "Kyoto", "days": days}, {})

    assert error.value.code == "invalid_arguments"


async def test_too_many_days_are_told_from_the_tools_refusal() -> None:
    result, sink = await asked("Plan 40 days in Rome")

    assert [e.error["code"] for e in sink.of("tool_end") if e.tool == "generate_route"] == ["invalid_arguments"]
    assert result.final_reply == "A trip has from 1 to 30 days; say how many it shall be."
