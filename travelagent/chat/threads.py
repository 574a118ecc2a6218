"""Database work off the event loop, in bounded pools of its own.

`database_sync_to_async` shares one thread among everything; the readers of the log and the tools get their own, so that
a slow query stops no stream. Connections that have gone bad are closed around each call.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import close_old_connections
from django.utils import translation

T = TypeVar("T")

_readers = ThreadPoolExecutor(4, thread_name_prefix="chat-db")
_tools = ThreadPoolExecutor(8, thread_name_prefix="tool")


def _guarded(function: Callable[[], T], language: str | None) -> T:
    close_old_connections()
    try:
        with translation.override(language):
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
    """Run in a pool. The active language, which Django keeps by thread, goes along."""
    language = translation.get_language()
    return await asyncio.get_running_loop().run_in_executor(pool, _guarded, function, language)
