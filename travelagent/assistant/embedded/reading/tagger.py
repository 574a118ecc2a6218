"""Linear models over named features: which role a typed token plays. Made by `python -m training.roles`."""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Final
from zlib import crc32

import numpy as np
import numpy.typing as npt

from travelagent.assistant.embedded.reading.context import features, surroundings
from travelagent.assistant.lexer.tokens import Token

ACTS: Final = "act"
"""The model of what a clause does, beside those of the roles, one a type of token."""
LEAST_SURE: Final = {"numeral": 0.5}
"""A token of such a type plays a part only where that is surer: a bare number mostly counts something else."""
_SALT: Final = 0x9E3779B9
WEIGHTS: Final = Path(__file__).parent.parent / "data" / "roles.npz"


def hashed(feature: str) -> int:
    """Return the number under which the weights of a feature are stored."""
    written = feature.encode()
    return crc32(written) << 32 | crc32(written, _SALT)


class Model:
    """The weights of one type's roles: `keys` the sorted hashes of its features, a row each."""

    def __init__(self, roles: Sequence[str], keys: npt.NDArray[np.uint64], weights: npt.NDArray[np.float32]) -> None:
        self.roles, self._keys, self._weights = tuple(roles), keys, weights

    def probabilities(self, found: Iterable[str]) -> npt.NDArray[np.float32]:
        """Return the probability of each role, in their order."""
        wanted = np.unique(np.fromiter(map(hashed, found), dtype=np.uint64))
        at = np.searchsorted(self._keys, wanted)
        at[at == len(self._keys)] = 0
        odds = self._weights[at[self._keys[at] == wanted]].sum(axis=0)
        odds = np.exp(odds - odds.max())
        share: npt.NDArray[np.float32] = odds / odds.sum()
        return share


@cache
def models() -> dict[str, Model]:
    """Return the trained model of each token type."""
    with np.load(WEIGHTS) as stored:
        types = {name.partition(".")[0] for name in stored.files if "." in name}
        return {
            t: Model(stored[f"{t}.roles"].tolist(), stored[f"{t}.keys"], stored[f"{t}.weights"].astype(np.float32))
            for t in types
        }


def roles(tokens: Sequence[Token], *, planned: bool = False) -> dict[int, tuple[str, float]]:
    """Return the role of each typed token that has a model, by its index, with its probability; decided from left to
    right.
    """
    around = surroundings(tokens, planned=planned)
    found: dict[int, tuple[str, float]] = {}
    earlier: dict[str, list[tuple[int, str]]] = {}
    for at, token in enumerate(tokens):
        model = models().get(token.type)
        if model is None:
            continue
        before = earlier.setdefault(token.type, [])
        odds = model.probabilities(features(around, at, before))
        best = int(odds.argmax())
        role = model.roles[best] if odds[best] >= LEAST_SURE.get(token.type, 0) else f"{token.type}.other"
        found[at] = role, float(odds[best])
        before.append((at, role))
    return found
