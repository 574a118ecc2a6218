"""Random requests: no infeasible plan, no crash, no sight left out that would simply fit, every refusal to the point.

`python -m benchmarks random_requests [--examples 10000]`: hypothesis draws towns and requests
(tests/planning/worlds.py); each plan is verified, the gaps between its stops are searched for room for what was left
out, one relaxation is applied and must work; each refusal's clash must really clash, be free of anything that is not
part of it, and its relaxation must make the request possible. The first violation ends the run with its smallest
example.
"""

import argparse
import time
from collections import Counter
from collections.abc import Sequence

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from benchmarks.figures import Figure, at_least
from tests.planning.worlds import hold_to_account, requests, sights

EXAMPLES = 10_000


def main(arguments: Sequence[str] = ()) -> list[Figure]:
    parser = argparse.ArgumentParser(prog="python -m benchmarks random_requests", description=__doc__)
    parser.add_argument("--examples", type=int, default=EXAMPLES)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    counts: Counter[str] = Counter()

    @seed(options.seed)
    @settings(
        max_examples=options.examples,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(data=st.data())
    def every_promise_is_kept(data: st.DataObject) -> None:
        candidates = data.draw(sights())
        request = data.draw(requests(candidates))
        counts[hold_to_account(request, candidates, data.draw(st.integers(0, 13)))] += 1

    began = time.perf_counter()
    every_promise_is_kept()
    taken = time.perf_counter() - began
    print(f"{counts.total()} requests in {taken:.0f} s: {counts['planned']} planned and verified, ", end="")
    print(f"{counts['infeasible']} refused with a smallest clash and a relaxation that works; violations: 0")
    return [
        Figure("requests without a violation", counts.total(), "", at_least(options.examples)),
        Figure("of them refused, with a relaxation that works", counts["infeasible"], ""),
    ]
