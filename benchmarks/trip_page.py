"""How the trip page bears the longest trip: 30 days of 12 visits, in Chromium, over a server of its own.

A visit is dragged by the mouse over the days in sight, carried by the keyboard over ten days, and put down, which the
server verifies. Measured: the time from a key or a move of the pointer to the next frame, the tasks that keep the page
from answering for longer than 50 ms, and the time until a change is drawn. Limit: 100 ms for what answers at once.
"""

import argparse
import statistics
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Page

from benchmarks.figures import Figure, goal
from benchmarks.served import served
from tests.browser.trip_page import at_rest, expect_version, long_trip, show_board, show_trip, visit
from tests.support.chromium import chromium

DAYS, VISITS = 30, 12
LIMIT_MS = 100.0
WATCH = """() => {
  window.tasks = [];
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((entry) => entry.duration)))
    .observe({type: "longtask", buffered: true});
}"""
WAIT_FOR_FRAME = """() => new Promise((done) => {
  const start = performance.now();
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
})"""
TAKE_TASKS = "() => window.tasks.splice(0)"


def main(arguments: Sequence[str] = ()) -> list[Figure]:
    argparse.ArgumentParser(prog="python -m benchmarks trip_page", description=__doc__).parse_args(arguments)
    with served() as server, chromium() as browser:
        page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
        page.goto(f"{server.url}/trips/")
        show_trip(page, server.url, long_trip(DAYS, VISITS))
        show_board(at_rest(page))
        page.evaluate(WATCH)
        page.wait_for_timeout(500)
        _report("load", [], page.evaluate(TAKE_TASKS))
        worst = max(_measured(page, "drag by mouse", _drag), _measured(page, "carry by keyboard", _carry))
        started: float = page.evaluate("() => performance.now()")
        page.keyboard.press("Space")
        expect_version(page, 2)
        drawn = page.evaluate("() => performance.now()") - started
        print(f"{'put down, verified, drawn':<28} {drawn:>8.0f} ms")
        _report("  tasks of it", [], page.evaluate(TAKE_TASKS))
        return [
            Figure("worst answer to a move", worst, "ms", goal(LIMIT_MS)),
            Figure("a change verified and drawn", drawn, "ms"),
        ]


def _measured(page: Page, name: str, steps: Callable[[Page], list[Callable[[], None]]]) -> float:
    """Do the steps, each until the next frame; the slowest one's milliseconds."""
    frames = []
    for step in steps(page):
        step()
        frames.append(float(page.evaluate(WAIT_FOR_FRAME)))
    _report(name, frames, page.evaluate(TAKE_TASKS))
    return max(frames)


def _drag(page: Page) -> list[Callable[[], None]]:
    """The pointer's moves from the first visit over the days in sight and back, 40 of them, and its release there."""
    box: Any = visit(page, "fixed/2").get_by_test_id("grip").bounding_box()
    x, y = box["x"] + 5, box["y"] + 5
    page.mouse.move(x, y)
    page.mouse.down()
    offsets = [*range(0, 1000, 50), *range(1000, 0, -50)]
    return [
        *(lambda dx=dx: page.mouse.move(x + dx, y + dx % 150) for dx in offsets),
        lambda: page.keyboard.press("Escape"),
        page.mouse.up,
    ]


def _carry(page: Page) -> list[Callable[[], None]]:
    visit(page, "fixed/1").get_by_test_id("grip").focus()
    keys = ["Space", *["ArrowRight"] * 10, *["ArrowDown"] * 5]
    return [lambda key=key: page.keyboard.press(key) for key in keys]


def _report(name: str, frames: list[float], tasks: list[float]) -> None:
    shown = ""
    if frames:
        shown = f"{len(frames)} moves, median {statistics.median(frames):.1f} ms, worst {max(frames):.1f} ms; "
    long = f"{len(tasks)} long tasks" + (f", the longest {max(tasks):.0f} ms" if tasks else "")
    print(f"{name:<28} {shown}{long}")
