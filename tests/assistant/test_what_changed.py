"""A follow-up keeps what was wished for before it, and says what it changed: of the days and of the money."""

import re
from decimal import Decimal

import pytest

from agent_core.state import AgentState
from tests.assistant.asking import conversed
from tests.assistant.plans_told import assumed, budget_of, plan_of, said, sights_of
from travelagent.catalog import source

pytestmark = pytest.mark.sampled(of=5)


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
    *_, first, again = await conversed(["3 days in London, £1500", "make it cheaper", *["even cheaper"] * 4])
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
            "must see Edinburgh Castle and the aquarium",
            "swap the aquarium for the Royal Botanic Garden",
            "our hotel is near Haymarket station",
        ]
    )
    assert "I know no aquarium here." in said(must)
    assert "I know no sight called Royal Botanic" in said(swapped)
    assert "I do not know where Haymarket station is" in said(based)


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("3 days in Paris", "move Sainte-Chapelle to the evening"), "cannot be visited in the evening on day"),
        (("京都三天", "把清水寺挪到晚上"), "安排在晚上。"),
        (("Four days in Rome in May", "drop Ostia Antica", "drop Ostia Antica"), "Ostia Antica was not in the plan"),
    ],
)
async def test_a_wish_that_changes_nothing_is_told_why(turns: tuple[str, ...], told: str) -> None:
    *_, last = await conversed(turns)
    assert told in said(last)


async def test_a_name_that_is_put_right_moves_that_sight_and_not_the_other() -> None:
    def day_of(state: AgentState, sight: str) -> int:
        return next(d["day"] for d in plan_of(state)["days"] for v in d["visits"] if v["sight"] == sight)

    def other_day(state: AgentState) -> int:
        """A day that holds neither museum and on which both are open."""
        held = {day_of(state, "paris/louvre-museum"), day_of(state, "paris/musee-dorsay")}
        return next(
            day["day"]
            for day in plan_of(state)["days"]
            if day["day"] not in held and day["weekday"] not in ("Mo", "Tu")
        )

    before, moved, righted = await conversed(
        ["5 days in Paris", lambda state: f"move the Louvre to day {other_day(state)}", "no I meant the Orsay"]
    )
    assert day_of(moved, "paris/louvre-museum") == other_day(before)
    assert day_of(righted, "paris/musee-dorsay") == other_day(before)
    assert day_of(righted, "paris/louvre-museum") == day_of(before, "paris/louvre-museum")


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("规划北京三日游", "唔，第二天怪怪的"), "没读出要改什么"),
        (("3 days in Beijing", "hmm, day 2 feels odd"), "I read no change of the plan"),
        (("3 days in Rome", "add gelato stops"), "I found no sight for food"),
        (("规划上海三日游", "想坐摩天轮"), "这里没有“摩天轮”"),
        (("规划维也纳三日游", "想坐摩天轮"), "普拉特公园与摩天轮安排在第"),
    ],
)
async def test_a_message_without_a_change_is_told_so_and_not_answered_with_the_plan(
    turns: tuple[str, str], told: str
) -> None:
    _, after = await conversed(turns)
    assert told in said(after)
    assert "|" not in said(after)


async def test_better_hotels_are_of_a_higher_tier() -> None:
    _, after = await conversed(["3 days in Lisbon for two", "what would it cost if we stay in nicer hotels"])
    assert "luxury" in said(after)


async def test_a_tier_that_a_limit_made_stays_through_other_changes() -> None:
    (free,) = await conversed(["规划西安三日游"])
    limit = int(float(budget_of(free)["total"])) - 1
    limited, calmer, raised = await conversed([f"规划西安三日游，预算{limit}元", "轻松一点", "预算加到15000元"])
    assert [budget_of(state)["tier"] for state in (free, limited, calmer, raised)] == ["mid", "budget", "budget", "mid"]


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("一月去海边，每天 800 元以内", "三个人去北海玩四天"), "在 ¥9,600 以内（每人每天 ¥800）"),
        (("under $150 a day", "three of us, 4 days in Lisbon"), "$1,800 ($150 a person a day)"),
    ],
)
async def test_a_days_budget_before_the_people_are_counted_is_each_ones(turns: tuple[str, str], told: str) -> None:
    _, after = await conversed(turns)
    assert told in said(after)


@pytest.mark.parametrize(
    ("trip", "message", "told"),
    [
        ("成都三日游", "酒店住在宽窄巷子附近呢", "每天从宽窄巷子的酒店出发"),
        ("3 days in New York", "we're staying in Brooklyn", "begins and ends at your hotel near Brooklyn"),
        ("深圳三日游", "我住在竹子林", "找不到“竹子林”的位置"),
        ("3 days in Rome", "our hotel is near Tuscolana station", "I do not know where Tuscolana station is"),
    ],
)
async def test_where_one_stays_is_heard_or_told_to_be_unknown(trip: str, message: str, told: str) -> None:
    _, based = await conversed([trip, message])
    assert told in said(based)


@pytest.mark.parametrize("question", ["酒店住哪儿方便", "酒店订在哪里比较好"])
async def test_a_question_where_to_stay_names_no_place(question: str) -> None:
    *_, after = await conversed(["规划杭州三日游", question, "第二天轻松点"])
    assert "找不到" not in said(after)


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("3 days in Lisbon", "we get car sick"), "Rides of 30 minutes or more that are left: "),
        (("里斯本三天", "老妈晕车，别坐太久车"), "仍在 30 分钟以上的乘车："),
        (("里斯本三天", "父母晕车，少坐车"), "仍在 30 分钟以上的乘车："),
    ],
)
async def test_who_gets_sick_in_a_car_is_driven_to_nothing_out_of_town(turns: tuple[str, str], told: str) -> None:
    before, after = await conversed(turns)
    far = {"lisbon/sintra-pena-palace", "lisbon/cabo-da-roca", "lisbon/sintra-quinta-da-regaleira", "lisbon/cascais"}

    assert far & sights_of(before)
    assert not far & sights_of(after)
    assert told in said(after)


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ("里斯本三天，父母晕车，少坐车", "少坐车：没有安排城外的地方"),
        ("3 days in Lisbon, my mum gets car sick", "Short rides: nothing out of town is planned"),
    ],
)
async def test_a_new_plan_for_somebody_who_gets_sick_in_a_car_tells_what_it_leaves_out(wish: str, told: str) -> None:
    (state,) = await conversed([wish])

    assert "lisbon/sintra-pena-palace" not in sights_of(state)
    assert told in said(state)


@pytest.mark.parametrize(
    "turns",
    [
        ("慕尼黑三天，想去新天鹅堡", "那算了，还是市区，加个啤酒馆"),
        ("3 days in Munich, Neuschwanstein please", "no day trips, add a beer hall"),
    ],
)
async def test_who_stays_in_town_goes_to_nothing_far_off(turns: tuple[str, str]) -> None:
    before, after = await conversed(turns)

    assert "munich/neuschwanstein-castle" in sights_of(before)
    assert not {"munich/neuschwanstein-castle", "munich/dachau-memorial-site"} & sights_of(after)
    assert "munich/platzl-and-hofbrauhaus" in sights_of(after)
    assert "Zugspitze" not in said(after)
    assert "楚格峰" not in said(after)


@pytest.mark.parametrize(
    ("turns", "far"),
    [
        (
            (
                "a weekend in Seville at the end of March",
                "Córdoba is too far for us, we want to stay in Seville itself",
            ),
            {"seville/cordoba-mezquita", "seville/ronda"},
        ),
        (
            ("三月底去塞维利亚玩两天", "科尔多瓦太远了，我们只想待在塞维利亚市里"),
            {"seville/cordoba-mezquita", "seville/ronda"},
        ),
        (
            ("3 days in Munich, Neuschwanstein please", "Neuschwanstein is too far for us"),
            {"munich/neuschwanstein-castle", "munich/zugspitze"},
        ),
        (("慕尼黑三天，想去新天鹅堡", "新天鹅堡太远了，不去了"), {"munich/neuschwanstein-castle", "munich/zugspitze"}),
    ],
)
async def test_what_lies_as_far_as_a_sight_that_is_too_far_is_offered_no_more(
    turns: tuple[str, str], far: set[str]
) -> None:
    before, after = await conversed(turns)
    names = {name for sight in far for name in (source.sights()[sight].name_en, source.sights()[sight].name_zh)}
    offered = said(after).partition("### ")[2]

    assert far & sights_of(before)
    assert not far & sights_of(after)
    assert not {name for name in names if name in offered}


@pytest.mark.parametrize(
    ("said", "sight"),
    [
        ("2 days in marakesh, no museums pls", "marrakech/majorelle-garden-ysl-museum"),
        ("马拉喀什两天，不要博物馆", "marrakech/majorelle-garden-ysl-museum"),
        ("2 days in Vienna, no museums", "vienna/hofburg-palace-and-sisi-museum"),
    ],
)
async def test_what_has_a_museum_in_its_name_is_left_out_with_the_museums(said: str, sight: str) -> None:
    (state,) = await conversed([said])
    (plan,) = (o.result for o in state.tool_result_history if o.call.name == "generate_route")
    visits = {visit["sight"] for day in plan["days"] for visit in day["visits"]}

    assert visits
    assert sight not in visits


async def test_a_plan_of_a_mistyped_city_is_changed_and_asked_about() -> None:
    before, calmer, evening = await conversed(
        ["2 days in marakesh", "nah too much stuff, chillax", "whats the vibe at nite?"]
    )
    (was,) = (o.result for o in before.tool_result_history if o.call.name == "generate_route")
    (became,) = (o.result for o in calmer.tool_result_history if o.call.name == "change_route")

    assert sum(len(day["visits"]) for day in became["days"]) < sum(len(day["visits"]) for day in was["days"])
    assert [o.call.name for o in evening.tool_result_history] == ["query_attractions"]
