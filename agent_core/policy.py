"""What an application teaches the core: how to understand, plan, narrate and answer. The core itself knows no subject.

Each protocol has a neutral default, so that an agent of a model and tools alone already works.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from agent_core.events import Answer, Claim, Mend, Notice, Phase
from agent_core.messages import Message, SystemMessage, ToolCall
from agent_core.model import ModelError
from agent_core.state import AgentState, Mode, PlanStep, Proposal, StopReason, ToolOutcome


@dataclass(frozen=True, slots=True)
class Said:
    """The words of a thought, how sure it is (0–1), and what it decides."""

    content: str
    confidence: float = 0.5
    decision: str = ""


@dataclass(frozen=True, slots=True)
class Understanding:
    """What the user wants: the wire's `understanding` value, and the mode that suits it when the run's is `auto`."""

    data: Mapping[str, Any] = field(default_factory=dict)
    mode: Mode = "react"


class Understander(Protocol):
    async def understand(self, messages: Sequence[Message], locale: str) -> Understanding: ...


class Planner(Protocol):
    async def plan(self, state: AgentState) -> tuple[str, tuple[PlanStep, ...]]:
        """The goal and its steps, for mode `plan`. Raises ValueError for a plan that does not hold, ModelError."""
        ...


class Prompter(Protocol):
    def system(self, state: AgentState) -> SystemMessage | None:
        """The first message of every request of a conversation, always the same, so that endpoints can cache it."""
        ...

    def situation(self, state: AgentState) -> SystemMessage | None:
        """What may differ from turn to turn; it stands before the last human message. User text and tool output in it
        are fenced as data."""
        ...

    def temperature(self, state: AgentState) -> float | None:
        """The temperature of a request; None leaves the model's own default. A run's own option goes before."""
        ...


class Narrator(Protocol):
    """Puts what happens into words of the run's language."""

    def phase(self, phase: Phase, locale: str) -> str: ...

    def analysis(self, state: AgentState) -> Said: ...

    def planning(self, state: AgentState, goal: str, steps: Sequence[PlanStep]) -> Said: ...

    def working_off(self, state: AgentState, number: int, count: int, step: PlanStep) -> Said: ...

    def choosing(self, state: AgentState, calls: Sequence[ToolCall], reasoning: str) -> Said: ...

    def reflecting(self, state: AgentState, failed: Sequence[ToolOutcome], calls: Sequence[ToolCall]) -> Said: ...

    def deciding(self, state: AgentState, reply: str) -> Said: ...

    def without_plan(self, state: AgentState, reason: Exception) -> str:
        """That mode `plan` has no plan, and goes on without one."""
        ...

    def falling_back(self, state: AgentState, model: str, stand_in: str, reason: ModelError) -> str:
        """That `stand_in` speaks for a model from now on, and why. Models by name."""
        ...

    def cut_off(self, state: AgentState) -> str:
        """That the answer ends where the model's longest reply does."""
        ...


class Answerer(Protocol):
    def finish(self, state: AgentState, text: str) -> Answer:
        """The answer as it is shown: sanitised HTML, sources, follow-ups."""
        ...

    def without_model(self, state: AgentState, stop: StopReason) -> str:
        """A non-empty reply made from this turn's results alone, for a run that ends without a model's words."""
        ...

    def proposing(self, state: AgentState, proposal: Proposal) -> str:
        """What is proposed, and that nothing is done before a decision."""
        ...

    def summary(self, call: ToolCall, locale: str) -> str:
        """One line that names the exact change a write would make."""
        ...

    def stood_in(self, state: AgentState, model: str) -> str:
        """The sentence behind an answer that `state.model` gave in place of this one."""
        ...


class Reviewer(Protocol):
    """Looks at a model's finished reply for what nothing supports; what contradicts the results, which claims tell by
    their `truth`, the model is asked once to mend, sentence by sentence."""

    async def review(self, state: AgentState, text: str) -> tuple[Claim, ...]:
        """The claims of a reply that no result of the conversation supports; those with a `truth` name their sentence,
        a piece of the text without a line break."""
        ...

    def request(self, state: AgentState, wrong: Sequence[Claim]) -> str:
        """The message that asks the model for a JSON list of the mended sentences, one for each sentence of these
        claims in order. The claims in it are fenced as data."""
        ...

    def notice(self, state: AgentState, mends: Sequence[Mend], wrong: Sequence[Claim]) -> Notice:
        """What the user is told: what was mended, or, with claims left, what is wrong in the reply."""
        ...


class NoUnderstanding:
    async def understand(self, messages: Sequence[Message], locale: str) -> Understanding:
        return Understanding()


class NoPrompt:
    def system(self, state: AgentState) -> SystemMessage | None:
        return None

    def situation(self, state: AgentState) -> SystemMessage | None:
        return None

    def temperature(self, state: AgentState) -> float | None:
        return None


class NoReview:
    async def review(self, state: AgentState, text: str) -> tuple[Claim, ...]:
        return ()

    def request(self, state: AgentState, wrong: Sequence[Claim]) -> str:
        told = json.dumps([[claim.sentence, claim.text, claim.truth] for claim in wrong], ensure_ascii=False)
        return f"These sentences contradict the results; send a JSON list of them mended: {told}"

    def notice(self, state: AgentState, mends: Sequence[Mend], wrong: Sequence[Claim]) -> Notice:
        if wrong:
            return Notice("untraced", ", ".join(claim.text for claim in wrong))
        return Notice("mended", ", ".join(mend.after for mend in mends))


class PlainNarrator:
    def phase(self, phase: Phase, locale: str) -> str:
        return phase.capitalize()

    def analysis(self, state: AgentState) -> Said:
        return Said(f"The user says: {state.task}")

    def planning(self, state: AgentState, goal: str, steps: Sequence[PlanStep]) -> Said:
        return Said("\n".join([goal, *(f"{s.step}. {s.description or s.action}" for s in steps)]), decision="plan")

    def working_off(self, state: AgentState, number: int, count: int, step: PlanStep) -> Said:
        return Said(f"[{number}/{count}] {step.description or step.action}", decision=step.action)

    def choosing(self, state: AgentState, calls: Sequence[ToolCall], reasoning: str) -> Said:
        return Said(reasoning or f"Call {', '.join(c.name for c in calls)}.", decision=_names(calls))

    def reflecting(self, state: AgentState, failed: Sequence[ToolOutcome], calls: Sequence[ToolCall]) -> Said:
        return Said(f"{', '.join(o.call.name for o in failed)} failed.", decision=_names(calls))

    def deciding(self, state: AgentState, reply: str) -> Said:
        return Said("There is enough to answer.", decision="answer")

    def without_plan(self, state: AgentState, reason: Exception) -> str:
        return f"There is no plan: {reason}"

    def falling_back(self, state: AgentState, model: str, stand_in: str, reason: ModelError) -> str:
        return f"{stand_in} answers in place of {model}: {reason}"

    def cut_off(self, state: AgentState) -> str:
        return "The answer is cut off at the model's longest reply."


class PlainAnswerer:
    def finish(self, state: AgentState, text: str) -> Answer:
        return Answer(text)

    def without_model(self, state: AgentState, stop: StopReason) -> str:
        found = "\n".join(outcome.text for outcome in state.tool_result_history if outcome.status == "success")
        return found or f"The run ended without an answer ({stop})."

    def proposing(self, state: AgentState, proposal: Proposal) -> str:
        return "\n".join(["Please confirm:", *(f"- {c.summary}" for c in proposal.calls)])

    def summary(self, call: ToolCall, locale: str) -> str:
        return f"{call.name} {dict(call.args)}"

    def stood_in(self, state: AgentState, model: str) -> str:
        return f"({state.model} answered in place of {model}.)"


def _names(calls: Sequence[ToolCall]) -> str:
    return ", ".join(dict.fromkeys(c.name for c in calls))
