"""The typed results hold all that the tools report, and read the reports of older releases."""

import json
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from agent_core.tools import Tool, ToolContext
from tests.assistant.asking import conversed
from tests.assistant.results import day, visit
from travelagent.assistant.results.budget import Budget
from travelagent.assistant.results.cities import FoundCities
from travelagent.assistant.results.city import CityFacts
from travelagent.assistant.results.comparison import Comparison
from travelagent.assistant.results.figures import Query, Table
from travelagent.assistant.results.parsing import dumped, parsed
from travelagent.assistant.results.route import Route
from travelagent.assistant.results.sights import FoundSights
from travelagent.assistant.results.trips import DeletedTrip, SavedTrip
from travelagent.assistant.results.values import Money
from travelagent.assistant.tools.get_city_info import get_city_info
from travelagent.assistant.tools.query_attractions import query_attractions
from travelagent.assistant.tools.trips import _read
from travelagent.trips.models import Trip

SHAPES: dict[str, type[Any]] = {
    "generate_route": Route,
    "change_route": Route,
    "calculate_budget": Budget,
    "get_city_info": CityFacts,
    "search_cities": FoundCities,
    "query_attractions": FoundSights,
    "compare_cities": Comparison,
    "generate_sql": Query,
    "run_sql": Table,
}
OF_THE_CORE = "artifacts"
"""The field that the agent core adds to a result."""


@pytest.mark.parametrize(
    ("turns", "tools"),
    [
        (
            ("规划京都三日游，两大一小，从东京坐火车去，第二天十点出发，住在京都站附近", "加一天"),
            ("generate_route", "change_route", "calculate_budget"),
        ),
        (
            (
                "4 days in Rome and Florence from 3 May, we love museums and I want to see the Colosseum",
                "make it more relaxed",
            ),
            ("generate_route", "change_route", "calculate_budget"),
        ),
        (("周末从成都坐火车三小时以内去哪里吃辣",), ("search_cities",)),
        (("Which cities in Yunnan are good for food in March?",), ("search_cities",)),
        (("推荐去阿塞拜疆旅游",), ("search_cities",)),
        (("京都和大阪四月哪个好，便宜又好吃",), ("compare_cities",)),
        (("The 5 cities in Italy with the most museums",), ("generate_sql", "run_sql")),
        (("平均每晚住宿最贵的三座日本城市",), ("generate_sql", "run_sql")),
    ],
)
async def test_a_typed_result_holds_all_that_its_tool_tells(turns: tuple[str, ...], tools: tuple[str, ...]) -> None:
    outcomes = [o for state in await conversed(turns) for o in state.tool_result_history if o.status == "success"]
    results = {o.call.name: o.result for o in outcomes if o.call.name in SHAPES}
    assert results.keys() >= set(tools)
    for tool, value in results.items():
        returned = {name: item for name, item in value.items() if name != OF_THE_CORE}
        assert json.dumps(dumped(parsed(SHAPES[tool], value))) == json.dumps(returned)


@pytest.mark.parametrize(
    ("tool", "args"),
    [
        (query_attractions, {"cities": ["kyoto"], "interests": ["culture"], "limit": 5}),
        (get_city_info, {"city": "kyoto"}),
    ],
    ids=["query_attractions", "get_city_info"],
)
def test_a_typed_result_holds_all_that_a_looked_up_tool_tells(tool: Tool, args: dict[str, Any]) -> None:
    context = ToolContext("run", "call", "en", lambda fraction, note: None)
    value = tool.function(**tool.validated(args, {}), context=context).value
    assert json.dumps(dumped(parsed(SHAPES[tool.name], value))) == json.dumps(value)


def test_the_hours_of_the_day_that_is_asked_about_are_held() -> None:
    args = query_attractions.validated({"cities": ["kyoto"], "open_on": "2026-12-07", "limit": 1}, {})
    result = query_attractions.function(**args, context=ToolContext("run", "call", "en", lambda fraction, note: None))
    (sight,) = parsed(FoundSights, result.value).sights
    assert sight.open_on
    assert all(opens < closes for opens, closes in sight.open_on)


def test_a_saved_trip_holds_all_that_its_tools_tell() -> None:
    plan = {"cities": ["kyoto"], "days": [{}, {}]}
    row = _read(Trip(pk="trip_1", title="Temples", itinerary=plan, updated_at=datetime(2026, 4, 1, 8, 30, tzinfo=UTC)))
    assert dumped(parsed(SavedTrip, row)) == row
    deleted = {"deleted": "trip_1", "title": "Temples"}
    assert dumped(parsed(DeletedTrip, deleted)) == deleted


def test_an_itinerary_of_an_older_release_is_read() -> None:
    plan = {
        "cities": [{"id": "kyoto", "name": "Kyoto"}],
        "days": [day(1, visits=[visit("kyoto/kinkaku-ji", ticket={"amount": "500.00", "currency": "JPY"}, odd=1)])],
        "edited_by_user": True,
    }
    route = parsed(Route, plan)
    assert route.days[0].date == date(2026, 12, 8)
    assert route.visits[0].ticket == Money(Decimal("500.00"), "JPY")
    assert route.days[0].walked is None
    assert route.asked.must_see == ()
    assert route.changed is None


def test_a_rest_is_no_stop() -> None:
    rows = [day(1, visits=[visit("kyoto/kinkaku-ji"), visit(None, name="Rest at the hotel"), visit(None, name="Tea")])]
    plan = parsed(Route, {"cities": [], "days": rows})
    assert plan.sights == {"kyoto/kinkaku-ji"}
    assert plan.stop_count == 2
