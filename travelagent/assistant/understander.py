"""The first phase for every model: the offline understanding reads the conversation."""

import asyncio
from collections.abc import Sequence

from agent_core.messages import HumanMessage, Message
from agent_core.policy import Understanding
from travelagent.assistant.offline.understanding import understand_turns


class TravelUnderstander:
    """The core's Understander."""

    async def understand(self, messages: Sequence[Message], locale: str) -> Understanding:
        turns = [m.text for m in messages if isinstance(m, HumanMessage)]
        understood = await asyncio.to_thread(understand_turns, turns)
        return Understanding(understood.as_wire(), understood.mode)
