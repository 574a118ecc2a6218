"""Two real servers, one with the embedded assistant and one with a scripted model, and pages of a real Chromium."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.support.chromium import chromium
from tests.support.server import Server

SCREENSHOTS = Path(__file__).parent / "screenshots"
# Playwright's own loop runs beside pytest's; Django must not take that for an async caller.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser for the room: while it lives, Playwright's loop runs in this thread, and no async test could."""
    with chromium() as found:
        yield found


def _server(folder: Path, *entry: str) -> Iterator[Server]:
    server = Server(folder, entry or ("-m", "tests.support.entry_point"))
    server.prepare()
    server.start()
    yield server
    assert server.stop() == 0, server.log()


@pytest.fixture(scope="session")
def offline_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from _server(tmp_path_factory.mktemp("offline"))


@pytest.fixture(scope="session")
def scripted_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from _server(tmp_path_factory.mktemp("scripted"), "-m", "tests.browser.scripted")


@pytest.fixture(params=["offline", "scripted"])
def server(request: pytest.FixtureRequest) -> Server:
    """The same page test with either model behind it."""
    found: Server = request.getfixturevalue(f"{request.param}_server")
    return found


OpenPage = Callable[..., Page]
OFFERED = re.compile("the server responded with a status of (412|422)")
"""Chromium reports every answer that is no success. These are of a lost update, which the page offers to merge, and of
a plan that cannot be had, for which it offers what would help."""


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Open a page of a server in a browser profile of its own; an error on it that is not `expected` fails the test."""
    contexts, errors = [], []

    def open_(
        server: Server,
        path: str = "/",
        *,
        locale: str = "en-US",
        width: int = 1440,
        height: int = 900,
        expected: re.Pattern[str] = OFFERED,
    ) -> Page:
        context = browser.new_context(locale=locale, viewport={"width": width, "height": height})
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on(
            "console", lambda m: errors.append(m.text) if m.type == "error" and not expected.search(m.text) else None
        )
        page.goto(server.url + path)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def screenshot(request: pytest.FixtureRequest) -> Callable[[Page], None]:
    """Keep a picture of the page under the test's name."""

    def take(page: Page, suffix: str = "") -> None:
        SCREENSHOTS.mkdir(exist_ok=True)
        name = re.sub(r"[^\w-]+", "-", request.node.name).strip("-") + suffix
        page.screenshot(path=SCREENSHOTS / f"{name}.png")

    return take
