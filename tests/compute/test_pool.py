"""Workers that are processes: results, progress, failures, cancelling, limits, and a death in the middle."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.planning.cast import edits_of
from travelagent.compute import forkserver as forkserver_module
from travelagent.compute.forkserver import ForkServer
from travelagent.compute.pool import Terms, TimeLimitExceeded, WorkerDied, WorkerPool
from travelagent.compute.queue import Cancelled
from travelagent.compute.worker import CpuLimitExceeded, Task, cpu_limit, serve_jobs
from travelagent.plans.errors import Infeasible, MissingRate, PlanningError
from travelagent.plans.values import LocalizedText

LOADED: list[str] = []
LONG_S = 60.0
SOON_S = 20.0


@pytest.fixture(scope="module")
def forkserver() -> Iterator[ForkServer]:
    made = ForkServer(serve_jobs, lambda: LOADED.append("loaded"))
    made.start()
    yield made
    made.stop()


@pytest.fixture
def pool(forkserver: ForkServer) -> Iterator[WorkerPool]:
    made = WorkerPool(2)
    made.start(forkserver)
    yield made
    made.stop()


def process(task: Task) -> int:
    return os.getpid()


def tell(task: Task, shares: list[float]) -> str:
    for share in shares:
        task.progress(share)
        time.sleep(0.06)  # progress is told every 50 ms at most
    return "told"


def fail(task: Task, error: Exception) -> None:
    raise error


class Stubborn(Exception):
    def __reduce__(self) -> str:
        raise TypeError("not to be pickled")


def fail_stubbornly(task: Task) -> None:
    raise Stubborn("no")


def wait_until_cancelled(task: Task) -> str:
    began = time.monotonic()
    while not task.cancelled() and time.monotonic() - began < LONG_S:
        time.sleep(0.01)
    return "ended by itself"


def spin_until_cancelled(task: Task, trace: str) -> str:
    open(trace, "w").close()
    while not task.cancelled():
        pass
    return "ended by itself"


def hang(task: Task) -> None:
    time.sleep(LONG_S)


def die(task: Task, trace: str) -> None:
    with open(trace, "a") as file:
        file.write("died\n")
    os.kill(os.getpid(), signal.SIGKILL)


def die_once(task: Task, trace: str) -> str:
    if os.path.exists(trace):
        return "second try"
    die(task, trace)
    return "unreachable"


def spin(task: Task, seconds: float) -> str:
    try:
        with cpu_limit(seconds):
            while True:
                pass
    except CpuLimitExceeded:
        return "interrupted"


def loaded(task: Task) -> list[str]:
    return LOADED


def test_a_job_runs_in_a_process_that_the_next_one_finds_again(pool: WorkerPool) -> None:
    first, second = pool.run(process, terms=Terms()), pool.run(process, terms=Terms())

    assert first == second != os.getpid()


def test_without_a_fork_server_the_caller_computes() -> None:
    assert WorkerPool(1).run(process, terms=Terms()) == os.getpid()


def test_progress_is_reported(pool: WorkerPool) -> None:
    reported: list[float] = []

    assert pool.run(tell, [0.2, 0.6], terms=Terms(progress=reported.append)) == "told"
    assert reported == [0.2, 0.6]


def test_what_a_job_raises_is_raised_and_the_worker_goes_on(pool: WorkerPool) -> None:
    before = pool.run(process, terms=Terms())
    with pytest.raises(MissingRate, match="from EUR to XYZ") as raised:
        pool.run(fail, MissingRate("EUR", "XYZ"), terms=Terms())

    assert (raised.value.origin, raised.value.target, raised.value.text.zh) == (
        "EUR",
        "XYZ",
        "没有从 EUR 到 XYZ 的汇率。",
    )
    assert pool.run(process, terms=Terms()) == before


def test_the_errors_of_planning_keep_what_they_say(pool: WorkerPool) -> None:
    text = LocalizedText("en", "zh")
    error = Infeasible(text, ("rome/colosseum",), text, edits_of(extra_days=1))
    with pytest.raises(PlanningError) as raised:
        pool.run(fail, error, terms=Terms())

    assert vars(raised.value) == vars(error)


def test_an_exception_that_cannot_be_pickled_is_told_in_words(pool: WorkerPool) -> None:
    with pytest.raises(RuntimeError, match="Stubborn: no"):
        pool.run(fail_stubbornly, terms=Terms())


def test_a_job_that_is_cancelled_ends_by_itself(pool: WorkerPool) -> None:
    answers = iter([False, False])

    result = pool.run(wait_until_cancelled, terms=Terms(cancelled=lambda: next(answers, True), grace_s=SOON_S))

    assert result == "ended by itself"


def test_one_that_does_not_is_killed(pool: WorkerPool) -> None:
    answers = iter([False, False])
    with pytest.raises(Cancelled):
        pool.run(hang, terms=Terms(cancelled=lambda: next(answers, True), grace_s=0.1))

    assert pool.run(tell, [], terms=Terms()) == "told"


def test_a_job_that_takes_too_long_is_killed(pool: WorkerPool) -> None:
    before = pool.run(process, terms=Terms())
    with pytest.raises(TimeLimitExceeded, match="hang"):
        pool.run(hang, terms=Terms(limit_s=0.1))

    assert pool.run(process, terms=Terms()) != before
    with pytest.raises(ProcessLookupError):
        _until_gone(before)


def _until_there(path: str) -> None:
    deadline = time.monotonic() + LONG_S
    while not os.path.exists(path):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def _until_gone(pid: int) -> None:
    """Raises ProcessLookupError when the process is gone, a zombie of the fork server's counts as gone."""
    deadline = time.monotonic() + SOON_S
    while time.monotonic() < deadline:
        os.kill(pid, 0)
        with open(f"/proc/{pid}/stat") as file:
            if file.read().rpartition(")")[2].split()[0] == "Z":
                raise ProcessLookupError
        time.sleep(0.01)


def test_a_job_whose_worker_died_is_tried_once_more(pool: WorkerPool, tmp_path: os.PathLike[str]) -> None:
    trace = os.path.join(tmp_path, "trace")

    assert pool.run(die_once, trace, terms=Terms()) == "second try"


def test_a_job_that_kills_its_workers_is_given_up(pool: WorkerPool, tmp_path: os.PathLike[str]) -> None:
    trace = os.path.join(tmp_path, "trace")
    with pytest.raises(WorkerDied, match="die"):
        pool.run(die, trace, terms=Terms())

    with open(trace) as file:
        assert file.read() == "died\ndied\n"
    assert pool.run(tell, [], terms=Terms()) == "told"


def test_a_computation_is_interrupted_at_its_limit(pool: WorkerPool) -> None:
    assert pool.run(spin, 0.05, terms=Terms()) == "interrupted"


def test_a_short_job_takes_the_place_of_one_that_turned_out_to_be_long(
    pool: WorkerPool, tmp_path: os.PathLike[str]
) -> None:
    """Three endless jobs, all expected to be short, have two places in turn, and a short one has its place."""
    traces = [os.path.join(tmp_path, name) for name in "abc"]
    given_up = threading.Event()
    terms = [Terms(name, cancelled=given_up.is_set) for name in "abc"]
    with ThreadPoolExecutor(len(terms)) as callers:
        endless = [
            callers.submit(pool.run, spin_until_cancelled, trace, terms=term)
            for trace, term in zip(traces, terms, strict=True)
        ]
        try:
            for trace in traces:
                _until_there(trace)
            assert pool.run(tell, [], terms=Terms("d")) == "told"
        finally:
            given_up.set()
        ended = [job.exception() or job.result() for job in endless]

    assert all(end == "ended by itself" or isinstance(end, Cancelled) for end in ended)


def test_new_workers_find_loaded_what_was_loaded_later(pool: WorkerPool, forkserver: ForkServer) -> None:
    assert pool.run(loaded, terms=Terms()) == []
    forkserver.load()
    pool.renew()

    assert pool.run(loaded, terms=Terms()) == ["loaded"]


def test_stopped_the_fork_server_leaves_no_worker(tmp_path: os.PathLike[str]) -> None:
    forkserver = ForkServer(serve_jobs, lambda: None)
    forkserver.start()
    pool = WorkerPool(1)
    pool.start(forkserver)
    worker = pool.run(process, terms=Terms())
    pool.stop()
    forkserver.stop()

    with pytest.raises(ProcessLookupError):
        _until_gone(worker)
    with pytest.raises(ChildProcessError):
        forkserver.fork()


def test_a_fork_server_that_loads_for_long_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forkserver_module, "STOP_S", 0.1)
    forkserver = ForkServer(serve_jobs, lambda: time.sleep(LONG_S))
    forkserver.start()
    forkserver.load()
    began = time.monotonic()
    forkserver.stop()

    assert time.monotonic() - began < LONG_S / 2
