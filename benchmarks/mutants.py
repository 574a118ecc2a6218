"""How many planted faults the tests of a room notice: `python -m benchmarks.mutants [ROOM …] [--revision REV]`.

Faults of Python are made and tried by mutmut, those of the pages' modules by Stryker, both in a clone of the project in
var/mutants at the named revision. For each room `--count` mutants are drawn by `--seed`; printed are how many were
noticed and which were not. The same seed draws the same mutants where the sources are the same, so that two revisions
that differ in their tests alone can be compared. mutmut comes with `pip install mutmut`, Stryker with Node.js's `npx`.
"""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = PROJECT / "var" / "mutants"
ASSISTANT: Final = "travelagent/assistant"
OWN_FOLDER: Final = (
    *("accounts", "api", "attachments", "briefs", "catalog", "chat", "checklists", "compute", "costs", "expenses"),
    *("gateways", "ground", "maps", "ops", "osm", "pictures", "planning", "plans", "providers", "reminders", "travel"),
    *("trips", "verifier", "wire"),
)
"""Rooms whose tests lie in a folder of the same name."""
ROOMS: Final[Mapping[str, tuple[str, Sequence[str]]]] = {
    "agent_core": ("agent_core", ["tests/agent_core"]),
    "asks": (f"{ASSISTANT}/asks", ["tests/asks"]),
    "assistant": (ASSISTANT, ["tests/assistant"]),
    "embedded": (f"{ASSISTANT}/embedded", ["tests/embedded", "tests/understanding"]),
    "lexer": (f"{ASSISTANT}/lexer", ["tests/lexer", "tests/embedded"]),
    **{room: (f"travelagent/{room}", [f"tests/{room}"]) for room in OWN_FOLDER},
}
"""The sources of each room, and the tests that guard them."""
PAGES: Final = "pages"
"""The modules of the pages that tests/js imports, guarded by those tests."""
NOTICED: Final = frozenset({"killed", "timeout", "segfault", "Killed", "Timeout", "RuntimeError"})
BESIDE: Final = ("manage.py", "templates", "static", "locale", "docs", "benchmarks", "clients", "deploy", "training")
"""What the tests read besides the sources."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutants", description=__doc__)
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=", ".join((*ROOMS, PAGES)))
    parser.add_argument("--revision", default="HEAD")
    parser.add_argument("--seed", type=int, default=22)
    parser.add_argument("--count", type=int, default=20, help="mutants of each room")
    options = parser.parse_args()
    if unknown := set(options.rooms) - {*ROOMS, PAGES}:
        parser.error(f"no such room: {', '.join(sorted(unknown))}")
    revision = _git("rev-parse", "--verify", f"{options.revision}^{{commit}}")
    print(f"seed {options.seed}, {options.count} mutants a room, tests of {revision[:8]}", flush=True)
    for room in options.rooms or (*ROOMS, PAGES):
        clone = _clone(revision, room)
        draw = random.Random(f"{options.seed} {room}")
        verdicts = _of_pages(clone, draw, options.count) if room == PAGES else _of(room, clone, draw, options.count)
        survivors = [name for name, verdict in verdicts.items() if verdict not in NOTICED]
        print(f"{room}: {len(verdicts) - len(survivors)} of {len(verdicts)} noticed", flush=True)
        for name in survivors:
            print(f"  {name}: {verdicts[name]}", flush=True)
        shutil.rmtree(clone)
    return 0


def _clone(revision: str, room: str) -> Path:
    """Return a new clone of the project at that revision, with the compiled planner and the packages of Node.js."""
    place = FOLDER / f"{revision[:8]}-{room}"
    shutil.rmtree(place, ignore_errors=True)
    place.parent.mkdir(parents=True, exist_ok=True)
    _git("clone", "--quiet", "--shared", "--no-checkout", str(PROJECT), str(place))
    _git("-C", str(place), "checkout", "--quiet", revision)
    (place / "node_modules").symlink_to(PROJECT / "node_modules", target_is_directory=True)
    subprocess.run([sys.executable, "manage.py", "compile_translations"], cwd=place, check=True, capture_output=True)
    return place


def _of(room: str, clone: Path, draw: random.Random, count: int) -> dict[str, str]:
    """Return the verdict on each mutant that is drawn of a room."""
    sources, tests = ROOMS[room]
    nested = [f"{other}/*" for other, _ in ROOMS.values() if other.startswith(f"{sources}/")]
    settings = {
        "source_paths": ["agent_core", "travelagent"],
        "only_mutate": [f"{sources}/*"],
        "do_not_mutate": [*nested, "*/migrations/*"],
        "also_copy": [name for name in BESIDE if (clone / name).exists()],
        "pytest_add_cli_args": ["-n0", "-q"],
        "pytest_add_cli_args_test_selection": list(tests),
    }
    lines = [f"{name} = {json.dumps(value)}" for name, value in settings.items()]
    with (clone / "pyproject.toml").open("a") as file:
        file.write("\n[tool.mutmut]\n" + "\n".join(lines) + "\n")
    # mutmut has no command that only makes the mutants and notes which tests reach them: a name that no mutant has
    # does that, and is then refused.
    _mutmut(clone, "run", "no such mutant", check=False)
    names = sorted(_verdicts(clone))
    drawn = draw.sample(names, min(count, len(names)))
    _mutmut(clone, "run", "--max-children", "1", *drawn)
    verdicts = _verdicts(clone)
    return {name: verdicts[name] for name in drawn}


def _mutmut(clone: Path, *arguments: str, check: bool = True) -> str:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(FOLDER / "numba")}
    done = subprocess.run(["mutmut", *arguments], cwd=clone, env=environment, capture_output=True, text=True)
    if check and done.returncode:
        raise RuntimeError(f"mutmut {arguments[0]} failed:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


def _verdicts(clone: Path) -> dict[str, str]:
    rows = _mutmut(clone, "results", "--all", "true").splitlines()
    return dict(row.strip().rsplit(": ", 1) for row in rows if ": " in row)


def _of_pages(clone: Path, draw: random.Random, count: int) -> dict[str, str]:
    """Return the verdict on the mutants of as many lines, drawn from the modules that tests/js imports."""
    files = sorted(_imported(clone, (clone / "tests" / "js").glob("*.mjs")))
    lines = [f"{file}:{number}-{number}" for file in files for number in _code_lines(clone / file)]
    drawn = draw.sample(lines, min(count, len(lines)))
    settings = {
        "testRunner": "command",
        "commandRunner": {"command": "node --test tests/js/"},
        "mutate": drawn,
        "reporters": ["json"],
        "symlinkNodeModules": True,
        "ignorePatterns": ["var", "travelagent", "agent_core"],
    }
    (clone / "stryker.conf.json").write_text(json.dumps(settings))
    subprocess.run(["npx", "--yes", "@stryker-mutator/core@9", "run"], cwd=clone, check=True, capture_output=True)
    report = json.loads((clone / "reports" / "mutation" / "mutation.json").read_text("utf-8"))
    return {
        f"{file}:{mutant['location']['start']['line']} {mutant['mutatorName']} {mutant['id']}": mutant["status"]
        for file, found in report["files"].items()
        for mutant in found["mutants"]
        if mutant["status"] != "Ignored"
    }


def _imported(clone: Path, tests: Iterable[Path]) -> set[str]:
    """Return the modules of static/js that test files import, as paths from the root."""
    modules = (
        (test.parent / name).resolve()
        for test in tests
        for name in re.findall(r'(?:from|import\()\s*"([./][^"]+\.js)"', test.read_text("utf-8"))
    )
    return {path.relative_to(clone.resolve()).as_posix() for path in modules}


def _code_lines(path: Path) -> list[int]:
    """Return the numbers of the lines, from 1, that hold more than a comment or a bracket."""
    lines = path.read_text("utf-8").splitlines()
    empty = re.compile(r"\s*(//|\*|/\*|import\b|\W*$)")
    return [number for number, line in enumerate(lines, 1) if not empty.match(line)]


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=PROJECT, check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
