"""Messages that are hard to read, each as a run."""

import random
import time

import httpx

from benchmarks.figures import Figure, limit
from benchmarks.hostile.visitors import Visitor, watched

CHARS = 5_000
RUN_S, AGAIN_S = 1.0, 0.1
LIVE_S = 0.25
SLOWEST = 8
PLANNING = {"generate_route", "change_route", "generate_route_plan"}
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


async def texts(client: httpx.AsyncClient, seed: int, mixes: int) -> list[Figure]:
    drawn = random.Random(seed)
    took: list[tuple[float, str]] = []
    planned: list[tuple[float, str]] = []
    again: list[float] = []
    failed: list[str] = []

    async def run(visitor: Visitor, text: str) -> float | None:
        """The seconds of a run, None of one that planned."""
        began = time.monotonic()
        found = await visitor.send(text)
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
    return [
        Figure(f"slowest of {len(took)} hostile texts without a plan", slowest, "s", limit(RUN_S)),
        Figure("a pattern the second time, slower by", max(again), "s", limit(AGAIN_S)),
        Figure("/live meanwhile, p99", latency.p99_s, "s", limit(LIVE_S)),
        Figure("hostile texts that failed", len(failed), "", limit(0)),
    ]


def _mix(drawn: random.Random) -> str:
    vocabulary = drawn.sample(WORDS, drawn.randint(1, 8))
    text = ""
    while len(text) < CHARS:
        text += drawn.choice(vocabulary)
    text = text[:CHARS].strip()
    return text or "x"
