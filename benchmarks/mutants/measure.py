"""Which tests run which lines: measured once for the tests of a room, then read from the cache."""

import json
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path

import coverage

from benchmarks.mutants.checkout import Copy, Ended
from benchmarks.mutants.mutation import Mutation
from benchmarks.mutants.plugin import CONTEXT, WHOLE_RUN, Plan, Report
from benchmarks.mutants.rooms import Room

NO_TESTS = 5
"""Pytest's exit status when nothing was selected."""
SLACK, SLACK_S = 3.0, 60.0
"""Tests with a mutation may take so many times as long as without, and so many seconds more."""
COMPILE_S = 300.0
"""So many seconds more where the kernel is compiled anew."""


class Unrunnable(Exception):
    """The tests of a room cannot be run, or fail, without any mutation."""


@dataclass(frozen=True)
class Suite:
    """A set of tests of a room: pytest's options for it, and the tests that another set has already."""

    name: str
    options: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


@dataclass(frozen=True)
class Measured:
    """The tests of a suite that pass, their seconds, those that fail by themselves, and the file of their lines."""

    suite: Suite
    root: str
    lines: str
    seconds: dict[str, float] = field(default_factory=dict)
    failing: tuple[str, ...] = ()
    start_s: float = 0.0

    @cached_property
    def _data(self) -> coverage.CoverageData:
        data = coverage.CoverageData(self.lines)
        data.read()
        return data

    def _contexts(self, file: str, first_line: int | None = None, last_line: int | None = None) -> set[str]:
        by_line = self._data.contexts_by_lineno(f"{self.root}/{file}")
        wanted = by_line if first_line is None or last_line is None else range(first_line, last_line + 1)
        return {context for line in wanted for context in by_line.get(line, [])}

    def tests_for(self, mutation: Mutation) -> list[str]:
        """Return the tests that may notice a mutation: all of them where it changes what importing does."""
        if mutation.compiled:
            folder = mutation.file.rpartition("/")[0]
            paths = [Path(path).relative_to(self.root).as_posix() for path in self._data.measured_files()]
            beside = [path for path in paths if path.rpartition("/")[0] == folder]
            contexts = set().union(*(self._contexts(path) for path in beside)) - {""}
        else:
            contexts = self._contexts(mutation.file, mutation.first_line, mutation.last_line)
        if contexts and (mutation.at_import or contexts & {"", WHOLE_RUN}):
            return list(self.seconds)
        return [test for test in self.seconds if test in contexts or f"@{file_of(test)}" in contexts]

    def limit_s(self, tests: Iterable[str]) -> float:
        """Return how long these tests may take with a mutation."""
        return SLACK * (self.start_s + sum(self.seconds[test] for test in tests)) + SLACK_S


def file_of(test: str) -> str:
    return test.partition("::")[0]


def measure(copy: Copy, room: Room, suite: Suite, cache: Path) -> Measured:
    """Run a suite and note the lines of each test, or read what is in the cache of the same sources and tests."""
    folder = cache / f"{room.name}-{suite.name}-{room.digest(copy.root)}"
    kept = folder / "tests.json"
    if kept.exists():
        content = json.loads(kept.read_text(encoding="utf-8"))
        return Measured(**{**content, "suite": suite, "failing": tuple(content["failing"])})
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    found = _measured(copy, room, suite, folder)
    content = {name: value for name, value in asdict(found).items() if name != "suite"}
    kept.write_text(json.dumps(content), encoding="utf-8")
    return found


def _measured(copy: Copy, room: Room, suite: Suite, folder: Path) -> Measured:
    lines, settings = folder / "lines", folder / "settings.ini"
    settings.write_text(_settings(lines, copy.root / room.sources), encoding="utf-8")
    scripts = room.sources if room.suffix == ".js" else ""
    plan = Plan("", str(copy.root), None, suite.without, str(lines), str(settings), scripts)
    ended, report = run_tests(copy, plan, [*suite.options, *_existing(copy, room.tests)])
    if ended.status not in (0, 1, NO_TESTS):
        raise Unrunnable(f"the tests of {room.name} do not run:\n{ended.output[-3000:]}")
    coverage.Coverage(data_file=lines, config_file=settings).combine()
    failed = [test for test, outcome in report.outcomes.items() if outcome == "failed"]
    failing = failing_of(copy, suite, failed)
    seconds = {
        test: report.seconds[test]
        for test, outcome in report.outcomes.items()
        if outcome != "skipped" and test not in failing
    }
    return Measured(suite, str(copy.root), str(lines), seconds, tuple(sorted(failing)), report.start_s)


def _settings(lines: Path, sources: Path) -> str:
    """Return coverage's settings; in a process that a test starts, the context is the test."""
    return f"""\
[run]
data_file = {lines}
source = {sources}
context = ${{{CONTEXT}}}
parallel = true
sigterm = true
disable_warnings =
    module-not-imported
    module-not-measured
    no-data-collected
    couldnt-parse
"""


def failing_of(copy: Copy, suite: Suite, tests: Sequence[str]) -> set[str]:
    """Return which of these tests fail without any mutation, when only they run and no lines are measured."""
    if not tests:
        return set()
    plan = Plan("", str(copy.root), tuple(tests))
    _, report = run_tests(copy, plan, [*suite.options, *sorted({file_of(test) for test in tests})])
    return {test for test in tests if report.outcomes.get(test) != "passed"}


def run_tests(
    copy: Copy, plan: Plan, arguments: Sequence[str], limit_s: float | None = None, *, compiles: bool = False
) -> tuple[Ended, Report]:
    """Run pytest in a copy; the report is empty where pytest did not come to its end."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        report, plan_file = Path(folder) / "report.json", Path(folder) / "plan.json"
        Plan(**{**asdict(plan), "report": str(report)}).write(plan_file)
        ended = copy.pytest(plan_file, arguments, limit_s, compiles=compiles)
        if report.exists():
            return ended, Report(**json.loads(report.read_text(encoding="utf-8")))
        running = report.with_suffix(".running")
        return ended, Report(running=running.read_text(encoding="utf-8") if running.exists() else "")


def _existing(copy: Copy, names: Sequence[str]) -> list[str]:
    return [name for name in names if (copy.root / name).exists()]
