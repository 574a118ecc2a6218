"""Questions that the catalogue cannot answer are answered with where to ask, and with what it does know beside them."""

import re

import pytest

from agent_core.state import AgentState
from tests.assistant.asking import TODAY, conversed
from travelagent.assistant.offline.reading.asked import beyond
from travelagent.assistant.offline.understanding import understand_turns
from travelagent.briefs.lodging import central_stop, point_near

pytestmark = pytest.mark.sampled(of=5)


def said(state: AgentState) -> str:
    return str(state.messages[-1].text)


@pytest.mark.parametrize(
    ("question", "topics"),
    [
        ("do I need a visa?", "visa"),
        ("去日本要签证吗", "visa"),
        ("do I need any vaccinations?", "health"),
        ("要买保险吗", "insurance"),
        ("is it safe there?", "safety"),
        ("那里治安怎么样", "safety"),
        ("can I drink the tap water?", "everyday"),
        ("要给小费吗", "everyday"),
        ("要办边防证吗", "permit"),
        ("do we need a border permit?", "permit"),
        ("周日商店关门吗", "shop_hours"),
        ("are the shops open on Sunday?", "shop_hours"),
        ("what time is sunset?", "sunset"),
        ("do we need the express pass at Universal?", "queues"),
        ("环球影城要不要买快速票？", "queues"),
        ("how do we get from Narita to the hotel?", "transfer"),
        ("从成田机场怎么去市区", "transfer"),
        ("Do we need a visa? And how do we get from the airport to the hotel?", "visa transfer"),
        ("要签证吗？怎么从羽田去酒店？", "visa transfer"),
        ("有不用签证的海岛推荐吗", ""),
        ("plan 3 days in Tokyo, my visa is ready", ""),
        ("what to eat there?", ""),
    ],
)
def test_what_no_catalogue_tells_is_recognised(question: str, topics: str) -> None:
    assert beyond(understand_turns(("3 days in Tokyo", question), TODAY), question, TODAY) == tuple(topics.split())


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("3 days in Tokyo", "do I need a visa?"), "I know no visa or entry rules"),
        (("去东京三天", "要签证吗"), "我没有签证和入境政策的资料"),
        (("三天东京", "要签证吗？怎么从羽田去酒店？"), "**机场与市区之间**：我没有"),
        (("3 days in Tokyo in February", "is it cold there?"), "Cold: a warm coat and layers."),
        (("3 days in Tokyo in February", "make a packing list"), "Cold: a warm coat and layers."),
        (("二月去东京三天", "要带什么东西"), "冷：厚外套，多穿几层"),
        (("二月去东京三天", "列一个行李清单"), "冷：厚外套，多穿几层"),
        (("八月去东京三天", "那里热吗，穿什么"), "热：轻薄衣物"),
        (("3 days in Tokyo", "in pounds please"), "**Budget: £"),
        (("3 days in Tokyo", "thanks, that's lovely"), "You are welcome."),
        (("3 days in Paris, we hate crowds and travel with a dog",), "Pets: I do not know which sights let them in."),
        (("成都两天，晚上要看川剧变脸",), "演出和赛事：我没有场次资料"),
        (("3 days in Florence", "is the Uffizi worth it?"), "Rated 10 of 10"),
        (("去东京三天", "谢谢，再见"), "不客气"),
        (("3 days in Tokyo", "book it"), "I book nothing"),
        (("can you book me a flight from Beijing to Sanya?",), "I book nothing"),
        (("帮我订一张明天北京到三亚的机票",), "我不能代订"),
        (("北京三日游", "那你能帮我抢故宫的票吗"), "我不能代订"),
        (("3 days in Tokyo", "I lost my passport, what should I do?"), "Report it to the local police"),
        (("去东京三天", "我护照丢了怎么办"), "先到当地警方报案"),
        (("three days in Chengdu, we want hot pot",), "Hot pot: at home here (Sichuan hotpot in Chengdu)."),
        (("成都三日游，想吃火锅",), "火锅：当地就有（成都的四川火锅）。行程只安排用餐时间，在哪里吃由你选择"),
        (("罗马三日游，想吃寿司",), "寿司：我列出的当地特色菜里没有它。"),
        (("3 days in Rome", "restaurants near the Colosseum"), "I know no single restaurants"),
        (("罗马三日游", "斗兽场附近有什么餐厅"), "我没有具体餐厅的资料"),
        (("3 days in London", "change our hotel"), "I know no districts or single hotels."),
        (("伦敦三日游", "换个酒店"), "我没有街区和具体酒店的资料"),
        (("3 days in Cusco", "altitude sickness?"), "**Cusco** lies at about 3,400 m."),
        (("拉萨三日游", "高反怎么办"), "**拉萨**海拔约 3650 米。"),
        (("喀什和塔县玩六天，会高反吗",), "行程里的白沙湖（"),
        (("6 days in Kashgar, will we get altitude sickness?",), "lie high enough to be felt"),
        (("喀什六日游", "会高反吗"), "海拔较高，可能有高原反应"),
        (("3 days in Lhasa, is the altitude a problem?",), "**Lhasa** lies at about 3,650 m.\n\n"),
        (("3 days in Lhasa",), "**Good to know**\n\n- **Lhasa** lies at about 3,650 m."),
        (("3 days in Tokyo", "what if I lost my passport?"), "Report it to the local police"),
        (("去东京三天", "万一护照丢了怎么办"), "先到当地警方报案"),
        (("3 days in Paris", "is there a senior discount?"), "**Reduced prices**: I know the adult price"),
        (("贵阳三日游", "住青旅呢"), "我没有青旅和床位价格的资料"),
        (("3 days in Guiyang", "what about a hostel?"), "I know no hostels and no prices of beds"),
        (("喀什三日游", "要办边防证吗"), "**通行证件**：我没有边防证"),
        (("3 days in Kashgar", "do we need a border permit?"), "**Permits**: I know no rules on permits"),
        (("慕尼黑三日游", "周日商店关门吗"), "**商店营业时间**：我没有商店营业时间的资料"),
        (("3 days in Munich", "are shops closed on Sunday?"), "**Shop hours**: I know no hours of shops"),
        (("北京三日游", "65岁以上门票有优惠吗"), "**优惠票**：我只有成人票价"),
        (("3 days in Paris", "are there restaurants without nuts?"), "**Restaurants and shops**: I know no single"),
        (("广州三日游", "哪些店没有花生"), "**餐厅与店铺**：我没有具体店铺"),
        (("3 days in Paris", "tell me about the Louvre", "is it free?"), "Ticket: €32"),
        (("北京三日游", "故宫怎么样", "它免费吗"), "门票：¥60"),
        (("三天利马，三天库斯科",), "**库斯科**海拔较高。"),
        (("罗马三日游", "海拔高不高"), "**罗马**海拔不高"),
        (("Kyoto in Golden Week, 3 days",), "is a public holiday in Japan: expect crowds"),
        (("五一去西安三天",), "5月1日 周六、5月2日 周日、5月3日 周一是中国的法定假日"),
        (("五一去西安三天，人多吗",), "**节假日**：我没有客流"),
        (("3 days in Rome", "is it crowded at Christmas?"), "**Public holidays**: I have no numbers of visitors"),
        (("去东京三天", "帮我下单吧"), "我不能代订"),
        (("3 days in Tokyo", "will it rain tomorrow?"), "I have no weather forecast"),
        (("去成都三天", "明天会下雨吗"), "我没有天气预报"),
        (("3 days in Tokyo", "which area should I stay in?"), "I know no districts or single hotels. Around"),
        (("我该住成都哪个区",), "我没有街区和具体酒店的资料"),
        (("去成都三天", "酒店订在建设路附近"), "我的资料里找不到“建设路”的位置"),
        (("Plan 3 days on Mars",), "No place called Mars is known."),
        (("Plan 3 days in Leeds and York",), "York is a known city, but the catalogue has no sights for it."),
    ],
)
async def test_what_is_not_known_is_said(turns: tuple[str, ...], told: str) -> None:
    *_, state = await conversed(turns)
    assert told in said(state)


async def test_a_question_on_the_season_tells_of_no_forecast() -> None:
    *_, state = await conversed(["3 days in Tokyo", "what is the weather like in June?"])
    assert "forecast" not in said(state)


async def test_the_days_begin_and_end_at_the_hotel_that_was_said() -> None:
    before, after = await conversed(["去成都三天", "酒店在春熙路"])
    call = next(o.call for o in after.tool_result_history if o.call.name == "change_route")
    assert call.args["hotel"]["name"] == "春熙路"
    assert "每天从春熙路的酒店出发" in said(after)
    assert "成都：住宿按市中心计算" in said(before)
    assert "成都：住宿按市中心计算" not in said(after)


def test_a_hotel_is_placed_at_the_sight_of_its_area() -> None:
    area = understand_turns(("3 days in Rome, staying near the Pantheon",), TODAY).entities.hotel_area
    placed = point_near(area or "", ("rome",))
    assert placed is not None
    assert (round(placed.lat, 2), round(placed.lon, 2)) == (41.90, 12.48)
    assert point_near("", ("rome",)) is None


def test_the_central_stop_is_the_one_nearest_to_the_others() -> None:
    assert central_stop(["rome/ostia-antica", "rome/pantheon", "rome/trevi-fountain"]) == "rome/pantheon"


async def test_with_a_child_the_plan_has_something_for_families() -> None:
    *_, state = await conversed(["我一家三口暑假去成都玩四天"])
    route = next(o for o in state.tool_result_history if o.call.name == "generate_route")
    assert route.result["asked"]["interests"] == ["family"]
    assert "有孩子同行，适合亲子的景点优先" in said(state)


@pytest.mark.parametrize(
    ("wish", "elsewhere", "told"),
    [
        ("巴黎三日游", "想去蓬皮杜", "我没有“蓬皮杜”这个地方的资料。\n行程保持不变。"),
        ("北京三日游", "换成火星", "我没有“火星”这个地方的资料。\n行程保持不变。"),
        ("Three days in Rome", "make it Wonderland", "No place called Wonderland is known.\nThe plan stays as it was."),
    ],
)
async def test_a_city_that_is_not_known_leaves_the_plan_as_it_is(wish: str, elsewhere: str, told: str) -> None:
    _, asked = await conversed([wish, elsewhere])
    assert said(asked) == told
    before, after = (understand_turns(turns, TODAY).entities for turns in ((wish,), (wish, elsewhere)))
    assert after.cities == before.cities


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("都江堰和青城山一天够吗", "**都江堰、青城山前山：一天刚够"),
        ("故宫和景山公园一天能逛完吗", "**故宫博物院、景山公园：一天够了**。"),
        (
            "Is one day enough for the Louvre and Versailles?",
            "**One day will hardly do for Louvre Museum and Palace of",
        ),
        ("Can we do the Colosseum and the Pantheon in a day?", "**One day will do for Colosseum and Pantheon.**"),
    ],
)
async def test_whether_a_day_is_enough_is_told_from_what_the_visits_take(question: str, told: str) -> None:
    (asked,) = await conversed([question])
    assert told in said(asked)
    assert said(asked).count("| **") == 2
    assert [outcome.call.name for outcome in asked.tool_result_history] == ["query_attractions"]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("罗马两天够吗", "**有点赶**。罗马通常玩 3～5 天。"),
        ("are 3 days enough?", "A usual stay in Rome is 3–5 days."),
        ("Are 4 days enough for Rome?", "**That is enough for Rome.**"),
    ],
)  # fmt: skip
async def test_whether_so_many_days_are_enough_changes_no_plan(question: str, told: str) -> None:
    turns = ["3 days in Rome", question]
    _, asked = await conversed(turns)
    assert told in said(asked)
    assert [outcome.call.name for outcome in asked.tool_result_history] == ["get_city_info"]
    assert understand_turns(turns, TODAY).entities.days == 3


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("打印", "“导出”可以打印"), ("分享给朋友", "“分享”会生成链接"), ("怎么导出成日历", "日历、PDF 或 GPX 文件"),
        ("print it", "*Export* prints it"), ("export", "*Export* prints it"),
        ("can I share this with friends?", "*Share* makes a link"),
    ],
)  # fmt: skip
async def test_where_a_plan_is_printed_and_shared_is_told(message: str, told: str) -> None:
    _, asked = await conversed(["3 days in Rome", message])
    assert told in said(asked)
    assert asked.tool_result_history == ()


@pytest.mark.parametrize(
    ("question", "label"),
    [("do I need a visa for Japan?", "**Visa and entry**: "), ("去日本要签证吗", "**签证与入境**：")],
)
async def test_what_is_not_known_is_led_by_its_topic(question: str, label: str) -> None:
    (asked,) = await conversed([question])
    assert said(asked).startswith(label)


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("苏州三日游", "动物园"), "我的资料里这里没有“动物园”。"),
        (("3 days in Rome", "zoo"), "I know no zoo here."),
        (("3 days in Rome", "add a zoo"), "I know no zoo here."),
    ],
)  # fmt: skip
async def test_a_kind_of_sight_that_the_city_has_none_of_is_told_first(turns: tuple[str, str], told: str) -> None:
    _, asked = await conversed(turns)
    assert next(line for line in said(asked).splitlines() if line.startswith(("- ", told))).removeprefix("- ") == told


@pytest.mark.parametrize(
    "turns",
    [
        ("3 days in Rome in May", "are museums shut at Christmas?", "add a day"),
        ("五月去罗马三天", "国庆人多吗", "加一天"),
    ],
)
async def test_a_question_about_holidays_moves_no_trip(turns: tuple[str, ...]) -> None:
    first, *_, last = await conversed(turns)
    begun, after = (
        next(row.result["days"][0]["date"] for row in state.tool_result_history if row.call.name in tools)
        for state, tools in ((first, ("generate_route",)), (last, ("change_route",)))
    )
    assert begun == after


@pytest.mark.parametrize(
    ("said", "heading"), [("3 days in Rome in May", "Good to know"), ("12月去罗马三天", "出行提示")]
)
async def test_nothing_is_told_of_low_cities_and_dates_that_nobody_said(said: str, heading: str) -> None:
    [state] = await conversed((said,))
    assert heading not in str(state.messages[-1].text)


@pytest.mark.parametrize("turn", ["三天成都，不吃海鲜", "3 days in Chengdu, I eat no seafood"])
async def test_a_dish_that_is_refused_is_no_wish(turn: str) -> None:
    [state] = await conversed((turn,))
    assert not re.search("海鲜：|Seafood:", str(state.messages[-1].text))


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ("2月30日去北京玩两天", "2月没有 30 日"),
        ("6月31日去上海", "6月没有 31 日"),
        ("2027年2月29日去北京", "2月没有 29 日"),
        ("Beijing for 2 days from 30 February", "There is no 30 Feb"),
        ("to Shanghai on June 31st", "There is no 31 Jun"),
        ("2027-02-30 to Rome for 2 days", "There is no 30 Feb"),
    ],
)  # fmt: skip
async def test_a_day_that_no_month_has_is_told_and_plans_nothing(wish: str, told: str) -> None:
    (state,) = await conversed([wish])
    assert told in said(state)
    assert state.tool_result_history == ()


@pytest.mark.parametrize("turns", [("2月30日去北京玩两天", "2月28日"), ("Beijing for 2 days from Feb 30", "Feb 28")])
def test_the_day_that_was_meant_takes_the_place_of_one_that_no_month_has(turns: tuple[str, str]) -> None:
    found = understand_turns(turns, TODAY).entities
    assert (found.cities, found.days) == (("beijing",), 2)
    assert found.start_date is not None
    assert (found.start_date.month, found.start_date.day) == (2, 28)


@pytest.mark.parametrize(
    ("turns", "verdict"),
    [
        (("Seville from 27 to 28 March 2027", "is anything closed because it's Easter?"), "**Your trip is over it**"),
        (
            ("Seville from 10 to 12 March 2027", "is anything closed because it's Easter?"),
            "**Your trip is not over it**",
        ),
        (("London from 25 to 26 March 2027", "will the shops be shut at Easter?"), "**Your trip is over it**"),
        (("2027年3月27日去塞维利亚玩两天", "复活节会不会有地方关门"), "**你的行程赶上了**"),
        (("2027年10月3日去西安玩两天", "国庆期间人多吗"), "**你的行程赶上了**"),
        (("2027年10月20日去西安玩两天", "国庆期间人多吗"), "**你的行程没有赶上**"),
    ],
)
async def test_whether_the_trip_is_over_a_holiday_is_said_first(turns: tuple[str, str], verdict: str) -> None:
    *_, asked = await conversed(turns)
    assert asked.tool_result_history == ()
    assert said(asked).startswith(verdict)
    assert re.search("holiday hours|放假开放时间", said(asked))


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("2 days in Kyoto", "will it be crowded?"), "I have no numbers of visitors"),
        (("2 days in Kyoto", "how busy will it be?"), "I have no numbers of visitors"),
        (("京都两天", "人会不会很多"), "我没有客流资料"),
        (("京都两天", "要排很久的队吗"), "我没有客流资料"),
    ],
)
async def test_how_full_it_will_be_is_not_known_and_no_list_of_sights(turns: tuple[str, str], told: str) -> None:
    *_, asked = await conversed(turns)
    assert asked.tool_result_history == ()
    assert told in said(asked)
    assert understand_turns(turns, TODAY).entities == understand_turns(turns[:1], TODAY).entities
