"""Forks workers from a process without threads, loaded with what they need: a new one is there in milliseconds.

A process that serves has threads, and a fork of it may inherit a lock that nobody releases. So it forks this server
once, before its threads begin, and asks it for every worker; the pages of memory that nobody writes to are shared.
"""

import gc
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Final, NoReturn, TypeAlias

_FORK: Final = b"f"
_KILL: Final = b"k"
_LOAD: Final = b"l"
_PID_BYTES: Final = 4
STOP_S: Final = 2.0
_LOOK_S: Final = 0.01
_KEPT_OPEN: Final = 3
"""File descriptors 0, 1 and 2 stay as they are."""

Work: TypeAlias = Callable[[Connection], None]


class ForkServer:
    """Start it before the process has threads. Thread-safe from then on."""

    def __init__(self, work: Work, load: Callable[[], object]) -> None:
        """Let workers run `work` with their end of a connection; `load` is what `load()` runs in the fork server."""
        self._work = work
        self._load = load
        self._lock = threading.Lock()
        self._control: socket.socket | None = None
        self._pid = 0

    def start(self) -> None:
        """Fork the process from which the workers are forked, and connect to it."""
        ours, theirs = socket.socketpair()
        self._pid = os.fork()
        if self._pid == 0:
            _serve(theirs, self._work, self._load)
        theirs.close()
        self._control = ours

    def fork(self) -> tuple[int, Connection]:
        """Return the process id of a new worker, and this process's end of its connection. Raises OSError."""
        ours, theirs = socket.socketpair()
        with ours, theirs, self._lock:
            control = self._open_control()
            socket.send_fds(control, [_message(_FORK)], [theirs.fileno()])
            pid = int.from_bytes(control.recv(_PID_BYTES, socket.MSG_WAITALL), "big")
            if not pid:
                raise ChildProcessError("the fork server is gone or could not fork")
            return pid, Connection(ours.detach())

    def kill(self, pid: int) -> None:
        """End a worker at once; one that has ended already is no error."""
        with self._lock, suppress(OSError):
            self._open_control().sendall(_message(_KILL, pid))

    def load(self) -> None:
        """Make the fork server load what workers forked from now on find loaded; returns at once."""
        with self._lock:
            self._open_control().sendall(_message(_LOAD))

    def stop(self) -> None:
        """End the fork server and all its workers; one that loads something is not waited for longer than STOP_S."""
        with self._lock:
            if self._control is None:
                return
            self._control.close()
            self._control = None
        ends = time.monotonic() + STOP_S
        while not os.waitpid(self._pid, os.WNOHANG)[0]:
            if time.monotonic() >= ends:
                os.kill(self._pid, signal.SIGKILL)
            time.sleep(_LOOK_S)

    def _open_control(self) -> socket.socket:
        if self._control is None:
            raise ChildProcessError("the fork server is not running")
        return self._control


def _message(kind: bytes, pid: int = 0) -> bytes:
    return kind + pid.to_bytes(_PID_BYTES, "big")


def _serve(control: socket.socket, work: Work, load: Callable[[], object]) -> NoReturn:
    """Be the fork server until the other end of the control socket is closed."""
    workers: set[int] = set()
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)  # a terminal interrupts all processes of its group
        _close_files(control.fileno())
        while True:
            message, fds, _, _ = socket.recv_fds(control, 1 + _PID_BYTES, 1)
            _reap(workers)
            kind, pid = message[:1], int.from_bytes(message[1:], "big")
            if kind == _FORK:
                worker = _forked(control, fds[0], work)
                workers |= {worker} - {0}
                control.sendall(worker.to_bytes(_PID_BYTES, "big"))
            elif kind == _LOAD:
                load()
                gc.freeze()
            elif kind == _KILL and pid in workers:
                os.kill(pid, signal.SIGKILL)
            elif not message:
                break
    finally:
        for worker in workers:
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        os._exit(0)


def _forked(control: socket.socket, fd: int, work: Work) -> int:
    """Fork a worker; its process id, 0 where the system has no room for one."""
    try:
        pid = os.fork()
    except OSError:
        os.close(fd)
        return 0
    if pid == 0:
        try:
            control.close()
            work(Connection(fd))
        finally:
            os._exit(0)
    os.close(fd)
    return pid


def _reap(workers: set[int]) -> None:
    """Forget the workers that have ended."""
    with suppress(ChildProcessError):
        while ended := os.waitpid(-1, os.WNOHANG)[0]:
            workers.discard(ended)


def _close_files(kept: int) -> None:
    """Close the files of the process that was forked: listening sockets, the loop's own, databases."""
    os.closerange(_KEPT_OPEN, kept)
    os.closerange(kept + 1, os.sysconf("SC_OPEN_MAX"))
