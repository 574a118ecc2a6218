"""Which of the product's two languages a text is in."""

from typing import Literal, TypeAlias

Language: TypeAlias = Literal["en", "zh"]


def language_of(text: str, otherwise: str = "en") -> Language:
    """The language of a text: Chinese when it holds Chinese characters, English when it holds Latin letters.

    A text with neither (`3`, `👍`) is in the conversation's language, `otherwise`. In a mixed text the few Chinese
    characters decide: people write English names in Chinese sentences, hardly ever the reverse.
    """
    if any("\u4e00" <= c <= "\u9fff" for c in text):
        return "zh"
    if any(c.isascii() and c.isalpha() for c in text):
        return "en"
    return "zh" if otherwise.startswith("zh") else "en"
