"""Amounts are told in the currency that was named, of one's home, of the conversation so far, else of the language."""

import pytest

from agent_core.messages import call
from agent_core.state import AgentState
from tests.assistant.asking import TODAY, conversed
from tests.assistant.results import budget
from travelagent.assistant.offline.arguments import budget_arguments, search_arguments
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.understanding import understand_turns
from travelagent.assistant.tool_results import Found

pytestmark = pytest.mark.sampled(of=5)


def currency(*said: str, counted: str | None = None) -> str:
    """The currency of the budget that these turns lead to, after one in `counted`."""
    earlier = (Found(call("b", "calculate_budget"), budget(currency=counted), None),) if counted else ()
    understood, turn = understand_turns(said, TODAY), Turn(said, (), earlier, today=TODAY)
    found = budget_arguments(understood, turn, "rome")["currency"]
    assert search_arguments(understood, turn)["currency"] == found
    return str(found)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("3 days in Rome", "USD"),
        ("去罗马三天", "CNY"),
        ("3 days in Rome for £900", "GBP"),
        ("I live in Leeds. 3 days in Rome", "GBP"),
        ("3 days in Rome, flying out of Tokyo", "JPY"),
        ("3 days in Rome from Chengdu", "CNY"),
        ("I live in Leeds. 3 days in Rome for 900 euros", "EUR"),
    ],
)
def test_it_works(said: str, told: str) -> None:
    assert currency(said) == told


@pytest.mark.parametrize(
    ("said", "region", "told"),
    [
        ("3 days in Rome", "GB", "GBP"),
        ("3 days in Rome", "", "USD"),
        ("3 days in Rome under 900 euros", "GB", "EUR"),
        ("罗马三日游", "HK", "HKD"),
    ],
)
async def test_where_none_is_named_it_is_that_of_the_readers_country(said: str, region: str, told: str) -> None:
    (state,) = await conversed([said], region)
    budget = next(o for o in state.tool_result_history if o.call.name == "calculate_budget")
    assert budget.call.args["currency"] == told


def test_a_conversation_keeps_its_currency() -> None:
    assert currency("去罗马三天", "make it relaxed", counted="CNY") == "CNY"
    assert currency("3 days in Rome", "轻松一点", counted="USD") == "USD"


def test_a_home_or_a_currency_said_later_counts() -> None:
    assert currency("3 days in Rome", "we come from Leeds", counted="USD") == "GBP"
    assert currency("去罗马三天", "预算 900 欧元", counted="CNY") == "EUR"


async def test_the_budget_of_a_plan_is_told_in_the_currency_that_is_asked_for_and_stays_in_it() -> None:
    states = await conversed(("2 days in Paris", "how much is that in pounds?", "make it cheaper"))
    assert [_currency_told(state) for state in states] == ["USD", "GBP", "GBP"]


def _currency_told(state: AgentState) -> str:
    budgets = [outcome for outcome in state.tool_result_history if outcome.call.name == "calculate_budget"]
    return str(budgets[-1].call.args["currency"])


@pytest.mark.parametrize(
    ("wish", "question", "within"),
    [
        ("Two days in Porto for two under 400 euros", "show me the budget in dollars", "That keeps within €400."),
        ("北京三日游两个人，预算三千", "换算成美元看看预算", "在 ¥3,000 以内。"),
    ],
)
async def test_a_limit_stays_in_the_currency_in_which_it_was_said(wish: str, question: str, within: str) -> None:
    _, state = await conversed([wish, question])
    assert within in state.messages[-1].text.splitlines()


async def test_a_limit_is_broken_in_whatever_currency_is_counted() -> None:
    _, state = await conversed(["Two days in Porto for two under 300 euros", "show me the budget in dollars"])
    assert "That is more than €300" in state.messages[-1].text
