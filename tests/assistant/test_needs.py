"""A diet or a wheelchair, said or remembered, reaches the answers on food and the plans."""

import json
import re

import pytest

from agent_core.messages import call
from tests.assistant.asking import TODAY, conversed
from tests.assistant.plans_told import plan_of, said, sights_of
from tests.assistant.results import city, sight
from travelagent.assistant.offline.answers.needs import VARIES, Judged, eating_note, judged_dishes, suiting_first
from travelagent.assistant.offline.known import with_memories
from travelagent.assistant.offline.policy import decide
from travelagent.assistant.offline.reading.lexicon import table
from travelagent.assistant.offline.steps import Answered
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.understanding import understand_turns
from travelagent.assistant.results.parsing import parsed
from travelagent.assistant.results.sights import FoundSight
from travelagent.assistant.tool_results import Found
from travelagent.catalog import source
from travelagent.plans.values import PACES

pytestmark = pytest.mark.sampled(of=5)

CHENGDU = city(name="成都", food=["四川火锅", "素斋", "麻辣兔头"])
STREETS = {
    "cities": [
        {"id": "chengdu", "name": "成都", "sights": [sight("锦里", note="小吃偏贵"), sight("文殊院", note="有素斋")]}
    ]
}


def answered(question: str, *memories: str) -> str:
    found = (Found(call("a", "get_city_info"), CHENGDU, None), Found(call("b", "query_attractions"), STREETS, None))
    turn = Turn((question,), found, memories=memories, today=TODAY)
    step = decide(with_memories(understand_turns(turn.said, TODAY), memories, TODAY), turn, frozenset())
    assert isinstance(step, Answered)
    return step.text


def test_a_remembered_diet_reaches_an_answer_on_food() -> None:
    told = answered("成都有什么好吃的", "我不吃辣")
    assert "通常做法不适合的：四川火锅、麻辣兔头。" in told
    assert "要看做法的：素斋。" in told
    assert "我没有配料表" in told
    assert told.index("文殊院") < told.index("锦里")


@pytest.mark.parametrize(
    "question", ["成都有什么必吃的，不要太辣", "成都有啥好吃的，别太辣", "what to eat in Chengdu, not too spicy?"]
)
def test_what_is_hot_is_no_must_where_it_shall_not_be_too_hot(question: str) -> None:
    out = re.search("(?:不适合的：|as usually made: )(.*?)[。.]", answered(question))
    assert out is not None
    assert "四川火锅" in out[1]


def test_without_a_diet_all_dishes_are_named() -> None:
    told = answered("成都有什么好吃的")
    assert "四川火锅、素斋、麻辣兔头" in told
    assert "配料" not in told


@pytest.mark.parametrize(
    ("diet", "out"),
    [
        ("vegetarian", "Rabbit heads"),
        ("vegetarian", "片儿川"),
        ("no_seafood", "Sydney rock oysters"),
        ("no_seafood", "海蛎煎"),
        ("no_dairy", "Cacio e pepe"),
        ("gluten_free", "Cacio e pepe"),
        ("gluten_free", "Supplì"),
        ("halal", "Eisbein"),
        ("no_nuts", "沙茶面"),
    ],
)
def test_a_dish_that_is_usually_made_with_it_is_not_for_you(diet: str, out: str) -> None:
    assert judged_dishes(["Frozen pears", "frozen pears", out], [diet]) == Judged(
        ("frozen pears",), (out,), ("Frozen pears",)
    )


def test_of_every_dish_of_the_cities_it_is_known_what_it_is_made_with() -> None:
    contents = {content for each in source.dishes().values() for content in each}
    named = {content for diet in table("diets").values() for content in diet["without"]}
    assert named == contents - {VARIES}
    assert all(dish in source.dishes() for city in source.cities().values() for dish in (*city.food_en, *city.food_zh))


def test_places_that_serve_a_diet_come_first() -> None:
    found = [sight("Old Street", note="Snacks."), sight("Temple", note="Vegetarian lunch.")]
    places, market = (
        list(parsed(tuple[FoundSight, ...], rows)) for rows in (found, [sight("厦门八市", note="热闹的海鲜市场")])
    )
    assert suiting_first(places, ["vegetarian"])[0] == places[1]
    assert suiting_first(places, ["no_nuts"]) == places
    assert suiting_first([*places, *market], ["no_seafood"]) == places


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("记住我不吃肉，坐轮椅", "去成都三天"), ("饮食（不吃肉）", "我没有景点的无障碍信息")),
        (("3 days in Rome, my wife uses a wheelchair",), ("the catalogue does not say which sights are step-free",)),
        (("我今年68岁，膝盖不好，和老伴去西安五天",), ("因台阶没有安排：西安城墙（永宁门）", "因爬坡没有安排：华山")),
        (("3 days in Cusco, altitude sickness worries me",), ("because of the altitude: Rainbow Mountain",)),
        (("去丽江四天，容易高反",), ("因海拔高没有安排：玉龙雪山", "有人担心高原反应")),
    ],
)
async def test_a_plan_names_the_needs_and_what_it_cannot_promise(turns: tuple[str, ...], told: tuple[str, ...]) -> None:
    *_, state = await conversed(turns)
    assert all(part in state.messages[-1].text for part in told)


@pytest.mark.parametrize(
    "said",
    [
        "我今年68岁，膝盖不好，和老伴去西安五天",
        "5 days in Xi'an with my mother, who has a bad hip",
        "去西安五天，我坐轮椅",
        "5 days in Xi'an with my mum who walks badly",
    ],
)
async def test_who_does_not_walk_well_has_calm_days_without_stairs(said: str) -> None:
    *_, state = await conversed((said,))
    days = state.tool_result_history[0].result["days"]
    visited = [source.sights()[visit["sight"]] for day in days for visit in day["visits"]]
    assert all(len(day["visits"]) <= PACES["relaxed"].visits for day in days)
    assert not any({"stairs", "climb"} & set(source.strains_of(sight)) for sight in visited)


@pytest.mark.parametrize(
    "said",
    ["4 days in Beijing with bad knees, but Mutianyu Great Wall is a must", "去北京四天，膝盖不好，但必须去慕田峪长城"],
)
async def test_a_climb_that_is_asked_for_by_name_stays(said: str) -> None:
    *_, state = await conversed((said,))
    days = state.tool_result_history[0].result["days"]
    assert "beijing/mutianyu-great-wall" in {visit["sight"] for day in days for visit in day["visits"]}


def test_a_remembered_wheelchair_reaches_the_understanding() -> None:
    said = understand_turns(("3 days in Rome",), TODAY)
    remembered = with_memories(said, ["I use a wheelchair", "I eat no meat"], TODAY)
    assert remembered.needs == ("wheelchair",)
    assert json.dumps(remembered.as_wire())


@pytest.mark.parametrize(
    ("said", "diet"),
    [
        ("my wife cant eat gluten", {"gluten_free"}),
        ("I'm allergic to nuts and gluten", {"no_nuts", "gluten_free"}),
        ("my son is lactose intolerant", {"no_dairy"}),
        ("不能吃花生和海鲜", {"no_nuts", "no_seafood"}),
        ("我奶奶吃素，还对花生过敏", {"vegetarian", "no_nuts"}),
    ],
)
def test_a_food_that_somebody_cannot_eat_is_understood_however_it_is_said(said: str, diet: set[str]) -> None:
    assert set(understand_turns((said,), TODAY).entities.diet) == diet
    assert set(understand_turns(("3 days in Chengdu", said), TODAY).entities.diet) == diet


def test_what_a_person_forgot_to_say_of_their_food_is_not_forgotten() -> None:
    assert understand_turns(("成都三天", "忘了说，我不吃牛肉"), TODAY).entities.diet == ("no_beef",)
    forgotten = understand_turns(("成都三天，我不吃牛肉", "忘掉不吃牛肉"), TODAY)
    assert (forgotten.intent, forgotten.entities.diet) == ("memory", ())


def test_whether_the_food_is_hot_is_answered_by_how_the_dishes_are_made() -> None:
    assert answered("成都的菜辣不辣").startswith("有些菜通常是辣的：四川火锅、麻辣兔头。")


def test_of_a_place_to_eat_only_what_concerns_eating_is_told() -> None:
    assert eating_note("Street food after dark; never leave bags alone.", "en") == "Street food after dark."
    assert eating_note("Watch for pickpockets.", "en") == ""


async def test_a_diet_told_beside_a_plan_is_answered_without_printing_the_plan_again() -> None:
    *_, state = await conversed(("成都玩两天", "我奶奶吃素，还对花生过敏"))
    assert {outcome.call.name for outcome in state.tool_result_history} == {"get_city_info", "query_attractions"}
    told = state.messages[-1].text
    assert told.startswith("已记下")
    assert "不吃肉、不吃坚果花生" in told


@pytest.mark.parametrize(
    ("turns", "seniors"),
    [
        (("两个人去成都三天", "我奶奶吃素"), None), (("3 days in Rome for two", "My grandma is vegetarian"), None),
        (("两个人去成都三天", "奶奶也去，她吃素"), 1),
        (("3 days in Rome for two", "grandma is coming too, she is vegan"), 1),
    ],
)  # fmt: skip
def test_who_only_has_a_diet_travels_where_that_is_said(turns: tuple[str, str], seniors: int | None) -> None:
    found = understand_turns(turns, TODAY).entities
    assert found.travellers is not None
    assert (found.travellers.adults, found.travellers.seniors) == (2, seniors)
    assert found.diet


async def test_a_diet_of_somebody_asks_whether_they_travel() -> None:
    *_, zh = await conversed(["两个人去成都三天", "我奶奶吃素"])
    *_, en = await conversed(["3 days in Rome for two", "My grandma is vegetarian"])
    assert "人数不变" in zh.messages[-1].text
    assert "The number of travellers stays as it was" in en.messages[-1].text


@pytest.mark.parametrize(
    ("turns", "steep", "told"),
    [
        (("4 days in Edinburgh", "my dad can't manage hills"), "Arthur's Seat", "Walking is hard for somebody"),
        (("4 days in Edinburgh, I have bad knees",), "Calton Hill", "Walking is hard for somebody"),
        (("规划重庆三日游，妈妈腿脚不好",), "南山一棵树观景台", "有人走路不方便"),
    ],
)
async def test_nobody_is_led_uphill_who_does_not_walk_well(turns: tuple[str, ...], steep: str, told: str) -> None:
    *_, state = await conversed(turns)
    route = state.tool_result_history[0].result
    assert isinstance(route, dict)
    assert steep not in {visit["name"] for day in route["days"] for visit in day["visits"]}
    assert told in state.messages[-1].text


@pytest.mark.parametrize(
    ("turns", "told", "untold"),
    [
        (("对虾蟹过敏，但爱吃，想去潮州汕头吃四天",), "虾蟹贝类过敏：", "不吃海鲜"),
        (("成都玩两天", "我奶奶吃素，还对花生过敏", "轻松一点"), "坚果花生过敏：", "不吃肉和"),
        (("4 days in Lisbon, I'm allergic to shellfish",), "An allergy to shellfish:", "no seafood"),
        (
            ("4 days in Lisbon", "no pork please, and my son has a nut allergy", "a slower pace"),
            "An allergy to nuts:",
            "no nuts",
        ),
    ],
)
async def test_a_plan_names_an_allergy_and_vouches_for_no_restaurant(
    turns: tuple[str, ...], told: str, untold: str
) -> None:
    state = (await conversed(turns))[-1]
    line = next(line for line in state.messages[-1].text.splitlines() if told in line)
    assert "vouch" in line or "无法保证" in line
    assert untold not in state.messages[-1].text


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("what should I eat in Tbilisi? I am allergic to walnuts", "No nuts or peanuts"),
        ("在第比利斯吃什么？我对核桃过敏", "不吃坚果花生"),
        ("what should I eat in Tbilisi? I am allergic to sesame", "and of nothing else: ask before you order"),
        ("在第比利斯吃什么？我对芝麻过敏", "别的没有资料，点餐前请先问清"),
    ],
)
async def test_an_allergy_is_minded_or_told_to_be_unknown(question: str, told: str) -> None:
    (state,) = await conversed([question])
    assert told in state.messages[-1].text


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("一家三口去哈尔滨四天，孩子6岁", False),
        ("4 days in Harbin with our 6 year old", False),
        ("去哈尔滨四天", True),
        ("一家三口去哈尔滨四天，孩子6岁，要去731部队", True),
    ],
)
async def test_children_are_not_led_to_what_shows_atrocities_unless_it_is_named(said: str, shown: bool) -> None:
    (state,) = await conversed([said])
    (plan,) = (o.result for o in state.tool_result_history if o.call.name == "generate_route")
    visited = {visit["sight"] for day in plan["days"] for visit in day["visits"]}
    assert ("harbin/unit-731" in visited) is shown


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("2 days in Kyoto with a 2 year old and a 6 year old", "- Counted for 1 adult and 2 children."),
        ("两大两小去京都两天", "- 按 2 个大人、2 个孩子计算。"),
    ],
)
async def test_a_party_with_children_is_told_as_it_was_counted(said: str, told: str) -> None:
    (state,) = await conversed([said])
    assert told in state.messages[-1].text


@pytest.mark.parametrize("wish", ["4 days in Lisbon, not too many hills", "里斯本四日游，不要爬山"])
async def test_who_wants_no_hills_is_led_up_none_and_told_so(wish: str) -> None:
    (state,) = await conversed((wish,))
    plan = next(o.result for o in state.tool_result_history if o.call.name == "generate_route")
    visited = {visit["sight"] for day in plan["days"] for visit in day["visits"]}
    assert not [id for id in visited if "climb" in source.strains_of(source.sights()[id])]
    text = state.messages[-1].text
    assert "Left out because of the climb" in text or "因爬坡没有安排" in text


@pytest.mark.parametrize(
    ("wish", "answer", "uphill"),
    [
        ("带爸妈去九江玩三天", "不要爬山", "三叠泉"),
        ("3 days in Jiujiang with my parents", "no climbing please", "Sandie Spring"),
    ],
)
async def test_with_elders_the_days_are_calm_and_climbs_are_named_and_given_up_on_request(
    wish: str, answer: str, uphill: str
) -> None:
    before, after = await conversed([wish, answer])
    days = plan_of(before)["days"]
    assert all(len(day["visits"]) <= PACES["relaxed"].visits for day in days)
    (told,) = [line for line in said(before).splitlines() if answer.removesuffix(" please") in line]
    assert uphill in told
    assert not any("climb" in source.strains_of(source.sights()[sight]) for sight in sights_of(after))


@pytest.mark.parametrize(
    ("wish", "question", "told"),
    [
        ("2 days in Copenhagen with a 5 year old", "is Freetown Christiania suitable for a 5 year old?", "**No**"),
        ("带5岁的孩子去哥本哈根玩两天", "克里斯蒂安尼亚自由城适合5岁的孩子吗？", "**不适合**"),
    ],
)
async def test_children_are_led_to_no_place_for_grown_ups(wish: str, question: str, told: str) -> None:
    plan, asked = await conversed([wish, question])
    assert "copenhagen/freetown-christiania" not in sights_of(plan)
    assert told in said(asked)


@pytest.mark.parametrize(
    ("said", "diet"),
    [
        ("去西安三天，老婆不吃牛羊肉", ("no_beef", "no_lamb")),
        ("成都三天，我不吃羊肉", ("no_lamb",)),
        ("3 days in Xi'an, we don't eat beef or lamb", ("no_beef", "no_lamb")),
        ("3 days in Athens, no mutton please", ("no_lamb",)),
    ],
)
def test_beef_and_mutton_are_both_left_alone_where_both_are_refused(said: str, diet: tuple[str, ...]) -> None:
    assert understand_turns((said,), TODAY).entities.diet == diet


def test_dishes_of_mutton_do_not_suit_who_eats_none() -> None:
    judged = judged_dishes(("羊肉泡馍", "凉皮"), ("no_lamb",))
    assert judged.out == ("羊肉泡馍",)
