"""Database work off the event loop, in bounded pools of its own.

`database_sync_to_async` shares one thread among everything; the readers of the log and the tools get their own, so that
a slow query stops no stream. Connections that have gone bad are closed around each call.
"""

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import close_old_connections

T = TypeVar("T")

_readers = ThreadPoolExecutor(4, thread_name_prefix="chat-db")
_tools = ThreadPoolExecutor(8, thread_name_prefix="tool")


def _guarded(function: Callable[[], T]) -> T:
    close_old_connections()
    try:
        return function()
    finally:
        close_old_connections()


async def in_db_thread(function: Callable[[], T]) -> T:
    """Run database work of the conversation."""
    return await _within(_readers, function)


async def in_tool_thread(function: Callable[[], T]) -> T:
    """Run a blocking tool."""
    return await _within(_tools, function)


async def _within(pool: ThreadPoolExecutor, function: Callable[[], T]) -> T:
    """Run in a pool with the caller's context: the active language goes along."""
    context = contextvars.copy_context()
    return await asyncio.get_running_loop().run_in_executor(pool, context.run, _guarded, function)
