"""The planner is compiled in a process of its own while the server already listens."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from travelagent.catalog import planner_warm_up
from travelagent.catalog.planner_warm_up import PlannerWarmUp


class Compiler:
    """A process that ends on request, and a note of each time its result is loaded."""

    def __init__(self) -> None:
        command = [sys.executable, "-c", "import sys; sys.exit(int(input()))"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, text=True)
        self.loaded = 0

    def end(self, status: int) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{status}\n")
        self.process.stdin.flush()

    def load(self) -> float:
        self.loaded += 1
        return 0.0


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Iterator[Compiler]:
    made = Compiler()
    monkeypatch.setattr(planner_warm_up, "compile_apart", lambda: made.process)
    with made.process:
        yield made


def never() -> bool:
    return False


def test_nobody_waits_where_nothing_was_started() -> None:
    PlannerWarmUp().wait(never)


def test_a_plan_waits_until_what_was_compiled_is_loaded(compiler: Compiler) -> None:
    planner = PlannerWarmUp()
    planner.start(compiler.load)
    assert compiler.loaded == 0
    compiler.end(0)
    planner.wait(never)
    assert compiler.loaded == 1
    planner.stop()


def test_a_caller_who_gives_up_waits_no_longer(compiler: Compiler) -> None:
    planner = PlannerWarmUp()
    planner.start(compiler.load)
    polls: list[int] = []
    planner.wait(lambda: bool(polls.append(1)) or len(polls) == 2)
    assert compiler.loaded == 0
    planner.stop()


def test_stopping_ends_the_compiler_and_lets_everybody_go(compiler: Compiler) -> None:
    planner = PlannerWarmUp()
    planner.start(compiler.load)
    planner.stop()
    planner.wait(never)
    assert compiler.process.returncode != 0
    assert compiler.loaded == 0


def test_a_compiler_that_fails_is_logged_and_holds_nobody_up(
    compiler: Compiler, caplog: pytest.LogCaptureFixture
) -> None:
    planner = PlannerWarmUp()
    planner.start(compiler.load)
    compiler.end(3)
    planner.wait(never)
    assert compiler.loaded == 0
    assert "could not be compiled" in caplog.text
    planner.stop()
