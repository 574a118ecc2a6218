"""What the encoder gets of a message: windows of its pieces, with the characters and the hint of each."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Final

from travelagent.assistant.encoder.tokenizer import BEGIN, END, Pieces, Tokenizer
from travelagent.assistant.lexer.tokens import Token

LONGEST: Final = 500
"""Greatest number of pieces of a window."""
_HEADS: Final = {True: "query: plan", False: "query: new"}
"""What stands before the message: whether a plan exists."""
_BEFORE: Final = 60
"""Greatest number of pieces of the message before: its last ones."""
_ENDS: Final = frozenset(".;!?。；！？\n")
NO_HINT: Final = "-"


@dataclass(frozen=True)
class Scheme:
    """The roles of spans, the acts of clauses, the forms of the lexer's tokens that are hints, and the roles that its
    tokens play, by their type."""

    roles: tuple[str, ...]
    acts: tuple[str, ...]
    forms: tuple[str, ...]
    types: Mapping[str, tuple[str, ...]]

    @classmethod
    def loaded(cls, text: str) -> "Scheme":
        """Return the scheme of a JSON text made by `dumped`."""
        stored = json.loads(text)
        types = {name: tuple(roles) for name, roles in stored.pop("types").items()}
        return cls(**{name: tuple(value) for name, value in stored.items()}, types=types)

    def dumped(self) -> str:
        """Return the scheme as JSON, for `loaded`."""
        return json.dumps(asdict(self), sort_keys=True)


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a message that is encoded in one pass.

    `ids`: its pieces, those of what stands before the message first; `first`: the number of these; `spans`: the
    characters that each piece of the message covers, `ids[first:-1]`; `hints`: for each of `ids` the index of the form
    of its token in the scheme, 0 where there is none.
    """

    ids: tuple[int, ...]
    first: int
    spans: tuple[tuple[int, int], ...]
    hints: tuple[int, ...]


def windows(
    tokenizer: Tokenizer, scheme: Scheme, text: str, tokens: Sequence[Token], *, planned: bool, before: str = ""
) -> tuple[Window, ...]:
    """Return the windows of a message, each as long as there is room, and parted where a sentence ends if one does."""
    head = [BEGIN, *tokenizer.pieces(_HEADS[planned]).ids, END]
    if before:
        head += [*tokenizer.pieces(before).ids[-_BEFORE:], END]
    pieces = tokenizer.pieces(text)
    forms = {form: n for n, form in enumerate(scheme.forms)}
    hinted = [(token.start, token.end, forms.get(form_of(token), 0)) for token in tokens]
    hinted = [each for each in hinted if each[2]]
    found = []
    first = 0
    while first < len(pieces.ids):
        last = _end(pieces, text, first, LONGEST - len(head) - 1)
        spans = pieces.spans[first:last]
        hints = [next((form for a, b, form in hinted if a < end and start < b), 0) for start, end in spans]
        ids = (*head, *pieces.ids[first:last], END)
        found.append(Window(ids, len(head), spans, (*[0] * len(head), *hints, 0)))
        first = last
    return tuple(found)


def form_of(token: Token) -> str:
    """Return the hint that a token of the lexer gives."""
    return f"{token.type}.{token.form}"


def _end(pieces: Pieces, text: str, first: int, room: int) -> int:
    """The end of the window that begins with a piece."""
    if len(pieces.ids) - first <= room:
        return len(pieces.ids)
    ends = (n for n in range(first + room, first, -1) if text[pieces.spans[n - 1][1] - 1] in _ENDS)
    return next(ends, first + room)
