"""What is remembered of a person fills what the conversation left unsaid."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from travelagent.assistant.offline.understanding import understand_turns
from travelagent.assistant.offline.values import Understood

# What belongs to a person rather than to one trip.
PERSONAL = ("origin", "pace", "tier", "diet", "interests", "avoid")


def with_memories(understood: Understood, memories: Sequence[str], today: date) -> Understood:
    """The understanding with the person's own preferences where nothing else was said; newer memories win."""
    entities, needs = understood.entities, understood.needs
    for text in reversed(memories):
        remembered = understand_turns((text,), today)
        known, needs = remembered.entities, tuple(dict.fromkeys((*needs, *remembered.needs)))
        unsaid = {
            name: value
            for name in PERSONAL
            if (value := getattr(known, name)) not in (None, ()) and getattr(entities, name) in (None, ())
        }
        entities = replace(entities, **unsaid)
    return replace(understood, entities=entities, needs=needs)
