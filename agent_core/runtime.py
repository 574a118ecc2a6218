"""What a node has at hand while a run lives: the parts it was wired with, the event sink, the cancel token."""

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal, Protocol, TypeAlias

from agent_core.checkpoint import Checkpointer, InMemoryCheckpointer
from agent_core.events import PHASES, Event, Phase, PhaseEntered, Thought, ThoughtType, Token
from agent_core.guards import Limits
from agent_core.journal import CallJournal, InMemoryJournal
from agent_core.memory import Memory, NoMemory
from agent_core.messages import Message, ToolCall, repair
from agent_core.model import ChatModel
from agent_core.observers import Observer
from agent_core.policy import (
    Answerer,
    Narrator,
    NoPrompt,
    NoReview,
    NoUnderstanding,
    PlainAnswerer,
    PlainNarrator,
    Planner,
    Prompter,
    Reviewer,
    ThoughtDraft,
    Understander,
)
from agent_core.proposals import InMemoryProposals, ProposalStore
from agent_core.state import AgentState, ToolOutcome
from agent_core.tools import ToolRegistry
from agent_core.workflow import Workflow

log = logging.getLogger("agent_core")

CancelWhen: TypeAlias = Literal["immediate", "after_step"]
Execute: TypeAlias = Callable[[ToolCall], Awaitable[ToolOutcome]]
Middleware: TypeAlias = Callable[[ToolCall, Execute], Awaitable[ToolOutcome]]
RunSync: TypeAlias = Callable[[Callable[[], Any]], Awaitable[Any]]
Edit: TypeAlias = Callable[[tuple[Message, ...]], tuple[Message, ...]]


class Sink(Protocol):
    """Where events go, in order. `parent` is the call inside which a nested agent emits."""

    def emit(self, event: Event, parent: str = "") -> None:
        """Emit an event; `parent` is the call or node of an outer run that it belongs to, "" for the run itself."""

    def mark(self) -> int:
        """Return the number of the newest event."""
        ...

    async def commit(self) -> None:
        """Wait until everything emitted so far is durable."""
        ...


class NullSink:
    """A `Sink` that discards all events."""

    def emit(self, event: Event, parent: str = "") -> None:
        """Discard the event."""

    def mark(self) -> int:
        """Return 0."""
        return 0

    async def commit(self) -> None:
        """Do nothing: there is nothing to wait for."""


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How transient model failures are retried.

    `attempts` in all, backoff `base_s` × 2ⁿ seconds up to `cap_s`, its upper half random. Nothing is tried again once
    more than `patience_s` were lost with waiting and with attempts that no reply came of; time in which a model was at
    work on a reply that was empty or broke off is not counted.
    """

    attempts: int = 3
    base_s: float = 0.5
    cap_s: float = 8.0
    patience_s: float = 60.0
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    jitter: Callable[[], float] = random.random
    clock: Callable[[], float] = time.monotonic

    def delay(self, attempt: int, retry_after: float | None) -> float:
        """Return the seconds to wait after a failed attempt, counted from 1.

        Exponential with jitter, at least `retry_after`.
        """
        backoff: float = min(self.cap_s, self.base_s * 2 ** (attempt - 1)) * (0.5 + self.jitter() / 2)
        return max(backoff, retry_after or 0.0)


def _log_crash(call: ToolCall, error: Exception) -> None:
    log.error("tool crashed", extra={"tool": call.name, "call": call.id}, exc_info=error)


async def _in_thread(function: Callable[[], Any]) -> Any:
    return await asyncio.to_thread(function)


def _unchanged(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    return messages


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything an agent is wired with; nothing here belongs to one run.

    `rewriter` edits the conversation before a request and its edit is kept; `modifier` edits what the rewriter left,
    for that request alone. `acts` decides from a whole reply's text and calls whether its calls are made. `is_raw`
    decides of a text without calls whether it is unfit for a reader, such as a call written out. `stand_ins` replace,
    in this order, a model that has failed for good; their names differ. `injected`: values of hidden tool arguments by
    name, beside those of a task.
    """

    model: ChatModel
    tools: ToolRegistry = field(default_factory=ToolRegistry)
    stand_ins: tuple[ChatModel, ...] = ()
    understander: Understander = field(default_factory=NoUnderstanding)
    planner: Planner | None = None
    prompter: Prompter = field(default_factory=NoPrompt)
    narrator: Narrator = field(default_factory=PlainNarrator)
    answerer: Answerer = field(default_factory=PlainAnswerer)
    reviewer: Reviewer = field(default_factory=NoReview)
    memory: Memory = field(default_factory=NoMemory)
    checkpointer: Checkpointer = field(default_factory=InMemoryCheckpointer)
    proposals: ProposalStore = field(default_factory=InMemoryProposals)
    journal: CallJournal = field(default_factory=InMemoryJournal)
    workflow: Workflow = field(default_factory=Workflow)
    middleware: tuple[Middleware, ...] = ()
    observers: tuple[Observer, ...] = ()
    rewriter: Edit = _unchanged
    modifier: Edit = _unchanged
    acts: Callable[[str, tuple[ToolCall, ...]], bool] = lambda text, calls: bool(calls)
    is_raw: Callable[[str], bool] = lambda text: False
    limits: Limits = field(default_factory=Limits)
    retries: RetryPolicy = field(default_factory=RetryPolicy)
    run_sync: RunSync = _in_thread
    injected: Mapping[str, Any] = field(default_factory=dict)
    on_tool_crash: Callable[[ToolCall, Exception], None] = _log_crash
    proposal_ttl_s: float = 24 * 3600.0
    new_id: Callable[[str], str] = lambda prefix: f"{prefix}_{random.getrandbits(64):016x}"

    @property
    def models(self) -> tuple[ChatModel, ...]:
        """The model and its stand-ins."""
        return (self.model, *self.stand_ins)


class CancelToken:
    """A request to end a run, from anywhere on its event loop.

    `after_step` is looked at between steps. `immediate` also interrupts the node at work: the task in `interrupts` is
    cancelled, and the walker turns that into an orderly end.
    """

    def __init__(self) -> None:
        self.when: CancelWhen | None = None
        self.interrupts: asyncio.Task[Any] | None = None

    def request(self, when: CancelWhen) -> None:
        """Request the cancellation of the run. An immediate one also interrupts what runs, and is final."""
        if self.when == "immediate":
            return
        self.when = when
        if when == "immediate" and self.interrupts is not None:
            self.interrupts.cancel()


@dataclass(slots=True)
class RunContext:
    """One run's working surface. Mutable, and never stored: whatever must survive is in the state.

    `worked_ms` is the working time of the segments before this one, which `began` begins. `started_calls` are calls
    whose start was emitted before the process was killed; it is not emitted again. `whole` are the messages of the
    newest request, repaired.
    """

    parts: Parts
    sink: Sink
    cancel: CancelToken
    phase: Phase | None = None
    parent: str = ""
    injected: Mapping[str, Any] = field(default_factory=dict)
    temperature: float | None = None
    started_calls: frozenset[str] = frozenset()
    partial: list[str] = field(default_factory=list)
    whole: tuple[Message, ...] = ()
    worked_ms: int = 0
    began: float = field(default_factory=lambda: time.monotonic())

    def emit(self, event: Event) -> None:
        """Emit an event of the run and call the observers; what an observer raises is logged."""
        self.sink.emit(event, self.parent)
        for observer in self.parts.observers:
            try:
                observer(event)
            except Exception:  # an observer only watches: whatever it raises is logged, and the run goes on
                log.exception("an observer failed", extra={"event_type": event.type})

    def token(self, text: str) -> None:
        """Stream a piece of the reply; it is kept aside, so that a cancel loses nothing."""
        self.partial.append(text)
        self.emit(Token(text))

    def repaired(self, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        """Return the conversation as every provider accepts it; of one that has grown only its new end is repaired."""
        self.whole = repair(messages, self.whole)
        return self.whole

    def enter(self, phase: Phase, locale: str) -> None:
        """Enter a phase. Phases only move forward; entering an earlier one emits nothing."""
        if phase == self.phase:
            return
        if self.phase is None or PHASES.index(phase) > PHASES.index(self.phase):
            self.phase = phase
            self.emit(PhaseEntered(phase, PHASES.index(phase) + 1, self.parts.narrator.phase(phase, locale)))

    def think(self, state: AgentState, kind: ThoughtType, draft: ThoughtDraft, *, number: int | None = None) -> Thought:
        """Emit a thought of the run and return it."""
        thought = Thought(
            f"th_{(state.thoughts if number is None else number) + 1}",
            kind,
            PHASE_OF_THOUGHT[kind],
            draft.content,
            draft.confidence,
            draft.decision,
            elapsed_s=self.elapsed_ms / 1000,
            understanding=state.understanding if state.thoughts == 0 and not number else None,
        )
        self.emit(thought)
        return thought

    @property
    def elapsed_ms(self) -> int:
        """The working time of the run so far, over all its segments, in milliseconds."""
        return self.worked_ms + round((time.monotonic() - self.began) * 1000)


@dataclass(frozen=True, slots=True)
class Surface:
    """What a call offers to an agent that runs inside it (`agent_core.nested`): the outer run, and the call."""

    context: RunContext
    state: AgentState
    call_id: str


PHASE_OF_THOUGHT: Mapping[ThoughtType, Phase] = {
    "analysis": "understanding",
    "planning": "planning",
    "inference": "execution",
    "reflection": "execution",
    "decision": "generation",
}


def now_iso() -> str:
    """Return the present time in UTC, ISO 8601 with milliseconds and `Z`."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
