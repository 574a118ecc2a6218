"""Hints from servers to workers, through Celery's broker: there is something to do about a run.

A hint only saves a second of waiting, so it may be lost: it is sent from a thread of its own, tried once, and dropped
when the broker is down or too many wait already.
"""

import logging
import threading
from concurrent.futures import ThreadPoolExecutor

from travelagent.celery import app

TASK = "work_run"
EXPIRES_S = 30
WAITING = 200

log = logging.getLogger(__name__)

_thread = ThreadPoolExecutor(1, thread_name_prefix="hints")
_places = threading.BoundedSemaphore(WAITING)


def send(run: str) -> None:
    """Hint at a run; returns at once."""
    if _places.acquire(blocking=False):
        _thread.submit(_send, run)


def _send(run: str) -> None:
    try:
        app.send_task(TASK, (run,), expires=EXPIRES_S, retry=False)
    except Exception as error:  # whatever is wrong with the broker, the workers sweep
        log.warning("a hint could not be sent", extra={"run": run, "error": repr(error)})
    finally:
        _places.release()
