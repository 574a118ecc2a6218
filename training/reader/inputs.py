"""What the encoder gets of a message: windows of its pieces, with the pieces of every typed token and every clause."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from training.reader.tokenizer import BEGIN, END, Tokenizer
from travelagent.assistant.embedded.reading.clauses import Clause
from travelagent.assistant.lexer.tokens import Token

LONGEST: Final = 500
"""Greatest number of pieces of a window."""
_HEADS: Final = {True: "query: plan", False: "query: new"}
"""What stands before the message: whether a plan exists."""


@dataclass(frozen=True)
class Scheme:
    """The types of tokens that play roles, the roles of each type, the acts, and the forms of tokens that are hints."""

    types: tuple[str, ...]
    roles: tuple[str, ...]
    acts: tuple[str, ...]
    forms: tuple[str, ...]
    roles_of: Mapping[str, tuple[str, ...]]

    @classmethod
    def loaded(cls, text: str) -> "Scheme":
        """Return the scheme of a JSON text made by `dumped`."""
        stored = json.loads(text)
        roles_of = {name: tuple(roles) for name, roles in stored.pop("roles_of").items()}
        return cls(**{name: tuple(value) for name, value in stored.items()}, roles_of=roles_of)

    def dumped(self) -> str:
        """Return the scheme as JSON, for `loaded`."""
        return json.dumps(asdict(self), sort_keys=True)

    def allowed(self) -> npt.NDArray[np.bool_]:
        """Return which roles each type may play: [types, roles]."""
        return np.array([[role in self.roles_of[name] for role in self.roles] for name in self.types])


@dataclass(frozen=True, slots=True)
class Stretch:
    """The pieces `first` to `last` (exclusive) of a window that a token or a clause of the message covers.

    `index`: that of the token or the clause; `type`: the index of a token's type in the scheme.
    """

    index: int
    first: int
    last: int
    type: int = 0


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a message that is encoded in one pass; `hints` holds for each piece the index of the form of its token
    in the scheme, 0 where there is none."""

    ids: tuple[int, ...]
    hints: tuple[int, ...]
    tokens: tuple[Stretch, ...]
    clauses: tuple[Stretch, ...]


def windows(
    tokenizer: Tokenizer, scheme: Scheme, text: str, tokens: Sequence[Token], parts: Sequence[Clause], *, planned: bool
) -> tuple[Window, ...]:
    """Return the windows of a message: as many of its clauses in each as have room; every typed token and every clause
    is in one of them."""
    head = (BEGIN, *tokenizer.pieces(_HEADS[planned]).ids, END)
    pieces = tokenizer.pieces(text)
    starts = np.array([start for start, _ in pieces.spans])
    ends = np.array([end for _, end in pieces.spans])
    found: list[Window] = []
    for first, last in _cuts(ends, tokens, parts, LONGEST - len(head) - 1):
        reach = int(ends[first - 1]) if first else 0, int(ends[last - 1]) if last < len(ends) else len(text)

        def covered(start: int, end: int, first: int = first, last: int = last) -> tuple[int, int]:
            inside = np.flatnonzero((starts[first:last] < end) & (ends[first:last] > start))
            at = (int(inside[0]), int(inside[-1]) + 1) if len(inside) else (-1, 0)
            return len(head) + at[0], len(head) + at[1]

        hints = [0] * (len(head) + last - first + 1)
        held = []
        for n, token in enumerate(tokens):
            if token.type in scheme.types and reach[0] <= token.start < reach[1]:
                stretch = Stretch(n, *covered(token.start, token.end), scheme.types.index(token.type))
                form = f"{token.type}.{token.form}"
                if form in scheme.forms:
                    hints[stretch.first : stretch.last] = [scheme.forms.index(form)] * (stretch.last - stretch.first)
                held.append(stretch)
        does = [
            Stretch(n, *covered(tokens[part.first].start, tokens[part.last - 1].end))
            for n, part in enumerate(parts)
            if reach[0] <= tokens[part.first].start < reach[1]
        ]
        found.append(Window((*head, *pieces.ids[first:last], END), tuple(hints), tuple(held), tuple(does)))
    return tuple(found)


def _cuts(
    ends: npt.NDArray[np.int64], tokens: Sequence[Token], parts: Sequence[Clause], room: int
) -> list[tuple[int, int]]:
    """Return the first and last (exclusive) piece of each window."""
    borders = [int(np.searchsorted(ends, tokens[part.last - 1].end)) + 1 for part in parts]
    found: list[tuple[int, int]] = []
    first = 0
    while first < len(ends):
        fitting = [border for border in borders if first < border <= first + room]
        last = len(ends) if len(ends) - first <= room else max(fitting, default=first + room)
        found.append((first, last))
        first = last
    return found
