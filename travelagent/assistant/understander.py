"""The first phase for every model: what the last message does, as the embedded reading has it."""

from collections.abc import Sequence
from typing import Any, Final

from agent_core.messages import Message
from agent_core.policy import Understanding
from travelagent.assistant.embedded.reader import TurnReader
from travelagent.assistant.embedded.understanding import Understood
from travelagent.assistant.tools.trip_at_hand import changes_of
from travelagent.briefs.values import TripBrief

SURE: Final = 0.6
"""A reading that is less sure than this is no help to a model."""


class TravelUnderstander:
    """The core's Understander, by the reader of its run."""

    def __init__(self, reader: TurnReader | None = None) -> None:
        self._reader = reader or TurnReader()

    async def understand(self, messages: Sequence[Message], locale: str) -> Understanding:
        """Return what the last message asks for; nothing but the language where it cannot be read."""
        found = await self._reader.read(messages, locale)
        if found is None:
            return Understanding({"language": locale})
        draft = draft_of(found.understood, self._reader.view.brief)
        return Understanding({**found.understood.as_wire(), **({"draft": draft} if draft else {})}, "react")


def draft_of(found: Understood, before: TripBrief) -> dict[str, Any]:
    """Return the fields of the brief that a message is read to set, in their wire form; empty where the reading is not
    sure."""
    changes = {each["field"]: each["to"] for each in changes_of(before, found.brief) if each["to"] is not None}
    return changes if found.confidence >= SURE else {}
