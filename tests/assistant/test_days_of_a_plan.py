"""How the days of a plan run is told: what is free of them, and why one begins earlier than the others."""

import asyncio
import re
from itertools import pairwise

import pytest

from tests.assistant.asking import conversed
from travelagent.plans.wire_fields import minutes_of

pytestmark = pytest.mark.sampled(of=5)

SPAN = re.compile(r"^\| (\d\d:\d\d)–(\d\d:\d\d) \|", re.M)
LONG = 240
"""Minutes between two rows, the way included, that want an explanation."""


@pytest.mark.parametrize(
    ("wish", "free"),
    [("吉隆坡六日游", "自由活动"), ("6 days in Kuala Lumpur", "Free time"), ("喀什六日游", "自由活动")],
)
def test_free_time_has_a_row_of_its_own(wish: str, free: str) -> None:
    (state,) = asyncio.run(conversed([wish]))
    answer = state.messages[-1].text
    assert f" | {free} | " in answer
    for day in answer.split("###")[1:]:
        rows = [tuple(found.groups()) for found in SPAN.finditer(day)]
        assert all(minutes_of(begins) - minutes_of(ends) < LONG for (_, ends), (begins, _) in pairwise(rows))


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ("3 days in Chengdu at a relaxed pace", "Day {day} begins at 09:15: Chengdu Panda Base is best seen early."),
        ("成都三日游，节奏慢一点", "第 {day} 天 09:15 出发：成都大熊猫繁育研究基地早些去最好。"),
    ],
)
def test_a_calm_day_begins_earlier_for_what_is_best_seen_early(wish: str, told: str) -> None:
    (state,) = asyncio.run(conversed([wish]))
    route = next(o.result for o in state.tool_result_history if o.call.name == "generate_route")
    day, visit = next((d, v) for d in route["days"] for v in d["visits"] if v["sight"] == "chengdu/panda-base")
    assert visit["arrive"] <= "10:00"
    assert told.format(day=day["day"]) in state.messages[-1].text


@pytest.mark.parametrize(
    ("wish", "short"),
    [
        ("4 days in Reykjavik with a 2 yr old and a 6 year old", True),
        ("雷克雅未克四日游，带两岁的娃", True),
        ("雷克雅未克四日游，老婆容易晕车", True),
        ("4 days in Reykjavik with our kids aged 9 and 12", False),
        ("雷克雅未克四日游，孩子12岁", False),
        ("a weekend in Seville, nothing too hectic", True),
        ("成都三天，不要太累", True),
        ("成都五天，不要太累", False),
    ],
)
def test_with_a_small_child_who_gets_sick_in_a_car_or_in_few_calm_days_ways_are_short(wish: str, short: bool) -> None:
    (state,) = asyncio.run(conversed([wish]))
    route = next(o for o in state.tool_result_history if o.call.name == "generate_route")
    assert ("short_trips" in {rule["rule"] for rule in route.result["rules"]}) is short
    assert ("Short ways first" in state.messages[-1].text or "优先安排路近的景点" in state.messages[-1].text) is short


@pytest.mark.parametrize(
    ("turns", "told", "untold"),
    [
        (["规划洛阳三日游", "最后一天晚上7点50的高铁"], "第 3 天没有排晚餐，方便时自行解决。", "排午餐"),
        (
            ["3 days in Luoyang", "Our train leaves at 19:50 on the last day"],
            "Day 3 has no dinner planned",
            "lunch:",
        ),
        (["规划洛阳三日游", "早上七点就出门"], "07:00 出发也用不上", "- 第 1 天 07:00 出发。"),
        (
            ["3 days in Luoyang", "Start at 7 every day"],
            "a start at 07:00 is of no use",
            "Day 1 begins at 07:00.",
        ),
    ],
)
def test_what_other_hours_cost_or_do_not_bring_is_told(turns: list[str], told: str, untold: str) -> None:
    answer = asyncio.run(conversed(turns))[-1].messages[-1].text
    assert told in answer
    assert untold not in answer


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ("从上海自驾去呼伦贝尔，8天", "单程路上就要约 31 小时 35 分钟，这几天没有算在行程里"),
        (
            "8 days in Hulunbuir by car from Shanghai",
            "The way there alone takes about 31 h 35 min: days that this plan",
        ),
    ],
)
def test_a_drive_of_days_is_told_to_take_days_of_its_own(wish: str, told: str) -> None:
    (state,) = asyncio.run(conversed([wish]))
    assert told in state.messages[-1].text


@pytest.mark.parametrize(
    ("wish", "free", "rainy"),
    [
        ("6 days in Phuket, one day to do nothing", [5], []),
        ("规划普吉六日游，想留一天发呆", [5], []),
        ("5 days in Rome, nothing planned on day 3", [3], []),
        ("罗马五日游，第三天什么都不安排", [3], []),
        ("3 days in Amsterdam, the forecast says rain on day 2", [], [2]),
        ("2 days in Bergen in wet weather", [], [1, 2]),
        ("阿姆斯特丹三日游，预报说第二天有雨", [], [2]),
    ],
)
def test_a_first_message_leaves_days_free_or_for_the_rain(wish: str, free: list[int], rainy: list[int]) -> None:
    (state,) = asyncio.run(conversed([wish]))
    route = next(o for o in state.tool_result_history if o.call.name == "generate_route")
    assert [day["day"] for day in route.result["days"] if not day["visits"]] == free
    wishes = route.call.args["brief"].get("day_wishes", [])
    assert [wish["day"] for wish in wishes if wish["kind"] == "indoors"] == rainy


@pytest.mark.parametrize(
    "turns",
    [
        ["规划北京三日游", "第二天休息", "规划上海三日游"],
        ["3 days in Beijing", "nothing planned on day 2", "now 3 days in Rome"],
    ],
)
def test_a_day_that_was_free_in_one_plan_is_not_in_the_next(turns: list[str]) -> None:
    *_, state = asyncio.run(conversed(turns))
    route = next(o for o in state.tool_result_history if o.call.name == "generate_route")
    assert all(day["visits"] for day in route.result["days"])


@pytest.mark.parametrize(
    ("turns", "asked"),
    [
        (["规划成都三日游", "熊猫基地早点去，8点到"], {"start": "08:00"}),
        (["3 days in Chengdu", "pandas early please, be there by 8"], {"start": "08:00"}),
        (["规划成都三日游", "想去看大熊猫，早点去"], {"when": "first"}),
        (["3 days in Chengdu", "we'd like to see the pandas early"], {"when": "first"}),
    ],
)
def test_a_sight_named_in_its_city_is_visited_early_where_that_is_said(turns: list[str], asked: dict[str, str]) -> None:
    state = asyncio.run(conversed(turns))[-1]
    change = next(o for o in state.tool_result_history if o.call.name == "change_route")
    assert list(change.call.args["move"]) == [{"sight": "chengdu/panda-base", **asked}]
    (day,) = (day for day in change.result["days"] for v in day["visits"] if v["sight"] == "chengdu/panda-base")
    assert day["visits"][0]["sight"] == "chengdu/panda-base"
    assert day["visits"][0]["arrive"] == asked.get("start", day["visits"][0]["arrive"])
