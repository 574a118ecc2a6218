"""How many commands a socket, a person and an address may send: a bucket that holds some and fills up again."""

import time
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


SOCKET_BURST, SOCKET_PER_S = 60, 10
PERSON_BURST, PERSON_PER_S = 240, 40
PARTNER_BURST, PARTNER_PER_S = 2_000, 400
"""Of a partner with all its travellers."""
ABUSE: Final = 300
"""So many commands beyond the budget close a socket."""

_shared: WeakValueDictionary[str, Budget] = WeakValueDictionary()
"""What several sockets share, as long as one of them is open in this process."""


def budgets_of(actor: Actor, network: str) -> list[Budget]:
    """The budgets that a new socket draws on: its own, its actor's, and that of all people at its network."""
    own = Budget(SOCKET_BURST, SOCKET_PER_S)
    if actor.partner is not None:
        return [own, _shared_budget(actor.owner, PARTNER_BURST, PARTNER_PER_S)]
    at_address = (PERSON_BURST * PEOPLE_AT_ADDRESS, PERSON_PER_S * PEOPLE_AT_ADDRESS)
    return [
        own,
        _shared_budget(actor.owner, PERSON_BURST, PERSON_PER_S),
        _shared_budget(f"at:{network}", *at_address),
    ]


def _shared_budget(name: str, burst: float, per_second: float) -> Budget:
    found = _shared.get(name)
    if found is None:
        found = _shared[name] = Budget(burst, per_second)
    return found
