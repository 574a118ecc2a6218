"""The state that the graph's nodes hand on, and its versioned form at rest.

A node gets the state and returns an `Update`: the fields that change. Every field has a default, so that a checkpoint
of an older release still loads.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, TypedDict, Unpack

from pydantic import TypeAdapter

from agent_core.events import Claim, Mend, Phase, ProposedCall, Thought, ToolStatus
from agent_core.messages import HumanMessage, Message, ToolCall

SCHEMA_VERSION = 1

Mode: TypeAlias = Literal["auto", "direct", "react", "plan"]
RunState: TypeAlias = Literal["succeeded", "failed", "cancelled", "awaiting_confirmation"]
StepStatus: TypeAlias = Literal["idle", "reasoning", "acting", "observing", "evaluating", "completed", "error"]
StopReason: TypeAlias = Literal[
    "answered",
    "final_tool",
    "confident",
    "max_steps",
    "loop_detected",
    "cancelled",
    "rejected",
    "expired",
    "model_failed",
]


@dataclass(frozen=True, slots=True)
class Action:
    """A tool call of a history row, with its outcome."""

    id: str
    tool: str
    args: Mapping[str, Any]
    status: Literal["pending", "running", "success", "failed"] = "pending"
    duration_ms: int = 0
    result: Any = None
    error: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Whether a call succeeded, how long it took, and whether its result is not empty."""

    success: bool
    duration_ms: int
    has_result: bool


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One step of a run's history, or a part of it: thought, action, evaluation. `timestamp` is ISO 8601."""

    step: int
    phase: Phase
    thought: Thought | None
    action: Action | None
    evaluation: Evaluation | None
    timestamp: str


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """The outcome of one call: `text` is what the model reads, `result` the JSON value, `outcome` the typed word."""

    call: ToolCall
    status: ToolStatus
    duration_ms: int
    text: str
    result: Any = None
    error: Mapping[str, Any] | None = None
    outcome: str = "ok"
    final: bool = False
    reply: str = ""
    sources: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """Writes that wait for their owner's decision. `digest` covers every tool and its arguments."""

    id: str
    calls: tuple[ProposedCall, ...]
    digest: str
    expires_at: str


@dataclass(frozen=True, slots=True)
class Interrupt:
    """What a pending call waits for: the id of a decision inside it, and the text shown to the user."""

    id: str
    call_id: str
    told: str


@dataclass(frozen=True, slots=True)
class PlanStep:
    """A step of a plan: the tool to call with its parameters."""

    step: int
    action: str
    params: Mapping[str, Any] = field(default_factory=dict)
    description: str = ""
    phase: Phase = "execution"


@dataclass
class AgentState:
    """One run's whole memory. `step` counts the rounds in which tools ran, `turn` is where its messages begin.

    A state is never changed once it was handed on: a change is an `Update`, and `apply` makes the next state. It is no
    frozen dataclass because setting each field of every next state through `object.__setattr__` doubles its cost.
    `summaries`: the exact changes of staged calls that asked for consent, by the id of the call.
    `model` is the name of the model that spoke last, "" before any did; `region` is the user's country by its ISO 3166
    code, "" where it is not known.
    """

    run: str = ""
    session: str = ""
    owner: str = ""
    mode: Mode = "react"
    style: str = ""
    locale: str = "en"
    region: str = ""
    messages: tuple[Message, ...] = ()
    turn: int = 0
    phase: Phase | None = None
    step_status: StepStatus = "idle"
    step: int = 0
    reasoning_depth: int = 0
    llm_calls: int = 0
    model: str = ""
    tokens: Mapping[str, int] = field(default_factory=dict)
    understanding: Mapping[str, Any] = field(default_factory=dict)
    memories: tuple[str, ...] = ()
    goal: str = ""
    plan: tuple[PlanStep, ...] = ()
    plan_at: int = 0
    pending_tool_calls: tuple[ToolCall, ...] = ()
    staged_writes: tuple[ToolCall, ...] = ()
    summaries: Mapping[str, str] = field(default_factory=dict)
    approved_calls: tuple[ToolCall, ...] = ()
    outcomes: tuple[ToolOutcome, ...] = ()
    tool_call_history: tuple[ToolCall, ...] = ()
    tool_result_history: tuple[ToolOutcome, ...] = ()
    history: tuple[HistoryRow, ...] = ()
    last_thought: Thought | None = None
    thoughts: int = 0
    suggested_next_step: str = ""
    proposal: Proposal | None = None
    interrupts: tuple[Interrupt, ...] = ()
    stop: StopReason | None = None
    reply: str = ""
    untraced: tuple[Claim, ...] = ()
    mends: tuple[Mend, ...] = ()
    elapsed_ms: int = 0

    @property
    def task(self) -> str:
        """The text of the message that started this run."""
        for message in self.messages[self.turn :]:
            if isinstance(message, HumanMessage):
                return message.text
        return ""

    @property
    def tools_used(self) -> tuple[str, ...]:
        """The names of the tools that were called in this run, each once, in order."""
        return tuple(dict.fromkeys(outcome.call.name for outcome in self.tool_result_history))


class Update(TypedDict, total=False):
    """The fields of AgentState that a node changes."""

    mode: Mode
    messages: tuple[Message, ...]
    phase: Phase | None
    step_status: StepStatus
    step: int
    reasoning_depth: int
    llm_calls: int
    model: str
    tokens: Mapping[str, int]
    understanding: Mapping[str, Any]
    memories: tuple[str, ...]
    turn: int
    goal: str
    plan: tuple[PlanStep, ...]
    plan_at: int
    pending_tool_calls: tuple[ToolCall, ...]
    staged_writes: tuple[ToolCall, ...]
    summaries: Mapping[str, str]
    approved_calls: tuple[ToolCall, ...]
    outcomes: tuple[ToolOutcome, ...]
    tool_call_history: tuple[ToolCall, ...]
    tool_result_history: tuple[ToolOutcome, ...]
    history: tuple[HistoryRow, ...]
    last_thought: Thought | None
    thoughts: int
    suggested_next_step: str
    proposal: Proposal | None
    interrupts: tuple[Interrupt, ...]
    stop: StopReason | None
    reply: str
    untraced: tuple[Claim, ...]
    mends: tuple[Mend, ...]
    elapsed_ms: int


def apply(state: AgentState, update: Update, **more: Unpack[Update]) -> AgentState:
    """Return a copy of the state with the update's fields."""
    return AgentState(**{**vars(state), **update, **more})


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a run, or its pause.

    `success`: whether `status` is `succeeded`; `final_reply`: the text of the answer; `metadata`: as in `run_finished`
    (steps, tools used, stop reason, model calls, tokens); `waits_for`: the ids of the decisions that a paused run waits
    for.
    """

    success: bool
    task: str
    steps_completed: int
    successful_steps: int
    duration_ms: int
    history: tuple[HistoryRow, ...]
    final_reply: str
    metadata: Mapping[str, Any]
    status: RunState
    waits_for: tuple[str, ...] = ()


class UnknownSchema(ValueError):
    """A stored state was written by a newer release."""


_WORKING = frozenset(
    {"outcomes", "tool_call_history", "tool_result_history", "last_thought", "plan", "memories", "reply"}
    | {"pending_tool_calls", "staged_writes", "summaries", "approved_calls", "interrupts", "untraced", "mends"}
)
"""Fields that only a run at work needs."""

_ADAPTER: TypeAdapter[AgentState] = TypeAdapter(AgentState)
_HISTORY: TypeAdapter[tuple[HistoryRow, ...]] = TypeAdapter(tuple[HistoryRow, ...])


def dump_state(state: AgentState) -> dict[str, Any]:
    """Return the state as JSON values with its schema version."""
    return {"version": SCHEMA_VERSION, **_ADAPTER.dump_python(state, mode="json")}


def load_state(data: Mapping[str, Any]) -> AgentState:
    """Return the state that `dump_state` of this release or an older one wrote. Raises UnknownSchema."""
    version = data.get("version", 0)
    if not isinstance(version, int) or version > SCHEMA_VERSION:
        raise UnknownSchema(f"state of schema {version}; this release reads up to {SCHEMA_VERSION}")
    return _ADAPTER.validate_python({key: value for key, value in data.items() if key != "version"})


def compact_state(data: Mapping[str, Any], *, keep_messages: bool) -> dict[str, Any]:
    """Return what is to be kept of the dumped state of a run that has ended, for `load_state`.

    That is its history, and, with `keep_messages`, the messages that a next run continues from.
    """
    spent = _WORKING if keep_messages else _WORKING | {"messages"}
    return {name: value for name, value in data.items() if name not in spent}


def dump_history(rows: tuple[HistoryRow, ...]) -> list[dict[str, Any]]:
    """Return the rows of a history as JSON values."""
    dumped: list[dict[str, Any]] = _HISTORY.dump_python(rows, mode="json")
    return dumped
