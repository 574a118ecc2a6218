"""What docs/partners.md and `/api/docs/` show partners, run as it stands against one server.

The commands of the page, from a key to a trip, with a webhook that is verified; the examples of `/api/docs/`; and the
client libraries that are made from the schema: their examples run, files and problems are typed, and each event of a
run comes once, over connections that are cut.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from html import unescape
from importlib import import_module
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import httpx
import pytest
from standardwebhooks import WebhookVerificationError

from tests.docs.renew import DOCS
from tests.docs.test_examples import program_of
from tests.support.cutting_proxy import cutting_proxy
from tests.support.receiver import Receiver, receiving
from tests.support.server import ROOT, Server
from tests.support.services import installed

pytestmark = pytest.mark.services

PAGE = DOCS / "partners.md"
BLOCKS = re.compile(r"^```(sh|sh server)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SECONDS = 240
EXAMPLE = re.compile(r"^```(python|ts) client\n(.*?)^```$", re.DOTALL | re.MULTILINE)
EXAMPLES = {found[1]: found[2] for found in EXAMPLE.finditer(PAGE.read_text("utf-8"))}
SHOWN_EXAMPLE = re.compile(r'data-example="(\w+)"><code>(.*?)</code>', re.DOTALL)
"""An example on `/api/docs/`: its kind and its HTML."""
PACKAGES = ROOT / "node_modules"
COMPILER = PACKAGES / ".bin" / "tsc"
PACKAGE = "travelagent_client"
STRICT = ("--strict", "--target", "es2022", "--module", "nodenext", "--types", "node", "--skipLibCheck")
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
WRONG = {"body": ('"cat-3" } }));\n\n', "3 } }));\n\n", "TS2322"), "event": ("data.proposal", "data.text", "TS2339")}
"""Changes of the TypeScript example that the schemas forbid: what is replaced, by what, and the compiler's error."""


def commands(kind: str) -> str:
    return "\n".join(found[2] for found in BLOCKS.finditer(PAGE.read_text("utf-8")) if found[1] == kind)


def events(text: str) -> list[dict[str, Any]]:
    """The events of a stream that curl wrote down."""
    return [json.loads(line.removeprefix("data: ")) for line in text.splitlines() if line.startswith("data: {")]


class Walked:
    """What the page's commands left behind, and what the webhook received meanwhile."""

    def __init__(self, folder: Path, receiver: Receiver, variables: dict[str, str]) -> None:
        self._folder, self.receiver, self.variables = folder, receiver, variables

    def text(self, name: str) -> str:
        return (self._folder / name).read_text("utf-8")

    def json(self, name: str) -> Any:
        return json.loads(self.text(name))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"), settings={"WEBHOOK_ALLOW_LOCAL": "true"})
    server.prepare()
    yield server.start()
    server.kill()


@pytest.fixture(scope="module")
def key(server: Server) -> str:
    """The key that the page's first command makes."""
    path = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    command = f'{commands("sh server")}\necho "$KEY"'
    made = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, env={**server.environment, **path}, capture_output=True, text=True
    )
    return made.stdout.strip()


def walk(folder: Path, server: Server, key: str, names: Sequence[str], **given: str) -> dict[str, str]:
    """Run the whole page in a folder; the values of the variables that it leaves behind."""
    installed("curl")
    script = f"set -euo pipefail\n{commands('sh')}\n" + "\n".join(f'echo "{name}=${name}"' for name in names)
    environment = {**os.environ, "KEY": key, "SITE": server.url, **given}
    bash = ["bash", "-c", script]
    done = subprocess.run(bash, cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS)
    assert done.returncode == 0, done.stderr + done.stdout
    return dict(line.split("=", 1) for line in done.stdout.splitlines()[-len(names) :])


@pytest.fixture(scope="module")
def walked(server: Server, key: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walked]:
    """The whole page, run once."""
    folder = tmp_path_factory.mktemp("partner")
    names = ("SESSION", "RUN", "SAVING", "TRIP", "WEBHOOK", "SECRET", "NEW_SECRET", "LAST")
    with receiving() as receiver:
        variables = walk(folder, server, key, names, HOOKS=receiver.url)
        receiver.wait_for(5)
        yield Walked(folder, receiver, variables)


@pytest.mark.full
def test_without_an_address_to_be_told_at_the_rest_of_the_page_works(server: Server, tmp_path: Path) -> None:
    other = server.manage("create_api_key", "other").strip().splitlines()[-1]
    left = walk(tmp_path, server, other, ("TRIP",))

    assert json.loads((tmp_path / "trip.json").read_text("utf-8"))["id"] == left["TRIP"]
    assert not (tmp_path / "webhook.json").exists()


def test_the_cut_stream_went_on_behind_its_last_event(walked: Walked) -> None:
    first, rest = events(walked.text("events.txt")), events(walked.text("rest.txt"))
    seqs = [event["seq"] for event in first if event["seq"] <= int(walked.variables["LAST"])]
    assert seqs
    assert rest[-1]["type"] == "run_finished"
    assert [*seqs, *(event["seq"] for event in rest)] == list(range(1, rest[-1]["seq"] + 1))
    assert walked.json("events.json")["results"] == rest
    assert (walked.json("run.json")["status"], "Kyoto" in walked.json("run.json")["answer"]) == ("succeeded", True)


def test_the_confirmation_was_asked_for_given_and_carried_out(walked: Walked) -> None:
    paused, saved = events(walked.text("paused.txt")), events(walked.text("saved.txt"))
    assert any(event["type"] == "confirmation_required" for event in paused)
    assert walked.json("decided.json")["status"] == "approve"
    assert saved[-1]["data"]["status"] == "succeeded"
    assert "confirmation_resolved" in {event["type"] for event in saved}


def test_the_trip_is_there_in_every_form(walked: Walked) -> None:
    trip = walked.json("trip.json")
    assert (trip["id"], trip["title"], trip["version"]) == (walked.variables["TRIP"], "Kyoto in a day", 2)
    assert trip["certificate"]["feasible"] is True
    assert walked.text("kyoto.ics").startswith("BEGIN:VCALENDAR")


def test_what_was_told_is_verified_by_the_page_s_own_code(walked: Walked) -> None:
    page: dict[str, Any] = {"__name__": "partners"}
    exec(compile(program_of(PAGE.read_text("utf-8")), str(PAGE), "exec"), page)
    bodies = [page["received"](walked.variables["SECRET"], headers, body) for headers, body in walked.receiver.received]

    assert all(t["data"]["end_user"] == "ann-42" for t in bodies)
    trip, run, saving = (walked.variables[name] for name in ("TRIP", "RUN", "SAVING"))
    assert {(t["type"], t["data"]["id"], t["data"].get("status") or t["data"]["change"]) for t in bodies} == {
        ("run.finished", run, "succeeded"),
        ("run.paused", saving, "awaiting_confirmation"),
        ("run.finished", saving, "succeeded"),
        ("trip.changed", trip, "created"),
        ("trip.changed", trip, "changed"),
    }
    headers, body = walked.receiver.received[0]
    with pytest.raises(WebhookVerificationError):
        page["received"](walked.variables["SECRET"], headers, body + b" ")


def test_the_secret_was_exchanged(walked: Walked) -> None:
    assert walked.variables["NEW_SECRET"].startswith("whsec_")
    assert walked.variables["NEW_SECRET"] != walked.variables["SECRET"]


def test_a_wrong_request_is_told_all_its_faults(walked: Walked) -> None:
    problem = walked.json("problem.json")
    assert (problem["status"], problem["code"]) == (400, "invalid")
    assert sorted(problem["errors"]) == ["mode", "n"]


def test_the_examples_of_the_api_page_follow_a_run_to_its_end(
    server: Server, key: str, subtests: pytest.Subtests
) -> None:
    installed("curl")
    examples = dict(SHOWN_EXAMPLE.findall(httpx.get(f"{server.url}/api/docs/").text))
    for kind, command in (("py", [sys.executable, "-c"]), ("sh", ["bash", "-euo", "pipefail", "-c"])):
        with subtests.test(kind=kind):
            done = subprocess.run(
                [*command, unescape(examples[kind])],
                env={**os.environ, "KEY": key}, capture_output=True, text=True, timeout=SECONDS,
            )  # fmt: skip

            assert done.returncode == 0, done.stderr
            assert "run_finished" in done.stdout


class Made(NamedTuple):
    """A server, a partner's key, and a run of the partner's that has ended."""

    server: Server
    key: str
    run: str
    seqs: list[int]

    def get(self, path: str) -> Any:
        return httpx.get(f"{self.server.url}/api/v1/{path}", headers={"Authorization": f"Bearer {self.key}"}).json()


@pytest.fixture(scope="module")
def made(server: Server, key: str, walked: Walked) -> Made:
    last = events(walked.text("rest.txt"))[-1]["seq"]
    return Made(server, key, walked.variables["RUN"], list(range(1, last + 1)))


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
    """A folder with the TypeScript client, in which programs were compiled; the errors by program."""

    folder: Path
    errors: dict[str, set[str]]

    def run(self, program: str, *arguments: str, **environment: str) -> str:
        """Run a compiled program; what it prints."""
        command, own = ["node", f"{program}.mjs", *arguments], {**os.environ, **environment}
        done = subprocess.run(command, cwd=self.folder, env=own, capture_output=True, text=True, timeout=SECONDS)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Node:
    """The page's example, the programs of this file, and changed examples that do not compile, compiled in one go."""
    if shutil.which("node") is None or not COMPILER.exists():
        pytest.skip("Node.js or the packages of package.json are missing: tests/install-system.sh")
    folder = tmp_path_factory.mktemp("typescript")
    (folder / "node_modules").mkdir()
    for package in PACKAGES.iterdir():
        (folder / "node_modules" / package.name).symlink_to(package)
    (folder / "node_modules" / "travelagent-client").symlink_to(build("typescript", folder / "client"))
    programs = {"example": EXAMPLES["ts"], "follower": FOLLOWER, "refused": REFUSED}
    programs |= {name: EXAMPLES["ts"].replace(right, wrong) for name, (right, wrong, _) in WRONG.items()}
    for name, program in programs.items():
        (folder / f"{name}.mts").write_text(program, "utf-8")
    command = [str(COMPILER), *STRICT, *(f"{name}.mts" for name in programs)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS)
    errors: dict[str, set[str]] = defaultdict(set)
    for name, error in re.findall(r"^([\w./-]+)\.mts\(\d+,\d+\): error (TS\d+)", done.stdout, re.MULTILINE):
        errors[name].add(error)
    assert done.returncode == bool(errors) * 2, done.stdout + done.stderr
    return Node(folder, dict(errors))


def test_the_python_example_plans_saves_and_exports(python: Path, made: Made, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(python), "SITE": made.server.url, "KEY": made.key}
    command = [sys.executable, "-W", "error", "-c", EXAMPLES["python"]]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=SECONDS)
    assert done.returncode == 0, done.stderr
    assert "Kyoto" in done.stdout
    assert (tmp_path / "kyoto.ics").read_text("utf-8").startswith("BEGIN:VCALENDAR")
    assert len(made.get("trips/?end_user=ben-7")["results"]) == 1


def test_the_typescript_example_plans_saves_and_exports(node: Node, made: Made) -> None:
    output = node.run("example", SITE=made.server.url, KEY=made.key)
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
        output = node.run("follower", proxy.url, made.key, made.run)
        assert [int(line) for line in output.split()] == made.seqs
        assert proxy.cuts_left == 0


def test_a_problem_is_typed(speaker: Any, node: Node, made: Made) -> None:
    found = module("api.runs.runs_retrieve").sync("run_0000000000000000000000", client=speaker)
    assert isinstance(found, module("models").Problem)
    assert (found.status, found.code) == (404, "not_found")
    with pytest.raises(module("errors").UnexpectedStatus):
        next(module("events").follow_run(speaker, "run_0000000000000000000000"))
    assert node.run("refused", made.server.url, made.key) == "404 not_found\n"


def test_what_the_schemas_do_not_have_is_not_compiled(node: Node) -> None:
    assert all(right in EXAMPLES["ts"] for right, _, _ in WRONG.values())
    assert set(node.errors) == set(WRONG)
    assert all(error in node.errors[name] for name, (_, _, error) in WRONG.items())


def test_a_file_is_imported_as_what_it_is(speaker: Any) -> None:
    calendar = (
        b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//acme//EN\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20270101T000000Z\r\n"
        b"DTSTART;TZID=Asia/Tokyo:20270410T090000\r\nDTEND;TZID=Asia/Tokyo:20270410T110000\r\n"
        b"SUMMARY:Kinkaku-ji\r\nGEO:35.0394;135.7292\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    sent = module("types").File(BytesIO(calendar), mime_type="text/calendar")
    found = module("api.trips.trips_import_preview_create").sync(client=speaker, body=sent)
    assert not isinstance(found, module("models").Problem), found
