"""All mutations of a room against all suites, on several copies of the checkout at once."""

import queue
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from benchmarks.mutants.checkout import Copy, Stopped
from benchmarks.mutants.measure import Measured, Suite, failing_of, measure
from benchmarks.mutants.mutation import Mutation, sample
from benchmarks.mutants.results import BEFORE, DEFAULT, FULL, Result, Results
from benchmarks.mutants.rooms import Room
from benchmarks.mutants.trial import NOT_COVERED, Verdict, check_node, try_in_node, try_out

WARM_UP = ("-m", "travelagent.planning", "warm")
"""Compiles the planner, so that no test has to."""

FULL_OPTION = "--full"


@dataclass(frozen=True)
class Workplace:
    """The copies of one job: the checkout as it is, and its sources with the tests of another revision."""

    head: Copy
    before: Copy | None = None

    @property
    def copies(self) -> list[Copy]:
        return [self.head] if self.before is None else [self.head, self.before]

    def copy_for(self, suite: str) -> Copy:
        return self.before if suite == BEFORE and self.before is not None else self.head


class Campaign:
    """Draws mutations, tries them, and keeps what became of them."""

    def __init__(self, places: Sequence[Workplace], cache: Path, results: Results, stop: threading.Event) -> None:
        self._places = places
        self._cache = cache
        self._results = results
        self._stop = stop
        self._free: queue.Queue[Workplace] = queue.Queue()
        for place in places:
            self._free.put(place)
        self._knows_full = {id(copy): copy.knows(FULL_OPTION) for copy in places[0].copies}

    def draw(self, room: Room, count: int, seed: int) -> list[Mutation]:
        """Draw the mutations of a room."""
        root = self._places[0].head.root
        candidates = room.mutations(root)
        drawn = sample(candidates, count, f"{seed} {room.name}", lambda mutation: room.is_valid(root, mutation))
        print(f"\n{room.name}: {len(drawn)} of {len(candidates)} mutations, seed {seed}", flush=True)
        return drawn

    def run(self, room: Room, drawn: Sequence[Mutation], all_before: bool) -> None:
        """Try mutations of a room; what has been tried is not tried again."""
        if room.node_tests:
            for copy in self._places[0].copies:
                check_node(copy, room)
        suites = self._measured(room)
        digests = [room.digest(copy.root) for copy in self._places[0].copies]
        facts = {
            "tests": {name: len(suite.seconds) for name, suite in suites.items()},
            "failing": {name: suite.failing for name, suite in suites.items()},
        }
        self._results.begin(room.name, digests, facts)
        while pending := self._pending(room, drawn):
            self._try_all(room, suites, pending, all_before)
            self._drop_unsteady(room, suites, drawn)

    def _measured(self, room: Room) -> dict[str, Measured]:
        """Return the suites in the order in which they are tried."""
        place = self._places[0]
        found = {DEFAULT: self._measure(place.head, room, Suite(DEFAULT))}
        if self._knows_full[id(place.head)]:
            known = (*found[DEFAULT].seconds, *found[DEFAULT].failing)
            found[FULL] = self._measure(place.head, room, Suite(FULL, (FULL_OPTION,), known))
        if place.before is not None:
            options = (FULL_OPTION,) if self._knows_full[id(place.before)] else ()
            found[BEFORE] = self._measure(place.before, room, Suite(BEFORE, options))
        return found

    def _measure(self, copy: Copy, room: Room, suite: Suite) -> Measured:
        began = time.monotonic()
        found = measure(copy, room, suite, self._cache)
        took, alone = time.monotonic() - began, sum(found.seconds.values())
        summary = f"{len(found.seconds)} tests of {alone:.0f} s, measured in {took:.0f} s"
        print(f"  {suite.name}: {summary}", flush=True)
        for test in found.failing:
            print(f"  {suite.name}: ignored, for it fails by itself: {test}", flush=True)
        return found

    def _pending(self, room: Room, drawn: Sequence[Mutation]) -> list[Mutation]:
        done = {result.mutation.key for result in self._results.of(room.name, drawn)}
        return [mutation for mutation in drawn if mutation.key not in done]

    def _try_all(
        self, room: Room, suites: dict[str, Measured], mutations: Sequence[Mutation], all_before: bool
    ) -> None:
        def work(mutation: Mutation) -> Result:
            place = self._free.get()
            try:
                if self._stop.is_set():
                    raise Stopped
                return Result(mutation, self._judge(place, room, suites, mutation, all_before))
            finally:
                self._free.put(place)

        with ThreadPoolExecutor(len(self._places)) as executor:
            try:
                for future in as_completed([executor.submit(work, mutation) for mutation in mutations]):
                    result = future.result()
                    self._results.add(room.name, result)
                    print(f"  {_line(result)}", flush=True)
            except BaseException:
                self._stop.set()
                raise

    def _judge(
        self, place: Workplace, room: Room, suites: dict[str, Measured], mutation: Mutation, all_before: bool
    ) -> dict[str, Verdict]:
        """Try the suites one after the other: what the default tests notice, those of before did, too."""
        verdicts: dict[str, Verdict] = {}
        for name, suite in suites.items():
            killed = any(verdict.is_killed for verdict in verdicts.values())
            if killed and not (name == BEFORE and (all_before or not verdicts[DEFAULT].is_killed)):
                continue
            copy, verdict = place.copy_for(name), Verdict(NOT_COVERED)
            if room.node_tests and name != FULL:
                verdict = try_in_node(copy, room, mutation)
            if not verdict.is_killed:
                unsteady = self._results.unsteady(room.name, name)
                verdict = verdict.and_then(try_out(copy, suite, mutation, unsteady))
            verdicts[name] = verdict
        return verdicts

    def _drop_unsteady(self, room: Room, suites: dict[str, Measured], drawn: Sequence[Mutation]) -> None:
        """Drop the results that go back to tests which fail in a selection without any mutation."""
        results = self._results.of(room.name, drawn)
        for name, suite in suites.items():
            killers = {verdict.by for result in results if (verdict := result.verdicts.get(name)) and verdict.is_killed}
            copy = self._places[0].copy_for(name)
            failing = failing_of(copy, suite.suite, sorted(killers & suite.seconds.keys()))
            if not failing:
                continue
            self._results.add_unsteady(room.name, name, failing)
            for result in results:
                if name in result.verdicts and result.verdicts[name].by in failing:
                    print(f"  tried again without {result.verdicts[name].by}: {result.mutation}", flush=True)
                    self._results.drop(room.name, result.mutation.key)


def _line(result: Result) -> str:
    summary = []
    for name, verdict in result.verdicts.items():
        by = f" by {verdict.by}" if verdict.by else ""
        summary.append(f"{name}: {verdict.outcome}{by}, {verdict.tests} tests, {verdict.seconds:.1f} s")
    return f"{result.mutation}  [{'; '.join(summary)}]"
