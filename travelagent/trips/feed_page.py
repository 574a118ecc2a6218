"""The live calendar behind its secret address, for calendar programs."""

from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from travelagent.trips.actions import TripNotFound
from travelagent.trips.exports import EXPORTS
from travelagent.trips.feeds import open_feed


@require_safe
def calendar_feed(request: HttpRequest, token: str) -> HttpResponse:
    """Serve the calendar that a token opens; 304 where the program has it as it is, 404 once it was revoked."""
    response: HttpResponse
    try:
        found = open_feed(token)
    except TripNotFound:
        response = HttpResponseNotFound(_("There is no such calendar."), content_type="text/plain; charset=utf-8")
    else:
        response = get_conditional_response(request, etag=found.etag) or HttpResponse(
            found.written(),
            content_type=EXPORTS["ics"].media_type,
            headers={"Content-Disposition": 'inline; filename="trips.ics"'},
        )
        response["ETag"] = found.etag
    response["Cache-Control"] = "private, no-cache"
    response["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    response["Referrer-Policy"] = "no-referrer"
    return response
