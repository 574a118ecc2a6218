"""The tool: names become ids, the budget is calculate_budget's, the trip at hand is what is asked about."""

from typing import Any

import pytest

from agent_core.tools import ToolContext, ToolError
from tests.asks.trips import LOCALES, trip
from travelagent.assistant.results.parsing import parsed
from travelagent.assistant.results.plan_answer import PlanAnswer
from travelagent.assistant.tools.ask_plan import ask_plan
from travelagent.assistant.tools.calculate_budget import calculate_budget
from travelagent.briefs.at_hand import TripAtHand


def ask(at_hand: TripAtHand, locale: str = "en", **args: Any) -> PlanAnswer:
    given = ask_plan.validated(args, {"trip": lambda: at_hand})
    context = ToolContext("run", "call", locale, lambda fraction, note: None)
    return parsed(PlanAnswer, ask_plan.function(**given, context=context).value)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", ["Colosseum", "the Colosseum", "罗马斗兽场", "rome/colosseum"])
def test_a_sight_goes_by_any_of_its_names(name: str, locale: str) -> None:
    found = ask(trip("two_cities"), locale, topic="when", about=[name])
    assert found.facts["visits"][0]["sight"] == "rome/colosseum"


@pytest.mark.parametrize("name", ["Kyoto", "京都", "kyoto"])
def test_a_city_goes_by_any_of_its_names(name: str) -> None:
    assert ask(TripAtHand(), topic="weather", about=[name]).facts["cities"][0]["city"] == "kyoto"


def test_an_area_and_the_ends_of_a_ride_are_named() -> None:
    assert not ask(TripAtHand(), topic="food", about=["Italy"]).known
    ride = ask(trip("two_cities"), topic="ride", ends=["Rome", "Florence"])
    assert ride.facts["ends"] == ["rome", "florence"]


def test_sights_are_shown_where_no_plan_is() -> None:
    def shown(at_hand: TripAtHand) -> list[str]:
        given = ask_plan.validated({"topic": "sights", "about": ["Kyoto"]}, {"trip": lambda: at_hand})
        found = ask_plan.function(**given, context=ToolContext("run", "call", "en", lambda fraction, note: None))
        return [sight["id"] for each in found.shown for city in each.payload["cities"] for sight in city["sights"]]

    assert {"kyoto/fushimi-inari-taisha", "kyoto/kiyomizu-dera"} <= set(shown(TripAtHand()))
    assert shown(trip("two_cities")) == []


def test_a_name_that_is_not_known_is_refused() -> None:
    with pytest.raises(ToolError) as refused:
        ask(TripAtHand(), topic="weather", about=["Qwzxyzzy"])
    assert refused.value.code == "unknown_city"


def test_an_unknown_topic_is_refused() -> None:
    with pytest.raises(ToolError) as refused:
        ask(TripAtHand(), topic="horoscope")
    assert refused.value.code == "invalid_arguments"


def test_the_total_is_that_of_calculate_budget() -> None:
    at_hand = trip("two_cities")
    args = calculate_budget.validated({"city": "Rome", "days": 5}, {"trip": lambda: at_hand})
    context = ToolContext("run", "call", "en", lambda fraction, note: None)
    budget = calculate_budget.function(**args, context=context).value
    assert ask(at_hand, topic="price").facts["total"] == budget["total"]


def test_it_changes_nothing() -> None:
    context = ToolContext("run", "call", "en", lambda fraction, note: None)
    result = ask_plan.function(
        **ask_plan.validated({"topic": "plan"}, {"trip": lambda: trip("family")}), context=context
    )
    assert (result.events, result.shown, ask_plan.writes) == ((), (), False)
