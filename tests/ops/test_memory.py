"""Memory that the threads of a process have freed is there for all of them."""

import platform
import subprocess
import sys

import pytest

from tests.support.isolation import ROOT

THREADS = """
import ctypes, threading
from travelagent.ops.memory import share_freed_memory

share_freed_memory()
together = threading.Barrier(4)

def allocate():
    together.wait()
    kept = [bytes(1_000) for _ in range(1_000)]
    together.wait()

threads = [threading.Thread(target=allocate) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
ctypes.CDLL(None).malloc_stats()
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc gives threads heaps of their own")
def test_threads_allocate_from_one_heap() -> None:
    done = subprocess.run([sys.executable, "-c", THREADS], cwd=ROOT, check=True, capture_output=True, text=True)

    assert done.stderr.count("Arena ") == 1
