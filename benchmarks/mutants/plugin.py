"""A pytest plugin: runs only chosen tests, reports what became of each, and notes which test runs which line.

What it does stands in a JSON file named by the environment variable MUTANTS_PLAN (see `Plan`); its report is JSON too.
"""

import json
import os
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import coverage
import pytest

PLAN = "MUTANTS_PLAN"
CONTEXT = "MUTANTS_CONTEXT"
"""The environment variable that names the test at work to the processes which it starts."""
WHOLE_RUN = "@run"
"""The context of what all tests share: the set-up of fixtures of the session or of a package."""


@dataclass(frozen=True)
class Plan:
    """What one run of pytest has to do.

    `only` names the tests to run, `without` tests to leave out. `lines` is the data file for the lines that each test
    runs, measured with the coverage settings in `settings`. `scripts` is the folder of the JavaScript modules whose
    lines are measured in the browser instead, `root` the checkout.
    """

    report: str
    root: str
    only: tuple[str, ...] | None = None
    without: tuple[str, ...] = ()
    lines: str = ""
    settings: str = ""
    scripts: str = ""

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self)), encoding="utf-8")


@dataclass
class Report:
    """What became of the tests: their outcomes, in the order in which they ended, and the seconds that each took."""

    outcomes: dict[str, str] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    start_s: float = 0.0
    failed: str = ""
    running: str = ""


class Chooser:
    """Leaves out all tests but the chosen ones."""

    def __init__(self, plan: Plan) -> None:
        self._only = None if plan.only is None else set(plan.only)
        self._without = set(plan.without)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        left_out = [item for item in items if not self._is_chosen(item, self._files_with_other_names(items))]
        if left_out:
            config.hook.pytest_deselected(items=left_out)
            gone = set(left_out)
            items[:] = [item for item in items if item not in gone]

    def _files_with_other_names(self, items: list[pytest.Item]) -> set[str]:
        """Return the files in which a chosen test is missing: what is planted can change the parameters' names."""
        return {name.partition("::")[0] for name in (self._only or set()) - {item.nodeid for item in items}}

    def _is_chosen(self, item: pytest.Item, files: set[str]) -> bool:
        if item.nodeid in self._without:
            return False
        return self._only is None or item.nodeid in self._only or item.nodeid.partition("::")[0] in files


class Reporter:
    """Writes the report, and again whenever a test begins, so that it is there when the process does not end."""

    def __init__(self, plan: Plan) -> None:
        self._path = Path(plan.report)
        self._report = Report()
        self._began = time.monotonic()

    def _write(self) -> None:
        self._path.write_text(json.dumps(asdict(self._report)), encoding="utf-8")

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._report.running = nodeid
        self._path.with_suffix(".running").write_text(nodeid, encoding="utf-8")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        kept = self._report
        if report.when == "setup" and not kept.seconds:
            kept.start_s = time.monotonic() - self._began
        kept.seconds[report.nodeid] = kept.seconds.get(report.nodeid, 0.0) + report.duration
        if kept.outcomes.get(report.nodeid) != "failed":
            kept.outcomes[report.nodeid] = report.outcome
        if report.failed and not kept.failed:
            kept.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self._report.failed:
            self._report.failed = report.nodeid

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        self._report.running = ""
        self._write()


class Lines:
    """Notes the lines that each test runs, in this process and in those that it starts.

    The set-up of a fixture that several tests share is noted under the file, or the whole run, that shares it.
    """

    def __init__(self, plan: Plan) -> None:
        os.environ[CONTEXT] = ""
        self._coverage = coverage.Coverage(data_file=plan.lines, data_suffix=True, config_file=plan.settings)
        self._coverage.start()
        os.environ["COVERAGE_PROCESS_START"] = plan.settings

    @contextmanager
    def _context(self, name: str) -> Iterator[None]:
        before = os.environ[CONTEXT]
        self._switch(name)
        try:
            yield
        finally:
            self._switch(before)

    def _switch(self, name: str) -> None:
        os.environ[CONTEXT] = name
        self._coverage.switch_context(name)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Generator[None, Any, Any]:
        with self._context(item.nodeid):
            return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        with self._context(item.nodeid):
            return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, Any, Any]:
        file = item.nodeid.partition("::")[0]
        is_last = nextitem is None or nextitem.nodeid.partition("::")[0] != file
        with self._context(f"@{file}" if is_last else item.nodeid):
            return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: pytest.FixtureRequest) -> Generator[None, Any, Any]:
        if fixturedef.scope == "function":
            return (yield)
        shared_in_file = fixturedef.scope in ("class", "module")
        with self._context("@" + request.node.nodeid.partition("::")[0] if shared_in_file else WHOLE_RUN):
            return (yield)

    def pytest_sessionfinish(self) -> None:
        self._coverage.stop()
        self._coverage.save()


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, Any, Any]:
    """Begin before the project's modules are imported."""
    content = json.loads(Path(os.environ[PLAN]).read_text(encoding="utf-8"))
    plan = Plan(**content)
    if plan.scripts:
        from benchmarks.mutants.browser_lines import BrowserLines

        early_config.pluginmanager.register(BrowserLines(plan.lines, Path(plan.root), plan.scripts))
    elif plan.lines:
        early_config.pluginmanager.register(Lines(plan))
    early_config.pluginmanager.register(Chooser(plan))
    early_config.pluginmanager.register(Reporter(plan))
    return (yield)
