"""How far the probabilities of roles and acts are from the shares that are right, on messages that were not learned."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.reader.learn import Frozen, batches
from training.reader.lessons import NONE, Sample
from training.reader.model import Reader

_PIECES: Final = 3000
_IMPOSSIBLE: Final = -1e3
"""Below it are the logits of roles that no token of the type plays in the lessons."""
_TEMPERATURES: Final = np.arange(0.8, 3.01, 0.05)


def temperatures(model: Reader, words: np.ndarray, samples: Sequence[Sample]) -> tuple[float, float]:
    """Return by which the logits of roles and those of acts are best divided; `words` [kept pieces, width]."""
    frozen = Frozen(model, words, samples)
    logits: dict[str, list[Tensor]] = {"roles": [], "acts": []}
    wanted: dict[str, list[Tensor]] = {"roles": [], "acts": []}
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
        for group in batches(samples, _PIECES, None):
            batch = frozen.batch(samples, group)
            made = model.upper(*(batch[name] for name in ("x", "hints", "mask", "tokens", "types", "clauses")))
            for name, found in zip(("roles", "acts"), made, strict=True):
                known = batch[name] != NONE
                logits[name].append(found.float()[known])
                wanted[name].append(batch[name][known])
    roles, acts = (_temperature(torch.cat(logits[name]), torch.cat(wanted[name])) for name in ("roles", "acts"))
    return roles, acts


def _temperature(logits: Tensor, wanted: Tensor) -> float:
    possible = logits.gather(1, wanted[:, None])[:, 0] > _IMPOSSIBLE  # a type may play a role that no lesson shows
    logits, wanted = logits[possible], wanted[possible]
    losses = [functional.cross_entropy(logits / float(each), wanted).item() for each in _TEMPERATURES]
    return float(_TEMPERATURES[int(np.argmin(losses))])
