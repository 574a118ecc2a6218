"""A conversation with a configured model: the registry's own wiring, the real tools, no database."""

import asyncio
import dataclasses
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from agent_core.agent import Agent, Task
from agent_core.checkpoint import InMemoryCheckpointer
from agent_core.journal import InMemoryJournal
from agent_core.memory import NoMemory
from agent_core.messages import Message
from agent_core.proposals import InMemoryProposals
from agent_core.runtime import RetryPolicy
from agent_core.state import Result
from agent_core.tools import ToolRegistry
from tests.agent_core.cast import Recorder
from tests.support.aimock import Fixture, aimock
from travelagent.assistant import model_registry
from travelagent.assistant.assembly import Wiring, made, parts_of
from travelagent.assistant.language import language_of
from travelagent.assistant.model_settings import ModelSettings
from travelagent.assistant.tools import TOOLS

BARE = ModelSettings(model="gpt-test", label="Far model", timeout_s=20.0)


@contextmanager
def configured(settings: ModelSettings, name: str = "far") -> Iterator[None]:
    """The registry with one more model, until the end."""
    before = dict(model_registry._MODELS)
    try:
        model_registry.configure({name: settings})
        yield
    finally:
        model_registry._MODELS.clear()
        model_registry._MODELS.update(before)


class Waits:
    """Stands for the wait between attempts, and keeps how long each would have been."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)
        await asyncio.sleep(0)


@dataclasses.dataclass
class Talk:
    """What came of a conversation: the last result, its events, what the endpoint was asked, the waits."""

    result: Result
    sink: Recorder
    requests: list[dict[str, Any]]
    waits: list[float]


async def talked(
    turns: Sequence[str],
    fixtures: Sequence[Fixture],
    folder: Path,
    settings: ModelSettings = BARE,
    options: Sequence[str] = ("--chunk-size", "8"),
) -> Talk:
    """The turns one after the other with a model behind an endpoint that gives these replies."""
    with aimock(fixtures, folder, *options) as endpoint:
        with configured(settings.model_copy(update={"base_url": endpoint.url})):
            named, waits = model_registry.model_named("far"), Waits()
            agent = _agent(named, dataclasses.replace(named.retries, sleep=waits))
            history: tuple[Message, ...] = ()
            for number, message in enumerate(turns, 1):
                sink = Recorder()
                run = f"run{number}"
                task = Task(message, run=run, mode="auto", locale=language_of(message), history=history)
                result = await agent.run(task, sink=sink)
                checkpoint = await agent.parts.checkpointer.load(run)
                assert checkpoint is not None
                history = checkpoint.state.messages
            await model_registry.close_models()
        return Talk(result, sink, endpoint.requests, waits.seconds)


def _agent(named: model_registry.NamedModel, retries: RetryPolicy) -> Agent:
    wiring = Wiring(
        named.name,
        ToolRegistry(tool for tool in TOOLS if tool.category != "trips"),
        checkpointer=InMemoryCheckpointer(),
        proposals=InMemoryProposals(),
        journal=InMemoryJournal(),
        run_sync=lambda function: asyncio.to_thread(function),
        new_id=lambda prefix: f"{prefix}_1",
    )
    chain = [made(other, wiring) for other in model_registry.stand_ins(named)]
    return Agent(dataclasses.replace(parts_of(wiring, made(named, wiring), chain, retries), memory=NoMemory()))
