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
from travelagent.assistant.encoder.tokenizer import PAD

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
_UNHINTED: Final = 0.15
"""Share of the hints that are left out of each batch: travellers use words that no lexer knows."""
_UNHINTED_ALL: Final = 0.1
"""Share of the messages of which all are."""
_JITTER: Final = 0.1
_REPORT: Final = 25


class Frozen:
    """The states of samples behind the frozen layers."""

    def __init__(self, model: Reader, words: np.ndarray, samples: Sequence[Sample]) -> None:
        """`words` [kept pieces, width]."""
        sizes = [len(each.window.ids) for each in samples]
        self._at = np.cumsum([0, *sizes])
        self._states = torch.empty(int(self._at[-1]), words.shape[1], dtype=precision())
        with torch.no_grad(), in_precision():
            for group in batches(samples, _FROZEN_PIECES, None):
                made = collated([samples[n] for n in group])
                states = model.lower(torch.from_numpy(words[made["ids"].numpy()]), made["mask"])
                for row, n in enumerate(group):
                    self._states[self._at[n] : self._at[n + 1]] = states[row, : sizes[n]]

    def batch(self, samples: Sequence[Sample], group: Sequence[int]) -> dict[str, Tensor]:
        """Return the tensors of some samples, by their indexes."""
        made = collated([samples[n] for n in group])
        x = torch.zeros(*made["ids"].shape, self._states.shape[1], dtype=self._states.dtype)
        for row, n in enumerate(group):
            x[row, : self._at[n + 1] - self._at[n]] = self._states[self._at[n] : self._at[n + 1]]
        return {**made, "x": x}


def precision() -> torch.dtype:
    """Return the type of the numbers in the layers: bfloat16 where the processor multiplies it, else float32."""
    has = torch.cpu.get_capabilities()
    return torch.bfloat16 if has.get("amx_bf16") or has.get("avx512_bf16") else torch.float32


def in_precision() -> torch.autocast:
    """Return the context in which layers compute with numbers of that type."""
    return torch.autocast("cpu", torch.bfloat16, enabled=precision() is torch.bfloat16)


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
    """Return the tensors of a batch, [messages, pieces] each, padded to its longest window."""
    shape = len(group), max(len(each.window.ids) for each in group)
    made = {
        "ids": np.full(shape, PAD),
        "hints": np.zeros(shape, np.int64),
        "mask": np.zeros(shape, np.float32),
        **{name: np.full(shape, NONE) for name in ("labels", "acts", "borders")},
    }
    for row, each in enumerate(group):
        size, first = len(each.window.ids), each.window.first
        made["ids"][row, :size], made["hints"][row, :size], made["mask"][row, :size] = (
            each.window.ids, each.window.hints, 1,
        )  # fmt: skip
        for name in ("labels", "acts", "borders"):
            made[name][row, first : size - 1] = getattr(each, name)
    return {name: torch.from_numpy(value) for name, value in made.items()}


def learned(model: Reader, words: np.ndarray, samples: Sequence[Sample], epochs: int) -> Iterator[int]:
    """Teach the model, yielding the number of each epoch when it ends."""
    torch.manual_seed(SEED)
    chance = random.Random(SEED)
    started = time.monotonic()
    frozen = Frozen(model.eval(), words, samples)
    whole = [n for n, each in enumerate(samples) if any(label != NONE for label in each.labels)]
    alone = sorted({*range(len(samples))}.difference(whole))
    print(
        f"{len(whole)} + {len(alone)} windows behind the frozen layers: {time.monotonic() - started:.0f} s", flush=True
    )
    optimizer = torch.optim.AdamW(_groups(model), weight_decay=0.01, foreach=True)
    parameters = [parameter for group in optimizer.param_groups for parameter in group["params"]]
    weight = _weights(samples, model.act.out_features)
    plan = []
    for _ in range(epochs):
        chosen = [*whole, *chance.sample(alone, len(alone) // _ALONE)]
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
    hints = batch["hints"]
    kept = (torch.rand(hints.shape) > _UNHINTED) & (torch.rand(len(hints), 1) > _UNHINTED_ALL)
    with in_precision():
        labels, acts, borders = model.upper(batch["x"], hints * kept, batch["mask"])
    loss = functional.cross_entropy(acts.float().flatten(0, 1), batch["acts"].flatten(), weight, ignore_index=NONE)
    if (batch["labels"] != NONE).any():
        wanted = batch["labels"].flatten()
        loss = loss + functional.cross_entropy(labels.float().flatten(0, 1), wanted, ignore_index=NONE)
    if (known := batch["borders"] != NONE).any():
        wanted = batch["borders"][known].float()
        loss = loss + functional.binary_cross_entropy_with_logits(borders.float()[known], wanted)
    return loss


def _groups(model: Reader) -> list[dict[str, object]]:
    """Return the parameters that learn with their rates: lower layers learn more slowly."""
    layers = [
        {"params": list(model.layers[n].parameters()), "lr": RATE * DECAY ** (LAYERS - 1 - n)}
        for n in range(FROZEN, LAYERS)
    ]
    heads = (model.label, model.act, model.border, model.hints, model.norm)
    return [*layers, {"params": [each for head in heads for each in head.parameters()], "lr": HEAD_RATE}]


def _weights(samples: Sequence[Sample], acts: int) -> Tensor:
    """Return how much each act weighs, with a mean of 1 over all pieces."""
    times = Counter(act for each in samples for act in each.acts if act != NONE)
    weight = torch.tensor([max(times[n], 1) ** -_EVENNESS for n in range(acts)])
    return weight / (sum(float(weight[n]) * count for n, count in times.items()) / sum(times.values()))
