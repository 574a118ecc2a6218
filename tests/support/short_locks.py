"""Watches that nobody waits while the database's write lock is held: no planning, no verifying, no mail, no network."""

import socket
from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.db import connection

from travelagent.compute.pool import WorkerPool
from travelagent.trips import plans


def watch(patch: pytest.MonkeyPatch) -> None:
    """Let workers, mails and the network fail inside of a transaction that is the product's own, not a test's."""
    _refuse(patch, WorkerPool, "run")
    _refuse(patch, EmailMessage, "send")
    _refuse(patch, socket.socket, "connect")


def watch_verifier(patch: pytest.MonkeyPatch) -> None:
    """Let the verification of what a request holds fail there, too."""
    _refuse(patch, plans, "verify")


def _refuse(patch: pytest.MonkeyPatch, owner: object, name: str) -> None:
    slow: Callable[..., Any] = getattr(owner, name)

    @wraps(slow)
    def called(*args: Any, **kwargs: Any) -> Any:
        held = any(not block._from_testcase for block in connection.atomic_blocks)
        assert not held, f"{slow.__qualname__} is called while the write lock is held"
        return slow(*args, **kwargs)

    patch.setattr(owner, name, called)
