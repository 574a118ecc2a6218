"""A follow-up keeps what was wished for before it, and says what it changed: of the days and of the money."""

import re
from decimal import Decimal
from typing import Any

import pytest

from agent_core.state import AgentState, ToolOutcome
from tests.assistant.asking import conversed


def plan_of(state: AgentState) -> dict[str, Any]:
    return next(o.result for o in state.tool_result_history if o.call.name in ("generate_route", "change_route"))


def route_of(state: AgentState) -> ToolOutcome:
    return next(o for o in state.tool_result_history if o.call.name in ("generate_route", "change_route"))


def sights_of(state: AgentState) -> set[str]:
    return {visit["sight"] for day in plan_of(state)["days"] for visit in day["visits"]}


def said(state: AgentState) -> str:
    return str(state.messages[-1].text)


@pytest.mark.parametrize(
    "turns", [("去成都三天，要看熊猫", "轻松一点"), ("3 days in Chengdu, pandas please", "slower")]
)
async def test_a_wish_for_a_kind_of_sight_outlives_a_calmer_pace(turns: tuple[str, str]) -> None:
    before, after = await conversed(turns)
    assert "chengdu/panda-base" in sights_of(before) & sights_of(after)
    assert len(sights_of(after)) < len(sights_of(before))


async def test_a_wish_that_is_taken_back_binds_no_longer() -> None:
    *_, calmer, without = await conversed(["去成都三天，要看熊猫", "轻松一点", "不要熊猫了"])
    assert "chengdu/panda-base" in sights_of(calmer)
    assert "wildlife" not in plan_of(without)["asked"].get("interests", [])


@pytest.mark.parametrize(
    ("turns", "line"),
    [
        (("规划北京三日游", "便宜一点"), r"预算：¥([\d,.]+) → ¥([\d,.]+)（食宿由舒适档改为经济档）"),
        (("3 days in London, £1500", "make it cheaper"), r"Budget: £([\d,.]+) → £([\d,.]+) \(food and lodging budget"),
    ],
)
async def test_a_cheaper_plan_says_what_it_cost_before_and_costs_now(turns: tuple[str, str], line: str) -> None:
    _, after = await conversed(turns)
    found = re.search(line, said(after))
    assert found is not None
    was, became = (Decimal(amount.replace(",", "")) for amount in found.groups())
    assert became < was


async def test_where_no_ticket_can_be_saved_the_days_stay() -> None:
    *_, first, again = await conversed(["3 days in London, £1500", "make it cheaper", "even cheaper"])
    assert plan_of(again)["days"] == plan_of(first)["days"]
    assert "No cheaper plan was found." in said(again)


async def test_more_people_leave_the_days_and_change_the_money() -> None:
    before, after = await conversed(["规划北京三日游", "我们有三个人"])
    assert plan_of(after)["days"] == plan_of(before)["days"]
    assert re.search(r"预算：¥[\d,.]+ → ¥[\d,.]+（由 1 人改为 3 人）", said(after))


async def test_another_first_day_is_told() -> None:
    _, after = await conversed(["规划北京三日游，4月14日出发", "4月16日出发"])
    assert "出发日由4月14日 周三改为4月16日 周五" in said(after)


async def test_a_question_about_a_day_is_answered_from_the_plan_at_hand() -> None:
    before, after = await conversed(["plan 3 days in Rome", "what is on day 2?"])
    assert plan_of(after)["days"] == plan_of(before)["days"]
    assert "What changed" not in said(after)


@pytest.mark.parametrize(
    ("turns", "line"),
    [
        (("规划北京三日游", "不要博物馆", "加上故宫"), "它属于你之前不要的类型（博物馆）"),
        (
            ("3 days in Beijing", "no museums", "add the Forbidden City"),
            "although you wanted none of its kind (museum)",
        ),
    ],
)
async def test_a_named_sight_of_a_refused_kind_is_in_and_that_is_said(turns: tuple[str, ...], line: str) -> None:
    *_, without, after = await conversed(turns)
    assert "beijing/forbidden-city" not in sights_of(without)
    assert "beijing/forbidden-city" in sights_of(after)
    assert line in said(after)


async def test_the_conversation_goes_on_in_its_currency_when_the_language_changes() -> None:
    _, after = await conversed(["规划北京三日游", "make it relaxed"])
    assert re.search(r"Budget: CN¥[\d,.]+ → CN¥[\d,.]+\.", said(after))


def assumed(state: AgentState) -> list[str]:
    return list(plan_of(state)["assumptions"])


async def test_an_assumed_single_traveller_is_among_the_plans_assumptions_until_the_number_is_said() -> None:
    first, calmer, three = await conversed(["规划北京三日游", "轻松一点", "我们三个人"])
    alone = "未说明人数，按 1 人计算。"
    assert assumed(first).count(alone) == assumed(calmer).count(alone) == 1
    assert said(first).count(alone) == 1
    assert alone not in assumed(three)
    assert plan_of(three)["asked"]["travellers"] == 3


async def test_a_number_that_is_said_is_no_assumption() -> None:
    (state,) = await conversed(["3 days in Rome for two"])
    assert not any("traveller" in line for line in assumed(state))


async def test_a_name_that_is_not_known_is_told() -> None:
    *_, must, swapped, based = await conversed(
        [
            "3 days in Edinburgh",
            "must see Edinburgh Castle and the zoo",
            "swap the zoo for the Royal Botanic Garden",
            "our hotel is near Haymarket station",
        ]
    )
    assert "I know no zoo here." in said(must)
    assert "I know no sight called Royal Botanic" in said(swapped)
    assert "I do not know where Haymarket station is" in said(based)


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("3 days in Dublin", "move Guinness Storehouse to the evening"), "but not its hour"),
        (("京都三天", "把清水寺挪到晚上"), "不能指定几点"),
        (("Four days in Rome in May", "drop Ostia Antica", "drop Ostia Antica"), "Ostia Antica was not in the plan"),
    ],
)
async def test_a_wish_that_changes_nothing_is_told_why(turns: tuple[str, ...], told: str) -> None:
    *_, last = await conversed(turns)
    assert told in said(last)


def hours_of(state: AgentState, *days: int) -> list[tuple[str, str]]:
    rows = (day for day in plan_of(state)["days"] if day["day"] in days)
    return [(visit["sight"], visit["arrive"]) for day in rows for visit in day["visits"]]


async def test_a_day_that_is_too_full_ends_sooner_and_the_others_stay() -> None:
    before, after = await conversed(["3 days in Dublin", "day 3 is too rushed"])
    assert hours_of(after, 1, 2) == hours_of(before, 1, 2)
    assert plan_of(after)["days"][2]["end"] < plan_of(before)["days"][2]["end"]
    assert "Day 3 ends by" in said(after)


async def test_a_name_that_is_put_right_moves_that_sight_and_not_the_other() -> None:
    before, moved, righted = await conversed(
        ["5 days in Paris", "move the Louvre to the last day", "no I meant the Orsay"]
    )

    def day_of(state: AgentState, sight: str) -> int:
        return next(d["day"] for d in plan_of(state)["days"] for v in d["visits"] if v["sight"] == sight)

    assert day_of(moved, "paris/louvre-museum") == 5
    assert day_of(righted, "paris/musee-dorsay") == 5
    assert day_of(righted, "paris/louvre-museum") == day_of(before, "paris/louvre-museum") != 5
