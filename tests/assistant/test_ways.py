"""How one gets from one city to another: timetables and fares are not known, and it is said how to get an estimate."""

import re
from decimal import Decimal

import pytest

from tests.assistant.asking import TODAY, conversed
from tests.assistant.plans_told import budget_of, plan_of, said
from travelagent.assistant.offline.reading.asked import journey_asked, unheard
from travelagent.assistant.wording import money
from travelagent.briefs.lodging import point_near

pytestmark = pytest.mark.sampled(of=5)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("青岛到上海怎么坐车，多少钱", ("我没有青岛到上海的车次、时刻和票价", "规划从青岛坐高铁去上海的行程")),
        (
            "train from Leeds to London, how long is it?",
            ("no timetables", "plan a weekend in London by train from Leeds"),
        ),
        ("what trains do I need, Leeds to York", ("from Leeds to York",)),
    ],
)
async def test_the_way_between_two_cities_is_told_with_what_is_not_known(said: str, told: tuple[str, ...]) -> None:
    [state] = await conversed((said,))
    assert state.tool_result_history == ()
    assert all(part in state.messages[-1].text for part in told)


@pytest.mark.parametrize("said", ["3 days in Leeds, then to York by train", "上海到杭州玩三天", "哪个好，青岛还是上海"])
def test_a_trip_over_two_cities_is_no_question_for_the_way(said: str) -> None:
    assert journey_asked(said, TODAY) is None


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (
            ("3 days in London then 2 in Paris by train, from Leeds", "how long is the train and what does it cost?"),
            ("Leeds to London, train", "London to Paris, train", "look up the timetable"),
        ),
        (("成都出发坐高铁去西安3天，两个人", "高铁要多久"), ("成都至西安，高铁", "（2 人）")),
        (("从武汉坐高铁去扬州三天", "坐车要多久，在哪换乘"), ("武汉至扬州，高铁", "没有班次和换乘资料")),
        (
            ("3 days in Paris from Lyon by train", "do we have to change trains?"),
            ("Lyon to Paris", "where one changes"),
        ),
        (("规划北京三日游", "预算里包括机票吗"), ("预算不含往返交通",)),
        (
            ("从广州自驾去阳朔，三天，两家人一共六个大人三个小孩", "开车要多久"),
            ("5 小时 35 分钟", "（3 辆车）", "油费和过路费"),
        ),
        (
            ("3 days in Edinburgh from Leeds by car for five", "is fuel included?"),
            ("4 h 25 min", "for 2 cars", "its fuel and tolls"),
        ),
    ],
)
async def test_the_rides_of_a_trip_are_told_with_time_and_price(turns: tuple[str, str], told: tuple[str, ...]) -> None:
    _, asked = await conversed(turns)
    assert asked.tool_result_history == ()
    assert all(part in asked.messages[-1].text for part in told)


@pytest.mark.parametrize(
    ("opening", "question", "told"),
    [
        ("杭州三天，从北京坐高铁去，两个人", "来回要多少钱", "**一共 {}**（2 人"),
        ("杭州三天，从北京坐高铁去，两个人", "车票来回一共多少？", "**一共 {}**（2 人"),
        ("3 days in Edinburgh by train from Leeds", "how much is the train there and back?", "**{} in all** for one"),
    ],
)
async def test_what_the_rides_there_and_back_come_to_is_said_first(opening: str, question: str, told: str) -> None:
    planned, state = await conversed((opening, question))
    budget = budget_of(planned)
    fares = sum(Decimal(item["amount"]) for item in budget["items"] if item["kind"] == "intercity")
    answer = state.messages[-1].text
    assert answer.startswith(told.format(money(fares, budget["currency"], "zh" if "共" in told else "en")))
    assert answer.count("\n- ") == 2


@pytest.mark.parametrize(
    ("turns", "verdict"),
    [
        (("4 days in Prague by bus from Berlin for two", "is the bus included in that?"), "**Yes**"),
        (("4 days in Prague by bus from Berlin for two", "are the coach tickets in the price?"), "**Yes**"),
        (("从上海坐高铁去苏州玩两天，两个人", "这样两个人一共要花多少钱？车票算了吗？"), "**已算在内**"),
        (("3 days in Prague for two", "are the flights in that price?"), "**No.**"),
        (("规划北京三日游", "机票包含在里面吗"), "**没有算在内。**"),
    ],
)
async def test_whether_the_rides_are_counted_is_said_first_with_the_total(turns: tuple[str, str], verdict: str) -> None:
    planned, asked = await conversed(turns)
    budget, text = budget_of(planned), said(asked)
    rides = [item for item in budget["items"] if item["kind"] == "intercity"]
    assert asked.tool_result_history == ()
    assert text.startswith(verdict)
    assert all(ride["label"] in text for ride in rides)
    total = money(budget["total"], budget["currency"], "en" if turns[0].isascii() else "zh")
    assert (total in text) == bool(rides)


async def test_the_bus_of_a_trip_without_a_coach_is_one_within_the_city() -> None:
    _, asked = await conversed(("3 days in Prague by train from Berlin", "is the bus included in that?"))
    assert "by public transport" in said(asked)


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (
            ("7 days in Copenhagen", "which days are the long train rides?"),
            "- Day {day}, to {name}: train {minutes} min",
        ),
        (("哥本哈根七日游", "哪几天坐火车比较久？"), "- 第 {day} 天，去{name}：火车 {minutes} 分钟"),
    ],
)
async def test_the_days_of_the_long_rides_are_told(turns: tuple[str, str], told: str) -> None:
    planned, asked = await conversed(turns)
    names = {visit["id"]: visit["name"] for day in plan_of(planned)["days"] for visit in day["visits"]}
    trains = [
        told.format(day=day["day"], name=names[leg["to"]], minutes=leg["minutes"])
        for day in plan_of(planned)["days"]
        for leg in day["legs"]
        if leg["mode"] == "train" and leg["to"] in names
    ]
    assert trains
    assert asked.tool_result_history == ()
    assert all(line in said(asked) for line in trains)


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (
            ("3 days in Hangzhou by train from Beijing", "which days have the most travelling?"),
            "Beijing to Hangzhou, train",
        ),
        (("从北京坐高铁去杭州三天", "哪天坐车最久"), "北京至杭州，火车"),
    ],
)
async def test_the_long_rides_from_home_and_back_are_told_beside_those_of_the_days(
    turns: tuple[str, str], told: str
) -> None:
    planned, asked = await conversed(turns)
    rides = [item["label"] for item in budget_of(planned)["items"] if item["kind"] == "intercity"]
    assert any(ride.startswith(told) for ride in rides)
    assert all(f"- {ride}" in said(asked) for ride in rides)


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("4 days in Hangzhou and Suzhou", "which day is the longest ride?"), "to Suzhou: train"),
        (("杭州和苏州玩4天", "哪天坐车最久"), "去苏州：火车"),
    ],
)
async def test_a_long_ride_to_the_next_city_is_one_to_that_city(turns: tuple[str, str], told: str) -> None:
    _, asked = await conversed(turns)
    assert told in said(asked)


@pytest.mark.parametrize(
    ("turns", "ride", "first", "last"),
    [
        (
            (
                "3 days in Rome and Florence by train, from Chicago",
                "how do we get from Rome to Florence?",
                "one more day",
            ),
            "- Rome to Florence, train",
            "Chicago to Rome",
            "Florence to Chicago",
        ),
        (
            ("从成都出发坐高铁去西安和洛阳玩三天", "从西安到洛阳怎么去？", "多玩一天"),
            "- 西安至洛阳，高铁",
            "成都至西安",
            "洛阳至成都",
        ),
    ],
)
async def test_a_way_within_the_trip_is_told_from_its_budget_and_is_no_other_home(
    turns: tuple[str, str, str], ride: str, first: str, last: str
) -> None:
    _, asked, changed = await conversed(turns)
    assert ride in asked.messages[-1].text
    rides = [line for line in changed.messages[-1].text.split("\n") if first in line or last in line]
    assert len(rides) >= 2


@pytest.mark.parametrize(
    ("turns", "sight", "verdict"),
    [
        (("3 days in Cusco", "how long is the train to Machu Picchu?"), "cusco/machu-picchu", ""),
        (("库斯科三天", "去马丘比丘的火车要多久"), "cusco/machu-picchu", ""),
        (("3 days in Munich", "can we make it to Neuschwanstein?"), "munich/neuschwanstein-castle", "**Yes.**"),
        (("慕尼黑三天", "想去新天鹅堡来得及吗"), "munich/neuschwanstein-castle", "**来得及。**"),
        (("3 days in Munich", "how far is Neuschwanstein?"), "munich/neuschwanstein-castle", ""),
        (("3 days in Xi'an", "how do we get to the Bell Tower?"), "xian/bell-tower", ""),
        (("西安三日游", "兵马俑怎么去？要不要请讲解"), "xian/terracotta-army", ""),
    ],
)
async def test_the_way_to_a_sight_of_the_plan_is_told_as_the_plan_goes_it(
    turns: tuple[str, str], sight: str, verdict: str
) -> None:
    planned, after = await conversed(turns)
    (plan,) = (o.result for o in planned.tool_result_history if o.call.name == "generate_route")
    day, visit = next((d, v) for d in plan["days"] for v in d["visits"] if v["sight"] == sight)
    leg = next(leg for leg in day["legs"] if leg["to"] == visit["id"])

    assert after.tool_result_history == ()
    assert str(leg["minutes"]) in after.messages[-1].text
    assert verdict in after.messages[-1].text


async def test_a_sight_that_is_not_in_the_plan_is_added_where_there_is_time_for_it() -> None:
    _, after = await conversed(("3 days in Munich", "can we make it to Zugspitze?"))

    assert [o.call.name for o in after.tool_result_history].count("change_route") == 1
    assert "Zugspitze" in after.messages[-1].text


@pytest.mark.parametrize(
    ("wish", "way", "note"),
    [
        ("2 days in Xi'an, the Terracotta Army is a must", r"a way of about \d+ km", "40 km east by road"),
        ("规划西安两日游，必去兵马俑", r"路程约 \d+ 公里", "距市区约 40 公里车程"),
    ],
)
async def test_a_distance_out_of_town_says_what_it_measures(wish: str, way: str, note: str) -> None:
    [planned] = await conversed((wish,))
    text = said(planned)
    assert {leg["km"] >= 20 for day in plan_of(planned)["days"] for leg in day["legs"]} == {True, False}
    assert re.search(way, text)
    assert not re.search(r"[2-9]\d\.\d (?:km|公里)", text)
    assert note in text


@pytest.mark.parametrize(
    ("wish", "told", "start"),
    [
        ("3 days in Berlin, our hotel is near Potsdamer Platz", "The ways begin and end at Potsdamer Platz.", 52.5096),
        ("规划北京两日游，住在国贸", "每天从国贸出发，也回到那里。", 39.9087),
    ],
)
async def test_the_ways_begin_at_the_quarter_where_one_stays(wish: str, told: str, start: float) -> None:
    [planned] = await conversed((wish,))
    [route] = [r for r in planned.tool_result_history if r.call.name == "generate_route"]
    assert told in said(planned)
    near = point_near(route.call.args["brief"]["lodging"]["near"], [route.call.args["city"]])
    assert near is not None
    assert near.lat == start


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("5 days in Lisbon in May", "a day trip to Sintra, but with a taxi please"), "Taxis: the plan itself chooses"),
        (("西安三天", "加上华清宫，打车去"), "打车：步行、公共交通、火车和打车由行程自行选择"),
    ],
)
async def test_a_taxi_that_is_wished_for_is_told_not_to_be_chosen(turns: tuple[str, str], told: str) -> None:
    _, after = await conversed(turns)
    assert told in after.messages[-1].text


@pytest.mark.parametrize("message", ["don't take taxis", "不要打车", "打车去兵马俑多少钱"])
def test_a_taxi_that_is_refused_or_asked_about_is_not_wished_for(message: str) -> None:
    assert "cabs" not in unheard(message, TODAY)
