"""A follow-up changes what a day of the plan holds and when, and says what it changed."""

import re
from collections import Counter

import pytest

from agent_core.state import AgentState
from tests.assistant.asking import conversed
from tests.assistant.plans_told import hours_of, plan_of, route_of, said, sights_of
from travelagent.catalog import source

pytestmark = pytest.mark.sampled(of=12)

MUSEUM = "london/british-museum"


async def test_a_day_that_is_too_full_ends_sooner_and_the_others_stay() -> None:
    before, after = await conversed(["3 days in Dublin", "day 3 is too rushed"])
    assert hours_of(after, 1, 2) == hours_of(before, 1, 2)
    assert plan_of(after)["days"][2]["end"] < plan_of(before)["days"][2]["end"]
    assert "Day 3 ends by" in said(after)


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("3 days in Dublin", "Actually can you make the last day completely free"), "Day 3 is left free"),
        (("3 days in Dublin", "I'd like day 2 to be totally free"), "Day 2 is left free"),
        (("都柏林三日游", "最后一天完全空出来"), "第 3 天不安排行程"),
    ],
)
async def test_a_day_that_is_to_be_free_holds_nothing(turns: tuple[str, str], told: str) -> None:
    _, after = await conversed(turns)
    assert told in said(after)


async def test_a_day_off_leaves_the_day_free_and_what_one_comes_for_in_the_plan() -> None:
    before, after = await conversed(["规划西安三日游", "第二天休息"])
    assert hours_of(after, 2) == []
    assert "第 2 天不安排行程" in said(after)
    assert "xian/terracotta-army" in sights_of(before) & sights_of(after)


@pytest.mark.parametrize(
    ("turns", "sight", "since", "until"),
    [
        (("3 days in Paris", "move the Louvre to the afternoon"), "paris/louvre-museum", "12:00", "17:59"),
        (("3 days in Dublin", "Guinness Storehouse in the evening"), "dublin/guinness-storehouse", "17:00", "24:00"),
        (("3 days in Paris", "move the Louvre to 10 am"), "paris/louvre-museum", "10:00", "10:00"),
        (("北京三日游", "把故宫放到下午可以吗"), "beijing/forbidden-city", "12:00", "17:59"),
        (("上海三日游", "晚上去外滩"), "shanghai/the-bund", "17:00", "24:00"),
    ],
)
async def test_a_sight_moves_to_the_hour_that_is_said_and_stays_there(
    turns: tuple[str, ...], sight: str, since: str, until: str
) -> None:
    before, moved, later = await conversed([*turns, "轻松一点" if "三日" in turns[0] else "make it relaxed"])
    days = {
        state.run: {v["sight"]: d["day"] for d in plan_of(state)["days"] for v in d["visits"]}
        for state in (before, moved)
    }
    assert days[moved.run][sight] == days[before.run][sight]
    for state in (moved, later):
        arrive = dict(hours_of(state, 1, 2, 3))[sight]
        assert since <= arrive <= until
    name = next(v["name"] for d in plan_of(moved)["days"] for v in d["visits"] if v["sight"] == sight)
    arrive = dict(hours_of(moved, 1, 2, 3))[sight]
    changed, _, _ = said(moved).partition("###")
    assert name in changed
    assert arrive in changed


@pytest.mark.parametrize(
    ("turns", "sight", "day", "place"),
    [
        (("3 days in Paris", "start day 2 with the Eiffel Tower"), "paris/eiffel-tower", 2, 0),
        (("3 days in Shanghai", "end the trip with the Bund"), "shanghai/the-bund", 3, -1),
        (("北京三日游", "第二天先去颐和园"), "beijing/summer-palace", 2, 0),
        (("上海三日游", "行程从外滩开始"), "shanghai/the-bund", 1, 0),
    ],
)
async def test_a_day_begins_or_ends_with_the_sight_that_is_said(
    turns: tuple[str, ...], sight: str, day: int, place: int
) -> None:
    *_, moved = await conversed(turns)
    assert hours_of(moved, day)[place][0] == sight


@pytest.mark.parametrize("question", ["is the Louvre open in the evening?", "why is the Louvre in the morning?"])
async def test_a_question_about_a_part_of_the_day_moves_nothing(question: str) -> None:
    *_, asked = await conversed(["3 days in Paris", question])
    assert "change_route" not in {o.call.name for o in asked.tool_result_history}


async def test_an_end_that_is_wished_is_told_beside_a_guessed_beginning() -> None:
    _, after = await conversed(["五一从武汉去长沙玩3天", "第一天太赶"])
    changed = said(after).partition("**改动**")[2].partition("###")[0]
    assert re.search(r"第 1 天 17:\d\d 前结束", changed)
    assert "告诉我几点到" not in changed


async def test_a_sight_that_moves_changes_places_with_one_where_that_costs_no_more() -> None:
    *_, before, after = await conversed(
        ["three days in Kyoto in April for two", "without museums", "move Nijo Castle to day 2"]
    )
    was, is_now = ({v["sight"]: d["day"] for d in plan_of(s)["days"] for v in d["visits"]} for s in (before, after))
    moved = {sight for sight in was.keys() & is_now.keys() if was[sight] != is_now[sight]}
    assert "kyoto/nijo-castle" in moved
    assert len(moved) <= 2


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (
            ("a weekend in Lisbon", "we arrive Friday at 10pm and fly back on Sunday at 6pm"),
            ("- 3 days instead of 2.", "- Day 1: Your flight lands at 22:00.", "- Nothing is visited on day 1."),
        ),
        (("北京玩两天", "多玩一天"), ("- 由 2 天改为 3 天。",)),
        (
            ("周末去苏州", "我们周五晚上十点到，周日下午六点的高铁回"),
            ("- 由 2 天改为 3 天。", "- 第 1 天：22:00 高铁到站。", "- 第 1 天没有安排游览。"),
        ),
    ],
)
async def test_a_day_that_is_added_and_one_without_visits_are_told(
    turns: tuple[str, str], told: tuple[str, ...]
) -> None:
    _, after = await conversed(turns)
    assert all(line in said(after).splitlines() for line in told)


async def test_an_evening_that_is_wished_free_is_told_once() -> None:
    _, after = await conversed(["3 days in Kyoto", "keep day 2 free"])
    assert "- Day 2 is left free." in said(after)
    assert "Nothing is visited" not in said(after)


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (
            ("西安三天，第一天下午1点到", "第一天和第二天对调"),
            ("第 1 天从 13:45 到 22:00，光参观就要", "第 1 天：13:00 到达，13:45 开始游览。"),
        ),
        (
            ("3 days in Rome, we arrive at 3pm", "swap day 1 and day 2"),
            ("Day 1 lasts from 15:45 to 22:00", "Day 1: You arrive at 15:00; the day starts at 15:45."),
        ),
    ],
)
async def test_days_that_cannot_be_exchanged_are_told_why(turns: tuple[str, str], told: tuple[str, ...]) -> None:
    before, after = await conversed(turns)
    assert route_of(after).result is None or "days" not in plan_of(after)
    assert all(text in said(after) for text in told)
    assert plan_of(before)["days"]


@pytest.mark.parametrize(
    ("turns", "sight"),
    [
        (("a week in Florence from 1 June", "can we do the Uffizi on 3 June?"), "florence/uffizi-gallery"),
        (("6月1日去佛罗伦萨玩一周", "6月3日能去乌菲兹美术馆吗"), "florence/uffizi-gallery"),
        (("a week in Florence from 1 June", "could we see the Uffizi on day 3?"), "florence/uffizi-gallery"),
    ],
)
async def test_a_visit_that_is_asked_for_as_a_question_is_on_that_day(turns: tuple[str, str], sight: str) -> None:
    _, after = await conversed(turns)
    assert [day["day"] for day in plan_of(after)["days"] if any(v["sight"] == sight for v in day["visits"])] == [3]


@pytest.mark.parametrize(
    ("turns", "day", "kind"),
    [
        (("潮州4天", "第二天多排点吃的"), 2, "food"),
        (("潮州4天", "第二天别去博物馆，多排点吃的"), 2, "food"),
        (("4 days in Chaozhou", "more food on day 2"), 2, "food"),
        (("4 days in Barcelona", "we want a beach on day 2"), 2, "beach"),
        (("巴塞罗那四日游", "第二天想在海边"), 2, "beach"),
    ],
)
async def test_more_of_a_kind_on_a_day_brings_a_sight_of_it(turns: tuple[str, str], day: int, kind: str) -> None:
    before, after = await conversed(turns)

    def of_kind(state: AgentState) -> list[str]:
        sights = [visit["sight"] for visit in plan_of(state)["days"][day - 1]["visits"]]
        return [sight for sight in sights if kind in source.sights()[sight].tags]

    assert len(of_kind(after)) == len(of_kind(before)) + 1


@pytest.mark.parametrize(
    ("turns", "day"),
    [
        (("这个周末想和老公去苏州玩两天，从上海坐高铁，不想太累", "把第二天的博物馆去掉，换成园林"), 2),
        (("2 days in Suzhou", "swap the museum on day 2 for a garden"), 2),
        (("2 days in Suzhou", "drop the museum on day 2 and put a garden there instead"), 2),
    ],
)
async def test_a_garden_comes_to_the_day_whose_museum_goes(turns: tuple[str, str], day: int) -> None:
    before, after = await conversed(turns)

    def kinds(state: AgentState) -> Counter[str]:
        return Counter(source.sights()[v["sight"]].category for v in plan_of(state)["days"][day - 1]["visits"])

    assert kinds(before)["museum"] == 1
    assert kinds(after)["museum"] == 0
    assert kinds(after)["garden"] == kinds(before)["garden"] + 1


@pytest.mark.parametrize("turns", [("3 days in Vienna", "only galleries on day 2"), ("维也纳三天", "第二天只看美术馆")])
async def test_a_kind_alone_on_a_day_leaves_nothing_else_on_it(turns: tuple[str, str]) -> None:
    before, after = await conversed(turns)
    visits = {n: [v["sight"] for v in plan_of(s)["days"][1]["visits"]] for n, s in (("was", before), ("is", after))}

    assert any("art" not in source.sights()[sight].tags for sight in visits["was"])
    assert visits["is"]
    assert all("art" in source.sights()[sight].tags for sight in visits["is"])


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("规划西安四日游", "第二天换成华山", "第三天下雨怎么办"), ("没有找到更适合雨天的安排", "在室外，记得带雨具")),
        (
            ("4 days in Xi'an", "put Mount Hua on day 2", "what if it rains on day 3?"),
            ("nothing that suits a wet day better", "In the open: "),
        ),
    ],
)
async def test_rain_that_brings_no_other_visits_moves_none(turns: tuple[str, ...], told: tuple[str, ...]) -> None:
    *_, before, after = await conversed(turns)
    assert hours_of(after, 1, 2, 3, 4) == hours_of(before, 1, 2, 3, 4)
    assert all(line in said(after) for line in told)


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("3 days in Munich", "more nightlife on day 1", "more nightlife on day 1"), "I know no further sight"),
        (("慕尼黑三天", "第一天多排点夜生活", "第一天多排点夜生活"), "其他夜生活类景点的资料可以放进那一天"),
    ],
)
async def test_where_no_more_of_a_kind_is_known_that_is_told(turns: tuple[str, ...], told: str) -> None:
    *_, changed, after = await conversed(turns)

    assert "change_route" in [o.call.name for o in changed.tool_result_history]
    assert after.tool_result_history == ()
    assert told in after.messages[-1].text


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("4 days in Rome for three", "the child is two"), "- Days 1, 2, 3 and 4 end by 20:30."),
        (("罗马四日游，三个人", "孩子两岁"), "- 第 1、2、3、4 天 20:30 前结束。"),
    ],
)
async def test_days_with_the_same_hours_are_told_in_one_line(turns: tuple[str, str], told: str) -> None:
    _, after = await conversed(turns)
    assert told in said(after).splitlines()


@pytest.mark.parametrize(
    ("message", "told", "silent"),
    [
        ("3 days in Munich with our toddler who is in bed by seven", "the days end by 19:00", "by 20:30"),
        ("3 days in Munich with our toddler in May, bed by 7pm", "the days end by 19:00", "by 20:30"),
        ("慕尼黑三天，带2岁宝宝，晚上7点要睡觉", "每天最晚 19:00 结束", "20:30"),
    ],
)
async def test_a_childs_own_hour_of_going_to_bed_ends_the_days_of_a_first_plan_with_dinner_before(
    message: str, told: str, silent: str
) -> None:
    (after,) = await conversed((message,))
    assert told in said(after)
    assert silent not in said(after)
    days = plan_of(after)["days"]
    assert all(day["end"] <= "19:00" for day in days)
    assert all("dinner" in [meal["kind"] for meal in day["meals"]] for day in days)


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("北京三天，每天晚上8点半前回酒店", "环球影城能不能安排进去？"), "可以第 1 天 08:00 出发。"),
        (
            ("3 days in Beijing, back at the hotel by 8.30 pm every day", "can we fit in Universal Beijing?"),
            "Start at 08:00 on day 1.",
        ),
    ],
)
async def test_a_wish_that_cannot_be_is_told_what_would_help(turns: tuple[str, str], told: str) -> None:
    _, after = await conversed(turns)
    assert told in said(after)


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (
            (
                "family of four (kids 5 and 8), 4 days in London in August",
                "Can we do something more fun for the kids on day 1 instead of the British Museum, like the aquarium"
                " or the Postal Museum?",
            ),
            ("I know no aquarium here.", "I know no Postal Museum here.", "Added: London Zoo"),
        ),
        (
            ("一家四口，孩子5岁和8岁，8月伦敦4天", "把大英博物馆换成孩子喜欢的，比如水族馆"),
            ("我的资料里这里没有“水族馆”。", "新增：伦敦动物园"),
        ),
    ],
)
async def test_what_children_like_comes_for_a_sight_that_is_given_up(
    turns: tuple[str, str], told: tuple[str, ...]
) -> None:
    before, after = await conversed(turns)
    day = next(d["day"] for d in plan_of(before)["days"] for v in d["visits"] if v["sight"] == MUSEUM)
    assert MUSEUM not in sights_of(after)
    assert [visit["sight"] for visit in plan_of(after)["days"][day - 1]["visits"] if "zoo" in visit["sight"]]
    assert all(line in said(after) for line in told)


CHENGDU, CHENGDU_ZH = "4 days in Chengdu in May", "成都4天，四个人，5月"


@pytest.mark.parametrize(
    ("turns", "sights"),
    [
        ((CHENGDU, "put Wuhou Shrine and Du Fu Thatched Cottage on the same day"), {"wuhou-shrine", "du-fu-cottage"}),
        (
            (CHENGDU, "can we do Wenshu Monastery and the Chengdu Museum in one day?"),
            {"wenshu-monastery", "chengdu-museum"},
        ),
        ((CHENGDU_ZH, "武侯祠和杜甫草堂放一天行不行"), {"wuhou-shrine", "du-fu-cottage"}),
        ((CHENGDU_ZH, "金沙遗址博物馆和武侯祠能一天逛完吗"), {"jinsha-museum", "wuhou-shrine"}),
    ],
)
async def test_sights_that_are_to_share_a_day_do(turns: tuple[str, str], sights: set[str]) -> None:
    before, after = await conversed(turns)

    def held(state: AgentState) -> int:
        days = ({visit["sight"].removeprefix("chengdu/") for visit in day["visits"]} for day in plan_of(state)["days"])
        return max(len(sights & day) for day in days)

    assert (held(before), held(after)) == (1, 2)


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (
            (CHENGDU, "can we do Dujiangyan and Mount Qingcheng in one day?"),
            ("the visits alone take 7 h", "Nor does it fit into day "),
        ),
        ((CHENGDU_ZH, "都江堰和青城山放一天行不行"), ("光参观就要 7 小时", "天也排不下。")),
    ],
)
async def test_sights_that_fit_on_no_one_day_are_said_to(turns: tuple[str, str], told: tuple[str, str]) -> None:
    _, after = await conversed(turns)
    assert all(line in said(after) for line in told)


@pytest.mark.parametrize(
    "turns", [(CHENGDU, "be at the Panda Base by 8 am on day 2"), (CHENGDU_ZH, "第二天早上8点前到熊猫基地")]
)
async def test_a_day_begins_early_enough_for_the_hour_at_which_one_is_to_be_there(turns: tuple[str, str]) -> None:
    before, after = await conversed(turns)
    assert plan_of(before)["days"][1]["start"] >= "08:00"
    assert "06:00" < plan_of(after)["days"][1]["start"] < "08:00"
    assert hours_of(after, 2)[0] == ("chengdu/panda-base", "08:00")


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("西安四天，五月，带爸妈", "爸妈腿脚不好，走慢一点", "加上华山"), "**注意：华山有爬坡**"),
        (
            ("4 days in Athens in May with my mum who can't climb stairs well", "add Lycabettus Hill"),
            "**Mind the climb at Lycabettus Hill**",
        ),
    ],
)
async def test_what_is_hard_on_one_of_them_goes_in_when_it_is_wished_for_with_a_warning(
    turns: tuple[str, ...], told: str
) -> None:
    *_, after = await conversed(turns)
    assert told in said(after).partition("###")[0]


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("Plan 4 days in Rome from 3 April", "keep the afternoons free"), "Days 1, 2, 3 and 4 end by 13:30."),
        (("罗马四天", "下午都空着"), "第 1、2、3、4 天 13:30 前结束。"),
        (("Plan 4 days in Rome from 3 April", "a free afternoon on day 3"), "Day 3 ends by 13:30."),
    ],
)
async def test_afternoons_are_left_free_on_every_day_or_on_the_one_that_is_named(
    turns: tuple[str, str], told: str
) -> None:
    _, after = await conversed(turns)
    assert f"- {told}" in said(after).splitlines()


@pytest.mark.parametrize("wish", ["", ", can we skip Tivoli and keep the afternoons free for a rest at the hotel?"])
async def test_what_is_too_much_for_the_children_is_a_wish_and_no_name(wish: str) -> None:
    opening = "4 days in Rome from 3 April for two adults and two kids, 5 and 8"
    before, after = await conversed((opening, f"That's too much for the kids{wish}"))
    assert "That's" not in said(after)
    assert len(sights_of(after)) < len(sights_of(before))
    assert ("rome/tivoli" in sights_of(after)) is not bool(wish)


@pytest.mark.parametrize(
    ("opening", "wish", "museums"),
    [
        ("3 days in Lisbon for two from Friday 21 May", "Swap Sintra to Sunday please", 1),
        ("3 days in Lisbon from Friday 21 May", "Switch Sintra to Sunday and leave out the museums", 0),
        ("5月21日去里斯本三天，两个人", "把辛特拉换到周日", 1),
        ("5月21日去里斯本三天", "把辛特拉换到礼拜天，不要博物馆", 0),
    ],
)
async def test_what_is_swapped_to_a_weekday_is_there_with_all_of_its_name(
    opening: str, wish: str, museums: int
) -> None:
    before, after = (
        [[visit["sight"].removeprefix("lisbon/") for visit in day["visits"]] for day in plan_of(state)["days"]]
        for state in await conversed((opening, wish))
    )
    sintra = {"sintra-pena-palace", "sintra-quinta-da-regaleira"}
    assert not sintra & set(before[2])
    assert sintra <= set(after[2])
    assert [sum(day.count("national-tile-museum") for day in plan) for plan in (before, after)] == [1, museums]


@pytest.mark.parametrize(
    ("turns", "way_in"),
    [
        ((CHENGDU, "on day 2 Dujiangyan and Mount Qingcheng"), "It fits if you start at 07:30 on day 2"),
        ((CHENGDU_ZH, "第二天去都江堰和青城山"), "第 2 天 07:30 出发就放得下"),
    ],
)
async def test_what_fits_one_day_that_begins_earlier_is_told_with_the_hour(turns: tuple[str, str], way_in: str) -> None:
    _, after = await conversed(turns)
    assert way_in in said(after)


@pytest.mark.parametrize(
    "turns",
    [(CHENGDU, "add a day for Dujiangyan and Mount Qingcheng"), (CHENGDU_ZH, "想加一天去都江堰和青城山")],
)
async def test_what_a_day_is_added_for_is_on_that_day_and_costs_no_other_visit(turns: tuple[str, str]) -> None:
    before, after = (
        [[visit["sight"] for visit in day["visits"]] for day in plan_of(state)["days"]]
        for state in await conversed(turns)
    )
    assert after[:-1] == before
    assert set(after[-1]) == {"chengdu/dujiangyan", "chengdu/qingcheng-mountain"}


@pytest.mark.parametrize(
    ("trip", "wish", "diet"),
    [
        (
            "A week in Thailand in February for four friends, Bangkok and Chiang Mai, about £700 each without flights",
            "One of us is vegetarian and we'd like a day at an elephant sanctuary",
            "no meat",
        ),
        ("二月四个人去曼谷清迈玩七天，人均6000，不含机票", "我们有一个人吃素，想安排一天去看大象", "素"),
    ],
)
async def test_a_day_for_a_kind_of_sight_is_one_of_the_trip(trip: str, wish: str, diet: str) -> None:
    before, after = await conversed((trip, wish))
    park = "chiang-mai/elephant-nature-park"
    assert park not in sights_of(before)
    assert park in sights_of(after)
    assert len(plan_of(after)["days"]) == len(plan_of(before)["days"])
    assert diet in said(after)


@pytest.mark.parametrize(
    ("trip", "wish", "told"),
    [
        ("A week in Chiang Mai", "Please plan a day at an elephant sanctuary", "**Elephant Nature Park** is on day"),
        ("清迈七天", "想安排一天去看大象", "**大象自然公园**安排在第"),
    ],
)
async def test_a_day_for_what_the_plan_has_is_told(trip: str, wish: str, told: str) -> None:
    _, after = await conversed((trip, wish))
    assert told in said(after)
