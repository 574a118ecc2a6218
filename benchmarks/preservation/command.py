"""`python -m benchmarks preservation [--chains 300] [--length 5] [--seed N …]`: what chains of changes lose.

Printed are the share of the traveller's statements that hold after each change or are named in the answer's first line,
the losses by change and by statement, and the changes that were refused or not read.
"""

from __future__ import annotations

import argparse
import logging
import os
import time
from collections import Counter
from collections.abc import Sequence

import django

from benchmarks.figures import Figure, limit

CHAINS, LENGTH = 300, 5


def main(arguments: Sequence[str] = ()) -> list[Figure]:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "travelagent.settings")
    django.setup()
    logging.disable(logging.CRITICAL)
    from benchmarks.preservation.chains import Ran, run  # they need the settings

    parser = argparse.ArgumentParser(prog="python -m benchmarks preservation", description=__doc__)
    parser.add_argument("--chains", type=int, default=CHAINS)
    parser.add_argument("--length", type=int, default=LENGTH, help="changes of a chain")
    parser.add_argument("--seed", type=int, action="append")
    options = parser.parse_args(arguments)
    began = time.perf_counter()
    ran: list[Ran] = []
    for seed in options.seed or range(options.chains):
        ran.append(run(seed, options.length))
        for loss in ran[-1].losses:
            print(
                f"{loss.seed} {loss.door} {loss.change}: {loss.where} {loss.text} | {loss.answer[:160]!r}", flush=True
            )
    losses = [loss for each in ran for loss in each.losses]
    held = [loss for loss in losses if loss.stated is not None]
    checks = sum(each.checks for each in ran)
    whole = sum(not each.losses for each in ran)
    print(f"{len(ran)} chains, {sum(len(each.made) for each in ran)} changes in {time.perf_counter() - began:.0f} s")
    print(
        f"held or named: {checks - len(held)} of {checks} ({1 - len(held) / checks:.2%}); whole chains: {whole}", end=""
    )
    print(f"; had to give, and named: {sum(each.named for each in ran)}")
    print("lost by change:", dict(Counter(loss.change for loss in losses).most_common()))
    print("lost of:", dict(Counter(loss.stated.kind if loss.stated else loss.where for loss in losses).most_common()))
    print("refused or not read:", dict(Counter(name for each in ran for name in each.refused).most_common()))
    return [
        Figure("statements lost without a word", len(losses), "", limit(0)),
        Figure("statements held or named", 100 * (1 - len(held) / checks), "%"),
    ]
