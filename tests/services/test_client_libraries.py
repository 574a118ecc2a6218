"""The client libraries that are made from the schema: their examples on the page run, files and problems are typed, and
each event of a run comes once, over connections that are cut."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import httpx
import pytest

from tests.docs.renew import DOCS
from tests.support.cutting_proxy import cutting_proxy
from tests.support.server import ROOT, Server

pytestmark = pytest.mark.services

PAGE = DOCS / "partners.md"
EXAMPLE = re.compile(r"^```(python|ts) client\n(.*?)^```$", re.DOTALL | re.MULTILINE)
EXAMPLES = {found[1]: found[2] for found in EXAMPLE.finditer(PAGE.read_text("utf-8"))}
PACKAGES = ROOT / "node_modules"
COMPILER = PACKAGES / ".bin" / "tsc"
PACKAGE = "travelagent_client"
STRICT = ("--strict", "--target", "es2022", "--module", "nodenext", "--types", "node", "--skipLibCheck")
SECONDS = 120
FOLLOWER = """
import { TravelAgent } from "travelagent-client";
const [site = "", key = "", run = ""] = process.argv.slice(2);
for await (const { seq } of new TravelAgent({ site, key }).events(run)) console.log(seq);
"""
REFUSED = """
import { done, TravelAgent } from "travelagent-client";
const [site = "", key = ""] = process.argv.slice(2);
const params = { path: { run: "run_0000000000000000000000" } };
const { api } = new TravelAgent({ site, key });
await done(api.GET("/api/v1/runs/{run}/", { params })).catch((error) => console.log(error.status, error.problem.code));
"""


class Made(NamedTuple):
    """A server, a partner's key, and a run of the partner's that has ended."""

    server: Server
    key: str
    run: str
    seqs: list[int]

    def get(self, path: str) -> Any:
        return httpx.get(f"{self.server.url}/api/v1/{path}", headers={"Authorization": f"Bearer {self.key}"}).json()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Made]:
    server = Server(tmp_path_factory.mktemp("server"))
    server.prepare()
    key = server.manage("create_api_key", "generated").strip().splitlines()[-1]
    headers = {"Authorization": f"Bearer {key}"}
    with httpx.Client(base_url=f"{server.start().url}/api/v1/", headers=headers, timeout=SECONDS) as client:
        session = client.post("sessions/", json={}).json()["id"]
        run = client.post(f"sessions/{session}/runs/", json={"message": "Plan one day in Kyoto"}).json()["id"]
        stream = client.get(f"runs/{run}/events/", headers={"Accept": "text/event-stream"}).text
    yield Made(server, key, run, [int(seq) for seq in re.findall(r"^id: (\d+)$", stream, re.MULTILINE)])
    server.kill()


def build(language: str, folder: Path) -> Path:
    done = subprocess.run(
        [str(ROOT / "clients" / "build.sh"), language, str(folder)], capture_output=True, text=True, timeout=SECONDS
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of the Python client, from which this process imports."""
    folder = build("python", tmp_path_factory.mktemp("python") / "client")
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


def module(name: str) -> ModuleType:
    return import_module(f"{PACKAGE}.{name}")


@pytest.fixture
def speaker(python: Path, made: Made) -> Iterator[Any]:
    """The Python client, with the partner's key."""
    with module("client").AuthenticatedClient(base_url=made.server.url, token=made.key) as speaker:
        yield speaker


class Node(NamedTuple):
    """A folder with the TypeScript client among its packages."""

    folder: Path

    def run(self, program: str, *arguments: str, **environment: str) -> str:
        """Compile a program and run it; what it prints. Raises ChildProcessError with what either complains of."""
        (self.folder / "program.mts").write_text(program, "utf-8")
        own = {**os.environ, **environment}
        printed = ""
        for command in ([str(COMPILER), *STRICT, "program.mts"], ["node", "program.mjs", *arguments]):
            done = subprocess.run(command, cwd=self.folder, env=own, capture_output=True, text=True, timeout=SECONDS)
            if done.returncode:
                raise ChildProcessError(done.stdout + done.stderr)
            printed = done.stdout
        return printed


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Node:
    if shutil.which("node") is None or not COMPILER.exists():
        pytest.skip("Node.js or the packages of package.json are missing: tests/install-system.sh")
    folder = tmp_path_factory.mktemp("typescript")
    (folder / "node_modules").mkdir()
    for package in PACKAGES.iterdir():
        (folder / "node_modules" / package.name).symlink_to(package)
    (folder / "node_modules" / "travelagent-client").symlink_to(build("typescript", folder / "client"))
    return Node(folder)


def test_the_python_example_plans_saves_and_exports(python: Path, made: Made, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(python), "SITE": made.server.url, "KEY": made.key}
    command = [sys.executable, "-W", "error", "-c", EXAMPLES["python"]]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=SECONDS)
    assert done.returncode == 0, done.stderr
    assert "Kyoto" in done.stdout
    assert (tmp_path / "kyoto.ics").read_text("utf-8").startswith("BEGIN:VCALENDAR")
    assert len(made.get("trips/?end_user=ben-7")["results"]) == 1


def test_the_typescript_example_plans_saves_and_exports(node: Node, made: Made) -> None:
    output = node.run(EXAMPLES["ts"], SITE=made.server.url, KEY=made.key)
    assert "Kyoto" in output
    assert (node.folder / "kyoto.ics").read_text("utf-8").startswith("BEGIN:VCALENDAR")
    assert len(made.get("trips/?end_user=cat-3")["results"]) == 1


def test_python_has_each_event_once_over_cut_connections(speaker: Any, made: Made) -> None:
    with cutting_proxy(made.server.port, cuts=2) as proxy:
        cut = module("client").AuthenticatedClient(base_url=proxy.url, token=made.key)
        assert [event.seq for event in module("events").follow_run(cut, made.run)] == made.seqs
        assert proxy.cuts_left == 0
    assert list(module("events").follow_run(speaker, made.run, after=made.seqs[-1])) == []


def test_typescript_has_each_event_once_over_cut_connections(node: Node, made: Made) -> None:
    with cutting_proxy(made.server.port, cuts=2) as proxy:
        output = node.run(FOLLOWER, proxy.url, made.key, made.run)
        assert [int(line) for line in output.split()] == made.seqs
        assert proxy.cuts_left == 0


def test_a_problem_is_typed(speaker: Any, node: Node, made: Made) -> None:
    found = module("api.runs.runs_retrieve").sync("run_0000000000000000000000", client=speaker)
    assert isinstance(found, module("models").Problem)
    assert (found.status, found.code) == (404, "not_found")
    with pytest.raises(module("errors").UnexpectedStatus):
        next(module("events").follow_run(speaker, "run_0000000000000000000000"))
    assert node.run(REFUSED, made.server.url, made.key) == "404 not_found\n"


@pytest.mark.parametrize(
    ("right", "wrong", "error"),
    [('"cat-3" } }));\n\n', "3 } }));\n\n", "TS2322"), ("data.proposal", "data.text", "TS2339")],
    ids=["body", "event"],
)
def test_what_the_schemas_do_not_have_is_not_compiled(node: Node, right: str, wrong: str, error: str) -> None:
    assert right in EXAMPLES["ts"]
    with pytest.raises(ChildProcessError, match=error):
        node.run(EXAMPLES["ts"].replace(right, wrong))


def test_a_file_is_imported_as_what_it_is(speaker: Any) -> None:
    calendar = (
        b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//acme//EN\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20270101T000000Z\r\n"
        b"DTSTART;TZID=Asia/Tokyo:20270410T090000\r\nDTEND;TZID=Asia/Tokyo:20270410T110000\r\n"
        b"SUMMARY:Kinkaku-ji\r\nGEO:35.0394;135.7292\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    sent = module("types").File(BytesIO(calendar), mime_type="text/calendar")
    found = module("api.trips.trips_import_preview_create").sync(client=speaker, body=sent)
    assert not isinstance(found, module("models").Problem), found
