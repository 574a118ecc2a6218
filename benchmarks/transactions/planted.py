"""The ledger against the truth: a violation planted into each plan is found, and nothing else is reported."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from benchmarks.figures import Figure, at_least, limit
from benchmarks.transactions.plans import UNDECIDABLE, trip
from benchmarks.transactions.truth import WishKey, broken
from benchmarks.transactions.values import Trip
from benchmarks.transactions.violations import VIOLATIONS, Planted
from travelagent.briefs.ledger import account

FOUND: Final = 98.0
"""Share of the planted violations that is to be found, in %."""
ALARMS: Final = 1.0
"""Share of the entries of unplanted plans that may be false alarms, in %."""


def unkept(of: Trip) -> dict[WishKey, str]:
    """Return the wishes that the ledger reports as not kept, with their evidence."""
    ledger = account(of.brief, of.request, of.itinerary, of.sights, of.budget)
    return {(entry.field, entry.key): f"{entry.verdict}: {entry.evidence.en}" for entry in ledger.unkept}


@dataclass(frozen=True, slots=True)
class Report:
    """What the ledger reports of a planted violation. `missed`: broken wishes that it has as kept; `extra`: wishes that
    it has as not kept though the plan keeps them."""

    seed: int
    violation: str
    target: WishKey
    missed: tuple[WishKey, ...]
    extra: tuple[str, ...]

    @property
    def is_found(self) -> bool:
        """Whether the wish that the violation breaks is reported."""
        return self.target not in self.missed

    @property
    def is_exact(self) -> bool:
        """Whether what is reported is just what is broken."""
        return not self.missed and not self.extra


def really_broken(planted: Planted) -> frozenset[WishKey]:
    """Return the wishes that the spoilt plan does not keep; one that nobody can decide counts as broken."""
    return broken(planted.trip) | ({planted.target} if planted.target[0] in UNDECIDABLE else set())


def reported(seed: int, violation: str, planted: Planted) -> Report:
    """Hold the ledger of a spoilt plan against what is broken in it."""
    real, found = really_broken(planted), unkept(planted.trip)
    extra = tuple(f"{key}: {why}" for key, why in found.items() if key not in real and key[0] not in UNDECIDABLE)
    return Report(seed, violation, planted.target, tuple(sorted(real - found.keys())), extra)


def measure(seeds: Sequence[int]) -> list[Figure]:
    """Print the violations that are not found, and the false alarms of plans without one."""
    began, used, reports = time.perf_counter(), Counter[str](), list[Report]()
    entries = alarms = open_entries = 0
    for seed in seeds:
        case, pick = trip(seed), random.Random(f"planted {seed}")
        ledger = account(case.brief, case.request, case.itinerary, case.sights, case.budget)
        entries += sum(entry.field not in UNDECIDABLE for entry in ledger.entries)
        open_entries += sum(entry.field in UNDECIDABLE for entry in ledger.entries)
        for key, why in unkept(case).items():
            if key[0] not in UNDECIDABLE:
                alarms += 1
                print(f"false alarm, seed {seed}: {key} {why}", flush=True)
        for violation in sorted(VIOLATIONS, key=lambda each: (used[each.__name__], pick.random())):
            planted = violation(case, pick)
            if planted is not None and planted.target in really_broken(planted):
                used[violation.__name__] += 1
                reports.append(reported(seed, violation.__name__, planted))
                break
    return _figures(reports, entries, alarms, open_entries, time.perf_counter() - began)


def _figures(reports: Sequence[Report], entries: int, alarms: int, open_entries: int, seconds: float) -> list[Figure]:
    for report in reports:
        if not report.is_exact:
            missed, extra = ", ".join(map(str, report.missed)), "; ".join(report.extra)
            print(
                f"seed {report.seed} {report.violation} {report.target}: missed {missed or '-'} | extra {extra or '-'}"
            )
    print(f"\n{'violation':<26}{'planted':>8}{'found':>8}{'exact':>8}")
    for violation in VIOLATIONS:
        name = violation.__name__
        each = [report for report in reports if report.violation == name]
        found, exact = sum(report.is_found for report in each), sum(report.is_exact for report in each)
        print(f"{name:<26}{len(each):>8}{found:>8}{exact:>8}")
    found, exact = sum(report.is_found for report in reports), sum(report.is_exact for report in reports)
    print(f"{'all':<26}{len(reports):>8}{found:>8}{exact:>8}")
    print(f"{entries} entries of unplanted plans, {open_entries} more that no plan can vouch for, in {seconds:.0f} s")
    return [
        Figure("planted violations found", 100 * found / len(reports), "%", at_least(FOUND)),
        Figure("planted violations with exactly what is broken", 100 * exact / len(reports), "%"),
        Figure("false alarms of unplanted plans", 100 * alarms / entries, "%", limit(ALARMS)),
    ]
