"""`python -m benchmarks [NAME …]`: run the named benchmarks, or all of them, each against its peer or limit.

Exits with 1 and says which figures are past their limits when there are any. `python -m benchmarks model_eval …` takes
options of its own.
"""

import argparse
import sys
from collections.abc import Callable

from benchmarks import (
    agent_overhead,
    catalogue_sweep,
    chaos,
    first_answer,
    frozen_trips,
    hostile,
    long_trips,
    model_context,
    page,
    random_requests,
    streaming,
    toptw_gap,
    trip_page,
    trips,
    understanding,
    warm_ping,
)
from benchmarks.limits import OverLimit
from benchmarks.model_eval import command as model_eval
from benchmarks.preservation import command as preservation

ALL: dict[str, Callable[[], object]] = {
    "agent_overhead": agent_overhead.main,
    "catalogue_sweep": catalogue_sweep.main,
    "chaos": chaos.main,
    "first_answer": first_answer.main,
    "frozen_trips": frozen_trips.main,
    "hostile": hostile.main,
    "long_trips": long_trips.main,
    "model_context": model_context.main,
    "model_eval": model_eval.main,
    "page": page.main,
    "preservation": preservation.main,
    "random_requests": random_requests.main,
    "streaming": streaming.main,
    "toptw_gap": toptw_gap.main,
    "trip_page": trip_page.main,
    "trips": trips.main,
    "understanding": understanding.main,
    "warm_ping": warm_ping.main,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(ALL)}")
    if sys.argv[1:2] == ["model_eval"]:
        model_eval.main(sys.argv[2:])
        return
    names = parser.parse_args().names or list(ALL)
    past: list[str] = []
    for name in names:
        if name not in ALL:
            parser.error(f"unknown benchmark {name}; known: {', '.join(ALL)}")
        print(f"== {name}")
        try:
            ALL[name]()
        except OverLimit as error:
            past.append(f"{name}: {error}")
    if past:
        sys.exit("\n".join(past))


if __name__ == "__main__":
    main()
