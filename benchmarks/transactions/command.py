"""`python -m benchmarks transactions [--only operations|wrong|planted] [--plans 200] [--first N] [--row WORD]`: changes
as transactions.

`operations`: forty operations that people want, at each door and in both languages: whether each has its effect, and
nothing else changes. `wrong`: ten random wrong operations upon each of so many plans: whether one takes away what it
does not mention, without being held back. `planted`: the ledger of so many plans, each with a violation planted into
it: whether it is found, and whether anything else is reported.
"""

from __future__ import annotations

import argparse
import logging
import os
from collections.abc import Sequence

import django

from benchmarks.figures import Figure

PLANS = 200
PARTS = ("operations", "wrong", "planted")


def main(arguments: Sequence[str] = ()) -> list[Figure]:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "travelagent.settings")
    os.environ["PROVIDERS"] = "off"  # what they answer differs from day to day
    django.setup()
    logging.disable(logging.CRITICAL)
    from benchmarks.transactions import operations, planted, wrong  # they need the settings

    parser = argparse.ArgumentParser(prog="python -m benchmarks transactions", description=__doc__)
    parser.add_argument("--only", choices=PARTS, action="append")
    parser.add_argument("--plans", type=int, default=PLANS)
    parser.add_argument("--first", type=int, default=0, help="seed of the first plan")
    parser.add_argument("--row", default="", help="only the operations with this word in their name")
    options = parser.parse_args(arguments)
    seeds = range(options.first, options.first + options.plans)
    figures: list[Figure] = []
    for part in options.only or PARTS:
        match part:
            case "operations":
                figures += operations.measure(options.row)
            case "wrong":
                figures += wrong.measure(seeds)
            case "planted":
                figures += planted.measure(seeds)
    return figures
