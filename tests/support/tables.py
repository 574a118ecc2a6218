"""A table of cases walked inside one test, with the fixture `subtests`: each row is reported by name."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache import cache
from django.db import transaction


@contextmanager
def undone() -> Iterator[None]:
    """Take back what the block writes into the database and the cache, so that the next row finds the same world."""
    world = transaction.atomic()
    world._from_testcase = True
    try:
        with world:
            yield
            transaction.set_rollback(True)
    finally:
        cache.clear()
