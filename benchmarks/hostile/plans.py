"""Long plans of several people, and the short ones of others beside them."""

import asyncio
import time

import httpx

from benchmarks.figures import Figure, at_least, limit
from benchmarks.hostile.visitors import LONG_LOOK_S, Visitor, percentile, watched

SHORT_S, FIRST_EVENT_S = 5.0, 0.3
HEAVY = 10
LIGHT = 20
LONG_PLAN = "Plan 30 days in Rome, Florence, Venice, Paris, London, Amsterdam, Berlin and Prague"
SHORT_PLAN = "Plan 2 days in Lisbon"


async def plans(client: httpx.AsyncClient) -> list[Figure]:
    began = time.monotonic()

    async def long(number: int) -> tuple[str, float]:
        found = await Visitor(client, f"long-{number}", LONG_LOOK_S).send(LONG_PLAN)
        return str(found["status"]), time.monotonic() - began

    async with watched(client) as latency:
        heavy = [asyncio.create_task(long(number)) for number in range(HEAVY)]
        await asyncio.sleep(1.0)
        light = [await Visitor(client, f"short-{number}").first_event_s(SHORT_PLAN) for number in range(LIGHT)]
        beside = sum(not task.done() for task in heavy)
        ended = await asyncio.gather(*heavy)
    whole, first = percentile([s for _, s in light], 95), percentile([s for s, _ in light], 95)
    well = sum(status == "succeeded" for status, _ in ended)
    print(f"a short plan beside {HEAVY} long ones: p95 {whole:.2f} s, limit {SHORT_S} s ({beside} still at work)")
    print(f"its first event: p95 {first * 1000:.0f} ms, limit {FIRST_EVENT_S * 1000:.0f} ms")
    print(f"long plans: {well} of {HEAVY} succeeded, the last after {max(s for _, s in ended):.1f} s")
    print(f"/live: p99 {latency.p99_s * 1000:.0f} ms of {len(latency.seconds)}")
    return [
        Figure(f"a plan beside {HEAVY} long ones, p95", whole, "s", limit(SHORT_S)),
        Figure(f"a first event beside {HEAVY} long plans, p95", first, "s", limit(FIRST_EVENT_S)),
        Figure("long plans that succeed", well, "", at_least(HEAVY)),
    ]
