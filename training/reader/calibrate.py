"""How far the probabilities of labels and acts are from the shares that are right, on messages not learned from."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.reader.learn import Frozen, batches, in_precision
from training.reader.lessons import NONE, Sample
from training.reader.model import Reader

_PIECES: Final = 3000
_TEMPERATURES: Final = np.arange(0.8, 3.01, 0.05)


def temperatures(model: Reader, words: np.ndarray, samples: Sequence[Sample]) -> tuple[float, float]:
    """Return by which the logits of labels and those of acts are best divided; `words` [kept pieces, width]."""
    frozen = Frozen(model, words, samples)
    logits: dict[str, list[Tensor]] = {"labels": [], "acts": []}
    wanted: dict[str, list[Tensor]] = {"labels": [], "acts": []}
    with torch.no_grad(), in_precision():
        for group in batches(samples, _PIECES, None):
            batch = frozen.batch(samples, group)
            labels, acts, _ = model.upper(batch["x"], batch["hints"], batch["mask"])
            for name, found in (("labels", labels), ("acts", acts)):
                known = batch[name] != NONE
                logits[name].append(found.float()[known])
                wanted[name].append(batch[name][known])
    labels, acts = (_temperature(torch.cat(logits[name]), torch.cat(wanted[name])) for name in ("labels", "acts"))
    return labels, acts


def _temperature(logits: Tensor, wanted: Tensor) -> float:
    losses = [functional.cross_entropy(logits / float(each), wanted).item() for each in _TEMPERATURES]
    return float(_TEMPERATURES[int(np.argmin(losses))])
