"""A run's events in AG-UI's words: phases are steps, thoughts are reasoning, brief and plan are the state."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from ag_ui.core import (
    BaseEvent,
    CustomEvent,
    Interrupt,
    ReasoningEndEvent,
    ReasoningMessageContentEvent,
    ReasoningMessageEndEvent,
    ReasoningMessageStartEvent,
    ReasoningStartEvent,
    RunErrorEvent,
    RunFinishedCancelledOutcome,
    RunFinishedEvent,
    RunFinishedInterruptOutcome,
    RunFinishedSuccessOutcome,
    RunStartedEvent,
    StateDeltaEvent,
    StateSnapshotEvent,
    StepFinishedEvent,
    StepStartedEvent,
    TextMessageContentEvent,
    TextMessageEndEvent,
    TextMessageStartEvent,
    ToolCallArgsEvent,
    ToolCallEndEvent,
    ToolCallResultEvent,
    ToolCallStartEvent,
)

from travelagent.chat.envelopes import Envelope

PROTOCOL = "1.0"
CONFIRMATION = "confirmation"
ANSWER_SCHEMA = {
    "type": "object",
    "properties": {"approved": {"type": "boolean"}},
    "required": ["approved"],
    "additionalProperties": False,
}
"""What resumes a confirmation."""
CUSTOM_EVENTS = frozenset({"notice", "artifact", "plan_changed"})
"""Events that the protocol has no word for, as custom events of the same name."""


class Translation:
    """The translation of one run into AG-UI's events, to its end or to its next confirmation. `has_ended`: nothing
    follows.
    """

    def __init__(self, thread: str, run: str, state: Mapping[str, Any]) -> None:
        self._thread, self._run = thread, run
        self._state = dict(state)
        self._step = ""
        self._thinking = ""
        self._interrupts: list[Interrupt] = []
        self._error: Mapping[str, Any] = {}
        self.has_ended = False

    def opening(self) -> Iterator[BaseEvent]:
        """Yield what comes before any event: that it runs, and the state at its beginning."""
        yield RunStartedEvent(thread_id=self._thread, run_id=self._run, protocol_version=PROTOCOL)
        yield StateSnapshotEvent(snapshot=self._state)

    def translate(self, envelope: Envelope) -> Iterator[BaseEvent]:
        """Yield what an event of the run is in AG-UI's words."""
        data = envelope.data
        if envelope.type != "thought":
            yield from self._thought_over()
        match envelope.type:
            case "phase":
                yield from self._next_step(data["title"])
            case "thought":
                yield from self._thought(envelope)
            case "tool_start":
                yield from _call(data)
            case "tool_end":
                yield _result(data)
            case "artifact" if data["kind"] == "itinerary":
                yield self._changed("itinerary", data["payload"])
            case "brief_changed":
                yield self._changed("brief", data["brief"])
            case "answer":
                yield from self._message(envelope)
                yield CustomEvent(name="answer", value={"sources": data["sources"], "follow_ups": data["follow_ups"]})
            case "confirmation_required":
                self._interrupts.append(_interrupt(data))
            case "error":
                self._error = data
            case "run_paused":
                yield from self._finished("paused")
            case "run_finished":
                yield from self._finished(data["status"])
            case name if name in CUSTOM_EVENTS:
                yield CustomEvent(name=name, value=dict(data))

    def _next_step(self, title: str) -> Iterator[BaseEvent]:
        if self._step:
            yield StepFinishedEvent(step_name=self._step)
        self._step = title
        if title:
            yield StepStartedEvent(step_name=title)

    def _thought(self, envelope: Envelope) -> Iterator[BaseEvent]:
        """Thoughts that follow each other are one message of reasoning, a paragraph each."""
        if not self._thinking:
            self._thinking = message_id(envelope)
            yield ReasoningStartEvent(message_id=self._thinking)
            yield ReasoningMessageStartEvent(message_id=self._thinking, role="reasoning")
        yield ReasoningMessageContentEvent(message_id=self._thinking, delta=f"{envelope.data['content']}\n\n")

    def _thought_over(self) -> Iterator[BaseEvent]:
        if self._thinking:
            yield ReasoningMessageEndEvent(message_id=self._thinking)
            yield ReasoningEndEvent(message_id=self._thinking)
            self._thinking = ""

    def _message(self, envelope: Envelope) -> Iterator[BaseEvent]:
        message = message_id(envelope)
        yield TextMessageStartEvent(message_id=message, role="assistant")
        yield TextMessageContentEvent(message_id=message, delta=envelope.data["text"])
        yield TextMessageEndEvent(message_id=message)

    def _changed(self, part: str, value: Any) -> BaseEvent:
        """Return a patch (RFC 6902) of one part of the state, and keep the state after it."""
        self._state[part] = value
        return StateDeltaEvent.model_validate({"delta": [{"op": "add", "path": f"/{part}", "value": value}]})

    def _finished(self, status: str) -> Iterator[BaseEvent]:
        self.has_ended = True
        yield from self._next_step("")
        if status == "failed":
            yield RunErrorEvent(message=self._error.get("message", status), code=self._error.get("code"))
            return
        outcome: RunFinishedSuccessOutcome | RunFinishedInterruptOutcome | RunFinishedCancelledOutcome
        if self._interrupts and status == "paused":
            outcome = RunFinishedInterruptOutcome(interrupts=self._interrupts)
        elif status == "cancelled":
            outcome = RunFinishedCancelledOutcome()
        else:
            outcome = RunFinishedSuccessOutcome()
        yield RunFinishedEvent(thread_id=self._thread, run_id=self._run, outcome=outcome)


def message_id(envelope: Envelope) -> str:
    """Return the id of the message that an event begins; a client's history names its run by it (`run_of`)."""
    return f"{envelope.run}-{envelope.seq}"


def run_of(message: str) -> str:
    """Return the run that a message of this id belongs to, "" for an id that is not ours."""
    run, _hyphen, seq = message.rpartition("-")
    return run if run.startswith("run_") and seq.isdecimal() else ""


def _call(data: Mapping[str, Any]) -> Iterator[BaseEvent]:
    yield ToolCallStartEvent(tool_call_id=data["id"], tool_call_name=data["tool"])
    yield ToolCallArgsEvent(tool_call_id=data["id"], delta=json.dumps(data["args"], ensure_ascii=False))
    yield ToolCallEndEvent(tool_call_id=data["id"])


def _result(data: Mapping[str, Any]) -> BaseEvent:
    outcome = {"status": data["status"], "result": data["result"], "error": data["error"]}
    content = json.dumps(outcome, ensure_ascii=False)
    return ToolCallResultEvent(message_id=f"{data['id']}-result", tool_call_id=data["id"], content=content)


def _interrupt(data: Mapping[str, Any]) -> Interrupt:
    return Interrupt(
        id=data["proposal"],
        reason=CONFIRMATION,
        message="\n".join(call["summary"] for call in data["calls"]),
        tool_call_id=data["calls"][0]["id"] if len(data["calls"]) == 1 else None,
        response_schema=ANSWER_SCHEMA,
        expires_at=data["expires_at"],
        metadata={"calls": list(data["calls"])},
    )
