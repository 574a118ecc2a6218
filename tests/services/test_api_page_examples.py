"""The examples of `/api/docs/`, copied from the page and run as they stand against the server that shows them."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html import unescape

import httpx
import pytest

from tests.support.server import ROOT, Server
from tests.support.services import installed

pytestmark = pytest.mark.services

EXAMPLE = re.compile(r'data-example="(\w+)"><code>(.*?)</code>', re.DOTALL)
SECONDS = 240


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"))
    server.prepare()
    yield server.start()
    server.kill()


@pytest.mark.parametrize("kind", ["sh", "py"])
def test_an_example_follows_a_run_to_its_end(server: Server, kind: str) -> None:
    if kind == "sh":
        installed("curl")
    examples = dict(EXAMPLE.findall(httpx.get(f"{server.url}/api/docs/").text))
    made = subprocess.run(
        [sys.executable, "manage.py", "create_api_key", f"acme-{kind}"],
        cwd=ROOT, env=server.environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    key = made.stdout.split()[-1]
    command = [sys.executable, "-c"] if kind == "py" else ["bash", "-euo", "pipefail", "-c"]

    done = subprocess.run(
        [*command, unescape(examples[kind])],
        env={**os.environ, "KEY": key}, capture_output=True, text=True, timeout=SECONDS,
    )  # fmt: skip

    assert done.returncode == 0, done.stderr
    assert "run_finished" in done.stdout
