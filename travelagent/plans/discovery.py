"""Find what registers itself by being imported."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module


@cache
def import_all(package: str) -> None:
    """Import every module of a package, once a process."""
    for module in pkgutil.iter_modules(import_module(package).__path__, f"{package}."):
        import_module(module.name)
