"""Which of the product's two languages a text is in."""

import re
from typing import Final, Literal, TypeAlias

Language: TypeAlias = Literal["en", "zh"]

# A message that does nothing but ask for a language: "in English please", 用中文说.
_CHINESE: Final = r"(?P<chinese>中文|汉语|普通话|国语|chinese|mandarin)"
_NAMED: Final = rf"(?:{_CHINESE}|(?:英文|英语|english))"
_REQUESTS: Final = tuple(
    re.compile(rule, re.I)
    for rule in (
        rf"\A\W*+(?:请|麻烦|可以|可不可以|能不能|能|还是|都|改|帮我|给我|把?(?:行程|计划|它|这个)|切)*"
        rf"(?:用|说|讲|换成?|改成?|译成|翻译成?|翻成|切换成?|切换到|切到){_NAMED}"
        rf"(?:再)?(?:说|讲|回答|回复|告诉我|写|来|显示|列|发|给我|看看|一遍|一下|好)*[吧吗呢么]?\W*",
        rf"\A\W*+(?:please|can you|could you|would you|ok|okay|now|and|sorry|,| )*"
        rf"(?:(?:say|tell|show|give|write|repeat|answer|reply|respond|translate|put|switch|change|speak|talk)\b"
        rf"(?: (?:it|that|this|me|us|all|everything|again|to|the|plan|itinerary|answer))*)? ?"
        rf"(?:\b(?:in|to|into) )?\b{_NAMED}(?: (?:please|then|again|instead|now|thanks))*\W*",
    )
)


_WORD: Final = re.compile(r"[A-Za-z]+")
_LONG_TEXT, _WORDS_A_CHARACTER = 20, 4
"""A text of more English words than these, so many for each Chinese character, is English."""
_LONGEST_REQUEST: Final = 80
"""A message of more characters asks for something else: the rules above are not linear in its length."""


def requested_language(text: str) -> Language | None:
    """Return the language that a message asks for and does nothing else; None where it does not."""
    if len(text) > _LONGEST_REQUEST:
        return None
    request = next((match for rule in _REQUESTS if (match := rule.fullmatch(text))), None)
    return None if request is None else "zh" if request["chinese"] else "en"


def language_of(text: str, otherwise: str = "en") -> Language:
    """Return the language of a text: Chinese when it holds Chinese characters, English when it holds Latin letters.

    A text with neither (`3`, `👍`) is in the conversation's language, `otherwise`. In a mixed text the few Chinese
    characters decide: people write English names in Chinese sentences. Only a long English text with a Chinese name or
    two in it is English. One that only asks for a language is in that.
    """
    if request := requested_language(text):
        return request
    if chinese := sum("\u4e00" <= c <= "\u9fff" for c in text):
        words = len(_WORD.findall(text))
        return "en" if words > _LONG_TEXT and words > _WORDS_A_CHARACTER * chinese else "zh"
    if any(c.isascii() and c.isalpha() for c in text):
        return "en"
    return "zh" if otherwise.startswith("zh") else "en"
