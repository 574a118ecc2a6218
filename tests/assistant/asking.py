"""Asks the embedded model, with the real tools and no database."""

from collections.abc import Iterable

from agent_core.agent import Agent, Task
from agent_core.messages import Message
from agent_core.runtime import Parts
from agent_core.state import Result
from agent_core.tools import Tool, ToolRegistry
from tests.agent_core.cast import Recorder
from travelagent.assistant.answers import TravelAnswerer
from travelagent.assistant.language import language_of
from travelagent.assistant.narration import TravelNarrator
from travelagent.assistant.offline.model import OfflineModel
from travelagent.assistant.prompter import TravelPrompter
from travelagent.assistant.tools import TOOLS
from travelagent.assistant.understander import TravelUnderstander
from travelagent.assistant.workflows import DATA_QUESTIONS


async def asked(
    question: str, tools: Iterable[Tool] = TOOLS, history: tuple[Message, ...] = (), style: str = ""
) -> tuple[Result, Recorder]:
    """The result of one question, and the events of its run."""
    sink = Recorder()
    agent = Agent(
        Parts(
            OfflineModel(),
            ToolRegistry(tools),
            understander=TravelUnderstander(),
            narrator=TravelNarrator(),
            prompter=TravelPrompter(),
            answerer=TravelAnswerer(),
            workflow=DATA_QUESTIONS,
        )
    )
    task = Task(question, mode="auto", locale=language_of(question), history=history, style=style)
    return await agent.run(task, sink=sink), sink
