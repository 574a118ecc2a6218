"""Faults planted in the sources: which of them the tests notice, all of the tests and those that run by default.

`python -m benchmarks.mutants [--rooms NAME …] [--tests PATH …] [--seed 22] [--count 20] [--before REV] [--jobs 1]
[--out FILE.json]`: so many mutations are drawn of each room, each is planted in a copy of the checkout by itself, and
those tests of the room that run its lines are run until one fails. What the default tests do not notice is tried with
those that `--full` adds, and with `--before` with the tests of that revision. Printed is, for every room, how many were
noticed before (by all tests, or by those of the revision) and after (by the default tests), and every survivor.

The results are written to the file after each mutation; started again with the same file, the benchmark goes on. The
copies and what is known of the tests lie in var/mutants.
"""

import argparse
import fcntl
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from benchmarks.mutants.campaign import WARM_UP, Campaign, Workplace
from benchmarks.mutants.checkout import Copy, Stopped
from benchmarks.mutants.measure import Unrunnable
from benchmarks.mutants.mutation import Mutation
from benchmarks.mutants.results import Question, Results, print_table
from benchmarks.mutants.rooms import ROOMS, USUAL

PROJECT = Path(__file__).resolve().parents[2]
FOLDER = PROJECT / "var" / "mutants"
INTERRUPTED = 130


def main(arguments: Sequence[str] = ()) -> int:
    """Run, print, and return the exit code: 1 when there are mutations that only the tests of before notice."""
    parser = _parser()
    options = parser.parse_args(arguments)
    revision = _commit(options.before) if options.before else ""
    out = options.out or FOLDER / f"seed-{options.seed}{f'-{revision[:8]}' if revision else ''}.json"
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    drawn: dict[str, list[Mutation]] = {}
    interrupted = False
    with _alone(parser):
        try:
            results = Results(out, Question(options.seed, revision, options.all_before, tuple(options.tests)))
        except ValueError as error:
            parser.error(str(error))
        try:
            _run(options, revision, results, drawn)
        except (KeyboardInterrupt, Stopped):
            interrupted = True
    found = {name: results.of(name, mutations) for name, mutations in drawn.items()}
    print_table(found)
    print(f"\n{out}{': not finished, the same command goes on with it' if interrupted else ''}")
    lost = any(result.is_lost for name in found for result in found[name])
    return INTERRUPTED if interrupted else int(lost)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutants", description=__doc__)
    parser.add_argument("--rooms", nargs="+", default=USUAL, choices=ROOMS, metavar="NAME", help=", ".join(ROOMS))
    parser.add_argument("--tests", nargs="+", default=(), metavar="PATH", help="instead of each room's own tests")
    parser.add_argument("--seed", type=int, default=22)
    parser.add_argument("--count", type=int, default=20, help="mutations a room")
    parser.add_argument("--before", default="", metavar="REV", help="the tests of this revision are those of before")
    parser.add_argument("--all-before", action="store_true", help="try those also on what the default tests notice")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, help="the file of results; in var/mutants if not given")
    return parser


@contextmanager
def _alone(parser: argparse.ArgumentParser) -> Iterator[None]:
    """Keep a second run away from the copies."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            parser.error(f"another run is at work in {FOLDER}")
        yield


def _run(options: argparse.Namespace, revision: str, results: Results, drawn: dict[str, list[Mutation]]) -> None:
    """Go through the rooms; what is drawn of each is noted before it is tried."""
    stop = threading.Event()
    places = [_workplace(number, revision, stop) for number in range(1, options.jobs + 1)]
    campaign = Campaign(places, FOLDER / "measured", results, stop)
    for name in options.rooms:
        room = replace(ROOMS[name], tests=tuple(options.tests) or ROOMS[name].tests)
        drawn[name] = campaign.draw(room, options.count, options.seed)
        try:
            campaign.run(room, drawn[name], options.all_before)
        except Unrunnable as error:
            print(f"{name} is left out: {error}", flush=True)


def _commit(revision: str) -> str:
    command = ["git", "rev-parse", "--verify", f"{revision}^{{commit}}"]
    return subprocess.run(command, cwd=PROJECT, check=True, capture_output=True, text=True).stdout.strip()


def _workplace(number: int, revision: str, stop: threading.Event) -> Workplace:
    """Bring the copies of a job up to date, with the planner compiled in them."""
    place = Workplace(
        Copy(PROJECT, FOLDER / f"copy-{number}", stop),
        Copy(PROJECT, FOLDER / f"copy-{number}-before", stop) if revision else None,
    )
    for copy in place.copies:
        copy.update(revision if copy is place.before else "")
        copy.run([sys.executable, *WARM_UP], None, {})
    return place


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
