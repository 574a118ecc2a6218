"""The first phase for every model: the offline understanding reads the conversation."""

from collections.abc import Sequence

from agent_core.messages import Message
from agent_core.policy import Understanding
from travelagent.assistant.offline.revision import with_first_day_kept
from travelagent.assistant.offline.turn import read_turn
from travelagent.assistant.offline.understanding import understand_turns
from travelagent.assistant.offline.values import Understood
from travelagent.assistant.readers import read_conversation


class TravelUnderstander:
    """The core's Understander."""

    async def understand(self, messages: Sequence[Message], locale: str) -> Understanding:
        understood = await read_conversation(_understood, messages) or understand_turns(())
        return Understanding(understood.as_wire(), understood.mode)


def _understood(messages: Sequence[Message]) -> Understood:
    turn = read_turn(messages)
    return with_first_day_kept(understand_turns(turn.said), turn)
