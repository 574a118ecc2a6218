"""The closed union of events: everything that anyone outside ever learns of a run.

The names and fields are the wire contract and never change once released; an event log adds `seq`, `run` and `at`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, ClassVar, Literal, TypeAlias, get_args

Phase: TypeAlias = Literal["understanding", "planning", "execution", "generation"]
PHASES: tuple[Phase, ...] = ("understanding", "planning", "execution", "generation")
ThoughtType: TypeAlias = Literal["analysis", "planning", "inference", "reflection", "decision"]
ToolStatus: TypeAlias = Literal["success", "failed", "timeout", "refused"]
Decision: TypeAlias = Literal["approve", "reject", "expired"]
RunOutcome: TypeAlias = Literal["succeeded", "failed", "cancelled"]
_TYPE_NAME = re.compile(r"[a-z][a-z0-9_]{0,29}")


@dataclass(frozen=True, slots=True)
class RunStarted:
    """A run has begun."""

    type: ClassVar = "run_started"
    session: str
    message: str
    mode: str
    style: str
    model: str
    locale: str


@dataclass(frozen=True, slots=True)
class PhaseEntered:
    """The run has entered a phase. `index` counts from 1; `title` is in the run's language."""

    type: ClassVar = "phase"
    phase: Phase
    index: int
    title: str


@dataclass(frozen=True, slots=True)
class NodeStarted:
    """A node of the graph has begun."""

    type: ClassVar = "node_start"
    node: str


@dataclass(frozen=True, slots=True)
class NodeEnded:
    """A node of the graph has ended."""

    type: ClassVar = "node_end"
    node: str
    duration_ms: int


@dataclass(frozen=True, slots=True)
class Thought:
    """A thought of the run. `understanding` is carried by the first thought of a run alone."""

    type: ClassVar = "thought"
    id: str
    kind: ThoughtType = field(metadata={"wire": "type"})
    phase: Phase
    content: str
    confidence: float
    decision: str = ""
    elapsed_s: float = 0.0
    understanding: Mapping[str, Any] | None = field(default=None, metadata={"omit": True})


@dataclass(frozen=True, slots=True)
class ModelCalled:
    """A request to a model has ended, also a failed one.

    `attempt` counts from 1 for each model; `tokens` are counts by name.
    """

    type: ClassVar = "model_call"
    id: str
    model: str
    attempt: int
    latency_ms: int
    tokens: Mapping[str, int]
    finish_reason: str


@dataclass(slots=True)  # not frozen: there is one for every piece of a reply, and freezing triples what making it takes
class Token:
    """A piece of a streamed reply: text, reasoning, or both."""

    type: ClassVar = "llm_token"
    token: str = ""
    reasoning_token: str = ""


@dataclass(frozen=True, slots=True)
class ToolStarted:
    """A tool call has begun. `label` describes the call in the run's language."""

    type: ClassVar = "tool_start"
    id: str
    tool: str
    args: Mapping[str, Any]
    label: str


@dataclass(frozen=True, slots=True)
class ToolProgressed:
    """A tool call has made progress; `fraction` is between 0 and 1."""

    type: ClassVar = "tool_progress"
    id: str
    fraction: float
    note: str


@dataclass(frozen=True, slots=True)
class ToolEnded:
    """A tool call has ended: with a `result` on success, else with an `error` of `code` and `message`."""

    type: ClassVar = "tool_end"
    id: str
    tool: str
    status: ToolStatus
    duration_ms: int
    result: Any = None
    error: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Evaluated:
    """The outcome of a tool call has been evaluated."""

    type: ClassVar = "evaluation"
    id: str
    success: bool
    duration_ms: int
    has_result: bool


@dataclass(frozen=True, slots=True)
class NextStep:
    """A hint at what usually follows after the tool calls of a step."""

    type: ClassVar = "next_step"
    suggested_next_step: str


@dataclass(frozen=True, slots=True)
class Artifact:
    """Something that a tool shows beside its result. The application names the kinds."""

    type: ClassVar = "artifact"
    id: str
    kind: str
    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ProposedCall:
    """A write that is proposed; `summary` states its exact change in one line."""

    id: str
    tool: str
    args: Mapping[str, Any]
    summary: str


@dataclass(frozen=True, slots=True)
class ConfirmationRequired:
    """Writes wait for their owner's decision until `expires_at` (ISO 8601)."""

    type: ClassVar = "confirmation_required"
    proposal: str
    expires_at: str
    calls: tuple[ProposedCall, ...]
    needs_confirmation: bool = True


@dataclass(frozen=True, slots=True)
class ConfirmationResolved:
    """A proposal has been decided or has expired."""

    type: ClassVar = "confirmation_resolved"
    proposal: str
    decision: Decision
    by: str


@dataclass(frozen=True, slots=True)
class RunPaused:
    """The run waits, and goes on when it is resumed."""

    type: ClassVar = "run_paused"
    reason: str


@dataclass(frozen=True, slots=True)
class RunResumed:
    """The run goes on. Tokens after `discard_after` were cut off or mended, and are not in the answer."""

    type: ClassVar = "run_resumed"
    reason: str
    discard_after: int


@dataclass(frozen=True, slots=True)
class Notice:
    """A message to the user that is no part of the answer."""

    type: ClassVar = "notice"
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Source:
    """A source of an answer, with its licence and date."""

    title: str
    url: str
    licence: str
    as_of: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A part of an answer that states what no result supports, and its kind.

    `truth` is what the results have instead, empty where they have nothing on it; `sentence` is where the text stands.
    """

    text: str
    kind: str
    truth: str = ""
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Mend:
    """A sentence of an answer that contradicted the results, and the one that replaces it."""

    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer.

    `untraced` are the claims that no result of the conversation supports, `mended` the replaced sentences.
    """

    type: ClassVar = "answer"
    text: str
    html: str = ""
    sources: tuple[Source, ...] = ()
    follow_ups: tuple[str, ...] = ()
    untraced: tuple[Claim, ...] = ()
    mended: tuple[Mend, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """The run has failed. `retryable`: whether another attempt may succeed."""

    type: ClassVar = "error"
    code: str
    message: str
    retryable: bool


@dataclass(frozen=True, slots=True)
class RunFinished:
    """The run has ended; this is its last event."""

    type: ClassVar = "run_finished"
    status: RunOutcome
    metadata: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CustomEvent:
    """An event that the application defines: a `type` of its own, and `data` of plain JSON values.

    A type is a lower-case name of at most 30 characters. Raises ValueError for any other, and for a type of the core.
    """

    type: str
    data: Mapping[str, Any]

    def __post_init__(self) -> None:
        if not _TYPE_NAME.fullmatch(self.type):
            raise ValueError(f"{self.type!r} is no name of an event")
        if self.type in CORE_TYPES:
            raise ValueError(f"{self.type} is an event of the core")


Event: TypeAlias = (
    RunStarted
    | PhaseEntered
    | NodeStarted
    | NodeEnded
    | Thought
    | ModelCalled
    | Token
    | ToolStarted
    | ToolProgressed
    | ToolEnded
    | Evaluated
    | NextStep
    | Artifact
    | ConfirmationRequired
    | ConfirmationResolved
    | RunPaused
    | RunResumed
    | Notice
    | Answer
    | Failure
    | RunFinished
    | CustomEvent
)
CORE_TYPES: tuple[str, ...] = tuple(kind.type for kind in get_args(Event) if kind is not CustomEvent)
"""The types of the core's own events."""


def wire_data(value: Any) -> dict[str, Any]:
    """Return the `data` of an event's envelope: plain JSON values under the names of the contract."""
    if isinstance(value, CustomEvent):
        return {name: _plain(content) for name, content in value.data.items()}
    data: dict[str, Any] = {}
    for name, wire, omit in _layout(value.__class__):
        content = getattr(value, name)
        if content is None and omit:
            continue
        data[wire] = _plain(content)
    return data


@cache
def _layout(kind: type) -> Sequence[tuple[str, str, bool]]:
    """The fields of an event or of a part of one: name, name on the wire, whether None is left out."""
    return tuple(
        (item.name, item.metadata.get("wire", item.name), item.metadata.get("omit", False)) for item in fields(kind)
    )


def _plain(value: Any) -> Any:
    if isinstance(value, str | int | float | bool) or value is None:
        return value
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if is_dataclass(value):
        return wire_data(value)
    raise TypeError(f"{type(value).__name__} is no JSON value")
