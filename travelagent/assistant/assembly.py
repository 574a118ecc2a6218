"""Puts an agent together: a model, the tools, and all that travel teaches the core."""

from collections.abc import Callable
from dataclasses import dataclass

from agent_core.agent import Agent
from agent_core.checkpoint import Checkpointer
from agent_core.journal import CallJournal
from agent_core.model import ChatModel
from agent_core.policy import NoReview
from agent_core.proposals import ProposalStore
from agent_core.runtime import Parts, RunSync
from agent_core.tools import ToolRegistry
from travelagent.assistant.answers import TravelAnswerer
from travelagent.assistant.grounding.reviewer import GroundingReviewer
from travelagent.assistant.memory import TravelMemory
from travelagent.assistant.model_registry import model_named
from travelagent.assistant.narration import TravelNarrator
from travelagent.assistant.offline.model import OfflineModel
from travelagent.assistant.prompter import TravelPrompter
from travelagent.assistant.understander import TravelUnderstander
from travelagent.assistant.workflows import DATA_QUESTIONS


@dataclass(frozen=True, slots=True)
class Wiring:
    """What one run needs: the model's name, its tools, where its state is kept, how blocking tools are run."""

    model: str
    tools: ToolRegistry
    checkpointer: Checkpointer
    proposals: ProposalStore
    journal: CallJournal
    run_sync: RunSync
    new_id: Callable[[str], str]
    style: str = ""


def parts_of(wiring: Wiring, model: ChatModel) -> Parts:
    """The core's parts for travel, with this model.

    The embedded model words tools' results and nothing else, which its tests hold: its answers need no review.
    """
    return Parts(
        model,
        wiring.tools,
        understander=TravelUnderstander(),
        prompter=TravelPrompter(),
        memory=TravelMemory(wiring.run_sync),
        narrator=TravelNarrator(),
        answerer=TravelAnswerer(),
        reviewer=NoReview() if isinstance(model, OfflineModel) else GroundingReviewer(),
        checkpointer=wiring.checkpointer,
        proposals=wiring.proposals,
        journal=wiring.journal,
        workflow=DATA_QUESTIONS,
        run_sync=wiring.run_sync,
        new_id=wiring.new_id,
    )


def assemble(wiring: Wiring) -> Agent:
    """An agent for one run. Raises UnknownModel."""
    return Agent(parts_of(wiring, model_named(wiring.model).make()))
