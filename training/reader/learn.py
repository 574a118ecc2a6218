"""Learn the upper layers and the heads from samples."""

import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.reader.lessons import NONE, Sample
from training.reader.model import FROZEN, LAYERS, Reader
from training.reader.tokenizer import PAD

RATE: Final = 4e-4
"""Learning rate of the uppermost layer."""
DECAY: Final = 0.9
"""Factor of the rate from a layer to the one below."""
HEAD_RATE: Final = 2e-3
SEED: Final = 1
_PIECES: Final = 1200
"""Number of pieces of a batch."""
_FROZEN_PIECES: Final = 3000
_WARM_UP: Final = 0.06
"""Share of the steps in which the rate rises."""
_LAST_RATE: Final = 0.02
_EVENNESS: Final = 0.3
"""How much more rare acts weigh than how often they are met."""
_ALONE: Final = 3
"""One in so many of the samples of acts alone is learned in an epoch."""
_JITTER: Final = 0.1
_REPORT: Final = 25


class Frozen:
    """The states of samples behind the frozen layers."""

    def __init__(self, model: Reader, words: np.ndarray, samples: Sequence[Sample]) -> None:
        """`words` [kept pieces, width]."""
        sizes = [len(each.window.ids) for each in samples]
        self._at = np.cumsum([0, *sizes])
        self._states = torch.empty(int(self._at[-1]), words.shape[1], dtype=torch.bfloat16)
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
            for group in batches(samples, _FROZEN_PIECES, None):
                made = collated([samples[n] for n in group])
                states = model.lower(torch.from_numpy(words[made["ids"].numpy()]), made["mask"])
                for row, n in enumerate(group):
                    self._states[self._at[n] : self._at[n + 1]] = states[row, : sizes[n]]

    def batch(self, samples: Sequence[Sample], group: Sequence[int]) -> dict[str, Tensor]:
        """Return the tensors of some samples, by their indexes."""
        made = collated([samples[n] for n in group])
        x = torch.zeros(*made["ids"].shape, self._states.shape[1], dtype=torch.bfloat16)
        for row, n in enumerate(group):
            x[row, : self._at[n + 1] - self._at[n]] = self._states[self._at[n] : self._at[n + 1]]
        return {**made, "x": x}


def batches(samples: Sequence[Sample], size: int, chance: random.Random | None) -> list[list[int]]:
    """Return the indexes of samples of like length in batches of about `size` pieces; in random order with `chance`."""

    def length(n: int) -> float:
        jitter = chance.uniform(1 - _JITTER, 1 + _JITTER) if chance else 1.0
        return len(samples[n].window.ids) * jitter

    found: list[list[int]] = []
    current: list[int] = []
    longest = 0
    for n in sorted(range(len(samples)), key=length):
        longest = max(longest, len(samples[n].window.ids))
        if current and (len(current) + 1) * longest > size:
            found.append(current)
            current, longest = [], len(samples[n].window.ids)
        current.append(n)
    found.append(current)
    if chance:
        chance.shuffle(found)
    return found


def collated(group: Sequence[Sample]) -> dict[str, Tensor]:
    """Return the tensors of a batch, padded to its longest window."""
    count = len(group)
    pieces = max(len(each.window.ids) for each in group)
    most_tokens = max(1, *(len(each.roles) for each in group))
    most_clauses = max(1, *(len(each.acts) for each in group))
    ids, hints = np.full((count, pieces), PAD), np.zeros((count, pieces), np.int64)
    mask = np.zeros((count, pieces), np.float32)
    tokens = np.zeros((count, most_tokens, pieces), np.float32)
    clauses = np.zeros((count, most_clauses, pieces), np.float32)
    types = np.zeros((count, most_tokens), np.int64)
    roles, acts = np.full((count, most_tokens), NONE), np.full((count, most_clauses), NONE)
    for row, each in enumerate(group):
        size = len(each.window.ids)
        ids[row, :size], hints[row, :size], mask[row, :size] = each.window.ids, each.window.hints, 1
        for n, stretch in enumerate(each.window.tokens):
            tokens[row, n, stretch.first : stretch.last] = 1 / (stretch.last - stretch.first)
            types[row, n], roles[row, n] = stretch.type, each.roles[n]
        for n, stretch in enumerate(each.window.clauses):
            clauses[row, n, stretch.first : stretch.last] = 1 / (stretch.last - stretch.first)
            acts[row, n] = each.acts[n]
    made = {"ids": ids, "hints": hints, "mask": mask, "tokens": tokens, "clauses": clauses, "types": types}
    return {name: torch.from_numpy(value) for name, value in {**made, "roles": roles, "acts": acts}.items()}


def learned(
    model: Reader, words: np.ndarray, whole: Sequence[Sample], alone: Sequence[Sample], epochs: int
) -> Iterator[int]:
    """Teach the model, yielding the number of each epoch when it ends; `alone` are samples of acts alone."""
    torch.manual_seed(SEED)
    chance = random.Random(SEED)
    samples = [*whole, *alone]
    started = time.monotonic()
    frozen = Frozen(model.eval(), words, samples)
    print(
        f"{len(whole)} + {len(alone)} windows behind the frozen layers: {time.monotonic() - started:.0f} s", flush=True
    )
    optimizer = torch.optim.AdamW(_groups(model), weight_decay=0.01, foreach=True)
    parameters = [parameter for group in optimizer.param_groups for parameter in group["params"]]
    weight = _weights(samples, model.act.out_features)
    plan = []
    for _ in range(epochs):
        chosen = [*range(len(whole)), *chance.sample(range(len(whole), len(samples)), len(alone) // _ALONE)]
        plan.append([[chosen[n] for n in group] for group in batches([samples[n] for n in chosen], _PIECES, chance)])
    total, step = sum(map(len, plan)), 0
    rates = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda n: min(1, (n + 1) / (_WARM_UP * total)) * max(_LAST_RATE, 1 - n / total)
    )
    for epoch, groups in enumerate(plan, 1):
        model.train()
        for group in groups:
            loss = _loss(model, frozen.batch(samples, group), weight)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(parameters, 1.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            rates.step()
            step += 1
            if step % _REPORT == 0:
                print(f"  {step}/{total}: {loss.item():.3f} after {time.monotonic() - started:.0f} s", flush=True)
        model.eval()
        yield epoch


def _loss(model: Reader, batch: dict[str, Tensor], weight: Tensor) -> Tensor:
    with torch.autocast("cpu", torch.bfloat16):
        roles, acts = model.upper(*(batch[name] for name in ("x", "hints", "mask", "tokens", "types", "clauses")))
    loss = functional.cross_entropy(acts.float().flatten(0, 1), batch["acts"].flatten(), weight, ignore_index=NONE)
    if (batch["roles"] != NONE).any():
        loss = loss + functional.cross_entropy(roles.float().flatten(0, 1), batch["roles"].flatten(), ignore_index=NONE)
    return loss


def _groups(model: Reader) -> list[dict[str, object]]:
    """Return the parameters that learn with their rates: lower layers learn more slowly."""
    layers = [
        {"params": list(model.layers[n].parameters()), "lr": RATE * DECAY ** (LAYERS - 1 - n)}
        for n in range(FROZEN, LAYERS)
    ]
    heads = (model.role, model.act, model.types, model.hints, model.norm)
    return [*layers, {"params": [each for head in heads for each in head.parameters()], "lr": HEAD_RATE}]


def _weights(samples: Sequence[Sample], acts: int) -> Tensor:
    """Return how much each act weighs, with a mean of 1 over all clauses."""
    times = Counter(act for each in samples for act in each.acts if act != NONE)
    weight = torch.tensor([max(times[n], 1) ** -_EVENNESS for n in range(acts)])
    return weight / (sum(float(weight[n]) * count for n, count in times.items()) / sum(times.values()))
