"""Tools and helpers that the tests of the core share."""

import asyncio
from collections import defaultdict
from typing import Annotated

from agent_core.agent import Agent, Task
from agent_core.events import Event
from agent_core.messages import Message
from agent_core.runtime import RetryPolicy
from agent_core.testing import Reply, ScriptedModel
from agent_core.tools import HIDDEN, ToolError, ToolRegistry, tool


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


def agent_with(*replies: Reply, tools: tuple[object, ...] = (add, fail, whoami), **more: object) -> Agent:
    return Agent(ScriptedModel(*replies), ToolRegistry(tools), retries=NO_WAIT, **more)  # type: ignore[arg-type]


class Recorder:
    """A sink that keeps what it gets."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._types: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)

    def emit(self, event: Event) -> None:
        self.events.append(event)
        self._types[event.type].set()

    async def heard(self, type: str) -> None:
        """Return when an event of this type has come."""
        await asyncio.wait_for(self._types[type].wait(), 10)

    async def commit(self) -> None:
        pass

    def of(self, type: str) -> list[Event]:
        return [event for event in self.events if event.type == type]


def task(message: str = "What is 1 + 2?", history: tuple[Message, ...] = (), **more: object) -> Task:
    return Task(message, history=history, **more)  # type: ignore[arg-type]
