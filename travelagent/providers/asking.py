"""The way of a question: what is kept and fresh, else the service, else what is kept and has expired.

Threads that ask the same at once wait for the first of them, and take what it has kept. Who will not wait gets what is
kept, and a thread of its own asks the service for the next time.
"""

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from threading import Lock, Thread
from typing import TypeVar

from django.db import connection
from pydantic import TypeAdapter

from travelagent.providers.answers import Answer, Query, digest, keep, known
from travelagent.providers.failures import Failure, Off, ProviderError, TooSlow
from travelagent.providers.services import Service

log = logging.getLogger(__name__)

T = TypeVar("T")
AT_ONCE_LATER = 4
"""So many questions that nobody waits for are asked at once by a process; further ones are left for the next time."""


def ask(
    service: Service,
    query: Query,
    shape: TypeAdapter[T],
    fetch: Callable[[], T],
    is_empty: Callable[[T], bool],
    wait: bool = True,
) -> Answer[T] | Failure:
    """Return the answer to a query, kept or fetched.

    Without `wait` what is kept, else TooSlow, and it is fetched later. Nothing of the service is raised.
    """
    if not service.is_on:
        return Off(service.title)
    kept = known(service, query, shape)
    if kept is not None and kept.is_fresh:
        return kept.answer
    key = service.key + digest(query)
    if not wait:
        _ask_later(key, partial(ask, service, query, shape, fetch, is_empty))
        return TooSlow(service.title) if kept is None else kept.answer
    with _one_at_a_time(key) as has_waited:
        if has_waited:
            kept = known(service, query, shape)
            if kept is not None and kept.is_fresh:
                return kept.answer
        try:
            value = fetch()
        except ProviderError as error:
            return kept.answer if kept is not None else error.failure
        return keep(service, query, shape, value, is_empty(value))


def ask_each(
    service: Service,
    ids: Sequence[str],
    shape: TypeAdapter[T | None],
    fetch: Callable[[Sequence[str]], Mapping[str, T]],
    at_once: int,
) -> dict[str, Answer[T | None] | Failure]:
    """Return the answer for each id; those that are not kept are fetched `at_once` a request.

    An id that the service does not know has the value None.
    """
    requested = list(dict.fromkeys(ids))
    if not service.is_on:
        return {id: Off(service.title) for id in requested}
    kept = {id: row for id in requested if (row := known(service, {"id": id}, shape)) is not None}
    answers: dict[str, Answer[T | None] | Failure] = {id: row.answer for id, row in kept.items()}
    wanted = [id for id in requested if id not in kept or not kept[id].is_fresh]
    for first in range(0, len(wanted), at_once):
        part = wanted[first : first + at_once]
        try:
            found = fetch(part)
        except ProviderError as error:
            return answers | {id: error.failure for id in wanted[first:] if id not in kept}
        for id in part:
            value = found.get(id)
            answers[id] = keep(service, {"id": id}, shape, value, value is None)
    return answers


_later: set[str] = set()
"""The keys of the questions that nobody waits for, from before their thread is started until its end."""
_waiting: Counter[str] = Counter()
_locks: dict[str, Lock] = {}
_guard = Lock()


@contextmanager
def _one_at_a_time(key: str) -> Iterator[bool]:
    """Let one thread of this process in for each key; whether it had to wait for another."""
    with _guard:
        lock = _locks.setdefault(key, Lock())
        _waiting[key] += 1
        has_waited = _waiting[key] > 1
    try:
        with lock:
            yield has_waited
    finally:
        with _guard:
            _waiting[key] -= 1
            if not _waiting[key]:
                del _waiting[key], _locks[key]


def _ask_later(key: str, question: Callable[[], object]) -> None:
    """Ask in another thread, unless somebody asks already or too many do."""
    with _guard:
        if _waiting[key] or key in _later or len(_later) >= AT_ONCE_LATER:
            return
        _later.add(key)
    Thread(target=_run_later, args=(key, question), name="live-service", daemon=True).start()


def _run_later(key: str, question: Callable[[], object]) -> None:
    try:
        question()
    except Exception:
        log.exception("a question to a service failed")
    finally:
        connection.close()
        with _guard:
            _later.discard(key)
