"""How exact an amount is meant, by the words before and behind it: `about`, 不到, `or more`."""

import re
from typing import Final

from travelagent.assistant.grounding.words import Bound, bounds

_PADDING: Final = " \t*_“”\"'(（[【:：,，"
_FILLERS: Final = ("需要", "需", "要", "是", "为", "花费", "花", "在", "共")
AFTERWARDS: Final = re.compile(
    r"\s?(?:左右|上下|出头|(?P<over>以上|or more|and up|\+|起)|(?P<under>以内|以下|之内|or less)|or so\b"
    r"|give or take|[- ]ish\b|大约)",
    re.IGNORECASE,
)


def bound_before(head: str) -> Bound:
    """What the words before an amount say of it."""
    said = head.rstrip(_PADDING).lower()
    if said.endswith(_FILLERS):
        said = said.rstrip("需要是为花费在共")
    for bound, words in bounds():
        if said.endswith(words) and any(stands_alone(said, word) for word in words if said.endswith(word)):
            return bound
    return ""


def stands_alone(said: str, word: str) -> bool:
    before = said[: -len(word)][-1:]
    return not (word[0].isascii() and before.isascii() and before.isalpha())
