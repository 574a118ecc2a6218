"""The API's pages: Swagger UI from the installed files, without any inline script or style of ours."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe


@require_safe
@ensure_csrf_cookie
def docs(request: HttpRequest) -> HttpResponse:
    """`/api/docs/`: every operation, to be read and tried with a key or with the site's own session."""
    return render(request, "api/docs.html")
