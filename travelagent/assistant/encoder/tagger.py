"""The spans of a message with their roles, and its clauses with their acts, read by the encoder."""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from travelagent.assistant.encoder.encoder import FOLDER, Encoder
from travelagent.assistant.encoder.inputs import Scheme, Window, windows
from travelagent.assistant.lexer.tokens import Token

HEADS_FILE: Final = "heads.npz"
MENTION: Final = ".other"
"""What the role of a token is called, behind its type, that states nothing."""
_BORDER: Final = 0.25
"""A clause begins at a piece where that is likelier, or where a sentence ends: clauses that do the same are one."""
_ENDS: Final = frozenset(";!?。；！？\n")
_MOST_ACTS: Final = 5
"""Number of the likeliest acts of a clause that are kept."""
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ReadSpan:
    """The characters `start` to `end` (exclusive) of a message, the role that they play, its probability, and what they
    are."""

    start: int
    end: int
    role: str
    sure: float
    text: str = ""


@dataclass(frozen=True, slots=True)
class ReadClause:
    """The characters `start` to `end` (exclusive) of a message, and the acts that they may do with their probabilities,
    the likeliest first."""

    start: int
    end: int
    acts: tuple[tuple[str, float], ...]

    @property
    def act(self) -> str:
        """The likeliest act."""
        return self.acts[0][0]


@dataclass(frozen=True, slots=True)
class Tags:
    """What is read of a message; `roles`: by its index, the role of each token whose type may play one, with
    its probability."""

    spans: tuple[ReadSpan, ...]
    clauses: tuple[ReadClause, ...]
    roles: Mapping[int, tuple[str, float]]


class Tagger:
    """The encoder with the heads that read labels, acts and borders from the states of the pieces."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._encoder = Encoder(folder)
        with np.load(folder / HEADS_FILE) as stored:
            self.scheme = Scheme.loaded(str(stored["scheme"]))
            self._weights = {
                name: stored[name].astype(np.float32) for name in stored.files if name.endswith(("_weight", "_bias"))
            }

    def tags(self, text: str, tokens: Sequence[Token], *, planned: bool, before: str = "") -> Tags:
        """Return what is read of a message; `planned`: a plan exists; `before`: the message before it."""
        spans: list[ReadSpan] = []
        clauses: list[ReadClause] = []
        pieces: list[tuple[int, int]] = []
        shares = [np.zeros((0, len(self.scheme.roles)), np.float32)]
        for window in windows(self._encoder.tokenizer, self.scheme, text, tokens, planned=planned, before=before):
            states = self._encoder.states(window.ids, self._weights["hints_weight"][list(window.hints)])
            whole = np.broadcast_to(states[:1], states.shape)
            held = np.concatenate([states, whole], axis=1)[window.first : -1]
            labels = _softmax(self._head("label", held))
            spans += _spans(text, window, labels, self.scheme)
            borders = _sigmoid(self._head("border", held)[:, 0])
            clauses += _clauses(text, window, self._head("act", held), borders, self.scheme)
            pieces += window.spans
            shares.append(labels[:, 1::2] + labels[:, 2::2])
        roles = _roles(tokens, np.array(pieces).reshape(-1, 2), np.concatenate(shares), self.scheme)
        return Tags(tuple(spans), tuple(clauses), roles)

    def _head(self, name: str, held: Floats) -> Floats:
        found: Floats = held @ self._weights[f"{name}_weight"].T + self._weights[f"{name}_bias"]
        return found


@cache
def tagger() -> Tagger:
    """Return the tagger of the product, loaded when it is first needed."""
    return Tagger()


def _spans(text: str, window: Window, shares: Floats, scheme: Scheme) -> list[ReadSpan]:
    """The spans of a window by the probabilities of the labels of its pieces, [pieces, labels]."""
    found: list[ReadSpan] = []
    last = -1
    for n, (start, end) in enumerate(window.spans):
        label = int(shares[n].argmax())
        role, begins = (label - 1) // 2, label % 2 == 1
        if label == 0 or start == end:
            last = -1 if label == 0 else last
            continue
        sure = float(shares[n, 2 * role + 1] + shares[n, 2 * role + 2])
        if role == last and not begins:
            before = found[-1]
            found[-1] = ReadSpan(before.start, end, before.role, min(before.sure, sure))
        else:
            found.append(ReadSpan(start, end, scheme.roles[role], sure))
        last = role
    named = (dataclasses.replace(span, text=text[span.start : span.end]) for span in found)
    return [span for span in named if span.text.strip()]


def _roles(
    tokens: Sequence[Token], pieces: npt.NDArray[np.int64], shares: Floats, scheme: Scheme
) -> dict[int, tuple[str, float]]:
    """The likeliest role of each token that its type may play; a mention, TYPE.other, where none is likelier.

    `pieces`: the characters of each piece, [pieces, 2]; `shares`: the probability of each role, [pieces, roles].
    """
    found = {}
    indexes = {role: n for n, role in enumerate(scheme.roles)}
    for n, token in enumerate(tokens):
        names = scheme.types.get(token.type, ())
        within = (np.minimum(pieces[:, 1], token.end) - np.maximum(pieces[:, 0], token.start)) > 0
        if not names or not within.any():
            continue
        share = shares[within].max(axis=0)  # a part of the token may carry the fact: the "two" of "for two"
        odds = {name: float(share[indexes[name]]) for name in names}
        mention = f"{token.type}{MENTION}"
        others = 1 - shares[within][:, [indexes[name] for name in names]].sum(axis=1)
        odds[mention] = odds.get(mention, 0.0) + float(others.min())
        role = max(odds, key=lambda name: odds[name])
        found[n] = role, odds[role] / sum(odds.values())
    return found


def _clauses(text: str, window: Window, odds: Floats, borders: Floats, scheme: Scheme) -> list[ReadClause]:
    """The clauses of a window by the logits of the acts of its pieces, [pieces, acts], and where clauses begin."""
    ends = [_ends_sentence(text, end) for _, end in window.spans]
    starts = [n for n in range(len(window.spans)) if n == 0 or borders[n] > _BORDER or ends[n - 1]]
    found = []
    for first, last in zip(starts, [*starts[1:], len(window.spans)], strict=True):
        shares = _softmax(odds[first:last]).mean(axis=0)
        ranked = shares.argsort()[::-1][:_MOST_ACTS]
        acts = tuple((scheme.acts[n], float(shares[n])) for n in ranked)
        found.append(ReadClause(window.spans[first][0], window.spans[last - 1][1], acts))
    return found


def _ends_sentence(text: str, end: int) -> bool:
    """Whether a sentence ends before a character."""
    return (end > 0 and text[end - 1] in _ENDS) or (text[end - 1 : end] == "." and text[end : end + 1].isspace())


def _sigmoid(odds: Floats) -> Floats:
    shares: Floats = np.reciprocal(1 + np.exp(-odds))
    return shares


def _softmax(odds: Floats) -> Floats:
    powers = np.exp(odds - odds.max(axis=-1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return shares
