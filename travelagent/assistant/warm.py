"""Loads what the first question would otherwise wait for: the names, the climate, the compiled planner.

The planner is warmed while the server already listens: a process of its own compiles into numba's cache, a thread waits
for it and loads the result. A plan that is asked for meanwhile waits for that, rather than compiling here as well;
everything else goes on.
"""

import gc
import logging
import subprocess
import threading
from collections.abc import Callable

from travelagent.assistant.offline.understanding import understand_turns
from travelagent.catalog import gazetteer
from travelagent.catalog.search import CityQuery, search_cities
from travelagent.planning.warm import compile_apart, load_daylight, warm

log = logging.getLogger(__name__)

LOOK_AGAIN_S = 0.1


def warm_up() -> None:
    """Takes about two seconds; call it before the server listens, since much of it holds the interpreter's lock.

    What is loaded then is there to stay, and taken out of the garbage collector's sight: every full collection would
    look at all of it again, and stop every thread for half a second.
    """
    gazetteer.known()
    gazetteer.world()
    search_cities(CityQuery(month=1))
    understand_turns(("京都三日游",))
    load_daylight()
    gc.collect()
    gc.freeze()


class PlannerWarmUp:
    """The planner's way from cold to compiled. Ready from the beginning where nobody starts it."""

    def __init__(self) -> None:
        self._ready = threading.Event()
        self._ready.set()
        self._compiler: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin; returns at once."""
        self._ready.clear()
        self._compiler = compile_apart()
        self._thread = threading.Thread(target=self._finish, args=(self._compiler,), name="planner-warm-up")
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

    def _finish(self, compiler: subprocess.Popen[bytes]) -> None:
        try:
            status = compiler.wait()
            if status == 0:
                warm()
            elif status > 0:
                log.warning("the planner could not be compiled ahead: status %s", status)
        finally:
            self._ready.set()


planner = PlannerWarmUp()
