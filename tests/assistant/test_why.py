"""Why a sight is, or is not, in the plan at hand: answered from the solver's own reasons, and nothing is changed."""

import asyncio
import re
from datetime import date

import pytest

from agent_core.state import AgentState
from tests.assistant.asking import TODAY, Said, conversed
from travelagent.assistant.offline.understanding import understand_turns
from travelagent.plans.words import short_day

pytestmark = pytest.mark.sampled(of=5)

KYOTO, BEIJING = "Three days in Kyoto in April for two", "规划北京三日游"


def last(*turns: Said) -> tuple[AgentState, AgentState]:
    """The states after the first turn and after the last."""
    states = asyncio.run(conversed(turns))
    return states[0], states[-1]


def answer_of(state: AgentState) -> str:
    return state.messages[-1].text


def left_out(planned: AgentState) -> dict[str, str]:
    """One sight that the plan leaves out, with its reason and what would let it in."""
    route = next(o.result for o in planned.tool_result_history if o.call.name == "generate_route")
    found: dict[str, str] = route["left_out"][0]
    return found


@pytest.mark.parametrize(
    ("wish", "question"),
    [
        (KYOTO, "Why is {name} left out?"),
        (KYOTO, "why not {name}?"),
        (KYOTO, "Why isn't {name} in the plan?"),
        (BEIJING, "为什么没有安排{name}？"),
        (BEIJING, "怎么不去{name}"),
    ],
)
def test_what_is_left_out_has_the_solvers_reason(wish: str, question: str) -> None:
    before, after = last(wish, lambda planned: question.format(name=left_out(planned)["name"]))
    row = left_out(before)

    assert after.tool_result_history == ()
    assert row["name"] in answer_of(after)
    assert row["reason"] in answer_of(after)
    assert row["relaxation"] in answer_of(after)


def test_what_is_in_the_plan_has_its_day_and_its_reason() -> None:
    before, after = last(KYOTO, "why Nijo Castle?")
    route = next(o.result for o in before.tool_result_history if o.call.name == "generate_route")
    day, visit = next((d, v) for d in route["days"] for v in d["visits"] if v["sight"] == "kyoto/nijo-castle")

    when = f"day {day['day']} ({short_day(date.fromisoformat(day['date'])).en})"
    assert f"is on {when}, {visit['arrive']}–{visit['depart']}. {visit['why']}" in answer_of(after)


@pytest.mark.parametrize(
    ("wish", "question", "verdict"),
    [
        (
            "Lisbon, 4 days from Monday 12 April 2027",
            "why is the Jeronimos Monastery on that day, isn't it closed on Mondays?",
            "**Yes**: Jerónimos Monastery is closed on Mondays.",
        ),
        (
            "里斯本四天，2027年4月12日出发",
            "为什么热罗尼莫斯修道院排在那天，周一不是闭馆吗",
            "**是的**，热罗尼莫斯修道院周一不开放。",
        ),
    ],
)
def test_whether_it_is_shut_on_a_weekday_stands_before_the_reason(wish: str, question: str, verdict: str) -> None:
    before, after = last(wish, question)
    route = next(o.result for o in before.tool_result_history if o.call.name == "generate_route")
    why = next(v["why"] for d in route["days"] for v in d["visits"] if v["sight"] == "lisbon/jeronimos-monastery")

    assert answer_of(after).startswith(verdict)
    assert answer_of(after).endswith(why)


@pytest.mark.parametrize("question", ["why is the Summer Palace not in it", "为什么没有安排颐和园"])
def test_a_question_wishes_for_nothing(question: str) -> None:
    asked, before = understand_turns((BEIJING, question), TODAY), understand_turns((BEIJING,), TODAY)

    assert asked.why
    assert asked.intent == "itinerary_query"
    assert asked.entities == before.entities


def test_a_plan_of_a_region_is_asked_about_as_well() -> None:
    asked = understand_turns(("五月去云南玩七天", "为什么没有安排泸沽湖？"), TODAY)

    assert asked.why
    assert asked.entities.must_see == ()


@pytest.mark.parametrize("turns", [("为什么没有安排颐和园",), (BEIJING, "为什么这么贵"), (BEIJING, "加上颐和园")])
def test_without_a_plan_or_a_sight_or_the_question_it_is_none(turns: tuple[str, ...]) -> None:
    assert not understand_turns(turns, TODAY).why


def test_a_move_to_a_day_when_it_is_closed_is_refused_with_the_cause_and_changes_nothing() -> None:
    _, after = last("Plan 3 days in Kyoto for two from 6 December 2026", "move Kyoto National Museum to day 2")

    routes = [(o.call.name, o.status) for o in after.tool_result_history if "route" in o.call.name]
    assert routes == [("change_route", "failed")]
    assert answer_of(after) == (
        "**That cannot be done.** Kyoto National Museum is closed on day 2, Monday 7 December 2026."
        " Visit Kyoto National Museum on another day. The plan stays as it was."
    )


@pytest.mark.parametrize(
    ("wish", "question", "foreign"),
    [(BEIJING, "why is the Summer Palace not in it?", r"[\u4e00-\u9fff]"), (KYOTO, "为什么安排二条城", r"[A-Za-z]{3}")],
)
def test_the_reason_is_in_the_language_of_the_question(wish: str, question: str, foreign: str) -> None:
    before, after = last(wish, question)
    assert re.search(foreign, answer_of(before))
    assert not re.search(foreign, answer_of(after))
