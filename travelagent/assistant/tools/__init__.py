"""The travel tools, one file each: copy a neighbour to add one."""

from agent_core.tools import ToolRegistry
from travelagent.assistant.tools.ask_plan import ask_plan
from travelagent.assistant.tools.calculate_budget import calculate_budget
from travelagent.assistant.tools.change_route import change_route
from travelagent.assistant.tools.compare_cities import compare_cities
from travelagent.assistant.tools.generate_city_recommendation import generate_city_recommendation
from travelagent.assistant.tools.generate_route import generate_route
from travelagent.assistant.tools.generate_route_plan import generate_route_plan
from travelagent.assistant.tools.generate_sql import generate_sql
from travelagent.assistant.tools.get_city_info import get_city_info
from travelagent.assistant.tools.llm_chat import llm_chat
from travelagent.assistant.tools.query_attractions import query_attractions
from travelagent.assistant.tools.run_sql import run_sql
from travelagent.assistant.tools.search_cities import search_cities
from travelagent.assistant.tools.set_brief import set_brief
from travelagent.assistant.tools.trips import (
    create_trip,
    delete_trip,
    get_trip,
    get_trip_links,
    list_trips,
    update_trip,
)
from travelagent.assistant.tools.undo_change import undo_change
from travelagent.assistant.tools.validate_sql import validate_sql

TOOLS = ToolRegistry(
    [
        search_cities,
        query_attractions,
        get_city_info,
        set_brief,
        generate_route,
        change_route,
        undo_change,
        ask_plan,
        calculate_budget,
        compare_cities,
        generate_city_recommendation,
        generate_route_plan,
        llm_chat,
        list_trips,
        get_trip,
        get_trip_links,
        create_trip,
        update_trip,
        delete_trip,
        generate_sql,
        validate_sql,
        run_sql,
    ]
)
