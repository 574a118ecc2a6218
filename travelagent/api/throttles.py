"""DRF's throttle over the limits that calls of the API share with the socket's commands (`accounts.rate_limits`)."""

import math
from typing import Final

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from travelagent.accounts.actors import Actor
from travelagent.accounts.address import address_of, network_of
from travelagent.accounts.rate_limits import Cost, count_call

BODY_A_CALL: Final = 128 * 1024
"""Bytes of JSON that count as one call: reading more holds the interpreter, and so everybody, for several times longer
than a usual call does."""


class CallerThrottle(BaseThrottle):
    """For views with a `post_cost` and a `get_cost`."""

    _wait_s = 0.0

    def allow_request(self, request: Request, view: APIView) -> bool:
        if isinstance(request.auth, Actor):
            cost = cost_of(request, getattr(view, "post_cost", Cost.WRITE), getattr(view, "get_cost", Cost.READ))
            network = network_of(address_of(request._request))
            self._wait_s = count_call(request.auth, network, cost, _calls_of_body(request))
        return not self._wait_s

    def wait(self) -> float:
        return self._wait_s


def _calls_of_body(request: Request) -> int:
    """Return as how many calls a request counts, by the length of its JSON."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not request.content_type.startswith("application/json") or not length.isdecimal():
        return 1
    return max(1, math.ceil(int(length) / BODY_A_CALL))


def cost_of(request: Request, post_cost: Cost, get_cost: Cost) -> Cost:
    """Return the class of calls that a request to a view counts among."""
    if request.method == "POST":
        return post_cost
    if request.method in ("GET", "HEAD"):
        return get_cost
    return Cost.READ if request.method == "OPTIONS" else Cost.WRITE
