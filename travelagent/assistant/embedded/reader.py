"""Reads the message of a run once, for whoever needs it: the understander, the planner, the embedded model."""

import datetime as dt
from collections.abc import Sequence

from agent_core.messages import HumanMessage, Message
from travelagent.assistant import clock
from travelagent.assistant.embedded.spoken import spoken_of
from travelagent.assistant.embedded.turn import ReadMessage, read_message
from travelagent.assistant.readers import read_conversation
from travelagent.assistant.trip_view import view_of
from travelagent.briefs.at_hand import TripAtHand
from travelagent.briefs.consent import NOTHING_SPOKEN, Spoken


class TurnReader:
    """`trip` is the trip at hand when the run begins."""

    def __init__(self, trip: TripAtHand | None = None) -> None:
        self.view = view_of(trip or TripAtHand())
        self._newest: tuple[int, str, dt.date] | None = None
        self._read: ReadMessage | None = None

    async def read(self, messages: Sequence[Message], locale: str) -> ReadMessage | None:
        """Return the newest human message as it is read after those before it; None where it cannot be read.

        `locale`: the language of a conversation that shows none.
        """
        texts = [message.text for message in messages if isinstance(message, HumanMessage)]
        newest = len(texts), texts[-1] if texts else "", clock.today()
        if newest != self._newest:
            self._read = await read_conversation(read_message, messages, self.view, newest[-1], locale)
            self._newest = newest
        return self._read

    def spoken(self) -> Spoken:
        """Return what the newest message that was read speaks of; nothing before any was."""
        return NOTHING_SPOKEN if self._read is None else spoken_of(self._read)
