"""The work that tests cost, counted per file and held against a budget per room (tests/budget.toml).

Time is noise on a shared machine; work is not. Counted are:

- servers: product servers, workers and services (PostgreSQL, Redis, nginx) that were started
- processes: child processes of any kind, those servers with them
- pages: tabs opened in a browser
- loads: documents loaded in a tab
- requests: HTTP requests through Django in the tests' own process
- resets: databases put back after a committing test
- searches: plans asked of the planner; a plan that several tests of a file ask for counts once
- readings: messages read by the embedded assistant

A room is a folder of `tests/`. A run in which a room costs more than its budget fails and names the five files that
cost most. The budgets of the rooms never add up to more than `[total]`: a room that needs more takes it from another.
Runs with `--full` are counted, not judged.
"""

import functools
import os
import sys
import threading
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest

KINDS: Final = ("servers", "processes", "pages", "loads", "requests", "resets", "searches", "readings")
BUDGET: Final = Path(__file__).resolve().parents[1] / "budget.toml"
TOTAL: Final = "total"
HEAVIEST: Final = 5
SERVICES: Final = frozenset({"redis-server", "postgres", "nginx"})
PRODUCT: Final = frozenset({"serve", "worker", "beat", "scaled"})
ASIDES: Final = frozenset({"uname", "ldconfig"})
"""What libraries ask the system once a process, whichever test comes first."""
OUTPUT: Final = "work"
"""The key of a worker's counts in what it hands to the controlling process."""
ROOT_ROOM: Final = "."

Budget = Mapping[str, Mapping[str, int]]


@dataclass
class Work:
    """Counts by file and kind. `file` is that of the test at work: a path from `tests/`, or "" between tests."""

    counts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    seconds: Counter[str] = field(default_factory=Counter)
    file: str = ""
    _known: set[tuple[str, str]] = field(default_factory=set)
    _quiet: threading.local = field(default_factory=threading.local)

    def add(self, kind: str, number: int = 1) -> None:
        if self.file and not getattr(self._quiet, "on", False):
            self.counts[self.file][kind] += number

    def add_once(self, kind: str, key: str) -> None:
        """Count the first time that a file asks for this."""
        if (self.file, key) not in self._known:
            self._known.add((self.file, key))
            self.add(kind)

    @contextmanager
    def uncounted(self) -> Iterator[None]:
        """Count nothing of what this thread does meanwhile: it is part of what was counted already."""
        before = getattr(self._quiet, "on", False)
        self._quiet.on = True
        try:
            yield
        finally:
            self._quiet.on = before

    def merge(self, counts: Mapping[str, Mapping[str, int]]) -> None:
        for file, found in counts.items():
            self.counts[file].update(found)

    def by_room(self) -> dict[str, Counter[str]]:
        rooms: dict[str, Counter[str]] = defaultdict(Counter)
        for file, found in self.counts.items():
            rooms[room_of(file)].update(found)
        return rooms


work: Final = Work()


def room_of(file: str) -> str:
    """Return the folder of a file's path from `tests/`; "." for the files that lie in no folder."""
    return file.split("/")[0] if "/" in file else ROOT_ROOM


def read_budget(path: Path = BUDGET) -> Budget:
    """Return the budget by room and kind, `total` among the rooms.

    Raises ValueError where a kind is unknown, or the rooms add up to more than the total.
    """
    budget: dict[str, dict[str, int]] = tomllib.loads(path.read_text("utf-8"))
    if unknown := {kind for room in budget.values() for kind in room} - set(KINDS):
        raise ValueError(f"{path.name}: no such kind of work: {', '.join(sorted(unknown))}")
    for kind in KINDS:
        spent = sum(room.get(kind, 0) for name, room in budget.items() if name != TOTAL)
        if spent > (most := budget[TOTAL].get(kind, 0)):
            raise ValueError(f"{path.name}: the rooms may use {spent} {kind}, the total is {most}")
    return budget


def overruns(found: Work, budget: Budget) -> list[str]:
    """Return a line for each kind of which a room used more than its budget, with the files that used most."""
    lines = []
    for room, counts in sorted(found.by_room().items()):
        for kind in KINDS:
            allowed = budget.get(room, {}).get(kind, 0)
            if counts[kind] > allowed:
                files = Counter({file: c[kind] for file, c in found.counts.items() if room_of(file) == room})
                heaviest = ", ".join(f"{file} {number}" for file, number in files.most_common(HEAVIEST) if number)
                lines.append(f"{room}: {counts[kind]} {kind}, budget {allowed}; most in {heaviest}")
    return lines


def table(found: Work, budget: Budget) -> list[str]:
    """Return a row a room: what it used of each kind, its budget behind a stroke, and its seconds for information."""
    seconds: Counter[str] = Counter()
    for file, spent in found.seconds.items():
        seconds[room_of(file)] += spent
    rooms = found.by_room()
    names = sorted({*rooms, *seconds})
    rows = [["room", *KINDS, "seconds"]]
    rows += [_row(name, rooms.get(name, Counter()), budget.get(name, {}), seconds[name]) for name in names]
    used = sum(rooms.values(), Counter())
    rows.append(_row(TOTAL, used, budget.get(TOTAL, {}), sum(seconds.values())))
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows]


def _row(name: str, used: Mapping[str, int], allowed: Mapping[str, int], seconds: float) -> list[str]:
    return [name, *(f"{used.get(kind, 0)}/{allowed.get(kind, 0)}" for kind in KINDS), f"{seconds:.0f}"]


class WorkBudget:
    """Counts in every process of a run; the controlling one adds up, judges and prints."""

    def __init__(self, config: pytest.Config, found: Work, budget: Budget) -> None:
        self._config, self._work, self._budget = config, found, budget
        self._is_worker = hasattr(config, "workerinput")
        self._over: list[str] = []

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._work.file = file_of(item.nodeid)
        try:
            return (yield)
        finally:
            self._work.file = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if isinstance(report, pytest.SubtestReport):
            return  # its time is part of its test's
        self._work.seconds[file_of(report.nodeid)] += report.duration

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self._work.merge(getattr(node, "workeroutput", {}).get(OUTPUT, {}))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self._is_worker:
            self._config.workeroutput[OUTPUT] = {file: dict(c) for file, c in self._work.counts.items()}
            return
        if not self._config.getoption("full", default=False):
            self._over = overruns(self._work, self._budget)
        if self._over and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if not self._work.counts and not self._over:
            return
        terminalreporter.section("work (used/budget)")
        for line in table(self._work, self._budget):
            terminalreporter.write_line(line)
        if self._over:
            terminalreporter.section("over the budget of tests/budget.toml", red=True)
            for line in self._over:
                terminalreporter.write_line(line, red=True)


def file_of(nodeid: str) -> str:
    """Return the path of a test's file from `tests/`."""
    return nodeid.split("::")[0].removeprefix("tests/")


def install(config: pytest.Config, path: Path = BUDGET) -> None:
    """Count from now on, and judge at the end. Raises UsageError for a budget that contradicts itself."""
    try:
        budget = read_budget(path)
    except ValueError as error:
        raise pytest.UsageError(str(error)) from error
    config.pluginmanager.register(WorkBudget(config, work, budget), "work-budget")
    sys.addaudithook(_count_processes)


def _count_processes(event: str, arguments: tuple[Any, ...]) -> None:
    """Count child processes by the interpreter's own events (PEP 578)."""
    if event in ("subprocess.Popen", "os.posix_spawn"):
        words = arguments[1] if isinstance(arguments[1], (list, tuple)) else [arguments[1]]
        command = [Path(os.fsdecode(word)).name for word in words if isinstance(word, (str, bytes, Path))]
        if command and command[0] in ASIDES:
            return
        work.add("processes")
        if command and (command[0] in SERVICES or PRODUCT.intersection(command)):
            work.add("servers")
    elif event == "os.fork":
        work.add("processes")


def count_django() -> None:
    """Count the requests, searches and readings of this process from now on; needs Django's settings."""
    from django.core.signals import request_started

    from travelagent.assistant.embedded.reading import reading
    from travelagent.planning import solve

    request_started.connect(lambda **_: work.add("requests"), weak=False, dispatch_uid="work-budget")
    replace_everywhere(solve.solve, counted(solve.solve, "searches"))
    replace_everywhere(reading.read, counted(reading.read, "readings"))


def count_pages(browser: Any) -> None:
    """Count the pages that are opened in a browser of Playwright and the documents that they load."""
    new_context = browser.new_context

    def opened(page: Any) -> None:
        work.add("pages")
        page.on("domcontentloaded", lambda _: work.add("loads"))

    @functools.wraps(new_context)
    def context(*args: Any, **kwargs: Any) -> Any:
        made = new_context(*args, **kwargs)
        made.on("page", opened)
        return made

    browser.new_context = context


def counted(function: Callable[..., Any], kind: str) -> Callable[..., Any]:
    """Return the function with every call counted."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        work.add(kind)
        return function(*args, **kwargs)

    return call


def replace_everywhere(
    function: Callable[..., Any], other: Callable[..., Any], leave_out: tuple[str, ...] = ()
) -> None:
    """Put the other function into every module that names this one, but those whose names begin with one of these."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("travelagent.", "tests.")) and not name.startswith(leave_out):
            for attribute in [key for key, value in vars(module).items() if value is function]:
                setattr(module, attribute, other)
