"""How long the embedded assistant takes over the labelled sentences, against the limits it was given.

Two figures, each at the 95th percentile: one message understood, read afresh with nothing cached of it (limit 20 ms);
and one whole run of a conversation's turn over the WebSocket of a server of its own, from sending the message to the
run's end, plans, budgets and the event log included (limit 1.5 s).
"""

import argparse
import asyncio
import json
import statistics
import time
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import httpx
from websockets.asyncio.client import connect

from benchmarks.figures import Figure, limit
from benchmarks.served import served
from tests.understanding.test_labelled_set import TODAY, items_of
from travelagent.assistant.embedded.understanding import understand_turns
from travelagent.assistant.lexer.lexer import lexed
from travelagent.assistant.lexer.sentence import prepare

SETS = ("labelled.jsonl", "examples.jsonl")
MESSAGE_LIMIT_MS, RUN_LIMIT_MS = 20.0, 1500.0

Took: TypeAlias = tuple[float, str]
"""Milliseconds, and the message that they were spent on."""


def main(arguments: Sequence[str] = ()) -> list[Figure]:
    argparse.ArgumentParser(prog="python -m benchmarks understanding", description=__doc__).parse_args(arguments)
    talks = [item["turns"] for name in SETS for item in items_of(name)]
    message = _p95("a message understood", list(_messages(talks)), MESSAGE_LIMIT_MS)
    with served() as server:
        runs = asyncio.run(_runs(server.url, dict(server.headers), talks))
    return [message, _p95("a whole run", runs, RUN_LIMIT_MS)]


def _messages(talks: Sequence[Sequence[str]]) -> Iterator[Took]:
    """A message's milliseconds on average, each conversation read from its begin."""
    understand_turns(["规划北京三日游", "plan 3 days in Kyoto"], TODAY)
    for turns in talks:
        lexed.cache_clear()
        prepare.cache_clear()
        began = time.perf_counter()
        understand_turns(turns, TODAY)
        yield (time.perf_counter() - began) * 1000 / len(turns), turns[-1]


async def _runs(url: str, headers: dict[str, str], talks: Sequence[Sequence[str]]) -> list[Took]:
    """Milliseconds a run, every conversation in a session of its own, its turns one after the other."""
    took: list[Took] = []
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=30) as client:
        for turns in talks:
            made = (await client.post("/api/v1/sessions/", json={})).raise_for_status().json()
            address = f"{url.replace('http', 'ws')}/ws/sessions/{made['id']}/"
            async with connect(address, additional_headers=headers) as socket:
                await socket.recv()
                for turn in turns:
                    began = time.perf_counter()
                    await socket.send(json.dumps({"type": "run.start", "message": turn}))
                    while json.loads(await socket.recv())["type"] not in ("run_finished", "run_paused", "rejected"):
                        pass
                    took.append(((time.perf_counter() - began) * 1000, turn))
    return took


def _p95(name: str, took: list[Took], bound: float) -> Figure:
    """Print the distribution of the milliseconds and what took longest; return their 95th percentile."""
    took.sort()
    p95, _ = took[int(0.95 * len(took))]
    worst, text = took[-1]
    print(
        f"{name}: {len(took)} of them, median {statistics.median(ms for ms, _ in took):.1f} ms, p95 {p95:.1f} ms,"
        f" worst {worst:.1f} ms ({text}); p95 is {p95 / bound:.2f} of the limit of {bound:.0f} ms"
    )
    return Figure(f"{name}, p95 of {len(took)}", p95, "ms", limit(bound))
