"""Hostile use of one server: `python -m benchmarks hostile [--mixes 3000] [--seed 23] [--only PART …]`.

- `texts`: patterns repeated to 5,000 characters, and random mixes of words, each as a run; every pattern twice in one
  conversation. Limits: a run 1.0 s, `/live` 250 ms (99th percentile) meanwhile, the second time no longer than the
  first and a tenth of a second. Some of the texts wish for a plan; these runs are counted apart, since they take what
  planning takes.
- `plans`: ten visitors with plans of eight cities and thirty days, beside them one who plans two days in a city, again
  and again. Limits: 5 s (95th percentile) from message to end, the first event in 300 ms; each long plan must end.
- `sockets`: 600 quiet sockets, and one visitor who opens all there is room for and sends commands over them for 10 s
  without end. Limits: `/live` 300 ms (99th percentile) for others, whose sockets stay open.
- `attackers`: three visitors at one address who send the costliest things, one kind after the other for 20 s each, at a
  server that throttles as it comes. Limits beside each of them: `/live` 300 ms (99th percentile), a short plan 5 s and
  a write 1 s (95th), and at most 1.2 times the server's memory of before.
- `runs`: 500 runs of all kinds. Limits: the memory of the server and its processes grows by less than 30 MB, and the
  database by 40 kB a run.
"""

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import httpx

from benchmarks.figures import Figure
from benchmarks.hostile.attackers import attackers
from benchmarks.hostile.plans import plans
from benchmarks.hostile.runs import runs
from benchmarks.hostile.sockets import sockets
from benchmarks.hostile.texts import texts
from benchmarks.served import Served, served

Part = Callable[[httpx.AsyncClient, Served, Any], Awaitable[list[Figure]]]
PARTS: dict[str, Part] = {
    "texts": lambda client, _, options: texts(client, options.seed, options.mixes),
    "plans": lambda client, *_: plans(client),
    "sockets": lambda client, server, _: sockets(client, server),
    "attackers": lambda client, server, _: attackers(client, server),
    "runs": lambda client, server, _: runs(client, server),
}

THROTTLED = {"THROTTLE_READS": "1200", "THROTTLE_WRITES": "120", "THROTTLE_RUNS": "60"}
"""As a server throttles that has no settings of its own."""


def main(arguments: Sequence[str] = ()) -> list[Figure]:
    """Run the chosen parts, each on a server of its own; return their figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks hostile", description=__doc__)
    parser.add_argument("--mixes", type=int, default=3_000)
    parser.add_argument("--seed", type=int, default=23)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    options = parser.parse_args(arguments)
    figures: list[Figure] = []
    for name in options.only:
        with served(**(THROTTLED if name == "attackers" else {})) as server:
            figures += asyncio.run(_part(PARTS[name], server, options))
    return figures


async def _part(part: Part, server: Served, options: argparse.Namespace) -> list[Figure]:
    async with httpx.AsyncClient(base_url=server.url, headers=server.headers, timeout=60) as client:
        return await part(client, server, options)
