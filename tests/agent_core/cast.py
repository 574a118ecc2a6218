"""Tools and helpers that the tests of the core share."""

import asyncio
from collections import defaultdict
from typing import Annotated, Any

from agent_core.agent import Agent, Task
from agent_core.events import Event
from agent_core.messages import Message
from agent_core.runtime import Parts, RetryPolicy
from agent_core.testing import Reply, ScriptedModel
from agent_core.tools import HIDDEN, Tool, ToolError, ToolRegistry, ToolResult, tool


async def no_wait(seconds: float) -> None:
    """Stands for the wait between attempts."""


NO_WAIT = RetryPolicy(sleep=no_wait, jitter=lambda: 0.0)


@tool
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


@tool
async def fail(code: str = "broken") -> None:
    """Fail with a code."""
    raise ToolError(code, "it does not work today")


@tool
def whoami(user: Annotated[str, HIDDEN]) -> str:
    """Name the user."""
    return user


@tool(final=True)
def conclude(text: str) -> ToolResult:
    """Conclude with a text."""
    return ToolResult({"text": text}, reply=text)


class Ledger:
    """A tool that writes, and what it has written."""

    def __init__(self) -> None:
        self.written: list[int] = []

        @tool(writes=True)
        def book(seat: int, title: str = "") -> dict[str, Any]:
            """Book a seat."""
            self.written.append(seat)
            return {"booked": seat, "title": title}

        self.book: Tool = book


def agent_with(*replies: Reply, tools: tuple[Tool, ...] = (add, fail, whoami, conclude), **more: Any) -> Agent:
    more.setdefault("retries", NO_WAIT)
    return Agent(Parts(ScriptedModel(*replies), ToolRegistry(tools), **more))


def model_of(agent: Agent) -> ScriptedModel:
    model = agent.parts.model
    assert isinstance(model, ScriptedModel)
    return model


class Recorder:
    """A sink that keeps what it gets."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.parents: list[str] = []
        self._types: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)

    def emit(self, event: Event, parent: str = "") -> None:
        self.events.append(event)
        self.parents.append(parent)
        self._types[event.type].set()

    def mark(self) -> int:
        return len(self.events)

    async def wait_for(self, type: str) -> None:
        """Return when an event of this type has come."""
        await asyncio.wait_for(self._types[type].wait(), 10)

    async def commit(self) -> None:
        pass

    def of(self, type: str) -> list[Any]:
        return [event for event in self.events if event.type == type]


def task(message: str = "What is 1 + 2?", history: tuple[Message, ...] = (), **more: Any) -> Task:
    return Task(message, history=history, **more)
