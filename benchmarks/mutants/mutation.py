"""One small change of one source file."""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

SHOWN = 70
"""At most so many characters of a text are shown in the list of survivors."""


@dataclass(frozen=True, order=True)
class Mutation:
    """The bytes from `start` to `end` of a file, and the text that takes their place.

    `first_line` to `last_line` are the lines of the statement around it: a test that runs none of them cannot notice
    the change. `at_import`: the statement stands outside of any function; `compiled`: it stands inside of
    a function which is compiled to machine code, so that its lines cannot be traced.
    """

    file: str
    start: int
    end: int
    mutated: str
    original: str
    kind: str
    line: int
    first_line: int
    last_line: int
    at_import: bool = False
    compiled: bool = False

    @property
    def key(self) -> str:
        """Return a key that is unique among all mutations of the same sources."""
        return f"{self.file}:{self.line}@{self.start}-{self.end} {self.mutated}"

    def __str__(self) -> str:
        return f"{self.file}:{self.line}  {_short(self.original)} -> {_short(self.mutated)}"

    def applied(self, content: bytes) -> bytes:
        """Return the file's content with the change in it. Raises ValueError when the content is of another file."""
        if content[self.start : self.end] != self.original.encode():
            raise ValueError(f"{self.file} has changed: {self.original!r} is no longer at byte {self.start}")
        return content[: self.start] + self.mutated.encode() + content[self.end :]


def _short(text: str) -> str:
    line = re.sub(r"\s+", " ", text).strip()
    return line if len(line) <= SHOWN else line[: SHOWN - 1] + "…"


def sample(
    candidates: Sequence[Mutation], count: int, seed: str, is_valid: Callable[[Mutation], bool]
) -> list[Mutation]:
    """Draw `count` valid mutations uniformly; a larger count with the same seed draws the same ones and more."""
    order = sorted(candidates)
    random.Random(seed).shuffle(order)
    drawn: list[Mutation] = []
    for mutation in order:
        if len(drawn) == count:
            break
        if is_valid(mutation):
            drawn.append(mutation)
    return drawn
