"""Real processes send their spans, at the latest when they stop; a run that changes its process keeps its trace."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.cluster import SLOW, Cluster
from tests.support.collector import Collector, collecting
from tests.support.partner import Followed, Partner
from tests.support.server import Server

pytestmark = pytest.mark.services

SECONDS = 90
SLOW_BATCHES = {"OTEL_BSP_SCHEDULE_DELAY": "600000"}
"""Ten minutes: what comes earlier was sent by the stop."""


@pytest.fixture
def collector() -> Iterator[Collector]:
    with collecting() as found:
        yield found


async def test_a_server_sends_the_last_spans_when_it_stops(collector: Collector, tmp_path: Path) -> None:
    points = tmp_path / "points"
    points.mkdir()
    own = {"SLOW_POINTS": str(points), "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url, "OTEL_SERVICE_NAME": "travel"}
    server = Server(tmp_path, SLOW, settings={**own, **SLOW_BATCHES})
    server.prepare()
    key = server.manage("create_api_key", "tests").strip().splitlines()[-1]
    server.start()
    try:
        async with asyncio.timeout(SECONDS):
            followed = await Partner([server.url], key).ask("plan, in 3 pieces")
        assert collector.spans == []
    finally:
        status = server.stop()

    assert status == 0
    root = collector.one("invoke_agent TravelAgent")
    assert (root.service, root.attributes["travelagent.run.id"]) == ("travel", followed.run)
    assert {span.name for span in collector.spans if span.parent == root.id} == {
        "chat slow",
        "execute_tool generate_route",
        "execute_tool get_city_info",
    }
    assert root.trace in server.log()


@pytest.mark.full
async def test_a_run_that_changes_its_worker_is_one_trace(collector: Collector, tmp_path: Path) -> None:
    points = tmp_path / "points"
    points.mkdir()
    own = {"SLOW_POINTS": str(points), "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url, **SLOW_BATCHES}
    cluster = Cluster(tmp_path, settings=own)
    try:
        key = await asyncio.to_thread(cluster.start)
        partner = Partner([server.url for server in cluster.web], key)
        followed = Followed(await partner.new_session())
        asking = asyncio.create_task(partner.ask("plan, in 100 pieces", followed))
        await followed.until("llm_token")
        for (
            worker
        ) in cluster.work:  # one after the other: the second takes what the first hands over, then hands it back
            await asyncio.to_thread(worker.stop)
            await asyncio.to_thread(cluster.mend)
        async with asyncio.timeout(SECONDS):
            await asking
        for worker in cluster.work:
            await asyncio.to_thread(worker.stop)
    finally:
        cluster.close()

    segments = collector.named("invoke_agent TravelAgent")
    assert len(segments) >= 2
    assert {span.trace for span in collector.spans} == {segments[0].trace}
    assert {span.parent for span in segments[1:]} == {segments[0].id}
    assert segments[0].attributes["travelagent.run.status"] == "interrupted"
    assert segments[-1].attributes["travelagent.run.status"] == "succeeded"
