"""A follow-up changes the cities of a plan and their days, and says what it changed."""

from collections import Counter

import pytest

from tests.assistant.asking import conversed
from tests.assistant.plans_told import days_by_city, plan_of, said, sights_of

pytestmark = pytest.mark.sampled(of=5)


@pytest.mark.parametrize(
    ("turns", "lines"),
    [
        (("杭州三日游", "再加一天苏州"), ("加入苏州。", "由 3 天改为 4 天。", "预算：")),
        (("3 days in Hangzhou", "add Suzhou for a day"), ("Now with Suzhou.", "4 days instead of 3.", "Budget: ")),
    ],
)
async def test_a_city_that_is_added_is_told_with_what_it_changes(
    turns: tuple[str, str], lines: tuple[str, ...]
) -> None:
    before, after = await conversed(turns)
    assert sights_of(before) <= sights_of(after)
    assert days_by_city(after) == {"hangzhou": 3, "suzhou": 1}
    assert all(f"- {line}" in said(after) for line in lines)


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("西安三天成都三天", "西安少一天"), "西安：3 天 → 2 天。"),
        (("Three days in Xi'an and three in Chengdu", "one day less in Xi'an"), "Days in Xi'an: 3 → 2."),
        (("大理三天丽江两天", "大理多一天"), "大理：3 天 → 4 天。"),
    ],
)
async def test_the_days_of_a_city_are_told_where_they_change(turns: tuple[str, str], told: str) -> None:
    _, after = await conversed(turns)
    assert told in said(after)


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("3 days in Dali and 2 in Lijiang", "two days in Dali and one more in Lijiang"), "Days in Dali: 3 → 2."),
        (("3 days in Dali and 2 in Lijiang", "one day less in Dali, one more in Lijiang"), "Days in Lijiang: 2 → 3."),
        (("大理三天丽江两天", "大理两天，丽江多一天"), "丽江：2 天 → 3 天。"),
        (("大理三天丽江两天", "丽江多住一天，大理少一天"), "大理：3 天 → 2 天。"),
    ],
)
async def test_days_of_several_cities_change_at_once(turns: tuple[str, str], told: str) -> None:
    _, after = await conversed(turns)
    assert Counter(day["city"] for day in plan_of(after)["days"]) == {"dali": 2, "lijiang": 3}
    assert told in said(after)


ITALY = "A week in Italy - Rome, Florence and Venice by train"
ITALY_ZH = "意大利一周，罗马、佛罗伦萨、威尼斯，坐火车"


@pytest.mark.parametrize(
    ("turns", "days"),
    [
        ((ITALY, "we'd rather spend more time in Rome and only one night in Venice"), (3, 2, 2)),
        ((ITALY_ZH, "罗马多待几天，威尼斯只住一晚"), (3, 2, 2)),
        ((ITALY, "we'd rather have less time in Florence and stay longer in Venice"), (2, 2, 3)),
        ((ITALY_ZH, "佛罗伦萨少待点时间，多花点时间在威尼斯"), (2, 2, 3)),
        ((ITALY, "actually we want only one night in Florence"), (3, 1, 3)),
        ((ITALY_ZH, "佛罗伦萨只住一晚"), (3, 1, 3)),
    ],
)
async def test_more_time_in_one_city_comes_from_the_others(turns: tuple[str, str], days: tuple[int, ...]) -> None:
    before, after = await conversed(turns)
    assert days_by_city(before) == {"rome": 2, "florence": 3, "venice": 2}
    assert days_by_city(after) == dict(zip(("rome", "florence", "venice"), days, strict=True))


@pytest.mark.parametrize(
    ("turns", "days"),
    [
        (("大理三天丽江两天",), {"dali": 3, "lijiang": 2}),
        (("2 days in Dali and 3 in Lijiang",), {"dali": 2, "lijiang": 3}),
        (("大理三天丽江两天", "丽江少一天"), {"dali": 3, "lijiang": 1}),
        (("大理三天丽江两天", "大理两天丽江三天"), {"dali": 2, "lijiang": 3}),
        (("3 days in Dali and 2 in Lijiang", "one more day in Dali"), {"dali": 4, "lijiang": 2}),
    ],
)  # fmt: skip
async def test_each_city_has_the_days_that_were_said_of_it(turns: tuple[str, ...], days: dict[str, int]) -> None:
    *_, after = await conversed(turns)
    assert days_by_city(after) == days


@pytest.mark.parametrize(
    ("trip", "message", "extra"),
    [
        ("3 days in Dali and 2 in Lijiang", "one more day in Dali", 1),
        ("5 days in Dali and Lijiang", "one day less in Dali", -1),
        ("大理丽江五天", "大理多玩一天", 1),
    ],
)
async def test_a_citys_days_more_or_fewer_leave_the_other_citys_as_they_were_made(
    trip: str, message: str, extra: int
) -> None:
    moving = "visit Lion Hill in the morning" if trip.isascii() else "狮子山上午去"
    _, moved, after = await conversed([trip, moving, message])
    assert (days_by_city(after)["dali"], days_by_city(after)["lijiang"]) == (
        days_by_city(moved)["dali"] + extra,
        days_by_city(moved)["lijiang"],
    )
    there = [[day for day in plan_of(state)["days"] if day["city"] == "lijiang"] for state in (moved, after)]
    assert [[(v["sight"], v["arrive"]) for v in day["visits"]] for day in there[1]] == [
        [(v["sight"], v["arrive"]) for v in day["visits"]] for day in there[0]
    ]
    assert not [line for line in said(after).splitlines() if line.startswith(("- Lion Hill", "- 狮子山"))]


async def test_what_other_days_of_the_cities_cost_is_told() -> None:
    before, after = await conversed(["Three days in Xi'an and three in Chengdu", "one day less in Xi'an"])
    dropped = next(line for line in said(after).splitlines() if line.startswith("- Dropped: "))
    lost = {visit["name"] for day in plan_of(before)["days"] for visit in day["visits"]}
    lost -= {visit["name"] for day in plan_of(after)["days"] for visit in day["visits"]}
    assert lost
    assert all(name in dropped for name in lost)


async def test_a_city_without_sights_leaves_its_days_to_the_others() -> None:
    (only,) = await conversed(["2 days in London and 2 in Leeds"])
    refused, made = (o for o in only.tool_result_history if o.call.name == "generate_route")
    assert [stay["days"] for stay in refused.call.args["brief"]["stays"]] == [2, 2]
    assert {day["city"] for day in made.result["days"]} == {"london"}


@pytest.mark.parametrize(
    ("turns", "mode", "told"),
    [
        (("北京两天西安三天", "都坐高铁"), "train", "北京至西安：由飞机改为高铁。"),
        (
            ("Two days in Xi'an and three in Chengdu", "we will drive instead"),
            "car",
            "Xi'an to Chengdu: car instead of",
        ),
        (
            ("Two days in Xi'an and three in Chengdu by train", "go by plane instead"),
            "flight",
            "flight instead of train.",
        ),
    ],
)
async def test_the_moves_between_cities_go_the_way_that_a_later_turn_names(
    turns: tuple[str, str], mode: str, told: str
) -> None:
    _, after = await conversed(turns)
    moves = [leg for day in plan_of(after)["days"] for leg in day["legs"] if leg["from"].startswith("city:")]
    assert [leg["mode"] for leg in moves] == [mode]
    assert told in said(after)


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("五一去成都重庆，6天", "不想去重庆了"), "不再去重庆。"),
        (("6 days in Chengdu and Chongqing", "we don't want to go to Chongqing"), "Without Chongqing"),
    ],
)
async def test_a_city_that_is_given_up_is_left_out(turns: tuple[str, str], told: str) -> None:
    *_, after = await conversed(turns)
    assert [city["id"] for city in plan_of(after)["cities"]] == ["chengdu"]
    assert told in said(after)


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("成都三日游", "加上乐山大佛", "轻松一点"), "**乐山大佛**在乐山"),
        (("3 days in Chengdu", "add the Leshan Giant Buddha", "make it relaxed"), "is in Leshan"),
    ],
)
async def test_a_sight_of_another_city_is_told_to_be_there_and_stands_in_no_ones_way(
    turns: tuple[str, ...], told: str
) -> None:
    _, asked, later = await conversed(turns)
    assert told in said(asked)
    assert not asked.tool_result_history
    assert {o.status for o in later.tool_result_history} == {"success"}


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("5 days in Barcelona and Madrid", "| 09:00 | Barcelona to Madrid |  |  | train 4 h 15 min door to door"),
        ("巴塞罗那和马德里5天", "| 09:00 | 巴塞罗那至马德里 |  |  | 火车，门到门 4 小时 15 分钟"),
    ],
)
async def test_the_day_of_a_move_has_a_row_for_it(message: str, told: str) -> None:
    [state] = await conversed((message,))
    assert told in said(state)
