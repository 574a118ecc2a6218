"""Who computes next: a place for every owner in turn, short jobs before long ones, and never long ones alone.

Long jobs leave one place free, so that a short one waits for short ones alone. A job that was expected to be short and
is not counts as a long one as soon as there is room for it; until then it keeps its place only while no short job waits
whose owner has fewer jobs at work. Among those that may begin, an owner who has fewer jobs at work comes first, then
the shorter job; what has waited counts as that much shorter, so that no job waits for ever.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

LONG_S: Final = 1.0
"""A job that is expected to take longer is a long one."""
OVERRUN_S: Final = 5.0
"""A job that was expected to be short and is not is expected to take so long in all."""
WAITED_COUNTS: Final = 0.5
"""A second of waiting makes a job so many seconds shorter in the order."""
_LOOK_S: Final = 0.1
"""So often a job that waits looks whether it is still wanted, and what its position is."""


class QueueFull(Exception):
    """Too many jobs wait already."""


class Cancelled(Exception):
    """The job was no longer wanted before it began."""


@dataclass(eq=False, slots=True)
class Place:
    """A job's place in the queue, later at work."""

    owner: str
    seconds: float
    number: int
    since: float
    admitted: threading.Event = field(default_factory=threading.Event)

    @property
    def is_long(self) -> bool:
        """Whether it is one of the long jobs, which leave a place free."""
        return self.seconds > LONG_S


class FairQueue:
    """Admits as many jobs at a time as there are places. Thread-safe."""

    def __init__(self, places: int, most_waiting: int) -> None:
        self._places = places
        self._long_places = max(1, places - 1)
        self._most_waiting = most_waiting
        self._lock = threading.Lock()
        self._waiting: list[Place] = []
        self._at_work: Counter[str] = Counter()
        self._long_at_work = 0
        self._number = 0

    def enter(
        self,
        owner: str,
        seconds: float,
        cancelled: Callable[[], bool] = lambda: False,
        queued: Callable[[int], None] = lambda position: None,
    ) -> Place:
        """Return the place of a job of an owner, expected to take `seconds`, when it may begin; `leave` must follow.

        `queued` gets the position in the queue, from 1, whenever it changes. Raises QueueFull, Cancelled.
        """
        job = self._enqueue(owner, seconds)
        reported = 0
        while not job.admitted.wait(_LOOK_S):
            if cancelled() and self._withdraw(job):
                raise Cancelled
            if (position := self._position(job)) not in (0, reported):
                reported = position
                queued(position)
        return job

    def leave(self, job: Place) -> None:
        """Give the place of a job back."""
        with self._lock:
            self._at_work[job.owner] -= 1
            self._at_work += Counter()  # drops the owners without a job
            self._long_at_work -= job.is_long
            self._admit()

    def must_yield(self, job: Place) -> bool:
        """Return whether a job that takes longer than a short one must give its place to one that waits."""
        with self._lock:
            if job.is_long:
                return False
            if self._long_at_work < self._long_places:
                job.seconds = OVERRUN_S
                self._long_at_work += 1
                return False
            others = (other for other in self._waiting if not other.is_long)
            return any(self._at_work[other.owner] < self._at_work[job.owner] for other in others)

    def _enqueue(self, owner: str, seconds: float) -> Place:
        with self._lock:
            if len(self._waiting) >= self._most_waiting:
                raise QueueFull
            self._number += 1
            job = Place(owner, seconds, self._number, time.monotonic())
            self._waiting.append(job)
            self._admit()
        return job

    def _admit(self) -> None:
        """Admit what may begin; called with the lock held."""
        while self._at_work.total() < self._places:
            room_for_long = self._long_at_work < self._long_places
            admissible = [job for job in self._waiting if room_for_long or not job.is_long]
            if not admissible:
                return
            job = min(admissible, key=self._rank)
            self._waiting.remove(job)
            self._at_work[job.owner] += 1
            self._long_at_work += job.is_long
            job.admitted.set()

    def _rank(self, job: Place) -> tuple[int, float, int]:
        waited_s = time.monotonic() - job.since
        return self._at_work[job.owner], job.seconds - WAITED_COUNTS * waited_s, job.number

    def _position(self, job: Place) -> int:
        """The number of jobs that begin before it, and it; 0 when it has begun."""
        with self._lock:
            if job not in self._waiting:
                return 0
            rank = self._rank(job)
            same = (other for other in self._waiting if job.is_long or not other.is_long)
            return sum(self._rank(other) <= rank for other in same)

    def _withdraw(self, job: Place) -> bool:
        """Take a job out of the queue; whether it was still there."""
        with self._lock:
            if job not in self._waiting:
                return False
            self._waiting.remove(job)
            return True
