"""Compiles the planner while the server already listens.

A process of its own compiles into numba's cache, since compiling holds the interpreter's lock; a thread waits for it
and has the result loaded. A plan that is asked for meanwhile waits for that; everything else goes on.
"""

import logging
import subprocess
import threading
from collections.abc import Callable

from travelagent.planning.warm import compile_apart, warm

log = logging.getLogger(__name__)

LOOK_AGAIN_S = 0.1


class PlannerWarmUp:
    """The planner's way from cold to compiled. Ready from the beginning where nobody starts it."""

    def __init__(self) -> None:
        self._ready = threading.Event()
        self._ready.set()
        self._compiler: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None

    def start(self, load: Callable[[], object] = warm) -> None:
        """Begin, and `load` what was compiled; returns at once."""
        self._ready.clear()
        self._compiler = compile_apart()
        self._thread = threading.Thread(target=self._finish, args=(self._compiler, load), name="planner-warm-up")
        self._thread.start()

    def stop(self) -> None:
        """Give up what is not finished, and wait until the thread is gone."""
        if self._compiler is not None and self._thread is not None:
            self._compiler.terminate()
            self._thread.join()

    def wait(self, cancelled: Callable[[], bool]) -> None:
        """Return when the planner is compiled, or the caller has had enough."""
        while not self._ready.wait(LOOK_AGAIN_S) and not cancelled():
            pass

    def _finish(self, compiler: subprocess.Popen[bytes], load: Callable[[], object]) -> None:
        try:
            status = compiler.wait()
            if status == 0:
                load()
            elif status > 0:
                log.warning("the planner could not be compiled ahead: status %s", status)
        finally:
            self._ready.set()


planner = PlannerWarmUp()
