"""The command line of the engine.

    python -m travelagent.planning toptw FILE --tours M --seconds S [--seed N]    solve a benchmark instance
    python -m travelagent.planning verify FILE     check {"itinerary", "sights", "request"} given as JSON
    python -m travelagent.planning warm            compile the kernel into numba's cache

`toptw` prints `{"score", "routes", "seconds"}` as its last line; `verify` prints the certificate and exits with 1 when
the plan is infeasible. A wrong input exits with 2 and the reason on stderr.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from travelagent.planning.messages import message
from travelagent.plans.errors import InvalidRequest, PlanningError
from travelagent.plans.values import LocalizedText


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m travelagent.planning")
    commands = parser.add_subparsers(dest="command", required=True)
    benchmark = commands.add_parser("toptw", help="solve a team orienteering instance")
    benchmark.add_argument("file", type=Path)
    benchmark.add_argument("--tours", type=int, required=True)
    benchmark.add_argument("--seconds", type=float, required=True)
    benchmark.add_argument("--seed", type=int, default=1)
    check = commands.add_parser("verify", help="check an itinerary with its sights and request")
    check.add_argument("file", type=Path)
    commands.add_parser("warm", help="compile the kernel")
    options = parser.parse_args(arguments)
    try:
        if options.command == "toptw":
            return _toptw(options.file, options.tours, options.seconds, options.seed)
        if options.command == "verify":
            return _verify(options.file)
        return _warm()
    except PlanningError as error:
        print(error.text.en, file=sys.stderr)
        return 2


def _toptw(file: Path, tours: int, seconds: float, seed: int) -> int:
    from travelagent.planning.toptw import read, solve
    from travelagent.planning.warm import warm

    if tours < 1 or seconds <= 0:
        raise InvalidRequest("tours", message("refused.tours"))
    instance = read(file)
    warm()
    solution = solve(instance, tours, seconds, seed)
    routes = [list(route) for route in solution.routes]
    print(json.dumps({"score": solution.score, "routes": routes, "seconds": round(solution.seconds, 3)}))
    return 0


def _verify(file: Path) -> int:
    from travelagent.verifier import verify
    from travelagent.wire.itinerary import certificate_to_wire, itinerary_from_wire, sights_from_json
    from travelagent.wire.request import request_from_wire

    try:
        raw = json.loads(file.read_text(encoding="utf-8"))
        parts = (raw["itinerary"], raw["request"], raw["sights"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        text = f"{file.name}: expected JSON with itinerary, request and sights ({error!r})"
        raise InvalidRequest("file", LocalizedText(text, text)) from error
    certificate = verify(itinerary_from_wire(parts[0]), request_from_wire(parts[1]), sights_from_json(parts[2]))
    print(json.dumps(certificate_to_wire(certificate), ensure_ascii=False))
    return 0 if certificate.feasible else 1


def _warm() -> int:
    from travelagent.planning.warm import warm

    print(f"compiled in {warm():.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
