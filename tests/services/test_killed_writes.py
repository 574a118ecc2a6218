"""The process dies between proposal, approval, write and reply; another one takes over. There is one write."""

import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.server import ROOT, Server
from travelagent.chat.fields import unpacked

pytestmark = [pytest.mark.services, pytest.mark.full]

WORK_S = 600.0  # a run is over in seconds, unless the planner is compiled first on a machine that is busy

BEGIN = """
from travelagent.accounts.actors import Actor
from travelagent.accounts.models import Person
from travelagent.chat import actions
actor = Actor(person=Person.objects.create(visitor_key="owner").pk)
session = actions.create_session(actor)
print(actions.start_run(actor, session.pk, "Plan a day in Kyoto and save it").pk)
"""


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A database with one run that waits to be worked on; its folder, and the run."""
    server = Server(tmp_path_factory.mktemp("prepared"))
    server.manage("migrate", "--verbosity", "0")
    return server.data_dir, server.manage("shell", "--verbosity", "0", "-c", BEGIN).strip().splitlines()[-1]


def work(server: Server, run: str, *kill: str) -> int:
    command = [sys.executable, "-m", "tests.services.worker", run, *kill]
    done = subprocess.run(command, cwd=ROOT, env=server.environment, timeout=WORK_S, capture_output=True, text=True)
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    return done.returncode


@pytest.mark.parametrize("seed", range(20))
def test_killed_anywhere_there_is_one_trip_and_a_finished_run(
    seed: int, prepared: tuple[Path, str], tmp_path: Path
) -> None:
    template, run = prepared
    shutil.copytree(template, tmp_path / "data")
    server = Server(tmp_path / "data")
    draw = random.Random(seed)
    point = str(draw.randint(2, 24)), draw.choice(["before", "behind"])

    work(server, run, *point)
    assert work(server, run) == 0

    with sqlite3.connect(server.data_dir / "db.sqlite3") as database:
        trips = database.execute("SELECT title FROM trips_trip").fetchall()
        status = database.execute("SELECT status FROM chat_run").fetchall()
        rows: list[tuple[int, str, Any]] = database.execute(
            "SELECT seq, type, data FROM chat_runevent ORDER BY seq"
        ).fetchall()
    database.close()
    assert trips == [("One day in Kyoto",)]
    assert status == [("succeeded",)]
    assert [seq for seq, _, _ in rows] == list(range(1, len(rows) + 1))
    kinds = [kind for _, kind, _ in rows]
    assert kinds.count("run_finished") == 1
    assert kinds.count("confirmation_resolved") >= 1
    started = [unpacked(data)["id"] for _, kind, data in rows if kind == "tool_start"]
    assert len(started) == len(set(started)) == 2
    assert kinds.count("run_resumed") >= 1
