"""Health: whether the process lives, and whether all that it needs answers."""

import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address

from channels.layers import get_channel_layer
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django_prometheus.exports import ExportToDjangoView

from travelagent.accounts.address import is_address
from travelagent.catalog.models import City
from travelagent.chat import runtime
from travelagent.ops.heartbeat import worker_is_alive

LOCK_MS = 2_000
"""So long a probe waits for whoever writes."""
PROBED_S = 1.0
"""So seldom, at most, a probe takes the lock: whoever asks without end must not hold up those who write."""
LEAST_FREE_BYTES = 20 * 1024 * 1024


def live(request: HttpRequest) -> JsonResponse:
    """Answer 200: the process is alive."""
    return JsonResponse({"status": "alive"})


def metrics(request: HttpRequest) -> HttpResponse:
    """Serve Prometheus's text to the machine itself and its private network; 404 for anybody who comes by a proxy."""
    peer = request.META.get("REMOTE_ADDR", "")
    is_near = is_address(peer) and ip_address(peer).is_private
    if not is_near or "X-Forwarded-For" in request.headers:
        raise Http404
    answer: HttpResponse = ExportToDjangoView(request)
    return answer


def ready(request: HttpRequest) -> JsonResponse:
    """Answer 200 when every check passes, else 503 with the names of what is down."""
    down = {name: reason for name, check in CHECKS.items() if (reason := _reason(check))}
    return JsonResponse({"status": "unready" if down else "ready", "down": down}, status=503 if down else 200)


@dataclass
class _Probed:
    """When the next probe may take the lock."""

    until: float = 0.0


_probed = _Probed()


def _database() -> None:
    if time.monotonic() < _probed.until:
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        if connection.vendor != "sqlite":
            return
        usual_ms = int(connection.settings_dict["OPTIONS"]["timeout"] * 1000)
        cursor.execute(f"PRAGMA busy_timeout = {LOCK_MS}")
        try:
            with transaction.atomic():  # takes the lock of whoever writes
                pass
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {usual_ms}")
    _probed.until = time.monotonic() + PROBED_S


def _disk() -> None:
    """Check that there is room in the data folder, which holds the database where it is SQLite's."""
    if shutil.disk_usage(settings.DATA_DIR).free < LEAST_FREE_BYTES:
        raise OSError("the disk is full")


def _catalogue() -> None:
    if not City.objects.exists():
        raise LookupError("the catalogue is not loaded")


def _cache() -> None:
    cache.set("ready", 1, 5)


def _channel_layer() -> None:
    if get_channel_layer() is None:
        raise LookupError("no channel layer is configured")


def _executor() -> None:
    """Check that somebody takes runs: this process, or a worker with a recent heartbeat."""
    if settings.RUN_EXECUTOR == "celery":
        if not worker_is_alive():
            raise LookupError("no worker was heard of")
    elif not runtime.is_working():
        raise LookupError("the runs are not worked on")


CHECKS: dict[str, Callable[[], None]] = {
    "database": _database,
    "disk": _disk,
    "catalogue": _catalogue,
    "cache": _cache,
    "channel_layer": _channel_layer,
    "executor": _executor,
}


def _reason(check: Callable[[], None]) -> str:
    try:
        check()
    except Exception as error:  # whatever it is, it is why this part is down
        return type(error).__name__
    return ""
