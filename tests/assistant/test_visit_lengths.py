"""A visit of the plan is made longer or shorter where it stands, and the plan tells how long it is."""

import pytest

from agent_core.state import AgentState
from tests.assistant.asking import conversed
from tests.assistant.plans_told import plan_of, route_of, said

pytestmark = pytest.mark.sampled(of=5)


def _stay(state: AgentState, sight: str) -> tuple[int, int]:
    """The day of a sight and the minutes of its visit."""
    return next(
        (day["day"], visit["minutes"])
        for day in plan_of(state)["days"]
        for visit in day["visits"]
        if visit["sight"] == sight
    )


@pytest.mark.parametrize(
    ("turns", "sight", "minutes", "told"),
    [
        (("4 days in Paris in April", "Shorten the Louvre to two hours"), "paris/louvre-museum", 120, "5 h → 2 h"),
        (("四月去巴黎玩四天", "卢浮宫只看两个小时"), "paris/louvre-museum", 120, "→ 2 小时"),
        (("四月去巴黎玩四天", "卢浮宫改成两个半小时"), "paris/louvre-museum", 150, "→ 2 小时 30 分钟"),
        (
            ("4 days in Paris in April", "change the Louvre to two and a half hours"),
            "paris/louvre-museum",
            150,
            "5 h → 2 h 30 min",
        ),
        (("4 days in Paris in April", "make the Louvre two hours"), "paris/louvre-museum", 120, "5 h → 2 h"),
    ],
)
async def test_a_visit_lasts_as_long_as_is_wished(turns: tuple[str, str], sight: str, minutes: int, told: str) -> None:
    before, after = await conversed(turns)
    assert _stay(before, sight)[1] > minutes
    assert _stay(after, sight) == (_stay(before, sight)[0], minutes)
    assert told in said(after)


@pytest.mark.parametrize(
    ("turns", "sight", "leaves"),
    [
        (("带父母去杭州玩三天", "最后一天下午四点的高铁，西湖想多待一会儿"), "hangzhou/west-lake", "16:00"),
        (
            ("4 days in Xiamen", "our train leaves at 3 pm on the last day, and we'd like more time on Gulangyu"),
            "xiamen/gulangyu",
            "15:00",
        ),
    ],
)
async def test_the_day_of_a_ride_is_none_of_the_visit_that_is_to_be_longer(
    turns: tuple[str, str], sight: str, leaves: str
) -> None:
    before, after = await conversed(turns)
    day, minutes = _stay(before, sight)
    assert day != len(plan_of(before)["days"])
    assert _stay(after, sight)[0] == day
    assert _stay(after, sight)[1] > minutes
    assert route_of(after).call.args["departure"]["at"] == leaves


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (
            ("4 days in Paris in April", "Isn't five hours in the Louvre too much for a six year old?"),
            ("**Louvre Museum** is planned for", "say “shorten Louvre Museum”"),
        ),
        (("四月去巴黎玩四天", "卢浮宫五个小时会不会太久？"), ("**卢浮宫**安排了", "卢浮宫少玩会儿")),
        (("4 days in Paris in April", "spend twelve hours in the Louvre"), ("That cannot be done", "The plan stays")),
    ],
)
async def test_a_visit_that_is_asked_to_be_too_long_is_told_and_one_that_cannot_be_is_refused(
    turns: tuple[str, str], told: tuple[str, ...]
) -> None:
    _, after = await conversed(turns)
    assert [line for line in told if line not in said(after)] == []
    assert after.messages[-1].text.count("###") == 0
