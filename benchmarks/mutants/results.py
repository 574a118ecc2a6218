"""What has been found, kept in a file, and the table of it."""

import json
import threading
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.mutants.mutation import Mutation
from benchmarks.mutants.trial import NOT_COVERED, Verdict

DEFAULT, FULL, BEFORE = "default", "full", "before"
"""The tests that run by default, those that the option --full adds, and those of another revision."""


@dataclass(frozen=True)
class Result:
    """A mutation and its verdict under each suite that was tried."""

    mutation: Mutation
    verdicts: dict[str, Verdict]

    @property
    def is_killed_after(self) -> bool:
        return self.verdicts[DEFAULT].is_killed

    @property
    def is_killed_before(self) -> bool:
        """Whether the tests of before notice it; a suite that was not tried has those that noticed it already."""
        if BEFORE in self.verdicts:
            return self.verdicts[BEFORE].is_killed
        return any(verdict.is_killed for verdict in self.verdicts.values())

    @property
    def is_lost(self) -> bool:
        return self.is_killed_before and not self.is_killed_after

    @property
    def is_covered(self) -> bool:
        return any(verdict.outcome != NOT_COVERED for verdict in self.verdicts.values())


@dataclass(frozen=True)
class Question:
    """What a file of results answers; a run that asks anything else must not go on with it."""

    seed: int
    before: str
    all_before: bool
    tests: tuple[str, ...]


class Results:
    """The results of all rooms in one JSON file, written anew after each mutation."""

    def __init__(self, path: Path, question: Question) -> None:
        self._path = path
        self._lock = threading.Lock()
        stored_question = {**asdict(question), "tests": list(question.tests)}
        self._content: dict[str, Any] = {"question": stored_question, "rooms": {}}
        if path.exists():
            self._content = json.loads(path.read_text(encoding="utf-8"))
            if self._content["question"] != stored_question:
                raise ValueError(f"{path} answers another question: {self._content['question']}")

    def begin(self, room: str, digests: Sequence[str], facts: dict[str, Any]) -> None:
        """Note what is known of a room; results of other sources or tests are dropped."""
        kept = self._content["rooms"].get(room)
        if kept is None or kept["digests"] != list(digests):
            kept = {"digests": list(digests), "unsteady": {}, "mutants": {}}
        self._content["rooms"][room] = {**facts, **kept}
        self._save()

    def add(self, room: str, result: Result) -> None:
        entry = {"mutation": asdict(result.mutation), "verdicts": {k: asdict(v) for k, v in result.verdicts.items()}}
        with self._lock:
            self._content["rooms"][room]["mutants"][result.mutation.key] = entry
            self._save()

    def drop(self, room: str, key: str) -> None:
        with self._lock:
            self._content["rooms"][room]["mutants"].pop(key, None)
            self._save()

    def of(self, room: str, mutations: Iterable[Mutation]) -> list[Result]:
        """Return the results that there are of these mutations."""
        kept = self._content["rooms"].get(room, {}).get("mutants", {})
        entries = [kept[mutation.key] for mutation in mutations if mutation.key in kept]
        return [
            Result(Mutation(**entry["mutation"]), {name: Verdict(**made) for name, made in entry["verdicts"].items()})
            for entry in entries
        ]

    def unsteady(self, room: str, suite: str) -> frozenset[str]:
        """Return the tests that failed without a mutation when they ran in a selection."""
        return frozenset(self._content["rooms"][room]["unsteady"].get(suite, ()))

    def add_unsteady(self, room: str, suite: str, tests: Iterable[str]) -> None:
        kept = self._content["rooms"][room]["unsteady"]
        kept[suite] = sorted({*kept.get(suite, ()), *tests})
        self._save()

    def _save(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        aside = self._path.with_suffix(".new")
        aside.write_text(json.dumps(self._content, indent=1, ensure_ascii=False), encoding="utf-8")
        aside.replace(self._path)


def print_table(rooms: dict[str, list[Result]]) -> None:
    """Print a row a room, then the mutations that survive, those that were killed before in front."""
    print(f"\n{'room':<12} {'mutants':>7} {'not covered':>12} {'killed before':>15} {'killed after':>15} {'lost':>5}")
    for name, results in rooms.items():
        _print_row(name, results)
    if len(rooms) > 1:
        _print_row("all", [result for results in rooms.values() for result in results])
    for name, results in rooms.items():
        survivors = [result for result in results if not result.is_killed_after]
        if survivors:
            print(f"\n{name}: survivors")
        for result in sorted(survivors, key=lambda result: (not result.is_lost, result.mutation)):
            print(f"  {'LOST  ' if result.is_lost else ''}{result.mutation}  ({describe_verdicts(result)})")


def _print_row(name: str, results: Sequence[Result]) -> None:
    before = sum(result.is_killed_before for result in results)
    after = sum(result.is_killed_after for result in results)
    lost = sum(result.is_lost for result in results)
    uncovered = sum(not result.is_covered for result in results)
    shares = [f"{killed} ({killed / len(results):.0%})" if results else "-" for killed in (before, after)]
    print(f"{name:<12} {len(results):>7} {uncovered:>12} {shares[0]:>15} {shares[1]:>15} {lost:>5}")


def describe_verdicts(result: Result) -> str:
    parts = []
    for name, verdict in result.verdicts.items():
        tests = f", {verdict.tests} tests" if verdict.tests else ""
        parts.append(f"{name}: {verdict.outcome}{f' by {verdict.by}' if verdict.by else ''}{tests}")
    return "; ".join(parts)
