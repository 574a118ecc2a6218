"""Copies of the checkout in which sources are changed and tests are run, apart from everything else."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from benchmarks.mutants.mutation import Mutation
from benchmarks.mutants.plugin import PLAN

LINKED = (".venv", "node_modules")
KEPT = frozenset({*LINKED, "__pycache__", ".hypothesis"})
"""What lies in a copy beside the files of the checkout."""
OF_REVISION = ("tests", "pyproject.toml")
"""What is taken from another revision: its tests, and the options with which they run."""
PYTEST = ("-q", "--no-header", "-p", "no:cacheprovider", "-p", "benchmarks.mutants.plugin", "--hypothesis-seed=0")
INHERITED_NOT = frozenset({"PYTEST_ADDOPTS", "TRAVELAGENT_TEST_FOLDER", "COVERAGE_PROCESS_START", "CI"})
OTHER_TIME_S = 1000
"""A mutated file is so many seconds younger than its original: Python must not take it for what it has compiled."""


@dataclass(frozen=True)
class Ended:
    """A process that ended, or whose time ran out (`status` is None then)."""

    status: int | None
    seconds: float
    output: str


class Stopped(Exception):
    """The user has ended the benchmark."""


class Copy:
    """A copy of the checkout in a fixed place: what is compiled of it stays valid from one mutation to the next."""

    def __init__(self, project: Path, folder: Path, stop: threading.Event) -> None:
        self.root = folder.resolve() / "checkout"
        self._project = project
        self._numba = folder.resolve() / "numba"
        self._stop = stop

    def update(self, revision: str = "") -> None:
        """Make it equal to the checkout as it is now, with the tests of the revision where one is given."""
        self.root.mkdir(parents=True, exist_ok=True)
        self._numba.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory() as other:
            wanted = _checkout_files(self._project)
            if revision:
                _extract(self._project, revision, Path(other))
                wanted = {name: path for name, path in wanted.items() if name.partition("/")[0] not in OF_REVISION}
                wanted |= {p.relative_to(other).as_posix(): p for p in Path(other).rglob("*") if p.is_file()}
            for name, path in wanted.items():
                _bring(path, self.root / name)
            for path in _files_in(self.root):
                if path.relative_to(self.root).as_posix() not in wanted:
                    path.unlink()
        for name in LINKED:
            link = self.root / name
            if (self._project / name).exists() and not link.is_symlink():
                link.symlink_to((self._project / name).resolve(), target_is_directory=True)

    @contextmanager
    def mutated(self, mutation: Mutation) -> Iterator[None]:
        """Hold the mutation; the original comes back with its time of modification."""
        path = self.root / mutation.file
        original, stat = path.read_bytes(), path.stat()
        try:
            path.write_bytes(mutation.applied(original))
            os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns + OTHER_TIME_S * 10**9))
            yield
        finally:
            path.write_bytes(original)
            os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
            shutil.rmtree(self.root / ".hypothesis", ignore_errors=True)

    def pytest(self, plan: Path, arguments: Sequence[str], limit_s: float | None, *, compiles: bool = False) -> Ended:
        """Run pytest with the plan. With `compiles` the compiled kernel is kept for this run only."""
        no_workers = ("-n0",) if find_spec("xdist") else ()
        command = [sys.executable, "-m", "pytest", *PYTEST, *no_workers, *arguments]
        bytecode = {} if limit_s is None else {"PYTHONDONTWRITEBYTECODE": "1"}
        return self.run(command, limit_s, {PLAN: str(plan), **bytecode}, compiles=compiles)

    def knows(self, option: str) -> bool:
        """Whether pytest takes this option here."""
        offered = self.run([sys.executable, "-m", "pytest", "--help"], None, {}).output
        return re.search(rf"^ +{option}\b(?!-)", offered, re.MULTILINE) is not None

    def run(
        self, command: Sequence[str], limit_s: float | None, settings: Mapping[str, str], *, compiles: bool = False
    ) -> Ended:
        """Run a command in the copy, with folders for its data and temporary files that are removed behind it."""
        folder = Path(tempfile.mkdtemp(prefix="mutant-"))
        (folder / "data").mkdir()
        own = {
            "TRAVELAGENT_DATA_DIR": str(folder / "data"),
            "NUMBA_CACHE_DIR": str(folder / "numba" if compiles else self._numba),
            "TMPDIR": str(folder),
            "PYTHONPATH": str(self.root),
            "PYTHONHASHSEED": "0",
            "COVERAGE_CORE": "ctrace",
        }
        inherited = {name: value for name, value in os.environ.items() if name not in INHERITED_NOT}
        try:
            return self._wait(command, {**inherited, **own, **settings}, limit_s, folder / "output")
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _wait(
        self, command: Sequence[str], environment: Mapping[str, str], limit_s: float | None, output: Path
    ) -> Ended:
        began = time.monotonic()
        with output.open("wb") as sink:
            process = subprocess.Popen(
                command,
                cwd=self.root,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=sink,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                while process.poll() is None:
                    if self._stop.is_set():
                        raise Stopped
                    if limit_s is not None and time.monotonic() - began > limit_s:
                        break
                    time.sleep(0.05)
                status = process.poll()
            finally:
                _kill_group(process)
        return Ended(status, time.monotonic() - began, output.read_text(encoding="utf-8", errors="replace"))


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    """End the process and what it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _checkout_files(project: Path) -> dict[str, Path]:
    """Return the files that git knows or would add, and the compiled translations."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=project, check=True, capture_output=True, text=True).stdout
    names = {name for name in listed.split("\0") if name}
    names |= {path.relative_to(project).as_posix() for path in (project / "locale").rglob("*.mo")}
    return {name: project / name for name in sorted(names) if (project / name).is_file()}


def _extract(project: Path, revision: str, target: Path) -> None:
    command = ["git", "archive", revision, *OF_REVISION]
    archive = subprocess.run(command, cwd=project, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=BytesIO(archive)) as packed:
        packed.extractall(target, filter="data")


def _bring(source: Path, target: Path) -> None:
    """Copy a file where it differs; the time of modification of an equal one stays."""
    if target.is_file() and target.read_bytes() == source.read_bytes():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    shutil.copymode(source, target)


def _files_in(root: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if name not in KEPT]
        yield from (Path(folder) / name for name in files if name not in KEPT)
