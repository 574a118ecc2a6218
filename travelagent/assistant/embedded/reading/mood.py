"""The mood of a message, by words of a closed list."""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias, cast

Mood: TypeAlias = Literal["neutral", "excited", "urgent", "hesitant", "curious", "disappointed", "satisfied"]


def mood_of(text: str) -> Mood:
    """Return the first mood of the list whose words a text contains; neutral without one."""
    folded = text.lower()
    return next((mood for mood, words in _moods() if words.search(folded)), "neutral")


@cache
def _moods() -> tuple[tuple[Mood, re.Pattern[str]], ...]:
    data = files("travelagent.assistant.embedded").joinpath("data/mood.toml").read_text(encoding="utf-8")
    rows = tomllib.loads(data)["mood"]
    return tuple((cast(Mood, row["name"]), re.compile("|".join(row["say"]), re.ASCII)) for row in rows)
