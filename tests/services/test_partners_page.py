"""docs/partners.md, command by command, at a real server: from a key to a trip, with a webhook that is verified."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from standardwebhooks import WebhookVerificationError

from tests.docs.renew import DOCS
from tests.docs.test_examples import program_of
from tests.support.receiver import Receiver, receiving
from tests.support.server import ROOT, Server
from tests.support.services import installed

pytestmark = pytest.mark.services

PAGE = DOCS / "partners.md"
BLOCKS = re.compile(r"^```(sh|sh server)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SECONDS = 240


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
