"""The order in which jobs begin, and the positions that waiting jobs are given."""

import threading
import time

import pytest

from travelagent.compute.queue import LONG_S, Cancelled, FairQueue, Place, QueueFull

LONG, SHORT = LONG_S + 1, LONG_S / 10
SOON_S = 10.0


class Jobs:
    """Jobs in threads: in which order they began, and a way to end each."""

    def __init__(self, queue: FairQueue) -> None:
        self.queue = queue
        self.begun: list[str] = []
        self.positions: dict[str, list[int]] = {}
        self.places: dict[str, Place] = {}
        self._changed = threading.Condition()
        self._ended: dict[str, threading.Event] = {}
        self._threads: list[threading.Thread] = []

    def add(self, name: str, owner: str, seconds: float) -> None:
        """Let a job queue up; return when it waits or has begun."""
        self._ended[name], positions = threading.Event(), self.positions.setdefault(name, [])

        def run() -> None:
            place = self.queue.enter(owner, seconds, queued=lambda position: self._note(positions, position))
            self.places[name] = place
            self._note(self.begun, name)
            self._ended[name].wait(SOON_S)
            self.queue.leave(place)

        thread = threading.Thread(target=run)
        self._threads.append(thread)
        thread.start()
        self._until(lambda: name in self.begun or bool(positions))

    def end(self, name: str, follower: str = "") -> None:
        """End a job; return when the one that follows has begun."""
        self._ended[name].set()
        if follower:
            self._until(lambda: follower in self.begun)

    def expect_positions(self, name: str, positions: list[int]) -> None:
        """Wait until a job's thread, when it woke, has reported these positions."""
        self._until(lambda: self.positions[name] == positions)

    def end_all(self) -> None:
        for event in self._ended.values():
            event.set()
        for thread in self._threads:
            thread.join(SOON_S)

    def _note(self, notes: list, note: object) -> None:
        with self._changed:
            notes.append(note)
            self._changed.notify_all()

    def _until(self, reached) -> None:
        with self._changed:
            assert self._changed.wait_for(reached, SOON_S)


@pytest.fixture
def jobs(request: pytest.FixtureRequest):
    made = Jobs(FairQueue(getattr(request, "param", 2), most_waiting=5))
    yield made
    made.end_all()


def test_a_short_job_does_not_wait_for_long_ones(jobs: Jobs) -> None:
    for number in range(3):
        jobs.add(f"long {number}", f"person {number}", LONG)
    jobs.add("short", "another", SHORT)

    assert jobs.begun == ["long 0", "short"]


def test_a_job_that_turns_out_to_be_long_counts_as_one(jobs: Jobs) -> None:
    jobs.add("seems short", "a", SHORT)
    assert not jobs.queue.must_yield(jobs.places["seems short"])
    jobs.add("long", "b", LONG)
    jobs.add("short", "c", SHORT)

    assert jobs.begun == ["seems short", "short"]
    jobs.end("seems short", follower="long")


def test_an_overrunning_job_yields_only_to_short_jobs_of_others(jobs: Jobs) -> None:
    jobs.add("long", "a", LONG)
    jobs.add("seems short", "b", SHORT)
    jobs.add("another long", "c", LONG)
    assert not jobs.queue.must_yield(jobs.places["seems short"])
    jobs.add("short of the same", "b", SHORT)
    assert not jobs.queue.must_yield(jobs.places["seems short"])
    jobs.add("short", "d", SHORT)

    assert jobs.queue.must_yield(jobs.places["seems short"])
    assert not jobs.queue.must_yield(jobs.places["long"])


@pytest.mark.parametrize("jobs", [1], indirect=True)
def test_one_place_serves_long_jobs_too(jobs: Jobs) -> None:
    jobs.add("long", "a", LONG)

    assert jobs.begun == ["long"]


def test_owners_take_turns(jobs: Jobs) -> None:
    jobs.add("a1", "a", SHORT)
    jobs.add("a2", "a", SHORT)
    jobs.add("a3", "a", SHORT)
    jobs.add("b1", "b", SHORT)
    jobs.end("a1", follower="b1")

    assert jobs.begun == ["a1", "a2", "b1"]


@pytest.mark.parametrize("jobs", [1], indirect=True)
def test_of_one_owner_the_shorter_job_comes_first(jobs: Jobs) -> None:
    jobs.add("at work", "a", SHORT)
    jobs.add("long", "a", LONG)
    jobs.add("short", "a", SHORT)
    jobs.end("at work", follower="short")

    assert jobs.begun == ["at work", "short"]
    jobs.expect_positions("long", [1, 2])
    jobs.expect_positions("short", [1])


@pytest.mark.parametrize("jobs", [1], indirect=True)
def test_what_has_waited_long_enough_comes_before_what_is_shorter(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs.add("at work", "a", SHORT)
    jobs.add("long", "a", LONG)
    now = time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: now() + 10 * LONG)
    jobs.add("short", "a", SHORT)
    jobs.end("at work", follower="long")

    assert jobs.begun == ["at work", "long"]


def test_a_job_that_is_no_longer_wanted_leaves_the_queue(jobs: Jobs) -> None:
    jobs.add("1", "a", SHORT)
    jobs.add("2", "a", SHORT)
    with pytest.raises(Cancelled):
        jobs.queue.enter("b", SHORT, cancelled=lambda: True)
    jobs.end("1")
    jobs.add("3", "c", SHORT)

    assert jobs.begun == ["1", "2", "3"]


def test_a_full_queue_takes_no_more() -> None:
    queue = FairQueue(1, most_waiting=0)

    with pytest.raises(QueueFull):
        queue.enter("a", SHORT)
