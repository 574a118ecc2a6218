"""The rooms of the project, and the tests that guard each of them."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.mutants import python_source, script_source
from benchmarks.mutants.mutation import Mutation

SHARED_TESTS = ("tests/conftest.py", "tests/settings.py", "tests/support", "pyproject.toml")
"""What all tests go by."""
COMPILED = "travelagent/planning/search"
"""The folder whose functions are compiled: a change in it has all of them compiled anew."""
LEFT_OUT = frozenset({"migrations", "data", "vendor", "__pycache__"})


@dataclass(frozen=True)
class Room:
    """A folder of sources, the tests that guard it, and the tests in JavaScript that Node.js runs first."""

    name: str
    sources: str
    tests: tuple[str, ...]
    suffix: str = ".py"
    node_tests: str = ""

    def files(self, root: Path) -> list[str]:
        """Return the source files that may be mutated, as paths from the root."""
        paths = (path.relative_to(root) for path in sorted((root / self.sources).rglob(f"*{self.suffix}")))
        return [path.as_posix() for path in paths if not LEFT_OUT & set(path.parts)]

    def mutations(self, root: Path) -> list[Mutation]:
        """Return all mutations of its sources."""
        find = script_source.mutations_of if self.suffix == ".js" else python_source.mutations_of
        return [mutation for file in self.files(root) for mutation in find(file, (root / file).read_bytes())]

    def is_valid(self, root: Path, mutation: Mutation) -> bool:
        """Whether the mutated file is another program; Node.js will tell for JavaScript."""
        return self.suffix != ".py" or python_source.is_valid(mutation, (root / mutation.file).read_bytes())

    def digest(self, root: Path) -> str:
        """Return a digest of its sources and its tests."""
        found = hashlib.sha256()
        for path in _files_under(root, (self.sources, *self.tests, self.node_tests, *SHARED_TESTS)):
            found.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
        return found.hexdigest()[:16]


def _files_under(root: Path, names: Sequence[str]) -> Iterator[Path]:
    for name in filter(None, names):
        path = root / name
        inside = (file for file in sorted(path.rglob("*")) if file.is_file() and file.suffix != ".pyc")
        yield from [path] if path.is_file() else inside


_PYTHON = (
    Room("agent_core", "agent_core", ("tests/agent_core",)),
    Room("planning", "travelagent/planning", ("tests/planning",)),
    Room("catalog", "travelagent/catalog", ("tests/catalog",)),
    Room("accounts", "travelagent/accounts", ("tests/accounts",)),
    Room("trips", "travelagent/trips", ("tests/trips",)),
    Room("assistant", "travelagent/assistant", ("tests/assistant", "tests/understanding")),
    Room("chat", "travelagent/chat", ("tests/chat",)),
    Room("api", "travelagent/api", ("tests/api",)),
    Room("ops", "travelagent/ops", ("tests/ops",)),
)
_PAGES = Room("pages", "static/js", ("tests/browser",), suffix=".js", node_tests="tests/js")
ROOMS = {room.name: room for room in (*_PYTHON, _PAGES)}
USUAL = tuple(room.name for room in _PYTHON)
"""The rooms that are looked at when none is named."""
