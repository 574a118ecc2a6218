"""How many sights a day may have at most ("max 3 things a day", 每天最多三个景点)."""

from __future__ import annotations

import dataclasses
from typing import Final

from travelagent.assistant.embedded.reading.clause_words import clause_words
from travelagent.assistant.embedded.reading.reading import Reading
from travelagent.assistant.lexer.tokens import Token
from travelagent.planning.constraints.most_sights import MOST

_REACH: Final = 8
"""The number of tokens on either side of a number that may belong to what it counts."""


def sights_a_day(reading: Reading) -> tuple[int | None, Reading]:
    """Return the most sights a day that a message requests, None where it requests none, and the reading without the
    roles of the words that do.
    """
    words = clause_words()
    for at, token in enumerate(reading.tokens):
        if token.type != "numeral" or not 1 <= token.value <= MOST:
            continue
        first, last = max(0, at - _REACH), min(len(reading.tokens), at + 1 + _REACH)
        text = reading.text[token.end : reading.tokens[last - 1].end].lower().lstrip(" 个处")
        around = reading.text[reading.tokens[first].start : reading.tokens[last - 1].end].lower()
        days = [n for n in range(first, last) if _is_each_day(reading.tokens[n])]
        if days and text.startswith(words.stops) and any(cap in around for cap in words.caps):
            roles = {n: role for n, role in reading.roles.items() if n != at and n not in days}
            return int(token.value), dataclasses.replace(reading, roles=roles)
    return None, reading


def _is_each_day(token: Token) -> bool:
    if token.type == "day":
        return bool(token.value == "every")
    return token.type == "span" and token.value.unit == "day" and token.value.number == 1
