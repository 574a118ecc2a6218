"""PostgreSQL, Redis, two servers, two workers: whichever of them is killed, runs finish and their events come once."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.services.test_killed_server import begun, ended_well
from tests.support.cluster import Cluster
from tests.support.partner import Followed, Partner

pytestmark = pytest.mark.services

SECONDS = 90


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Cluster, str]]:
    folder = tmp_path_factory.mktemp("scaled")
    points = folder / "points"
    points.mkdir()
    cluster = Cluster(folder, settings={"SLOW_POINTS": str(points)})
    try:
        yield cluster, cluster.start()
    finally:
        cluster.close()


@pytest.fixture
def cluster(running: tuple[Cluster, str]) -> Cluster:
    """The cluster, whole again whatever the last test has done to it."""
    found, _ = running
    found.mend()
    return found


@pytest.fixture
def partner(running: tuple[Cluster, str], cluster: Cluster) -> Partner:
    return Partner([server.url for server in cluster.web], running[1])


async def test_it_works(partner: Partner) -> None:
    async with asyncio.timeout(SECONDS):
        followed = await partner.ask("plan and save")

    assert followed.connections == 1
    await ended_well(partner, followed, tools=3)


@pytest.mark.full
async def test_two_pages_at_two_servers_see_the_same(partner: Partner) -> None:
    session = await partner.new_session()
    followed = Followed(session)
    asking = asyncio.create_task(partner.ask("plan, in 40 pieces", followed))
    await followed.until("tool_start")
    async with asyncio.timeout(SECONDS):
        other = await partner.ask("", Followed(session, followed.run))
        await asking

    assert other.events == followed.events
    await ended_well(partner, followed, tools=2)


@pytest.mark.parametrize("point", ["tool", "approved", "written", "commit"])
@pytest.mark.sampled
async def test_a_worker_that_dies_is_replaced_by_the_other(cluster: Cluster, partner: Partner, point: str) -> None:
    token = cluster.folder / "points" / f"{point}-1"
    token.touch()
    async with asyncio.timeout(SECONDS):
        followed = await partner.ask("plan and save")

    assert not token.exists()
    assert [worker.process.poll() is None for worker in cluster.work if worker.process].count(False) == 1
    await ended_well(partner, followed, tools=3)
    assert (await partner.trips_of(followed)) == 1


@pytest.mark.full
async def test_a_worker_that_is_stopped_hands_its_runs_over(cluster: Cluster, partner: Partner) -> None:
    runs = [await begun(partner, "plan, in 80 pieces") for _ in range(6)]
    await asyncio.gather(*(followed.until("tool_start") for followed, _ in runs))
    assert await asyncio.to_thread(cluster.work[0].stop) == 0
    async with asyncio.timeout(SECONDS):
        await asyncio.gather(*(asking for _, asking in runs))

    for followed, _ in runs:
        await ended_well(partner, followed, tools=2)


@pytest.mark.full
async def test_a_killed_server_costs_a_reconnect(cluster: Cluster, partner: Partner) -> None:
    runs = [await begun(partner, "plan, in 60 pieces") for _ in range(4)]
    await asyncio.gather(*(followed.until("tool_end") for followed, _ in runs))
    await asyncio.to_thread(cluster.web[0].kill)
    async with asyncio.timeout(SECONDS):
        await asyncio.gather(*(asking for _, asking in runs))

    assert any(followed.connections > 1 for followed, _ in runs)
    for followed, _ in runs:
        await ended_well(partner, followed, tools=2)


@pytest.mark.full
async def test_redis_may_be_gone_for_ten_seconds(cluster: Cluster, partner: Partner) -> None:
    before, asking = await begun(partner, "plan, in 300 pieces")
    await before.until("tool_end")
    await asyncio.to_thread(cluster.redis.kill)
    async with asyncio.timeout(SECONDS):
        began = asyncio.get_running_loop().time()
        during = await partner.ask("plan and save")
        await asyncio.sleep(max(0.0, began + 10 - asyncio.get_running_loop().time()))
        await asyncio.to_thread(cluster.redis.start)
        behind = await partner.ask("plan")
        await asking

    for followed, tools in ((before, 2), (during, 3), (behind, 2)):
        await ended_well(partner, followed, tools=tools)


@pytest.mark.full
async def test_postgres_may_be_restarted_under_the_runs(cluster: Cluster, partner: Partner) -> None:
    runs = [await begun(partner, "plan and save in 60 pieces") for _ in range(6)]
    await asyncio.gather(*(followed.until("tool_start") for followed, _ in runs))
    await asyncio.to_thread(cluster.postgres.kill)
    await asyncio.sleep(1)
    await asyncio.to_thread(cluster.postgres.start)
    async with asyncio.timeout(SECONDS):
        await asyncio.gather(*(asking for _, asking in runs))

    for followed, _ in runs:
        await ended_well(partner, followed, tools=3)
        assert (await partner.trips_of(followed)) == 1
