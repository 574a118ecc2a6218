"""What is remembered of a person fills what the first message of a trip leaves open."""

import dataclasses
import datetime as dt
from collections.abc import Sequence
from typing import Final

from travelagent.assistant.embedded.dialogue import patch
from travelagent.assistant.embedded.reading.reading import read
from travelagent.assistant.embedded.reading.trip import wishes_of
from travelagent.assistant.embedded.understanding import Understood
from travelagent.briefs.acts import PatchBrief, SetField
from travelagent.briefs.apply import apply
from travelagent.briefs.values import EMPTY, TripBrief

PERSONAL: Final = ("origin", "pace", "tier", "diet", "needs", "interests", "avoid")
"""The fields that belong to a person rather than to one trip."""


def with_memories(understood: Understood, memories: Sequence[str], today: dt.date) -> Understood:
    """Return the message with the person's own preferences for the fields that it leaves open; newer memories win."""
    brief = understood.brief
    for text in reversed(memories):
        known = _preferences(text, today)
        ops = [
            SetField(name, getattr(known, name))
            for name in PERSONAL
            if getattr(known, name) != getattr(EMPTY, name) and getattr(brief, name) == getattr(EMPTY, name)
        ]
        brief = apply(brief, [PatchBrief(tuple(ops))], "remembered").brief
    return dataclasses.replace(understood, brief=brief)


def _preferences(text: str, today: dt.date) -> TripBrief:
    """Return what a memory states of any trip, whatever its clauses were classified as."""
    reading = read(text, today, planned=False, cities=())
    segments = tuple(dataclasses.replace(segment, act="plan") for segment in reading.segments)
    wishes = wishes_of(dataclasses.replace(reading, segments=segments), today)
    return apply(EMPTY, [patch(EMPTY, wishes)], "remembered").brief
