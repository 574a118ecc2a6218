"""Which of the cities that were offered a message takes."""

import re
from collections.abc import Sequence
from typing import Final

from travelagent.assistant.lexer.numbers import count
from travelagent.assistant.lexer.tokens import Token

_BEST: Final = re.compile(
    r"最推荐|你推荐的那个|你定|你选|随便|听你的|都行|就那个|\byou (?:choose|pick|decide)\b|\bwhichever\b"
    r"|\byour (?:top|best|first) (?:pick|choice|one)\b|\bsurprise me\b|\bthe best one\b|\bup to you\b",
    re.ASCII,
)
_NTH: Final = re.compile(
    r"第\s?(?P<zh>[一二三四1-4])\s?[个座]|\b(?:the )?(?P<en>first|second|third|fourth|last) (?:one|option|city|place)\b"
)
_ORDINALS: Final = {"first": 0, "second": 1, "third": 2, "fourth": 3, "last": -1}


def chosen_city(text: str, tokens: Sequence[Token], offered: Sequence[str]) -> str:
    """Return the city of those offered, the best first, that a message picks without its name; empty where it picks
    none.
    """
    if not offered or any(token.type == "place" for token in tokens):
        return ""
    folded = text.lower()
    if nth := _NTH.search(folded):
        at = _ORDINALS[nth["en"]] if nth["en"] else (count(nth["zh"]) or 1) - 1
        return offered[at] if at < len(offered) else ""
    return offered[0] if _BEST.search(folded) else ""
