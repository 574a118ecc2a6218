"""Tools that other MCP servers lend: a server that the test starts, over HTTP and over standard input."""

import asyncio
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.core.exceptions import ImproperlyConfigured

from agent_core.tools import Tool, ToolError
from tests.gateways.lending_server import INJECTION
from tests.support.aimock import aimock, reply
from tests.support.server import Server, free_port
from travelagent.assistant.remote.listing import RemoteListing
from travelagent.assistant.remote.tools import NOTE, RESULT_CHARS, RemoteTool, listed
from travelagent.environment import Environment
from travelagent.mcp_settings import McpServer, mcp_servers

SCRIPT = str(Path(__file__).with_name("lending_server.py"))
LENT = ("tide", "huge", "flood", "slow", "broken", "rumour", "book")
START_S = 60.0


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, SCRIPT, str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            break
        except OSError:
            time.sleep(0.1)
    yield f"http://127.0.0.1:{port}/mcp"
    process.kill()
    process.wait()


@pytest.fixture(params=["http", "stdio"])
def lender(request: pytest.FixtureRequest, url: str) -> McpServer:
    if request.param == "http":
        return McpServer("lender", LENT, url=url, timeout_s=10)
    return McpServer("lender", LENT, command=(sys.executable, SCRIPT, "stdio"), timeout_s=20)


async def tools_of(server: McpServer) -> dict[str, RemoteTool]:
    return {tool.name: tool for tool in await listed(server)}


async def called(tool: RemoteTool, **arguments: Any) -> Any:
    result = await tool.bind(tool.validated(arguments, {}), None)()
    assert [source.title for source in result.sources] == [f"lender: {tool.name.removeprefix('lender_')}"]
    return result.value


async def test_what_is_allowed_is_listed_and_called_by_its_server_s_name(lender: McpServer) -> None:
    """Over either transport; a huge result is cut."""
    tools = await tools_of(lender)
    assert set(tools) == {f"lender_{name}" for name in LENT}
    tide = tools["lender_tide"]
    assert tide.parameters["properties"]["port"]["type"] == "string"
    assert tide.spec.parameters["required"] == ["port"]
    assert {name for name, tool in tools.items() if tool.writes} == {"lender_book"}
    found = await called(tide, port="Brest", days=2)
    assert found["note"] == NOTE
    assert "High tide at Brest: 06:12, for 2 days." in found["data"]

    found = await called(tools["lender_huge"])
    assert RESULT_CHARS < len(found["data"]) < RESULT_CHARS + 100


async def test_a_flood_over_http_is_not_read_to_its_end(url: str) -> None:
    server = McpServer("lender", LENT, url=url, timeout_s=20)
    with pytest.raises(ToolError) as caught:
        await called((await tools_of(server))["lender_flood"])
    assert caught.value.code == "remote_failed"


async def test_a_failure_there_is_a_tool_s_error_here(url: str, subtests: pytest.Subtests) -> None:
    for name, arguments, expected in (
        ("lender_broken", {}, "broken"),
        ("lender_tide", {"port": 3}, "port"),
        ("lender_tide", {}, "port"),
    ):
        with subtests.test(name=name, arguments=arguments):
            tools = await tools_of(McpServer("lender", LENT, url=url, timeout_s=10))
            with pytest.raises(ToolError) as caught:
                await called(tools[name], **arguments)
            assert caught.value.code == "remote_failed"
            assert expected in json.dumps(caught.value.as_dict())


async def test_one_that_takes_too_long_is_let_go_of(url: str) -> None:
    tools = await tools_of(McpServer("lender", LENT, url=url, timeout_s=5))
    with pytest.raises(ToolError) as caught:
        await called(tools["lender_slow"])
    assert caught.value.code == "timeout"


async def test_a_server_that_is_down_is_in_nobody_s_way(url: str) -> None:
    gone = McpServer("gone", ("tide",), url=f"http://127.0.0.1:{free_port()}/mcp", timeout_s=2)
    lends = McpServer("lender", ("tide",), url=url, timeout_s=10)
    listing = RemoteListing([gone, lends])
    assert listing.tools() == ()
    found: tuple[Tool, ...] = ()
    for _ in range(600):
        await asyncio.sleep(0.05)
        if found := listing.tools():
            break
    assert [tool.name for tool in found] == ["lender_tide"]


def test_a_setting_that_will_not_do_stops_the_start(subtests: pytest.Subtests) -> None:
    for given in (
        "{",
        "{}",
        '[{"name": "a", "tools": ["x"]}]',
        '[{"name": "a b", "url": "https://x.example", "tools": ["x"]}]',
        '[{"name": "a", "url": "https://x.example", "tools": []}]',
        '[{"name": "a", "url": "https://x.example", "tools": "*"}]',
        '[{"name": "a", "url": "file:///etc/passwd", "tools": ["x"]}]',
        '[{"name": "a", "url": "https://x.example", "command": ["y"], "tools": ["x"]}]',
        '[{"name": "a", "url": "https://x.example", "tools": ["x"], "timeout_s": 1e9}]',
        '[{"name": "a", "url": "https://x.example", "tools": ["x"], "headers": {"A": "b\\nc"}}]',
        '[{"name": "a", "url": "https://x.example", "tools": ["x"], "hearders": {}}]',
    ):
        with subtests.test(given=given), pytest.raises(ImproperlyConfigured, match="MCP_SERVERS"):
            mcp_servers(Environment({"MCP_SERVERS": given}))


def test_no_setting_is_no_server() -> None:
    assert mcp_servers(Environment({})) == ()
    (found,) = mcp_servers(
        Environment({"MCP_SERVERS": '[{"name": "a", "command": ["b"], "tools": ["c"], "env": {"D": "secret"}}]'})
    )
    assert found == McpServer("a", ("c",), command=("b",), env={"D": "secret"})
    assert "secret" not in repr(found)


def calling(*calls: tuple[str, Any]) -> dict[str, Any]:
    made = [
        {"name": name, "arguments": json.dumps(args), "id": f"c{at}_{name}"} for at, (name, args) in enumerate(calls)
    ]
    return {"toolCalls": made}


class Talk:
    """A server whose model answers by a script and whose assistant borrows tools."""

    def __init__(self, server: Server, key: str) -> None:
        self.http = httpx.Client(base_url=server.url, headers={"Authorization": f"Bearer {key}"}, timeout=60)
        self.session = self.http.post("/api/v1/sessions/", json={}).json()["id"]

    def say(self, text: str) -> dict[str, Any]:
        run = self.http.post(f"/api/v1/sessions/{self.session}/runs/", json={"message": text}).json()["id"]
        return self.follow(run)

    def follow(self, run: str) -> dict[str, Any]:
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline:
            found: dict[str, Any] = self.http.get(f"/api/v1/runs/{run}/").json()
            if found["status"] not in ("queued", "running"):
                return found
            time.sleep(0.1)
        raise TimeoutError(run)

    def decide(self, run: dict[str, Any], decision: str) -> dict[str, Any]:
        (proposal,) = run["proposals"]
        path = f"/api/v1/runs/{run['id']}/proposals/{proposal['id']}/"
        assert self.http.post(path, json={"decision": decision}).status_code == 200
        time.sleep(0.5)
        return self.follow(run["id"])


def started(folder: Path, url: str, model: str) -> Server:
    servers = [{"name": "lender", "url": url, "tools": list(LENT), "timeout_s": 10}]
    settings = {
        "MCP_SERVERS": json.dumps(servers),
        "OPENAI_API_KEY": "sk-test",
        "OPENAI_BASE_URL": model,
        "OPENAI_MODEL": "gpt-test",
    }
    return Server(folder, settings=settings).start()


def offered(requests: Sequence[dict[str, Any]]) -> set[str]:
    """The tools that the last request offered to the model."""
    if not requests:
        return set()
    return {tool["function"]["name"] for tool in requests[-1].get("tools", ())}


def hand_edited_plan() -> dict[str, Any]:
    visit = {"name": {"en": "Harbour", "zh": "港口"}, "lat": 35.0, "lon": 135.7, "arrive": "10:00", "depart": "11:00"}
    day = {"day": 1, "city": "kyoto", "date": "2026-12-06", "start": "09:00", "end": "18:00", "visits": [visit]}
    return {"cities": ["kyoto"], "days": [day]}


SAVE = f"""
from travelagent.accounts.keys import create_key
from travelagent.accounts.models import Person
from travelagent.trips import actions
key, secret = create_key("acme")
person, _ = Person.objects.get_or_create(partner_id=key.partner_id, end_user="")
print(actions.create_trip(person.pk, "Kyoto", {hand_edited_plan()!r}).pk, secret)
"""


def saved_trip(server: Server) -> tuple[str, str]:
    """A trip of a partner in the server's database: its id, and a key."""
    trip, key = server.manage("shell", "-v", "0", "-c", SAVE).split()
    return trip, key


@pytest.mark.services
def test_an_injected_deletion_does_nothing_and_a_booking_waits_for_the_user(tmp_path: Path, url: str) -> None:
    prepared = Server(tmp_path / "data")
    prepared.data_dir.mkdir()
    prepared.prepare()
    trip, key = saved_trip(prepared)
    booked = tmp_path / "booked.txt"
    book = calling(("lender_book", {"boat": "Anna", "file": str(booked)}))
    script = [
        reply({"content": "Hello."}, to="Hello"),
        reply(calling(("lender_rumour", {})), to="rumour", number=0),
        reply(calling(("delete_trip", {"id": trip})), to="rumour", number=1),
        reply({"content": "Nothing was deleted."}, to="rumour"),
        reply(book, to="first boat", number=0),
        reply({"content": "Not booked."}, to="first boat"),
        reply(book, to="second boat", number=0),
        reply({"content": "Booked."}, to="second boat"),
    ]
    folder = tmp_path / "model"
    folder.mkdir()
    with aimock(script, folder) as model:
        server = started(tmp_path / "data", url, model.url)
        try:
            talk = Talk(server, key)
            while "lender_rumour" not in offered(model.requests):
                talk.say("Hello")
            assert "lender_unwanted" not in offered(model.requests)

            answer = talk.say("What is the rumour at the harbour?")
            content = next(m["content"] for m in reversed(model.requests[-1]["messages"]) if m["role"] == "tool")
            assert json.loads(content)["note"] == NOTE
            assert INJECTION in json.loads(json.loads(content)["data"])["result"]
            assert answer["status"] == "awaiting_confirmation"
            assert talk.http.get(f"/api/v1/trips/{trip}/").status_code == 200
            talk.decide(answer, "reject")
            assert talk.http.get(f"/api/v1/trips/{trip}/").status_code == 200

            refused = talk.say("Book the first boat")
            assert refused["status"] == "awaiting_confirmation"
            assert "lender" in json.dumps(refused["proposals"])
            talk.decide(refused, "reject")
            assert not booked.exists()
            talk.decide(talk.say("Book the second boat"), "approve")
            assert booked.read_text("utf-8") == "Anna"
            talk.http.close()
        finally:
            server.kill()
