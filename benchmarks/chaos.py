"""Runs under random kills: `python -m benchmarks chaos [--runs 100] [--kills 100] [--seed 1]`.

The scaled profile (PostgreSQL, Redis, two servers, three workers), with a slow model and clients that plan a day, save
it with a confirmation, and read on. Meanwhile, by a seeded draw, processes are killed: a server, a worker, Redis for
some seconds, PostgreSQL; and, most of the time, a worker dies at a chosen point: inside a tool, between approval and
write, behind the write, or in the middle of a commit of the event log. What died is started again a little later; the
next blow waits until two workers and a server are ready, for where nobody is alive nothing can be killed.

Runs are begun until there have been enough of them and of kills. In the end every run must have succeeded with the
itinerary that the same request gets when nothing is killed; every client must have seen exactly the log, each number
once and in order; no tool may have ended twice, and every session must hold one saved trip.
"""

import argparse
import asyncio
import itertools
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure, limit
from tests.support.cluster import Cluster
from tests.support.partner import Followed, Partner
from tests.support.server import UNTHROTTLED

CITIES = ("Kyoto", "Paris", "Beijing", "London", "Rome", "Vienna", "Prague", "Lisbon", "Madrid", "Berlin")
POINTS = ("tool", "tool", "approved", "written", "commit", "commit")
PIECES = 100
AT_ONCE = 10
PAUSE_S = (1.0, 4.0)
LONGEST_S = 45 * 60.0


class Chaos:
    """Kills processes by a seeded draw until it is stopped, and restarts what it has killed."""

    def __init__(self, cluster: Cluster, points: Path, seed: int) -> None:
        self._cluster = cluster
        self._points = points
        self._random = random.Random(seed)
        self._tokens = 0
        self.done: Counter[str] = Counter()

    @property
    def at_points(self) -> Counter[str]:
        """How many workers have died at each point."""
        return Counter(path.name.split("-")[1] for path in self._points.glob("used-*"))

    @property
    def kills(self) -> int:
        return self.done.total() + self.at_points.total()

    async def work(self, kills: int) -> None:
        """Kill until so many are dead, then only mend, until cancelled."""
        while True:
            await self._mend()
            if self.kills >= kills:
                self._disarm()
            elif await asyncio.to_thread(self._can_take_it):
                await self._strike()
            await asyncio.sleep(self._random.uniform(*PAUSE_S))

    def _disarm(self) -> None:
        for token in self._points.glob("[!u]*"):
            token.unlink(missing_ok=True)

    def _can_take_it(self) -> bool:
        ready = [sum(part.is_ready() for part in parts) for parts in (self._cluster.work, self._cluster.web)]
        return ready[0] >= 2 and ready[1] >= 1

    async def _strike(self) -> None:
        actions: Mapping[Callable[[], Any], int] = {
            self._arm: 14,
            self._kill_worker: 3,
            self._kill_server: 3,
            self._kill_redis: 1,
            self._kill_postgres: 1,
        }
        action = self._random.choices(list(actions), weights=list(actions.values()))[0]
        await action()

    async def _arm(self) -> None:
        """Let the next worker that passes a point die there."""
        self._tokens += 1
        (self._points / f"{self._random.choice(POINTS)}-{self._tokens}").touch()

    async def _kill_worker(self) -> None:
        await asyncio.to_thread(self._random.choice(self._cluster.work).kill)
        self.done["worker"] += 1

    async def _kill_server(self) -> None:
        await asyncio.to_thread(self._random.choice(self._cluster.web).kill)
        self.done["server"] += 1

    async def _kill_redis(self) -> None:
        await asyncio.to_thread(self._cluster.redis.kill)
        await asyncio.sleep(self._random.uniform(1, 10))
        self.done["redis"] += 1

    async def _kill_postgres(self) -> None:
        await asyncio.to_thread(self._cluster.postgres.kill)
        self.done["postgres"] += 1

    async def _mend(self) -> None:
        """Start what is dead; it is ready some seconds later."""
        for service in (self._cluster.postgres, self._cluster.redis):
            if service.process is None:
                await asyncio.to_thread(service.start)
        for part in (*self._cluster.web, *self._cluster.work):
            if part.process is None or part.process.poll() is not None:
                await asyncio.to_thread(part.spawn)


def _itinerary(events: Sequence[Mapping[str, Any]]) -> Any:
    shown = [e["data"]["payload"] for e in events if e["type"] == "artifact" and e["data"]["kind"] == "itinerary"]
    return shown[0] if len(shown) == 1 else None


async def _faults(partner: Partner, seen: Followed, reference: Any, trips: int) -> list[str]:
    """What is wrong with a run that has ended, in whose session so many trips are saved."""
    log = await partner.log(seen.run)
    ended = Counter(e["data"]["id"] for e in log if e["type"] == "tool_end")
    checks = {
        "did not succeed": log[-1]["data"].get("status") == "succeeded",
        "has another itinerary": reference is not None and _itinerary(log) == reference,
        "client and log differ": log == seen.events,
        "numbers have a gap or a double": [e["seq"] for e in log] == list(range(1, len(log) + 1)),
        "a tool ended twice, or never": sorted(ended.values()) == [1, 1, 1],
        "finished more than once": sum(e["type"] == "run_finished" for e in log) == 1,
        "was not saved once": trips == 1,
    }
    return [f"{seen.run} {fault}" for fault, holds in checks.items() if not holds]


def _message(city: str) -> str:
    return f"plan {city} and save in {PIECES} pieces"


async def _play(cluster: Cluster, key: str, points: Path, runs: int, kills: int, seed: int) -> list[str]:
    urls = [server.url for server in cluster.web]
    calm = Partner(urls, key)
    references = {c: _itinerary((await calm.ask(_message(c).replace(str(PIECES), "5"))).events) for c in CITIES}
    if None in references.values():
        raise RuntimeError(f"a request gives no itinerary: {references}")
    chaos, numbers = Chaos(cluster, points, seed), itertools.count()
    lengths: list[float] = []
    ended: list[tuple[Followed, str]] = []

    async def one_after_another() -> None:
        while (number := next(numbers)) < runs or chaos.kills < kills:
            city, began = CITIES[number % len(CITIES)], time.monotonic()
            ended.append((await Partner(urls, key, seed=number).ask(_message(city)), city))
            lengths.append(time.monotonic() - began)
            print(f"{len(ended)} runs done, {chaos.kills} kills", flush=True)

    striking = asyncio.create_task(chaos.work(kills))
    ending = asyncio.gather(*(one_after_another() for _ in range(AT_ONCE)))
    async with asyncio.timeout(LONGEST_S):
        await asyncio.wait([striking, ending], return_when=asyncio.FIRST_COMPLETED)
        if striking.done():
            striking.result()  # it ends by an error alone
        await ending
    striking.cancel()
    await asyncio.wait([striking])
    await asyncio.to_thread(cluster.mend)
    trips = await calm.trips()
    faults = [
        fault for seen, city in ended for fault in await _faults(calm, seen, references[city], trips[seen.session])
    ]
    resumed = sum(e["type"] == "run_resumed" and e["data"]["reason"] == "recovered" for s, _ in ended for e in s.events)
    events = sum(seen.seq for seen, _ in ended)
    print(f"seed {seed}: {len(ended)} runs of {min(lengths):.1f} to {max(lengths):.1f} s, {events} events")
    print(f"killed: {dict(chaos.done)}; at points: {dict(chaos.at_points)}")
    print(f"runs recovered {resumed} times; clients reconnected {sum(s.connections - 1 for s, _ in ended)} times")
    return faults


def main(arguments: Sequence[str] = ()) -> list[Figure]:
    """Kill processes while runs work; return how many faults that left."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks chaos", description=__doc__)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        points = Path(folder) / "points"
        points.mkdir()
        settings = {
            "SLOW_POINTS": str(points),
            "SLOW_PAUSE_S": "0.05",
            "NUMBA_CACHE_DIR": str(Path(folder) / "numba"),
            **UNTHROTTLED,
        }
        cluster = Cluster(Path(folder), workers=3, settings=settings)
        try:
            key = cluster.start()
            faults = asyncio.run(_play(cluster, key, points, options.runs, options.kills, options.seed))
        finally:
            cluster.close()
    print("\n".join(faults) or "nothing lost, nothing doubled, nothing renumbered, nothing written twice")
    return [Figure(f"faults after {options.kills} kills in {options.runs} runs and more", len(faults), "", limit(0))]
