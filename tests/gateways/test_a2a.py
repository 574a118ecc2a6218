"""A2A at a real server, by the official client over both bindings: find, plan, change, confirm, come back, refuse."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import uuid4

import httpx
import pytest
from a2a.client import A2ACardResolver, A2AClientError, Client, ClientConfig, ClientFactory
from a2a.helpers.proto_helpers import get_message_text
from a2a.types.a2a_pb2 import (
    AgentCard,
    CancelTaskRequest,
    GetTaskRequest,
    ListTasksRequest,
    ListTasksResponse,
    Message,
    Part,
    Role,
    SendMessageConfiguration,
    SendMessageRequest,
    StreamResponse,
    SubscribeToTaskRequest,
    Task,
    TaskState,
)
from a2a.utils.errors import (
    ContentTypeNotSupportedError,
    InvalidParamsError,
    TaskNotCancelableError,
    TaskNotFoundError,
    UnsupportedOperationError,
)
from a2a.utils.proto_utils import validate_proto_required_fields
from google.protobuf.json_format import MessageToDict, ParseDict
from google.protobuf.struct_pb2 import Struct, Value

from tests.docs.renew import DOCS
from tests.docs.test_examples import program_of
from tests.gateways.conftest import RUNS_A_MINUTE, Keys
from tests.support.server import ROOT, Server

pytestmark = pytest.mark.services

BINDINGS = ("HTTP+JSON", "JSONRPC")
VERSION = {"A2A-Version": "1.0"}
COMPLETED, CANCELED = TaskState.TASK_STATE_COMPLETED, TaskState.TASK_STATE_CANCELED
WAITING, WORKING = TaskState.TASK_STATE_INPUT_REQUIRED, TaskState.TASK_STATE_WORKING


BY_EITHER = pytest.mark.sampled("binding")
"""The client over one of the bindings; over both with `--full`."""


@pytest.fixture(params=BINDINGS)
def binding(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
async def agent(server: Server, key: str, binding: str) -> AsyncIterator["Agent"]:
    async with connected(server, key, binding) as agent:
        yield agent


@asynccontextmanager
async def connected(server: Server, key: str, binding: str) -> AsyncIterator["Agent"]:
    headers = {"Authorization": f"Bearer {key}", **VERSION}
    async with httpx.AsyncClient(headers=headers, timeout=120) as http:
        card = await A2ACardResolver(http, server.url).get_agent_card()
        config = ClientConfig(httpx_client=http, supported_protocol_bindings=[binding])
        yield Agent(ClientFactory(config).create(card), card, http, server.url)


class Agent:
    """The official client, and the updates that it received."""

    def __init__(self, client: Client, card: AgentCard, http: httpx.AsyncClient, site: str) -> None:
        self.client, self.card, self.http, self.site = client, card, http, site
        self.end_user = uuid4().hex

    async def send(self, text: str, **more: Any) -> list[StreamResponse]:
        """What is streamed for a message."""
        return [each async for each in self.client.send_message(self.request_of([Part(text=text)], **more))]

    def request_of(self, parts: list[Part], *, configuration: Any = None, **more: Any) -> SendMessageRequest:
        message = Message(**{"message_id": uuid4().hex, "role": Role.ROLE_USER, "parts": parts, **more})
        metadata = ParseDict({"end_user": self.end_user}, Struct())
        return SendMessageRequest(message=message, metadata=metadata, configuration=configuration)

    async def task(self, name: str, **more: Any) -> Task:
        task = await self.client.get_task(GetTaskRequest(id=name, **more))
        validate_proto_required_fields(task)
        return task

    async def trips(self) -> Any:
        found = await self.http.get(f"{self.site}/api/v1/trips/?end_user={self.end_user}")
        return found.json()["results"]


def states(updates: list[StreamResponse]) -> list[int]:
    return [each.status_update.status.state for each in updates if each.HasField("status_update")]


def test_the_card_is_read_by_everybody_in_their_language(server: Server) -> None:
    english, chinese = (
        httpx.get(f"{server.url}/.well-known/agent-card.json", headers={"Accept-Language": language})
        for language in ("en", "zh-CN")
    )
    card = ParseDict(english.json(), AgentCard())
    validate_proto_required_fields(card)
    assert [each.protocol_binding for each in card.supported_interfaces] == list(BINDINGS)
    assert card.security_schemes["key"].http_auth_security_scheme.scheme == "bearer"
    assert [skill["name"] for skill in chinese.json()["skills"]] == [
        "规划行程",
        "修改当前方案",
        "回答目的地问题",
        "保存行程",
    ]
    assert english.headers["Cache-Control"].startswith("public")


async def test_a_plan_is_made_changed_and_saved_in_one_context(agent: Agent) -> None:
    planned = await agent.send("Plan one day in Kyoto")
    for each in planned:
        validate_proto_required_fields(each)
    first = planned[0].task
    assert first.status.state in (TaskState.TASK_STATE_SUBMITTED, WORKING)
    assert states(planned)[-1] == COMPLETED
    assert len(states(planned)) > 5
    assert "Kyoto" in get_message_text(planned[-1].status_update.status.message)
    (artifact,) = [each.artifact_update.artifact for each in planned if each.HasField("artifact_update")]
    data, text = artifact.parts
    assert len(MessageToDict(data.data)["days"]) == 1
    assert "## " in text.text

    await agent.send("Make it two days", context_id=first.context_id)
    request_of = await agent.send("Save this plan", context_id=first.context_id)
    assert states(request_of)[-1] == WAITING
    question = request_of[-1].status_update.status.message
    assert "yes" in get_message_text(question)
    proposal = MessageToDict(question.parts[1].data)["proposal"]
    assert await agent.trips() == []

    task = request_of[0].task.id
    answer = ParseDict({"approved": True, "proposal": proposal}, Value())
    updates = [each async for each in agent.client.send_message(agent.request_of([Part(data=answer)], task_id=task))]
    assert updates[0].task.status.state == WORKING
    assert states(updates)[-1] == COMPLETED
    (trip,) = await agent.trips()
    assert len(trip["itinerary"]["days"]) == 2
    saved = await agent.task(task, history_length=0)
    assert (saved.status.state, len(saved.history), saved.context_id) == (COMPLETED, 0, first.context_id)


@BY_EITHER
async def test_what_is_sent_is_of_the_protocol_and_nothing_else(agent: Agent) -> None:
    headers = {"Accept": "text/event-stream"}
    url = f"{agent.site}/a2a/message:stream"
    body = MessageToDict(agent.request_of([Part(text="Plan one day in Kyoto")]))
    async with agent.http.stream("POST", url, json=body, headers=headers) as response:
        lines = [line async for line in response.aiter_lines()]
    for line in lines:
        if line.startswith("data: "):
            validate_proto_required_fields(ParseDict(json.loads(line.removeprefix("data: ")), StreamResponse()))
    task = json.loads(lines[0].removeprefix("data: "))["task"]["id"]
    one, page = [await agent.http.get(f"{agent.site}/a2a/{path}") for path in (f"tasks/{task}", "tasks")]
    assert one.headers["Content-Type"] == page.headers["Content-Type"] == "application/a2a+json"
    listed = ParseDict(page.json(), ListTasksResponse())
    for each in (ParseDict(one.json(), Task()), *listed.tasks):
        validate_proto_required_fields(each)
    assert page.json().keys() == {"tasks", "nextPageToken", "pageSize", "totalSize"}


async def test_the_page_s_own_client_has_the_plan(server: Server, key: str) -> None:
    page = DOCS / "partners.md"
    program: dict[str, Any] = {"__name__": "partners"}
    exec(compile(program_of(page.read_text("utf-8")), str(page), "exec"), program)
    plan = await program["plan_of_agent"](server.url, key)
    assert [day["city"] for day in plan["days"]] == ["kyoto"]


@BY_EITHER
async def test_words_decide_on_what_a_task_waits_for(agent: Agent) -> None:
    context = {"context_id": uuid4().hex}
    await agent.send("Plan one day in Kyoto", **context)
    for answer, state, trips in (("no", CANCELED, 0), ("yes", COMPLETED, 1)):
        request_of = await agent.send("Save this plan", **context)
        task = request_of[0].task.id
        again = await agent.send("Which plan do you mean?", task_id=task, **context)
        assert [each.task.status.state for each in again] == [WAITING]
        assert states(await agent.send(answer, task_id=task, **context))[-1] == state
        assert len(await agent.trips()) == trips
        with pytest.raises(UnsupportedOperationError):
            await agent.send("yes", task_id=task)


@BY_EITHER
async def test_without_a_stream_the_answer_is_the_settled_task(server: Server, key: str, agent: Agent) -> None:
    config = ClientConfig(httpx_client=agent.http, streaming=False, supported_protocol_bindings=[*BINDINGS])
    agent.client = ClientFactory(config).create(agent.card)
    (updates,) = await agent.send("规划京都一日游")
    assert updates.task.status.state == COMPLETED
    assert "京都" in get_message_text(updates.task.status.message)
    assert [artifact.artifact_id for artifact in updates.task.artifacts] == ["itinerary"]
    assert [get_message_text(message) for message in updates.task.history] == ["规划京都一日游"]


@BY_EITHER
async def test_a_task_is_followed_again_to_its_end(agent: Agent) -> None:
    at_once = SendMessageConfiguration(return_immediately=True)
    request_of = agent.request_of([Part(text="Plan one day in Kyoto")], configuration=at_once)
    stream = agent.client.send_message(request_of)
    task = (await anext(stream)).task
    await stream.aclose()
    updates = [each async for each in agent.client.subscribe(SubscribeToTaskRequest(id=task.id))]
    assert updates[0].task.id == task.id
    assert states(updates)[-1] == COMPLETED
    again = [each async for each in agent.client.send_message(request_of)]
    assert [(each.task.id, each.task.status.state) for each in again] == [(task.id, COMPLETED)]
    with pytest.raises(UnsupportedOperationError):
        [each async for each in agent.client.subscribe(SubscribeToTaskRequest(id=task.id))]


@BY_EITHER
async def test_the_same_message_many_times_at_once_is_one_task(agent: Agent) -> None:
    request_of = MessageToDict(agent.request_of([Part(text="Hello")], configuration={"return_immediately": True}))
    url = f"{agent.site}/a2a/message:send"
    answers = await asyncio.gather(*(agent.http.post(url, json=request_of) for _ in range(6)))
    assert {answer.status_code for answer in answers} <= {200, 400}
    tasks = [answer.json()["task"]["id"] for answer in answers if answer.status_code == 200]
    assert len(set(tasks)) == 1
    assert (await agent.http.post(url, json=request_of)).json()["task"]["id"] == tasks[0]


@BY_EITHER
async def test_tasks_are_listed_to_their_owner_and_cancelled_once(server: Server, keys: Keys, agent: Agent) -> None:
    """By context and state, page by page."""
    context = uuid4().hex
    planned = await agent.send("Plan one day in Kyoto", context_id=context)
    waiting = (await agent.send("Save this plan", context_id=context))[0].task.id
    page = await agent.client.list_tasks(ListTasksRequest(context_id=context, page_size=1))
    assert (page.total_size, page.page_size, page.tasks[0].status.state) == (2, 1, WAITING)
    rest = await agent.client.list_tasks(ListTasksRequest(context_id=context, page_token=page.next_page_token))
    assert [(task.status.state, task.context_id, len(task.artifacts)) for task in rest.tasks] == [
        (COMPLETED, context, 0)
    ]
    assert rest.next_page_token == ""
    request_of = ListTasksRequest(context_id=context, status=COMPLETED, include_artifacts=True)
    done = await agent.client.list_tasks(request_of)
    assert [len(task.artifacts) for task in done.tasks] == [1]
    with pytest.raises(InvalidParamsError):
        await agent.client.list_tasks(ListTasksRequest(page_size=101))

    task = planned[0].task
    async with connected(server, keys.of_another_partner(), "HTTP+JSON") as stranger:
        for call in (
            stranger.task(task.id),
            stranger.client.cancel_task(CancelTaskRequest(id=waiting)),
            stranger.send("yes", task_id=waiting),
        ):
            with pytest.raises(TaskNotFoundError):
                await call
        assert list((await stranger.client.list_tasks(ListTasksRequest())).tasks) == []
        theirs = await stranger.send("Save this plan", context_id=task.context_id)
        assert "Kyoto" not in get_message_text(theirs[-1].status_update.status.message)

    cancelled = await agent.client.cancel_task(CancelTaskRequest(id=waiting))
    assert cancelled.status.state == CANCELED
    assert await agent.trips() == []
    with pytest.raises(TaskNotCancelableError):
        await agent.client.cancel_task(CancelTaskRequest(id=waiting))


async def test_the_unauthorized_are_refused(server: Server, keys: Keys, subtests: pytest.Subtests) -> None:
    refused_keys = (("tk_no", 401, "INVALID_KEY"), (keys.scoped["trips"], 403, "MISSING_SCOPE"))
    for key, status, reason in refused_keys:
        for binding in BINDINGS:
            with subtests.test(reason=reason, binding=binding):
                async with connected(server, key, binding) as agent:
                    with pytest.raises(A2AClientError, match=str(status)):
                        await agent.send("Hello")
                    refused = await agent.http.get(f"{server.url}/a2a/tasks")
                    assert refused.json()["error"]["details"][0]["reason"] == reason
                    url = f"{server.url}/a2a/message:send"
                    unknown = await agent.http.post(url, json={}, headers={"Authorization": ""})
                    assert unknown.status_code == 401


@BY_EITHER
async def test_what_cannot_be_answered_is_the_protocol_s_own_error(agent: Agent, subtests: pytest.Subtests) -> None:
    for part, more, error in (
        (Part(text=" "), {}, InvalidParamsError),
        (Part(text="x" * 6000), {}, InvalidParamsError),
        (Part(text="Hi\x00"), {}, InvalidParamsError),
        (Part(url="https://example.com/x.png"), {}, ContentTypeNotSupportedError),
        (Part(raw=b"x"), {}, ContentTypeNotSupportedError),
        (Part(data=ParseDict({"approved": "yes"}, Value())), {}, ContentTypeNotSupportedError),
        (Part(data=ParseDict([1, [2]], Value())), {}, ContentTypeNotSupportedError),
        (Part(text="Hi"), {"context_id": "x" * 61}, InvalidParamsError),
        (Part(text="Hi"), {"message_id": "x" * 201}, InvalidParamsError),
        (Part(text="Hi"), {"message_id": ""}, InvalidParamsError),
        (Part(text="Hi"), {"role": Role.ROLE_AGENT}, InvalidParamsError),
        (Part(text="Hi"), {"metadata": ParseDict({"mode": "fastest"}, Struct())}, InvalidParamsError),
        (Part(text="Hi"), {"metadata": ParseDict({"style": 7}, Struct())}, InvalidParamsError),
        (Part(text="Hi"), {"task_id": "run_no"}, TaskNotFoundError),
        (Part(text="Hi"), {"task_id": "run_\x00"}, InvalidParamsError),
        (Part(text="Hi"), {"task_id": "../../x"}, TaskNotFoundError),
    ):
        with subtests.test(part=str(part)[:60], more=more), pytest.raises(error):
            [each async for each in agent.client.send_message(agent.request_of([part], **more))]


def test_malformed_requests_are_refused(server: Server, key: str, subtests: pytest.Subtests) -> None:
    for path, body, status, reason in (
        ("message:send", b"{", 400, "INVALID_REQUEST"),
        ("message:send", b"[]", 400, "INVALID_REQUEST"),
        ("message:send", b'{"message": 7}', 400, "INVALID_REQUEST"),
        ("message:send", b'{"message": {"parts": "x"}}', 400, "INVALID_REQUEST"),
        ("message:send", b"{}", 400, "INVALID_PARAMS"),
        ("message:send", b'{"message": ' + b'{"metadata": ' * 500 + b"{}" + b"}" * 501, 400, "INVALID_REQUEST"),
        ("message:send", b'"' + b"x" * 5_000_000 + b'"', 413, "TOO_LARGE"),
        ("tasks/run_%00:cancel", b"{}", 400, "INVALID_PARAMS"),
        ("tasks/run_no:cancel", b"[]", 400, "INVALID_REQUEST"),
        ("tasks/run_no/pushNotificationConfigs", b"{}", 400, "PUSH_NOTIFICATION_NOT_SUPPORTED"),
        ("tasks/run_no:explode", b"{}", 405, "METHOD_NOT_ALLOWED"),
        ("other", b"{}", 404, "METHOD_NOT_FOUND"),
    ):
        with subtests.test(path=path, body=body[:20]):
            headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/a2a+json", **VERSION}
            answer = httpx.post(f"{server.url}/a2a/{path}", content=body, headers=headers)
            error = answer.json()["error"]
            assert (answer.status_code, error["code"], error["details"][0]["reason"]) == (status, status, reason)


def test_what_is_no_call_is_told_so(server: Server, key: str, subtests: pytest.Subtests) -> None:
    for body, code in (
        (b"{", -32700),
        (b"[]", -32600),
        (b'{"jsonrpc": "1.0", "method": "GetTask", "id": 1}', -32600),
        (b'{"jsonrpc": "2.0", "method": ["GetTask"], "id": 1}', -32600),
        (b'{"jsonrpc": "2.0", "method": "Explode", "id": 1}', -32601),
        (b'{"jsonrpc": "2.0", "method": "GetTask", "id": 1, "params": [1]}', -32600),
        (b'{"jsonrpc": "2.0", "method": "GetTask", "id": 1}', -32602),
        (b'{"jsonrpc": "2.0", "method": "GetExtendedAgentCard", "id": 1}', -32007),
    ):
        with subtests.test(body=body):
            headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json", **VERSION}
            answer = httpx.post(f"{server.url}/a2a/rpc", content=body, headers=headers)
            assert answer.status_code == 200
            assert answer.json()["error"]["code"] == code


def test_another_version_of_the_protocol_is_refused(server: Server, key: str) -> None:
    for version in ({}, {"A2A-Version": "0.3"}, {"A2A-Version": "x"}):
        headers = {"Authorization": f"Bearer {key}", **version}
        answer = httpx.get(f"{server.url}/a2a/tasks", headers=headers)
        assert answer.json()["error"]["details"][0]["reason"] == "VERSION_NOT_SUPPORTED"


def test_without_the_extra_the_door_is_not_there() -> None:
    program = (
        "import sys; sys.modules['a2a'] = None; import django; django.setup();"
        "from django.urls import Resolver404, resolve\n"
        "resolve('/agui/')\n"
        "try: resolve('/a2a/rpc')\n"
        "except Resolver404: print(any('gateways.a2a' in name for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "False\n", done.stderr


async def test_calls_are_counted_by_what_they_cost(server: Server, key: str) -> None:
    """A key that may start no more runs still reads; that the other binding counts, too: test_access.py."""
    async with connected(server, key, "JSONRPC") as agent:
        accepted = 0

        async def press() -> None:
            nonlocal accepted
            for _ in range(3 * RUNS_A_MINUTE):
                await agent.send("Hello")
                accepted += 1

        with pytest.raises(A2AClientError, match="429"):
            await press()
        assert accepted >= RUNS_A_MINUTE
        assert (await agent.client.list_tasks(ListTasksRequest())).total_size == accepted
