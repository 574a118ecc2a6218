"""One mutation against the tests: is it noticed, and by which test."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.mutants.checkout import Copy
from benchmarks.mutants.measure import COMPILE_S, NO_TESTS, Measured, Unrunnable, file_of, run_tests
from benchmarks.mutants.mutation import Mutation
from benchmarks.mutants.plugin import Plan
from benchmarks.mutants.rooms import COMPILED, Room

KILLED, SURVIVED, NOT_COVERED = "killed", "survived", "not covered"
IMPORTED = re.compile(r"""\b(?:from|import)\s*\(?\s*["']([^"']+\.m?js)["']""")
NODE_LIMIT_S = 120.0
TAIL = 400
"""So many characters of the output are kept where no test tells why the run ended."""


@dataclass(frozen=True)
class Verdict:
    """What became of a mutation under some tests; `by` is the test that failed, or what else ended the run."""

    outcome: str
    by: str = ""
    tests: int = 0
    seconds: float = 0.0
    output: str = ""

    @property
    def is_killed(self) -> bool:
        return self.outcome == KILLED

    def and_then(self, other: "Verdict") -> "Verdict":
        """Return the verdict of these tests, which did not notice it, and of others that were run after them."""
        outcome = self.outcome if other.outcome == NOT_COVERED else other.outcome
        return replace(other, outcome=outcome, tests=self.tests + other.tests, seconds=self.seconds + other.seconds)


def try_out(copy: Copy, measured: Measured, mutation: Mutation, unsteady: frozenset[str] = frozenset()) -> Verdict:
    """Run the tests that may notice a mutation, but the unsteady ones, until the first one fails."""
    tests = [test for test in measured.tests_for(mutation) if test not in unsteady]
    if not tests:
        return Verdict(NOT_COVERED)
    plan = Plan("", str(copy.root), tuple(tests))
    arguments = ["-x", *measured.suite.options, *sorted({file_of(test) for test in tests})]
    compiles = mutation.file.startswith(f"{COMPILED}/")
    limit_s = measured.limit_s(tests) + (COMPILE_S if compiles else 0.0)
    with copy.mutated(mutation):
        ended, report = run_tests(copy, plan, arguments, limit_s, compiles=compiles)
    seconds = round(ended.seconds, 1)
    if ended.status in (0, NO_TESTS):
        return Verdict(SURVIVED, "", len(tests), seconds)
    if ended.status is None:
        return Verdict(KILLED, f"time limit in {report.running}".removesuffix(" in "), len(tests), seconds)
    if ended.status == 1 and report.failed:
        return Verdict(KILLED, report.failed, len(tests), seconds)
    by = report.failed or f"exit status {ended.status}"
    return Verdict(KILLED, by, len(tests), seconds, ended.output[-TAIL:])


def try_in_node(copy: Copy, room: Room, mutation: Mutation) -> Verdict:
    """Run the tests in JavaScript that import a mutated module, directly or not."""
    scripts = sorted((copy.root / room.node_tests).glob("*.mjs"))
    files = [path for path in scripts if copy.root / mutation.file in set(_imports(path))]
    if not files:
        return Verdict(NOT_COVERED)
    names = [path.relative_to(copy.root).as_posix() for path in files]
    with copy.mutated(mutation):
        ended = copy.run(["node", "--test", *names], NODE_LIMIT_S, {})
    outcome = SURVIVED if ended.status == 0 else KILLED
    return Verdict(outcome, " ".join(names) if ended.status else "", len(names), round(ended.seconds, 1))


def check_node(copy: Copy, room: Room) -> None:
    """Raise Unrunnable when the tests in JavaScript fail without any mutation."""
    if not (copy.root / room.node_tests).exists():
        return
    ended = copy.run(["node", "--test", room.node_tests + "/"], NODE_LIMIT_S, {})
    if ended.status != 0:
        raise Unrunnable(f"the tests in {room.node_tests} fail by themselves:\n{ended.output[-3000:]}")


def _imports(script: Path) -> Iterator[Path]:
    """Yield a module and all that it imports."""
    found, waiting = set(), [script.resolve()]
    while waiting:
        path = waiting.pop()
        if path not in found and path.is_file():
            found.add(path)
            yield path
            waiting += [(path.parent / name).resolve() for name in IMPORTED.findall(path.read_text(encoding="utf-8"))]
