"""The first phase for every model: the offline understanding reads the conversation."""

from collections.abc import Sequence
from datetime import date

from agent_core.messages import Message
from agent_core.policy import Understanding
from travelagent.assistant import clock
from travelagent.assistant.offline.revision import with_first_day_kept
from travelagent.assistant.offline.turn import read_turn
from travelagent.assistant.offline.understanding import understand_turns
from travelagent.assistant.offline.values import Understood
from travelagent.assistant.readers import read_conversation


class TravelUnderstander:
    """The core's Understander."""

    async def understand(self, messages: Sequence[Message], locale: str) -> Understanding:
        today = clock.today()
        understood = await read_conversation(_understood, messages, today) or understand_turns((), today)
        return Understanding(understood.as_wire(), understood.mode)


def _understood(messages: Sequence[Message], today: date) -> Understood:
    turn = read_turn(messages, today)
    return with_first_day_kept(understand_turns(turn.said, today), turn)
