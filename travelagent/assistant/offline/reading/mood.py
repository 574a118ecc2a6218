"""The mood of a message: the first row of mood.toml that fits."""

import re
from functools import cache
from typing import cast

from travelagent.assistant.offline.reading.lexicon import compiled, table
from travelagent.assistant.offline.values import Sentiment


@cache
def _moods() -> tuple[tuple[Sentiment, re.Pattern[str]], ...]:
    return tuple((cast(Sentiment, row["name"]), compiled(row["say"])) for row in table("mood")["mood"])


def mood_of(folded: str) -> Sentiment:
    """The sentiment of a folded message, neutral where nothing tells."""
    return next((name for name, say in _moods() if say.search(folded)), "neutral")
