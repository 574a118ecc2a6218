"""Webhooks of the scaled profile: what runs change is delivered by a worker, whenever Celery's beat asks it to."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator

import pytest
from standardwebhooks import Webhook as Verifier

from tests.support.cluster import Cluster
from tests.support.partner import Partner
from tests.support.receiver import Receiver, receiving
from tests.support.server import ROOT, stopped

pytestmark = pytest.mark.services

SECONDS = 90


@pytest.fixture
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Cluster, str]]:
    """One server, one worker, and beat; a partner's key."""
    folder = tmp_path_factory.mktemp("webhooks")
    cluster = Cluster(folder, servers=1, workers=1, settings={"WEBHOOK_ALLOW_LOCAL": "true"})
    try:
        key = cluster.start()
        command = [sys.executable, "-m", "celery", "-A", "travelagent.celery", "beat", "--loglevel", "WARNING"]
        with (folder / "beat.log").open("ab") as log:
            environment = cluster.web[0].environment
            beat = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT)
        try:
            yield cluster, key
        finally:
            stopped(beat)
    finally:
        cluster.close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


@pytest.mark.full
async def test_what_runs_change_is_told_even_when_the_first_attempt_fails(
    cluster: tuple[Cluster, str], receiver: Receiver
) -> None:
    found, key = cluster
    partner = Partner([found.web[0].url], key)
    receiver.answers = [503, 200]
    made = (await partner.call("POST", "webhooks/", json={"url": receiver.url})).json()
    async with asyncio.timeout(SECONDS):
        followed = await partner.ask("plan and save")
        await asyncio.to_thread(receiver.wait_for, 4)

    delivered = [Verifier(made["secret"]).verify(body, headers) for headers, body in receiver.received]
    assert {t["type"] for t in delivered} == {"run.paused", "run.finished", "trip.changed"}
    assert {t["data"]["id"] for t in delivered if t["type"].startswith("run.")} == {followed.run}
    ids = [headers["webhook-id"] for headers, _ in receiver.received]
    assert len(set(ids)) == 3
    assert ids.count(ids[0]) == 2, json.dumps(delivered)
