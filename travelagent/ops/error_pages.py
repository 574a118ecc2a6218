"""Django's pages of errors, for requests whose form may be what was wrong: none of them reads it again."""

from collections.abc import Callable
from typing import Any, TypeAlias

from django.http import HttpRequest, HttpResponse, QueryDict
from django.views import defaults

Page: TypeAlias = Callable[..., HttpResponse]


def _without_form(page: Page) -> Page:
    """Return the page for a request as if it had no form: Django looks for a CSRF token in it, which would fail again
    and make any error a 500."""

    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        request.POST = QueryDict()
        return page(request, *args, **kwargs)

    return shown


bad_request = _without_form(defaults.bad_request)
permission_denied = _without_form(defaults.permission_denied)
page_not_found = _without_form(defaults.page_not_found)
server_error = _without_form(defaults.server_error)
