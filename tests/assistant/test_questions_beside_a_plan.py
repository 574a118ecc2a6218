"""A question beside a plan is answered in a few words, or it is said what is not known; the plan stays as it is."""

from typing import Any

import pytest

from tests.assistant.asking import TODAY, conversed
from travelagent.assistant.offline.reading.asked import unheard
from travelagent.assistant.offline.understanding import understand_turns

pytestmark = pytest.mark.sampled(of=5)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("do the tulips bloom then?", "I know the usual weeks of cherry blossom"),
        ("why not Cliffs of Moher?", "none of the sights that I know in Kyoto"),
        ("Is it doable with a pram?", "does not say which sights have steps"),
        ("为什么没有峨眉山", "我所知的京都景点里没有它"),
        ("现在几点了", "不掌握实时时间"),
    ],
)
async def test_what_the_plan_does_not_hold_is_said(question: str, told: str) -> None:
    opening = "2 days in Kyoto in April" if question.isascii() else "四月去京都两天"
    _, state = await conversed((opening, question))
    assert told in state.messages[-1].text
    assert state.tool_result_history == ()
    assert state.understanding["entities"]["cities"] == ["kyoto"]


@pytest.mark.parametrize(
    ("opening", "question", "kind"),
    [
        ("规划北京三日游，两个人", "门票一共多少", "tickets"),
        ("规划北京三日游，两个人", "人均一天吃饭大概多少钱", "meals"),
        ("3 days in Rome for two", "how much are the tickets in total?", "tickets"),
        ("3 days in Rome for two", "how much should we plan for food?", "meals"),
    ],
)
async def test_a_part_of_the_budget_is_told_alone(opening: str, question: str, kind: str) -> None:
    planned, asked = await conversed((opening, question))
    budget = next(o.result for o in planned.tool_result_history if o.call.name == "calculate_budget")
    assert asked.tool_result_history == ()
    told = {item["kind"] for item in budget["items"] if item["label"] in asked.messages[-1].text}
    assert told == {kind}


async def test_the_reasons_of_a_day_are_those_of_its_stops() -> None:
    _, state = await conversed(("京都两天", "为什么第一天这么安排"))
    told = state.messages[-1].text
    assert told.count("安排在第 1 天") > 1
    assert "第 2 天" not in told


@pytest.mark.parametrize(
    ("opening", "question", "told"),
    [
        ("2 days in Kyoto", "Tell me about London", "**London**: "), ("京都两天", "介绍一下伦敦", "**伦敦**："),
        ("2 days in Kyoto", "what do you know about London?", "Best months: "),
    ],
)  # fmt: skip
async def test_what_is_asked_of_another_city_is_told_and_not_planned(opening: str, question: str, told: str) -> None:
    _, state = await conversed((opening, question))
    assert told in state.messages[-1].text
    assert {o.call.name for o in state.tool_result_history} == {"query_attractions", "get_city_info"}


@pytest.mark.parametrize(
    ("turns", "told", "visited"),
    [
        (("4 days in Istanbul", "is the Grand Bazaar open on Sunday?"), "Sun closed", "**Grand Bazaar** is on day"),
        (("伊斯坦布尔四日游", "大巴扎门票多少钱"), "- 门票：免费", "**大巴扎**安排在第"),
    ],
)
async def test_a_question_about_one_sight_is_answered_of_it_alone(
    turns: tuple[str, str], told: str, visited: str
) -> None:
    _, after = await conversed(turns)
    text = str(after.messages[-1].text)
    assert told in text
    assert visited in text
    assert "|" not in text


async def test_it_is_the_sight_of_the_question_before() -> None:
    *_, after = await conversed(["4 days in Istanbul", "tell me about Topkapi Palace", "is it open on Tuesday?"])
    text = str(after.messages[-1].text)
    assert text.startswith("**No**: Topkapi Palace is closed on Tuesdays.")


@pytest.mark.parametrize(
    ("opening", "question", "told"),
    [
        ("3 days in Rome", "can we do the Pantheon in the evening?", "say “move Pantheon to the evening”"),
        ("规划上海三日游", "能不能晚上去豫园", "晚上来不及参观"),
        (
            "3 days in Rome",
            "can we do Trastevere in the evening?",
            "That is in the evening. For another hour, name it.",
        ),
        ("规划上海三日游", "能不能晚上去外滩", "这就在晚上。想换时间，直接说几点。"),
    ],
)
async def test_another_part_of_the_day_is_offered_where_the_sight_is_open(
    opening: str, question: str, told: str
) -> None:
    *_, last = await conversed([opening, question])
    assert told in last.messages[-1].text


@pytest.mark.parametrize(
    ("opening", "asks"), [("带爸妈去成都3天", False), ("两个人去成都3天", True), ("成都3天", True)]
)
async def test_who_was_counted_is_not_asked_about_beside_a_diet(opening: str, asks: bool) -> None:
    _, noted = await conversed([opening, "爸爸糖尿病，妈妈不吃辣"])
    assert ("如果多一个人同行" in noted.messages[-1].text) == asks


@pytest.mark.parametrize(
    ("said", "told"),
    [("a weekend in Dublin with the lads", "counted for 2. Tell me the number."), ("和朋友们去重庆3天", "按 2 人计算")],
)
async def test_a_group_that_was_not_counted_is_told_what_was_assumed(said: str, told: str) -> None:
    (plan,) = await conversed([said])
    assert told in plan.messages[-1].text
    assert "one traveller" not in plan.messages[-1].text


@pytest.mark.parametrize(
    ("opening", "question", "told"),
    [
        ("曼谷清迈七日游", "普吉要不要加", "它不在行程里，想去可以说“再加3天普吉岛”"),
        ("a week in Bangkok and Chiang Mai", "should we add Phuket?", "say *add Phuket for 3 days*"),
        ("东京大阪六天", "东京和京都各几天合适", "现在的行程安排了 4 天"),
        ("乌鲁木齐三日游", "喀纳斯能去吗", "我的资料里没有那里的景点"),
        ("3 days in Urumqi", "can we go to Kanas?", "I know no sights there"),
        ("3 days in Rome", "shall we visit Foobar?", "I know no place called Foobar"),
        ("西安三日游", "要不要去华清宫", "**华清宫**安排在第"),
        ("西安三日游", "第二天几点关门的那些地方？", "华清宫：07:30–18:30"),
        ("3 days in Rome", "what time do the places on day 2 close?", "**Day 2**"),
        ("3 days in Rome", "should we drop the Colosseum?", "**Colosseum** is on day"),
        ("3 days in Rome", "is it better to swap the Pantheon and the Colosseum?", "**Pantheon** is on day"),
        ("西安三日游", "要不要把华清宫去掉", "**华清宫**安排在第"),
        ("3 days in Rome", "can we bring the dog along?", "I have no answer to that"),
    ],
)
async def test_what_is_asked_is_answered_and_the_plan_stays(opening: str, question: str, told: str) -> None:
    before, after = await conversed((opening, question))
    assert told in after.messages[-1].text
    for slot in ("days", "avoid", "must_see"):
        assert after.understanding["entities"].get(slot) == before.understanding["entities"].get(slot)
    planned = [o for o in after.tool_result_history if o.call.name in ("generate_route", "change_route")]
    assert all(set(o.call.args) == {"itinerary"} for o in planned)


@pytest.mark.parametrize(
    ("message", "told", "cities"),
    [
        ("泰国曼谷清迈一周，两个人每人6000，要签证吗", "**签证与入境**：我没有", {"bangkok", "chiang-mai"}),
        ("5 days in Kyoto in March, do we need a visa?", "**Visa and entry**: I know no", {"kyoto"}),
        ("plan a trip to Kyoto and do I need a visa", "**Visa and entry**: I know no", {"kyoto"}),
    ],
)
async def test_what_is_asked_beside_a_trip_is_answered_beside_its_plan(
    message: str, told: str, cities: set[str]
) -> None:
    (state,) = await conversed((message,))
    assert told in state.messages[-1].text
    (route,) = (o.call.args for o in state.tool_result_history if o.call.name == "generate_route")
    assert {route["city"], *route.get("cities", ())} == cities


@pytest.mark.parametrize(
    ("opening", "question", "told"),
    [
        ("三个人去广州三天", "人均一天吃饭大概多少钱", "广州：餐饮，人均每天 ¥"),
        ("3 days in Rome for two", "how much is food per person per day?", "Rome: meals: $"),
    ],
)
async def test_meals_are_told_for_one_persons_day(opening: str, question: str, told: str) -> None:
    planned, after = await conversed([opening, question])
    (budget,) = (o.result for o in planned.tool_result_history if o.call.name == "calculate_budget")
    (meals,) = (item for item in budget["items"] if item["kind"] == "meals")
    line = next(line for line in after.messages[-1].text.splitlines() if line.startswith(told))
    assert str(meals["unit_price"]).removesuffix(".00") in line


@pytest.mark.parametrize(
    ("opening", "wish", "head", "kept"),
    [
        ("三天爱丁堡", "不要打车，坐公交去罗斯林", "行程里这些路段按打车估算", "罗斯林"),
    ],
)
async def test_who_wants_no_taxi_to_a_place_is_told_which_ways_are_by_taxi(
    opening: str, wish: str, head: str, kept: str
) -> None:
    planned, after = await conversed([opening, wish])
    (plan,) = (o.result for o in planned.tool_result_history if o.call.name == "generate_route")
    rides = [leg for day in plan["days"] for leg in day["legs"] if leg["mode"] == "taxi"]
    lines = after.messages[-1].text.splitlines()
    assert lines[0].startswith(head)
    assert len([line for line in lines if line.startswith("- ")]) == len(rides) > 0
    assert any(kept in line for line in lines)
    assert after.tool_result_history == ()


@pytest.mark.parametrize("turns", [("4 days in Lisbon", "no taxis please"), ("里斯本四日游", "不要打车")])
async def test_who_wants_no_taxi_is_led_to_nothing_that_no_train_leads_to(turns: tuple[str, str]) -> None:
    planned, after = await conversed(turns)
    before, now = (
        next(o.result for o in state.tool_result_history if o.call.name in ("generate_route", "change_route"))
        for state in (planned, after)
    )

    def taxi_km(plan: dict[str, Any]) -> float:
        return sum(leg["km"] for day in plan["days"] for leg in day["legs"] if leg["mode"] == "taxi")

    assert taxi_km(now) < taxi_km(before) / 2
    assert "打车" in after.messages[-1].text or "by taxi" in after.messages[-1].text


@pytest.mark.parametrize(
    ("opening", "question", "told"),
    [
        ("3 days in Vienna for two", "how did you get to the total?", "**Budget: "),
        ("维也纳三日游", "总价怎么算的", "**预算："),
        ("3 days in Vienna", "I only have hand luggage, where can I leave it?", "**Everyday things**"),
        ("维也纳三日游", "行李可以放哪里", "**日常事项**"),
    ],
)
async def test_how_a_sum_is_made_and_where_bags_are_left_is_answered(opening: str, question: str, told: str) -> None:
    _, after = await conversed([opening, question])
    assert after.messages[-1].text.startswith(told)


@pytest.mark.parametrize(
    ("opening", "question", "told"),
    [
        ("3 days in Porto", "is Livraria Lello worth it?", "By my notes it is worth a visit where there is time."),
        ("波尔图三日游", "莱罗书店值得去吗", "按资料评分，时间够的话值得一去。"),
    ],
)
async def test_whether_a_sight_is_worth_it_is_answered(opening: str, question: str, told: str) -> None:
    _, after = await conversed([opening, question])
    assert told in after.messages[-1].text


@pytest.mark.parametrize(
    "told", ["my husband can't walk far, what can you do?", "my knees are bad", "我老公走不远，怎么办"]
)
async def test_a_need_that_is_told_changes_the_plan_and_is_not_asked_about(told: str) -> None:
    _, after = await conversed(["4 days in Lisbon", told])
    (change,) = (o.call for o in after.tool_result_history if o.call.name == "change_route")
    assert change.args["drop"] == ["stairs", "climb"]


@pytest.mark.parametrize(
    ("turns", "verdict"),
    [
        (("规划泉州三日游", "开元寺周一开门吗"), "**是的**，泉州开元寺周一 06:30–17:30 开放。"),
        (("3 days in Quanzhou", "is Kaiyuan Temple open on Monday?"), "**Yes**: Kaiyuan Temple is open on Mondays,"),
        (("卢浮宫周二关门吗",), "**是的**，卢浮宫周二不开放。"),
        (("is the Grand Bazaar closed on Sundays?",), "**Yes**: Grand Bazaar is closed on Sundays."),
        (("卢浮宫周一关门吗",), "**不是**，卢浮宫周一 "),
    ],
)
async def test_whether_a_sight_is_open_on_a_weekday_is_answered_by_yes_or_no(
    turns: tuple[str, ...], verdict: str
) -> None:
    *_, after = await conversed(turns)
    assert str(after.messages[-1].text).startswith(verdict)


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("规划北京三日游，两个人", "算一下每人多少钱"), "，2 人平摊。"),
        (("3 days in Rome for two", "how much is that per person?"), ", shared by 2 travellers."),
        (("规划北京三日游", "每个人要花多少钱"), "行程按 1 人计算，一共 ¥"),
        (("3 days in Rome", "how much is it each?"), "The plan is for one traveller: "),
    ],
)
async def test_what_the_trip_comes_to_for_each_is_told(turns: tuple[str, str], told: str) -> None:
    *_, after = await conversed(turns)
    assert told in str(after.messages[-1].text)
    assert after.tool_result_history == ()


@pytest.mark.parametrize(
    ("opening", "question", "told"),
    [
        ("规划维也纳三日游", "我晕车，别坐太久车", "较久的乘车还有这些："),
        ("规划维也纳三日游", "我晕车，少坐车", "想省掉哪一段"),
        ("3 days in Vienna", "I get car sick, no long car rides please", "These of its rides are long all the same:"),
    ],
)
async def test_who_gets_sick_in_a_car_is_told_the_long_rides_of_a_plan_within_the_town(
    opening: str, question: str, told: str
) -> None:
    _, after = await conversed((opening, question))
    assert told in str(after.messages[-1].text)
    assert after.tool_result_history == ()


@pytest.mark.parametrize(
    ("trip", "question", "days"),
    [
        ("weekend in Paris", "what time should we leave the hotel on Sunday?", (2,)),
        ("weekend in Paris", "when do we need to get up?", (1, 2)),
        ("weekend in Paris", "what's the latest we have to get up?", (1, 2)),
        ("weekend in Paris", "how early do we have to be up on day 2?", (2,)),
        ("规划西安三日游", "最晚几点起床", (1, 2, 3)),
        ("规划西安三日游", "第二天能睡到几点", (2,)),
        ("规划西安三日游", "第一天几点出门", (1,)),
        ("规划西安三日游", "每天几点回酒店", (1, 2, 3)),
    ],
)
async def test_when_a_day_begins_and_ends_is_told_and_changes_nothing(
    trip: str, question: str, days: tuple[int, ...]
) -> None:
    before, after = await conversed([trip, question])
    plan = next(o.result for o in before.tool_result_history if o.call.name == "generate_route")
    asked = [day for day in plan["days"] if day["day"] in days]
    lines = after.messages[-1].text.splitlines()
    assert len(lines) == len(asked)
    assert all(day["start"] in line and day["end"] in line for day, line in zip(asked, lines, strict=True))


@pytest.mark.parametrize(
    "turns", [("2 days in Marrakech", "what's it like in the evening?"), ("马拉喀什两天", "晚上氛围怎么样")]
)
async def test_the_evening_is_asked_about_by_its_sights(turns: tuple[str, str]) -> None:
    *_, after = await conversed(turns)
    (asked,) = (o.call for o in after.tool_result_history)

    assert (asked.name, asked.args["interests"]) == ("query_attractions", ["nightlife"])


@pytest.mark.parametrize(
    ("turns", "row"),
    [
        (("4 days in Istanbul", "what can we do in the evening?"), "- Day {day}, {at}: {name}"),
        (("3 days in Chongqing", "is there anything to do at night?"), "- Day {day}, {at}: {name}"),
        (("重庆三天", "晚上有什么好玩的？"), "- 第 {day} 天 {at}：{name}"),
        (("重庆三天", "晚上去哪逛"), "- 第 {day} 天 {at}：{name}"),
    ],
)
async def test_the_evenings_of_the_plan_are_told_with_those_of_the_city(turns: tuple[str, str], row: str) -> None:
    before, after = await conversed(turns)
    (asked,) = (o for o in after.tool_result_history)
    plan = next(o.result for o in before.tool_result_history if o.call.name == "generate_route")
    late = [(day["day"], visit) for day in plan["days"] for visit in day["visits"] if visit["arrive"] >= "17:00"]
    text = str(after.messages[-1].text)

    assert asked.call.args["interests"] == ["nightlife"]
    assert late
    assert all(row.format(day=day, at=visit["arrive"], name=visit["name"]) in text for day, visit in late)
    assert all(sight["name"] in text for city in asked.result["cities"] for sight in city["sights"])
    assert understand_turns(turns, TODAY).entities.interests in ((), ("nightlife",))


@pytest.mark.parametrize(
    ("turns", "verdict"),
    [
        (
            ("3 days in Edinburgh with a kid of 7", "would a kid like the castle?"),
            "**Perhaps not**: my notes do not name",
        ),
        (("3 days in Vienna", "is the toddler too young for Schonbrunn?"), "**Perhaps**: my notes do not name"),
        (("3 days in Vienna", "would a 5 year old enjoy the Prater?"), "**Yes**: my notes name Prater"),
        (("3 days in Edinburgh in March", "is that too cold for a toddler?"), "**Rather cold for a small child**"),
        (("2 adults, 3 days in Lisbon in June", "is that too cold for a toddler?"), "**No**: in the right clothes"),
        (("维也纳三天", "小孩会喜欢美泉宫吗"), "**不一定**：资料里没有把美泉宫列为适合孩子的地方"),
        (("维也纳三天", "小朋友去普拉特公园会不会太小"), "**不会**：资料里把普拉特公园与摩天轮列为适合亲子的地方"),
        (("三亚七月四天", "对孩子来说太热吗"), "**对小孩来说偏热**"),
    ],
)
async def test_whether_it_suits_a_child_is_said_first_and_changes_nobody(turns: tuple[str, str], verdict: str) -> None:
    *_, after = await conversed(turns)

    assert "change_route" not in [o.call.name for o in after.tool_result_history]
    assert verdict in after.messages[-1].text.split("\n- ")[0]
    assert understand_turns(turns, TODAY).entities.travellers == understand_turns(turns[:1], TODAY).entities.travellers


@pytest.mark.parametrize(
    ("wish", "question", "told"),
    [
        ("3 days in Vienna", "what can we do in the evening?", "I know no other place for an evening there."),
        ("维也纳三日游", "晚上有什么好玩的？", "资料里没有其他适合晚上去的地方。"),
    ],
)
async def test_where_no_other_evening_is_known_that_is_told_beside_the_plans(
    wish: str, question: str, told: str
) -> None:
    *_, state = await conversed([wish, question])
    assert state.messages[-1].text.splitlines()[-1] == told


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("4 days in Florence", "do we need to book the Uffizi ahead of time?"), "**Yes, book it ahead.**"),
        (("4 days in Florence", "do we need to book the Ponte Vecchio ahead?"), "My notes name no booking for it."),
        (("北京三日游", "故宫的票要提前几天抢？"), "**要提前预约。**提前 7 天"),
        (("北京三日游", "天安门广场要提前预约吗"), "**要提前预约。**"),
        (("西安三日游", "兵马俑要提前多久买票？"), "**要提前预约。**提前 7 天"),
        (("3 days in Xi'an", "How far ahead do I have to book the Terracotta Army?"), "**Yes, book it ahead.** Book 7"),
    ],
)
async def test_whether_to_book_ahead_is_answered_with_yes_or_no(turns: tuple[str, str], told: str) -> None:
    _, after = await conversed(turns)
    assert after.messages[-1].text.startswith(told)
    assert not after.tool_result_history


@pytest.mark.parametrize(
    ("opening", "question", "begins", "day"),
    [
        ("3 days in Lisbon from Friday 21 May", "Where should we go out on Saturday night?", "**On that", "Day 2"),
        ("3 days in Lisbon from Friday 21 May", "What can we do on Sunday evening?", "**On that", "Day 3"),
        ("5月21日去里斯本三天", "周六晚上去哪里玩", "**行程里那天", "第 2 天"),
    ],
)
async def test_a_night_out_on_a_day_of_the_week_is_that_of_the_plan(
    opening: str, question: str, begins: str, day: str
) -> None:
    _, state = await conversed((opening, question))
    told, more = state.messages[-1].text.rsplit("\n**", 1)
    assert told.startswith(begins)
    rows = [line for line in told.splitlines() if line.startswith("- ")]
    assert rows
    assert all(day in row for row in rows)
    assert more.startswith(("Lisbon", "里斯本"))
    assert [o.call.name for o in state.tool_result_history] == ["query_attractions"]


@pytest.mark.parametrize(
    ("opening", "said", "sight"),
    [
        ("2 days in Barcelona", "Any football stadium tours? Add Camp Nou", "barcelona/camp-nou"),
        ("两天巴塞罗那", "有足球场可以参观吗？加上诺坎普球场", "barcelona/camp-nou"),
        ("2 days in Barcelona", "Any football stadium tours? Like Camp Nou?", None),
        ("两天巴塞罗那", "有足球场可以参观吗？加上诺坎普球场怎么样", None),
    ],
)
async def test_a_wish_behind_a_question_counts(opening: str, said: str, sight: str | None) -> None:
    _, state = await conversed((opening, said))
    added = [o.call.args["add"] for o in state.tool_result_history if o.call.name == "change_route"]
    assert added == ([[sight]] if sight else [])


@pytest.mark.parametrize(
    ("opening", "question", "told"),
    [
        ("五一去成都玩四天", "三星堆门票怎么预约？老人有优惠吗", ("**要提前预约。**", "提前5日抢票", "我只有成人票价")),
        ("北京三日游", "故宫门票怎么预约？", ("**要提前预约。**", "提前 7 天")),
        ("4 days in Florence", "How can we book the Uffizi? Any student discounts?", ("**Yes, book", "adult price")),
        ("4 days in Florence", "Do the kids get in free?", ("adult price of each ticket only and count it",)),
        ("北京三日游", "小孩免票吗", ("每个人都按它计算；我没有老人",)),
        ("北京三日游", "学生票多少钱", ("每个人都按它计算；我没有老人、学生",)),
        (
            "3 days in Paris with the Louvre",
            "what do students pay?",
            ("EEA residents pay 22", "none for seniors"),
        ),
        ("巴黎三日游，一定要去卢浮宫", "老人票多少钱？", ("欧洲经济区居民 22 欧", "我没有老人、学生")),
        ("3 days in Rome", "is it cheaper for my kids?", ("adult price of each ticket only",)),
    ],
)
async def test_how_to_book_is_told_and_that_reduced_prices_are_not_known(
    opening: str, question: str, told: tuple[str, ...]
) -> None:
    _, state = await conversed((opening, question))
    assert [line for line in told if line not in state.messages[-1].text] == []
    assert not state.tool_result_history


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("北京三日游", "想吃烤鸭，哪家好？要提前订吗"), ("到北京必尝：北京烤鸭", "订座：哪家要提前订，我没有资料")),
        (
            ("3 days in Beijing", "which place is good for roast duck, and do I need to book?"),
            ("try Peking roast duck", "which restaurants want a booking I do not know"),
        ),
        (("北京三日游", "故宫要请讲解吗，几点开门"), ("**故宫博物院**", "我没有导游、讲解和语音导览的资料")),
        (("北京三日游", "帮我们请个导游吧"), ("我没有导游、讲解和语音导览的资料",)),
        (
            ("3 days in Beijing", "is there an audio guide at the Forbidden City?"),
            ("**Forbidden City (Palace Museum)**", "I know no guided tours, audio guides"),
        ),
        (("3 days in Beijing", "can we have a guided tour?"), ("I know no guided tours, audio guides",)),
        (("3 days in Rome with a guided tour",), ("I know no guided tours, audio guides", "### Day 3")),
        (("北京三日游", "想找个安静的茶馆坐坐"), ("到北京必尝", "哪家安静，我没有资料")),
        (
            ("3 days in Beijing", "a quiet tea house would be nice"),
            ("In Beijing, try", "how quiet a place is I do not"),
        ),
    ],
)
async def test_a_table_a_guide_and_a_quiet_place_are_told_not_to_be_known(
    turns: tuple[str, ...], told: tuple[str, ...]
) -> None:
    state = (await conversed(turns))[-1]
    assert [part for part in told if part not in state.messages[-1].text] == []


def test_what_is_booked_is_the_sight_that_is_named() -> None:
    meals = ("吃完烤鸭去故宫要预约吗", "after dinner, do we need to book the Colosseum?")
    guides = ("不要导游", "a guide to Rome please")
    assert [unheard(said, TODAY) for said in (*meals, *guides)] == [()] * 4


@pytest.mark.parametrize(
    ("opening", "question", "told"),
    [
        ("重庆四日游", "想看夜景，哪天晚上合适", "**行程里安排在傍晚和晚上的"),
        ("4 days in Chongqing", "which evening is best for the night view?", "**In the evenings of your plan"),
    ],
)
async def test_which_evening_suits_is_answered_by_those_of_the_plan(opening: str, question: str, told: str) -> None:
    _, state = await conversed((opening, question))
    assert state.messages[-1].text.startswith(told)


@pytest.mark.parametrize(
    ("opening", "question", "told"),
    [
        ("东京五日游", "第二天晚上想看夜景，去哪儿好？", "东京塔"),
        ("5 days in Tokyo", "where can we see the night view on the second evening?", "Tokyo Tower"),
    ],
)
async def test_where_there_is_a_view_in_the_evening_is_told_and_changes_nothing(
    opening: str, question: str, told: str
) -> None:
    _, state = await conversed((opening, question))
    assert [output.call.name for output in state.tool_result_history] == ["query_attractions"]
    assert told in state.messages[-1].text
