"""Name the reader of a page to the service worker and the page.

What is stored for one reader is deleted as soon as there is another, and changes that one reader made offline are never
sent in the name of another.
"""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.crypto import salted_hmac
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from travelagent.accounts.actors import VISITOR

HEADER = "X-Reader"
NOBODY = "nobody"


class ReaderMiddleware(MiddlewareMixin):
    """Names the reader of every page that was made for one, and does nothing for a request that names another one."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """Answer 409 `other_reader` where the request names another reader than the one who is signed in."""
        named = request.headers.get(HEADER)
        if named is None or named == reader_of(request):
            return None
        detail = _("Someone else is signed in now. Nothing was changed.")
        problem = {"type": "about:blank", "title": "Conflict", "status": 409, "code": "other_reader", "detail": detail}
        return JsonResponse(problem, status=409, content_type="application/problem+json")

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Name the reader of a page in its headers."""
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        if is_page and hasattr(request, "user") and request.session.accessed:
            response.headers[HEADER] = reader_of(request)
        return response


def reader_of(request: HttpRequest) -> str:
    """Return an anonymous name of the reader, the same as long as somebody is signed in."""
    if request.user.is_authenticated:
        who = f"user:{request.user.pk}"
    elif visitor := request.session.get(VISITOR):
        who = f"visitor:{visitor}"
    else:
        return NOBODY
    return salted_hmac("travelagent.offline.reader", who, algorithm="sha256").hexdigest()[:32]
