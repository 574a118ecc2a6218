"""Who wants to spend as little as possible gets free sights before dear ones at once, and cheaper still when asked."""

from decimal import Decimal

import pytest

from tests.assistant.asking import conversed
from tests.assistant.plans_told import budget_of, said


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
