"""Failures to sign in, counted by name and address together, as the library does, and by the address alone."""

from collections.abc import Mapping

from axes.attempts import get_cool_off_threshold
from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt
from django.conf import settings
from django.db.models import Sum
from django.http import HttpRequest


class AddressLockoutHandler(AxesDatabaseHandler):  # type: ignore[misc]  # the library has no types
    """Also locks an address from which many names were tried with wrong passwords."""

    def is_locked(self, request: HttpRequest, credentials: Mapping[str, str] | None = None) -> bool:
        return super().is_locked(request, credentials) or _failures_at(request) >= settings.ADDRESS_LOGIN_FAILURES


def _failures_at(request: HttpRequest) -> int:
    """Return how many failures the address has had within the time that a lock lasts, whatever the names."""
    recent = AccessAttempt.objects.filter(
        ip_address=request.axes_ip_address,  # type: ignore[attr-defined]  # set by the library
        attempt_time__gte=get_cool_off_threshold(request),
    )
    return recent.aggregate(failures=Sum("failures_since_start"))["failures"] or 0
