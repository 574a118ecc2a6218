"""A run as a task: its events are status updates, its plan an artifact, a confirmation the question for input.

Updates are in the protocol's JSON form from the start: as messages of protobuf a plan would cost ten times as much.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import override

from travelagent.chat.envelopes import Envelope
from travelagent.chat.models import Run, RunStatus
from travelagent.trips.exports.markdown import itinerary_to_markdown

MARKDOWN, JSON = "text/markdown", "application/json"
ITINERARY = "itinerary"
UNDONE = frozenset({"rejected", "expired"})
"""Stop reasons of runs that succeeded in leaving undone what they had proposed."""
FOLDED = frozenset(
    {
        "artifact",
        "answer",
        "confirmation_required",
        "confirmation_resolved",
        "error",
        "run_paused",
        "run_resumed",
        "run_finished",
    }
)
"""The events that a task consists of; all others tell of the work while it is done."""

Wire = dict[str, Any]


class State(StrEnum):
    """The state of a task, by the protocol's names."""

    SUBMITTED = "TASK_STATE_SUBMITTED"
    WORKING = "TASK_STATE_WORKING"
    INPUT_REQUIRED = "TASK_STATE_INPUT_REQUIRED"
    COMPLETED = "TASK_STATE_COMPLETED"
    FAILED = "TASK_STATE_FAILED"
    CANCELED = "TASK_STATE_CANCELED"


TERMINAL = frozenset({State.COMPLETED, State.FAILED, State.CANCELED})


class Progress:
    """The task that a run is, as far as its events have been taken."""

    def __init__(self, run: Run, context: str, user_messages: Sequence[tuple[str, str]]) -> None:
        """`user_messages`: id and text of each message of the user in it, oldest first."""
        self.run, self._context, self._user_messages = run, context, user_messages
        self._state = State.SUBMITTED if run.status == RunStatus.QUEUED else State.WORKING
        self._at = run.created_at
        self._answer: Wire | None = None
        self._question: list[Wire] = []
        self._plan: Mapping[str, Any] | None = None

    @property
    def is_terminal(self) -> bool:
        """Whether the task has ended."""
        return self._state in TERMINAL

    @property
    def waits(self) -> bool:
        """Whether it waits for a decision."""
        return self._state == State.INPUT_REQUIRED

    @property
    def rests(self) -> bool:
        """Whether nothing more comes of it by itself."""
        return self.is_terminal or self.waits

    def resume(self) -> None:
        """Take what it waited for as decided."""
        self._state = State.WORKING
        self._answer, self._question = None, []

    def fold(self, envelope: Envelope) -> None:
        """Apply an event without any update for the client."""
        data, self._at = envelope.data, envelope.at
        match envelope.type:
            case "artifact" if data["kind"] == "itinerary":
                self._plan = data["payload"]
            case "answer":
                metadata = {"sources": data["sources"], "follow_ups": data["follow_ups"]}
                self._answer = self._message(envelope, [text_part(data["text"])], metadata=metadata)
            case "confirmation_required":
                self._question += question(data, self.run.locale)
            case "confirmation_resolved" | "run_resumed":
                self.resume()
            case "error" if self._answer is None:
                self._answer = self._message(envelope, [text_part(data["message"])])
            case "run_paused":
                self._state = State.INPUT_REQUIRED
                self._answer = self._message(envelope, self._question)
            case "run_finished":
                self._state = ended_state(data["status"], data["metadata"]["stop_reason"])

    def take(self, envelope: Envelope) -> Iterator[Wire]:
        """Apply an event; yield its updates as members of a stream response."""
        self.fold(envelope)
        data = envelope.data
        match envelope.type:
            case "phase":
                yield self._working(envelope, data["title"])
            case "thought":
                yield self._working(envelope, data["content"])
            case "tool_start":
                yield self._working(envelope, data["label"])
            case "artifact" if data["kind"] == "itinerary":
                artifact = itinerary_artifact(data["payload"], self.run.locale)
                yield {"artifactUpdate": {**self._names, "artifact": artifact, "lastChunk": True}}
            case "run_paused" | "run_finished":
                yield self._update(self._status())

    def task(self, history: int | None = None) -> Wire:
        """Return the task as it is now, with the last `history` messages of the user; None: with all of them."""
        kept = len(self._user_messages) if history is None else history
        user_messages = self._user_messages[max(len(self._user_messages) - kept, 0) :]
        return {
            "id": self.run.pk,
            "contextId": self._context,
            "status": self._status(),
            "artifacts": [] if self._plan is None else [itinerary_artifact(self._plan, self.run.locale)],
            "history": [
                {**self._names, "messageId": name, "role": "ROLE_USER", "parts": [{"text": text}]}
                for name, text in user_messages
            ],
        }

    @property
    def _names(self) -> Wire:
        return {"taskId": self.run.pk, "contextId": self._context}

    def _status(self) -> Wire:
        return status(self._state, self._at, self._answer if self.rests else None)

    def _working(self, envelope: Envelope, text: str) -> Wire:
        self._state = State.WORKING
        return self._update(status(self._state, envelope.at, self._message(envelope, [text_part(text)])))

    def _update(self, status: Wire) -> Wire:
        return {"statusUpdate": {**self._names, "status": status}}

    def _message(self, envelope: Envelope, parts: Sequence[Wire], **more: Any) -> Wire:
        name = f"{self.run.pk}-{envelope.seq}"
        return {**self._names, "messageId": name, "role": "ROLE_AGENT", "parts": list(parts), **more}


def ended_state(status: str, stop_reason: str) -> State:
    """Return the state of a run that has ended; one whose proposal was declined has not done what was requested."""
    if status == RunStatus.FAILED:
        return State.FAILED
    return State.CANCELED if status == RunStatus.CANCELLED or stop_reason in UNDONE else State.COMPLETED


def status(state: State, at: datetime, message: Wire | None) -> Wire:
    """`at`: in UTC."""
    status = {"state": state.value, "timestamp": at.isoformat(timespec="milliseconds").replace("+00:00", "Z")}
    return status if message is None else {**status, "message": message}


def itinerary_artifact(itinerary: Mapping[str, Any], lang: str) -> Wire:
    """Return a plan as an artifact: as data, and its days as Markdown. `itinerary`: as on the wire."""
    parts = [data_part(itinerary), text_part(itinerary_to_markdown(itinerary, lang))]
    return {"artifactId": ITINERARY, "name": ITINERARY, "parts": parts}


def question(data: Mapping[str, Any], lang: str) -> list[Wire]:
    """Return what is to be done and how to agree to it, as a text for a reader and as data for a program."""
    with override(lang):
        prompt = _("Answer “yes” to do it, or “no” to leave it.")
    lines = [*(f"- {call['summary']}" for call in data["calls"]), "", prompt]
    return [text_part("\n".join(lines)), data_part({name: data[name] for name in ("proposal", "expires_at", "calls")})]


def text_part(text: str) -> Wire:
    """Return a part with a Markdown text."""
    return {"text": text, "mediaType": MARKDOWN}


def data_part(value: Mapping[str, Any]) -> Wire:
    """Return a part with data."""
    return {"data": value, "mediaType": JSON}
