"""Notes which test runs which lines of the pages' modules, as the browser's engine counts them."""

import os
import re
import urllib.request
from collections.abc import Generator, Mapping
from contextlib import suppress
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import coverage
import pytest
from playwright.sync_api import BrowserContext, CDPSession, Error, Page

HASH = re.compile(r"\.[0-9a-f]{12}(?=\.js$)")
PREFIX = "/static/"


class BrowserLines:
    """Counts in every page that is opened, and reads the counts after each test and before a page closes."""

    def __init__(self, lines: str, root: Path, scripts: str) -> None:
        self._data = coverage.CoverageData(basename=lines, suffix=f"browser-{os.getpid()}")
        self._root = root
        self._scripts = scripts
        self._context = ""
        self._pages: dict[Page, tuple[CDPSession, str]] = {}
        self._patch()

    def _patch(self) -> None:
        open_page, close_page, close_context = BrowserContext.new_page, Page.close, BrowserContext.close

        def new_page(context: BrowserContext) -> Page:
            page = open_page(context)
            session = context.new_cdp_session(page)
            session.send("Profiler.enable")
            session.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": True})
            self._pages[page] = session, self._context
            return page

        def close(page: Page, **options: Any) -> None:
            self._read(page, last=True)
            close_page(page, **options)

        def close_all(context: BrowserContext, **options: Any) -> None:
            for page in context.pages:
                self._read(page, last=True)
            close_context(context, **options)

        BrowserContext.new_page = new_page
        Page.close = close
        BrowserContext.close = close_all

    def _read(self, page: Page, *, last: bool) -> None:
        """Add what a page has run since it was read; a page that a file's tests share counts for all of them."""
        if page not in self._pages:
            return
        session, opened_in = self._pages.pop(page) if last else self._pages[page]
        with suppress(Error):
            for script in session.send("Profiler.takePreciseCoverage")["result"]:
                self._add(script, opened_in if opened_in.startswith("@") else self._context)

    def _add(self, script: Mapping[str, Any], context: str) -> None:
        name = HASH.sub("", urlsplit(script["url"]).path.removeprefix(PREFIX))
        path = self._root / "static" / name
        if path.is_relative_to(self._root / self._scripts) and path.is_file():
            lines = _lines_run(_line_begins(script["url"], path), script["functions"])
            self._data.set_context(context)
            self._data.add_lines({str(path): lines})

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        self._context = item.nodeid
        return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self) -> Generator[None, Any, Any]:
        for page in list(self._pages):
            self._read(page, last=page.is_closed())
        return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: pytest.FixtureRequest) -> Generator[None, Any, Any]:
        before = self._context
        if fixturedef.scope != "function":
            self._context = "@" + before.partition("::")[0]
        try:
            return (yield)
        finally:
            self._context = before

    def pytest_sessionfinish(self) -> None:
        self._data.write()


@cache
def _line_begins(url: str, path: Path) -> list[int]:
    """Return where each line of a script as it is served begins, in UTF-16 units, as the engine counts."""
    try:
        with urllib.request.urlopen(url) as answer:
            text = answer.read().decode()
    except OSError:
        text = path.read_text(encoding="utf-8")
    return [0, *accumulate(len(line.encode("utf-16-le")) // 2 for line in text.splitlines(keepends=True))]


def _lines_run(begins: list[int], functions: list[dict[str, Any]]) -> list[int]:
    """Return the numbers of the lines of which any part has run."""
    has_run = bytearray(begins[-1])
    ranges = [part for function in functions for part in function["ranges"]]
    for part in sorted(ranges, key=lambda part: (part["startOffset"], -part["endOffset"])):
        begin, end = part["startOffset"], min(part["endOffset"], len(has_run))
        has_run[begin:end] = bytes([part["count"] > 0]) * (end - begin)
    spans = pairwise(begins)
    return [number for number, (begin, end) in enumerate(spans, 1) if any(has_run[begin : end - 1])]
