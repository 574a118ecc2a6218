"""How many calls a key, a person at the site, or all people at one address may make a minute, by the cost of the call.

Two counters in the cache, of this minute and of the one before, stand for a window that slides: what was called in the
minute before counts by the part of it that the window still covers. Counting is one atomic increment, so processes that
share a cache share the limits. A call with a large body counts as several, by what reading it takes. A call that is
refused does not count. A cache that is gone refuses nobody.
"""

import logging
import math
import time
from enum import StrEnum

from django.conf import settings
from django.core.cache import cache

from travelagent.accounts.actors import NOBODY, Actor

WINDOW_S = 60
PEOPLE_AT_ADDRESS = 10
"""So many times what one person may call are the people at one address allowed together: a cookie is soon had anew."""
WHOLE_SHARE = 0.1
"""How many whole exports a person may request, as a share of the runs."""

log = logging.getLogger(__name__)


class Cost(StrEnum):
    """What a call costs: it reads, it writes, it has something worked out by a model or the planner, or it reads all
    that is kept of somebody."""

    READ = "read"
    WRITE = "write"
    RUN = "run"
    WHOLE = "whole"


def limit_of(cost: Cost) -> int:
    """Calls a minute; 0 is no limit."""
    limits = {
        Cost.READ: settings.THROTTLE_READS,
        Cost.WRITE: settings.THROTTLE_WRITES,
        Cost.RUN: settings.THROTTLE_RUNS,
        Cost.WHOLE: math.ceil(settings.THROTTLE_RUNS * WHOLE_SHARE),
    }
    return int(limits[cost])


def count_call(actor: Actor, network: str, cost: Cost, calls: int = 1) -> float:
    """Count a call of an actor from a network (`address.network_of`), which counts as so many `calls`.

    Return 0, or the seconds until there is room for it. Keys are not counted by network, nor is `NOBODY` as a person.
    """
    limit, now, wait_s = limit_of(cost), time.time(), 0.0
    try:
        if actor != NOBODY:
            wait_s = count(f"{cost}:{actor.key or actor.person}", limit, now, calls)
        if not wait_s and actor.key is None:
            wait_s = count(f"{cost}:at:{network}", limit * PEOPLE_AT_ADDRESS, now, calls)
    except Exception as error:  # whatever is wrong with the cache, calls are answered
        log.warning("calls cannot be counted", extra={"error": repr(error)})
    return wait_s


def count(name: str, limit: int, now: float, calls: int = 1) -> float:
    """Count so many calls, at most the limit, at `now` (seconds).

    Return 0, or the seconds until there is room for them, and then they are not counted.
    """
    if not limit:
        return 0.0
    calls = min(calls, limit)
    window, passed = divmod(now, WINDOW_S)
    this, last = (f"throttle:{name}:{int(number)}" for number in (window, window - 1))
    cache.add(this, 0, 2 * WINDOW_S)
    counted, before = cache.incr(this, calls), cache.get(last, 0)
    if counted + before * (1 - passed / WINDOW_S) <= limit:
        return 0.0
    cache.decr(this, calls)
    return _room_in(counted - calls, before, limit - calls, passed)


def _room_in(counted: int, before: int, most: int, passed: float) -> float:
    """Seconds until at most `most` calls are counted: when enough of the window before has slid out, or of this one."""
    if counted <= most:
        return max(1.0, math.ceil((1 - (most - counted) / before) * WINDOW_S - passed))
    return max(1.0, math.ceil(WINDOW_S - passed + (1 - most / counted) * WINDOW_S))
