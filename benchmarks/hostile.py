"""Hostile use of one server: `python -m benchmarks.hostile [--mixes 3000] [--seed 23] [--only PART …]`.

- `texts`: patterns repeated to 5,000 characters, and random mixes of words, each as a run; every pattern twice in one
  conversation. Limits: a run 1.0 s, `/live` 250 ms (99th percentile) meanwhile, the second time no longer than the
  first and a tenth of a second. Some of the texts wish for a plan; these runs are told apart, since they take what
  planning takes.
- `plans`: ten visitors with plans of eight cities and thirty days, beside them one who plans two days in a city, again
  and again. Limits: 5 s (95th percentile) from message to end, the first event in 300 ms; each long plan must end.
"""

import argparse
import asyncio
import random
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

from benchmarks.served import served

CHARS = 5_000
RUN_S, AGAIN_S = 1.0, 0.1
LIVE_S = 0.25
SHORT_S, FIRST_EVENT_S = 5.0, 0.3
LOOK_S = 0.02
LONG_LOOK_S = 0.5
"""So often it is asked whether a run has ended: of the many that take long not so often that asking is a load."""
PATIENCE_S = 300.0
HEAVY = 10
SLOWEST = 8
PLANNING = {"generate_route", "change_route", "generate_route_plan"}
LIGHT = 20
PATTERNS: tuple[str, ...] = (
    *(",", ", ", "，", "。", " ", "!", "?", "-", "(", '"', "👍", "é", "\n", "1", "1,", "1 ", "12:", "¥100 ", "$", "%"),
    *("a", "a ", "and ", "or ", "not ", "the ", "from ", "to ", "from Rome to Paris ", "Rome and Paris and ", "Rome, "),
    *("two weeks and ", "3 days ", "next week ", "May ", "2026-05-01 ", "10:00 ", "kids ", "museum ", "Louvre "),
    *("in english ", "please ", "day 1 ", "half a ", "compare ", "cheaper "),
    *(
        "北京",
        "北京、",
        "故宫",
        "不",
        "去",
        "三天",
        "第一天",
        "半天",
        "九十零",
        "十",
        "改成",
        "5月",
        "5月1日到",
        "用中文",
        "父母",
    ),
)
WORDS = (
    *PATTERNS,
    *(
        "Kyoto ",
        "成都",
        "two ",
        "people ",
        "夫妻",
        "周末",
        "飞机",
        "高铁",
        "大学",
        "人均",
        "左右",
        "under ",
        "2000",
        "万一",
    ),
    *(
        "不吃辣",
        "vegetarian ",
        "hotel ",
        "住",
        "附近",
        "near ",
        "外滩",
        "出发",
        "回来",
        "home ",
        "arrive ",
        "at ",
        "然后",
        "如果",
    ),
)
LONG_PLAN = "Plan 30 days in Rome, Florence, Venice, Paris, London, Amsterdam, Berlin and Prague"
SHORT_PLAN = "Plan 2 days in Lisbon"


@dataclass
class Latency:
    """How long `/live` took, asked every few milliseconds."""

    seconds: list[float] = field(default_factory=list)

    @property
    def p99_s(self) -> float:
        return _percentile(self.seconds, 99)


class Visitor:
    """One person at the site, in one conversation."""

    def __init__(self, client: httpx.AsyncClient, name: str, look_s: float = LOOK_S) -> None:
        self._client = client
        self._look_s = look_s
        self._name = name
        self._session = ""

    async def says(self, message: str) -> dict[str, Any]:
        """Send a message, and return its run when that has ended."""
        if not self._session:
            made = await self._client.post("/api/v1/sessions/", json={"end_user": self._name})
            self._session = made.raise_for_status().json()["id"]
        path = f"/api/v1/sessions/{self._session}/runs/"
        sent = (await self._client.post(path, json={"message": message})).raise_for_status().json()
        return await self._ended(sent["id"])

    async def first_event_s(self, message: str) -> tuple[float, float]:
        """Send a message; the seconds until its first event and until its end."""
        if not self._session:
            made = await self._client.post("/api/v1/sessions/", json={"end_user": self._name})
            self._session = made.raise_for_status().json()["id"]
        began = time.monotonic()
        path = f"/api/v1/sessions/{self._session}/runs/"
        sent = (await self._client.post(path, json={"message": message})).raise_for_status().json()
        first = 0.0
        while not first:
            page = (await self._client.get(f"/api/v1/runs/{sent['id']}/events/")).raise_for_status().json()
            if page["results"]:
                first = time.monotonic() - began
            await asyncio.sleep(LOOK_S)
        await self._ended(sent["id"])
        return first, time.monotonic() - began

    async def _ended(self, run: str) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE_S):
            while True:
                found: dict[str, Any] = (await self._client.get(f"/api/v1/runs/{run}/")).raise_for_status().json()
                if found["status"] in ("succeeded", "failed", "cancelled"):
                    return found
                await asyncio.sleep(self._look_s)


@asynccontextmanager
async def watched(client: httpx.AsyncClient) -> Any:
    """Ask `/live` all the time."""
    latency = Latency()

    async def watch() -> None:
        while True:
            began = time.monotonic()
            (await client.get("/live")).raise_for_status()
            latency.seconds.append(time.monotonic() - began)
            await asyncio.sleep(LOOK_S)

    task = asyncio.create_task(watch())
    try:
        yield latency
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def texts(client: httpx.AsyncClient, seed: int, mixes: int) -> bool:
    drawn = random.Random(seed)
    took: list[tuple[float, str]] = []
    planned: list[tuple[float, str]] = []
    again: list[float] = []
    failed: list[str] = []

    async def run(visitor: Visitor, text: str) -> float | None:
        """The seconds of a run, None of one that planned."""
        began = time.monotonic()
        found = await visitor.says(text)
        seconds = time.monotonic() - began
        if found["status"] != "succeeded":
            failed.append(f"{found['status']}: {text[:40]!r}")
        plans = PLANNING & set(found["metadata"]["tools_used"])
        (planned if plans else took).append((seconds, text[:40]))
        return None if plans else seconds

    async with watched(client) as latency:
        for number, pattern in enumerate(PATTERNS):
            visitor, text = Visitor(client, f"pattern-{number}"), (pattern * CHARS)[:CHARS]
            text = text if text.strip() else text[:-1] + "x"
            first, second = await run(visitor, text), await run(visitor, text)
            if first is not None and second is not None:
                again.append(second - first)
        for number in range(mixes):
            await run(Visitor(client, f"mix-{number % 100}"), _mix(drawn))
    slowest, text = max(took)
    print(f"{len(PATTERNS)} patterns twice, {mixes} mixes: slowest run {slowest:.2f} s ({text!r}), limit {RUN_S} s")
    print(f"beside them {len(planned)} that planned, the slowest {max(planned, default=(0.0, ''))[0]:.2f} s")
    print("the slowest:", ", ".join(f"{seconds:.2f} s {start!r}" for seconds, start in sorted(took)[-SLOWEST:]))
    print(f"the second time {max(again):+.2f} s at most, limit {AGAIN_S:+.2f} s")
    print(f"/live: p99 {latency.p99_s * 1000:.0f} ms of {len(latency.seconds)}, limit {LIVE_S * 1000:.0f} ms")
    for line in failed[:20]:
        print(f"did not succeed: {line}")
    return slowest <= RUN_S and latency.p99_s <= LIVE_S and max(again) <= AGAIN_S and not failed


def _mix(drawn: random.Random) -> str:
    vocabulary = drawn.sample(WORDS, drawn.randint(1, 8))
    text = ""
    while len(text) < CHARS:
        text += drawn.choice(vocabulary)
    text = text[:CHARS].strip()
    return text or "x"


async def plans(client: httpx.AsyncClient, seed: int, mixes: int) -> bool:
    began = time.monotonic()

    async def long(number: int) -> tuple[str, float]:
        found = await Visitor(client, f"long-{number}", LONG_LOOK_S).says(LONG_PLAN)
        return str(found["status"]), time.monotonic() - began

    async with watched(client) as latency:
        heavy = [asyncio.create_task(long(number)) for number in range(HEAVY)]
        await asyncio.sleep(1.0)
        light = [await Visitor(client, f"short-{number}").first_event_s(SHORT_PLAN) for number in range(LIGHT)]
        beside = sum(not task.done() for task in heavy)
        ended = await asyncio.gather(*heavy)
    whole, first = _percentile([s for _, s in light], 95), _percentile([s for s, _ in light], 95)
    well = sum(status == "succeeded" for status, _ in ended)
    print(f"a short plan beside {HEAVY} long ones: p95 {whole:.2f} s, limit {SHORT_S} s ({beside} still at work)")
    print(f"its first event: p95 {first * 1000:.0f} ms, limit {FIRST_EVENT_S * 1000:.0f} ms")
    print(f"long plans: {well} of {HEAVY} succeeded, the last after {max(s for _, s in ended):.1f} s")
    print(f"/live: p99 {latency.p99_s * 1000:.0f} ms of {len(latency.seconds)}")
    return whole <= SHORT_S and first <= FIRST_EVENT_S and well == HEAVY


def _percentile(values: Sequence[float], percent: int) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


PARTS: dict[str, Callable[[httpx.AsyncClient, int, int], Awaitable[bool]]] = {"texts": texts, "plans": plans}


def main(arguments: Sequence[str] = ()) -> int:
    """Run, print, and return the exit code: 1 where a limit is not kept."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hostile", description=__doc__)
    parser.add_argument("--mixes", type=int, default=3_000)
    parser.add_argument("--seed", type=int, default=23)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    options = parser.parse_args(arguments)
    kept = True
    for name in options.only:
        with served(THROTTLE_RUNS="0", THROTTLE_READS="0") as (url, headers):
            kept &= asyncio.run(_part(PARTS[name], url, headers, options.seed, options.mixes))
    return int(not kept)


async def _part(
    part: Callable[[httpx.AsyncClient, int, int], Awaitable[bool]],
    url: str,
    headers: dict[str, str],
    seed: int,
    mixes: int,
) -> bool:
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=60) as client:
        return await part(client, seed, mixes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
