"""The site's addresses, and some behind which something goes wrong."""

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.urls import path

from travelagent.urls import urlpatterns as own


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("broken")


def forbidden(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied


def bad(request: HttpRequest) -> HttpResponse:
    raise SuspiciousOperation


urlpatterns = [*own, path("broken", broken), path("forbidden", forbidden), path("bad", bad)]
