"""The way of a question: what is kept and fresh, else the service, else what is kept and has expired.

Threads that ask the same at once wait for the first of them, and take what it has kept.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import TypeVar

from pydantic import TypeAdapter

from travelagent.providers.answers import Answer, Query, digest, keep, known
from travelagent.providers.failures import Failure, Off, ProviderError
from travelagent.providers.services import Service

T = TypeVar("T")


def ask(
    service: Service,
    query: Query,
    shape: TypeAdapter[T],
    fetch: Callable[[], T],
    is_empty: Callable[[T], bool],
) -> Answer[T] | Failure:
    """Return the answer to a query, kept or fetched. Nothing of the service is raised."""
    if not service.is_on:
        return Off(service.title)
    kept = known(service, query, shape)
    if kept is not None and kept.is_fresh:
        return kept.answer
    with _one_at_a_time(service.key + digest(query)) as has_waited:
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
    """Return the answer for each id; those that are not kept are fetched `at_once` a request. An id that the service
    does not know has the value None."""
    asked = list(dict.fromkeys(ids))
    if not service.is_on:
        return {id: Off(service.title) for id in asked}
    kept = {id: row for id in asked if (row := known(service, {"id": id}, shape)) is not None}
    answers: dict[str, Answer[T | None] | Failure] = {id: row.answer for id, row in kept.items()}
    wanted = [id for id in asked if id not in kept or not kept[id].is_fresh]
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
