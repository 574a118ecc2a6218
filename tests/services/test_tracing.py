"""A run that changes its worker, each of which sends its spans when it stops, is one trace."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services.test_killed_server import SLOW_BATCHES
from tests.support.cluster import Cluster
from tests.support.collector import Collector, collecting
from tests.support.partner import Followed, Partner

pytestmark = [pytest.mark.services, pytest.mark.full]

SECONDS = 90


@pytest.fixture
def collector() -> Iterator[Collector]:
    with collecting() as found:
        yield found


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
        for worker in cluster.work:  # one after the other: the second takes over from the first, then hands back
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
