"""While a plan stands: another place that is looked for, asked about or unknown is not answered with the plan's."""

import asyncio
from datetime import date

import pytest

from agent_core.state import AgentState
from tests.assistant.asking import TODAY, conversed
from travelagent.assistant.offline.understanding import understand_turns
from travelagent.assistant.offline.values import Understood

pytestmark = pytest.mark.sampled(of=5)

KYOTO, KYOTO_ZH = "Plan 7 days in Kyoto", "规划京都七日游"


def read(*turns: str) -> Understood:
    return understand_turns(turns, date(2026, 11, 21))


def last(*turns: str) -> AgentState:
    return asyncio.run(conversed(turns))[-1]


def called(state: AgentState) -> list[str]:
    return [outcome.call.name for outcome in state.tool_result_history]


@pytest.mark.parametrize(
    "wish",
    [
        "a warm beach in January under 800 yuan a day", "beach in January under 800 yuan a day",
        "an island for February", "a quiet ski resort in March", "一月份每天800元以内的海边", "二月的海岛",
    ],
)  # fmt: skip
def test_a_kind_of_place_with_a_time_or_a_price_is_looked_for(wish: str) -> None:
    assert read(KYOTO, wish).intent == "city_recommendation"


@pytest.mark.parametrize(
    "wish",
    [
        "add a beach",
        "more beach please",
        "a beach on day 2",
        "也想去海边",
        "第二天去海边",
        "make it January",
        "海边也安排一下",
    ],
)
def test_a_kind_of_place_for_the_plan_stays_a_change_of_it(wish: str) -> None:
    assert read(KYOTO, wish).intent != "city_recommendation"


@pytest.mark.parametrize(
    ("plan", "wish"),
    [(KYOTO, "a warm beach in January under 800 yuan a day"), (KYOTO_ZH, "一月份每天800元以内的海边")],
)
def test_the_places_found_are_recommended_and_nothing_is_planned(plan: str, wish: str) -> None:
    state = last(plan, wish)
    assert set(called(state)) == {"search_cities"}
    assert state.tool_result_history[0].result["cities"]


@pytest.mark.parametrize(
    ("question", "city", "adults"),
    [
        ("四口人在巴黎一周要多少钱？", "paris", 4),
        ("两个人在东京五天怎么玩", "tokyo", 2),
        ("一家人在罗马三天要多少钱", "rome", None),
    ],
)
def test_people_in_a_place_do_not_set_out_from_it(question: str, city: str, adults: int | None) -> None:
    said = read(KYOTO_ZH, question).entities
    assert (said.cities, said.origin) == ((city,), None)
    assert (said.travellers.adults if said.travellers else None) == adults


def test_where_the_speaker_is_stays_the_origin() -> None:
    assert read("我人在巴黎，想去罗马").entities.origin == "paris"


@pytest.mark.parametrize(
    ("plan", "wish", "name"),
    [
        (KYOTO_ZH, "去火星玩三天", "火星"), (KYOTO, "3 days in Xyzzyville", "Xyzzyville"),
        (KYOTO, "let's visit Xyzzyville instead", "Xyzzyville"), (KYOTO, "a weekend in Portland", "Portland"),
    ],
)  # fmt: skip
def test_an_unknown_place_is_said_to_be_unknown_while_a_plan_stands(plan: str, wish: str, name: str) -> None:
    state = last(plan, wish)
    assert not any(outcome.status == "success" for outcome in state.tool_result_history if "route" in outcome.call.name)
    assert name in state.messages[-1].text


@pytest.mark.parametrize(
    "said", ["skip the museums though", "is six days enough for that?", "my husband comes too", "a few days to chill"]
)
def test_other_words_about_the_plan_are_no_unknown_places(said: str) -> None:
    assert read(KYOTO, said).unknown_places == ()


@pytest.mark.parametrize(
    ("plan", "said", "unknown"),
    [
        (KYOTO, "go back to 2 days", "I know no sight"),
        (KYOTO_ZH, "还是改回两天", "没有叫"),
    ],
)
def test_a_plan_goes_back_to_fewer_days_without_a_word_of_an_unknown_sight(plan: str, said: str, unknown: str) -> None:
    state = last(plan, said)
    assert [o.call.args["days"] for o in state.tool_result_history if o.call.name == "change_route"] == [2]
    assert unknown not in state.messages[-1].text


def test_of_course_names_no_sight() -> None:
    state = last(KYOTO, "we are two adults of course, and want a nap from 1 to 3 pm")
    assert "course" not in state.messages[-1].text


def test_after_an_unknown_place_the_plan_can_be_gone_on_with() -> None:
    said = read(KYOTO_ZH, "去火星玩三天", "那还是京都吧")
    assert (said.unknown_places, said.entities.cities) == ((), ("kyoto",))


@pytest.mark.parametrize(
    ("turns", "days"),
    [
        (("3 days in Lisbon in May", "Amsterdam or Bruges in February?", "plan Bruges"), 3),
        (("3 days in Lisbon", "Amsterdam or Bruges in February?", "which is cheaper?", "plan Bruges for 2 days"), 2),
        (("里斯本3天", "二月去阿姆斯特丹还是布鲁日", "规划布鲁日"), 3),
        (("Amsterdam or Bruges in February?", "plan Bruges, 2 days"), 2),
    ],
)
def test_a_plan_of_a_city_that_was_asked_about_has_the_time_of_the_question(turns: tuple[str, ...], days: int) -> None:
    entities = understand_turns(turns, TODAY).entities
    assert (entities.cities, entities.month, entities.days) == (("bruges",), 2, days)


def test_a_city_that_is_added_leaves_the_trip_its_time() -> None:
    turns = ["3 days in Lisbon in May", "what is Bruges like in February?", "add Bruges"]
    entities = understand_turns(turns, TODAY).entities
    assert (entities.cities, entities.month) == (("lisbon", "bruges"), 5)
