"""How many calls a key, a person at the site, or all people at one address may make a minute, by the cost of the call.

Two counters in the cache, of this minute and of the one before, stand for a window that slides: what was called in the
minute before counts by the part of it that the window still covers. Counting is one atomic increment, so processes that
share a cache share the limits. A call that is refused does not count. A cache that is gone refuses nobody.
"""

import logging
import math
import time
from enum import StrEnum

from django.conf import settings
from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from travelagent.accounts.actors import Actor
from travelagent.accounts.address import address_of, network_of

WINDOW_S = 60
PEOPLE_AT_ADDRESS = 10
"""So many times what one person may call are the people at one address allowed together: a cookie is soon had anew."""

log = logging.getLogger(__name__)


class Cost(StrEnum):
    """What a call costs: it reads, it writes, or it has something worked out by a model or the planner."""

    READ = "read"
    WRITE = "write"
    RUN = "run"


class CallerThrottle(BaseThrottle):
    """DRF's throttle for views with a `post_cost`."""

    _wait_s = 0.0

    def allow_request(self, request: Request, view: APIView) -> bool:
        actor = request.auth
        if not isinstance(actor, Actor):
            return True
        cost = cost_of(request.method or "", getattr(view, "post_cost", Cost.WRITE))
        limit, now = limit_of(cost), time.time()
        try:
            self._wait_s = taken(f"{cost}:{actor.key or actor.person}", limit, now)
            if not self._wait_s and actor.key is None:
                network = network_of(address_of(request._request))
                self._wait_s = taken(f"{cost}:at:{network}", limit * PEOPLE_AT_ADDRESS, now)
        except Exception as error:  # whatever is wrong with the cache, the API goes on
            log.warning("calls cannot be counted", extra={"error": repr(error)})
        return not self._wait_s

    def wait(self) -> float:
        return self._wait_s


def cost_of(method: str, post_cost: Cost) -> Cost:
    """The class of calls that a method of a view counts among."""
    if method == "POST":
        return post_cost
    return Cost.READ if method in ("GET", "HEAD", "OPTIONS") else Cost.WRITE


def limit_of(cost: Cost) -> int:
    """Calls a minute; 0 is no limit."""
    limits = {
        Cost.READ: settings.THROTTLE_READS,
        Cost.WRITE: settings.THROTTLE_WRITES,
        Cost.RUN: settings.THROTTLE_RUNS,
    }
    return int(limits[cost])


def taken(name: str, limit: int, now: float) -> float:
    """Count a call at `now` (seconds); 0, or the seconds until there is room for it, and then it is not counted."""
    if not limit:
        return 0.0
    window, passed = divmod(now, WINDOW_S)
    this, last = (f"throttle:{name}:{int(number)}" for number in (window, window - 1))
    cache.add(this, 0, 2 * WINDOW_S)
    count, before = cache.incr(this), cache.get(last, 0)
    if count + before * (1 - passed / WINDOW_S) <= limit:
        return 0.0
    cache.decr(this)
    return _room_in(count - 1, before, limit, passed)


def _room_in(count: int, before: int, limit: int, passed: float) -> float:
    """Seconds until one more call fits: when enough of the window before has slid out, or else of this one."""
    if count < limit:
        return max(1.0, math.ceil((1 - (limit - 1 - count) / before) * WINDOW_S - passed))
    return max(1.0, math.ceil(WINDOW_S - passed + (1 - (limit - 1) / count) * WINDOW_S))
