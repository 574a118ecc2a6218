"""The API's page: an introduction with examples, and Swagger UI from the installed files, without any inline script or
style of ours."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe


@require_safe
@ensure_csrf_cookie
def docs(request: HttpRequest) -> HttpResponse:
    """`/api/docs/`: how to call it, and every operation, to be read and tried with a key or with the site's own
    session."""
    context = {
        "site": request.build_absolute_uri("/").rstrip("/"),
        "reads": settings.THROTTLE_READS,
        "writes": settings.THROTTLE_WRITES,
        "starts": settings.THROTTLE_RUNS,
    }
    return render(request, "api/docs.html", context)
