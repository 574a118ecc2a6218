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
class ThoughtDraft:
    """The text of a thought, its confidence (0–1), and its decision."""

    content: str
    confidence: float = 0.5
    decision: str = ""


@dataclass(frozen=True, slots=True)
class Understanding:
    """What the user wants: the wire's `understanding` value, and the mode that suits it when the run's is `auto`."""

    data: Mapping[str, Any] = field(default_factory=dict)
    mode: Mode = "react"


class Understander(Protocol):
    """Finds out what a conversation asks for."""

    async def understand(self, messages: Sequence[Message], locale: str) -> Understanding:
        """Return what the newest message wants, in the context of those before it."""


class Planner(Protocol):
    """Makes the plans of mode `plan`."""

    async def plan(self, state: AgentState) -> tuple[str, tuple[PlanStep, ...]]:
        """Return the goal and its steps, for mode `plan`.

        Raises ValueError for a plan that is not valid, ModelError.
        """
        ...


class Prompter(Protocol):
    """Writes the system messages of requests and sets their temperature."""

    def system(self, state: AgentState) -> SystemMessage | None:
        """Return the first message of every request of a conversation.

        It is always the same, so that endpoints can cache it.
        """
        ...

    def situation(self, state: AgentState) -> SystemMessage | None:
        """Return what may differ from turn to turn; it stands before the last human message.

        User text and tool output in it are fenced as data.
        """
        ...

    def temperature(self, state: AgentState) -> float | None:
        """Return the temperature of a request; None leaves the model's own default.

        A run's own option takes precedence.
        """
        ...


class Narrator(Protocol):
    """Describes what happens, in the run's language."""

    def phase(self, phase: Phase, locale: str) -> str:
        """Return the title of a phase."""

    def analysis(self, state: AgentState) -> ThoughtDraft:
        """Return the thought about what the user wants."""

    def planning(self, state: AgentState, goal: str, steps: Sequence[PlanStep]) -> ThoughtDraft:
        """Return the thought about a new plan: its goal and steps."""

    def executing(self, state: AgentState, number: int, count: int, step: PlanStep) -> ThoughtDraft:
        """Return the thought about step `number` of the plan's `count`, from 1."""

    def choosing(self, state: AgentState, calls: Sequence[ToolCall], reasoning: str) -> ThoughtDraft:
        """Return the thought about the calls that a model has chosen.

        `reasoning` is the model's own, which may be empty.
        """

    def reflecting(self, state: AgentState, failed: Sequence[ToolOutcome], calls: Sequence[ToolCall]) -> ThoughtDraft:
        """Return the thought about failed calls and those that follow them."""
        ...

    def deciding(self, state: AgentState, reply: str) -> ThoughtDraft:
        """Return the thought about the reply that ends the run."""

    def without_plan(self, state: AgentState, reason: Exception) -> str:
        """Return the notice that mode `plan` has no plan, and goes on without one."""
        ...

    def falling_back(self, state: AgentState, model: str, stand_in: str, reason: ModelError) -> str:
        """Return the notice that `stand_in` replaces `model` from now on, and why. Models by name."""
        ...

    def cut_off(self, state: AgentState) -> str:
        """Return the notice that the answer ends where the model's longest reply does."""
        ...


class Answerer(Protocol):
    """Writes the answers of runs."""

    def finish(self, state: AgentState, text: str) -> Answer:
        """Return the answer as it is shown: sanitised HTML, sources, follow-ups."""
        ...

    def without_model(self, state: AgentState, stop: StopReason) -> str:
        """Return a non-empty reply made from this turn's results alone, for a run that ends without a model's text."""
        ...

    def proposing(self, state: AgentState, proposal: Proposal) -> str:
        """Return what is proposed, and that nothing is done before a decision."""
        ...

    def summary(self, call: ToolCall, locale: str) -> str:
        """Return one line that names the exact change a write would make."""
        ...

    def substitution_note(self, state: AgentState, model: str) -> str:
        """Return the sentence after an answer that `state.model` gave in place of `model`."""
        ...


class Reviewer(Protocol):
    """Looks at a model's finished reply for what nothing supports.

    What contradicts the results, which are the claims with a `truth`, the model is asked once to mend, sentence by
    sentence.
    """

    async def review(self, state: AgentState, text: str) -> tuple[Claim, ...]:
        """Return the claims of a reply that no result of the conversation supports.

        Those with a `truth` name their sentence, a piece of the text without a line break.
        """
        ...

    def request(self, state: AgentState, wrong: Sequence[Claim]) -> str:
        """Return the message that asks the model to mend the sentences of these claims.

        It asks for a JSON list of the mended sentences, one for each in order. The claims in it are fenced as data.
        """
        ...

    def notice(self, state: AgentState, mends: Sequence[Mend], wrong: Sequence[Claim]) -> Notice:
        """Return the notice for the user: what was mended, or, with claims left, what is wrong in the reply."""
        ...


class NoUnderstanding:
    """An `Understander` that finds out nothing."""

    async def understand(self, messages: Sequence[Message], locale: str) -> Understanding:
        """Return an empty understanding."""
        return Understanding()


class NoPrompt:
    """A `Prompter` without system messages."""

    def system(self, state: AgentState) -> SystemMessage | None:
        """Return no system message."""
        return None

    def situation(self, state: AgentState) -> SystemMessage | None:
        """Return no system message."""
        return None

    def temperature(self, state: AgentState) -> float | None:
        """Return None: the model's own default."""
        return None


class NoReview:
    """A `Reviewer` that accepts every reply."""

    async def review(self, state: AgentState, text: str) -> tuple[Claim, ...]:
        """Return no claims."""
        return ()

    def request(self, state: AgentState, wrong: Sequence[Claim]) -> str:
        """Return the request to mend these claims, in English."""
        listed = json.dumps([[claim.sentence, claim.text, claim.truth] for claim in wrong], ensure_ascii=False)
        return f"These sentences contradict the results; send a JSON list of them mended: {listed}"

    def notice(self, state: AgentState, mends: Sequence[Mend], wrong: Sequence[Claim]) -> Notice:
        """Return the notice of mended or unsupported claims, as plain lists."""
        if wrong:
            return Notice("untraced", ", ".join(claim.text for claim in wrong))
        return Notice("mended", ", ".join(mend.after for mend in mends))


class PlainNarrator:
    """A `Narrator` in plain English."""

    def phase(self, phase: Phase, locale: str) -> str:
        """Return the name of the phase with a capital letter."""
        return phase.capitalize()

    def analysis(self, state: AgentState) -> ThoughtDraft:
        """Return the task as the thought."""
        return ThoughtDraft(f"The user says: {state.task}")

    def planning(self, state: AgentState, goal: str, steps: Sequence[PlanStep]) -> ThoughtDraft:
        """Return the goal and the numbered steps as the thought."""
        return ThoughtDraft(
            "\n".join([goal, *(f"{s.step}. {s.description or s.action}" for s in steps)]), decision="plan"
        )

    def executing(self, state: AgentState, number: int, count: int, step: PlanStep) -> ThoughtDraft:
        """Return `[number/count]` and the step as the thought."""
        return ThoughtDraft(f"[{number}/{count}] {step.description or step.action}", decision=step.action)

    def choosing(self, state: AgentState, calls: Sequence[ToolCall], reasoning: str) -> ThoughtDraft:
        """Return the model's reasoning as the thought, the names of the called tools where there is none."""
        return ThoughtDraft(reasoning or f"Call {', '.join(c.name for c in calls)}.", decision=_names(calls))

    def reflecting(self, state: AgentState, failed: Sequence[ToolOutcome], calls: Sequence[ToolCall]) -> ThoughtDraft:
        """Return the names of the failed tools as the thought."""
        return ThoughtDraft(f"{', '.join(o.call.name for o in failed)} failed.", decision=_names(calls))

    def deciding(self, state: AgentState, reply: str) -> ThoughtDraft:
        """Return the thought that there is enough to answer."""
        return ThoughtDraft("There is enough to answer.", decision="answer")

    def without_plan(self, state: AgentState, reason: Exception) -> str:
        """Return the notice that there is no plan, with the reason."""
        return f"There is no plan: {reason}"

    def falling_back(self, state: AgentState, model: str, stand_in: str, reason: ModelError) -> str:
        """Return the notice of the replacement, with the reason."""
        return f"{stand_in} answers in place of {model}: {reason}"

    def cut_off(self, state: AgentState) -> str:
        """Return the notice that the answer is cut off."""
        return "The answer is cut off at the model's longest reply."


class PlainAnswerer:
    """An `Answerer` in plain English, without sources and follow-ups."""

    def finish(self, state: AgentState, text: str) -> Answer:
        """Return the text as the answer."""
        return Answer(text)

    def without_model(self, state: AgentState, stop: StopReason) -> str:
        """Return the texts of this turn's successful results, or why the run stopped where there are none."""
        found = "\n".join(outcome.text for outcome in state.tool_result_history if outcome.status == "success")
        return found or f"The run ended without an answer ({stop})."

    def proposing(self, state: AgentState, proposal: Proposal) -> str:
        """Return a request to confirm the listed calls."""
        return "\n".join(["Please confirm:", *(f"- {c.summary}" for c in proposal.calls)])

    def summary(self, call: ToolCall, locale: str) -> str:
        """Return the tool's name and arguments."""
        return f"{call.name} {dict(call.args)}"

    def substitution_note(self, state: AgentState, model: str) -> str:
        """Return the sentence that `state.model` answered in place of `model`."""
        return f"({state.model} answered in place of {model}.)"


def _names(calls: Sequence[ToolCall]) -> str:
    return ", ".join(dict.fromkeys(c.name for c in calls))
