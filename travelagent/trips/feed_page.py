"""The live calendar behind its secret address, for calendar programs."""

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from travelagent.accounts.actors import NOBODY
from travelagent.accounts.address import address_of, network_of
from travelagent.accounts.rate_limits import Cost, count_call
from travelagent.trips.actions import TripNotFound
from travelagent.trips.exports import EXPORTS
from travelagent.trips.feeds import OpenFeed, open_feed

KEPT_S = 600
"""How long a written calendar stays in the cache, as long as none of its trips changes."""


@require_safe
def calendar_feed(request: HttpRequest, token: str) -> HttpResponse:
    """Serve the calendar that a token opens; 304 where the program has it as it is, 404 once it was revoked."""
    response: HttpResponse
    wait_s = count_call(NOBODY, network_of(address_of(request)), Cost.READ)
    if wait_s:
        response = HttpResponse(status=429, content_type="text/plain; charset=utf-8")
        response["Retry-After"] = str(int(wait_s))
        return response
    try:
        found = open_feed(token)
    except TripNotFound:
        response = HttpResponseNotFound(_("There is no such calendar."), content_type="text/plain; charset=utf-8")
    else:
        response = get_conditional_response(request, etag=found.etag) or HttpResponse(
            _calendar(found),
            content_type=EXPORTS["ics"].media_type,
            headers={"Content-Disposition": 'inline; filename="trips.ics"'},
        )
        response["ETag"] = found.etag
    response["Cache-Control"] = "private, no-cache"
    response["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    response["Referrer-Policy"] = "no-referrer"
    return response


def _calendar(feed: OpenFeed) -> bytes:
    """Return the calendar, written anew only where one of its trips has changed."""
    key = "calendar:" + feed.etag.strip('"')
    kept: bytes | None = cache.get(key)
    if kept is None:
        kept = feed.written()
        cache.set(key, kept, KEPT_S)
    return kept
