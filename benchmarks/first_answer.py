"""How long a person waits: from sending a message over the WebSocket to the first event, and to the end of the run.

A server of its own in a temporary folder, one socket, one run after the other, rounds of which the first warms up.
Beside it, as the yardstick of the same machine at the same time, the round trip of a `ping` on the same socket. Then
the same questions to a model whose endpoint never answers, each run stopped where the model is asked. Then questions
that need live services, with every service silent and with none there.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.figures import Figure, limit
from benchmarks.served import Served, served
from tests.support.public_services.server import PublicServices
from tests.support.wire import Endpoint, Gate, Reply
from travelagent.providers.services import SERVICES

QUESTIONS = (
    "规划北京三日游",
    "Plan 3 days in Kyoto in April for two, under $900",
    "云南旅游推荐",
    "beach in January under 800 yuan a day",
    "成都有什么好吃的",
    "How much is a week in Paris for four?",
    "Plan 5 days in New York",
)
QUESTIONS_TO_SERVICES = (
    "规划北京三日游",
    "Plan 3 days in Rome in dollars, under 900 USD",
    "Will it rain in Kyoto tomorrow?",
    "成都明天天气怎么样",
    "Plan two days in Marburg",
    "规划采列两日游",
)
ROUNDS = 5
FIRST_LIMIT_MS, RUN_LIMIT_MS = 200.0, 3000.0
WITHOUT_SERVICES_LIMIT_MS = 300.0


@dataclass(frozen=True)
class Timing:
    """Milliseconds from sending."""

    first_ms: float
    run_ms: float


def main(arguments: Sequence[str] = ()) -> list[Figure]:
    argparse.ArgumentParser(prog="python -m benchmarks first_answer", description=__doc__).parse_args(arguments)
    with served() as server:
        worst = asyncio.run(_measure(*_session(server)))
    return [
        Figure("worst first event, embedded assistant", worst.first_ms, "ms", limit(FIRST_LIMIT_MS)),
        Figure("worst whole run, embedded assistant", worst.run_ms, "ms", limit(RUN_LIMIT_MS)),
        Figure("worst first event, silent endpoint", _worst_of_silent_model(), "ms", limit(FIRST_LIMIT_MS)),
        *(
            Figure(f"worst first event, live services {fault}", ms, "ms", limit(WITHOUT_SERVICES_LIMIT_MS))
            for fault, ms in _worst_of_failing_services()
        ),
    ]


def _worst_of_silent_model() -> float:
    """The worst first event, in ms, with a model whose endpoint takes every request and never answers."""
    with tempfile.TemporaryDirectory() as folder, Endpoint().in_background() as endpoint:
        endpoint.play(*[Reply([Gate()]) for _ in range(len(QUESTIONS) * (ROUNDS + 1))])
        models = Path(folder) / "models.toml"
        models.write_text(f'[models.silent]\nmodel = "silent"\nbase_url = "{endpoint.url}"\ndefault = true\n')
        with served(TRAVELAGENT_MODELS_FILE=str(models)) as server:
            return asyncio.run(_measure_silent(*_session(server)))


def _worst_of_failing_services() -> Iterator[tuple[str, float]]:
    """The worst first event, in ms, with live services that never answer, and with services that are not there."""
    with PublicServices().serving() as services:
        for service in SERVICES:
            services.faults[service.key] = "slow"
        yield "silent", _measured(services.environment, "every service silent")
        absent = services.environment
    yield "down", _measured(absent, "every service down")


def _measured(settings: Mapping[str, str], title: str) -> float:
    with served(**settings) as server:
        return asyncio.run(_measure(*_session(server), QUESTIONS_TO_SERVICES, f"question, {title}")).first_ms


def _session(server: Served) -> tuple[str, dict[str, str]]:
    """The address of a new session's socket, and the headers to open it with."""
    headers = dict(server.headers)
    made = httpx.post(f"{server.url}/api/v1/sessions/", json={}, headers=headers).raise_for_status()
    return f"{server.url.replace('http', 'ws')}/ws/sessions/{made.json()['id']}/", headers


async def _measure_silent(address: str, headers: dict[str, str]) -> float:
    async with connect(address, additional_headers=headers) as socket:
        await socket.recv()
        print(f"{'question, to an endpoint that never answers':<52} {'first event':>12}")
        worst = 0.0
        for question in QUESTIONS:
            timings = [await _ask(socket, question, stop=True) for _ in range(ROUNDS + 1)][1:]
            first = statistics.median(t.first_ms for t in timings)
            worst = max(worst, first)
            print(f"{question:<52} {first:>12.1f}")
        print(f"worst first event: {worst:.1f} ms, {worst / FIRST_LIMIT_MS:.2f} of the limit")
        return worst


async def _measure(
    address: str, headers: dict[str, str], questions: Sequence[str] = QUESTIONS, title: str = "question"
) -> Timing:
    """Return the worst first event and the worst whole run with the embedded assistant."""
    async with connect(address, additional_headers=headers) as socket:
        await socket.recv()
        pings = [await _ping(socket) for _ in range(50)]
        print(f"{title:<52} {'first event':>12} {'whole run':>12}   (ms, median of {ROUNDS})")
        worst = Timing(0.0, 0.0)
        for question in questions:
            timings = [await _ask(socket, question) for _ in range(ROUNDS + 1)][1:]
            first = statistics.median(t.first_ms for t in timings)
            run = statistics.median(t.run_ms for t in timings)
            worst = Timing(max(worst.first_ms, first), max(worst.run_ms, run))
            print(f"{question:<52} {first:>12.1f} {run:>12.1f}")
        ping = statistics.median(pings)
        print(f"{'ping on the same socket':<52} {ping:>12.1f}")
        print(f"worst first event: {worst.first_ms:.1f} ms, {worst.first_ms / FIRST_LIMIT_MS:.2f} of the limit")
        print(f"worst whole run: {worst.run_ms:.1f} ms, {worst.run_ms / RUN_LIMIT_MS:.2f} of the limit")
        return worst


async def _ping(socket: ClientConnection) -> float:
    began = time.perf_counter()
    await socket.send('{"type": "ping"}')
    while json.loads(await socket.recv())["type"] != "pong":
        pass
    return (time.perf_counter() - began) * 1000


async def _ask(socket: ClientConnection, question: str, *, stop: bool = False) -> Timing:
    """One run; with `stop` it is cancelled as soon as the model is asked, behind the phase `planning`."""
    began = time.perf_counter()
    await socket.send(json.dumps({"type": "run.start", "message": question}))
    first = 0.0
    while True:
        frame = json.loads(await socket.recv())
        if "seq" in frame and not first:
            first = time.perf_counter()
        if stop and frame["type"] == "phase" and frame["data"]["phase"] == "planning":
            await socket.send(json.dumps({"type": "run.cancel", "run": frame["run"], "when": "immediate"}))
        if frame["type"] == "run_finished":
            return Timing((first - began) * 1000, (time.perf_counter() - began) * 1000)
