"""How fast and how still the pages are, in Chromium over servers of their own: paint, shifts, weight, long tasks.

First paint: of the chat page by the very first request to a server that has just become ready, and by a warm one, each
with an empty cache. Shifts: cumulated from sending a question until its answer is final, and while a page loads, in
both languages, in a wide window and on a phone; those right after a press or a key, which browsers leave out, count as
well. Weight: bytes over the wire, headers included, of each page without map tiles. Long tasks: what keeps the page
from answering for more than 50 ms during a run of at least 200 events, by the clock, in the first turn of a session and
in one that holds nine and more. Where others use the machine, a task's clock runs on while it waits for a processor:
trust the best round.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page

from benchmarks.figures import Figure, goal, limit
from tests.browser.looks import LOOKS, QUESTIONS, furnished, loaded, looking, settled, streamed, weight
from tests.support.chromium import chromium
from tests.support.server import UNTHROTTLED, Server
from tests.support.vitals import CLS_LIMIT, WEIGHT_LIMIT, Vitals, first_paint

PAINT_LIMIT_MS, TASK_LIMIT_MS = 1000.0, 50.0
STARTS, ROUNDS, HELD = 5, 3, 9
PIECES, EVENTS = 300, 200
SCRIPTED = ("-m", "tests.browser.scripted")
COUNT = """async () => {
  const path = `/api/v1/runs/${document.querySelector(".turn:last-child").dataset.run}/events/?limit=1000`;
  return (await (await fetch(path)).json()).results.length;
}"""


def main(arguments: Sequence[str] = ()) -> list[Figure]:
    argparse.ArgumentParser(prog="python -m benchmarks page", description=__doc__).parse_args(arguments)
    with chromium() as browser:
        figures = _paints(browser)
        with _server() as embedded:
            shifts, weights = _pages(browser, embedded.url)
        with _server(*SCRIPTED, SCRIPTED_PIECES=str(PIECES)) as scripted:
            shifts += _shifts_of_runs(browser, scripted.url, "a streamed run")
            tasks = _tasks(browser, scripted.url)
    worst, heaviest = max(shifts), max(weights)
    return [
        *figures,
        Figure("worst cumulative layout shift", worst, "", limit(CLS_LIMIT)),
        Figure("heaviest page", heaviest / 1000, "kB", limit(WEIGHT_LIMIT / 1000)),
        *tasks,
    ]


@contextmanager
def _server(*entry: str, **settings: str) -> Iterator[Server]:
    """A running server of the product in a temporary folder."""
    with _prepared(*entry, **settings) as server:
        server.start()
        yield server


@contextmanager
def _prepared(*entry: str, **settings: str) -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), entry or ("manage.py",), settings={**UNTHROTTLED, **settings})
        server.manage("prepare")
        try:
            yield server
        finally:
            server.stop()


def _paints(browser: Browser) -> list[Figure]:
    starts, cold, warm = [], [], []
    with _prepared() as server:
        for _ in range(STARTS):
            began = time.perf_counter()
            server.start()
            starts.append((time.perf_counter() - began) * 1000)
            cold.append(_paint(browser, server.url))
            warm.append(_paint(browser, server.url))
            server.stop()
    print(f"server start, spawn to ready: median {statistics.median(starts):.0f} ms, worst {max(starts):.0f} ms")
    return [
        Figure(f"first paint, {name}, median of {STARTS}", statistics.median(paints), "ms", goal(PAINT_LIMIT_MS))
        for name, paints in (("first request", cold), ("warm request", warm))
    ]


def _paint(browser: Browser, url: str) -> float:
    context = browser.new_context()
    page = context.new_page()
    page.goto(url)
    found = first_paint(page)
    context.close()
    return found


def _pages(browser: Browser, url: str) -> tuple[list[float], list[float]]:
    """Return the shifts of all pages as they load and of the embedded model's runs, and the pages' weights in bytes."""
    shifts = _shifts_of_runs(browser, url, "an embedded run")
    weights: dict[tuple[str, str], float] = {}
    for locale, width in LOOKS:
        with looking(browser, locale, width) as page:
            addresses = furnished(page, url, locale)
            for name, address in addresses.items():
                shifts.append(_shown_shifts(f"{name} loads", locale, width, loaded(page, address)))
            if (locale, "chat") not in weights:
                weights |= {(locale, name): weight(browser, page, a, locale) for name, a in addresses.items()}
    for (locale, name), found in weights.items():
        print(f"weight, {name}, {locale}: {found / 1000:.1f} kB, {found / WEIGHT_LIMIT:.2f} of the limit")
    return shifts, list(weights.values())


def _shifts_of_runs(browser: Browser, url: str, name: str) -> list[float]:
    shifts = []
    for locale, width in LOOKS:
        with looking(browser, locale, width) as page:
            settled(page, url)
            shifts += [
                _shown_shifts(name, locale, width, streamed(page, QUESTIONS[locale])),
                _shown_shifts(f"{name}, the next turn", locale, width, streamed(page, QUESTIONS[locale])),
                _shown_shifts(f"{name}, stored, loads", locale, width, loaded(page, page.url)),
            ]
    return shifts


def _shown_shifts(name: str, locale: str, width: int, found: Vitals) -> float:
    """Print the shifts and return their sum."""
    print(
        f"shifts, {name}, {locale}, {width} px: {found.shifted:.4f}, {found.shifted / CLS_LIMIT:.2f} of the limit; "
        f"{found.unprompted:.4f} without those after input"
    )
    return found.shifted


def _tasks(browser: Browser, url: str) -> list[Figure]:
    """Return the long tasks of runs in sessions of their own, and of runs in one that holds HELD turns and more."""
    first = []
    for _ in range(ROUNDS):
        with looking(browser, *LOOKS[0]) as page:
            settled(page, url)
            first.append(_long_run(page))
    with looking(browser, *LOOKS[0]) as page:
        settled(page, url)
        runs = [_long_run(page) for _ in range(HELD + ROUNDS)]
    return [_longest_task("first turn", first), _longest_task(f"turn {HELD + 1} and after", runs[HELD:])]


def _longest_task(name: str, runs: Sequence[Vitals]) -> Figure:
    """Print the long tasks of the runs; return the median of each run's longest."""
    longest = [max(run.tasks, default=0.0) for run in runs]
    middle = statistics.median(longest)
    print(
        f"long tasks, {name}: {[len(run.tasks) for run in runs]}, the longest of a run: median {middle:.0f} ms, "
        f"best {min(longest):.0f} ms, {middle / TASK_LIMIT_MS:.2f} of the limit"
    )
    return Figure(f"longest task, {name}, median of {len(runs)} runs", middle, "ms", goal(TASK_LIMIT_MS))


def _long_run(page: Page) -> Vitals:
    found = streamed(page, QUESTIONS["en-US"])
    events = int(page.evaluate(COUNT))
    if events < EVENTS:
        raise RuntimeError(f"the run has only {events} events")
    return found
