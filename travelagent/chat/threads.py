"""Database work off the event loop, in bounded pools of its own.

`database_sync_to_async` shares one thread among everything; the readers of the log, the tools and the duties get their
own, so that a slow query stops no stream. Connections that have gone bad are closed around each call. Work that may be
repeated is begun again when the database was gone in the middle of it.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.conf import settings
from django.db import InterfaceError, OperationalError, close_old_connections
from django.utils import translation

T = TypeVar("T")

# What a database raises that restarts, is out of reach, or has no connection left.
DATABASE_GONE = (OperationalError, InterfaceError)
PATIENCE_S = 20.0
AGAIN_S = 0.5

log = logging.getLogger(__name__)

_readers = ThreadPoolExecutor(4, thread_name_prefix="chat-db")
# A call of the planner waits for its turn in the thread that it came in: every run has one, and none waits for another.
_tools = ThreadPoolExecutor(settings.RUNS_PER_PROCESS, thread_name_prefix="tool")
_duties = ThreadPoolExecutor(4, thread_name_prefix="duty")


def _guarded(function: Callable[[], T], language: str | None) -> T:
    close_old_connections()
    try:
        with translation.override(language):
            return function()
    finally:
        close_old_connections()


async def in_db_thread(function: Callable[[], T], *, repeatable: bool = False) -> T:
    """Run database work of the conversation; `repeatable` work waits up to PATIENCE_S for a database that is gone."""
    return await (_until_there(_readers, function) if repeatable else _within(_readers, function))


async def in_tool_thread(function: Callable[[], T]) -> T:
    """Run a blocking tool. Tools only read, and writes go through the journal: all of them may be repeated."""
    return await _until_there(_tools, function)


async def in_duty_thread(function: Callable[[], T]) -> T:
    """Run a periodic duty, which may take its time."""
    return await _within(_duties, function)


async def _until_there(pool: ThreadPoolExecutor, function: Callable[[], T]) -> T:
    loop = asyncio.get_running_loop()
    deadline = loop.time() + PATIENCE_S
    while True:
        try:
            return await _within(pool, function)
        except DATABASE_GONE as error:
            if loop.time() >= deadline:
                raise
            log.warning("the database is gone; it is tried again", extra={"error": str(error)})
            await asyncio.sleep(AGAIN_S)


async def _within(pool: ThreadPoolExecutor, function: Callable[[], T]) -> T:
    """Run in a pool. The active language, which Django keeps by thread, goes along."""
    language = translation.get_language()
    return await asyncio.get_running_loop().run_in_executor(pool, _guarded, function, language)
