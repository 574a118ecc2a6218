"""The tools over REST: described, called, and their errors with what helps the caller."""

import pytest

from tests.api.caller import Caller, as_partner, problem
from tests.conftest import make_partner
from travelagent.assistant.tools import TOOLS
from travelagent.chat.models import ToolSetting
from travelagent.chat.toolset import sync_tools

pytestmark = pytest.mark.django_db


def test_the_list_tells_what_a_call_needs(api: Caller) -> None:
    body = api.get("tools/").json()
    rows = {row["name"]: row for row in body["results"]}
    assert (body["next"], body["previous"]) == (None, None)
    assert set(rows) == set(TOOLS.names)
    route = rows["generate_route"]
    assert sorted(route) == sorted(
        ["name", "description", "parameters", "required_params", "timeout", "category", "tags", "writes", "enabled"]
    )
    assert route["required_params"] == ["city", "days"]
    assert route["parameters"]["properties"]["days"]["maximum"] == 30
    assert (route["timeout"], route["writes"], route["enabled"]) == (120, False, True)


def test_a_call_gives_the_result(api: Caller) -> None:
    response = api.post("tools/get_city_info/", {"arguments": {"city": "京都"}})
    assert response.status_code == 200
    assert response.json()["result"]["id"] == "kyoto"


def test_a_route_is_planned(api: Caller) -> None:
    result = api.post("tools/generate_route/", {"arguments": {"city": "Kyoto", "days": 1}}).json()["result"]
    assert result["certificate"]["feasible"] is True
    assert [day["day"] for day in result["days"]] == [1]
    assert result["days"][0]["visits"]


def test_what_the_tools_plan_and_count_becomes_a_trip(api: Caller) -> None:
    plan = api.post("tools/generate_route/", {"arguments": {"city": "Kyoto", "days": 1}}).json()["result"]
    cost = api.post("tools/calculate_budget/", {"arguments": {"city": "Kyoto", "days": 1}}).json()["result"]
    made = api.post("trips/", {"title": "Kyoto", "itinerary": plan, "budget": cost})
    assert made.status_code == 201
    trip = made.json()
    assert (trip["itinerary"]["cities"], trip["certificate"]["feasible"]) == (["kyoto"], True)
    assert trip["budget"]["total"] == cost["total"]
    assert api.post("itineraries/verify/", {"itinerary": plan}).json()["feasible"] is True
    replanned = api.post(f"trips/{trip['id']}/replan/", {"change": {"pace": "relaxed"}})
    assert replanned.status_code == 200


def test_the_language_is_that_of_the_request(api: Caller) -> None:
    english = api.post("tools/get_city_info/", {"arguments": {"city": "kyoto"}}).json()["result"]
    chinese = api.post("tools/get_city_info/", {"arguments": {"city": "kyoto"}}, Accept_Language="zh").json()["result"]
    assert (english["name"], chinese["name"]) == ("Kyoto", "京都")


def test_every_wrong_argument_is_reported(api: Caller, subtests: pytest.Subtests) -> None:
    for arguments, fields in (
        ({"city": "Kyoto", "days": 0}, ["days"]),
        ({"city": "Kyoto", "days": 40}, ["days"]),
        ({"city": "Kyoto", "days": "many"}, ["days"]),
        ({"city": "Kyoto"}, ["days"]),
        ({}, ["city", "days"]),
        ({"city": "Kyoto", "days": 0, "pace": "mad", "colour": "red"}, ["colour", "days", "pace"]),
    ):
        with subtests.test(arguments=arguments):
            response = api.post("tools/generate_route/", {"arguments": arguments})
            assert problem(response) == (400, "invalid_arguments")
            assert sorted(response.json()["errors"]) == fields
            assert "days" in response.json()["expected"]


def test_an_unknown_city_comes_with_near_ones(api: Caller) -> None:
    response = api.post("tools/generate_route/", {"arguments": {"city": "Kyotto Shmyotto", "days": 2}})
    assert problem(response) == (404, "unknown_city")
    assert response.json()["city"] == "Kyotto Shmyotto"
    outside = api.post("tools/generate_route/", {"arguments": {"city": "Bielefeld", "days": 2}})
    assert problem(outside) == (404, "unknown_city")
    assert len(outside.json()["near"]) == 3


def test_a_name_of_several_cities_comes_with_the_choices(api: Caller) -> None:
    response = api.post("tools/generate_route/", {"arguments": {"city": "Springfield", "days": 2}})
    assert problem(response) == (409, "ambiguous_city")
    choices = response.json()["choices"]
    assert len(choices) > 1
    assert all(choice["id"] and choice["where"] for choice in choices)


def test_a_body_of_another_shape_is_refused(api: Caller, subtests: pytest.Subtests) -> None:
    for body in ([], "x", {"arguments": []}, {"arguments": None}, {"args": {}}):
        with subtests.test(body=body):
            assert problem(api.post("tools/get_city_info/", body)) == (400, "invalid")


def test_an_unknown_tool_is_not_found(api: Caller) -> None:
    assert problem(api.post("tools/fly_to_the_moon/", {"arguments": {}})) == (404, "unknown_tool")


def test_a_tool_that_is_off_is_shown_so_and_not_called(api: Caller) -> None:
    sync_tools()
    ToolSetting.objects.filter(name="get_city_info").update(enabled=False)
    rows = {row["name"]: row["enabled"] for row in api.get("tools/").json()["results"]}
    assert rows["get_city_info"] is False
    assert rows["generate_route"] is True
    assert problem(api.post("tools/get_city_info/", {"arguments": {"city": "Kyoto"}})) == (409, "tool_disabled")


def test_an_operators_timeout_is_shown_and_kept(api: Caller) -> None:
    sync_tools()
    ToolSetting.objects.filter(name="generate_route").update(timeout_s=0.0)
    rows = {row["name"]: row["timeout"] for row in api.get("tools/").json()["results"]}
    assert rows["generate_route"] == 0
    response = api.post("tools/generate_route/", {"arguments": {"city": "Kyoto", "days": 2}})
    assert problem(response) == (504, "timeout")


def test_the_models_are_named_without_secrets(api: Caller) -> None:
    rows = api.get("models/").json()["results"]
    assert all(sorted(row) == ["capabilities", "default", "label", "name", "provider"] for row in rows)
    assert [row["default"] for row in rows].count(True) == 1
    session = api.post("sessions/", {"model": rows[0]["name"]})
    assert session.status_code == 201


def test_a_tool_that_needs_a_conversation_says_that_there_is_none(api: Caller) -> None:
    response = api.post("tools/change_route/", {"arguments": {"itinerary": "plan_a1", "days": 3}})
    assert problem(response) == (400, "unavailable")


def test_a_data_question_is_written_checked_and_run(api: Caller) -> None:
    made = api.post("tools/generate_sql/", {"arguments": {"question": "罗马有多少家博物馆"}}).json()["result"]
    checked = api.post("tools/validate_sql/", {"arguments": {"sql": made["sql"]}}).json()["result"]
    assert checked["tables"] == ["cities", "sights"]
    found = api.post("tools/run_sql/", {"arguments": {"sql": checked["sql"]}})
    assert found.status_code == 200
    assert found.json()["result"]["rows"]


def test_a_query_is_only_run_after_its_check_for_the_same_caller(api: Caller) -> None:
    query = {"arguments": {"sql": "SELECT id FROM cities LIMIT 3"}}
    assert problem(api.post("tools/run_sql/", query)) == (400, "not_validated")
    other = as_partner(make_partner("other"))
    assert other.post("tools/validate_sql/", query).status_code == 200
    assert problem(api.post("tools/run_sql/", query)) == (400, "not_validated")
    assert api.post("tools/validate_sql/", query).status_code == 200
    assert api.post("tools/run_sql/", query).status_code == 200


def test_a_refused_query_says_what_was_meant(api: Caller) -> None:
    response = api.post("tools/validate_sql/", {"arguments": {"sql": "SELECT nam_en FROM cities"}})
    assert problem(response) == (400, "unknown_column")
    assert response.json()["did_you_mean"][0] == "name_en"


def test_tools_that_end_a_run_answer_here_as_well(api: Caller) -> None:
    chosen = api.post(
        "tools/generate_city_recommendation/",
        {"arguments": {"user_query": "a warm beach in January", "available_cities": ["Sanya", "Harbin"]}},
    )
    assert chosen.json()["result"]["chosen"] == "sanya"
    chat = api.post("tools/llm_chat/", {"arguments": {"query": "What is a ryokan?"}}).json()["result"]
    assert chat["model"] == "offline"
    assert chat["answer"]
