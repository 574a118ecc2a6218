"""The first phase for every model: what the last message does, as the embedded reading has it."""

import datetime as dt
from collections.abc import Sequence
from typing import Any, Final

from agent_core.messages import HumanMessage, Message
from agent_core.policy import Understanding
from travelagent.assistant import clock
from travelagent.assistant.embedded.understanding import Understood, understand
from travelagent.assistant.readers import read_conversation
from travelagent.assistant.tools.trip_at_hand import changes_of
from travelagent.assistant.trip_view import TripView, view_of
from travelagent.briefs.at_hand import TripAtHand
from travelagent.briefs.values import TripBrief

SURE: Final = 0.6
"""A reading that is less sure than this is no help to a model."""


class TravelUnderstander:
    """The core's Understander; `trip` is the trip at hand when the run begins."""

    def __init__(self, trip: TripAtHand | None = None) -> None:
        self._trip = view_of(trip or TripAtHand())

    async def understand(self, messages: Sequence[Message], locale: str) -> Understanding:
        """Return what the last message asks for; nothing but the language where it cannot be read."""
        found = await read_conversation(_understood, messages, self._trip, clock.today(), locale)
        if found is None:
            return Understanding({"language": locale})
        draft = draft_of(found, self._trip.brief)
        return Understanding({**found.as_wire(), **({"draft": draft} if draft else {})}, "react")


def draft_of(found: Understood, before: TripBrief) -> dict[str, Any]:
    """Return the fields of the brief that a message is read to set, in their wire form; empty where the reading is not
    sure."""
    changes = {each["field"]: each["to"] for each in changes_of(before, found.brief) if each["to"] is not None}
    return changes if found.confidence >= SURE else {}


def _last_message(messages: Sequence[Message]) -> str:
    return next((each.text for each in reversed(messages) if isinstance(each, HumanMessage)), "")


def _understood(messages: Sequence[Message], trip: TripView, today: dt.date, language: str) -> Understood:
    return understand(_last_message(messages), trip, today, language)
