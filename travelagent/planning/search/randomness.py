"""The random numbers of the search: a 64-bit xorshift of shifts and exclusive ors, alike compiled and uncompiled."""

from __future__ import annotations

import numpy as np

from travelagent.planning.search.arrays import Ints, Words, inlined, kernel

_LEFT, _RIGHT, _AGAIN, _MANTISSA = np.uint64(13), np.uint64(7), np.uint64(17), np.uint64(11)


@inlined
def uniform(rng: Words) -> float:
    """Return the next number in [0, 1)."""
    word = rng[0]
    word ^= word << _LEFT
    word ^= word >> _RIGHT
    word ^= word << _AGAIN
    rng[0] = word
    return float(np.float64(word >> _MANTISSA) * (1.0 / 9007199254740992.0))


@inlined
def below(rng: Words, n: int) -> int:
    """Return a random number from 0 to n - 1."""
    return int(uniform(rng) * n)


@kernel
def shuffle(order: Ints, rng: Words) -> None:
    """Shuffle the array in place."""
    for k in range(order.shape[0] - 1, 0, -1):
        j = below(rng, k + 1)
        order[k], order[j] = order[j], order[k]


def random_state(seed: int) -> Words:
    """Return the generator's state for a seed."""
    mixed = (seed * 0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D) % (1 << 64)
    return np.array([mixed or 1], dtype=np.uint64)
