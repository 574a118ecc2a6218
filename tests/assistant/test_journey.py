"""Plans and budgets that know how one comes, when one arrives and when one has to leave."""

from typing import Any

import pytest

from agent_core.state import AgentState
from tests.assistant.asking import TODAY, conversed
from travelagent.assistant.offline.brief import rides_of
from travelagent.assistant.offline.journey import with_wished_hours
from travelagent.assistant.offline.reading.asked import hours_of_every_day
from travelagent.assistant.offline.reading.hours import Hours
from travelagent.assistant.offline.understanding import understand_turns
from travelagent.catalog import source

pytestmark = pytest.mark.sampled(of=5)


def value_of(state: AgentState, *tools: str) -> dict[str, Any]:
    return next(dict(row.result) for row in reversed(state.tool_result_history) if row.call.name in tools)


@pytest.mark.parametrize(
    ("origin", "city", "ahead"), [("new-york", "paris", 360), ("tokyo", "paris", -480), ("beijing", "xian", 0)]
)
def test_rides_know_by_how_much_the_clocks_differ(origin: str, city: str, ahead: int) -> None:
    read = understand_turns([f"three days in {city.title()} from {source.cities()[origin].name_en}"], TODAY)
    rides = rides_of(read, [city])
    assert (rides.ahead, rides.home_ahead) == (ahead, -ahead)


async def test_whoever_flies_through_the_night_begins_with_a_whole_day() -> None:
    [state] = await conversed(["a weekend in Paris from New York in October for two"])
    assert value_of(state, "generate_route")["days"][0]["start"] < "10:00"


async def test_a_plan_begins_after_the_arrival_and_ends_before_the_flight() -> None:
    [state] = await conversed(["我周五中午12点到西安，周日晚上8点的飞机回"])
    first, *_, last = value_of(state, "generate_route")["days"]
    assert first["start"] >= "12:45"
    assert last["end"] <= "17:00"
    assert "12:00 飞机降落，14:00 开始游览" in state.messages[-1].text
    assert "20:00 的飞机返程，17:00 前结束游览" in state.messages[-1].text
    assert "从降落到开始游览按 120 分钟计" in state.messages[-1].text


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
        ("从成都坐高铁去西安玩两天", "成都至西安，高铁", "已含从成都出发的往返交通"),
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


async def test_a_plan_leaves_room_for_the_rides_whose_hours_were_not_said_and_says_so() -> None:
    [state] = await conversed(["成都出发坐高铁去西安4天"])
    first, *_, last = value_of(state, "generate_route")["days"]
    assert first["start"] >= "13:20"
    assert last["end"] <= "17:10"
    assert "按早上出发算，估计 13:20 开始游览；告诉我几点到" in state.messages[-1].text
    assert "17:10 前结束游览，当晚能到家；告诉我几点返程" in state.messages[-1].text


async def test_only_an_hour_that_was_not_said_is_told_as_assumed() -> None:
    [state] = await conversed(["从成都坐高铁去西安玩三天，周日晚上8点的飞机回"])
    assert "估计 13:20 开始游览" in state.messages[-1].text
    assert "当晚能到家" not in state.messages[-1].text


async def test_an_assumed_hour_gives_way_to_a_wish_and_to_an_hour_that_is_told() -> None:
    *_, wished, kept, told = await conversed(
        ["2 days in Edinburgh by train from Leeds", "finish later on day 2", "start later on day 2", "we arrive at 10"]
    )
    ends = {w["day"]: w.get("end") for w in value_of(wished, "change_route")["asked"]["day_windows"]}
    assert ends[2] > "17:00"
    again = {w["day"]: w.get("end") for w in value_of(kept, "change_route")["asked"]["day_windows"]}
    assert again[2] == ends[2]
    assert "which is a guess" in kept.messages[-1].text
    assert "Your train arrives at 10:00; the day starts at 10:45." in told.messages[-1].text


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "three days in Sydney, I come from London",
            ("as if you came the day before", "the way home takes the day after", "1 room × 4 nights"),
        ),
        ("从成都出发去悉尼玩三天", ("按前一天已到达安排", "第二天再返程", "1 间 × 4 晚")),
    ],
)
async def test_a_ride_of_more_than_a_day_is_made_before_and_after_the_trip(said: str, told: tuple[str, ...]) -> None:
    [state] = await conversed([said])
    assert all(part in state.messages[-1].text for part in told)


async def test_who_sets_out_in_the_evening_is_not_told_that_the_arrival_is_unknown() -> None:
    [state] = await conversed(["周五晚上从上海出发，去杭州3天"])
    assert "20:00 出发，当天不安排游览" in state.messages[-1].text
    assert "未说明到达时间" not in state.messages[-1].text


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


@pytest.mark.parametrize(
    ("said", "windows", "told"),
    [
        ("西安两天，不要早起", ["10:30", "10:30"], "每天最早 10:30 出发"),
        ("two days in Vienna, start later please", ["10:30", "10:30"], "begin at 10:30 at the earliest"),
        ("西安两天，中午12点到，不要早起", ["12:45", "10:30"], "每天最早 10:30 出发"),
    ],
)
async def test_a_later_start_that_is_wished_with_the_trip_holds_from_the_first_plan_on(
    said: str, windows: list[str], told: str
) -> None:
    [state] = await conversed([said])
    plan = value_of(state, "generate_route")
    assert [window["start"] for window in plan["asked"]["day_windows"]] == windows
    assert all(day["start"] >= start for day, start in zip(plan["days"], windows, strict=True))
    assert told in state.messages[-1].text


def test_an_hour_is_of_every_day_only_where_that_is_said() -> None:
    assert hours_of_every_day(["西安三天，每天晚上8点前回酒店"], TODAY) == Hours(end=20 * 60)
    assert hours_of_every_day(["3 days in Rome, start later on day 2"], TODAY) is None
    assert hours_of_every_day(["3 days in Rome, starting on Friday at noon"], TODAY) is None


@pytest.mark.parametrize("said", ["we start at 10", "每天十点出发"])
async def test_a_day_that_is_added_keeps_the_hours_that_were_wished_for_all(said: str) -> None:
    first, more = ("two days in Vienna", "add a day") if said.isascii() else ("维也纳两日游", "加一天")
    *_, after = await conversed([first, said, more])
    windows = value_of(after, "change_route")["asked"]["day_windows"]
    assert [(window["day"], window["start"]) for window in windows] == [(1, "10:00"), (2, "10:00"), (3, "10:00")]


@pytest.mark.parametrize(
    "turns",
    [
        ["three days in Vienna", "finish early on the last day, our train home is at 9pm"],
        ["维也纳三日游", "最后一天早点结束，晚上的火车"],
    ],
)
async def test_a_day_that_is_to_end_earlier_is_heard_beside_a_ride(turns: list[str]) -> None:
    before, after = await conversed(turns)
    (window,) = value_of(after, "change_route")["asked"]["day_windows"]
    assert window["day"] == 3
    assert window["end"] < value_of(before, "generate_route")["days"][2]["end"]


@pytest.mark.parametrize(
    "turns",
    [
        ["three days in Vienna", "our train arrives at 14:00; we start at 10 each day"],
        ["维也纳三日游", "火车14:00到；每天十点出发"],
        ["three days in Vienna; our train arrives at 14:00; we start at 10 each day"],
        ["维也纳三日游，火车14:00到，每天十点出发"],
    ],
)
async def test_the_hour_of_every_day_is_heard_beside_that_of_a_ride(turns: list[str]) -> None:
    *_, after = await conversed(turns)
    windows = value_of(after, "change_route", "generate_route")["asked"]["day_windows"]
    assert [window["start"] for window in windows] == ["14:45", "10:00", "10:00"]


def test_wished_hours_give_way_where_the_ride_leaves_no_other() -> None:
    windows = [{"day": 2, "end": "10:00"}]
    assert with_wished_hours(windows, Hours(begins_by=90), 2, "normal") == [{"day": 1, "start": "10:30"}, *windows]


async def test_an_arrival_told_later_counts_for_a_family_too() -> None:
    _, after = await conversed(["four days in Rome in May, two adults and a child", "we arrive at 3 pm"])
    assert value_of(after, "change_route")["days"][0]["start"] >= "15:45"
    assert "Day 1: You arrive at 15:00; the day starts at 15:45." in after.messages[-1].text


@pytest.mark.parametrize(
    "turns",
    [
        ("规划扬州三日游，从武汉坐高铁", "六点就能出门"),
        ("3 days in Yangzhou by train from Wuhan", "we can start at 6 am"),
    ],
)
async def test_a_day_that_begins_with_a_ride_starts_no_sooner_by_a_wish_for_all(turns: tuple[str, str]) -> None:
    first, changed = await conversed(turns)
    arrival = value_of(first, "generate_route")["asked"]["day_windows"][0]["start"]
    windows = {w["day"]: w for w in value_of(changed, "change_route")["asked"]["day_windows"]}
    assert [windows[day]["start"] for day in (1, 2, 3)] == [arrival, "06:00", "06:00"]


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (["2 days in London", "we land at Gatwick at 7am"], "Your flight lands at Gatwick at 07:00; "),
        (["伦敦两天", "我们早上7点到盖特威克"], "07:00 飞机降落盖特威克，09:00 开始游览"),
    ],
)  # fmt: skip
async def test_the_airport_at_which_one_lands_is_told(turns: list[str], told: str) -> None:
    *_, state = await conversed(turns)
    assert told in state.messages[-1].text


@pytest.mark.parametrize(
    ("turns", "told", "other"),
    [
        (["从上海坐高铁去苏州玩两天", "周日晚上7点的高铁回"], "高铁", "火车"),
        (["从上海坐火车去苏州玩两天", "周日晚上7点的火车回"], "火车", "高铁"),
    ],
)
async def test_the_train_has_the_travellers_own_word(turns: list[str], told: str, other: str) -> None:
    first, last = (state.messages[-1].text for state in await conversed(turns))
    assert f"上海至苏州，{told}，" in first
    assert f"19:00 的{told}返程" in last
    assert other not in f"{first}{last}"


@pytest.mark.parametrize(
    ("said", "later"),
    [
        ("三天里斯本，第一天下午3点到，最后一天晚上9点的火车回家", "回家的火车改成晚上6点"),
        ("3 days in Lisbon, we arrive at 15:00 and our train home leaves at 21:00", "our train home leaves at 18:00"),
    ],
)
async def test_a_plan_holds_the_hours_of_the_rides_and_a_change_of_them(said: str, later: str) -> None:
    planned, changed = await conversed([said, later])
    rides = [value_of(state, "generate_route", "change_route")["asked"] for state in (planned, changed)]
    assert [asked["arrival"]["at"] for asked in rides] == ["15:00", "15:00"]
    assert [asked["departure"] for asked in rides] == [
        {"at": at, "minutes": 90, "way": "train"} for at in ("21:00", "18:00")
    ]
    assert value_of(changed, "change_route")["days"][-1]["end"] <= "16:30"
