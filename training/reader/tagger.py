"""Which role each typed token of a message plays, and what each of its clauses does, read by the encoder."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from training.reader.encoder import FOLDER, Encoder
from training.reader.inputs import Scheme, Stretch, windows
from travelagent.assistant.embedded.reading.clauses import Clause
from travelagent.assistant.lexer.tokens import Token

LEAST_SURE: Final = {"numeral": 0.4}
"""A token of such a type plays a role only where that is surer: a bare number mostly counts something else."""
HEADS: Final = FOLDER / "heads.npz"
_BARRED: Final = -1e4


@dataclass(frozen=True, slots=True)
class Tags:
    """What is read of a message: the role of each typed token by its index, with its probability, and for each clause
    its acts with their probabilities, the likeliest first."""

    roles: Mapping[int, tuple[str, float]]
    acts: Sequence[Sequence[tuple[str, float]]]


class Tagger:
    """The encoder with the heads that read roles and acts from the states of the pieces."""

    def __init__(self, encoder: Encoder, path: Path = HEADS) -> None:
        self._encoder = encoder
        with np.load(path) as stored:
            self.scheme = Scheme.loaded(str(stored["scheme"]))
            self._weights = {name: stored[name].astype(np.float32) for name in stored.files if name != "scheme"}
        self._barred = np.where(self.scheme.allowed(), 0, _BARRED).astype(np.float32)

    def tags(self, text: str, tokens: Sequence[Token], parts: Sequence[Clause], *, planned: bool) -> Tags:
        """Return the roles of the tokens and the acts of the clauses of a message; `planned`: a plan exists already."""
        roles: dict[int, tuple[str, float]] = {}
        acts: dict[int, list[tuple[str, float]]] = {}
        scheme, weights = self.scheme, self._weights
        for window in windows(self._encoder.tokenizer, scheme, text, tokens, parts, planned=planned):
            states = self._encoder.states(window.ids, weights["hints_weight"][list(window.hints)])
            whole = states[0]
            for stretch in window.tokens:
                kind = weights["types_weight"][stretch.type]
                held = np.concatenate([_mean(states, stretch), whole, kind])
                odds = held @ weights["role_weight"].T + weights["role_bias"] + self._barred[stretch.type]
                roles[stretch.index] = self._role(tokens[stretch.index], _softmax(odds))
            for stretch in window.clauses:
                held = np.concatenate([_mean(states, stretch), whole])
                shares = _softmax(held @ weights["act_weight"].T + weights["act_bias"])
                acts[stretch.index] = [(scheme.acts[n], float(shares[n])) for n in shares.argsort()[::-1]]
        return Tags(dict(sorted(roles.items())), [acts[n] for n in range(len(parts))])

    def _role(self, token: Token, shares: npt.NDArray[np.float32]) -> tuple[str, float]:
        best = int(shares.argmax())
        role = self.scheme.roles[best] if shares[best] >= LEAST_SURE.get(token.type, 0) else f"{token.type}.other"
        return role, float(shares[best])


def _mean(states: npt.NDArray[np.float32], stretch: Stretch) -> npt.NDArray[np.float32]:
    mean: npt.NDArray[np.float32] = states[stretch.first : stretch.last].mean(axis=0)
    return mean


def _softmax(odds: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    powers = np.exp(odds - odds.max())
    shares: npt.NDArray[np.float32] = powers / powers.sum()
    return shares
