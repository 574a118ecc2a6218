"""A bound on the memory that Python takes inside a block."""

import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def most_memory(most_bytes: int) -> Iterator[None]:
    """Fail where what is inside takes more bytes at any time than `most_bytes` beside what was there."""
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        yield
        peak = tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()
    assert peak <= most_bytes
