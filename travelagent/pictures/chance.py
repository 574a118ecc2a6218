"""Reproducible variety: numbers that follow from a text alone, so that a place's poster is always the same."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A stream of numbers that follows from `seed`, the same on every machine and in every process."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._numbers = self._stream()

    def _stream(self) -> Iterator[float]:
        block = 0
        while True:
            digest = hashlib.sha256(f"{self._seed}#{block}".encode()).digest()
            yield from (int.from_bytes(digest[i : i + 4], "big") / 2**32 for i in range(0, 32, 4))
            block += 1

    def between(self, low: float, high: float) -> float:
        """Return the next number, at least `low` and below `high`."""
        return low + (high - low) * next(self._numbers)

    def whole(self, low: int, high: int) -> int:
        """Return the next whole number from `low` to `high`, both included."""
        return low + int((high - low + 1) * next(self._numbers))

    def happens(self, share: float) -> bool:
        """Return True in that share of cases."""
        return next(self._numbers) < share

    def pick(self, choices: Sequence[T]) -> T:
        """Return one of the choices."""
        return choices[int(len(choices) * next(self._numbers))]

    def branch(self, name: str) -> "Chance":
        """Return a stream of its own for a part of the picture."""
        return Chance(f"{self._seed}/{name}")
