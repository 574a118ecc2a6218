"""The spans of a message with their roles, and its clauses with their acts, read by the encoder."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from training.reader.encoder import FOLDER, Encoder
from training.reader.inputs import Scheme, Window, windows
from travelagent.assistant.lexer.tokens import Token

HEADS: Final = FOLDER / "heads.npz"
_BORDER: Final = 0.5
_MOST_ACTS: Final = 5
"""Number of the likeliest acts of a clause that are kept."""
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ReadSpan:
    """The characters `start` to `end` (exclusive) of a message, the role that they play, and its probability."""

    start: int
    end: int
    role: str
    sure: float


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
    """What is read of a message."""

    spans: tuple[ReadSpan, ...]
    clauses: tuple[ReadClause, ...]


class Tagger:
    """The encoder with the heads that read labels, acts and borders from the states of the pieces."""

    def __init__(self, encoder: Encoder, path: Path = HEADS) -> None:
        self._encoder = encoder
        with np.load(path) as stored:
            self.scheme = Scheme.loaded(str(stored["scheme"]))
            self._weights = {name: stored[name].astype(np.float32) for name in stored.files if name != "scheme"}

    def tags(self, text: str, tokens: Sequence[Token], *, planned: bool, before: str = "") -> Tags:
        """Return the spans and the clauses of a message; `planned`: a plan exists; `before`: the message before it."""
        spans: list[ReadSpan] = []
        clauses: list[ReadClause] = []
        for window in windows(self._encoder.tokenizer, self.scheme, text, tokens, planned=planned, before=before):
            states = self._encoder.states(window.ids, self._weights["hints_weight"][list(window.hints)])
            whole = np.broadcast_to(states[:1], states.shape)
            held = np.concatenate([states, whole], axis=1)[window.first : -1]
            spans += _spans(text, window, _softmax(self._head("label", held)), self.scheme)
            borders = 1 / (1 + np.exp(-self._head("border", held)[:, 0]))
            clauses += _clauses(window, self._head("act", held), borders, self.scheme)
        return Tags(tuple(spans), tuple(clauses))

    def _head(self, name: str, held: Floats) -> Floats:
        found: Floats = held @ self._weights[f"{name}_weight"].T + self._weights[f"{name}_bias"]
        return found


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
    return [span for span in found if text[span.start : span.end].strip()]


def _clauses(window: Window, odds: Floats, borders: Floats, scheme: Scheme) -> list[ReadClause]:
    """The clauses of a window by the logits of the acts of its pieces, [pieces, acts], and where clauses begin."""
    starts = [n for n in range(len(window.spans)) if n == 0 or borders[n] > _BORDER]
    found = []
    for first, last in zip(starts, [*starts[1:], len(window.spans)], strict=True):
        shares = _softmax(odds[first:last]).mean(axis=0)
        ranked = shares.argsort()[::-1][:_MOST_ACTS]
        acts = tuple((scheme.acts[n], float(shares[n])) for n in ranked)
        found.append(ReadClause(window.spans[first][0], window.spans[last - 1][1], acts))
    return found


def _softmax(odds: Floats) -> Floats:
    powers = np.exp(odds - odds.max(axis=-1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return shares
