"""DRF's throttle over the limits that calls of the API share with the socket's commands (`accounts.rate_limits`)."""

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from travelagent.accounts.actors import Actor
from travelagent.accounts.address import address_of, network_of
from travelagent.accounts.rate_limits import Cost, count_call


class CallerThrottle(BaseThrottle):
    """For views with a `post_cost` and a `get_cost`."""

    _wait_s = 0.0

    def allow_request(self, request: Request, view: APIView) -> bool:
        if isinstance(request.auth, Actor):
            cost = cost_of(request, getattr(view, "post_cost", Cost.WRITE), getattr(view, "get_cost", Cost.READ))
            self._wait_s = count_call(request.auth, network_of(address_of(request._request)), cost)
        return not self._wait_s

    def wait(self) -> float:
        return self._wait_s


def cost_of(request: Request, post_cost: Cost, get_cost: Cost) -> Cost:
    """Return the class of calls that a request to a view counts among."""
    if request.method == "POST":
        return post_cost
    if request.method in ("GET", "HEAD"):
        return get_cost
    return Cost.READ if request.method == "OPTIONS" else Cost.WRITE
