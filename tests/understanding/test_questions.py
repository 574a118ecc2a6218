"""What has to be asked about, how the answer is reached, and what else stands beside the slots."""

import pytest

from tests.understanding.test_labelled_set import TODAY
from travelagent.assistant.offline.understanding import understand_turns
from travelagent.assistant.offline.values import Travellers, Understood


def read(*turns: str) -> Understood:
    return understand_turns(turns, TODAY)


@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("Plan 3 days in Xyzzyville", "Xyzzyville"),
        ("plan 3 days in xyzzyville", "xyzzyville"),
        ("规划阿布拉三日游", "阿布拉"),
        ("A weekend in Portland", "Portland"),
        ("想去圣地亚哥玩五天", "圣地亚哥"),
        ("雾都三天怎么玩", "雾都"),
    ],
)
def test_an_unknown_or_shared_name_is_asked_about(text: str, surface: str) -> None:
    understood = read(text)
    assert understood.intent == "travel_planning"
    assert understood.unknown_places == (surface,)
    assert understood.entities.cities == ()
    assert understood.confidence <= 0.5


@pytest.mark.parametrize(
    "text",
    [
        "plan a trip", "Plan 3 days for two", "A week in total", "trip in December", "规划三日游", "去海边玩三天",
        "想出去玩几天", "holiday with the kids", "我想去一个安静的地方", "a weekend at the beach",
        "3 days in spring", "帮我规划一下行程",
    ],
)  # fmt: skip
def test_ordinary_words_are_no_unknown_places(text: str) -> None:
    assert read(text).unknown_places == ()


def test_a_region_beside_it_settles_a_shared_name() -> None:
    assert read("A weekend in Portland, Oregon").entities.cities == ("portland",)
    assert read("想去智利的圣地亚哥玩五天").entities.cities == ("santiago",)


def test_a_lower_case_country_is_a_place_and_a_lower_case_word_is_none() -> None:
    trip = read("this is a china trip")
    assert (trip.intent, trip.entities.countries) == ("travel_planning", ("CN",))
    assert read("have a nice trip").entities.cities == ()
    assert read("3 days in nice").entities.cities == ("nice",)


def test_the_answer_to_the_question_takes_the_unknown_place() -> None:
    understood = read("规划阿布拉三日游", "那就北京吧")
    assert understood.unknown_places == ()
    assert (understood.entities.cities, understood.entities.days) == (("beijing",), 3)


def test_what_is_missing_comes_in_the_order_of_its_value() -> None:
    assert read("帮我规划一次旅行").missing[:2] == ("city", "days")
    assert read("规划北京三日游").missing == ("budget", "season", "travellers", "interests")
    assert read("几月去好").missing == ("city",)
    assert read("你好").missing == ()


def test_what_needs_no_tool_is_answered_directly() -> None:
    assert [read(t).mode for t in ("你好", "thanks!", "Write me a poem", "太离谱了")] == ["direct"] * 4
    assert [read(t).mode for t in ("规划北京三日游", "我收藏的行程有哪些")] == ["react"] * 2


def test_the_last_message_says_what_it_is_about() -> None:
    understood = read("苏州和扬州五天", "扬州有什么好吃的")
    assert understood.entities.cities == ("suzhou", "yangzhou")
    assert understood.about == ("yangzhou",)
    assert read("故宫周一开门吗").about == ("beijing/forbidden-city",)


@pytest.mark.parametrize(
    ("text", "mood"),
    [
        ("规划北京三日游", "neutral"),
        ("I can't wait to see Rome!", "excited"),
        ("明天就走，赶紧帮我排一下", "urgent"),
        ("还在纠结去哪", "hesitant"),
        ("What is there to see in Oslo?", "curious"),
        ("太让人失望了", "disappointed"),
        ("谢谢，安排得很棒", "satisfied"),
    ],
)
def test_the_mood_is_heard(text: str, mood: str) -> None:
    assert read(text).sentiment == mood


def test_the_language_is_that_of_the_last_message() -> None:
    assert read("规划北京三日游", "make it four days").language == "en"
    assert read("规划北京三日游", "4").language == "zh"


@pytest.mark.parametrize(
    ("plan", "other", "city"),
    [
        ("Plan 3 days in Kyoto for two", "what about Osaka instead?", "osaka"),
        ("plan 4 days in Rome", "how about Naples instead", "naples"),
        ("规划北京三日游", "换成上海", "shanghai"),
        ("规划北京三日游", "要不去西安", "xian"),
    ],
)
def test_another_city_in_the_plans_stead_is_planned(plan: str, other: str, city: str) -> None:
    understood = read(plan, other)
    assert (understood.intent, understood.entities.cities) == ("travel_planning", (city,))


@pytest.mark.parametrize(
    "text",
    [
        "three days in London for two in May", "Weekend in Rome for two in May", "Rome for two next week",
        "three days in London for two on 3 May", "three days in London for two under $900",
    ],
)  # fmt: skip
def test_a_party_is_counted_whatever_follows_it(text: str) -> None:
    assert read(text).entities.travellers == Travellers(adults=2)


@pytest.mark.parametrize(
    "text", ["Rome for two days in May", "Rome for three nights in May", "Rome for two weeks in May"]
)
def test_a_length_is_no_party(text: str) -> None:
    assert read(text).entities.travellers is None


@pytest.mark.parametrize(
    ("turns", "party"),
    [
        (["Dublin with both my parents", "my dad is a vegetarian and hates museums"], Travellers(adults=1, seniors=2)),
        (["带爸妈去西安玩三天", "我爸不吃辣"], Travellers(adults=1, seniors=2)),
        (["5 days in Paris for our honeymoon"], Travellers(adults=2)),
        (["a weekend in Paris for our first anniversary"], Travellers(adults=2)),
        (["结婚十周年去三亚五天"], Travellers(adults=2)),
        (["a weekend in Rome for my parents' 40th anniversary"], Travellers(seniors=2)),
        (["爸妈结婚三十周年，带他们去桂林四天"], Travellers(adults=1, seniors=2)),
        (["三亚五天蜜月"], Travellers(adults=2)),
        (["honeymoon in Paris with my wife"], Travellers(adults=2)),
        (["带女朋友去大理玩三天"], Travellers(adults=2)),
        (["We are going to Lisbon with two kids for 4 days"], Travellers(adults=2, children=2)),
        (["I am going to Lisbon with two kids for 4 days"], Travellers(adults=1, children=2)),
    ],
)
def test_who_is_named_is_counted_once(turns: list[str], party: Travellers) -> None:
    assert read(*turns).entities.travellers == party


@pytest.mark.parametrize(
    "turns",
    [
        ("苏州两日游", "一共要花多少钱？", "把第一天的博物馆去掉，换成园林"),
        ("2 days in Suzhou", "how much is that for two?", "no museums, swap them for gardens"),
    ],
)
def test_a_kind_exchanged_after_a_question_of_costs_is_a_change_of_the_plan(turns: tuple[str, ...]) -> None:
    assert read(*turns).intent == "travel_planning"
