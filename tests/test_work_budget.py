"""The work that tests cost is counted per file, and a room over its budget fails the run by name."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from django.test import Client

from tests.support.isolation import ROOT
from tests.support.work_budget import BUDGET, KINDS, TOTAL, Work, overruns, read_budget, room_of, table, work

pytest_plugins = ["pytester"]

CONFTEST = """
from pathlib import Path
from tests.support import work_budget

def pytest_addoption(parser):
    parser.addoption("--full", action="store_true")

def pytest_configure(config):
    work_budget.install(config, Path(__file__).with_name("budget.toml"))
"""
LIGHT = """
import subprocess, sys
def test_light():
    subprocess.run([sys.executable, "-c", ""], check=True)
"""
HEAVY = """
import subprocess, sys
def test_heavy():
    for _ in range(3):
        subprocess.run([sys.executable, "-c", ""], check=True)
"""


@pytest.fixture
def suite(pytester: pytest.Pytester) -> pytest.Pytester:
    """Two rooms of light tests, each with a budget of one process."""
    pytester.makeconftest(CONFTEST)
    pytester.path.joinpath("budget.toml").write_text(
        "[total]\nprocesses = 2\n[chat]\nprocesses = 1\n[trips]\nprocesses = 1\n"
    )
    for room in ("chat", "trips"):
        write(pytester, f"{room}/test_light.py", LIGHT)
    return pytester


def write(pytester: pytest.Pytester, name: str, content: str) -> None:
    path = pytester.path / "tests" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)


def run(pytester: pytest.Pytester, *options: str) -> pytest.RunResult:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:django", "--import-mode=importlib"]
    done = subprocess.run(
        [*command, *options, "tests"], cwd=pytester.path, env=environment, capture_output=True, text=True
    )
    return pytest.RunResult(done.returncode, done.stdout.splitlines(), done.stderr.splitlines(), 0)


def test_a_heavy_test_fails_the_run_by_its_name(suite: pytest.Pytester) -> None:
    within = run(suite, "-n2")
    assert within.ret == pytest.ExitCode.OK, within.outlines
    assert any(line.split() == ["chat", *("1/1" if kind == "processes" else "0/0" for kind in KINDS), "0"]
               for line in within.outlines)  # fmt: skip

    write(suite, "chat/test_heavy.py", HEAVY)
    over = run(suite, "-n2")
    assert over.ret == pytest.ExitCode.TESTS_FAILED
    assert "chat: 4 processes, budget 1; most in chat/test_heavy.py 3, chat/test_light.py 1" in over.outlines
    assert run(suite, "-n0", "--full").ret == pytest.ExitCode.OK


def test_a_budget_that_contradicts_itself_is_refused(suite: pytest.Pytester) -> None:
    budget = suite.path / "budget.toml"
    for content, reason in (
        ("[total]\nprocesses = 2\n[chat]\nprocesses = 3\n", "the rooms may use 3 processes, the total is 2"),
        ("[total]\n[chat]\nminutes = 3\n", "no such kind of work: minutes"),
    ):
        budget.write_text(content)
        refused = run(suite, "-n0")
        assert refused.ret == pytest.ExitCode.USAGE_ERROR
        assert reason in "\n".join(refused.errlines)


def test_the_five_heaviest_files_are_named() -> None:
    found = Work()
    found.counts.update({f"chat/test_{n}.py": Counter(pages=n) for n in range(8)})
    found.counts["trips/test_it.py"] = Counter(pages=1)
    most = ", ".join(f"chat/test_{n}.py {n}" for n in (7, 6, 5, 4, 3))
    assert overruns(found, {"chat": {"pages": 27}, "trips": {"pages": 1}}) == [
        f"chat: 28 pages, budget 27; most in {most}"
    ]
    assert overruns(found, {"chat": {"pages": 28}, "trips": {"pages": 1}}) == []
    assert [line.split()[KINDS.index("pages") + 1] for line in table(found, {"chat": {"pages": 27}})] == [
        "pages", "28/27", "1/0", "29/0",
    ]  # fmt: skip


def test_work_is_counted_where_it_is_done() -> None:
    mine = work.counts[work.file]
    before = Counter(mine)
    subprocess.run([sys.executable, "-c", ""], check=True)
    Client().get("/live")
    work.add_once("searches", "a plan")
    work.add_once("searches", "a plan")
    with work.uncounted():
        work.add("readings")
    assert mine - before == Counter(processes=1, requests=1, searches=1)


def test_every_room_has_a_budget_and_no_other() -> None:
    there = {room_of(str(path.relative_to(BUDGET.parent))) for path in Path(BUDGET.parent).rglob("test_*.py")}
    assert set(read_budget()) - {TOTAL} == there
