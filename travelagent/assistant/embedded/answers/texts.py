"""The texts of answers by their ids, in the language of the message."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from travelagent.assistant.places import localize
from travelagent.plans.messages import Messages

_OF_PLAN: Final = ("- ", "**")
_SENTENCE: Final = re.compile(r"(?:[^。！？.!?\n]|[.!?](?=\S))*(?:[。！？\n]+|[.!?]+\s*|$)")
_SHORT: Final = 10
"""A sentence of fewer characters may come again."""
MESSAGES: Final = Messages("travelagent.assistant.embedded.answers.messages")


def message_text(id: str, language: str, /, **values: object) -> str:
    """Return the text of a message id, filled with its values."""
    return localize(MESSAGES(id, **values), language)


def counted_text(id: str, count: int, language: str, /, **values: object) -> str:
    """Return the text of a message id with a count; the form `<id>_one` for a count of 1."""
    return message_text(f"{id}_one" if count == 1 else id, language, **values)


def joined(parts: Iterable[str], language: str, *, sentences: bool = False) -> str:
    """Parts of a list in a row."""
    return ("；" if sentences else "、").join(parts) if language == "zh" else ("; " if sentences else ", ").join(parts)


def without_repeats(parts: Sequence[str], prior_answers: Sequence[str]) -> list[str]:
    """Return the paragraphs of an answer without the sentences that an earlier answer had.

    Lines of a plan are kept. Where nothing else would be left, the paragraphs are returned as they are.
    """
    kept = [part if part.startswith(_OF_PLAN) else _new_sentences(part, prior_answers) for part in parts]
    return [part for part in kept if part] or list(parts)


def _new_sentences(part: str, prior_answers: Sequence[str]) -> str:
    sentences = _SENTENCE.findall(part)
    new = (s for s in sentences if len(s.strip()) < _SHORT or not any(s.strip() in before for before in prior_answers))
    return "".join(new).strip()


def joined_sentences(parts: Iterable[str], language: str) -> str:
    """Sentences in one paragraph."""
    return ("" if language == "zh" else " ").join(part for part in parts if part)
