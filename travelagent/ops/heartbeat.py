"""Workers tell through the cache that they live; whoever wants to know looks there."""

import asyncio
import logging

from django.core.cache import cache

KEY = "worker-alive"
BEAT_S = 5.0
MISSED = 3

log = logging.getLogger(__name__)


def worker_is_alive() -> bool:
    """Return whether any worker sent a heartbeat lately."""
    return bool(cache.get(KEY))


async def beat() -> None:
    """Tell that this worker lives, until cancelled."""
    while True:
        try:
            await asyncio.to_thread(cache.set, KEY, 1, BEAT_S * MISSED)
        except Exception:  # a cache that is away for a while is no reason to stop working
            log.exception("the cache could not be told that this worker lives")
        await asyncio.sleep(BEAT_S)
