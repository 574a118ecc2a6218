"""A plan that could not be made loses nothing that was requested."""

import itertools
import sys
from typing import Any

import pytest

from agent_core.messages import ToolMessage
from agent_core.tools import ToolError
from tests.assistant.asking import Memory, conversed
from tests.planning.cast import edits_of
from travelagent.assistant.edit_arguments import NameResolver
from travelagent.assistant.refusals import refusal
from travelagent.assistant.wording import problem
from travelagent.catalog.planners import Busy
from travelagent.plans.errors import Infeasible
from travelagent.plans.values import LocalizedText

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


TOO_MANY = {
    "en": "Two days in Beijing, we must see the Forbidden City, the Great Wall at Mutianyu, the Summer Palace, the"
    " Temple of Heaven, the Ming Tombs, Lama Temple and the 798 Art Zone, 2 adults, budget 3000 yuan",
    "zh": "北京两天，两个人，必须去故宫、慕田峪长城、颐和园、天坛、明十三陵、雍和宫和798，预算3000元",
}


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every plan has wishes that clash, of each try in other words."""
    tries = itertools.count(1)

    def refuse(wanted: Any, locale: str, *args: Any, **more: Any) -> Any:
        number = next(tries)
        clash = LocalizedText(f"Clash {number}.", f"第 {number} 个冲突。")
        relaxation = LocalizedText("Add 3 days.", "可以增加 3 天。")
        raise refusal(Infeasible(clash, ("beijing/summer-palace",), relaxation, edits_of(extra_days=3)), locale)

    monkeypatch.setattr(TOOL, "plan_trip", refuse)


@pytest.mark.usefixtures("refused")
@pytest.mark.parametrize(
    ("language", "answer"),
    [
        ("en", "Not done: Clash 1. Add 3 days."),
        ("zh", "没做到的：第 1 个冲突。可以增加 3 天。"),
    ],
)
async def test_the_answer_names_one_clash_and_one_way_out(language: str, answer: str) -> None:
    (state,) = await conversed([TOO_MANY[language]])

    assert state.reply == answer


@pytest.mark.usefixtures("refused")
async def test_a_wish_that_cannot_be_kept_stands() -> None:
    memory = Memory()

    await conversed([TOO_MANY["en"]], memory=memory)
    trip = memory.trip()

    assert trip.itinerary is None
    assert (trip.brief.places, trip.brief.dates.days) == (("beijing",), 2)


@pytest.mark.parametrize(
    ("language", "left"),
    [
        ("en", "Not done: Great Wall at Mutianyu, Summer Palace, Ming Tombs (Changling) did not fit ("),
        ("zh", "没做到的：慕田峪长城、颐和园、明十三陵（长陵）没排进（"),
    ],
)
async def test_a_plan_is_made_at_once_without_what_does_not_fit(language: str, left: str) -> None:
    memory = Memory()

    (state,) = await conversed([TOO_MANY[language]], memory=memory)
    trip = memory.trip()

    assert sum(m.name == "generate_route" for m in state.messages if isinstance(m, ToolMessage)) == 2
    assert state.reply.startswith(left)
    assert trip.itinerary is not None
    visited = {visit["sight"] for day in trip.itinerary["days"] for visit in day["visits"]}
    assert visited >= set(trip.brief.must_see)
    assert len(trip.brief.must_see) == 4


@pytest.mark.parametrize("locale", ["en", "zh"])
def test_a_traveller_is_spared_the_form_of_arguments(locale: str) -> None:
    """A model reads which field was wrong, whoever reads the answer plain words."""
    resolver = NameResolver(["beijing"], locale)
    for edits in ([{"op": "fly"}], [{"op": "pace", "pace": "hectic"}], [{"op": "add_days", "count": "x"}]):
        with pytest.raises(ToolError) as caught:
            resolver.edits(edits)
        error = caught.value.as_dict()
        assert error["fields"][0]["field"].startswith("edits.0")
        assert problem(error, locale) == problem({"code": "invalid_arguments", "message": ""}, locale)
    for lacking in ({"code": "invalid_arguments", "message": "days_each names 2 of 3 cities"}, error):
        assert "days" not in problem(lacking, locale)
