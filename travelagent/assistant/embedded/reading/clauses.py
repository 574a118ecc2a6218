"""The clauses of a message and what each of them does: a wish for the trip, an edit, a question of some topic …"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from travelagent.assistant.embedded.reading.context import shape
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


def clause_features(
    tokens: Sequence[Token],
    roles: Mapping[int, str],
    parts: Sequence[Clause],
    at: int,
    before: Sequence[str],
    *,
    planned: bool,
) -> Iterator[str]:
    """Yield the features of the clause at an index; `before` are the acts of the clauses before it."""
    clause = parts[at]
    words = [shape(token) for token in tokens[clause.first : clause.last]]
    held = [roles[n] for n in range(clause.first, clause.last) if n in roles]
    yield "1"
    yield f"planned={planned}"
    padded = ["^", *words, "$"]
    for word in words:
        yield f"w={word}"
    for size in (2, 3, 4):
        for n in range(len(padded) - size + 1):
            yield f"w{size}={'|'.join(padded[n : n + size])}"
    for one, other in pairwise([word for word in words if not word.startswith("<")]):
        yield f"g={one}|{other}"
    for role in held:
        yield f"r={role}"
    yield f"n={min(len(words), 8)}"
    yield f"last={at == len(parts) - 1}"
    yield f"only={len(parts) == 1}"
    yield f"asks={bool(words) and any(word in '?？' for word in words[-2:])}"
    yield f"asks.planned={planned}:{bool(words) and any(word in '?？' for word in words[-2:])}"
    yield f"b={before[-1] if before else '^'}"
    yield f"b={before[-1] if before else '^'}:{words[0] if words else ''}"
    for offset in (-1, 1):
        if 0 <= at + offset < len(parts):
            beside = parts[at + offset]
            for word in [shape(token) for token in tokens[beside.first : beside.last]]:
                yield f"{'p' if offset < 0 else 'f'}={word}"
