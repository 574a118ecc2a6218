"""Plans and budgets that know how one comes, when one arrives and when one has to leave."""

from typing import Any

import pytest

from agent_core.state import AgentState
from tests.assistant.asking import conversed
from travelagent.assistant.offline.journey import Frame, day_windows, frame_of
from travelagent.assistant.offline.values import Journey


def value_of(state: AgentState, *tools: str) -> dict[str, Any]:
    return next(dict(row.result) for row in reversed(state.tool_result_history) if row.call.name in tools)


@pytest.mark.parametrize(
    ("journey", "frame"),
    [
        (Journey(arrives=12 * 60), Frame(begins=12 * 60 + 45)),
        (Journey(way="flight", arrives=15 * 60), Frame(begins=16 * 60 + 30)),
        (Journey(way_back="flight", leaves=20 * 60), Frame(ends=17 * 60)),
        (Journey(way="train", leaves=18 * 60), Frame(ends=16 * 60 + 30)),
    ],
)
def test_a_flight_is_left_three_hours_for_and_a_train_half_of_that(journey: Journey, frame: Frame) -> None:
    assert frame_of(journey) == frame


@pytest.mark.parametrize("children", [False, True])
@pytest.mark.parametrize("days", [1, 3])
@pytest.mark.parametrize("arrives", [None, 0, 600, 1439])
@pytest.mark.parametrize("leaves", [None, 0, 600, 1439])
def test_whatever_the_hours_the_days_are_not_empty(
    days: int, arrives: int | None, leaves: int | None, children: bool
) -> None:
    journey = Journey(way="flight", arrives=arrives, leaves=leaves)
    for window in day_windows(journey, days, "normal", children=children):
        assert window.get("start", "00:00") < window.get("end", "24:00")


async def test_a_plan_begins_after_the_arrival_and_ends_before_the_flight() -> None:
    [state] = await conversed(["我周五中午12点到西安，周日晚上8点的飞机回"])
    first, *_, last = value_of(state, "generate_route")["days"]
    assert first["start"] >= "12:45"
    assert last["end"] <= "17:00"
    assert "12:00 到达，12:45 开始游览" in state.messages[-1].text
    assert "20:00 的飞机返程，17:00 前结束游览" in state.messages[-1].text


async def test_a_flight_told_later_changes_the_last_day_alone_and_says_so() -> None:
    before, after = await conversed(["three days in Vienna in May", "our flight home is at 6 pm on the last day"])
    old, new = value_of(before, "generate_route")["days"], value_of(after, "change_route")["days"]
    assert new[-1]["end"] <= "15:00" < old[-1]["end"]
    assert [visit["id"] for visit in new[0]["visits"]] == [visit["id"] for visit in old[0]["visits"]]
    text = after.messages[-1].text
    assert "**What changed**" in text
    assert "Day 3: Your flight leaves at 18:00; the day ends by 15:00." in text


@pytest.mark.parametrize(
    ("said", "row", "note"),
    [
        ("从成都坐高铁去西安玩两天", "成都至西安，火车", "已含从成都出发的往返交通"),
        ("two days in Edinburgh by train from Leeds", "Leeds to Edinburgh, train", "from Leeds and back is included"),
        ("从上海坐火车去东京玩两天", "上海至东京，飞机", "两地隔海，无法坐火车"),
        ("坐高铁去苏州两天", "", "不含往返交通"),
    ],
)
async def test_the_budget_travels_as_it_was_said(said: str, row: str, note: str) -> None:
    [state] = await conversed([said])
    assert row in state.messages[-1].text
    assert note in state.messages[-1].text


@pytest.mark.parametrize("said", ["带孩子去成都玩两天", "two days in Vienna with two kids"])
async def test_with_children_the_days_end_early(said: str) -> None:
    [state] = await conversed([said])
    assert all(day["end"] <= "20:30" for day in value_of(state, "generate_route")["days"])
    assert "20:30" in state.messages[-1].text


async def test_adult_prices_are_said_where_children_come_along() -> None:
    [state] = await conversed(["two days in Vienna with two kids"])
    assert "children and seniors often pay less" in state.messages[-1].text


async def test_only_an_hour_that_was_not_said_is_told_as_assumed() -> None:
    [state] = await conversed(["从成都坐高铁去西安玩三天，周日晚上8点的飞机回"])
    assert "未说明到达时间：第一天从早上开始" in state.messages[-1].text
    assert "未说明返程时间" not in state.messages[-1].text


async def test_with_children_an_evening_is_late_before_a_must_see_is_given_up() -> None:
    planned, changed = await conversed(["带3岁孩子去上海玩三天，想去迪士尼", "去掉外滩"])
    plan = value_of(planned, "generate_route")
    late = {day["day"] for day in plan["days"] if day["end"] > "20:30"}
    assert late == {
        day["day"] for day in plan["days"] if "shanghai/shanghai-disneyland" in {v["sight"] for v in day["visits"]}
    }
    assert "可以晚一些结束" in planned.messages[-1].text
    assert "无法按原要求安排" not in planned.messages[-1].text
    stops = {visit["sight"] for day in value_of(changed, "change_route")["days"] for visit in day["visits"]}
    assert "shanghai/shanghai-disneyland" in stops
    assert "shanghai/the-bund" not in stops
