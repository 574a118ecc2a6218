"""The web manifest, the service worker at the root of the site, and the page that stands for one that was not kept."""

from functools import cache
from pathlib import Path

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

PAPER, PINE = "#f4f6f2", "#0b5d5b"
ICONS = (
    ("img/icon-192.png", "192x192", "any"),
    ("img/icon-512.png", "512x512", "any"),
    ("img/icon-maskable-512.png", "512x512", "maskable"),
)
"""File, size and purpose; drawn by `python -m travelagent.offline.icons`."""


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Serve the name and the looks of the installed app, in the reader's language."""
    found = {
        "id": "/",
        "name": _("TravelAgent trip planner"),
        "short_name": _("TravelAgent"),
        "description": _("Plan trips that work, and have them with you without a network."),
        "lang": get_language(),
        "start_url": "/trips/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PINE,
        "icons": [
            {"src": static(path), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for path, sizes, purpose in ICONS
        ],
    }
    response = JsonResponse(found, json_dumps_params={"ensure_ascii": False}, content_type="application/manifest+json")
    response["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Serve the service worker, for the whole site."""
    response = HttpResponse(_script(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def not_kept(request: HttpRequest) -> HttpResponse:
    """Render the page that replaces one which is not available offline."""
    return render(request, "offline/not_kept.html")


@cache
def _script() -> str:
    return (Path(__file__).parent / "service_worker.js").read_text("utf-8")
