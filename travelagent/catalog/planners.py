"""The planning engine on the catalogue's travel times, computed in worker processes.

The functions answer as the engine's do; `terms` are who asks, and who gets the progress. They raise what the engine
raises, and Busy where too much is planned already or a plan took too long.
"""

import logging
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Concatenate, Final, TypeVar

from django.db import connection
from django.utils import timezone

from travelagent.catalog.legs import leg_provider
from travelagent.catalog.planner_warm_up import planner
from travelagent.compute.pool import Terms, TimeLimitExceeded, WorkerDied, WorkerPool
from travelagent.compute.queue import Cancelled, QueueFull
from travelagent.compute.worker import CpuLimitExceeded, Task, cpu_limit, memory_limit
from travelagent.planning.engine import plan
from travelagent.planning.planner import Planner
from travelagent.planning.variants import alternatives
from travelagent.plans.errors import InvalidRequest, PlanningError
from travelagent.plans.outcomes import Alternative
from travelagent.plans.values import Certificate, Itinerary, LocalizedText, PlanRequest, Sight
from travelagent.verifier import verify

T = TypeVar("T")

log = logging.getLogger(__name__)

VARIANTS: Final = 5
"""So many plans are made for the alternatives of one."""
DAYS_SQUARED_S: Final = 0.0016
"""A plan is expected to take so long for each pair of its days: measured at 5, 10 and 30 days."""
LEAST_WORKERS: Final = 2
"""One for long plans and one that is left for short ones."""
LIMIT_S: Final = 30.0
"""So long one call of the engine may take."""
PLANNING_S: Final = 20.0
"""Of the processor's time: twice what thirty days through thirty cities take."""
FILE_S: Final = 3.0
"""A booklet is expected to take so long: a page and a map for each of ten days."""
PLANNING_BYTES: Final = 1024**3
VERIFYING_S: Final = 5.0
"""Of the processor's time: a hundred times what thirty full days take."""
VERIFYING_BYTES: Final = 256 * 1024**2

pool = WorkerPool(max(LEAST_WORKERS, os.cpu_count() or 1))


class Busy(PlanningError):
    """There is too much to plan at the moment."""

    code = "busy"

    def __init__(self) -> None:
        super().__init__(
            LocalizedText(
                "Too much is being planned at the moment. Please try again in a minute.",
                "当前规划任务较多，请过一分钟再试。",
            )
        )


class TooMuch(InvalidRequest):
    """A plan that would take longer to make than anybody's may."""

    def __init__(self) -> None:
        text = LocalizedText(
            "This takes too long to plan. Please ask for fewer days, cities or places at fixed times.",
            "规划所需时间过长，请减少天数、城市或定时地点。",
        )
        super().__init__("request", text)


def compute_plan(request: PlanRequest, sights: Sequence[Sight], terms: Terms) -> Itinerary:
    """Return the best itinerary found, as `engine.plan` does; planned today if the request names no day."""
    request = replace(request, today=request.today or timezone.localdate())
    found: Itinerary = _computed(_plan, request, sights, terms=_expecting(terms, request))
    return found


def compute_alternatives(
    itinerary: Itinerary, request: PlanRequest, sights: Sequence[Sight], terms: Terms
) -> tuple[Alternative, ...]:
    """Return what else a plan could be, as `variants.alternatives` does."""
    found: tuple[Alternative, ...] = _computed(
        _alternatives, itinerary, request, sights, terms=_expecting(terms, request, VARIANTS)
    )
    return found


def compute_file(write: Callable[..., bytes], *args: Any, terms: Terms) -> bytes:
    """Return the file that a function writes from what can be pickled, within a plan's limits of time and memory.

    Raises TooMuch, Busy.
    """
    try:
        expected = replace(terms, seconds=FILE_S, limit_s=LIMIT_S)
        found: bytes = _in_worker(_within_limits, _written, write, *args, terms=expected)
    except (CpuLimitExceeded, MemoryError) as error:
        raise TooMuch from error
    return found


def compute_certificate(
    itinerary: Itinerary, request: PlanRequest, sights: Sequence[Sight], terms: Terms
) -> Certificate:
    """Return the certificate of any itinerary, as `verify` does, within bounds of time and memory.

    Raises InvalidRequest for one that needs more, and Busy.
    """
    try:
        found: Certificate = _in_worker(_verify, itinerary, request, sights, terms=replace(terms, limit_s=LIMIT_S))
    except (CpuLimitExceeded, MemoryError) as error:
        text = LocalizedText("The plan takes too long to verify.", "方案过大，无法检验。")
        raise InvalidRequest("itinerary", text) from error
    return found


@dataclass(frozen=True, slots=True)
class PooledEngine:
    """A worker on these terms, for the jobs of planning a brief and of editing its plan (briefs/plan.py)."""

    terms: Terms

    def compute(self, job: Callable[Concatenate[Planner, ...], T], *args: Any, request: PlanRequest) -> T:
        """Return what `job(planner, *args)` does in a worker; it is expected to take what the request does, with its
        alternatives.
        """
        found: T = _computed(_with_planner, job, *args, terms=_expecting(self.terms, request, 1 + VARIANTS))
        return found


def _expecting(terms: Terms, request: PlanRequest, plans: int = 1) -> Terms:
    return replace(terms, seconds=DAYS_SQUARED_S * request.days**2 * plans, limit_s=LIMIT_S)


def _computed(function: Callable[..., Any], *args: Any, terms: Terms) -> Any:
    """Compute when the engine is compiled. Raises Busy."""
    planner.wait(terms.cancelled)
    try:
        return _in_worker(_within_limits, function, *args, terms=terms)
    except (CpuLimitExceeded, MemoryError) as error:
        log.warning("a plan was too much", extra={"reason": repr(error), "owner": terms.owner})
        raise TooMuch from error


def _in_worker(function: Callable[..., Any], *args: Any, terms: Terms) -> Any:
    """Compute in turn with others. Raises Busy."""
    _give_connection_back()
    try:
        return pool.run(function, *args, terms=terms)
    except (QueueFull, Cancelled, TimeLimitExceeded) as error:
        log.warning("a plan was not finished", extra={"reason": repr(error), "owner": terms.owner})
        raise Busy from error
    except WorkerDied as error:
        log.error("a plan's worker died", extra={"reason": repr(error), "owner": terms.owner})
        raise Busy from error


def _give_connection_back() -> None:
    """Let others have the database's connection while this thread waits, where there is a pool of them."""
    if connection.vendor == "postgresql" and not connection.in_atomic_block:
        connection.close()


def _verify(task: Task, itinerary: Itinerary, request: PlanRequest, sights: Sequence[Sight]) -> Certificate:
    with cpu_limit(VERIFYING_S), memory_limit(VERIFYING_BYTES):
        return verify(itinerary, request, sights)


def _within_limits(task: Task, function: Callable[..., Any], *args: Any) -> Any:
    """Compute with no more than a plan's share of the worker. Raises CpuLimitExceeded, MemoryError."""
    with cpu_limit(PLANNING_S), memory_limit(PLANNING_BYTES):
        return function(task, *args)


def _written(task: Task, write: Callable[..., bytes], *args: Any) -> bytes:
    return write(*args)


def _plan(task: Task, request: PlanRequest, sights: Sequence[Sight]) -> Itinerary:
    return plan(request, sights, leg_provider(), progress=task.progress, cancelled=task.cancelled)


def _with_planner(task: Task, job: Callable[..., Any], *args: Any) -> Any:
    return job(Planner(leg_provider(), task.progress, task.cancelled), *args)


def _alternatives(
    task: Task, itinerary: Itinerary, request: PlanRequest, sights: Sequence[Sight]
) -> tuple[Alternative, ...]:
    return alternatives(itinerary, request, sights, leg_provider(), cancelled=task.cancelled)
