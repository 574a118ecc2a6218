"""Two real servers, one with the embedded assistant and one with scripted models, and pages of a real Chromium."""

import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.stocked import venues_at
from tests.browser.tile_service import Tiles, tile_service
from tests.support.chromium import chromium
from tests.support.data_folder import DATABASE
from tests.support.public_services.server import PublicServices
from tests.support.server import Server
from tests.support.wire import Endpoint

SCREENSHOTS = Path(__file__).parent / "screenshots"
# Playwright's own loop runs beside pytest's; Django must not take that for an async caller.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
LONGEST_NAME = 100
PATIENCE_MS = 60_000
"""How long a page may take on a busy machine, so that its load decides no test."""
expect.set_options(timeout=PATIENCE_MS)

FAILING = tuple(f"{failure}-{locale}" for failure in ("refused", "cut") for locale in ("en-US", "zh-CN"))
"""Models that fail. An endpoint that keeps failing is left alone for a while: each test has one of its own."""


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser for the room: while it lives, Playwright's loop runs in this thread, and no async test could."""
    with chromium() as found:
        yield found


def _server(folder: Path, *entry: str, settings: dict[str, str] | None = None) -> Iterator[Server]:
    server = Server(folder, entry, settings=settings or {})
    server.prepare()
    server.start()
    yield server
    assert server.stop() == 0, server.log()


@pytest.fixture(scope="session")
def offline_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The embedded assistant, and no service but its own."""
    yield from _server(tmp_path_factory.mktemp("offline"), "-m", "tests.browser.staffed")


@pytest.fixture(scope="session")
def endpoint() -> Iterator[Endpoint]:
    with Endpoint().in_background() as serving:
        yield serving


@pytest.fixture(scope="session")
def tiles() -> Iterator[Tiles]:
    with tile_service() as serving:
        yield serving


@pytest.fixture(scope="session")
def services() -> Iterator[PublicServices]:
    with PublicServices().serving() as serving:
        yield serving


@pytest.fixture(scope="session")
def scripted_server(
    tmp_path_factory: pytest.TempPathFactory,
    saved: dict[str, Any],
    endpoint: Endpoint,
    tiles: Tiles,
    services: PublicServices,
) -> Iterator[Server]:
    """A scripted model, others behind an endpoint, hostile data, stored venues, map tiles and live services."""
    folder = tmp_path_factory.mktemp("scripted")
    models = folder / "models.toml"
    models.write_text(_models(endpoint.url), encoding="utf-8")
    settings = {"TRAVELAGENT_MODELS_FILE": str(models), **venues_at(saved), **tiles.settings, **services.environment}
    yield from _server(folder, "-m", "tests.browser.stocked", settings=settings)


def _models(url: str) -> str:
    """Return the models of the endpoint and one that nobody answers for, as the file of models names them."""
    addresses = {"slow": ("Slow model", url), "gone": ("Gone model", "http://127.0.0.1:9/v1")}
    addresses |= {name: ("Failing model", f"{url}/{name}") for name in FAILING}
    tables = [
        f'[models.{name}]\nlabel = "{label}"\nmodel = "{name}"\nbase_url = "{address}"\n'
        for name, (label, address) in addresses.items()
    ]
    return "".join(tables)


@pytest.fixture(params=["offline", "scripted"])
def server(request: pytest.FixtureRequest) -> Server:
    """The same page test with either model behind it."""
    found: Server = request.getfixturevalue(f"{request.param}_server")
    return found


def rows(server: Server, query: str) -> list[tuple[Any, ...]]:
    """Return the rows of a query of the server's database."""
    with closing(sqlite3.connect(server.data_dir / DATABASE)) as database:
        return database.execute(query).fetchall()


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
        path: str | None = "/",
        *,
        locale: str = "en-US",
        width: int = 1440,
        height: int = 900,
        expected: re.Pattern[str] = OFFERED,
        **context_options: Any,
    ) -> Page:
        """Without a path the page stays blank."""
        context = browser.new_context(locale=locale, viewport={"width": width, "height": height}, **context_options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on(
            "console", lambda m: errors.append(m.text) if m.type == "error" and not expected.search(m.text) else None
        )
        if path is not None:
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
        name = re.sub(r"[^\w-]+", "-", request.node.name).strip("-")[:LONGEST_NAME] + suffix
        page.screenshot(path=SCREENSHOTS / f"{name}.png")

    return take
