"""Kinds of sights by any of the words for them."""

from travelagent.assistant.lexer.words import kinds
from travelagent.catalog.text import fold
from travelagent.plans.words import CHINESE


def kind_named(text: str) -> str | None:
    """Return the category, tag or strain that a text is a word for and nothing else: `Temples`, 寺庙 are `temple`."""
    if text in CHINESE:
        return text
    folded = fold(text.strip())
    for start, end, (tag, category) in kinds().find(folded):
        if end - start == len(folded):
            return str(category or tag)
    return next((kind for kind, word in CHINESE.items() if folded in (kind.replace("_", " "), word)), None)
