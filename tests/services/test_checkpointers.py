"""What every checkpointer keeps to, in memory and in a real Redis."""

import dataclasses
import json
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta

import pytest
from redis.asyncio import Redis

from agent_core.checkpoint import Checkpoint, Checkpointer, InMemoryCheckpointer
from agent_core.messages import call
from agent_core.proposals import InMemoryProposals
from agent_core.state import AgentState, load_state
from agent_core.testing import calls, text
from tests.agent_core.cast import Ledger, add, agent_with, task
from tests.agent_core.test_resume import RELEASED
from tests.services.redis_server import redis_server
from travelagent.chat.redis_checkpointer import RedisCheckpointer


@pytest.fixture(scope="module")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with redis_server(tmp_path_factory.mktemp("redis")) as url:
        yield url


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    client = Redis.from_url(redis_url)
    await client.flushdb()
    yield client
    await client.aclose()


@pytest.fixture(params=["memory", pytest.param("redis", marks=pytest.mark.services)])
def checkpointer(request: pytest.FixtureRequest) -> Checkpointer:
    if request.param == "memory":
        return InMemoryCheckpointer()
    return RedisCheckpointer(request.getfixturevalue("redis"))


def state(run: str, **more: object) -> AgentState:
    return dataclasses.replace(task("规划北京三日游", run=run).start(), **more)


async def test_an_unknown_run_has_none(checkpointer: Checkpointer) -> None:
    await checkpointer.save(Checkpoint("r1", "agent", state("r1")))

    assert await checkpointer.load("r2") is None


async def test_the_newest_one_wins(checkpointer: Checkpointer) -> None:
    for step, node in enumerate(["agent", "tools", "update_state"]):
        await checkpointer.save(Checkpoint("r1", node, state("r1", step=step)))

    assert await checkpointer.load("r1") == Checkpoint("r1", "update_state", state("r1", step=2))


async def test_runs_and_what_is_nested_in_them_are_parted(checkpointer: Checkpointer) -> None:
    runs = ["r1", "r1/c1", "r1/c1/i1", "r10", "r2"]
    for run in runs:
        await checkpointer.save(Checkpoint(run, "agent", state(run)))

    for run in runs:
        assert await checkpointer.load(run) == Checkpoint(run, "agent", state(run))


@pytest.mark.parametrize("name", RELEASED)
async def test_a_state_survives_exactly(checkpointer: Checkpointer, name: str) -> None:
    stored = RELEASED[name]
    checkpoint = Checkpoint("r1", stored["node"], load_state(stored["state"]))

    await checkpointer.save(checkpoint)

    assert await checkpointer.load("r1") == checkpoint


async def test_a_paused_run_goes_on_from_it(checkpointer: Checkpointer) -> None:
    ledger, proposals = Ledger(), InMemoryProposals()
    more = {"tools": (add, ledger.book), "proposals": proposals, "checkpointer": checkpointer}
    proposing = agent_with(calls(call("c1", "add", a=1, b=2), call("w1", "book", seat=7)), **more)
    paused = await proposing.run(task(run="r1", owner="ann"))
    proposals.decide(paused.waits_for[0], "approve", "ann")

    done = await agent_with(text("座位 7 已订好。"), **more).resume("r1")

    assert (done.final_reply, ledger.written) == ("座位 7 已订好。", [7])
    assert [row.action.id for row in done.history if row.action] == ["c1", "w1"]


@pytest.mark.services
async def test_in_redis_it_is_gone_some_time_after_the_last_one(redis: Redis) -> None:
    checkpointer = RedisCheckpointer(redis, kept=timedelta(hours=1))
    await checkpointer.save(Checkpoint("r1", "agent", state("r1")))
    assert 0 < await redis.ttl("checkpoint:r1") <= 3600

    await redis.expire("checkpoint:r1", 5)
    await checkpointer.save(Checkpoint("r1", "tools", state("r1")))

    assert await redis.ttl("checkpoint:r1") > 5


@pytest.mark.services
async def test_in_redis_it_is_readable_json(redis: Redis) -> None:
    await RedisCheckpointer(redis).save(Checkpoint("r1", "agent", state("r1")))

    stored = json.loads(await redis.get("checkpoint:r1"))

    assert (stored["node"], stored["state"]["messages"][0]["text"]) == ("agent", "规划北京三日游")
