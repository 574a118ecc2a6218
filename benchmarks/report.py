"""The page of benchmarks: every figure of one run beside its bound and its peers, written by that run; a later run of
some of them renews their sections."""

import os
import platform
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path

from benchmarks.figures import Figure, number

SHORT = "## Short of a bound"
ALL_MET = "Nothing: every limit and every goal is met."


@dataclass(frozen=True, slots=True)
class Result:
    """A benchmark that has run: its figures, or the error that ended it."""

    name: str
    about: str
    arguments: Sequence[str]
    seconds: float
    figures: Sequence[Figure] = field(default_factory=tuple)
    error: str = ""

    @property
    def command(self) -> str:
        """The command that measures the same again."""
        return " ".join(["python -m benchmarks", self.name, *self.arguments])


def write_page(path: Path, results: Sequence[Result]) -> None:
    """Write the page of a whole run as Markdown."""
    path.write_text("\n".join(_lines(results)) + "\n", encoding="utf-8")


def renew_page(path: Path, results: Sequence[Result]) -> None:
    """Put results in the place of those of the same benchmarks on a page that a run wrote.

    A benchmark without a section, because the run was stopped before it, gets one at the end. Raises FileNotFoundError
    without a page.
    """
    head, short, *sections = re.split(r"(?m)^(?=## )", path.read_text(encoding="utf-8"))
    renewed = {_heading(result): "\n".join([*_section(result, datetime.now(UTC).date()), "", ""]) for result in results}
    names = {result.name for result in results}
    listed = (line for line in short.splitlines()[2:] if line.startswith("- "))
    kept = [line for line in listed if re.split(r"[: ]", line.removeprefix("- "), maxsplit=1)[0] not in names]
    lines = [*kept, *_short(results)] or [ALL_MET]
    texts = [renewed.pop(section.splitlines()[0], section).rstrip("\n") + "\n\n" for section in sections]
    page = "".join([head, "\n".join([SHORT, "", *lines, "", ""]), *texts, *renewed.values()])
    path.write_text(page.rstrip("\n") + "\n", encoding="utf-8")


def _lines(results: Sequence[Result]) -> Iterator[str]:
    yield "# Benchmarks"
    yield ""
    yield "`make bench` runs everything below in an environment of its own and writes this page. Times depend on the"
    yield "machine, so what counts are ratios to a peer of the same run. A figure past a *limit* fails the command; a"
    yield "*goal* is what the project aims at."
    yield ""
    minutes = sum(result.seconds for result in results) / 60
    yield f"TravelAgent {_version()}, {datetime.now(UTC):%Y-%m-%d}, {minutes:.0f} minutes on {_machine()}."
    yield ""
    yield SHORT
    yield ""
    yield from _short(results) or [ALL_MET]
    for result in results:
        yield ""
        yield from _section(result)


def _short(results: Sequence[Result]) -> list[str]:
    short = [f"- {result.name}: {figure}" for result in results for figure in result.figures if not figure.is_met]
    return short + [f"- {result.name} did not end: {result.error}" for result in results if result.error]


def _heading(result: Result) -> str:
    return f"## {' '.join([result.name, *(a for a in result.arguments if not a.startswith('-'))])}"


def _section(result: Result, renewed: date | None = None) -> Iterator[str]:
    yield _heading(result)
    yield ""
    yield result.about
    yield ""
    yield f"`{result.command}`, {result.seconds:.0f} s" + (f", measured anew on {renewed}" if renewed else "")
    if result.error:
        yield ""
        yield f"It did not end: {result.error}"
    if result.figures:
        yield ""
        yield "| figure | measured | bound | peers |"
        yield "|---|---|---|---|"
        yield from map(_row, result.figures)


def _row(figure: Figure) -> str:
    peers = ", ".join(f"{name} {number(value)}" for name, value in figure.peers)
    return f"| {figure.name} | {number(figure.value)} {figure.unit} | {_verdict(figure)} | {peers} |"


def _verdict(figure: Figure) -> str:
    bound = figure.bound
    if bound is None:
        return ""
    text = f"{bound.kind} {'≥' if bound.at_least else '≤'} {number(bound.value)}"
    return text if figure.is_met else f"**short:** {text}"


def _version() -> str:
    project = tomllib.loads((Path(__file__).resolve().parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    return str(project["project"]["version"])


def _machine() -> str:
    """Return the processor, its cores and the Python version."""
    model = platform.processor() or platform.machine()
    if Path("/proc/cpuinfo").exists():
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        model = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), model)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{cores} cores of {model}, {sys.platform}, Python {platform.python_version()}"
