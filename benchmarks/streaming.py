"""How many runs one process streams: `python -m benchmarks streaming [--runs 50,100,150,200] [--profiles …]`.

Every run gives 200 events at 40 a second, each is kept in the log before it is published, and each has a client of its
own that reads it from a socket. Measured is the time from an event's emission to its arrival there, and the processor
time that the servers spend on an event, both while all runs are streaming: their start is left out. The same clients
read, in turn, from a bare ASGI socket server that keeps nothing.

Profiles: `daphne` and `uvicorn` are the embedded profile (SQLite) in one process, each beside the bare server on the
same; `scaled1` and `scaled2` are PostgreSQL, Redis, one daphne and so many workers. The clients share the machine with
the servers. `others` is what else was running there, in processors: where it is not near 0, trust the processor time.
A step over the limit is measured twice before the climb ends.
"""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from benchmarks.figures import Figure
from benchmarks.streaming_server import EVENTS, RATE
from tests.support.cluster import Cluster
from tests.support.server import ROOT, UNTHROTTLED, Server, free_port

ENTRY = ("-m", "benchmarks.streaming_server")
LIMIT_MS = 100.0
TRIES = 2
SETTLE_S = 1.0
PER_RUN_S = 0.04
STARTING = 20
DRAIN_S = 20.0
TICKS = os.sysconf("SC_CLK_TCK")
WIDE = {**UNTHROTTLED, "RUNS_PER_PROCESS": "1000", "RUNS_PER_PARTNER": "1000", "RUNS_WAITING": "1000"}
SESSIONS = """
import sys
from travelagent.accounts.models import Partner
from travelagent.chat.models import ChatSession
from travelagent.accounts.actors import Actor
from travelagent.chat import actions
actor = Actor(partner=Partner.objects.get().pk)
print(*(actions.create_session(actor, end_user=str(n)).pk for n in range(%d)))
"""


@dataclass(frozen=True)
class Target:
    """Something to read from: where its sockets are, and which processes it consists of."""

    name: str
    addresses: Sequence[str]
    headers: Mapping[str, str]
    parts: Mapping[str, Sequence[int]]
    bare: bool = False


@dataclass(frozen=True)
class Figures:
    """What a number of runs at once gave. Processor times in microseconds an event."""

    runs: int
    p50_ms: float
    p95_ms: float
    cpu_us: Mapping[str, float]
    others: float

    @property
    def total_us(self) -> float:
        return sum(self.cpu_us.values())


async def measure(target: Target, runs: int) -> Figures:
    """Let so many runs stream at once. Raises RuntimeError when an event is missing or out of order."""
    begin = time.time() + 3.0 + runs * PER_RUN_S
    starting = asyncio.Semaphore(STARTING)
    readers = [asyncio.create_task(_read(a, target, begin, starting)) for a in target.addresses[:runs]]
    await asyncio.sleep(begin - SETTLE_S - time.time())
    before, machine = {name: cpu_seconds(pids) for name, pids in target.parts.items()}, _machine_s()
    own = time.process_time()
    await asyncio.sleep(begin + EVENTS / RATE + SETTLE_S - time.time())
    spent = {name: cpu_seconds(pids) - before[name] for name, pids in target.parts.items()}
    others = _machine_s() - machine - sum(spent.values()) - (time.process_time() - own)
    async with asyncio.timeout(DRAIN_S):
        latencies = sorted(latency for read in await asyncio.gather(*readers) for latency in read)
    late = statistics.quantiles(latencies, n=20)
    return Figures(
        runs,
        statistics.median(latencies) * 1000,
        late[-1] * 1000,
        {name: seconds / (runs * EVENTS) * 1e6 for name, seconds in spent.items()},
        others / (EVENTS / RATE + 2 * SETTLE_S),
    )


async def _read(address: str, target: Target, begin: float, starting: asyncio.Semaphore) -> list[float]:
    """One client: the seconds that each event took to arrive."""
    async with starting:
        socket = await connect(
            address, additional_headers=target.headers, compression=None, open_timeout=60, ping_interval=None
        )
        if target.bare:
            await socket.send(f"{begin:.3f}")
        else:
            await _started(socket, begin)
    if time.time() > begin:
        raise RuntimeError("the runs did not start in time")
    async with socket:
        arrived = []
        while len(arrived) < EVENTS:
            frame = await socket.recv()
            arrived.append((time.time(), frame))
    return [at - _emitted(number, frame) for number, (at, frame) in enumerate(arrived, 2 - target.bare)]


async def _started(socket: ClientConnection, begin: float) -> None:
    await socket.recv()
    await socket.send(json.dumps({"type": "run.start", "message": f"{begin:.3f}"}))
    while (frame := json.loads(await socket.recv())).get("type") != "run_started":
        if frame["type"] == "rejected":
            raise RuntimeError(frame["message"])


def _emitted(number: int, frame: str | bytes) -> float:
    """When an event was emitted, which must be the one of this number."""
    event: dict[str, Any] = json.loads(frame)
    if event.get("seq") != number:
        raise RuntimeError(f"event {number} is missing: {event}")
    return float(event["data"]["message"].split()[0])


def cpu_seconds(pids: Sequence[int]) -> float:
    """Processor time of these processes and their children, in seconds."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            values = path.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        found[int(path.parent.name)] = int(values[1]), (int(values[11]) + int(values[12])) / TICKS
    return sum(seconds for pid, (parent, seconds) in found.items() if pid in pids or parent in pids)


def _machine_s() -> float:
    """Processor time of the whole machine that was not idle, in seconds."""
    values = [int(value) for value in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    return (sum(values) - values[3] - values[4]) / TICKS


@contextmanager
def _bare(server: str) -> Iterator[Target]:
    port = free_port()
    process = subprocess.Popen([sys.executable, *ENTRY, f"bare-{server}", str(port)], cwd=ROOT)
    try:
        _until_open(port, process)
        addresses = [f"ws://127.0.0.1:{port}/"] * 1000
        yield Target(f"bare {server}", addresses, {}, {"server": [process.pid]}, bare=True)
    finally:
        process.terminate()
        process.wait()


@contextmanager
def _embedded(server: str, most: int) -> Iterator[Target]:
    with tempfile.TemporaryDirectory() as folder:
        product = Server(Path(folder), (*ENTRY, "manage.py"), settings=WIDE)
        product.manage("prepare")
        key = product.manage("create_api_key", "benchmark").strip().splitlines()[-1]
        sessions = _sessions(product, most)
        try:
            if server == "daphne":
                product.start()
            else:
                product.port = free_port()
                command = [sys.executable, *ENTRY, server, str(product.port)]
                product.process = subprocess.Popen(command, cwd=ROOT, env=product.environment)
                product.wait_until_ready()
            assert product.process is not None
            yield Target(f"product, {server}", *_sockets(product, sessions, key), {"server": [product.process.pid]})
        finally:
            product.stop()


@contextmanager
def _scaled(workers: int, most: int) -> Iterator[Target]:
    with tempfile.TemporaryDirectory() as folder:
        entry = (*ENTRY, "manage.py"), (*ENTRY, "celery")
        cluster = Cluster(Path(folder), 1, workers, {**WIDE, "RUNS_PER_PROCESS": str(-(-most // workers))}, *entry)
        try:
            key = cluster.start()
            parts = {
                "web": [part.process.pid for part in cluster.web if part.process],
                "workers": [part.process.pid for part in cluster.work if part.process],
                "postgres": [cluster.postgres.process.pid] if cluster.postgres.process else [],
                "redis": [cluster.redis.process.pid] if cluster.redis.process else [],
            }
            sessions = _sessions(cluster.web[0], most)
            yield Target(f"product, {workers} workers", *_sockets(cluster.web[0], sessions, key), parts)
        finally:
            cluster.close()


def _sessions(server: Server, number: int) -> Sequence[str]:
    return server.manage("shell", "--verbosity", "0", "-c", SESSIONS % number).split()


def _sockets(server: Server, sessions: Sequence[str], key: str) -> tuple[Sequence[str], Mapping[str, str]]:
    address = server.url.replace("http", "ws")
    return [f"{address}/ws/sessions/{session}/" for session in sessions], {"Authorization": f"Bearer {key}"}


def _until_open(port: int, process: subprocess.Popen[bytes]) -> None:
    import socket

    while process.poll() is None:
        with socket.socket() as client:
            if client.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError("the bare server did not start")


def _show(target: Target, found: Figures, peer: Figures | None) -> None:
    parts = ", ".join(f"{name} {us:.0f}" for name, us in found.cpu_us.items()) if len(found.cpu_us) > 1 else ""
    beside = f"  {found.total_us / peer.total_us:4.1f}x bare" if peer else ""
    print(
        f"{target.name:20} {found.runs:4} runs  p50 {found.p50_ms:6.1f} ms  p95 {found.p95_ms:6.1f} ms"
        f"  cpu {found.total_us:4.0f} us/event{beside}  others {found.others:.2f}  {parts}",
        flush=True,
    )


def _climb(target: Target, ladder: Sequence[int], every: bool, peer: Target | None = None) -> list[Figure]:
    """Measure step by step until the latency is over the limit, TRIES times; return the most runs that were within it,
    and what an event cost there beside the peer.

    With `every` no step is left out, nor repeated.
    """
    best: Step | None = None
    for runs in ladder:
        for _ in range(1 if every else TRIES):
            step = _step(target, runs, peer)
            if step and step.found.p95_ms <= LIMIT_MS:
                best = step
                break
        else:
            if not every:
                break
    most = Figure(f"{target.name}: runs at once, p95 ≤ {LIMIT_MS:.0f} ms", best.found.runs if best else 0, "runs")
    if best is None or best.beside is None:
        return [most]
    ratio = best.found.total_us / best.beside.total_us
    return [most, Figure(f"{target.name}: processor time of an event beside the bare server", ratio, "×")]


@dataclass(frozen=True)
class Step:
    """A number of runs at once: the target's figures and those of its peer."""

    found: Figures
    beside: Figures | None


def _step(target: Target, runs: int, peer: Target | None) -> Step | None:
    """Measure one step, its peer before it; None when the target did not keep up at all."""
    beside = asyncio.run(measure(peer, runs)) if peer else None
    if peer and beside:
        _show(peer, beside, None)
    try:
        found = asyncio.run(measure(target, runs))
    except (RuntimeError, TimeoutError) as error:
        print(f"{target.name:20} {runs:4} runs  {type(error).__name__} {error}", flush=True)
        return None
    _show(target, found, beside)
    return Step(found, beside)


def main(arguments: Sequence[str] = ()) -> list[Figure]:
    parser = argparse.ArgumentParser(prog="python -m benchmarks streaming", description=__doc__)
    parser.add_argument("--runs", default="25,50,100,150,200,250,300")
    parser.add_argument("--profiles", default="daphne,uvicorn,scaled1,scaled2")
    parser.add_argument("--every", action="store_true", help="take every step, for the processor time alone")
    options = parser.parse_args(arguments)
    ladder = [int(runs) for runs in options.runs.split(",")]
    figures: list[Figure] = []
    for profile in options.profiles.split(","):
        if profile.startswith("scaled"):
            with _scaled(int(profile.removeprefix("scaled")), max(ladder)) as target:
                figures += _climb(target, ladder, options.every)
        else:
            with _bare(profile) as peer, _embedded(profile, max(ladder)) as target:
                figures += _climb(target, ladder, options.every, peer)
    return figures
