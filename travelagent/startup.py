"""How a process of the product begins: all its modules loaded, and the garbage collector none the wiser."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

import django


def set_up() -> None:
    """Set Django up, which imports the whole product."""
    with loading():
        django.setup()


@contextmanager
def loading() -> Iterator[None]:
    """Load what stays as long as the process.

    The collector does not look for garbage meanwhile, which would take a third of the time, and never looks at what
    was loaded afterwards: each full collection would walk all of it, and stop every thread for half a second.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
    gc.freeze()
