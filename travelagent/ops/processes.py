"""Keeps a set of processes running: one that dies is started again, and all are ended together, each gracefully."""

import logging
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress

LOOK_S = 0.5
AGAIN_S = 2.0
STOP_S = 40.0

log = logging.getLogger(__name__)


class Processes:
    """`commands` by name, in the order of their start; each is in a process group of its own, out of Ctrl-C's reach."""

    def __init__(
        self, commands: Mapping[str, Sequence[str]], environment: Mapping[str, str], shared: Sequence[int] = ()
    ) -> None:
        self._commands = commands
        self._environment = environment
        self._shared = shared
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._due = dict.fromkeys(commands, 0.0)
        self._stopping = False

    def run(self) -> int:
        """Return, when `stop` was called and all have ended, how many of them had to be killed."""
        while not self._stopping:
            self._look()
            time.sleep(LOOK_S)
        return self._end()

    def stop(self) -> None:
        """Stop the processes; safe to call from a signal's handler."""
        self._stopping = True

    def _look(self) -> None:
        """Note who has died, and start whoever is due."""
        for name, process in list(self._running.items()):
            if process.poll() is not None:
                log.warning("a process ended; it is started again", extra={"name_of": name, "status": process.poll()})
                del self._running[name]
                self._due[name] = time.monotonic() + AGAIN_S
        for name, command in self._commands.items():
            if name not in self._running and time.monotonic() >= self._due[name]:
                self._running[name] = subprocess.Popen(
                    command, env=self._environment, pass_fds=self._shared, process_group=0
                )
                log.info("a process was started", extra={"name_of": name, "pid": self._running[name].pid})

    def _end(self) -> int:
        for process in self._running.values():
            process.terminate()
        deadline = time.monotonic() + STOP_S
        killed = 0
        for name, process in self._running.items():
            with suppress(subprocess.TimeoutExpired):
                process.wait(max(0.0, deadline - time.monotonic()))
            if process.poll() is None:
                log.error("a process did not end in time and is killed", extra={"name_of": name})
                process.kill()
                process.wait()
                killed += 1
        return killed
