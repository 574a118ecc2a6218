"""How the C library keeps the memory that a process has freed."""

import ctypes
import platform
from typing import Final

_ARENA_MAX: Final = -8
"""`M_ARENA_MAX` of glibc's malloc.h."""


def share_freed_memory() -> None:
    """Let all threads allocate from one heap; call this before there are threads.

    glibc gives threads heaps of their own, and each keeps what its thread has freed: a dozen threads that have read
    large bodies, one after the other, keep a dozen times what one of them needs. Python's threads hardly ever allocate
    at the same time, so nothing waits for the shared heap. Other C libraries have no such heaps.
    """
    if platform.libc_ver()[0] == "glibc":
        ctypes.CDLL(None).mallopt(_ARENA_MAX, 1)
