"""The clauses of a message by its marks."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from travelagent.assistant.lexer.tokens import Token

_ENDS: Final = frozenset(".;!?。；！？\n")
_COMMAS: Final = frozenset(",，、:：")
_LEAST: Final = 3
"""A comma parts clauses of so many tokens at least."""


@dataclass(frozen=True, slots=True)
class Clause:
    """The tokens `first` to `last` (exclusive) of a message."""

    first: int
    last: int


def clauses(tokens: Sequence[Token], text: str) -> tuple[Clause, ...]:
    """Return the clauses of a message, separated by the ends of sentences, line breaks, and commas between longer
    pieces.
    """
    cuts = [0]
    for n, token in enumerate(tokens):
        ends = token.type == "mark" and (
            token.text in _ENDS or (token.text in _COMMAS and token.text not in "、:：" and n + 1 - cuts[-1] > _LEAST)
        )
        breaks = n + 1 < len(tokens) and _parts(token, tokens[n + 1], text, n + 1 - cuts[-1])
        if (ends or breaks) and n + 1 < len(tokens):
            cuts.append(n + 1)
    return tuple(Clause(a, b) for a, b in pairwise([*dict.fromkeys(cuts), len(tokens)]) if b > a)


def _parts(token: Token, behind: Token, text: str, size: int) -> bool:
    """Whether the space between two tokens parts clauses: a line break, or a blank between longer pieces of Chinese."""
    space = text[token.end : behind.start]
    chinese = not (token.text.isascii() or behind.text.isascii())
    return "\n" in space or (bool(space) and chinese and size > _LEAST)


def stretch_around(tokens: Sequence[Token], at: int, marks: Container[str]) -> range:
    """Return the indexes of the tokens around one, up to the nearest of these marks on either side."""
    first, last = at, at + 1
    while first > 0 and tokens[first - 1].text not in marks:
        first -= 1
    while last < len(tokens) and tokens[last].text not in marks:
        last += 1
    return range(first, last)
