"""Puts an agent together: a model, the tools, and all that travel teaches the core."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from agent_core.agent import Agent
from agent_core.checkpoint import Checkpointer
from agent_core.journal import CallJournal
from agent_core.model import ChatModel
from agent_core.models.viewed import Viewed
from agent_core.proposals import ProposalStore
from agent_core.runtime import Parts, RetryPolicy, RunSync
from agent_core.tools import ToolRegistry
from travelagent.assistant.answers import TravelAnswerer
from travelagent.assistant.barred import BarredModel
from travelagent.assistant.embedded.model import EmbeddedModel
from travelagent.assistant.embedded.planner import RoutinePlanner
from travelagent.assistant.embedded.reader import TurnReader
from travelagent.assistant.grounding.reviewer import GroundingReviewer
from travelagent.assistant.memory import TravelMemory
from travelagent.assistant.model_registry import NamedModel, UnknownModel, default_model, model_named, stand_ins
from travelagent.assistant.narration import TravelNarrator
from travelagent.assistant.prompter import TravelPrompter
from travelagent.assistant.understander import TravelUnderstander
from travelagent.assistant.workflows import DATA_QUESTIONS
from travelagent.briefs.at_hand import TripAtHand


@dataclass(frozen=True, slots=True)
class Wiring:
    """What one run needs: the model's name, its tools, where its state is kept, how blocking tools are run.

    `barred` names models that may not be asked, each with why; `trip` is the trip at hand when the run begins.
    """

    model: str
    tools: ToolRegistry
    checkpointer: Checkpointer
    proposals: ProposalStore
    journal: CallJournal
    run_sync: RunSync
    new_id: Callable[[str], str]
    style: str = ""
    barred: Mapping[str, str] = field(default_factory=dict)
    trip: TripAtHand = field(default_factory=TripAtHand)


def parts_of(
    wiring: Wiring, model: ChatModel, stand_ins: Sequence[ChatModel] = (), retries: RetryPolicy | None = None
) -> Parts:
    """Return the core's parts for travel, with this model and its stand-ins."""
    reader = TurnReader(wiring.trip)
    first, *others = (each.of_run(reader) if isinstance(each, EmbeddedModel) else each for each in (model, *stand_ins))
    return Parts(
        first,
        wiring.tools,
        stand_ins=tuple(others),
        understander=TravelUnderstander(reader),
        planner=RoutinePlanner(wiring.tools, reader) if isinstance(model, EmbeddedModel) else None,
        prompter=TravelPrompter(wiring.trip),
        memory=TravelMemory(wiring.run_sync),
        narrator=TravelNarrator(),
        answerer=TravelAnswerer(),
        reviewer=GroundingReviewer(),
        checkpointer=wiring.checkpointer,
        proposals=wiring.proposals,
        journal=wiring.journal,
        workflow=DATA_QUESTIONS,
        is_raw=shows_a_call(wiring.tools.names),
        retries=retries or RetryPolicy(),
        run_sync=wiring.run_sync,
        injected={"spoken": reader.spoken},
        new_id=wiring.new_id,
    )


def shows_a_call(names: Iterable[str]) -> Callable[[str], bool]:
    """Return a predicate: whether a text shows a call of one of these tools, or its arguments, instead of an answer."""
    called = "".join(f"|{re.escape(name)}" for name in names).removeprefix("|") or "(?!)"
    written = re.compile(rf'\b(?:{called})\s*\(|\{{\s*"[a-z_]+"\s*:|</?tool_call')
    return lambda text: written.search(text) is not None


def assemble(wiring: Wiring) -> Agent:
    """Return an agent for one run. A model that is no longer offered is replaced by the default one."""
    try:
        named = model_named(wiring.model)
    except UnknownModel:
        named = default_model()
    chain = [made(model, wiring) for model in (named, *stand_ins(named))]
    return Agent(parts_of(wiring, chain[0], chain[1:], named.retries))


def made(named: NamedModel, wiring: Wiring) -> ChatModel:
    """Return the model of a run; one that runs elsewhere reads the results of tools in their views."""
    if named.name in wiring.barred:
        return BarredModel(named.name, wiring.barred[named.name])
    model = named.make()
    return model if isinstance(model, EmbeddedModel) else Viewed(model, wiring.tools)
