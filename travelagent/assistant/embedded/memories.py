"""What is remembered of a person fills what the first message of a trip leaves unsaid."""

import dataclasses
import datetime as dt
from collections.abc import Sequence
from typing import Final

from travelagent.assistant.embedded.understanding import Understood, understand
from travelagent.assistant.trip_view import NO_TRIP
from travelagent.briefs.acts import PatchBrief, SetField
from travelagent.briefs.apply import apply
from travelagent.briefs.values import EMPTY

PERSONAL: Final = ("origin", "pace", "tier", "diet", "needs", "interests", "avoid")
"""The fields that belong to a person rather than to one trip."""


def with_memories(understood: Understood, memories: Sequence[str], today: dt.date) -> Understood:
    """The message with the person's own preferences where nothing else was said; newer memories win."""
    brief = understood.brief
    for text in reversed(memories):
        known = understand(text, NO_TRIP, today).brief
        ops = [
            SetField(name, getattr(known, name))
            for name in PERSONAL
            if getattr(known, name) != getattr(EMPTY, name) and getattr(brief, name) == getattr(EMPTY, name)
        ]
        brief = apply(brief, [PatchBrief(tuple(ops))], "remembered").brief
    return dataclasses.replace(understood, brief=brief)
