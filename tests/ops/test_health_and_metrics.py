"""Whether the process lives, what it needs, what it has done: for balancers, for Prometheus, for a reader of logs."""

import json
import logging
import logging.config
import shutil
import sqlite3
from contextlib import closing
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from tests.chat.scripted import listening
from tests.chat.test_runs import begin
from travelagent.catalog.models import City
from travelagent.chat import runtime
from travelagent.chat.hub import Hub
from travelagent.chat.supervisor import Supervisor
from travelagent.chat.threads import in_db_thread
from travelagent.ops import health, heartbeat, metrics


@pytest.fixture
def working(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "is_working", lambda: True)


@pytest.mark.django_db
def test_it_works(client: Client, working: None) -> None:
    assert client.get("/live").json() == {"status": "alive"}
    assert client.get("/ready").json() == {"status": "ready", "down": {}}


@pytest.mark.django_db
def test_what_is_down_is_named(client: Client, working: None) -> None:
    City.objects.all().delete()
    answer = client.get("/ready")
    assert answer.status_code == 503
    assert list(answer.json()["down"]) == ["catalogue"]


@pytest.mark.django_db(transaction=True)
def test_a_lock_that_is_held_is_named(client: Client, working: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "LOCK_MS", 50)
    monkeypatch.setattr(health, "_probed", health._Probed())
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        locked = client.get("/ready")
        other.rollback()
        assert (locked.status_code, locked.json()["down"]) == (503, {"database": "OperationalError"})
        assert client.get("/ready").status_code == 200
        other.execute("BEGIN IMMEDIATE")
        assert client.get("/ready").status_code == 200  # the lock is not asked for again so soon


@pytest.mark.django_db
def test_metrics_are_nobodys_but_the_operators(client: Client) -> None:
    assert client.get("/metrics").status_code == 200
    assert client.get("/metrics", REMOTE_ADDR="10.0.0.7").status_code == 200
    assert client.get("/metrics", REMOTE_ADDR="93.184.215.14").status_code == 404
    assert client.get("/metrics", headers={"X-Forwarded-For": "93.184.215.14"}).status_code == 404


@pytest.mark.django_db
def test_a_full_disk_is_named(client: Client, working: None, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage("/")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=1024))

    assert client.get("/ready").json()["down"] == {"disk": "OSError"}


@pytest.mark.django_db
def test_a_server_that_works_no_runs_is_not_ready(client: Client) -> None:
    assert list(client.get("/ready").json()["down"]) == ["executor"]


@pytest.mark.django_db
def test_with_celery_it_is_a_worker_that_must_live(client: Client, settings: Any) -> None:
    settings.RUN_EXECUTOR = "celery"
    cache.delete(heartbeat.KEY)
    assert list(client.get("/ready").json()["down"]) == ["executor"]
    cache.set(heartbeat.KEY, 1, 5)
    assert client.get("/ready").status_code == 200


def figures(client: Client) -> dict[str, float]:
    """The samples of /metrics by name and labels."""
    lines = client.get("/metrics").content.decode().splitlines()
    return {
        name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if not line.startswith("#"))
    }


@pytest.mark.django_db(transaction=True)
async def test_a_run_is_counted_and_its_log_lines_name_it(caplog: pytest.LogCaptureFixture) -> None:
    client, hub = Client(), Hub()
    before = await in_db_thread(lambda: figures(client))
    run = await in_db_thread(begin)
    assert (await in_db_thread(lambda: figures(client)))['travelagent_runs_open{status="queued"}'] == 1
    supervisor = Supervisor(hub)
    with caplog.at_level(logging.INFO, "agent_core"):
        await supervisor.start()
        async with listening(hub, run.session_id, run.pk) as listener:
            await listener.wait_for("run_finished")
        await supervisor.stop()
    after = await in_db_thread(lambda: figures(client))

    def grown(name: str) -> float:
        return after.get(name, 0.0) - before.get(name, 0.0)

    assert grown('travelagent_runs_finished_total{status="succeeded"}') == 1
    assert grown("travelagent_run_seconds_count") == 1
    calls = [e.data["tool"] for e in listener.of("tool_end") if e.data["status"] == "success"]
    for tool in set(calls):
        assert grown(f'travelagent_tool_calls_total{{status="success",tool="{tool}"}}') == calls.count(tool)
    assert after['travelagent_runs_open{status="queued"}'] == 0


def test_a_log_line_names_the_run_that_it_belongs_to() -> None:
    import structlog
    from django.conf import settings

    formatter = logging.config.DictConfigurator(settings.LOGGING).configure_formatter(
        settings.LOGGING["formatters"]["json"]
    )
    record = logging.LogRecord("travelagent.x", logging.INFO, "", 1, "saved", None, None)
    with structlog.contextvars.bound_contextvars(run="run_1", session="ses_1"):
        line = json.loads(formatter.format(record))
    assert (line["event"], line["run"], line["session"]) == ("saved", "run_1", "ses_1")


def test_the_gauges_ask_no_database_when_they_are_registered() -> None:
    assert list(metrics.OpenRuns().describe()) == []
