"""The first phase for every model: what the last message does, as the embedded reading has it."""

import datetime as dt
from collections.abc import Sequence

from agent_core.messages import HumanMessage, Message
from agent_core.policy import Understanding
from travelagent.assistant import clock
from travelagent.assistant.embedded.understanding import Understood, understand
from travelagent.assistant.readers import read_conversation
from travelagent.assistant.trip_view import TripView, view_of
from travelagent.briefs.at_hand import TripAtHand


class TravelUnderstander:
    """The core's Understander; `trip` is the trip at hand when the run begins."""

    def __init__(self, trip: TripAtHand | None = None) -> None:
        self._trip = view_of(trip or TripAtHand())

    async def understand(self, messages: Sequence[Message], locale: str) -> Understanding:
        """What the last message asks for; nothing where it cannot be read."""
        found = await read_conversation(_understood, messages, self._trip, clock.today(), locale)
        return Understanding(found.as_wire(), "react") if found else Understanding({"language": locale})


def _understood(messages: Sequence[Message], trip: TripView, today: dt.date, language: str) -> Understood:
    message = next((each.text for each in reversed(messages) if isinstance(each, HumanMessage)), "")
    return understand(message, trip, today, language)
