"""Who wants to spend as little as possible gets free sights before dear ones at once, and cheaper still when asked."""

from decimal import Decimal

import pytest

from tests.assistant.asking import TODAY, conversed
from tests.assistant.plans_told import budget_of, route_of, said
from travelagent.assistant.offline.understanding import understand_turns

pytestmark = pytest.mark.sampled(of=5)


@pytest.mark.parametrize(
    ("wish", "sparing", "cheaper"),
    [
        ("重庆三日游，两个人", "，越省越好", "再便宜一点"),
        ("3 days in Seville for two", ", as cheaply as possible", "make it even cheaper"),
    ],
)
async def test_dear_tickets_are_spared_at_once_and_cheaper_still_goes_further(
    wish: str, sparing: str, cheaper: str
) -> None:
    (usual,), (cheap, cheaper_still) = await conversed([wish]), await conversed([wish + sparing, cheaper])
    usual_total, total, least = (Decimal(budget_of(state)["total"]) for state in (usual, cheap, cheaper_still))
    assert usual_total > total > least


@pytest.mark.parametrize(
    ("wish", "advice"),
    [
        ("布拉格四日游，两个人，越省越好，总共不超过400欧", "“便宜一点”"),
        ("4 days in Prague for two, as cheaply as possible, 400 euros all in", "“Make it cheaper”"),
    ],
)
async def test_nobody_is_told_to_ask_for_what_the_plan_does_already(wish: str, advice: str) -> None:
    (state,) = await conversed([wish])
    assert "400" in said(state)
    assert advice not in said(state)


@pytest.mark.parametrize(
    "message",
    [
        "We already have the flights", "the flights are already paid, leave them out of the budget",
        "flights are booked", "机票已经买好了", "往返高铁票我们都订好了",
    ],
)  # fmt: skip
def test_a_journey_that_is_paid_is_read(message: str) -> None:
    assert understand_turns([message], TODAY).fares == "paid"


@pytest.mark.parametrize(
    "message",
    [
        "are the flights included?", "are the flights paid?", "a week from London without flights",
        "how much are flights?", "direct flights only", "机票多少钱", "预算含机票吗", "还没买机票",
    ],
)  # fmt: skip
def test_a_journey_that_is_not_paid_is_none(message: str) -> None:
    assert understand_turns([message], TODAY).fares is None


@pytest.mark.parametrize(
    "message", ["budget £1,200 without flights", "$1500 excluding flights", "预算不含机票", "去掉机票，预算够吗"]
)
def test_a_journey_that_is_left_out_is_not_paid(message: str) -> None:
    assert understand_turns([message], TODAY).fares == "left_out"


@pytest.mark.parametrize(
    ("turns", "told", "never"),
    [
        (
            ("a weekend in Paris from London in October for two, £1500 without flights", "Add a day in Lyon"),
            "The journey there and back is not counted, as you wished.",
            "is paid",
        ),
        (
            ("五一从上海去大阪玩三天，两个人，预算4000，不含机票", "加一天去奈良"),
            "按你的要求，往返交通不计入预算。",
            "已付",
        ),
    ],
)
async def test_a_journey_that_is_left_out_is_told_so_and_wishes_for_no_way(
    turns: tuple[str, str], told: str, never: str
) -> None:
    for state in await conversed(turns):
        kinds = [item["label"] for item in budget_of(state)["items"] if item["kind"] == "intercity"]
        assert told in said(state)
        assert never not in said(state)
        assert not [label for label in kinds if "plane" in label or "飞机" in label]
        assert "way" not in route_of(state).call.args


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (
            ("a weekend in Paris from New York in October for two, $1500", "we already have the flights"),
            "The journey there and back is not counted: it is paid already.",
        ),
        (("五一从上海去北京玩三天，两个人，预算4000", "机票已经买好了"), "往返交通已付，不计入预算。"),
    ],
)
async def test_a_journey_that_is_paid_is_not_counted(turns: tuple[str, str], told: str) -> None:
    before, after = await conversed(turns)
    assert told in said(after)
    kinds = [[item["kind"] for item in budget_of(state)["items"]] for state in (before, after)]
    assert ("intercity" in kinds[0], "intercity" in kinds[1]) == (True, False)


@pytest.mark.parametrize(
    ("turns", "paid"),
    [
        (("3 days in Paris from New York", "we already have the flights", "make it 4 days"), True),
        (("从上海去北京玩三天", "机票已经买好了", "多加一天", "带上爸妈"), True),
        (("从上海去北京玩三天", "机票已经买好了", "算了，换成西安"), False),
        (("3 days in Paris from New York", "we already have the flights", "what about 5 days in Rome instead?"), False),
        (("3 days in Paris from New York", "flights are booked", "scrap everything, 2 days in London"), False),
        (("从上海去北京玩三天，机票已经买好了", "全部不要了，去西安玩两天，机票也买好了"), True),
    ],
)
def test_a_journey_is_paid_as_long_as_its_trip_lasts(turns: tuple[str, ...], paid: bool) -> None:
    assert (understand_turns(turns, TODAY).fares == "paid") is paid


@pytest.mark.parametrize(
    ("turns", "limit"),
    [
        (("4 days in London in August, two adults and kids of 5 and 8, under £1200", "Make it cheaper"), 1200),
        (("五一去重庆玩三天，两个人，预算1500", "便宜一点，不能超过1500"), 1500),
    ],
)
async def test_cheaper_gives_up_as_many_dear_tickets_as_the_limit_asks_for(turns: tuple[str, str], limit: int) -> None:
    before, after = await conversed(turns)
    assert Decimal(budget_of(before)["total"]) > limit >= Decimal(budget_of(after)["total"])


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("3 days in Rome in May", "we already have the flights"), "The journey there and back is paid"),
        (("罗马三日游", "机票已经买好了"), "往返交通已付"),
    ],
)
async def test_a_journey_that_was_never_counted_is_noted_to_be_paid(turns: tuple[str, str], told: str) -> None:
    _, after = await conversed(turns)
    assert said(after).startswith(told)
