"""The MCP server at a real server, by the official client: list, call, plan, confirm, refuse."""

import asyncio
import json
import os
import re
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import httpx
import httpx2
import pytest
from django.core.management import CommandError, call_command
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitResult

from tests.conftest import make_partner
from tests.docs.renew import DOCS
from tests.docs.test_examples import program_of
from tests.gateways.conftest import Keys
from tests.support.server import ROOT, Server
from travelagent.chat.threads import in_db_thread
from travelagent.gateways.mcp.door import McpDoor

pytestmark = pytest.mark.services

JSON_RPC = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2026-07-28"}
ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}


@pytest.fixture
def rest(server: Server, key: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, headers={"Authorization": f"Bearer {key}"}, timeout=120) as client:
        yield client


@asynccontextmanager
async def connected(
    server: Server, key: str, headers: Mapping[str, str] | None = None, **options: Any
) -> AsyncIterator[Client]:
    sent = {"Authorization": f"Bearer {key}", **(headers or {})}
    async with (
        httpx2.AsyncClient(headers=sent, timeout=120) as http,
        Client(streamable_http_client(f"{server.url}/mcp", http_client=http), **options) as client,
    ):
        yield client


class User:
    """Whoever sits before a host, and answers its questions in turn."""

    def __init__(self, *answers: ElicitResult) -> None:
        self.answers = list(answers)
        self.questions: list[str] = []

    async def __call__(self, context: Any, params: Any) -> ElicitResult:
        self.questions.append(params.message)
        return self.answers.pop(0)


YES = ElicitResult(action="accept", content={"approve": True})
UNTICKED = ElicitResult(action="accept", content={"approve": False})
NO = ElicitResult(action="decline")
AWAY = ElicitResult(action="cancel")


async def ask(client: Client, message: str, conversation: str = "", **options: Any) -> Any:
    arguments = {"message": message, **({"conversation": conversation} if conversation else {})}
    return await client.call_tool("ask_assistant", arguments, **options)


async def trips(client: Client) -> list[str]:
    listed = (await client.list_resources()).resources
    return [each.name for each in listed if each.uri.startswith("travelagent://trips/")]


async def test_tools_are_listed_with_their_schemas_and_what_they_do(server: Server, key: str) -> None:
    async with connected(server, key) as client:
        assert client.protocol_version == "2026-07-28"
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert {"ask_assistant", "decide_proposal", "search_cities", "generate_route", "delete_trip"} <= set(tools)
    assert {name for name, tool in tools.items() if tool.annotations.destructive_hint} == {
        *("decide_proposal", "update_trip", "delete_trip")
    }
    assert tools["search_cities"].annotations.read_only_hint is True
    assert tools["query_attractions"].input_schema["properties"]
    assert tools["ask_assistant"].meta == {"ui": {"resourceUri": "ui://travelagent/itinerary.html"}}


async def test_a_tool_answers_as_it_does_over_rest(server: Server, key: str, rest: httpx.Client) -> None:
    path, arguments = "/api/v1/tools/get_city_info/", {"city": "Kyoto"}
    over_rest = await asyncio.to_thread(rest.post, path, json={"arguments": arguments})
    async with connected(server, key) as client:
        found = await client.call_tool("get_city_info", arguments)
        wrong = await client.call_tool("query_attractions", {"citty": 3})
        with pytest.raises(MCPError, match="no_such_tool"):
            await client.call_tool("no_such_tool", {})
    assert not found.is_error
    assert found.structured_content == over_rest.json()["result"]
    assert wrong.is_error
    assert set(wrong.structured_content["errors"]) == {"cities", "citty"}
    assert "- citty: " in wrong.content[0].text


async def test_a_journey_from_words_to_a_saved_trip(server: Server, key: str) -> None:
    progress_messages: list[str] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        progress_messages.append(message or "")

    user = User(YES, YES)
    ann = {"X-End-User": "ann-42"}
    async with connected(server, key, ann, elicitation_callback=user) as client:
        planned = await ask(client, "Plan one day in Kyoto", progress_callback=hear)
        assert planned.structured_content["status"] == "succeeded"
        assert len(planned.structured_content["itinerary"]["days"]) == 1
        assert "## Day 1" in planned.content[0].text
        assert len(progress_messages) > 3
        conversation = planned.structured_content["conversation"]
        changed = await ask(client, "Make it two days", conversation)
        assert len(changed.structured_content["itinerary"]["days"]) == 2
        assert user.questions == []
        saved = await ask(client, "Save this plan", conversation)
        assert saved.structured_content["status"] == "succeeded"
        assert len(user.questions) == 1
        assert "2 days" in user.questions[0]
        (trip,) = await trips(client)
        text = (await client.read_resource(f"travelagent://trips/{trip}")).contents[0]
        assert text.mime_type == "text/markdown"
        assert text.text.startswith("# ")
        document = (await client.read_resource(f"travelagent://trips/{trip}.json")).contents[0]
        assert len(json.loads(document.text)["itinerary"]["days"]) == 2
        gone = await client.call_tool("delete_trip", {"id": trip})
        assert "Deleted" in gone.content[0].text
        assert await trips(client) == []
    async with connected(server, key, {"X-End-User": "bob-7"}) as client:
        assert (await ask(client, "Hello", conversation)).is_error


async def saved_trip(client: Client) -> str:
    """A trip of the caller's, saved by a host that has no way to ask its user."""
    planned = await ask(client, "Plan one day in Kyoto")
    plan = next(each["id"] for each in planned.structured_content["artifacts"] if each["kind"] == "itinerary")
    conversation = planned.structured_content["conversation"]
    proposed = await client.call_tool(
        "create_trip", {"title": "Kyoto", "itinerary": plan, "conversation": conversation}
    )
    assert proposed.structured_content["status"] == "confirmation_required"
    assert await trips(client) == []
    (proposal,) = proposed.structured_content["proposals"]
    assert proposal["id"] in proposed.content[0].text
    saved = await client.call_tool("decide_proposal", {"proposal": proposal["id"], "decision": "approve"})
    assert saved.structured_content["status"] == "succeeded"
    again = await client.call_tool("decide_proposal", {"proposal": proposal["id"], "decision": "approve"})
    assert again.structured_content["status"] == "succeeded"
    other = await client.call_tool("decide_proposal", {"proposal": proposal["id"], "decision": "reject"})
    assert other.is_error
    (trip,) = await trips(client)
    return trip


async def test_what_is_not_approved_is_not_done(server: Server, key: str) -> None:
    whose = {"X-End-User": "carol-1"}
    async with connected(server, key, whose) as client:
        trip = await saved_trip(client)
        waiting = await client.call_tool("delete_trip", {"id": trip})
        yes = await ask(client, "yes", waiting.structured_content["conversation"])
        assert yes.structured_content["status"] == "confirmation_required"
        assert yes.structured_content["proposals"] == waiting.structured_content["proposals"]
        assert await trips(client) == [trip]
    for answer in (NO, UNTICKED, AWAY):
        async with connected(server, key, whose, elicitation_callback=User(answer)) as client:
            left = await client.call_tool("delete_trip", {"id": trip})
            assert left.structured_content["status"] == ("confirmation_required" if answer is AWAY else "succeeded")
            assert await trips(client) == [trip]
    (proposal,) = left.structured_content["proposals"]
    user = User(NO)
    async with connected(server, key, whose, elicitation_callback=user) as client:
        decide = {"proposal": proposal["id"], "decision": "approve"}
        await client.call_tool("decide_proposal", decide)
        assert user.questions
        assert await trips(client) == [trip]


async def test_a_trip_and_its_confirmation_are_their_owner_s_alone(server: Server, key: str, keys: Keys) -> None:
    other = keys.of_another_partner()
    async with connected(server, key, {"X-End-User": "dora-1"}) as client:
        trip = await saved_trip(client)
        begun = (await client.call_tool("delete_trip", {"id": trip})).structured_content
    for headers in ({"Authorization": f"Bearer {other}"}, {"X-End-User": "hal-1"}):
        async with connected(server, key, headers) as client:
            assert trip not in await trips(client)
            for uri in (f"travelagent://trips/{trip}", f"travelagent://trips/{trip}.json"):
                with pytest.raises(MCPError):
                    await client.read_resource(uri)
            decide = {"proposal": begun["proposals"][0]["id"], "decision": "approve"}
            for name, arguments in (
                ("delete_trip", {"id": trip}),
                ("get_trip", {"id": trip}),
                ("ask_assistant", {"message": "Hello", "conversation": begun["conversation"]}),
                ("decide_proposal", decide),
            ):
                assert (await client.call_tool(name, arguments)).is_error, name
    async with connected(server, key, {"X-End-User": "dora-1"}) as client:
        assert await trips(client) == [trip]
    asking = {**ENVELOPE, "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}}}
    mine = {**JSON_RPC, "Authorization": f"Bearer {key}", "X-End-User": "dora-1"}
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:

        async def call(headers: Mapping[str, str], params: dict[str, Any]) -> Any:
            named = {**headers, "Mcp-Method": "tools/call", "Mcp-Name": params["name"]}
            body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {**params, "_meta": asking}}
            return result_of(await http.post("/mcp", headers=named, json=body))

        params = {"name": "delete_trip", "arguments": {"id": trip}}
        first = (await call(mine, params))["result"]
        assert first["resultType"] == "input_required"
        (proposal,) = first["inputRequests"]
        answered = {
            "requestState": first["requestState"],
            "inputResponses": {proposal: {"action": "accept", "content": {"approve": True}}},
        }
        stranger = {**mine, "Authorization": f"Bearer {other}"}
        forged = {**answered, "requestState": first["requestState"][:-4] + "AAAA"}
        for headers, tried in (
            (stranger, {**params, **answered}),
            ({**mine, "X-End-User": "eve-1"}, {**params, **answered}),
            (mine, {**params, **forged}),
            (mine, {**params, **answered, "arguments": {"id": "trip_another"}}),
            (mine, {**params, **answered, "name": "update_trip"}),
        ):
            assert (await call(headers, tried))["error"]["code"] == -32602
        assert (await http.get(f"/api/v1/trips/{trip}/", headers=mine)).status_code == 200
        assert (await call(mine, {**params, **answered}))["result"]["structuredContent"]["status"] == "succeeded"
        assert (await http.get(f"/api/v1/trips/{trip}/", headers=mine)).status_code == 404


def result_of(response: httpx.Response) -> Any:
    """The JSON-RPC answer of a response, the last message of one that streamed."""
    if response.headers["content-type"].startswith("text/event-stream"):
        return json.loads(re.findall(r"^data: (.*?)\r?$", response.text, re.MULTILINE)[-1])
    return response.json()


async def test_a_key_does_what_its_scopes_allow(server: Server, keys: Keys) -> None:
    async with connected(server, keys.scoped["tools"]) as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
        assert "get_city_info" in names
        assert not names & {"ask_assistant", "decide_proposal", "delete_trip"}
        assert [each.uri for each in (await client.list_resources()).resources] == ["ui://travelagent/itinerary.html"]
        for refused in (
            client.call_tool("ask_assistant", {"message": "Hello"}),
            client.call_tool("delete_trip", {"id": "trip_x"}),
            client.read_resource("travelagent://trips/trip_x"),
        ):
            with pytest.raises(MCPError) as caught:
                await refused
            assert caught.value.data["code"] == "missing_scope"


def post(server: Server, body: Any, **headers: str) -> httpx.Response:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    sent = {"Content-Type": "application/json", **JSON_RPC, **headers}
    return httpx.post(f"{server.url}/mcp", content=content, headers=sent, timeout=60)


LISTING = {"jsonrpc": "2.0", "id": 7, "method": "tools/list", "params": {"_meta": ENVELOPE}}


def test_without_a_key_one_is_told_where_to_learn_of_keys(server: Server, subtests: pytest.Subtests) -> None:
    for authorization in ("", "Bearer tk_no", "Bearer", "Basic dGtfbm86", "tk_no"):
        with subtests.test(authorization=authorization):
            answer = post(server, LISTING, Authorization=authorization)
            assert answer.status_code == 401
            assert answer.json()["error"]["data"]["code"] == "invalid_key"
            named = re.search(r'resource_metadata="([^"]+)"', answer.headers["WWW-Authenticate"])
            assert named is not None
            metadata = httpx.get(named[1]).json()
            assert metadata["resource"] == f"{server.url}/mcp"
            assert metadata["bearer_methods_supported"] == ["header"]


def test_what_is_no_request_is_refused(server: Server, key: str, subtests: pytest.Subtests) -> None:
    for body, headers, status in (
        (b"{", {}, 400),
        (b"[]", {}, 400),
        (b"[" * 100_000, {}, 400),
        (b'{"jsonrpc": "2.0", "id": 1, "method": 3}', {}, 400),
        (b'{"jsonrpc": "2.0", "id": {}, "method": "tools/list"}', {}, 400),
        (b" " * 1_100_000, {}, 413),
        ({**LISTING, "method": "tools/none"}, {"Mcp-Method": "tools/none"}, 404),
        (LISTING, {"Mcp-Method": "tools/call"}, 400),
        (LISTING, {"MCP-Protocol-Version": "1999-01-01"}, 400),
        (LISTING, {"Accept": "text/html"}, 406),
        (LISTING, {"Host": "evil.example"}, 400),
        (LISTING, {"Mcp-Method": "tools/list", "X-End-User": "x" * 201}, 400),
        (LISTING, {"Mcp-Method": "tools/list", "Mcp-Session-Id": "../../etc"}, 200),
    ):
        with subtests.test(body=str(body)[:60], headers=headers):
            answer = post(server, body, **{"Authorization": f"Bearer {key}", **headers})
            assert answer.status_code == status, answer.text
            if answer.content and status != 200:
                assert "Traceback" not in answer.text


def test_only_post_is_answered(server: Server, key: str) -> None:
    for method in ("GET", "DELETE", "PUT", "OPTIONS"):
        answer = httpx.request(method, f"{server.url}/mcp", headers={"Authorization": f"Bearer {key}", **JSON_RPC})
        assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")


async def test_hostile_arguments_are_a_tool_s_error(server: Server, key: str, subtests: pytest.Subtests) -> None:
    async with connected(server, key) as client:
        for name, arguments in (
            ("ask_assistant", {}),
            ("ask_assistant", {"message": " "}),
            ("ask_assistant", {"message": "a\x00b"}),
            ("ask_assistant", {"message": "x" * 5001}),
            ("ask_assistant", {"message": {"$ne": 1}}),
            ("ask_assistant", {"message": "Hi", "conversation": "ses_none"}),
            ("ask_assistant", {"message": "Hi", "session": "ses_none"}),
            ("decide_proposal", {"proposal": "prop_none", "decision": "approve"}),
            ("decide_proposal", {"proposal": "prop_none", "decision": "maybe"}),
            ("delete_trip", {}),
            ("delete_trip", {"id": "'; drop table trips_trip; --"}),
            ("delete_trip", {"id": "trip_none"}),
            ("delete_trip", {"id": "trip_none", "conversation": 3}),
            ("create_trip", {"title": "x", "itinerary": "run_a1"}),
            ("run_sql", {"sql": "delete from trips_trip"}),
            ("get_trip", {"id": "trip_none", "person": 1}),
        ):
            with subtests.test(name=name, arguments=arguments):
                found = await client.call_tool(name, arguments)
                assert found.is_error
                assert found.structured_content["code"]
                assert "Traceback" not in found.content[0].text


async def test_a_resource_that_is_not_there(server: Server, key: str, subtests: pytest.Subtests) -> None:
    async with connected(server, key) as client:
        for uri in (
            "travelagent://trips/",
            "travelagent://trips/trip_none",
            "travelagent://trips/../../etc/passwd",
            "travelagent://trips/trip_none.pdf",
            "file:///etc/passwd",
            "ui://travelagent/other.html",
            "ui://" + "x" * 5000,
        ):
            with subtests.test(uri=uri[:60]):
                with pytest.raises(MCPError) as caught:
                    await client.read_resource(uri)
                assert caught.value.data["code"] == "not_found"


async def test_the_card_loads_nothing_and_sets_no_html(server: Server, key: str) -> None:
    async with connected(server, key, {"Accept-Language": "zh-CN"}) as client:
        (card,) = (await client.read_resource("ui://travelagent/itinerary.html")).contents
        templates = (await client.list_resource_templates()).resource_templates
    assert card.mime_type == "text/html;profile=mcp-app"
    assert 'lang="zh"' in card.text
    assert not re.search(r"https?://|innerHTML|insertAdjacentHTML|document\.write|eval\(| src=| href=", card.text)
    assert {each.uri_template for each in templates} == {"travelagent://trips/{id}", "travelagent://trips/{id}.json"}


async def test_the_partners_page_is_right(server: Server, key: str) -> None:
    page: dict[str, Any] = {"__name__": "partners"}
    exec(compile(program_of((DOCS / "partners.md").read_text("utf-8")), "partners.md", "exec"), page)
    planned = await page["planned_by_mcp"](server.url, key)
    assert "Kyoto" in planned["answer"]
    assert len(planned["itinerary"]["days"]) == 1
    assert planned["conversation"].startswith("ses_")


async def test_a_host_of_the_handshake_s_time_is_served_too(server: Server, key: str) -> None:
    async with connected(server, key, mode="legacy") as client:
        assert client.protocol_version < "2026-07-28"
        found = await client.call_tool("get_city_info", {"city": "Kyoto"})
        assert not found.is_error


async def test_standard_input_serves_whoever_the_operator_names(server: Server, keys: Keys, key: str) -> None:
    environment = {**server.environment, "TRAVELAGENT_MCP_KEY": key, "PATH": os.environ["PATH"]}
    command = ["manage.py", "mcp", "--end-user", "ida-1", "--language", "zh"]
    parameters = StdioServerParameters(command=sys.executable, args=command, env=environment, cwd=str(ROOT))
    user = User(YES)
    async with Client(parameters, elicitation_callback=user) as client:
        assert client.protocol_version == "2026-07-28"
        planned = await ask(client, "规划京都一日游")
        assert "京都" in planned.content[0].text
        await ask(client, "保存", planned.structured_content["conversation"])
        assert "保存" in user.questions[0]
        assert len(await trips(client)) == 1
    parameters.env = {**environment, "TRAVELAGENT_MCP_KEY": keys.scoped["tools"]}
    async with Client(parameters) as client:
        with pytest.raises(MCPError, match="runs"):
            await ask(client, "Hello")


@pytest.mark.full
async def test_standard_input_serves_an_account_of_the_site(server: Server) -> None:
    command = ["manage.py", "mcp", "--user", "ada"]
    parameters = StdioServerParameters(
        command=sys.executable, args=command, env=dict(server.environment), cwd=str(ROOT)
    )
    async with Client(parameters, elicitation_callback=User(YES)) as client:
        assert (await client.call_tool("list_trips", {})).structured_content == {"trips": []}
        planned = await ask(client, "Plan one day in Kyoto")
        await ask(client, "Save this plan", planned.structured_content["conversation"])
        (trip,) = await trips(client)
        assert (await client.call_tool("get_trip", {"id": trip})).structured_content["id"] == trip


@pytest.mark.django_db
def test_standard_input_serves_nobody_else(monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests) -> None:
    for options, key in (
        ([], ""),
        (["--user", "nobody"], ""),
        ([], "tk_no"),
        (["--user", "a", "--end-user", "b"], ""),
    ):
        with subtests.test(options=options, key=key):
            monkeypatch.setenv("TRAVELAGENT_MCP_KEY", key)
            with pytest.raises(CommandError):
                call_command("mcp", *options)


@pytest.mark.django_db(transaction=True)
async def test_too_many_calls_are_told_when_to_come_back(settings: Any) -> None:
    """In this process, whose limit is lower."""
    settings.THROTTLE_READS = 3
    partner = await in_db_thread(partial(make_partner, "acme"))
    sent = {"Content-Type": "application/json", **JSON_RPC, **partner.headers, "Mcp-Method": "tools/list"}
    transport = httpx.ASGITransport(McpDoor(nothing_else))
    async with httpx.AsyncClient(transport=transport, base_url="http://testserver", headers=sent) as http:
        answers = [await http.post("/mcp", json=LISTING) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert answers[-1].json()["error"]["data"]["code"] == "throttled"
    assert answers[-1].json()["id"] == 7


async def nothing_else(scope: Any, receive: Any, send: Any) -> None:
    """Stand for the rest of the site, which no request here is for."""
    raise AssertionError(scope["path"])
