"""No pattern is tried on a user's words on the event loop, where everybody waits for it."""

import asyncio
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from agent_core.agent import Agent, Task
from agent_core.messages import call
from agent_core.model import ChatModel
from agent_core.runtime import Parts
from agent_core.testing import ScriptedModel, calls, text
from agent_core.tools import ToolRegistry
from tests.agent_core.cast import Recorder
from tests.assistant.asking import Memory
from travelagent.assistant.answers import TravelAnswerer
from travelagent.assistant.embedded.model import EmbeddedModel
from travelagent.assistant.embedded.reader import TurnReader
from travelagent.assistant.memory import TravelMemory, memory_request
from travelagent.assistant.narration import TravelNarrator
from travelagent.assistant.prompter import TravelPrompter
from travelagent.assistant.tools import TOOLS
from travelagent.assistant.understander import TravelUnderstander
from travelagent.assistant.workflows import DATA_QUESTIONS

WORD = "Zanzaquil"
"""A word that messages hold and nothing else does."""
ROOMS = ("travelagent", "agent_core")


@contextmanager
def patterns_in_this_thread() -> Iterator[set[tuple[str, str]]]:
    """Yield the functions of the product, by module and name, that try a pattern here with WORD among their values."""
    found: set[tuple[str, str]] = set()

    def look(frame: FrameType, event: str, called: Any) -> None:
        if event == "c_call" and isinstance(getattr(called, "__self__", None), re.Pattern):
            module = str(frame.f_globals.get("__name__"))
            if module.partition(".")[0] in ROOMS and WORD in repr(frame.f_locals):
                found.add((module, frame.f_code.co_name))

    sys.setprofile(look)
    try:
        yield found
    finally:
        sys.setprofile(None)


async def nothing_kept(call: Any) -> Any:
    """Stand for the thread in which memories are read and written: there are none."""
    return []


def agent_of(model: ChatModel) -> Agent:
    reader = TurnReader()
    return Agent(
        Parts(
            model.of_run(reader) if isinstance(model, EmbeddedModel) else model,
            ToolRegistry(tool for tool in TOOLS if tool.category != "trips"),
            understander=TravelUnderstander(reader),
            narrator=TravelNarrator(),
            prompter=TravelPrompter(),
            answerer=TravelAnswerer(),
            workflow=DATA_QUESTIONS,
            memory=TravelMemory(nothing_kept),
        )
    )


async def converse(model: ChatModel, *messages: str) -> list[str]:
    """Return the answers to the messages of a conversation."""
    memory, answers = Memory(), []
    history: Any = ()
    for number, message in enumerate(messages):
        agent, sink = agent_of(model), Recorder()
        task = Task(message, run=f"run{number}", history=history, owner="1", injected=memory.injected(sink))
        await agent.run(task, sink=sink)
        checkpoint = await agent.parts.checkpointer.load(task.run)
        assert checkpoint is not None
        history = checkpoint.state.messages
        answers.append(checkpoint.state.reply)
    return answers


def test_a_pattern_on_the_loop_is_found() -> None:
    async def read() -> None:
        memory_request(f"remember {WORD}")

    with patterns_in_this_thread() as found:
        asyncio.run(read())

    assert ("travelagent.assistant.memory", "memory_request") in found


def test_the_embedded_assistant_tries_none() -> None:
    with patterns_in_this_thread() as found:
        answers = asyncio.run(
            converse(
                EmbeddedModel(),
                f"Plan 1 day in Kyoto with {WORD}",
                f"How much is {WORD} in EUR?",
                f"forget {WORD}, thanks!",
            )
        )

    assert all(answers)
    assert found == set()


def test_a_model_with_tools_tries_none() -> None:
    model = ScriptedModel(
        calls(call("a", "generate_route", city=WORD, days=1), call("b", "search_cities", query=WORD)),
        text(f"I looked for **{WORD}**, and found nothing by that name."),
    )
    with patterns_in_this_thread() as found:
        asyncio.run(converse(model, f"Plan a day in {WORD}"))

    assert found == set()
