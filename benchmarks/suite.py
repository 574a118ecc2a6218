"""All benchmarks, and `python -m benchmarks [NAME [OPTION …]]`: run one with its own options, or all of them.

`python -m benchmarks --page FILE` runs all and writes their figures as a page of Markdown, anew after each; with names
of benchmarks behind it, it runs these and renews their sections of the page. Every figure is printed beside its bound;
the exit code is 1 when one is past its limit or a benchmark ended with an error. In a run of all, each has a process of
its own. `python -m benchmarks NAME --help` lists a benchmark's options.
"""

import multiprocessing
import time
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks import (
    agent_overhead,
    catalogue_sweep,
    chaos,
    first_answer,
    frozen_trips,
    gateways,
    hostile,
    long_trips,
    model_context,
    page,
    random_requests,
    streaming,
    toptw_gap,
    trip_page,
    trips,
    understanding,
    warm_ping,
)
from benchmarks.figures import Figure
from benchmarks.model_eval import command as model_eval
from benchmarks.preservation import command as preservation
from benchmarks.report import Result, renew_page, write_page
from benchmarks.transactions import command as transactions


@dataclass(frozen=True)
class Benchmark:
    """A benchmark by its name: what it measures, in a sentence, and the options with which a run of all calls it."""

    name: str
    main: Callable[[Sequence[str]], list[Figure]]
    about: str
    arguments: Sequence[str] = ()


ALL = (
    Benchmark(
        "toptw_gap",
        toptw_gap.main,
        "Team orienteering with time windows: the gap of the search to the best known scores of published instances.",
    ),
    Benchmark(
        "frozen_trips",
        frozen_trips.main,
        "Thirty frozen trips of 5 days with 60 sights: the gap to the best solution known, beside PyVRP and OR-Tools.",
    ),
    Benchmark(
        "trips", trips.main, "Plans of catalogue cities: time of a plan, and gap to a search of many times the steps."
    ),
    Benchmark("long_trips", long_trips.main, "Trips of 3, 10 and 30 days: processor time of a plan, an edit, a stop."),
    Benchmark(
        "random_requests",
        random_requests.main,
        "Random towns and requests: every plan feasible, nothing left out that fits, every refusal with its reason.",
        ("--examples", "2500"),
    ),
    Benchmark(
        "catalogue_sweep",
        catalogue_sweep.main,
        "Every city of the catalogue: plans with anything that a traveller would shake their head at.",
        ("--days", "3", "--paces", "normal"),
    ),
    Benchmark(
        "agent_overhead",
        agent_overhead.main,
        "What the agent core costs for one model and one tool call, beside other frameworks; the model is scripted.",
    ),
    Benchmark(
        "understanding", understanding.main, "The embedded assistant: time to understand a message, and of a whole run."
    ),
    Benchmark("model_eval", model_eval.main, "Forty travellers' tasks, checked: the embedded assistant."),
    Benchmark(
        "model_eval",
        model_eval.main,
        "The same by a scripted language model that calls tools well.",
        ("--model", "scripted-strong"),
    ),
    Benchmark(
        "model_eval",
        model_eval.main,
        "The same by a scripted language model that calls tools badly.",
        ("--model", "scripted-sloppy"),
    ),
    Benchmark(
        "model_context", model_context.main, "What requests to a language model carry over twenty conversations."
    ),
    Benchmark(
        "preservation",
        preservation.main,
        "Chains of five changes to a trip: whether all that the traveller stated holds, or its loss is named.",
        ("--chains", "100"),
    ),
    Benchmark(
        "transactions",
        transactions.main,
        "Forty operations at every door, 2,000 wrong ones, 200 plans with a violation: whether every change is a "
        "transaction, and every wish accounted for.",
    ),
    Benchmark(
        "first_answer", first_answer.main, "How long a person waits for the first event, and for the whole answer."
    ),
    Benchmark("streaming", streaming.main, "How many runs stream at once, every event stored before it is sent."),
    Benchmark(
        "gateways", gateways.main, "Processor time of an event in each protocol, beside the API's server-sent events."
    ),
    Benchmark(
        "hostile",
        hostile.main,
        "One server under hostile texts, long plans, floods of sockets, hundreds of runs.",
        ("--mixes", "300"),
    ),
    Benchmark("chaos", chaos.main, "The scaled profile while its processes are killed at random."),
    Benchmark("page", page.main, "The pages in Chromium: first paint, layout shifts, weight, long tasks."),
    Benchmark("trip_page", trip_page.main, "The trip page with a trip of 30 days with 12 visits each."),
    Benchmark("warm_ping", warm_ping.main, "Whether compiling the planner holds up a socket."),
)
BY_NAME = {benchmark.name: benchmark for benchmark in ALL}


def run(benchmark: Benchmark, arguments: Sequence[str]) -> Result:
    """Run a benchmark and print its figures; an error that ends it is printed and becomes part of the result."""
    print(f"== {benchmark.name}", flush=True)
    began = time.perf_counter()
    figures: list[Figure] = []
    error = ""
    try:
        figures = benchmark.main(arguments)
    except (Exception, SystemExit) as raised:
        traceback.print_exc()
        error = f"{type(raised).__name__}: {raised}".splitlines()[0]
    for figure in figures:
        print(figure if figure.is_met else f"SHORT  {figure}", flush=True)
    return Result(benchmark.name, benchmark.about, arguments, time.perf_counter() - began, figures, error)


def run_all(
    benchmarks: Sequence[Benchmark] = ALL, keep: Callable[[Sequence[Result]], None] = lambda _: None
) -> list[Result]:
    """Run benchmarks, each in a process of its own: they configure Django and start event loops.

    A benchmark whose process dies has an error in its result; the others run. After each of them `keep` gets the
    results so far, so that a run that is stopped loses none.
    """
    results: list[Result] = []
    for benchmark in benchmarks:
        results.append(_run_apart(benchmark))
        keep(results)
    return results


def _run_apart(benchmark: Benchmark) -> Result:
    began = time.perf_counter()
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as process:
        try:
            return process.submit(run, benchmark, benchmark.arguments).result()
        except BrokenProcessPool as died:
            error = f"its process died: {died}"
    return Result(benchmark.name, benchmark.about, benchmark.arguments, time.perf_counter() - began, (), error)


def main(arguments: Sequence[str]) -> int:
    """Run what the command line names; return the exit code."""
    match arguments:
        case []:
            results = run_all()
        case ["--page", file]:
            results = run_all(keep=partial(write_page, Path(file)))
        case ["--page", file, *names] if set(names) <= BY_NAME.keys():
            results = run_all([benchmark for benchmark in ALL if benchmark.name in names])
            renew_page(Path(file), results)
        case [name, *options] if name in BY_NAME:
            results = [run(BY_NAME[name], options)]
        case _:
            print(f"{__doc__}\n" + "\n".join(f"{benchmark.name:<16} {benchmark.about}" for benchmark in ALL))
            return 2
    past = [figure for result in results for figure in result.figures if not figure.is_met]
    return int(any(result.error for result in results) or any(f.bound and f.bound.kind == "limit" for f in past))
