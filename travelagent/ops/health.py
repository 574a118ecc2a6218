"""Health: whether the process lives, and whether all that it needs answers."""

import shutil
from collections.abc import Callable

from channels.layers import get_channel_layer
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpRequest, JsonResponse

from travelagent.catalog.models import City
from travelagent.chat import runtime
from travelagent.ops.heartbeat import worker_is_alive

LOCK_MS = 2_000
"""So long a probe waits for whoever writes."""
LEAST_FREE_BYTES = 20 * 1024 * 1024


def live(request: HttpRequest) -> JsonResponse:
    """Answer 200: the process is alive."""
    return JsonResponse({"status": "alive"})


def ready(request: HttpRequest) -> JsonResponse:
    """Answer 200 when every check passes, else 503 with the names of what is down."""
    down = {name: reason for name, check in CHECKS.items() if (reason := _reason(check))}
    return JsonResponse({"status": "unready" if down else "ready", "down": down}, status=503 if down else 200)


def _database() -> None:
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
