"""Which tickets of a plan cost most is told dearest first, and the dearest are given up for something cheaper."""

from decimal import Decimal
from typing import Any

import pytest

from agent_core.state import AgentState
from tests.assistant.asking import TODAY, conversed
from tests.assistant.plans_told import budget_of, plan_of, route_of, said, sights_of
from travelagent.assistant.offline.tickets import NEARLY
from travelagent.assistant.offline.understanding import understand_turns
from travelagent.catalog import source

pytestmark = pytest.mark.sampled(of=5)

PRAGUE = "4 days in Prague in May for the two of us"
CHONGQING = "五一去重庆玩三天，两个人"


def priced(state: AgentState) -> list[dict[str, Any]]:
    """The visits of the plan with a ticket that costs anything, dearest first."""
    visits = [visit for day in plan_of(state)["days"] for visit in day["visits"] if visit["ticket"]]
    paid = [visit for visit in visits if Decimal(visit["ticket"]["amount"]) > 0]
    return sorted(paid, key=lambda visit: (-Decimal(visit["ticket"]["amount"]), visit["sight"]))


@pytest.mark.parametrize(
    ("opening", "question"),
    [
        (PRAGUE, "which of the tickets could we skip to save money?"),
        (PRAGUE, "what sights can we leave out to save some money?"),
        (PRAGUE, "which sight is the most expensive?"),
        (CHONGQING, "哪些门票可以不买？"),
        (CHONGQING, "哪个景点门票最贵"),
    ],
)
async def test_the_tickets_of_the_plan_are_told_dearest_first(opening: str, question: str) -> None:
    before, after = await conversed((opening, question))
    text, paid = said(after), priced(before)
    assert not after.tool_result_history
    assert text.index(f"| {paid[0]['name']}") < text.index(f"| {paid[-1]['name']}")
    assert text.count("\n|") == len(paid) + 2
    assert understand_turns((opening, question), TODAY).entities == understand_turns((opening,), TODAY).entities


@pytest.mark.parametrize(
    ("opening", "wish", "number"),
    [
        (PRAGUE, "ok drop the most expensive one", 1),
        (PRAGUE, "could you skip the two priciest tickets", 2),
        (CHONGQING, "把最贵的那个去掉", 1),
        (CHONGQING, "最贵的两个不要了", 2),
    ],
)
async def test_the_dearest_tickets_go_and_none_as_dear_comes(opening: str, wish: str, number: int) -> None:
    before, after = await conversed((opening, wish))
    gone = {visit["sight"] for visit in priced(before)[:number]}
    assert sights_of(before) - sights_of(after) == gone
    come = sights_of(after) - sights_of(before)
    least = Decimal(priced(before)[number - 1]["ticket"]["amount"])
    assert all(source.sights()[sight].price < least * NEARLY for sight in come)
    assert Decimal(budget_of(after)["total"]) < Decimal(budget_of(before)["total"])


async def test_the_dearest_of_a_day_is_none_of_the_others() -> None:
    before, after = await conversed((PRAGUE, "drop the most expensive stop on day 3"))
    of_day = [visit for visit in plan_of(before)["days"][2]["visits"] if visit in priced(before)]
    dearest = max(of_day, key=lambda visit: Decimal(visit["ticket"]["amount"]))
    assert dearest["sight"] in route_of(after).call.args["drop"]
    assert sights_of(before) - sights_of(after) == {dearest["sight"]}


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (
            ("1 day in Kyoto", "drop the three most expensive tickets", "drop the most expensive one"),
            "No stop of the plan needs a ticket",
        ),
        (("京都一日游", "最贵的三个去掉", "把最贵的去掉"), "没有要花钱买的门票"),
    ],
)
async def test_a_plan_without_tickets_is_told_to_be_so(turns: tuple[str, ...], told: str) -> None:
    _, without, after = await conversed(turns)
    assert not priced(without)
    assert told in said(after)
    assert not after.tool_result_history


@pytest.mark.parametrize(
    "other", ["drop the most expensive hotel", "不要最贵的那种酒店", "which hotel is the most expensive?"]
)
async def test_the_dearest_hotel_is_no_ticket(other: str) -> None:
    opening = PRAGUE if other.isascii() else CHONGQING
    before, after = await conversed((opening, other))
    changed = [o for o in after.tool_result_history if o.call.name == "change_route"]
    assert not any("drop" in o.call.args for o in changed)
    assert before.understanding["entities"].get("avoid") == after.understanding["entities"].get("avoid")


@pytest.mark.parametrize(
    ("opening", "wish", "changed"),
    [
        (f"{PRAGUE}, as cheaply as possible", "ok drop the most expensive one", "What changed"),
        ("布拉格四日游，两个人，越省越好", "把最贵的那个去掉", "改动"),
    ],
)
async def test_the_last_ticket_that_goes_is_told_as_a_change(opening: str, wish: str, changed: str) -> None:
    before, after = await conversed((opening, wish))
    assert len(priced(before)) == 1
    assert not priced(after)
    assert changed in said(after)


async def test_the_budget_counts_the_tickets_of_the_days_of_the_visits() -> None:
    (after,) = await conversed(["北京两日游，12月8日出发"])
    tickets = {visit["sight"]: Decimal(visit["ticket"]["amount"]) for visit in priced(after)}
    assert tickets["beijing/forbidden-city"] == 40
    paid = (Decimal(item["amount"]) for item in budget_of(after)["items"] if item["kind"] == "tickets")
    assert sum(paid) == sum(tickets.values())
