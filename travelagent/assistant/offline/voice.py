"""The embedded model's style: how an answer opens and ends. The facts between stay as they are."""

from typing import Literal, TypeAlias

from travelagent.assistant.language import Language
from travelagent.assistant.offline.reading.lexicon import table
from travelagent.assistant.styles import Style

Kind: TypeAlias = Literal["plan", "found", "none"]


def voiced(text: str, style: Style, kind: Kind, language: Language) -> str:
    """An answer in a style; concise and professional add nothing."""
    words = table("voices").get(style, {}).get(kind)
    if words is None:
        return text
    own = language == "zh"
    return "\n\n".join([words["open"][own], text, words["end"][own]])
