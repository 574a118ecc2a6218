"""Puts an agent together: a model, the tools, and all that travel teaches the core."""

from dataclasses import dataclass

from agent_core.agent import Agent
from agent_core.checkpoint import Checkpointer
from agent_core.runtime import Parts, RunSync
from agent_core.tools import ToolRegistry
from travelagent.assistant.answers import TravelAnswerer
from travelagent.assistant.model_registry import model_named
from travelagent.assistant.narration import TravelNarrator
from travelagent.assistant.understander import TravelUnderstander


@dataclass(frozen=True, slots=True)
class Wiring:
    """What one run needs: the model's name, its tools, where checkpoints go, how blocking tools are run."""

    model: str
    tools: ToolRegistry
    checkpointer: Checkpointer
    run_sync: RunSync
    style: str = ""


def assemble(wiring: Wiring) -> Agent:
    """An agent for one run. Raises UnknownModel."""
    return Agent(
        Parts(
            model_named(wiring.model).make(),
            wiring.tools,
            understander=TravelUnderstander(),
            narrator=TravelNarrator(),
            answerer=TravelAnswerer(),
            checkpointer=wiring.checkpointer,
            run_sync=wiring.run_sync,
        )
    )
