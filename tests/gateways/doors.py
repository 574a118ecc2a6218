"""The doors, each by its protocol's official client, behind one small interface: a traveller's talk with the assistant.

A door returns the answer, the plan that stands then, and whether a decision is waited for. All else about it, such as
how a stream is read and a conversation is named, is its client's.
"""

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar
from uuid import uuid4

import httpx
import httpx2
from a2a.client import A2ACardResolver, Client, ClientConfig, ClientFactory
from a2a.helpers.proto_helpers import get_message_text
from a2a.types.a2a_pb2 import (
    CancelTaskRequest,
    GetTaskRequest,
    Message,
    Part,
    Role,
    SendMessageRequest,
    StreamResponse,
    SubscribeToTaskRequest,
    TaskState,
)
from ag_ui.core import Event, EventType, RunAgentInput, UserMessage
from google.protobuf.json_format import ParseDict
from google.protobuf.struct_pb2 import Struct
from mcp import Client as McpClient
from mcp.client.streamable_http import streamable_http_client
from openai import APIStatusError, OpenAI
from pydantic import TypeAdapter

from tests.support.server import Server

SECONDS = 120
T = TypeVar("T")
AGUI_EVENTS: TypeAdapter[Any] = TypeAdapter(Event)


class RefusedError(Exception):
    """A door did not take what was sent: the HTTP status and the code that it gave."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(status, code)
        self.status, self.code = status, code


@dataclass(frozen=True)
class DoorReply:
    """The reply of a door to one message.

    `steps`: of the work, in the order in which they came, before the answer; `days`: of the plan that came with it, 0
    without one.
    """

    answer: str
    steps: tuple[str, ...] = ()
    days: int = 0
    waits: bool = False


@dataclass
class Door(ABC):
    """One traveller's conversation by a key of a partner. Whatever it sends may be refused (RefusedError).

    `room`: where its code is, "" for the API; `path`: where its messages are posted; `leaving_stops`: whether the work
    stops with the connection, and asking again for what was left goes on with it.
    """

    server: Server
    key: str
    end_user: str = ""
    name: ClassVar[str] = ""
    room: ClassVar[str] = ""
    path: ClassVar[str] = ""
    leaving_stops: ClassVar[bool] = True

    def __post_init__(self) -> None:
        self.end_user = self.end_user or f"traveller-{uuid4().hex}"
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        self.http = httpx.Client(base_url=self.server.url, headers=headers, timeout=SECONDS)

    @abstractmethod
    def say(self, text: str) -> DoorReply:
        """Send a message and read to the end of its answer."""

    @abstractmethod
    def decide(self, *, approve: bool) -> DoorReply:
        """Answer what the last message waits for."""

    @abstractmethod
    def leave(self, text: str) -> None:
        """Send a message, read that its work has begun, and close the connection."""

    @abstractmethod
    def come_back(self) -> DoorReply:
        """What follows when the client asks again for what it left."""

    def stop(self) -> None:  # noqa: B027 - nothing to do where leaving is stopping
        """Stop what was left."""

    def close(self) -> None:
        """Close the client's connections."""
        self.http.close()

    def trips(self) -> Any:
        """The traveller's saved trips, by the API."""
        return self.http.get("/api/v1/trips/", params={"end_user": self.end_user}).json()["results"]

    def runs(self) -> list[dict[str, Any]]:
        """All runs of the traveller, by the API."""
        sessions = self.http.get("/api/v1/sessions/", params={"end_user": self.end_user}).json()["results"]
        listed = (self.http.get(f"/api/v1/sessions/{each['id']}/runs/").json()["results"] for each in sessions)
        return [run for runs in listed for run in runs]

    def export(self, trip: str) -> str:
        """A saved trip as text to take along."""
        return self.http.get(f"/api/v1/trips/{trip}/export/", params={"format": "md"}).text


def taken(response: httpx.Response) -> httpx.Response:
    """Raises RefusedError for a problem."""
    if response.is_error:
        raise RefusedError(response.status_code, json.loads(response.read())["code"])
    return response


def frames(response: httpx.Response) -> Iterator[dict[str, Any]]:
    """The data of server-sent events. Raises RefusedError for a problem instead."""
    for line in taken(response).iter_lines():
        if line.startswith("data: {"):
            yield json.loads(line.removeprefix("data: "))


@dataclass
class EventStreamDoor(Door):
    """The API with its server-sent events: what the others are held against."""

    name = "events"
    leaving_stops = False
    path = "/api/v1/sessions/"
    session: str = ""
    run: str = ""
    seq: int = 0
    proposals: list[str] = field(default_factory=list)

    def say(self, text: str) -> DoorReply:
        self._start(text)
        return self._read()

    def decide(self, *, approve: bool) -> DoorReply:
        (proposal,) = self.proposals
        path = f"/api/v1/runs/{self.run}/proposals/{proposal}/"
        taken(self.http.post(path, json={"decision": "approve" if approve else "reject"}))
        return self._read()

    def leave(self, text: str) -> None:
        self._start(text)
        with self._stream() as response:
            next(frames(response))

    def stop(self) -> None:
        taken(self.http.post(f"/api/v1/runs/{self.run}/cancel/", json={}))

    def come_back(self) -> DoorReply:
        return self._read()

    def _start(self, text: str) -> None:
        if not self.session:
            made = self.http.post("/api/v1/sessions/", json={"end_user": self.end_user})
            self.session = taken(made).json()["id"]
        begun = self.http.post(f"/api/v1/sessions/{self.session}/runs/", json={"message": text})
        self.run = taken(begun).json()["id"]
        self.seq = 0

    def _stream(self) -> Any:
        headers = {"Accept": "text/event-stream", "Last-Event-ID": str(self.seq)}
        return self.http.stream("GET", f"/api/v1/runs/{self.run}/events/", headers=headers)

    def _read(self) -> DoorReply:
        answer, days, waits, steps = "", 0, False, []
        with self._stream() as response:
            for event in frames(response):
                data, self.seq = event["data"], event["seq"]
                match event["type"]:
                    case "phase":
                        steps.append(data["title"])
                    case "artifact" if data["kind"] == "itinerary":
                        days = len(data["payload"]["days"])
                    case "answer":
                        answer = data["text"]
                    case "confirmation_required":
                        self.proposals = [data["proposal"]]
                    case "run_paused":
                        waits = True
                        break
        return DoorReply(answer, tuple(steps), days, waits)


@dataclass
class CompletionsDoor(Door):
    """OpenAI's chat completions by the `openai` package: a chat client that sends the whole conversation each time."""

    name = "chat completions"
    room = "chat_completions"
    path = "/v1/chat/completions"
    messages: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.messages = list(self.messages)
        self.client = OpenAI(base_url=f"{self.server.url}/v1", api_key=self.key, timeout=SECONDS, max_retries=0)

    def close(self) -> None:
        self.client.close()
        super().close()

    def say(self, text: str) -> DoorReply:
        self.messages.append({"role": "user", "content": text})
        return self._read()

    def decide(self, *, approve: bool) -> DoorReply:
        in_chinese = "“是”" in self.messages[-1]["content"]
        return self.say(("是" if approve else "否") if in_chinese else "yes" if approve else "no")

    def leave(self, text: str) -> None:
        self.messages.append({"role": "user", "content": text})
        with self._stream() as stream:
            next(chunk for chunk in stream if getattr(chunk.choices[0].delta, "reasoning_content", None))

    def come_back(self) -> DoorReply:
        return self._read()

    @contextmanager
    def _stream(self) -> Iterator[Any]:
        try:
            stream = self.client.chat.completions.create(
                model="travelagent", messages=self.messages, user=self.end_user, stream=True
            )
        except APIStatusError as error:
            raise RefusedError(error.status_code, error.code or "") from error
        with stream:
            yield stream

    def _read(self) -> DoorReply:
        answer, steps = "", []
        with self._stream() as stream:
            for chunk in stream:
                delta = chunk.choices[0].delta
                steps += [] if answer else [reason for reason in [getattr(delta, "reasoning_content", None)] if reason]
                answer += delta.content or ""
        self.messages.append({"role": "assistant", "content": answer})
        return DoorReply(answer, tuple(steps), answer.count("\n## "), "“yes”" in answer or "“是”" in answer)


@dataclass
class AguiDoor(Door):
    """AG-UI, its events read by the protocol's package."""

    name = "AG-UI"
    room = "agui"
    path = "/agui/"
    thread: str = field(default_factory=lambda: uuid4().hex)
    body: dict[str, Any] = field(default_factory=dict)
    interrupts: list[str] = field(default_factory=list)

    def say(self, text: str) -> DoorReply:
        self.body = self._input(text)
        return self._read()

    def decide(self, *, approve: bool) -> DoorReply:
        (interrupt,) = self.interrupts
        answer = {"interrupt_id": interrupt, "status": "resolved", "payload": {"approved": approve}}
        self.body = self._input(resume=[answer])
        return self._read()

    def leave(self, text: str) -> None:
        self.body = self._input(text)
        with self._stream() as response:
            next(frame for frame in frames(response) if frame["type"] == EventType.STEP_STARTED)

    def come_back(self) -> DoorReply:
        return self._read()

    def _input(self, text: str = "", **more: Any) -> dict[str, Any]:
        messages: list[Any] = [UserMessage(id=uuid4().hex, role="user", content=text)] if text else []
        whose = {"end_user": self.end_user}
        body = RunAgentInput(
            thread_id=self.thread,
            run_id=uuid4().hex,
            messages=messages,
            forwarded_props=whose,
            protocol_version="1.0",
            **more,
        )
        return body.model_dump(by_alias=True, mode="json", exclude_none=True)

    def _stream(self) -> Any:
        return self.http.stream("POST", "/agui/", json=self.body)

    def _read(self) -> DoorReply:
        answer, days, waits, steps = "", 0, False, []
        with self._stream() as response:
            for frame in frames(response):
                event = AGUI_EVENTS.validate_python(frame)
                match event.type:
                    case EventType.STEP_STARTED:
                        steps.append(event.step_name)
                    case EventType.TEXT_MESSAGE_CONTENT:
                        answer += event.delta
                    case EventType.STATE_DELTA if event.delta[0].path == "/itinerary":
                        days = len(event.delta[0].value["days"])
                    case EventType.RUN_FINISHED if event.outcome.type == "interrupt":
                        waits = True
                        self.interrupts = [each.id for each in event.outcome.interrupts]
        return DoorReply(answer, tuple(steps), days, waits)


async def refuse(response: httpx.Response) -> None:
    """Raises RefusedError for an error of A2A, which its client would tell without our code."""
    if response.is_error:
        details = json.loads(await response.aread())["error"]["details"]
        raise RefusedError(response.status_code, details[0]["reason"].lower())


@dataclass
class A2aDoor(Door):
    """A2A by the official client, over HTTP+JSON."""

    name = "A2A"
    leaving_stops = False
    room = "a2a"
    path = "/a2a/message:send"
    context: str = field(default_factory=lambda: uuid4().hex)
    task: str = ""

    def say(self, text: str) -> DoorReply:
        return asyncio.run(self._sent(text))

    def decide(self, *, approve: bool) -> DoorReply:
        return asyncio.run(self._sent("yes" if approve else "no", task_id=self.task))

    def leave(self, text: str) -> None:
        asyncio.run(self._left(text))

    def come_back(self) -> DoorReply:
        return asyncio.run(self._followed())

    def stop(self) -> None:
        asyncio.run(self._cancelled())

    @asynccontextmanager
    async def _client(self) -> AsyncIterator[Client]:
        headers = {"Authorization": f"Bearer {self.key}", "A2A-Version": "1.0"}
        async with httpx.AsyncClient(headers=headers, timeout=SECONDS, event_hooks={"response": [refuse]}) as http:
            card = await A2ACardResolver(http, self.server.url).get_agent_card()
            yield ClientFactory(ClientConfig(httpx_client=http, supported_protocol_bindings=["HTTP+JSON"])).create(card)

    def _request(self, text: str, **more: Any) -> SendMessageRequest:
        fields = {"message_id": uuid4().hex, "role": Role.ROLE_USER, "parts": [Part(text=text)]}
        message = Message(**{**fields, **(more or {"context_id": self.context})})
        return SendMessageRequest(message=message, metadata=ParseDict({"end_user": self.end_user}, Struct()))

    async def _sent(self, text: str, **more: Any) -> DoorReply:
        async with self._client() as client:
            return await self._read(client.send_message(self._request(text, **more)))

    async def _left(self, text: str) -> None:
        async with self._client() as client:
            updates = client.send_message(self._request(text))
            async for update in updates:
                self.task = update.task.id or self.task
                if update.HasField("status_update"):
                    break
            await updates.aclose()

    async def _followed(self) -> DoorReply:
        async with self._client() as client:
            task = await client.get_task(GetTaskRequest(id=self.task))
            if task.status.state == TaskState.TASK_STATE_WORKING:
                return await self._read(client.subscribe(SubscribeToTaskRequest(id=self.task)))
            return DoorReply(get_message_text(task.status.message))

    async def _cancelled(self) -> None:
        async with self._client() as client:
            await client.cancel_task(CancelTaskRequest(id=self.task))

    async def _read(self, updates: AsyncIterator[StreamResponse]) -> DoorReply:
        answer, days, waits, steps = "", 0, False, []
        async for update in updates:
            self.task = update.task.id or self.task
            if update.HasField("artifact_update"):
                days = len(update.artifact_update.artifact.parts[0].data.struct_value["days"])
            if update.HasField("status_update"):
                status = update.status_update.status
                if status.state == TaskState.TASK_STATE_WORKING:
                    steps.append(get_message_text(status.message))
                else:
                    answer = get_message_text(status.message)
                    waits = status.state == TaskState.TASK_STATE_INPUT_REQUIRED
        return DoorReply(answer, tuple(steps), days, waits)


async def refuse_call(response: httpx2.Response) -> None:
    """Raises RefusedError for a request of MCP that is refused before it is worked on."""
    if response.is_error:
        error = json.loads(await response.aread())["error"]
        raise RefusedError(response.status_code, error["data"]["code"])


@dataclass
class McpDoor(Door):
    """MCP by the official client over HTTP, at a host that has no way to ask its user."""

    name = "MCP"
    room = "mcp"
    path = "/mcp"
    conversation: str = ""
    left: str = ""
    proposals: list[str] = field(default_factory=list)

    def say(self, text: str) -> DoorReply:
        return self._run(self._ask(text))

    def decide(self, *, approve: bool) -> DoorReply:
        return self._run(self._decided("approve" if approve else "reject"))

    def leave(self, text: str) -> None:
        self.left = text
        self._run(self._left(text))

    def come_back(self) -> DoorReply:
        return self.say(self.left)

    def export(self, trip: str) -> str:
        return self._run(self._read_trip(trip))

    @asynccontextmanager
    async def _client(self) -> AsyncIterator[McpClient]:
        headers = {"Authorization": f"Bearer {self.key}", "X-End-User": self.end_user}
        hooks = {"response": [refuse_call]}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=SECONDS, event_hooks=hooks) as http,
            McpClient(streamable_http_client(f"{self.server.url}/mcp", http_client=http)) as client,
        ):
            yield client

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        """Raises RefusedError out of the groups of the client's tasks."""
        try:
            return asyncio.run(work)
        except ExceptionGroup as errors:
            refused = errors.subgroup(RefusedError)
            while isinstance(refused, ExceptionGroup):
                refused = refused.exceptions[0]
            raise refused or errors from None

    def _arguments(self, text: str) -> dict[str, str]:
        return {"message": text, **({"conversation": self.conversation} if self.conversation else {})}

    async def _ask(self, text: str) -> DoorReply:
        steps: list[str] = []

        async def hear(progress: float, total: float | None, message: str | None) -> None:
            steps.append(message or "")

        async with self._client() as client:
            found = await client.call_tool("ask_assistant", self._arguments(text), progress_callback=hear)
        return self._reply(found, steps)

    async def _decided(self, decision: str) -> DoorReply:
        (proposal,) = self.proposals
        async with self._client() as client:
            return self._reply(await client.call_tool("decide_proposal", {"proposal": proposal, "decision": decision}))

    async def _left(self, text: str) -> None:
        begun = asyncio.Event()

        async def hear(progress: float, total: float | None, message: str | None) -> None:
            begun.set()

        async with self._client() as client:
            call = client.call_tool("ask_assistant", self._arguments(text), progress_callback=hear)
            work = asyncio.create_task(call)
            await asyncio.wait({work, asyncio.create_task(begun.wait())}, return_when=asyncio.FIRST_COMPLETED)
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)

    async def _read_trip(self, trip: str) -> str:
        async with self._client() as client:
            (content,) = (await client.read_resource(f"travelagent://trips/{trip}")).contents
        return str(content.text)

    def _reply(self, found: Any, steps: Sequence[str] = ()) -> DoorReply:
        content = found.structured_content
        if "conversation" not in content:
            raise RefusedError(content.get("status", 400), content["code"])
        self.conversation = content["conversation"]
        self.proposals = [each["id"] for each in content["proposals"]]
        days = len(content["itinerary"]["days"]) if content["itinerary"] else 0
        return DoorReply(content["answer"], tuple(steps), days, content["status"] == "confirmation_required")


DOORS: tuple[type[Door], ...] = (EventStreamDoor, CompletionsDoor, AguiDoor, A2aDoor, McpDoor)
