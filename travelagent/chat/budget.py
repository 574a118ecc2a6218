"""Limits of sockets, persons and addresses: how many commands and sockets they may use, and how abuse is barred.

A budget is a token bucket: it holds some and fills up again. Whoever exceeds it by far may open no socket for a while.
"""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final
from weakref import WeakValueDictionary

from travelagent.accounts.actors import Actor
from travelagent.accounts.rate_limits import PEOPLE_AT_ADDRESS


class Budget:
    """`burst` commands at once, and `per_second` from then on."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst = burst
        self._per_second = per_second
        self._left = burst
        self._at = time.monotonic()

    def take(self) -> bool:
        """Take one command from it; whether there was one left."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


@dataclass(frozen=True, slots=True)
class Claim:
    """By what a socket claims to be somebody, before that is looked up: a partner's key, or the cookie of the site."""

    credential: str
    is_key: bool


SOCKET_BURST, SOCKET_PER_S = 60, 10
PERSON_BURST, PERSON_PER_S = 240, 40
PARTNER_BURST, PARTNER_PER_S = 4_000, 400
"""Of a partner with all its travellers."""
PERSON_SOCKETS, PARTNER_SOCKETS = 30, 2_000
"""Open at once, in one process."""
ABUSE: Final = 60
"""So many commands in a row beyond the budget close a socket."""
TOO_MANY: Final = 4429
"""The code that sockets are then closed with."""
BARRED_S: Final = 10.0
MOST_BARRED: Final = 10_000

_shared: WeakValueDictionary[str, Budget] = WeakValueDictionary()
"""What several sockets share, as long as one of them is open in this process."""
_open: Counter[str] = Counter()
_barred: dict[Claim, float] = {}


def budgets_of(actor: Actor, network: str) -> list[Budget]:
    """Return the budgets that a new socket draws on: its own, its actor's, and that of all people at its network."""
    own = Budget(SOCKET_BURST, SOCKET_PER_S)
    if actor.partner is not None:
        return [own, _shared_budget(actor.owner, PARTNER_BURST, PARTNER_PER_S)]
    at_address = (PERSON_BURST * PEOPLE_AT_ADDRESS, PERSON_PER_S * PEOPLE_AT_ADDRESS)
    return [
        own,
        _shared_budget(actor.owner, PERSON_BURST, PERSON_PER_S),
        _shared_budget(f"at:{network}", *at_address),
    ]


@contextmanager
def open_socket(claim: Claim, network: str) -> Iterator[bool]:
    """Count a socket as open; whether there was room for one more of its claim, and at its network."""
    limits = {claim.credential: PARTNER_SOCKETS if claim.is_key else PERSON_SOCKETS}
    if not claim.is_key:
        limits[f"at:{network}"] = PERSON_SOCKETS * PEOPLE_AT_ADDRESS
    _open.update(limits.keys())
    try:
        yield all(_open[name] <= most for name, most in limits.items())
    finally:
        _open.subtract(limits.keys())
        for name in limits:
            if not _open[name]:
                del _open[name]


def bar(claim: Claim) -> None:
    """Let whoever makes this claim open no socket for `BARRED_S`; not a partner's key, which stands for many people."""
    if claim.is_key:
        return
    if len(_barred) >= MOST_BARRED:
        _barred.clear()
    _barred[claim] = time.monotonic() + BARRED_S


def is_barred(claim: Claim) -> bool:
    """Return whether the claim may open no socket for now."""
    until = _barred.get(claim)
    if until is None:
        return False
    if until <= time.monotonic():
        del _barred[claim]
        return False
    return True


def _shared_budget(name: str, burst: float, per_second: float) -> Budget:
    found = _shared.get(name)
    if found is None:
        found = _shared[name] = Budget(burst, per_second)
    return found
