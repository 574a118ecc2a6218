"""What is computed once from the places, and anew when places are added or removed. Imports no Django."""

from collections.abc import Callable
from typing import Protocol, TypeVar


class _Cached(Protocol):
    def cache_clear(self) -> None: ...


CachedT = TypeVar("CachedT", bound=_Cached)
_clear: list[Callable[[], None]] = []


def follows_places(cached: CachedT) -> CachedT:
    """Register a function of `functools.cache` or `lru_cache`, so that it is computed anew after `clear_derived`."""
    _clear.append(cached.cache_clear)
    return cached


def clear_derived() -> None:
    """Forget everything that was computed from the places."""
    for clear in _clear:
        clear()
