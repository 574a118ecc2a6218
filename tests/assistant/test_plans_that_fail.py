"""A plan that could not be made loses nothing that was requested."""

import sys
from typing import Any

import pytest

from tests.assistant.asking import Memory, conversed
from travelagent.assistant.refusals import refusal
from travelagent.catalog.planners import Busy

TOOL = sys.modules["travelagent.assistant.tools.generate_route"]  # its package has the tool under this name
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("error", [RuntimeError("the planner broke down"), refusal(Busy(), "en")])
@pytest.mark.parametrize(
    ("wish", "then", "days"),
    [("规划苏州两日游，带老人，预算3000元", "再试一次", 2), ("Two days in Suzhou", "Make it three days", 3)],
)
async def test_the_next_message_adds_to_the_wish(
    wish: str, then: str, days: int, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, tries = TOOL.plan_trip, 0

    def fails_once(*args: Any, **more: Any) -> Any:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise error
        return plan(*args, **more)

    monkeypatch.setattr(TOOL, "plan_trip", fails_once)
    memory = Memory()
    await conversed([wish, then], memory=memory)
    trip = memory.trip()
    assert trip.brief.places == ("suzhou",)
    assert trip.itinerary is not None
    assert len(trip.itinerary["days"]) == days


async def test_a_wish_that_cannot_be_kept_stands_until_the_next_message() -> None:
    wish = (
        "Two days in Beijing, we must see the Forbidden City, the Great Wall at Mutianyu, the Summer Palace, the Temple"
        " of Heaven, the Ming Tombs, Lama Temple, 798 and Beihai Park, 2 adults, budget 3000 yuan"
    )
    memory = Memory()

    await conversed([wish], memory=memory)
    refused = memory.trip()
    await conversed(["Make it five days"], memory=memory)
    trip = memory.trip()

    assert refused.itinerary is None
    assert (refused.brief.places, refused.brief.dates.days) == (("beijing",), 2)
    assert (trip.brief.budget, trip.brief.must_see) == (refused.brief.budget, refused.brief.must_see)
    assert trip.itinerary is not None
    assert len(trip.itinerary["days"]) == 5
